"""Associa beyond the worked examples: duplicates, precedence, filters, settings, and deliberation."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest

import convograph
from convograph.architectures.associa import (
    NAMED,
    WITH_SOURCES,
    Associa,
    AssociaSettings,
    ChatDeliberator,
    Deliberation,
    Retrieved,
)
from convograph.architectures.associa.architecture import retrieved
from convograph.architectures.associa.asked_times import of_that_time
from convograph.architectures.associa.association import AssociatedQuestion, associated
from convograph.architectures.associa.deliberation import MOST_CLUES, UncoveredPhrases
from convograph.architectures.associa.event_graph import EventGraph
from convograph.architectures.associa.settings import Ranking
from convograph.build import make_chat_model, make_reader, open_memory
from convograph.config import Settings
from convograph.errors import InputError, ModelError, UnsupportedError
from convograph.extraction.asking import times_asked
from convograph.generation.deliberation import MOST_ENTITIES
from convograph.layers.associations import AssociationLayer
from convograph.llm.scripted import Fail, ScriptedServer
from convograph.memory import Memory
from convograph.protocols import Query
from convograph.terms import ENGLISH
from convograph.types import Memo, Session, Triplet, Turn, When
from support.conversations import said_at
from support.encoders import HashingEncoder

READER = make_reader()


NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil")


def associa(settings: AssociaSettings = NAMED["associa"], **options: object) -> Associa:
    return Associa(HashingEncoder(64), READER, settings, **options)


@pytest.fixture
def memory() -> Iterator[Memory]:
    with open_memory(":memory:", architecture=associa()) as opened:
        yield opened


def graph_of(memory: Memory, **filters: object) -> EventGraph:
    architecture = memory.architecture
    assert isinstance(architecture, Associa)
    unit = architecture.unit
    return architecture.event_graph(memory._keeper.caught_up(), Query("q", 5, unit, **filters))


def edges_of(memory: Memory, **filters: object) -> list[str]:
    graph = graph_of(memory, **filters)
    return [graph.edge_text(edge) for edge in np.flatnonzero(graph.seen_edges).tolist()]


def texts_of(memory: Memory, **filters: object) -> list[str]:
    graph = graph_of(memory, **filters)
    return [graph.text(node) for node in np.flatnonzero(graph.seen).tolist()]


def event(turn: str, *triplets: tuple[str, str, str], when: str | None = None) -> Memo:
    made = tuple(Triplet(*parts) for parts in triplets)
    return Memo("event", f"what {turn} says", None, (turn,), None, made, "it", None, when)


def two_turns(memory: Memory) -> None:
    memory.add(Session((Turn("One.", "Ana", id="one"), Turn("Two.", "Ana", id="two")), id="s"))


def test_what_two_sources_say_is_one_node_and_one_edge(memory: Memory) -> None:
    """Names and relations that differ in case and spacing alone; each utterance keeps edges of its own."""
    two_turns(memory)
    memory.bring([event("one", ("Ana", "likes", "Green tea")), event("two", ("ana", "Likes", "green  tea"))])
    assert [text for text in texts_of(memory) if "tea" in text.lower()] == ["green  tea"]
    assert sum("likes" in edge.lower() for edge in edges_of(memory)) == 1
    assert {"one —include→ green  tea", "two —include→ green  tea"} <= set(edges_of(memory))


def test_the_spelling_said_most_often_stands_for_a_name(memory: Memory) -> None:
    """Twice "Green tea", once the longer "green  tea"."""
    memory.add(Session(tuple(Turn(f"{name}.", "Ana", id=name) for name in ("a", "b", "c")), id="s"))
    said = {"a": "Green tea", "b": "green  tea", "c": "Green tea"}
    memory.bring([event(turn, ("Ana", "likes", name)) for turn, name in said.items()])
    assert [text for text in texts_of(memory) if "tea" in text.lower()] == ["Green tea"]


def test_forgetting_one_of_two_sources_leaves_what_the_other_says(memory: Memory) -> None:
    """The shared relation and name stay, in the spelling that is left; what the one alone said is gone."""
    two_turns(memory)
    memory.bring([event("one", ("Ana", "likes", "Green tea"), when="May"), event("two", ("Ana", "likes", "green tea"))])
    memory.forget(turn="one")
    assert texts_of(memory) == ["Two.", "what two says", "Ana", "green tea"]
    assert "Ana —likes→ green tea" in edges_of(memory)


def test_times_of_the_same_words_are_one_node(memory: Memory) -> None:
    """Two events in May 2023."""
    two_turns(memory)
    memory.bring([event("one", when="May 2023"), event("two", when="may 2023")])
    assert len([text for text in texts_of(memory) if text.lower() == "may 2023"]) == 1


def test_a_session_with_brought_events_has_no_others(memory: Memory) -> None:
    """Session by session; `read` and `brought` take one kind alone."""
    said = {"a": "I moved to Porto.", "b": "I bought a boat."}
    sessions = [Session((Turn(text, "Ana", id=f"{name}0"),), id=name) for name, text in said.items()]
    memory.add(sessions)
    memory.bring([event("a0", ("Ana", "moved to", "Lisbon"))])
    texts = texts_of(memory)
    assert "what a0 says" in texts
    assert "Lisbon" in texts
    assert [text for text in texts if text.startswith("Ana:")] == ["Ana: I bought a boat."]
    for events, there in (("read", ("Porto", "Lisbon")), ("brought", ("Lisbon", "Porto"))):
        with memory_like(memory, AssociaSettings(events=events)) as other:
            other.add(sessions)
            other.bring([event("a0", ("Ana", "moved to", "Lisbon"))])
            assert there[0] in texts_of(other)
            assert there[1] not in texts_of(other)


def memory_like(memory: Memory, settings: AssociaSettings) -> Memory:
    return open_memory(":memory:", architecture=associa(settings))


def test_a_relation_of_something_to_itself_is_no_edge(memory: Memory) -> None:
    """What is a name and itself in another spelling; its other edges are there."""
    two_turns(memory)
    memory.bring([event("one", ("Ana", "teaches", "ana"))])
    assert not any("teaches" in edge for edge in edges_of(memory))
    assert "what one says —event include→ Ana" in edges_of(memory)


def test_relations_are_shown_with_spaces() -> None:
    """However they are written, they are one edge, also where nothing else is joined."""
    with open_memory(":memory:", architecture=associa(AssociaSettings(duplicates="kept"))) as memory:
        two_turns(memory)
        memory.bring([event("one", ("Ana", "lives_in", "Porto"))])
        assert [edge for edge in edges_of(memory) if "lives" in edge] == ["Ana —lives in→ Porto"]
        memory.bring([event("two", ("Ana", "lives in", "Porto"))])
        assert [edge for edge in edges_of(memory) if "lives" in edge] == ["Ana —lives in→ Porto"]


def test_who_is_not_known_is_the_user(memory: Memory) -> None:
    """The node that asks."""
    memory.add(Session((Turn("One.", id="one"), Turn("Two.", "Ana", id="two")), id="s"))
    assert [edge for edge in edges_of(memory) if "ask" in edge] == ["Ana —ask→ two", "user —ask→ one"]


def test_times_are_called_as_they_were_brought(memory: Memory) -> None:
    """Else as people write them; an event without a time has no node of one."""
    memory.add(Session(tuple(Turn(f"{name}.", "Ana", id=name) for name in ("one", "two", "six")), id="s"))
    day = When(datetime(2024, 4, 2), datetime(2024, 4, 3), "day", True)
    memory.bring(
        [
            Memo("event", "She moved.", None, ("one",), None, (), None, day, "before the wedding"),
            Memo("event", "She left.", None, ("two",), None, (), None, day),
            Memo("event", "She sang.", None, ("six",)),
        ]
    )
    times = [edge for edge in edges_of(memory) if "occur" in edge]
    assert times == [
        "She moved. —event occur at→ before the wedding",
        "She left. —event occur at→ about 2 April 2024",
    ]


def test_what_may_not_be_evidence_gets_no_prize_and_still_connects() -> None:
    """Ben alone says what Ana's tea and Cleo's boat have to do with each other, in the very words of the question.

    Neither his turn, nor his event, nor their edges get a prize; the tree leads over them all the same.
    """
    question = "Ben told of tea and a boat"
    names = {"Ana": "tea", "Ben": "lunch", "Cleo": "boat"}
    turns = tuple(Turn(f"{name} told of {what}.", name, id=name) for name, what in names.items())
    told = (("tea", "was", "lunch"), ("boat", "was", "supper"))
    with open_memory(":memory:", architecture=associa(AssociaSettings(events="brought", duplicates="kept"))) as memory:
        memory.add(Session(turns, id="s"))
        memory.bring(
            [
                event("Ana", ("tea", "is", "tea")),
                Memo("event", question, None, ("Ben",), None, tuple(Triplet(*parts) for parts in told)),
                event("Cleo", ("boat", "is", "boat")),
            ]
        )
        query = Query(question, 5, "turn", speakers=frozenset({"Ana", "Cleo"}))
        architecture = memory.architecture
        assert isinstance(architecture, Associa)
        graph = architecture.event_graph(memory._keeper.caught_up(), query)
        asked = architecture._asked(graph, question, None)
        found = associated(graph, asked, architecture.settings)
        everything = np.arange(len(graph.structure.kinds))
        assert graph.text(int(np.argmax(graph.roughly(everything, asked.vector)))) == question
        not_allowed, not_allowed_edges = ~graph.allowed, ~graph.allowed_edges
        assert question in [graph.text(node) for node in np.flatnonzero(not_allowed).tolist()]
        assert not found.node_prizes[not_allowed].any()
        assert not found.edge_prizes[not_allowed_edges].any()
        assert not_allowed[found.tree.nodes].any()
        assert not_allowed_edges[found.tree.edges].any()
        recall = memory.recall(question, speakers=["Ana", "Cleo"])
        assert {hit.id for hit in recall.hits} == {"Ana", "Cleo"}
        assert question not in [memo.text for memo in recall.memos]


def test_as_of_hides_what_was_learned_later(memory: Memory) -> None:
    """Nodes and edges that rest on later turns alone do not exist; shared ones do."""
    memory.add(
        Session(
            (
                Turn("I live in Porto.", "Ana", said_at(datetime(2024, 1, 1)), id="one"),
                Turn("I live in Porto and I like tea.", "Ana", said_at(datetime(2024, 2, 1)), id="two"),
            ),
            id="s",
        )
    )
    texts = texts_of(memory, as_of=datetime(2024, 1, 15))
    assert "Porto" in texts
    assert "tea" not in texts
    assert "tea" in texts_of(memory)


def test_blocks_of_four_turns_are_asked_by_each_of_their_speakers() -> None:
    """An `ask` edge from Ana and one from Ben to the one block; the second block has Ana's alone."""
    with open_memory(":memory:", architecture=associa(unit="block4")) as memory:
        turns = tuple(Turn(f"Line {n}.", "Ben" if n == 1 else "Ana", id=f"t{n}") for n in range(5))
        memory.add(Session(turns, id="s"))
        asked = [edge for edge in edges_of(memory) if "—ask→" in edge]
        assert sorted(asked) == ["Ana —ask→ t0", "Ana —ask→ t4", "Ben —ask→ t0"]


