"""Facts of a memory: which are listed, what held when, what was known when, and what a person decides about them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

import convograph
from convograph.errors import ConflictError, InputError, NotFoundError, ReadOnlyError, TimeError
from convograph.memory import Memory
from convograph.memory.identifiers import of_id
from convograph.types import Fact
from support.facts import JANUARY, JUNE, MARCH, another, lines_of, tell, without_keys
from support.pictures import exported

HISTORY = (
    (JANUARY, "Ana: I live in Porto. I work at Siemens.\nBen: I live in Rome."),
    (MARCH, "Ana: I moved to Lisbon.\nBen: My favorite band is Muse. I remember the beach."),
)


@pytest.fixture(scope="module")
def root() -> Iterator[Memory]:
    """The memory that the others are opened from: the rules of extraction are loaded once."""
    with convograph.open(":memory:", owner="root", architecture="bm25") as opened:
        yield opened


@pytest.fixture
def memory(root: Memory) -> Memory:
    """The history above, of an owner of its own."""
    opened = another(root)
    tell(opened, *HISTORY)
    return opened


@pytest.fixture
def stored(tmp_path: Path) -> Iterator[Memory]:
    """The same in a file."""
    with convograph.open(tmp_path / "memory.db", owner="ana", architecture="bm25") as opened:
        tell(opened, *HISTORY)
        yield opened


def fact_of(memory: Memory, value: str) -> Fact:
    """The only fact with a value."""
    (found,) = [fact for fact in memory.facts(outdated=True) if fact.value == value]
    return found


def values(facts: list[Fact]) -> list[str]:
    return [fact.value for fact in facts]


# listing


def test_what_holds_is_listed_and_with_outdated_what_did(memory: Memory) -> None:
    """In the order in which it was first stated."""
    assert values(memory.facts()) == ["Siemens", "Rome", "Lisbon", "Muse"]
    assert values(memory.facts(outdated=True)) == ["Porto", "Siemens", "Rome", "Lisbon", "Muse"]
    assert values(memory.history("ana")) == ["Porto", "Siemens", "Lisbon"]
    assert values(memory.history(" ANA", "Lives In")) == ["Porto", "Lisbon"]


def test_names_are_compared_without_regard_to_case(memory: Memory) -> None:
    """A relation that is no fact's has none; one that nobody lists is there by its name."""
    assert values(memory.facts("ANA", "lives_in")) == ["Lisbon"]
    assert values(memory.facts(relation="lives in")) == ["Rome", "Lisbon"]
    assert memory.facts("Ana", "flies_to") == []
    assert not any(fact.relation == "remember" for fact in memory.facts())
    assert values(memory.facts("Ben", "remember")) == ["beach"]


def test_an_unknown_subject_is_an_error(memory: Memory) -> None:
    """Which names those who are known, nearest first; a known one may have no facts: a speaker, or a value."""
    for ask in (memory.facts, memory.history):
        with pytest.raises(NotFoundError, match="no facts about 'Bne', and nobody called so speaks; known: 'Ben'"):
            ask("Bne")
    memory.append({"speaker": "Cleo", "text": "How nice!"})
    assert memory.facts("cleo") == memory.history("Cleo") == memory.facts("Siemens") == []
    assert memory.facts("Ana", valid_at="2020") == memory.facts("Ana", known_at="2020") == []


def test_the_user_is_also_found_by_their_own_name(root: Memory) -> None:
    """As they say that they are called, or were, in any case, by its first word, and at any time."""
    memory = another(root)
    tell(memory, (JANUARY, "user: Hi, I'm Ana Duarte. I live in Porto.\nassistant: Welcome!"))
    for name in ("Ana Duarte", "ana duarte", "Ana", "ANA", "user"):
        assert values(memory.facts(name, "lives_in")) == values(memory.history(name, "home")) == ["Porto"]
    assert values(memory.facts("Ana", "lives_in", valid_at="2024-02-01")) == ["Porto"]
    assert {fact.subject for fact in memory.facts("Ana")} == {"user"}
    (called,) = memory.facts("Ana", "name")
    memory.strike_fact(called.id)
    for name in ("Ana", "Duarte"):
        with pytest.raises(NotFoundError, match=f"no facts about '{name}'"):
            memory.facts(name)


