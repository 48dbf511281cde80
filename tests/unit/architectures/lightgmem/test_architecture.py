"""LightGMEM beyond the worked examples: who is an anchor, filters, decisions, settings, the picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

import numpy as np
import pytest

from convograph.architectures.lightgmem import LightGMEM, LightGMEMSettings
from convograph.architectures.lightgmem.anchors import anchors_of
from convograph.architectures.lightgmem.structure import canonical_name
from convograph.build import make_reader, open_memory
from convograph.errors import ConflictError, InputError, NotFoundError, UnsupportedError
from convograph.graph.turns import speaker_key
from convograph.memory import Memory
from convograph.resolution.entities import called, joined, new_entity
from convograph.syntax import Parse
from convograph.types import Session, Turn
from support.conversations import said_at
from support.encoders import HashingEncoder
from support.entities import graph_of
from support.mentions import entity_of, occurrence
from support.parses import ThreeWordParser

READER = make_reader()
SESSIONS = (
    Session(
        (
            Turn("My aunt Maria Lopez lives in Porto.", "Ana", id="aunt"),
            Turn("I met Tom in Lisbon.", "Ben", id="tom"),
            Turn("Nice weather today.", "Ana", id="weather"),
        ),
        "s1",
        said_at(datetime(2024, 1, 1)),
    ),
    Session(
        (
            Turn("Maria bought a boat.", "Ana", id="boat"),
            Turn("I saw Tom Hanson again.", "Ben", id="again"),
        ),
        "s2",
        said_at(datetime(2024, 2, 1)),
    ),
)


def lightgmem(**settings: object) -> LightGMEM:
    settings = {"communities": 0, "profiles": 0, **settings}
    return LightGMEM(HashingEncoder(64), READER, LightGMEMSettings(**settings), unit="turn")


@pytest.fixture
def memory() -> Iterator[Memory]:
    with open_memory(":memory:", architecture=lightgmem()) as opened:
        opened.add(SESSIONS)
        yield opened


def paths(memory: Memory, question: str, **options: object) -> dict[str, tuple[str, ...]]:
    """For each hit what led to it besides words and vectors."""
    return {hit.id: hit.evidence[0].reason.path for hit in memory.recall(question, k=10, **options).hits}


def test_an_alias_finds_what_is_said_of_the_entity_under_any_name(memory: Memory) -> None:
    """Maria is Maria Lopez: a question about her gains in both turns, whichever name it has."""
    found = paths(memory, "Where does Maria live?")
    assert found["aunt"] == ("Maria Lopez, also called “Maria”",)
    assert found["boat"] == ("Maria Lopez, also called “Maria”",)
    assert found.get("tom", ()) == ()
    assert paths(memory, "What did Maria Lopez buy?")["boat"] == ("Maria Lopez, named in the question",)


def test_a_name_that_the_syntax_of_a_question_hides_is_known_from_memory(memory: Memory) -> None:
    """What memory calls somebody counts, though "Maria camp" may be read as a name of its own."""
    assert paths(memory, "Where did Maria camp?")["aunt"] == ("Maria Lopez, also called “Maria”",)


def test_a_speaker_is_in_what_they_say(memory: Memory) -> None:
    """A chunk has their name before the line, and a turn is theirs."""
    found = paths(memory, "Did Ben say anything about the weather or a boat today, or who called, or who he met?")
    assert found["tom"] == found["again"] == ("Ben, named in the question",)
    assert found["weather"] == found["boat"] == ()


def test_what_is_said_later_does_not_exist_before(memory: Memory) -> None:
    """Neither as a turn nor as a name: before February nobody knows Tom's surname."""
    assert ["Tom", "Tom Hanson"] in entities(memory)
    early = graph_of(memory, as_of=datetime(2024, 1, 15))
    names = [early.names(entity) for entity in np.unique(early.mentions.entities).tolist()]
    assert ["Tom"] in names
    assert early.named("Tom Hanson") == []
    assert set(paths(memory, "Where does Maria Lopez live?", as_of="2024-01-15")) <= {"aunt", "tom", "weather"}