def test_user_turns_leave_the_assistant_out() -> None:
    """Its words are in no utterance, and events of them in no graph."""
    with open_memory(":memory:", architecture=associa(unit="user-turn")) as memory:
        turns = (Turn("I moved to Porto.", "user", id="u"), Turn("Porto is a city in Portugal.", "assistant", id="a"))
        memory.add(Session(turns, id="s"))
        assert not any("Portugal" in text for text in texts_of(memory))
        assert [hit.id for hit in memory.recall("Porto in Portugal").hits] == ["u"]


def test_a_question_without_a_known_word_finds_nothing(memory: Memory) -> None:
    """A zero vector is similar to nothing."""
    two_turns(memory)
    assert memory.recall("the of and").hits == ()


def test_units_that_are_no_utterances_are_refused(memory: Memory) -> None:
    """With the units that there are."""
    two_turns(memory)
    with pytest.raises(UnsupportedError, match="turn, user-turn, block4"):
        memory.recall("one", unit="session")


def test_an_utterance_of_another_unit_is_refused_at_once() -> None:
    """Rather than by the first recall."""
    with pytest.raises(InputError, match="'turn', 'user-turn', 'block4': unit 'session'"):
        associa(unit="session")


def test_scores_fall_with_the_rank_whatever_ranks(memory: Memory) -> None:
    """Also where the tree's order alone counts, and where others follow."""
    turns = tuple(Turn(f"Ana saw {what} in Porto.", "Ana") for what in ("a boat", "tea", "the river", "rain", "a cat"))
    for ranking in ("pagerank", "none", "similarity", "events"):
        with memory_like(memory, AssociaSettings(ranking=ranking, nodes=4, edges=2)) as other:
            other.add(Session(turns, id="s"))
            scores = [hit.score for hit in other.recall("Which boat was in Porto?", k=5).hits]
            assert len(scores) == 5
            assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("ranking", ["pagerank", "none", "similarity", "events"])