def test_kin_of_the_user_are_found_by_the_users_name(root: Memory) -> None:
    """By the name that the user says is theirs; there is none of whom nothing is told."""
    memory = another(root)
    tell(memory, (JANUARY, "user: Hi, I'm Ana.\nassistant: Hello!\nuser: My sister works at Boots."))
    for name in ("Ana's sister", "ana’s sister", "user's sister"):
        assert values(memory.facts(name, "works_at")) == ["Boots"]
    with pytest.raises(NotFoundError, match='no facts about "Ana\'s mum"'):
        memory.facts("Ana's mum")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("user: I'm Ana. I live in Porto.\nAna: How nice!", []),
        ("user: Hi, I'm Ana. My friend Ana lives in Rome. I live in Porto.", ["Rome"]),
        ("user: I live in Porto.\nassistant: You're Ana.\nAna: Hello.", []),
    ],
)
def test_a_name_of_somebody_else_is_not_the_users(root: Memory, lines: str, expected: list[str]) -> None:
    """Who speaks under it, or is told of; nor one that others say."""
    memory = another(root)
    tell(memory, (JANUARY, lines))
    assert values(memory.facts("user", "lives_in")) == ["Porto"]
    assert values(memory.facts("Ana", "lives_in")) == expected


def test_a_relation_may_be_called_otherwise(memory: Memory) -> None:
    """By a noun for it, by its beginning, and by either spelling; what it is called itself goes first."""
    memory.bring([brought("Ana", "home", "a flat", "s1:0")])
    assert values(memory.facts("Ben", "home")) == ["Rome"]
    assert values(memory.facts("Ana", "home")) == ["a flat"]
    assert values(memory.facts("Ana", "works")) == values(memory.facts("Ana", "Employer")) == ["Siemens"]
    assert values(memory.facts("Ben", "favourite band")) == ["Muse"]
    assert memory.facts("Ben", "favourite food") == memory.facts("Ben", "pets") == []


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        ("2024-01-01", []),
        ("2024-02-01", ["Porto"]),
        ("2024-03-05", ["Porto", "Lisbon"]),
        ("March 2024", ["Porto", "Lisbon"]),
        ("2024-03-06", ["Lisbon"]),
        (datetime(2024, 2, 1), ["Porto"]),
    ],
)
def test_what_held_then(memory: Memory, moment: str | datetime, expected: list[str]) -> None:
    """From what is told, or when it was said, until its end, which is not within; at any moment of a day or month."""
    assert values(memory.facts("Ana", "lives_in", valid_at=moment)) == expected
    assert values(memory.facts("Ana", "lives_in", valid_at="2024-03-05 10:00:00")) == ["Lisbon"]


def test_what_was_known_then(memory: Memory) -> None:
    """By what had been said; nothing that was said later has ended anything."""
    assert lines_of(memory.facts("Ana", "lives_in", known_at="2024-02-01")) == ["lives_in Porto: current, s0:0"]
    assert memory.facts(known_at="2023-12-31", outdated=True) == []
    assert values(memory.facts("Ana", "lives_in", known_at="2024-02-01", valid_at="2024-06-01")) == ["Porto"]
    assert memory.facts(known_at="2024-12-31", outdated=True) == memory.facts(outdated=True)


def test_a_correction_is_known_only_once_it_is_said(memory: Memory) -> None:
    """Until then, what it corrects holds."""
    memory.add([{"speaker": "Cleo", "text": "I live in Lille.", "time": "2024-05-01 10:00"}], session="c")
    later = {"speaker": "Cleo", "text": "No, sorry, it was Lyon.", "time": "2024-05-02 10:00"}
    memory.add([later], session="c", first_ordinal=1)
    assert values(memory.facts("Cleo", known_at="2024-05-01")) == ["Lille"]
    assert values(memory.facts("Cleo", known_at="2024-05-02")) == ["Lyon"]


def test_no_times_and_no_names(memory: Memory) -> None:
    """The error names what was given."""
    for given in ({"valid_at": "some day"}, {"known_at": "never"}):
        with pytest.raises(TimeError, match=r"some day|never"):
            memory.facts(**given)
    with pytest.raises(InputError, match="subject"):
        memory.facts("")
    with pytest.raises(InputError, match="relation"):
        memory.history("Ana", 5)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="outdated"):
        memory.facts(outdated="yes")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"drive": "two"}, "the relation 'drive' has 'two' values; say 'one' or 'many'"),
        ({"": "one"}, "a relation needs a name"),
        ({5: "one"}, "a relation needs a name: 5"),
        (["drive"], "relations are not a mapping"),
        ({"drive": ["one"]}, "say 'one' or 'many'"),
    ],
)
def test_settings_that_are_none(settings: object, message: str) -> None:
    """They are refused when a memory is opened, not when facts are asked for."""
    for opened in (convograph.open, convograph.open_memories):
        with pytest.raises(InputError, match=message):
            opened(":memory:", architecture="bm25", relations=settings)


