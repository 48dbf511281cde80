"""The statements of a memory: their order, and what a phrase, a tense or a quotation makes of them."""

from __future__ import annotations

from datetime import datetime

import pytest

from convograph.facts.gathering.statements import statements_in
from convograph.facts.gathering.turn_order import in_order
from convograph.facts.learned_reader.readings import ReadValue
from convograph.facts.reading import turn_statements
from convograph.facts.statement import Statement
from convograph.memory import Memory
from convograph.memory.known_facts import statement_layers
from support.facts import JANUARY, JUNE, MARCH, tell, turns_of


def stated(memory: Memory, known_at: datetime | None = None) -> list[Statement]:
    """What the turns of a memory state."""
    layers = statement_layers(memory.architecture, memory._facts)
    graph = memory._keeper.caught_up(also=layers)
    visible = None if known_at is None else graph.turns.said_by(known_at, strict=False)
    return statements_in(graph, [layer.key for layer in layers], visible=visible)


def told(memory: Memory, text: str) -> set[tuple[str, str, str]]:
    """What a turn of Ana's tells of which relation and value."""
    memory.add(turns_of(f"Ana: {text}"), session="s", said=JUNE)
    return {(one.relation, one.told, one.value) for one in stated(memory)}


def test_statements_come_as_they_were_said(memory: Memory) -> None:
    """By time, then session and place; turns without a time come first, whatever was stored first."""
    for name, said, text in (
        ("c", JUNE, "Rome"),
        ("b", JANUARY, "Porto"),
        ("z", None, "Oslo"),
        ("a", JANUARY, "Lisbon"),
    ):
        memory.add([{"speaker": "Ana", "text": f"I moved to {text}."}], session=name, said=said)
    assert list(dict.fromkeys(one.value for one in stated(memory))) == ["Oslo", "Lisbon", "Porto", "Rome"]
    order = in_order(memory._keeper.newest())
    assert sorted(order.rows) == [0, 1, 2, 3]
    assert [order.places[row] for row in order.rows] == [0, 1, 2, 3]


def test_frames_read_values_whole(memory: Memory) -> None:
    """A triplet of "days ramen" is no second value, where the syntax took both words for one name."""
    assert told(memory, "These days ramen is my favourite food, so good.") == {("favorite food", "holds", "ramen")}


def test_what_names_nothing_is_no_value(memory: Memory) -> None:
    """Though a relation may have many values of any form."""
    found = told(memory, "I'm allergic to precisely one thing, which is kiwi.")
    assert {value for relation, _, value in found if relation == "be_allergic_to"} <= {"kiwi"}


def test_who_broke_up_has_no_partner_by_that(memory: Memory) -> None:
    """Though the sentence calls him a boyfriend."""
    assert told(memory, "My boyfriend Tom and I broke up.") >= {("partner", "ends", "Tom")}
    assert not memory.facts("Ana", "partner")


def test_an_empty_memory_states_nothing(memory: Memory) -> None:
    """Nor is there an order."""
    assert stated(memory) == []
    assert list(in_order(memory._keeper.newest()).rows) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I live in Porto.", {("lives_in", "holds", "Porto")}),
        ("I moved to Porto.", {("lives_in", "begins", "Porto")}),
        ("I don't live in Porto.", {("lives_in", "ends", "Porto")}),
        ("I used to live in Porto.", {("lives_in", "ends", "Porto")}),
        ("I lived in Porto back in 1999.", {("lives_in", "past", "Porto")}),
        ("I ate fish on Friday.", set()),
        ("I ate fish back then.", {("eats", "past", "fish")}),
        ("I will live in Porto.", set()),
        ("I might live in Porto.", set()),
        ("Do I live in Porto?", set()),
        ('"I live in Porto."', set()),
        ("I live in Porto. Just kidding!", set()),
        ("Somebody lives in Porto.", set()),
    ],
)
def test_what_a_sentence_tells(memory: Memory, text: str, expected: set[tuple[str, str, str]]) -> None:
    """That a value holds, begins, ends, or held; or nothing."""
    assert told(memory, text) == expected