def test_the_first_hits_are_the_same_however_many_are_asked_for(memory: Memory, ranking: Ranking) -> None:
    """Few of the others are compared exactly, but all that are in the tree: one hit, and the first of all."""
    turns = tuple(Turn(f"{who} saw a {what}.", who) for what in ("boat", "cat", "red boat", "river") for who in NAMES)
    with memory_like(memory, AssociaSettings(ranking=ranking, nodes=3, edges=2)) as other:
        other.add(Session(turns, id="s"))
        everything = [hit.id for hit in other.recall("Who saw which boat?", k=len(turns)).hits]
        assert len(everything) == len(turns)
        for k in range(1, len(turns)):
            assert [hit.id for hit in other.recall("Who saw which boat?", k=k).hits] == everything[:k]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("nodes", 0),
        ("edges", True),
        ("passes", 1.5),
        ("edge_cost", -1),
        ("damping", 2),
        ("damping", float("nan")),
        ("solver", "best"),
        ("ranking", None),
        ("accumulate", "yes"),
        ("accumulate", 1),
        ("edge_cost", float("inf")),
        ("same_name", 1.5),
    ],
)
def test_impossible_settings_are_refused(option: str, value: object) -> None:
    """With the name of the option and the value."""
    with pytest.raises(InputError, match=f"{option}.*{value!r}"):
        AssociaSettings(**{option: value})


