"""What every architecture must keep, whatever it computes: those of `build.ARCHITECTURES`, and settings of some."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from convograph.architectures.associa import WITH_SOURCES as ASSOCIA_SOURCES
from convograph.architectures.associa import Associa, AssociaSettings
from convograph.architectures.glong import OFFICIAL, WITH_SOURCES, GLong, GLongSettings
from convograph.architectures.lightgmem import WITH_SENTENCES as LIGHTGMEM_SENTENCES
from convograph.architectures.lightgmem import LightGMEM, LightGMEMSettings
from convograph.architectures.search import Search
from convograph.architectures.sgmem import SGMem, SGMemSettings
from convograph.build import ARCHITECTURES, ENGINES, Parts, open_memory
from convograph.extraction.reading import Reader
from convograph.memory import Memory
from convograph.memory.snapshots.owner_rows import version_of
from convograph.pages import render_graph
from convograph.protocols import Architecture
from convograph.resolution import ResolutionSettings
from convograph.types import Memo, Session, Triplet, Turn
from convograph_eval.baselines import Dialogue, History, PieceSearch, TripletPageRank, Triplets, WithFacts
from convograph_eval.brought import SourcedTriplet
from support.conversations import conversation, memos_about, without
from support.encoders import HashingEncoder
from support.parses import ThreeWordParser
from support.pictures import answers, content, derived
from support.scorers import PlaceScorer
from support.stores import new_location

QUESTIONS = ("where is the blue boat", "cat soup", "thanks", "who has a guitar in the garden by the river")

FACTS = tuple(
    Memo("fact", f"the {word} of {n}", None, (f"s{n}.t{n}", f"s{n}.t5"))
    for n, word in enumerate(("cat", "boat", "guitar"))
)
TRIPLETS = tuple(
    SourcedTriplet(Triplet("ana", "has", thing), (f"s{n}.t0", f"s{n}.t{n}", f"s{n + 1}.t3"))
    for n, thing in enumerate(("a cat", "a guitar", "a boat on the river", "a garden"))
)
VARIANT = re.compile("(sgmem|rag)-[trs]m?f?i?")
# Of the variants, one for each layer and unit, without and with memos: the others combine these.
TRIED = {"sgmem-r", "sgmem-s", "rag-t", "rag-r", "rag-s", "sgmem-tmfi", "sgmem-sf", "rag-rmfi", "rag-si"}


def registered(architectures: Mapping[str, Callable[[Parts], Architecture]]) -> dict[str, Callable[[], Architecture]]:
    """Every architecture that there is, but for variants that combine others."""
    return {
        name: partial(make, Parts(HashingEncoder()))
        for name, make in architectures.items()
        if name in TRIED or not VARIANT.fullmatch(name)
    }


KINDS: dict[str, Callable[[], Architecture]] = {
    **registered(ARCHITECTURES),
    "sgmem, bm25 edges": lambda: SGMem(HashingEncoder(), SGMemSettings(edges="bm25", hops=2)),
    "sgmem, both ways": lambda: SGMem(HashingEncoder(), SGMemSettings(traversal="both", neighbours=2)),
    "sgmem, merged": lambda: SGMem(HashingEncoder(), SGMemSettings(merge_identical=True, aggregate="sum"), "session"),
    "sgmem, whole turns": lambda: SGMem(
        HashingEncoder(), SGMemSettings(sentence_unit="turn", aggregate="max"), "round"
    ),
    "glong": lambda: GLong(HashingEncoder(), Reader(ThreeWordParser())),
    "glong-sources": lambda: GLong(HashingEncoder(), Reader(ThreeWordParser()), WITH_SOURCES),
    "glong-official": lambda: GLong(
        HashingEncoder(), Reader(ThreeWordParser()), replace(OFFICIAL, hops=2, importance="centrality")
    ),
    "glong, scored": lambda: GLong(HashingEncoder(), Reader(ThreeWordParser()), scorer=PlaceScorer()),
    "glong, read": lambda: GLong(
        HashingEncoder(), Reader(ThreeWordParser()), GLongSettings(triplets="read", importance="tfidf")
    ),
    "associa": lambda: Associa(HashingEncoder(), Reader(ThreeWordParser())),
    "associa, blocks": lambda: Associa(
        HashingEncoder(),
        Reader(ThreeWordParser()),
        AssociaSettings(trees=2, passes=3, accumulate=False),
        unit="block4",
    ),
    "associa, labels": lambda: Associa(
        HashingEncoder(), Reader(ThreeWordParser()), AssociaSettings(edge_texts="label", solver="paths", directed=True)
    ),
    "associa-sources": lambda: Associa(HashingEncoder(), Reader(ThreeWordParser()), ASSOCIA_SOURCES),
    "lightgmem": lambda: LightGMEM(HashingEncoder(), Reader(ThreeWordParser())),
    "lightgmem, turns": lambda: LightGMEM(
        HashingEncoder(),
        Reader(ThreeWordParser()),
        LightGMEMSettings(
            depth=3, fusion="linear", similar_name=0.2, resolution=ResolutionSettings(batch=2, overlap=1)
        ),
        unit="turn",
    ),
    "lightgmem-sentences": lambda: LightGMEM(HashingEncoder(), Reader(ThreeWordParser()), LIGHTGMEM_SENTENCES),
    "baseline, pagerank": lambda: TripletPageRank(GLong(HashingEncoder(), Reader(ThreeWordParser()))),
    "baseline, newest": lambda: History(HashingEncoder(), newest_first=True),
    "hybrid, chunks": lambda: Search(HashingEncoder(), unit="chunk500"),
    "baseline, texts": lambda: PieceSearch(HashingEncoder(), "hybrid", Dialogue("block4", speakers=False)),
    "baseline, facts": lambda: PieceSearch(HashingEncoder(), "dense", WithFacts(Dialogue("turn"), FACTS)),
    "baseline, triplets": lambda: PieceSearch(HashingEncoder(), "bm25", Triplets(TRIPLETS)),
}

Open = Callable[..., Memory]


@pytest.fixture(params=KINDS, ids=lambda kind: kind.replace(", ", "-").replace(" ", "-"))
def kind(request: pytest.FixtureRequest) -> str:
    """The name of an architecture."""
    return str(request.param)


@pytest.fixture(params=ENGINES)
def open_new(request: pytest.FixtureRequest, kind: str, tmp_path: Path) -> Open:
    """Opens a memory of one architecture, in a new store of one engine for each name."""

    def opened(name: str) -> Memory:
        return open_memory(new_location(request.param, tmp_path, name), architecture=KINDS[kind]())

    return opened


def test_an_architecture_is_tried_once_it_is_registered() -> None:
    """Nobody has to add it here; the variants that are tried are there."""
    assert registered({"new": ARCHITECTURES["bm25"], "rag-new": ARCHITECTURES["bm25"]}).keys() == {"new", "rag-new"}
    assert TRIED < registered(ARCHITECTURES).keys() <= KINDS.keys()


def recalled(memory: Memory, **options: object) -> list[object]:
    """What every question finds, asked at one time: how long ago something was said may count."""
    return [
        (unit, answers(memory.recall(question, k=6, unit=unit, asked_at="2024-03-01", touch=False, **options)))
        for question in QUESTIONS
        for unit in memory.architecture.units
    ]


def _is_there(turn: str, given: dict[str, int]) -> bool:
    """Whether a turn `s1.t4` is among the first turns of its session that were given."""
    session, place = turn.split(".t")
    return int(place) < given[session]


@pytest.mark.parametrize("seed", range(3))
def test_forgetting_leaves_what_a_store_without_the_turns_holds(open_new: Open, seed: int) -> None:
    """After forgetting turns, a session and a speaker, content, layers and answers equal those of a store without.

    Memos that rest on any of the forgotten turns are gone, all others are there.
    """
    chance = random.Random(seed)
    sessions = conversation(seed)
    ids = [turn.id for one in sessions for turn in one.turns]
    doomed = set(chance.sample(ids, 5)) | {turn.id for turn in sessions[1].turns}
    doomed |= {turn.id for one in sessions for turn in one.turns if turn.speaker == "Cleo"}
    memos = memos_about(sessions, seed)
    kept = [memo for memo in memos if not doomed & set(memo.turns)]
    assert 0 < len(kept) < len(memos)
    with open_new("whole") as memory, open_new("never") as never:
        memory.add(sessions)
        memory.bring(memos)
        memory.forget(session="s1")
        memory.forget(speaker="CLEO")
        for turn in sorted(doomed & {row["turn"] for row in content(memory) if "turn" in row}):
            memory.forget(turn=turn)
        never.add(without(sessions, doomed))
        never.bring(kept)
        assert content(memory) == content(never)
        assert derived(memory) == derived(never)
        assert recalled(memory) == recalled(never)


@pytest.mark.parametrize("seed", range(3))
def test_recall_does_not_depend_on_how_turns_were_split_into_calls(open_new: Open, seed: int) -> None:
    """Sessions given whole, or growing turn by turn in any interleaving with recalls between, answer the same.

    So do memos brought all at once, or each as soon as its turns are there.
    """
    chance = random.Random(seed)
    sessions = conversation(seed)
    memos = memos_about(sessions, seed)
    with open_new("whole") as whole, open_new("pieces") as pieces:
        whole.add(sessions)
        whole.bring(memos)
        for one in sessions:
            pieces.add(replace(one, turns=one.turns[:1]))
        given = dict.fromkeys((one.id for one in sessions), 1)
        while unfinished := [one for one in sessions if given[one.id] < len(one.turns)]:
            one = chance.choice(unfinished)
            upto = chance.randint(given[one.id] + 1, len(one.turns))
            if chance.random() < 0.5:
                pieces.add(replace(one, turns=one.turns[:upto]))
            else:
                pieces.add(replace(one, turns=one.turns[given[one.id] : upto], first_ordinal=given[one.id]))
            given[one.id] = upto
            if chance.random() < 0.3:
                pieces.recall("where is the cat", touch=False)
                pieces.bring(memo for memo in memos if all(_is_there(name, given) for name in memo.turns))
        pieces.bring(memos)
        assert content(pieces) == content(whole)
        assert derived(pieces) == derived(whole)
        assert recalled(pieces) == recalled(whole)


def test_replaying_every_call_changes_nothing(open_new: Open) -> None:
    """The same calls again leave the store at the same version; nothing is counted as added."""
    sessions = [*conversation(7), Session((Turn("A session without a name", "Ana"),))]
    with open_new("once") as memory:
        memory.add(sessions)
        memory.bring(memos_about(sessions[:-1], 7))
        version = version_of(memory._store, "default")
        assert memory.bring(memos_about(sessions[:-1], 7)).added == 0
        report = memory.add(sessions)
        assert (report.added, report.known) == (0, sum(len(one.turns) for one in sessions))
        assert version_of(memory._store, "default") == version


def test_an_export_imported_is_exported_to_the_same_bytes(open_new: Open, tmp_path: Path) -> None:
    """Export, import into an empty store, export: the same bytes, and the same answers."""
    with open_new("first") as first, open_new("second") as second:
        first.add(conversation(3))
        first.bring(memos_about(conversation(3), 3))
        first.forget(turn="s2.t4")
        first.export_to(tmp_path / "first.jsonl")
        second.import_from(tmp_path / "first.jsonl")
        second.export_to(tmp_path / "second.jsonl")
        assert (tmp_path / "first.jsonl").read_bytes() == (tmp_path / "second.jsonl").read_bytes()
        assert recalled(second) == recalled(first)


def test_a_memory_loaded_afresh_answers_as_before(open_new: Open) -> None:
    """What was appended to a living snapshot equals what is loaded from the store."""
    with open_new("same") as memory:
        for one in conversation(11):
            memory.add(one)
            memory.bring(memos_about([one], 11))
        before, layers = recalled(memory), derived(memory)
        again = memory.for_owner(memory.owner)
        assert derived(again) == layers
        assert recalled(again) == before


def test_a_reopened_file_answers_as_before(kind: str, tmp_path: Path) -> None:
    """Another process finds what this one has stored, and derives nothing again."""
    with open_memory(tmp_path / "m.db", architecture=KINDS[kind]()) as memory:
        memory.add(conversation(11))
        memory.bring(memos_about(conversation(11), 11))
        before, version = recalled(memory), version_of(memory._store, "default")
    with open_memory(tmp_path / "m.db", architecture=KINDS[kind]()) as memory:
        assert recalled(memory) == before
        assert version_of(memory._store, "default") == version


def test_as_of_hides_what_was_said_later(open_new: Open) -> None:
    """No turn said after `as_of` comes back, neither as a hit, inside one nor under a memo; with `strict`, none of
    unknown time.
    """
    with open_new("masked") as memory:
        memory.add(conversation(5))
        memory.bring(memos_about(conversation(5), 5))
        for strict in (False, True):
            for question in QUESTIONS:
                for unit in memory.architecture.units:
                    found = memory.recall(question, k=50, unit=unit, as_of="2024-01-03T12:00", strict=strict)
                    times = [turn.said for hit in (*found.hits, *found.memos) for turn in hit.turns]
                    assert all(said.local.isoformat() <= "2024-01-03T12:00" for said in times if said)
                    assert not (strict and None in times)


def test_a_question_that_was_appended_does_not_find_itself(open_new: Open) -> None:
    """Neither as a hit nor inside one, whatever the unit."""
    question = "where is the blue boat"
    with open_new("asked") as memory:
        memory.add(conversation(5))
        turn = memory.append(Turn(question, "Ana"), "s1")
        for unit in memory.architecture.units:
            found = memory.recall(question, k=50, unit=unit)
            assert turn.id not in {each.id for hit in found.hits for each in hit.turns}


def test_speakers_and_times_limit_the_evidence(open_new: Open) -> None:
    """Hits hold a turn by the speaker asked for (in any spelling), said within the range; no other is evidence."""
    with open_new("filtered") as memory:
        memory.add(conversation(5))
        memory.bring(memos_about(conversation(5), 5))
        for unit in memory.architecture.units:
            if unit == "user-turn":  # nobody there is called user
                assert not memory.recall("river cat guitar", unit=unit).hits
                continue
            found = memory.recall("river cat guitar", k=50, unit=unit, speakers=" ANA ")
            assert found.hits
            assert all({"Ana", "ana"} & {turn.speaker for turn in one.turns} for one in (*found.hits, *found.memos))
            evidence = [one for hit in found.hits for one in hit.evidence]
            assert evidence
            assert {one.span.turn.speaker for one in evidence} <= {"Ana", "ana"}
            found = memory.recall("river cat guitar", k=50, unit=unit, between=("2024-01-02", "2024-01-03T23:59"))
            assert found.hits
            assert all(
                any(turn.said and "2024-01-02" <= turn.said.local.isoformat() < "2024-01-04" for turn in one.turns)
                for one in (*found.hits, *found.memos)
            )


def test_a_picture_holds_together(open_new: Open) -> None:
    """Whatever its limit: no node beyond it, no link or source that is left out, and as many nodes as it says.

    Two sessions begin with the same sentence, so that what it says may be one node that rests on both.
    """
    repeated = Turn("Ana likes Porto.", "Ana")
    sessions = [
        replace(one, turns=(replace(repeated, id=f"{one.id}.t0"), *one.turns[1:])) if one.id in ("s1", "s5") else one
        for one in conversation(7)
    ]
    with open_new("whole") as memory:
        assert render_graph(memory.picture(), "Nothing yet")
        memory.add(sessions)
        memory.bring(memos_about(sessions, 7))
        memory.forget(session="s2")
        for limit in (2, 15, 40, 1_000):
            picture = memory.picture(limit)
            assert render_graph(picture, "Something")
            assert 0 < len(picture.nodes) <= limit
            assert len({node.id for node in picture.nodes}) == len(picture.nodes)
        assert len(picture.nodes) == picture.total_nodes
        assert {turn.id for turn in picture.turns} == {row["turn"] for row in content(memory) if "turn" in row}


def test_facts_are_what_was_said_whatever_recalls_it(open_new: Open) -> None:
    """Every architecture and engine has the same facts, and they change nothing of what is recalled."""
    said = [
        {"speaker": "Ana", "text": "I live in Porto.", "time": "2024-01-01", "id": "first"},
        {"speaker": "Ana", "text": "I moved to Lisbon.", "time": "2024-03-01", "id": "second"},
    ]
    with open_new("facts") as memory:
        memory.add(said, session="homes")
        before = recalled(memory)
        found = memory.history("Ana", "lives_in")
        assert [(fact.value, fact.status) for fact in found] == [("Porto", "outdated"), ("Lisbon", "current")]
        assert memory.strike_fact(found[1].id).reason == "struck"
        assert [fact.value for fact in memory.facts("Ana", "lives_in")] == ["Porto"]
        assert memory.keep_fact(found[1].id) == found[1]
        assert memory.keep_fact(found[0].id).status == "current"
        assert memory.end_fact(found[1].id).status == "outdated"
        assert [fact.value for fact in memory.facts("Ana", "lives_in")] == ["Porto"]
        assert recalled(memory) == before
        memory.forget(turn="second")
        assert [fact.value for fact in memory.history("Ana", "lives_in")] == ["Porto"]


def test_an_empty_memory_has_no_hits(open_new: Open) -> None:
    """Asking before anything was added is no error."""
    with open_new("empty") as memory:
        found = memory.recall("anything at all")
        assert (found.hits, found.memos) == ((), ())
        assert not memory.answer("anything at all").found