def test_a_pet_is_named_by_the_sentence_behind_it(memory: Memory) -> None:
    """Which does nothing else."""
    found = told(memory, "We adopted a dog yesterday! A beagle called Pretzel.")
    assert [one for one in found if one[0] == "has_pet"] == [("has_pet", "begins", "dog Pretzel")]


def test_whom_one_is_with_is_no_home(memory: Memory) -> None:
    """A firm since a time is an employer."""
    stating = told(memory, "I'm with Tidewater Maps since January, and I found a room in Splott.")
    assert {("works_at", "begins", "Tidewater Maps"), ("lives_in", "begins", "Splott")} <= stating
    assert ("lives_in", "begins", "Tidewater Maps") not in stating


def test_a_value_that_was_cut_off_states_nothing(memory: Memory) -> None:
    """Of "from … to …", the second part belongs to another verb."""
    stating = told(memory, "I was allergic to flour, so I went from baking to flouring.")
    assert not {value for _, _, value in stating if value.startswith("to ")}


def test_what_is_surely_not_stated(monkeypatch: pytest.MonkeyPatch, memory: Memory) -> None:
    """The learned reader overrules what triplets have, but nothing that was brought."""
    supposed = ReadValue("Ana", "lives_in", "Porto", "nothing", 11, 16, 1.0)
    monkeypatch.setattr(turn_statements, "readings_of", lambda *_: [supposed])
    assert told(memory, "I moved to Porto.") == set()
    memory.bring([{"kind": "triplet", "subject": "Ana", "relation": "lives in", "object": "Porto", "turns": ["s:0"]}])
    assert [one.value for one in stated(memory)] == ["Porto"]


def test_asides_are_read_in_the_whole_sentence(memory: Memory) -> None:
    """Also where they stand behind what the clause was read from."""
    memory.add(turns_of("Ana: I work at Bosch, too.\nAna: I work at Siemens since last May."), session="s", said=JUNE)
    bosch = [one for one in stated(memory) if one.value == "Bosch"]
    siemens = [one for one in stated(memory) if one.value == "Siemens"]
    assert bosch
    assert all(one.further and one.since is None for one in bosch)
    assert siemens
    assert all(not one.further and one.since is not None and one.since.start == datetime(2024, 5, 1) for one in siemens)


def test_the_corrected_value_is_of_the_kind_of_the_wrong_one(memory: Memory) -> None:
    """A job does not correct a place; of two statements, the one that the value fits is meant."""
    tell(memory, (MARCH, "Ana: I live in Lille and I work as a nurse.\nAna: Oops, I meant teacher."))
    corrected = {(one.relation, one.instead_of, one.value) for one in stated(memory) if one.told == "corrects"}
    assert corrected == {("occupation", "nurse", "teacher")}


def test_a_date_puts_no_person_right(memory: Memory) -> None:
    """It is the day that was wrong, which is no fact; a month puts a season right."""
    talk = "Ana: Hugo is my boyfriend. Our party is on June 14th.\nBen: Great!\nAna: Wait, I meant June 21st."
    tell(memory, (MARCH, talk))
    told = {(one.relation, one.value) for one in stated(memory)}
    assert ("partner", "Hugo") in told
    assert not {value for _, value in told if "June" in value}


def test_what_is_said_later_is_not_known(memory: Memory) -> None:
    """Neither statements nor corrections; the time itself is within."""
    tell(memory, (JANUARY, "Ana: I live in Lille."), (MARCH, "Ana: I live in Rome.\nAna: I meant Nice."))
    assert {one.value for one in stated(memory, datetime(2024, 2, 1))} == {"Lille"}
    assert {one.value for one in stated(memory, datetime(2024, 3, 5, 10))} == {"Lille", "Rome", "Nice"}


def test_whom_nobody_says_anything_of(memory: Memory) -> None:
    """What tools put out, and what frames would read in an assistant's words, is nobody's statement."""
    tell(memory, (JANUARY, "tool: I live in Porto.\nassistant: Guess who's in Rome now!"))
    assert stated(memory) == []