def test_sources_count_words_of_utterances_and_events(memory: Memory) -> None:
    """With `associa-sources`, a rare word of the question finds its turn, whatever the vectors say."""
    turns = tuple(Turn(f"We talked about topic number {n}.", "Ana") for n in range(20))
    with open_memory(":memory:", architecture=associa(WITH_SOURCES)) as other:
        other.add(Session((*turns, Turn("The zephyr broke.", "Ana", id="rare")), id="s"))
        found = other.recall("Which topic is about the zephyr?", k=3)
        assert found.hits[0].id == "rare"
        assert found.architecture == "associa-sources"


def test_phrases_that_no_text_covers_are_missing() -> None:
    """Words must stand together in one text; at most so many are asked for."""
    offline = UncoveredPhrases(READER, ENGLISH)
    shown = Retrieved(("Ana: I bought a guitar.",), (), ("Ben: The concert was loud.",))
    said = offline.deliberate("Did Ana play the guitar at Clara's wedding?", shown)
    assert said.missing
    assert all("guitar" not in phrase and phrase != "Ana" for phrase in said.missing)
    assert any("wedding" in phrase for phrase in said.missing)
    many = "Who likes apples, bridges, candles, deserts, engines, forests, gardens and hammers?"
    assert len(offline.deliberate(many, Retrieved((), (), ())).missing) == MOST_CLUES


def test_each_of_several_intents_is_missing_and_no_word_of_time() -> None:
    """What is asked about is asked for alone; a time is told by what was said then, not by its words."""
    offline = UncoveredPhrases(READER, ENGLISH)
    shown = Retrieved(("Ana wants to go hiking.",), (), ("Ben: We ate at home last summer.",))
    said = offline.deliberate("Where did Ana go hiking, and what did Ben cook yesterday?", shown)
    assert said.missing[0] == "what did Ben cook yesterday"
    assert "yesterday" not in said.missing
    assert offline.deliberate("What did Ana do?", Retrieved((), (), ("Ana: Hi.",), ("7 May 2024",))).missing == (
        "7 May 2024",
    )


