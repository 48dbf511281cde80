"""Who is called by several names is one subject, where the owner's own words say so."""

from __future__ import annotations

import pytest

import convograph
from convograph.facts.people.relatives import read_once
from convograph.memory import Memory
from support.facts import JANUARY, JUNE, MARCH, another, lines_of, tell, without_keys

NAMED = "My sister Ngozi lives in Leeds."
MOVED = "My sister moved to York."
WORKS = "Ngozi works at Boots."


def told(memory: Memory, *lines: str) -> Memory:
    """A session for each line, a month apart, said by Ana unless it says by whom."""
    for number, line in enumerate(lines, start=1):
        speaker, _, text = line.rpartition(": ")
        memory.add([{"speaker": speaker or "Ana", "text": text}], session=f"s{number}", said=f"2024-{number:02}-01")
    return memory


def test_a_move_of_the_sister_is_a_move_of_hers(memory: Memory) -> None:
    """Facts, history and every name find both."""
    told(memory, NAMED, MOVED, WORKS)
    for name in ("Ngozi", "ngozi", "Ana's sister"):
        facts = [f"{one.relation} {one.value}" for one in memory.facts(name) if one.relation != "name"]
        assert facts == ["lives_in York", "works_at Boots"]
        assert [one.value for one in memory.history(name, "lives_in")] == ["Leeds", "York"]
    assert lines_of(memory.facts("Ngozi", "name")) == ["Ana's sister name Ngozi: current, s1:0"]


def test_one_sister_without_an_apostrophe_is_not_several(memory: Memory) -> None:
    """So the name that is told for her is hers."""
    told(memory, "my sisters called noor", MOVED)
    assert [one.subject for one in memory.facts("Noor", "lives_in")] == ["Noor"]


@pytest.mark.parametrize("facts", [False, True])
@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Where does my sister live?", MOVED),
        ("Where does Ngozi live?", MOVED),
        ("Where does my sister work?", WORKS),
        ("What is my sister's name?", NAMED),
    ],
)
def test_questions_by_either_name_find_both(question: str, first: str, *, facts: bool) -> None:
    """With facts and without: what is newest comes first."""
    with convograph.open(":memory:") as opened:
        for number, text in enumerate((NAMED, MOVED, WORKS), start=1):
            opened.add([{"role": "user", "content": text}], session=f"s{number}", said=f"2024-{number:02}-01")
        assert opened.answer(question, facts=facts).text.startswith(first)


def test_what_is_told_later_counts_for_what_was_said_before(memory: Memory) -> None:
    """But not for what was known then."""
    told(memory, MOVED, WORKS, "Ngozi, my sister, lives in Faro.")
    assert [one.subject for one in memory.facts(outdated=True) if one.relation == "lives_in"] == ["Ngozi", "Ngozi"]
    assert [one.subject for one in memory.facts(relation="lives_in", known_at="2024-02-15")] == ["Ana's sister"]


def test_forgetting_the_turn_that_tells_the_name_parts_them(memory: Memory) -> None:
    """As if it had never been."""
    told(memory, MOVED, "My sister is called Ngozi.", "Ngozi moved to Leeds.")
    assert [one.value for one in memory.facts("Ngozi", "lives_in")] == ["Leeds"]
    memory.forget(turn="s2:0")
    without = another(memory)
    for number, text in ((1, MOVED), (3, "Ngozi moved to Leeds.")):
        without.add([{"speaker": "Ana", "text": text}], session=f"s{number}", said=f"2024-{number:02}-01")
    assert without_keys(memory.facts(outdated=True)) == without_keys(without.facts(outdated=True))
    assert [one.subject for one in memory.facts(relation="lives_in")] == ["Ana's sister", "Ngozi"]


@pytest.mark.parametrize(
    "lines",
    [
        (NAMED, "My sister Ada lives in Bath.", MOVED),
        (NAMED, "Both my sisters are lawyers.", MOVED),
        (NAMED, "My cousin Ngozi lives in Leeds.", MOVED),
        (NAMED, "Ngozi from work lives in Hull.", MOVED),
        (NAMED, "Ngozi from work lives in Hull.", "My sister Ada is ill.", MOVED),
        ("Ben: My sister Ngozi lives in Leeds.", MOVED),
        ("Ben: Ana's sister Ngozi lives in Leeds.", MOVED),
    ],
)
def test_of_two_that_may_be_meant_neither_is(memory: Memory, lines: tuple[str, ...]) -> None:
    """Two names for one noun, one name for two people, and what somebody else says."""
    told(memory, *lines)
    (moved,) = [one for one in memory.facts(outdated=True) if one.value == "York"]
    assert moved.subject == "Ana's sister"


def test_of_two_sisters_a_turn_that_names_one_tells_of_her(memory: Memory) -> None:
    """Both are found by what they are to Ana."""
    told(memory, NAMED, "My sister Ada lives in Bath.")
    assert [one.subject for one in memory.facts(relation="lives_in")] == ["Ngozi", "Ada"]
    assert [one.value for one in memory.facts("Ana's sister", "lives_in")] == ["Leeds", "Bath"]


def test_two_of_one_name_stay_apart(memory: Memory) -> None:
    """Also where each turn has the name."""
    told(memory, NAMED, "My cousin Ngozi moved to Hull.")
    assert [one.value for one in memory.facts("Ana's sister", "lives_in")] == ["Leeds"]
    assert [one.value for one in memory.facts("Ana's cousin", "lives_in")] == ["Hull"]