def entities(memory: Memory, **filters: object) -> list[list[str]]:
    """The names of each entity."""
    graph = graph_of(memory, **filters)
    return [graph.names(entity) for entity in range(graph.structure.entities)]


def test_entities_have_a_name_and_a_kind(memory: Memory) -> None:
    """The fullest name; the kind of a mention that tells."""
    graph = graph_of(memory)
    kinds = {graph.name(entity): kind for entity, kind in graph.kinds().items()}
    assert {"Maria Lopez": "person", "Porto": "place", "Ana": "person", "Ben": "person"}.items() <= kinds.items()


def test_the_mentions_of_an_entity_are_those_that_it_counts(memory: Memory) -> None:
    """Of each, by any of its names: from its first turn to its last, in the order of saying."""
    for one in memory.entities():
        for name in (one.name, *one.aliases):
            found = memory.mentions(name, turn=one.first.id)
            assert len(found) == one.mentions
            assert (found[0].turn, found[-1].turn) == (one.first, one.last)


def test_what_is_stated_by_a_first_name_relates_whom_it_means() -> None:
    """`Sam` of a speaker Sam Okafor, who is read by the whole name."""
    architecture = LightGMEM(HashingEncoder(64), READER, LightGMEMSettings())
    with open_memory(":memory:", architecture=architecture) as memory:
        said = (("Sam Okafor", "Hi!"), ("Ana", "Sam lives in Leeds."))
        memory.add([{"speaker": speaker, "text": text} for speaker, text in said])
        graph = graph_of(memory)
    assert [[graph.name(end) for end in pair] for pair in graph.relations.pairs.tolist()] == [["Sam Okafor", "Leeds"]]


@pytest.mark.parametrize(
    ("names", "speaking"),
    [
        (("Mel", "Melanie", "Melanie Reed"), ()),
        (("Melanie", "Melanie Reed", "Mel"), ()),
        (("Reed", "Tom Reed", "Tom A. Reed", "Tom"), ()),
        (("the Louvre", "Louvre"), ()),
        (("Tom", "Tom Reed", "Tom A. Reed"), (0,)),
        (("Tom", "Tom Reed", "Tom A. Reed"), (1,)),
        (("Tom A. Reed", "TOM", "Tom"), (2,)),
        (("Tom", "Tom A. Reed", "Tom Reed"), (0, 2)),
        (("Tom", "Tom Reed", "tom reed"), (0, 2)),
    ],
)
def test_the_name_of_an_entity_is_that_of_its_resolution(names: Sequence[str], speaking: Sequence[int]) -> None:
    """Read again from the names that are there, since not all may be; of a speaker from those that it speaks under."""
    first, *others = (occurrence(name, seeded=place in speaking) for place, name in enumerate(names))
    entity = new_entity(0, first)
    for other in others:
        entity = joined(entity, other)
    keys = {speaker_key(name): name for name in reversed(names)}
    spoken = {speaker_key(names[place]) for place in speaking}
    assert canonical_name(list(dict.fromkeys(keys[speaker_key(name)] for name in names)), spoken) == entity.name


def test_units_share_their_entities(memory: Memory) -> None:
    """Chunks and turns are two ways to retrieve: no mention means another in one of them."""
    assert memory.architecture.units == ("turn", "chunk500")
    whole = memory.recall("Where does Maria live?", unit="chunk500").hits
    assert [len(hit.turns) for hit in whole] == [3, 2] or [len(hit.turns) for hit in whole] == [2, 3]
    turns = {layer.key for layer in memory.architecture.layers_for("turn")}
    chunks = {layer.key for layer in memory.architecture.layers_for("chunk500")}
    assert chunks < turns
    with pytest.raises(UnsupportedError, match="session"):
        memory.recall("Where?", unit="session")