def test_a_time_of_which_nothing_was_retrieved_is_absent(memory: Memory) -> None:
    """A tree is of the times of its utterances; of two that a question names, the one that none is of is asked for."""
    memory.add(Session((Turn("I walked the dog.", "Ana"),), "s", said_at(datetime(2024, 5, 7))))
    graph = graph_of(memory)
    asked = AssociatedQuestion("dog", memory.architecture.encoder.encode(["walked the dog"], "query")[0])
    found = associated(graph, asked, NAMED["associa"])
    times = times_asked("On 7 May 2024, or in June 2024?", datetime(2024, 7, 1))
    assert retrieved(graph, found, times).absent_times == ("June 2024",)


def chat(server: ScriptedServer) -> ChatDeliberator:
    return ChatDeliberator(make_chat_model("openai:m", Settings(base_url=server.url, api_key="k")))


SHOWN = Retrieved(("An event.",), ("Ana —likes→ tea",), ("Ana: I like tea.",))


def test_a_model_names_what_is_missing() -> None:
    """It gets the three lists and the query, quoted; what it says is bounded, and its cost is told.

    It is stopped behind the entities, unless what is unrelated is wanted too.
    """
    first = {"add_entity": [" Clara ", "Clara", "wedding"], "unrelated_content": ["An event."]}
    with ScriptedServer([first, first, {"add_entity": [f"e{n}" for n in range(50)]}, {}]) as server:
        said = chat(server).deliberate("Who?", SHOWN)
        assert (said.missing, said.unrelated, said.calls) == (("Clara", "wedding"), (), 1)
        whole = chat(server).deliberate("Who?", SHOWN, unrelated=True)
        assert (whole.missing, whole.unrelated) == (("Clara", "wedding"), ("An event.",))
        assert whole.tokens > said.tokens
        assert said.tokens > 0
        assert 'Chunks: ["Ana: I like tea."]' in server.requests[-1].last
        assert len(chat(server).deliberate("Who?", SHOWN).missing) == MOST_ENTITIES
        assert chat(server).deliberate("Who?", SHOWN).missing == ()


def test_a_reply_that_is_no_deliberation_is_repaired_once_or_fails() -> None:
    """Prose is asked for again; twice prose is a `ModelError`."""
    with ScriptedServer(["I would ask for Clara.", {"add_entity": ["Clara"]}, "No.", "Never."]) as server:
        said = chat(server).deliberate("Who?", SHOWN)
        assert (said.missing, said.calls) == (("Clara",), 2)
        with pytest.raises(ModelError):
            chat(server).deliberate("Who?", SHOWN)


@pytest.mark.parametrize(
    "reply",
    [
        '```json\n{"add_entity": ["Clara"],\n "unrelated_content": []}\n```',
        '{"add_entity": ["Clara"]}',
        '{ "unrelated_content": [], "add_entity": ["Clara"] }',  # stopped before the entities: asked again, whole
    ],
)
def test_a_reply_ends_behind_the_entities(reply: str) -> None:
    """In whatever form it comes; a server that refuses to stop is asked without."""
    with ScriptedServer([reply, reply]) as server:
        assert chat(server).deliberate("Who?", SHOWN).missing == ("Clara",)
        assert server.requests[0].body["stop"] == ['"unrelated_content"']
    refused = Fail(400, "Unsupported parameter: 'stop'", parameter="stop")
    with ScriptedServer([refused, {"add_entity": ["Clara"], "unrelated_content": ["An event."]}]) as server:
        said = chat(server).deliberate("Who?", SHOWN)
        assert (said.missing, "stop" in server.requests[1].body) == (("Clara",), False)


def test_recall_with_a_model_tells_what_it_cost() -> None:
    """One call for each pass beyond the first."""
    with (
        ScriptedServer([{"add_entity": ["tea"]}]) as server,
        open_memory(":memory:", architecture=associa(deliberator=chat(server))) as memory,
    ):
        two_turns(memory)
        usage = memory.recall("Two things").usage
        assert usage.model_calls == 1
        assert usage.model_tokens > 0