def test_brought_triplets_are_read_without_their_turns_words(memory: Memory) -> None:
    """A joke around them is one, and quotation marks are not theirs."""
    memory.add(turns_of('Ana: He said "so be it".\nAna: Just kidding!\nBen: Well.'), session="s", said=JUNE)
    triplet = {"kind": "triplet", "subject": "Ana", "relation": "lives_in", "object": "Porto"}
    memory.bring([{**triplet, "turns": ["s:0"]}, {**triplet, "object": "Rome", "turns": ["s:2"]}])
    assert [(one.value, one.brought, one.claimed_by) for one in stated(memory)] == [("Rome", True, "Ben")]


@pytest.mark.parametrize(
    ("text", "lives"),
    [
        ("My brother heard that Elena moved to Bristol?", False),
        ("My brother heard it. Elena lives in Bristol.", True),
        ("I moved to Bristol, can you believe it?", True),
    ],
)
def test_a_question_tells_nothing_of_others(memory: Memory, text: str, lives: bool) -> None:
    """Of the speaker what ends as a question may."""
    assert any(relation == "lives_in" for relation, _, _ in told(memory, text)) is lives


def test_a_plural_is_no_other_word(memory: Memory) -> None:
    """Who lives there is no "pa", which "parents" begins with."""
    memory.add(turns_of("Ana: my parents live in Lyon and my grandparents live in Cork."), session="s", said=JUNE)
    assert {one.subject for one in stated(memory)} <= {"Ana", "Ana's parents", "Ana's grandparents"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I have lived in Berlin for three years.", {("lives_in", "holds", "Berlin")}),
        ("Until last November I worked at Bosch.", {("works_at", "past", "Bosch")}),
    ],
)
def test_one_sentence_tells_one_thing_of_a_value(
    memory: Memory, text: str, expected: set[tuple[str, str, str]]
) -> None:
    """What lasted until now still does, what lasted until then does not: it is not both."""
    assert told(memory, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Pretend to be a doctor. I am a patient and I live in Rome.",
        "Write an email to my boss: I live in Rome.",
        "Fix my English: I am living in Rome since two years",
        "My brother wrote: I moved to Rome last week",
        "She was like, I'm living in Rome now",
        "Forwarded from Cleo - I moved to Rome",
    ],
)
def test_what_is_put_into_words_for_others_states_nothing(memory: Memory, text: str) -> None:
    """A part to play, a draft, a text to mend, a message that is passed on."""
    assert not {value for _, _, value in told(memory, text)} & {"Rome"}


def test_an_assistant_says_nothing_of_itself(memory: Memory) -> None:
    """What it says of others counts."""
    for text in ("I live in Boston.", "Ana lives in Porto."):
        memory.append({"role": "assistant", "content": text}, session="s")
    assert {(one.subject, one.value) for one in stated(memory) if one.relation == "lives_in"} == {("Ana", "Porto")}


@pytest.mark.parametrize(
    "text",
    ["So you work at Siemens and your sister lives in Rome.", "It sounds like work you enjoy. You live in Rome."],
)
def test_an_assistant_says_nothing_of_whom_it_speaks_to(memory: Memory, text: str) -> None:
    """What it makes of somebody's words is no word of theirs."""
    memory.append({"speaker": "Ana", "text": "I hate it."}, session="s")
    memory.append({"role": "assistant", "content": text}, session="s")
    assert [one for one in stated(memory) if one.claimed_by != "Ana"] == []


@pytest.mark.parametrize(
    "asked",
    [
        "yes a limerick",
        "Write me something gentle to say on the phone.",
        "need a message for Nadia's card, not too soppy",
        "Tell me a story about a baker.",
        "What do I say to Nadia?",
        "Give me three example sentences.",
        "Translate this for me.",
        "Let's role-play: you are my landlord.",
    ],
)
def test_what_an_assistant_writes_on_request_states_nothing(memory: Memory, asked: str) -> None:
    """A limerick about Nadia, nor one that is changed; what it says of her behind that counts."""
    limerick = "There once was a chef called Nadia. Nadia lives in Rome."
    talk = [("user", asked), ("assistant", limerick), ("user", "shorter please"), ("assistant", limerick)]
    for role, text in talk:
        memory.append({"role": role, "content": text}, session="s")
    assert [one for one in stated(memory) if one.claimed_by == "assistant"] == []


