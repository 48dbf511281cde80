"""Which names of a turn are mentions, and what is kept of each."""

from __future__ import annotations

from convograph.build import make_reader
from convograph.extraction.extractor import Referents
from convograph.extraction.types import FoundTriplet, Mention, Stated, TurnInContext
from convograph.graph.sessions import Part
from convograph.layers.mentions import MentionLayer, NamedMention, mention_of, payload_of
from convograph.types import SourceTurn, Triplet
from support.encoders import HashingEncoder

READER = make_reader()


def turns(*said: tuple[str | None, str]) -> list[SourceTurn]:
    """Turns of one session, keys from 1."""
    return [SourceTurn(n, f"s:{n}", "s", n - 1, who, text, None) for n, (who, text) in enumerate(said, start=1)]


def mentions(session: list[SourceTurn], start: int = 0, reader: object = READER) -> list[tuple[int, str, str]]:
    """The turn, the name and the kind of each mention from a position on."""
    items = MentionLayer(HashingEncoder(), reader).extract([Part(session, start)])  # type: ignore[arg-type]
    read = map(mention_of, items.payloads)
    return [(turn, one.name, one.kind) for turn, one in zip(items.first_turns().tolist(), read, strict=True)]


def test_names_are_mentions_and_nothing_else_is() -> None:
    """Each name once in a turn, with its kind; no pronoun, no noun phrase, no day; who speaks is a person, once."""
    session = turns(
        ("Ana", "On Friday I met Tom in Porto, and Tom bought a guitar."),
        ("Ben", "She told me. Is Tom back?"),
        ("Ana", "Yes, he is."),
    )
    assert mentions(session) == [
        (1, "Ana", "person"),
        (1, "Tom", "person"),
        (1, "Porto", "place"),
        (2, "Ben", "person"),
        (2, "Tom", "person"),
    ]


def test_a_pronoun_with_a_capital_is_no_mention() -> None:
    """Nobody is called "Me"."""
    assert mentions(turns((None, "Me and Tom went to Porto. Him and Me!"))) == [
        (1, "Tom", "person"),
        (1, "Porto", "place"),
    ]


def test_speakers_are_seeded_with_the_beginning_of_their_session() -> None:
    """A part from the middle on has none: nobody new speaks there. The output of tools is nobody's; a turn may have no
    speaker.
    """
    session = turns(("Ana", "Hello."), ("tool", "42"), (None, "Hm."), ("ana", "Hello again."))
    assert mentions(session) == [(1, "Ana", "person")]
    assert mentions(session, start=2) == []


def test_a_participant_is_mentioned_under_the_speakers_name() -> None:
    """As the reader has it, and with the spelling of the turn beside it."""
    session = turns(("Melanie", "Hi!"), ("Caroline", "Hey Mel, how is Porto?"))
    items = MentionLayer(HashingEncoder(), READER).extract([Part(session)])
    assert [mention_of(one) for one in items.payloads] == [
        NamedMention("Melanie", "person", "Melanie", seeded=True),
        NamedMention("Caroline", "person", "Caroline", seeded=True),
        NamedMention("Melanie", "person", "Mel"),
        NamedMention("Porto", "place", "Porto"),
    ]
    start, end = int(items.source_starts[3]), int(items.source_ends[3])
    assert session[1].text[start:end] == "Porto"


def test_a_first_name_beside_a_statement_is_one_mention() -> None:
    """What is stated of "Sam" is kept with the speaker who is meant, and makes no second mention."""
    session = turns(("Sam Okafor", "Hi!"), ("Ana", "Sam lives in Leeds."))
    items = MentionLayer(HashingEncoder(), READER).extract([Part(session)])
    assert [mention_of(one) for one in items.payloads][2:] == [
        NamedMention("Sam Okafor", "person", "Sam", related=("Leeds",)),
        NamedMention("Leeds", "place", "Leeds", related=("Sam",)),
    ]


class Told:
    """Finds no mention, and one statement in each turn, of the first word about the last."""

    fingerprint = "told:1"

    def extract(self, turns: list[TurnInContext], referents: list[Referents]) -> list[list[FoundTriplet]]:
        return [[self._found(one.turn)] for one in turns]

    def _found(self, turn: SourceTurn) -> FoundTriplet:
        first, *_, last = turn.text.rstrip(".?").split()
        stated = Stated(Triplet(first, "knows", last), "knows", "person", "thing", "present")
        return FoundTriplet(turn, 0, len(turn.text), stated, hypothetical=turn.text.endswith("?"))


class Nothing:
    """Finds no mention."""

    fingerprint = "nothing:1"

    def extract(self, turns: list[TurnInContext], referents: list[Referents]) -> list[list[Mention]]:
        return [[] for _ in turns]


def test_ends_of_statements_that_are_names_are_mentions() -> None:
    """Those that were missed: not what is no name, nobody who takes part, nothing that is only asked. The other end of
    the statement is kept with each.
    """
    reader = type(READER)(READER.parser, mentions=Nothing(), triplets=Told())  # type: ignore[arg-type]
    session = turns(("Ana", "Tom knows Acme."), (None, "Ana knows tea."), (None, "Eva knows Bob?"))
    assert mentions(session, reader=reader) == [(1, "Ana", "person"), (1, "Tom", "person"), (1, "Acme", "thing")]
    items = MentionLayer(HashingEncoder(), reader).extract([Part(session)])
    assert [mention_of(one).related for one in items.payloads] == [(), ("Acme",), ("Tom",)]


def test_descriptions_are_mentions_where_they_are_wanted() -> None:
    """With whose they are in their name; a word for kin that is read as a name is one; what is a name stays one."""
    session = turns(("Ana", "Hi Mum! I met my boss, Greta. The vet, too."), ("Tom", "Greta!"))
    layer = MentionLayer(HashingEncoder(), READER, descriptions=True)
    items = layer.extract([Part(session)])
    read = [mention_of(one) for one in items.payloads]
    told = {one.name: one.described and (one.described.called, one.described.stands) for one in read}
    assert told == {
        "Ana": None,
        "Ana's mum": (None, True),
        "Greta": None,
        "Ana's boss": ("Greta", True),
        "vet": (None, False),
        "Tom": None,
    }
    assert [payload_of(one) for one in read] == list(items.payloads)
    assert layer.key != MentionLayer(HashingEncoder(), READER).key


def test_of_two_descriptions_in_a_turn_the_one_with_a_name_counts() -> None:
    """Also behind one without; a name that is a noun, too, stays a name."""
    session = turns((None, "I saw the greyhound. We live with Pascal the greyhound. Mr Baker is no baker."))
    items = MentionLayer(HashingEncoder(), READER, descriptions=True).extract([Part(session)])
    read = {one.name: one.described for one in map(mention_of, items.payloads)}
    assert read["greyhound"] is not None
    assert read["greyhound"].called == "Pascal"
    assert read["Baker"] is None