def test_an_empty_memory_has_none(location: Path | str) -> None:
    """Nor one of which no turn states anything; an id names nothing there."""
    with convograph.open(location, architecture="bm25") as memory:
        assert memory.facts(outdated=True) == memory.history("Ana") == []
        memory.append({"speaker": "Ana", "text": "How nice!"})
        assert memory.facts(outdated=True) == []
        for decide in (memory.keep_fact, memory.end_fact):
            with pytest.raises(NotFoundError, match="no fact has the id 'c4cc39'; `convograph facts --outdated`"):
                decide("c4cc39")


def test_a_read_only_store_without_statements_says_so(stored: Memory) -> None:
    """It cannot read them; once somebody who may write has, it shows them, and decides nothing."""
    with convograph.open(stored.location, owner="ana", read_only=True) as reading:
        with pytest.raises(ReadOnlyError):
            reading.facts()
        expected = stored.facts(outdated=True)
        assert reading.facts(outdated=True) == expected
        with pytest.raises(ReadOnlyError):
            reading.end_fact(stored.facts()[0].id)


def test_who_does_not_ask_for_facts_does_not_load_their_rules(stored: Memory) -> None:
    """Neither by importing the library nor by recalling."""
    code = (
        "import sys, convograph;"
        "memory = convograph.open(sys.argv[1], owner='ana');"
        "memory.recall('Where does Ana live?');"
        "loaded = [name for name in sys.modules if name.startswith(('convograph.facts', 'convograph.parsers.udpipe'))];"
        "assert not loaded, loaded"
    )
    subprocess.run([sys.executable, "-c", code, stored.location], check=True)


@pytest.mark.parametrize("architecture", ["bm25", "glong", "unified"])
def test_facts_are_those_of_any_architecture(memory: Memory, architecture: str) -> None:
    """Whether it reads triplets itself or not."""
    with convograph.open(":memory:", owner="ana", architecture=architecture) as other:
        tell(other, *HISTORY)
        assert without_keys(other.facts(outdated=True)) == without_keys(memory.facts(outdated=True))


def test_owners_have_facts_of_their_own(memory: Memory) -> None:
    """What another says neither ends nor supports anything."""
    other = another(memory)
    tell(other, (JUNE, "Ana: I moved to Madrid."))
    assert values(other.facts()) == ["Madrid"]
    assert "Madrid" not in values(memory.facts(outdated=True))


# brought triplets


def brought(subject: str, relation: str, value: str, turn: str) -> dict[str, object]:
    return {"kind": "triplet", "subject": subject, "relation": relation, "object": value, "turns": [turn]}


def test_brought_triplets_take_part_alike(memory: Memory) -> None:
    """They support, begin and end facts as what is read does, by the words of the table."""
    memory.bring([brought("Ana", "lives_in", "Lisbon", "s1:1"), brought("Ben", "moved to", "Naples", "s1:1")])
    assert lines_of(memory.history("Ana", "lives_in"))[1].startswith("lives_in Lisbon: current, since 2024-03-05, s1:0")
    memory.bring([brought("Ben", "works_at", "Fiat", "s0:1"), brought("Ben", "works at", "Lancia", "s1:1")])
    assert lines_of(memory.history("Ben", "works_at")) == [
        "Ben works_at Fiat: outdated newer, until 2024-03-05, s0:1, by s1:1, then Lancia, says Ben",
        "Ben works_at Lancia: current, s1:1, says Ben",
    ]
    memory.forget(turn="s1:1")
    assert lines_of(memory.history("Ben", "works_at")) == ["Ben works_at Fiat: current, s0:1, says Ben"]


def test_a_brought_denial_ends_what_it_denies(memory: Memory) -> None:
    """In a relation with many values as in one with one."""
    memory.bring([brought("Ben", "likes", "tea", "s0:1"), brought("Ben", "no longer likes", "tea", "s1:1")])
    assert lines_of(memory.history("Ben", "likes")) == [
        "Ben likes tea: outdated ended, until 2024-03-05, s0:1, by s1:1, says Ben"
    ]