def test_a_decision_joins_and_parts_names(memory: Memory) -> None:
    """By a person, over the rules; and it can be decided otherwise, or taken out."""
    joined_names = {(one.text, one.into) for one in memory.merges()}
    assert ("Maria", "Maria Lopez") in joined_names
    assert ["Lisbon"] in entities(memory)
    made = memory.merge("Porto", "Lisbon")
    assert ["Porto", "Lisbon"] in entities(memory)
    decided = next(one for one in memory.merges() if one.text == "Lisbon")
    assert (decided.into, decided.threshold) == ("Porto", None)
    assert memory.undo(made.id) == made
    assert ["Lisbon"] in entities(memory)
    maria = next(one for one in memory.merges() if one.text == "Maria")
    assert maria.threshold is not None
    assert maria.similarity >= maria.threshold
    parted = memory.split("Maria", "maria lopez")
    assert not any({"Maria", "Maria Lopez"} <= set(names) for names in entities(memory))
    assert memory.decisions() == [parted]
    memory.undo(parted.id)
    assert {(one.text, one.into) for one in memory.merges()} == joined_names


def test_what_is_decided_already_is_not_stored_again(memory: Memory) -> None:
    """However the names are written, and in whatever order; the other way round it is another decision."""
    made = memory.merge("Porto", "Lisbon")
    assert memory.merge("lisbon", "PORTO") == made
    assert (made.text, made.other, made.same, made.holds) == ("Porto", "Lisbon", True, True)
    otherwise = memory.split("Porto", "Lisbon")
    assert [(one.id, one.holds) for one in memory.decisions()] == [(made.id, False), (otherwise.id, True)]
    memory.undo(otherwise.id)
    assert memory.decisions() == [made]


def test_an_entity_goes_by_its_fullest_name_everywhere(memory: Memory) -> None:
    """In the list, in what joined it, and in the picture."""
    (tom,) = memory.entities("tom")
    assert (tom.name, tom.aliases, tom.mentions) == ("Tom Hanson", ("Tom",), 2)
    assert (tom.first.id, tom.last.id) == ("tom", "again")
    assert [(one.text, one.into) for one in tom.merges] == [("Tom", "Tom Hanson")]
    assert [turn.id for turn in tom.merges[0].turns] == ["tom", "again"]
    assert tom.merges[0] in memory.merges()
    assert "Tom Hanson" in {node.label for node in memory.picture().nodes}


def test_a_speaker_goes_by_the_own_name_whatever_is_taken_for_it(memory: Memory) -> None:
    """In the list, in what joined it, in its profile, in the picture, and as of a time."""
    memory.merge("Ana", "Maria Lopez")
    (ana,) = memory.entities("Maria Lopez")
    assert (ana.name, ana.aliases) == ("Ana", ("Ana's aunt", "Maria Lopez", "Maria"))
    assert {one.into for one in ana.merges} == {"Ana"}
    assert memory.profile("Maria Lopez").name == "Ana"
    assert "Maria Lopez" not in {node.label for node in memory.picture().nodes}
    graph = graph_of(memory, as_of=datetime(2024, 1, 31))
    assert {graph.name(entity) for entity in graph.named("Ana")} == {"Ana"}


def test_a_model_does_not_rename_a_speaker() -> None:
    """Its better name for an entity counts for those who do not speak."""
    assert called(entity_of("Ana", "Ana Diaz"), "Ana").name == "Ana"
    assert called(entity_of("Ana", "Ana Diaz", seeded=True), "Ana Diaz").name == "Ana Diaz"
    assert called(joined(entity_of("Ana", seeded=True), occurrence("Ana Diaz")), "Ana Diaz").name == "Ana"


def test_entities_are_counted_where_they_are_named(memory: Memory) -> None:
    """Those with most mentions come first; a speaker is in every episode in which they speak."""
    listed = memory.entities()
    counts = [one.mentions for one in listed]
    assert counts == sorted(counts, reverse=True)
    assert {name for one in listed for name in (one.name, *one.aliases)} == {
        name for names in entities(memory) for name in names
    }
    (ana,) = [one for one in listed if one.name == "Ana"]
    assert (ana.kind, ana.episodes) == ("person", len(memory.sessions()))
    with pytest.raises(UnsupportedError, match="knows no entities"), open_memory(":memory:") as other:
        other.entities()