def test_deliberation_by_default_costs_no_call(memory: Memory) -> None:
    """Nothing is asked of a model."""
    two_turns(memory)
    assert memory.recall("What about Clara's wedding?").usage.model_calls == 0
    assert Deliberation() == Deliberation((), (), 0, 0)


def test_a_recall_tells_what_it_called_to_mind(memory: Memory) -> None:
    """Nodes and edges of the tree, numbered from 0, with the clues that were asked for."""
    two_turns(memory)
    memory.bring([event("one", ("Ana", "likes", "tea"), when="May 2023")])
    tree = memory.recall("Which tea does Ana like, Clara's wedding?").tree
    assert tree is not None
    assert [node.number for node in tree.nodes] == list(range(len(tree.nodes)))
    assert {"utterance", "event", "entity"} <= {node.kind for node in tree.nodes}
    assert all({edge.source, edge.target} <= set(range(len(tree.nodes))) for edge in tree.edges)
    assert any(edge.label == "likes" for edge in tree.edges)
    assert any("wedding" in clue for clue in tree.clues)


def test_a_process_that_ends_between_two_layers_leaves_a_sound_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new speaker has a session read again: events are dropped, and what lies between them a commit later.

    Meanwhile the store verifies and can be copied; a reader that may not write does without; the next one mends it.
    """
    path = tmp_path / "m.db"
    with open_memory(path, architecture=associa()) as memory:
        memory.add([{"speaker": "Ana", "text": "I moved to Porto. I told you about it.", "id": "t0"}], session="s")
        monkeypatch.setattr(AssociationLayer, "derive", _killed)
        with pytest.raises(KeyboardInterrupt):
            memory.add([{"speaker": "Ben", "text": "You told me in March.", "id": "t1"}], session="s", first_ordinal=1)
        monkeypatch.undo()
    assert convograph.verify(path).problems == ()
    convograph.backup(path, tmp_path / "copy.db")
    with open_memory(path, architecture=associa(), read_only=True) as memory:
        assert {hit.id for hit in memory.recall("Who moved to Porto?").hits} == {"t0", "t1"}
    with open_memory(path, architecture=associa()) as memory:
        assert {hit.id for hit in memory.recall("Who moved to Porto?").hits} == {"t0", "t1"}
        assert any("Ben" in edge for edge in edges_of(memory))


def _killed(layer: AssociationLayer, graph: object) -> None:
    raise KeyboardInterrupt


def test_what_belongs_to_the_time_of_a_question_counts_more() -> None:
    """Utterances said then, and events that happened then: `time` is what their similarity gains."""
    days = (datetime(2024, 1, 5), datetime(2024, 2, 5))
    turns = tuple(Turn("We went hiking.", "Ana", said_at(day), id=f"t{day.month}") for day in days)
    told = Memo("event", "Ana met Ben.", None, ("t1",), None, (), None, When(days[1], datetime(2024, 2, 6), "day"))
    scores = {}
    for time in (0.0, 0.5):
        with open_memory(":memory:", architecture=associa(AssociaSettings(time=time, ranking="similarity"))) as memory:
            memory.add(Session(turns, id="s"))
            memory.bring([told])
            found = memory.recall("Where did we hike on 5 February 2024?", asked_at=datetime(2024, 3, 1))
            scores[time] = {hit.id: hit.score for hit in found.hits}
            seen = graph_of(memory)
            then = of_that_time(seen, [(datetime(2024, 2, 5, 12), datetime(2024, 2, 7))])
            assert [seen.text(node) for node in np.flatnonzero(then).tolist()] == ["Ana met Ben."]
            assert not of_that_time(seen, [(datetime(2024, 2, 6), datetime(2024, 2, 7))]).any()
            assert memory.recall("Where did we hike?").hits[0].score < 1
    assert scores[0.5]["t1"] == pytest.approx(scores[0.0]["t1"])
    assert scores[0.5]["t2"] == pytest.approx(scores[0.0]["t2"] + 0.5)