# decisions


def test_a_fact_that_is_kept_holds_in_spite_of_what_ended_it(memory: Memory) -> None:
    """Both then hold, until a later statement ends it again."""
    porto = fact_of(memory, "Porto")
    kept = memory.keep_fact(porto.id)
    assert (kept.id, kept.status, kept.reason, kept.ended_by) == (porto.id, "current", None, ())
    assert values(memory.facts("Ana", "lives_in")) == ["Porto", "Lisbon"]
    memory.add([{"speaker": "Ana", "text": "I moved to Madrid."}], session="s2", said=JUNE)
    assert lines_of(memory.history("Ana", "lives_in")) == [
        "lives_in Porto: outdated newer, until 2024-06-01, s0:0, by s2:0, then Madrid",
        "lives_in Lisbon: outdated newer, since 2024-03-05 until 2024-06-01, s1:0, by s2:0, then Madrid",
        "lives_in Madrid: current, since 2024-06-01, s2:0",
    ]


def test_a_fact_may_be_ended_and_kept_again_and_again(memory: Memory) -> None:
    """What was decided last holds; what was decided of one says nothing of the others."""
    siemens = fact_of(memory, "Siemens")
    now = datetime.now()
    for _ in range(2):
        ended = memory.end_fact(siemens.id)
        assert (ended.status, ended.reason, ended.ended_by) == ("outdated", "decided", ())
        assert ended.valid_to is not None
        assert ended.superseded_at is not None
        assert abs(ended.valid_to - now) < timedelta(minutes=1)
        assert ended.valid_to == ended.superseded_at.local
        assert values(memory.facts("Ana")) == ["Lisbon"]
        assert memory.keep_fact(siemens.id) == siemens
    assert {memo.text for memo in memory.memos("decision")} == {
        "Ana still works_at Siemens",
        "Ana no longer works_at Siemens",
    }


def test_a_fact_that_was_misread_never_held(memory: Memory) -> None:
    """What it took the place of holds again; both are as they were when that is undone."""
    before = memory.history("Ana")
    lisbon = fact_of(memory, "Lisbon")
    struck = memory.strike_fact(lisbon.id)
    assert (struck.id, struck.status, struck.reason, struck.ended_by) == (lisbon.id, "outdated", "struck", ())
    assert (struck.valid_from, struck.valid_to, struck.superseded_by) == (None, None, None)
    assert struck.superseded_at is not None
    assert lines_of(memory.history("Ana", "lives_in")) == [
        "lives_in Porto: current, s0:0",
        "lives_in Lisbon: outdated struck, s1:0",
    ]
    for moment in ("2024-02-01", JUNE):
        assert values(memory.facts("Ana", "lives_in", valid_at=moment)) == ["Porto"]
    assert values(memory.facts("Ana", "lives_in", known_at=JUNE)) == ["Lisbon"]  # nothing was decided by then
    assert [memo.text for memo in memory.memos("decision")] == ["Ana never lives_in Lisbon"]
    with pytest.raises(ConflictError, match=r"Ana lives in Lisbon .* is struck out already; nothing was changed"):
        memory.strike_fact(lisbon.id)
    with pytest.raises(ConflictError, match="this was struck out, so that it never held; `convograph fact undo`"):
        memory.end_fact(lisbon.id)
    assert memory.keep_fact(lisbon.id) == lisbon
    assert memory.history("Ana") == before
    assert memory.strike_fact(lisbon.id) == replace(struck, superseded_at=memory.history("Ana")[-1].superseded_at)


def test_what_was_told_as_over_may_have_been_misread(memory: Memory) -> None:
    """Also where the very turn that first states it says that it is over; undone, it is past again."""
    memory.add([{"speaker": "Ben", "text": "I moved from Faro to Lagos."}], session="s2", said=JUNE)
    faro = fact_of(memory, "Faro")
    assert (faro.status, faro.reason) == ("outdated", "ended")
    for _ in range(2):
        struck = memory.strike_fact(faro.id)
        assert (struck.id, struck.reason) == (faro.id, "struck")
        assert values(memory.facts("Ben", "lives_in")) == ["Lagos"]
        assert memory.keep_fact(faro.id) == faro