def test_only_names_can_be_joined(memory: Memory) -> None:
    """What nobody is called, is named in the error; a name is the same as itself."""
    with pytest.raises(NotFoundError, match="Eva"):
        memory.merge("Tom", "Eva")
    with pytest.raises(InputError, match="one name"):
        memory.merge("Tom", "tom")
    with pytest.raises((ConflictError, NotFoundError)):
        memory.merge("lives in", "Tom")


class Refusing(ThreeWordParser):
    """Parses what is said, and no question."""

    def parse(self, sentences: Sequence[str]) -> list[Parse]:
        assert not any("?" in one for one in sentences)
        return super().parse(sentences)


def test_without_bonuses_no_question_is_parsed() -> None:
    """Recall is then two searches alone."""
    settings = LightGMEMSettings(entity_bonus=0, relation_bonus=0, profiles=0)
    architecture = LightGMEM(HashingEncoder(64), replace(READER, parser=Refusing()), settings)
    with open_memory(":memory:", architecture=architecture) as memory:
        memory.add(SESSIONS)
        assert memory.recall("Where does Maria live?").hits


def test_more_hits_than_the_depth_are_found(memory: Memory) -> None:
    """Each search then contributes as many as are wanted; the order of the first does not change."""
    with open_memory(":memory:", architecture=lightgmem(depth=1)) as shallow:
        shallow.add(SESSIONS)
        question = "What did Ana say about Maria Lopez and a boat?"
        assert [hit.id for hit in shallow.recall(question, k=10).hits] == [
            hit.id for hit in memory.recall(question, k=10).hits
        ]


def test_a_question_without_a_known_word_finds_nothing(memory: Memory) -> None:
    """Nor does it fail."""
    assert not memory.recall("…").hits


def test_the_picture_has_entities_and_what_relates_them(memory: Memory) -> None:
    """Names, the turns that mention them, relations with the turns that state them, and what is said side by side."""
    picture = memory.picture(100)
    labels = {node.label for node in picture.nodes if node.kind == "entity"}
    assert {"Maria Lopez", "Porto", "Tom Hanson", "Ana", "Ben"} <= labels
    relations = {link.relation for link in picture.links}
    assert {"mentions", "triplet", "beside"} <= relations


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("depth", 0),
        ("anchors", -1),
        ("communities", -1),
        ("anchors", True),
        ("fusion", "mean"),
        ("rank_constant", 0),
        ("entity_bonus", -0.1),
        ("relation_bonus", float("nan")),
        ("similar_name", 1.5),
        ("similar_name", True),
        ("resolution", None),
        ("splitting", "louvain"),
    ],
)
def test_wrong_settings_are_named(option: str, value: object) -> None:
    """Before anything is asked."""
    with pytest.raises(InputError, match=option):
        LightGMEMSettings(**{option: value})


def test_a_wrong_unit_is_named() -> None:
    """An episode is a chunk or a turn."""
    with pytest.raises(InputError, match="'session'"):
        LightGMEM(HashingEncoder(), READER, unit="session")  # type: ignore[arg-type]


def test_a_description_is_no_similar_name() -> None:
    """Of Maria it is said that she is Tom's boss, which makes her no anchor for Tom."""
    encoder = HashingEncoder(64)
    settings = LightGMEMSettings(similar_name=0.1)
    with open_memory(":memory:", architecture=LightGMEM(encoder, READER, settings)) as memory:
        lines = (("My boss is called Maria Silva.", "Tom"), ("I met Tom's boss in Porto.", "Ana"))
        memory.add(Session(tuple(Turn(text, speaker) for text, speaker in lines), id="s"))
        graph = graph_of(memory)
        assert [graph.name(one.entity) for one in anchors_of(graph, ["Tom"], encoder, 3, 0.1)] == ["Tom"]


def test_the_threshold_of_similar_names_is_that_of_the_encoder() -> None:
    """Unless the settings say another."""
    assert LightGMEMSettings().least_cosine("static") == 0.85
    assert LightGMEMSettings().least_cosine("openai:text-embedding-3-small") == 0.75
    assert LightGMEMSettings(similar_name=0.5).least_cosine("static") == 0.5