def test_two_speakers_have_a_mother_each(memory: Memory) -> None:
    """Though both have the same name; a mum is a mother."""
    told(memory, "My mum Linda lives in Bath.", "Ben: My mum Linda lives in Hull.", "My mother moved to Ely.")
    memory.add([{"speaker": "Ben", "text": "My dad lives in Ayr."}], session="ben", said=JUNE)
    memory.add([{"speaker": "Ana", "text": "My dad lives in Rye."}], session="ana", said=JUNE)
    assert [one.value for one in memory.history("Ana's mum", "lives_in")] == ["Bath", "Ely"]
    assert [one.value for one in memory.history("Ben's mum", "lives_in")] == ["Hull"]
    assert [one.value for one in memory.facts("Ana's dad", "lives_in")] == ["Rye"]


def test_one_mother_without_a_name_is_one_subject(memory: Memory) -> None:
    """By whatever noun; as she was first called."""
    told(memory, "My mum lives in Bath.", "My mother moved to Ely.")
    (home,) = memory.facts(relation="lives_in")
    assert (home.subject, home.value) == ("Ana's mum", "Ely")


def test_whoever_is_the_boyfriend_after_a_break_up_may_be_another(memory: Memory) -> None:
    """While nobody parted, there is one."""
    told(memory, "My boyfriend Tom lives in Faro.", "My boyfriend moved to Lagos.")
    assert [one.value for one in memory.facts("Tom", "lives_in")] == ["Lagos"]
    parted = another(memory)
    told(parted, "My boyfriend Tom lives in Faro.", "Tom and I broke up.", "My boyfriend moved to Lagos.")
    assert [one.value for one in parted.facts("Tom", "lives_in")] == ["Faro"]


def test_the_fullest_name_is_that_of_all_turns(memory: Memory) -> None:
    """Whichever of them is asked for."""
    told(memory, NAMED, "My sister Ngozi Obi works at Boots.")
    assert {one.subject for one in memory.facts() if one.relation in ("lives_in", "works_at")} == {"Ngozi Obi"}
    assert [one.value for one in memory.facts("Ngozi") if one.relation != "name"] == ["Leeds", "Boots"]


def test_a_decision_lasts_whatever_the_name(memory: Memory) -> None:
    """Taken of the sister, it is about Ngozi, and of the sister again when her name is forgotten."""
    told(memory, "My sister lives in Leeds.", MOVED)
    (old,) = [one for one in memory.history("Ana's sister", "lives_in") if one.value == "Leeds"]
    memory.keep_fact(old.id)
    memory.add([{"speaker": "Ana", "text": "My sister is called Ngozi."}], session="name", said=JUNE)
    assert [one.value for one in memory.facts("Ngozi", "lives_in")] == ["Leeds", "York"]
    memory.end_fact(old.id)
    memory.forget(session="name")
    assert [one.value for one in memory.facts("Ana's sister", "lives_in")] == ["York"]


def test_a_name_that_was_misread_joins_nothing(memory: Memory) -> None:
    """Nor what is struck out under two names."""
    told(memory, NAMED, MOVED, "Ngozi moved to York.")
    (york,) = memory.facts("Ngozi", "lives_in")
    memory.strike_fact(york.id)
    assert [one.value for one in memory.facts("Ngozi", "lives_in")] == ["Leeds"]
    (name,) = memory.facts(relation="name")
    memory.strike_fact(name.id)
    assert {one.subject for one in memory.facts(relation="lives_in")} == {"Ana's sister", "Ngozi"}


def test_owners_share_no_relatives(memory: Memory) -> None:
    """What one tells is nothing to another."""
    told(memory, "My sister is called Ngozi.")
    other = told(another(memory), "My sister lives in Leeds.")
    assert [one.subject for one in other.facts(relation="lives_in")] == ["Ana's sister"]


def test_a_corrected_name_is_none(memory: Memory) -> None:
    """The right one is."""
    tell(
        memory,
        (JANUARY, "Ana: My sister is called Nkechi.\nAna: Sorry, I meant Ngozi."),
        (MARCH, "Ana: My sister lives in Leeds."),
    )
    assert [one.subject for one in memory.facts(relation="lives_in")] == ["Ngozi"]


def test_what_puts_a_home_right_is_no_name(memory: Memory) -> None:
    """A name stays beside what a correction may mean."""
    tell(
        memory,
        (JANUARY, "Ana: My sister Ngozi is ill.\nAna: Sorry, that should say Swansea. I had Zadar on the brain."),
    )
    assert [one.value for one in memory.facts("Ngozi", "name")] == ["Ngozi"]


def test_turns_are_looked_through_once_for_a_snapshot(memory: Memory) -> None:
    """A question asks for every sentence; of the next snapshot, only the new turns are read."""
    read: list[str] = []

    def words_of(speaker: str, text: str) -> tuple[str, ...]:
        read.append(text)
        return (speaker, text)

    told(memory, NAMED, MOVED)
    first = memory._keeper.caught_up()
    assert read_once(first, "words", words_of) is read_once(first, "words", words_of)
    memory.add([{"speaker": "Ana", "text": "I live in Bath."}], session="later", said=JUNE)
    found = read_once(memory._keeper.caught_up(), "words", words_of)
    assert [text for _, text in found.values()] == read == [NAMED, MOVED, "I live in Bath."]