@pytest.mark.parametrize(
    ("told", "now"),
    [
        ("I moved from Faro to Lagos.", ["Faro", "Lagos"]),
        ("I lived in Faro as a child.", ["Rome", "Faro"]),
        ("I moved to Faro in 2010.", ["Rome", "Faro"]),  # long before it was said that Ben lives in Rome
    ],
)
def test_a_fact_holds_even_if_the_turn_that_states_it_says_that_it_is_over(
    memory: Memory, told: str, now: list[str]
) -> None:
    """Whoever undoes that keeps both values; a later move ends both, and each decision can be taken back."""
    memory.add([{"speaker": "Ben", "text": told}], session="s2", said=JUNE)
    past = fact_of(memory, "Faro")
    assert past.status == "outdated"
    kept = memory.keep_fact(past.id)
    assert (kept.id, kept.status, kept.reason, kept.ended_by, kept.valid_to) == (past.id, "current", None, (), None)
    assert values(memory.facts("Ben", "lives_in")) == now
    assert memory.end_fact(past.id).reason == "decided"
    assert memory.keep_fact(past.id) == kept
    assert memory.strike_fact(past.id).reason == "struck"
    assert memory.keep_fact(past.id) == kept
    other = another(memory)
    other.import_from(exported(memory))
    assert without_keys(other.history("Ben")) == without_keys(memory.history("Ben"))
    memory.add([{"speaker": "Ben", "text": "I moved to Madrid."}], session="s3", said="2024-07-01")
    assert values(memory.facts("Ben", "lives_in")) == ["Madrid"]
    memory.forget(session="s2")
    assert "Faro" not in values(memory.history("Ben"))


def test_a_fact_that_was_ended_by_hand_may_be_struck_out(memory: Memory) -> None:
    """What never was true needs no end; one undo takes back the striking, a second one the end."""
    siemens = fact_of(memory, "Siemens")
    ended = memory.end_fact(siemens.id)
    assert memory.strike_fact(siemens.id).reason == "struck"
    assert memory.keep_fact(siemens.id) == ended
    assert memory.keep_fact(siemens.id) == siemens


def test_an_end_may_be_told_with_its_time(memory: Memory) -> None:
    """A date or a month with all of it; what lies ahead, or before the fact, is refused."""
    siemens = fact_of(memory, "Siemens")
    for told in ("2024-01-09", "December 2023"):
        with pytest.raises(TimeError, match=f"held only since 2024-01-10, after {told}"):
            memory.end_fact(siemens.id, until=told)
    with pytest.raises(TimeError, match="lies ahead"):
        memory.end_fact(siemens.id, until="2900-01-01")
    with pytest.raises(TimeError, match="some day"):
        memory.end_fact(siemens.id, until="some day")
    ended = memory.end_fact(siemens.id, until="February 2024")
    assert (ended.reason, ended.valid_to) == ("decided", datetime(2024, 2, 29, 23, 59, 59))
    assert values(memory.facts("Ana", valid_at="2024-02-29")) == ["Porto", "Siemens"]
    assert values(memory.facts("Ana", valid_at="2024-03-01")) == ["Porto"]
    other = another(memory)
    other.import_from(exported(memory))
    assert without_keys(other.history("Ana")) == without_keys(memory.history("Ana"))
    memory.keep_fact(siemens.id)
    ended = memory.end_fact(siemens.id, until=datetime(2024, 2, 1, 12))
    assert ended.valid_to == datetime(2024, 2, 1, 12)
    memory.keep_fact(siemens.id)
    today = memory.end_fact(siemens.id, until="today")
    assert today.valid_to is not None
    assert today.valid_to <= datetime.now()


def test_what_no_longer_holds_may_have_been_misread(memory: Memory) -> None:
    """Then it did not hold before, either; undone, it is outdated as it was."""
    porto = fact_of(memory, "Porto")
    assert memory.strike_fact(porto.id).reason == "struck"
    assert values(memory.facts("Ana", "lives_in", valid_at="2024-02-01")) == []
    assert memory.keep_fact(porto.id) == porto