@pytest.mark.parametrize(
    "asked", ["Where does Nadia live?", "Got an email from Nadia.", "I wrote a letter to Nadia.", "Make a note please."]
)
def test_what_an_assistant_answers_counts(memory: Memory, asked: str) -> None:
    """Where nothing was to be put into words."""
    for role, text in (("user", asked), ("assistant", "Nadia lives in Rome.")):
        memory.append({"role": role, "content": text}, session="s")
    assert ("Nadia", "Rome") in [(one.subject, one.value) for one in stated(memory)]


def test_a_part_is_played_until_it_ends(memory: Memory) -> None:
    """However many turns later."""
    asked = ("Pretend to be my landlord.", "And the boiler?", "And the roof?", "Ok, stop. Where does Nadia live?")
    for text in asked:
        memory.append({"role": "user", "content": text}, session="s")
        memory.append(
            {"role": "assistant", "content": f"Nadia lives in {'Rome' if 'Nadia' in text else 'Oslo'}."}, session="s"
        )
    assert [(one.subject, one.value) for one in stated(memory)] == [("Nadia", "Rome")]


@pytest.mark.parametrize(
    "text", ["A letter at last:\n\nDear Jo,\nNadia lives in Rome.", "Here is a poem for her: Nadia lives in Rome."]
)
def test_a_letter_of_an_assistant_states_nothing(memory: Memory, text: str) -> None:
    """Whoever asked for it."""
    memory.append({"role": "assistant", "content": text}, session="s")
    assert stated(memory) == []


@pytest.mark.parametrize("text", ["Husband lives in Porto.", "My sister came. Husband moved to Porto."])
def test_a_bare_husband_is_nobody(memory: Memory, text: str) -> None:
    """Nor is what he does told of whom the turn names before him."""
    assert all(relation != "lives_in" for relation, _, _ in told(memory, text))


def test_what_is_best_without_saying_of_what_is_no_favorite(memory: Memory) -> None:
    """A time and a part belong to something that is told around them."""
    assert told(memory, "Saturday is my favorite time. My favorite part is the ending.") == set()


def test_a_season_of_a_year_is_no_favorite(memory: Memory) -> None:
    """It says when something was."""
    assert all(not relation.startswith("favorite") for relation, _, _ in told(memory, "got the balcony spring 2023"))


def test_what_is_borne_out_later_is_known_since_then(monkeypatch: pytest.MonkeyPatch, memory: Memory) -> None:
    """A likely reading states nothing until the same relation is surely told; then it has held since it was said."""

    def readings(text: str, _: str) -> list[ReadValue]:
        return [ReadValue("Ana", "lives_in", "Porto", "begins", 0, 5, 0.7)] if text == "Porto it is." else []

    monkeypatch.setattr(turn_statements, "readings_of", readings)
    tell(memory, (JANUARY, "Ana: Porto it is."), (MARCH, "Ana: I live in Porto."), (JUNE, "Ana: I moved to Rome."))
    porto, rome = memory.facts(outdated=True)
    assert [turn.id for turn in porto.turns] == ["s0:0", "s1:0"]
    assert (porto.known_from, rome.known_from) == (porto.turns[1].said, rome.turns[0].said)
    assert memory.facts(known_at="2024-02-01") == []
    assert [fact.id for fact in memory.facts(known_at="2024-03-06")] == [porto.id]
    assert [fact.id for fact in memory.facts(valid_at="2024-02-01")] == [porto.id]


def test_what_its_speaker_puts_right_later_is_known_since_then(monkeypatch: pytest.MonkeyPatch, memory: Memory) -> None:
    """Until then, it was only likely."""

    def readings(text: str, _: str) -> list[ReadValue]:
        return [ReadValue("Ana", "lives_in", "Porto", "begins", 0, 5, 0.7)] if text == "Porto it is." else []

    monkeypatch.setattr(turn_statements, "readings_of", readings)
    memory.add(
        [
            {"speaker": "Ana", "text": "Porto it is.", "said": JANUARY},
            {"speaker": "Ana", "text": "I meant Lisbon, not Porto.", "said": MARCH},
        ],
        session="s",
    )
    porto, lisbon = memory.facts(outdated=True)
    assert porto.reason == "corrected"
    assert porto.known_from == lisbon.known_from == lisbon.turns[0].said != porto.turns[0].said