def test_what_was_struck_out_and_is_said_again_holds(memory: Memory) -> None:
    """The decision knew nothing of the new turn, which states a fact of its own."""
    lisbon = memory.strike_fact(fact_of(memory, "Lisbon").id)
    memory.add([{"speaker": "Ana", "text": "I live in Lisbon now."}], session="s2", said=JUNE)
    assert lines_of(memory.history("Ana", "lives_in")) == [
        "lives_in Porto: outdated newer, until 2024-06-01, s0:0, by s2:0, then Lisbon",
        "lives_in Lisbon: outdated struck, s1:0",
        "lives_in Lisbon: current, s2:0",
    ]
    memory.forget(turn="s1:0")
    assert memory.memos("decision") == []
    assert lisbon.id not in {fact.id for fact in memory.history("Ana")}


def test_an_ended_fact_that_is_stated_again_holds(memory: Memory) -> None:
    """The decision knew nothing of the new turn."""
    siemens = memory.end_fact(fact_of(memory, "Siemens").id)
    memory.add([{"speaker": "Ana", "text": "I work at Siemens."}], session="again", said=JUNE)
    again = fact_of(memory, "Siemens")
    assert (again.id, again.status, [turn.id for turn in again.turns][-1]) == (siemens.id, "current", "again:0")


@pytest.mark.parametrize("year", [1999, 2024])
def test_the_last_decision_holds_whatever_the_clock_says(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, year: int
) -> None:
    """Also where it stands still, and after it was set back."""
    siemens = fact_of(memory, "Siemens")
    for now in (datetime(2024, 7, 1), datetime(year, 7, 1)):
        monkeypatch.setattr("convograph.memory.memory.datetime", stopped(now))
        assert memory.end_fact(siemens.id).status == "outdated"
        assert memory.keep_fact(siemens.id).status == "current"


def stopped(moment: datetime) -> type[datetime]:
    """A clock that stands still."""

    class Stopped(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return moment

    return Stopped


def test_what_had_been_decided_then(memory: Memory) -> None:
    """A decision is known from when it was made."""
    memory.keep_fact(fact_of(memory, "Porto").id)
    yesterday = datetime.now() - timedelta(days=1)
    assert values(memory.facts("Ana", "lives_in", known_at=yesterday)) == ["Lisbon"]
    assert values(memory.facts("Ana", "lives_in")) == ["Porto", "Lisbon"]


def test_what_cannot_be_decided(memory: Memory) -> None:
    """What is so already, and what an id does not name alone."""
    porto, siemens = fact_of(memory, "Porto"), fact_of(memory, "Siemens")
    with pytest.raises(
        ConflictError, match=rf"Ana lives in Porto .{porto.id}.: this is outdated already; nothing was changed"
    ):
        memory.end_fact(porto.id)
    with pytest.raises(ConflictError, match=r"Ana works at Siemens .* is not outdated; nothing was changed"):
        memory.keep_fact(siemens.id)
    tell(another(memory), *HISTORY)
    with pytest.raises(NotFoundError, match="no fact has the id"):
        memory.end_fact("wxyz")
    for short in ("", "xyz"):
        with pytest.raises(InputError, match="too little of an id; give 4 characters of it or more"):
            memory.end_fact(short)
    assert memory.memos("decision") == []


def test_the_beginning_of_an_id_is_enough_if_one_has_it(memory: Memory) -> None:
    """Else the error says how many have it."""
    siemens = fact_of(memory, "Siemens")
    twins = [replace(siemens, id=f"abcd{end}") for end in ("1", "2")]
    with pytest.raises(ConflictError, match=r"2 facts have ids that begin with 'abcd'; give more of it"):
        of_id(twins, "abcd", "fact", "convograph facts")
    assert of_id(twins, "abcd2", "fact", "convograph facts") == twins[1]
    assert memory.end_fact(siemens.id[:4]).id == siemens.id


def test_decisions_travel_in_exports_with_the_same_ids(memory: Memory) -> None:
    """An import knows what was decided, by the same names of facts."""
    memory.keep_fact(fact_of(memory, "Porto").id)
    memory.end_fact(fact_of(memory, "Siemens").id)
    memory.strike_fact(fact_of(memory, "Lisbon").id)
    other = another(memory)
    other.import_from(exported(memory))
    assert without_keys(other.facts(outdated=True)) == without_keys(memory.facts(outdated=True))
    assert exported(other) == exported(memory)
    assert other.end_fact(fact_of(memory, "Porto").id).status == "outdated"


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        ("s1:0", ["Porto"]),  # what had ended it is gone, and the decision with it
        ("s0:0", ["Lisbon"]),
    ],
)
def test_a_decision_is_forgotten_with_a_turn_that_it_rests_on(memory: Memory, turn: str, expected: list[str]) -> None:
    """As if it had never been made."""
    memory.keep_fact(fact_of(memory, "Porto").id)
    assert memory.forget(turn=turn).memos == 1
    assert memory.memos("decision") == []
    assert values(memory.facts("Ana", "lives_in")) == expected


def test_forgetting_what_took_its_place_restores_a_fact(memory: Memory) -> None:
    """As it was before that was said."""
    before = another(memory)
    tell(before, HISTORY[0])
    memory.facts()
    memory.forget(session="s1")
    assert without_keys(memory.facts(outdated=True)) == without_keys(before.facts(outdated=True))


@pytest.mark.parametrize("relation", ["move to", "moves to", "moved to"])
def test_brought_beginnings_and_ends_count(relation: str) -> None:
    """Whatever form their verbs have; they have no tense."""

    def triplet(about: str, name: str, value: str, turn: str) -> dict[str, object]:
        return {"kind": "triplet", "subject": about, "relation": name, "object": value, "turns": [turn]}

    with convograph.open(":memory:", architecture="bm25") as memory:
        memory.add([{"speaker": "Ben", "text": "Well."}], session="s0", said=JANUARY)
        memory.add([{"speaker": "Ben", "text": "Oh."}], session="s1", said=JUNE)
        memory.bring([triplet("Ana", "lives in", "Porto", "s0:0"), triplet("Ana", "partner", "Tom", "s0:0")])
        memory.bring([triplet("Ana", relation, "Lisbon", "s1:0"), triplet("Ana", "broke up with", "Tom", "s1:0")])
        assert [(one.relation, one.value) for one in memory.facts("Ana")] == [("lives_in", "Lisbon")]


def test_a_correction_that_is_undone_leaves_both_values() -> None:
    """Which of them holds, the person may say; nothing vanishes."""
    with convograph.open(":memory:", architecture="bm25") as memory:
        for text in ("I moved to Hamburg.", "Sorry, I meant Bremen."):
            memory.append({"speaker": "Ben", "text": text}, "s")
        memory.keep_fact(fact_of(memory, "Hamburg").id)
        assert values(memory.facts("Ben", "lives_in")) == ["Hamburg", "Bremen"]


def test_spellings_of_a_color_are_one_relation() -> None:
    """American and British."""
    with convograph.open(":memory:", architecture="bm25") as memory:
        memory.append({"speaker": "Ben", "text": "My favorite colour is blue."}, "s", said=JANUARY)
        memory.append({"speaker": "Ben", "text": "My favourite color is green now."}, "t", said=JUNE)
        assert [(one.relation, one.value) for one in memory.facts("Ben")] == [("favorite color", "green")]


def test_what_was_over_when_it_was_told_held_before(memory: Memory) -> None:
    """Nothing tells since when."""
    memory.add([{"speaker": "Cleo", "text": "I moved from Faro to Lagos in May 2022."}], session="c", said=JUNE)
    assert values(memory.facts("Cleo", "lives_in", valid_at="2021")) == ["Faro"]
    assert values(memory.facts("Cleo", "lives_in", valid_at="2023")) == ["Lagos"]


def test_what_is_to_be_replaced_is_listed_until_then(root: Memory) -> None:
    """Both are listed before that day, with its date; afterwards only what holds."""
    memory, now = another(root), datetime.now()
    later = (now + timedelta(days=40)).replace(hour=0, minute=0, second=0, microsecond=0)
    tell(
        memory,
        (f"{now:%Y-%m-%d}T00:01", f"Ana: I work at Tesco.\nAna: I got a new job at Asda! I start on {later:%d %B %Y}."),
    )
    old, new = memory.facts("Ana", "works_at")
    assert (old.value, old.valid_to) == ("Tesco", later)
    assert (new.value, new.valid_from) == ("Asda", later)
    assert values(memory.facts("Ana", "works_at", valid_at=now)) == ["Tesco"]
    memory = another(root)
    tell(memory, ("2020-01-01T10:00", "Ben: I work at Tesco.\nBen: I got a new job at Asda! I start on 1 March 2020."))
    assert values(memory.facts("Ben", "works_at")) == ["Asda"]
    assert values(memory.facts("Ben", "works_at", known_at="2020-02-01")) == ["Tesco", "Asda"]
