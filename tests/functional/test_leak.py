"""A thousand owners in one file: none sees, counts or scores anything of another."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import convograph
from convograph.architectures.sgmem import SGMem, SGMemSettings
from convograph.architectures.unified import Unified
from convograph.build import make_encoder
from convograph.encoders.word_table import bundled_words
from convograph.errors import NotFoundError
from convograph.memory import Memory
from convograph.terms import ENGLISH
from convograph.types import Recall, SourceTurn

OWNERS = 1_000
SAMPLE = 25
ENCODER = make_encoder("static")
COMMON = "The weather was fine today."  # said by everyone: it cannot tell owners apart, and leads to all of them
QUESTIONS = ("Who bought a bicycle at the market?", "How was the weather?", "Tell me about music in the garden.")
LEXICAL = SGMem(ENCODER, SGMemSettings(edges="bm25", fallback=True), memos=("fact",))

pytestmark = pytest.mark.slow


def marker(number: int) -> str:
    """A word of letters that only this owner uses."""
    return "zq" + "".join("bcdfghklmp"[int(digit)] + "aeiou"[int(digit) % 5] for digit in f"{number:04d}")


def sessions_of(number: int) -> list[dict[str, object]]:
    """An owner's two sessions, under ids that all owners share; every turn but the common one has the marker."""
    rng, word = random.Random(number), marker(number)
    things = ["bicycle", "violin", "garden", "train", "coffee", "letter"]
    return [
        {
            "id": f"session {place}",
            "turns": [
                {"speaker": "Ana", "text": f"I bought a {rng.choice(things)} for {word} at the market."},
                {"speaker": "Ben", "text": f"Does {word} like music? The {rng.choice(things)} plays {word}."},
                {"speaker": "Ana", "text": COMMON},
            ],
        }
        for place in range(2)
    ]


def facts_of(number: int) -> list[dict[str, object]]:
    """An owner's memos: one with the marker, one that all owners share."""
    texts = {f"Somebody plays the violin for {marker(number)}.": "session 0:1", COMMON: "session 1:2"}
    return [{"kind": "fact", "text": text, "turns": [turn]} for text, turn in texts.items()]


def open_store(path: Path, number: int) -> Memory:
    """The memory of one owner in a store."""
    return convograph.open(path, owner=f"owner {number}", architecture=LEXICAL)


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Memory]]:
    """The memories of a thousand owners in one file, stored session by session in a mixed order."""
    first = open_store(tmp_path_factory.mktemp("crowd") / "memory.db", 0)
    memories = [first.for_owner(f"owner {number}") for number in range(OWNERS)]
    for place in range(2):
        for number in random.Random(place).sample(range(OWNERS), OWNERS):
            memories[number].add(sessions_of(number)[place])
    for number in random.Random(2).sample(range(OWNERS), OWNERS):
        memories[number].bring(facts_of(number))
    yield memories
    first.close()


def turns_shown(recall: Recall) -> Iterator[SourceTurn]:
    """Every turn that a recall shows in any place."""
    for memo in recall.memos:
        yield from memo.turns
    for hit in recall.hits:
        yield from hit.turns
        for evidence in hit.evidence:
            yield evidence.span.turn
            yield from (step.origin.turn for step in evidence.reason.steps)


def test_no_answer_shows_another_owners_turn(crowd: list[Memory]) -> None:
    """Whatever is asked, by another's very words too, recall, context and answer show the owner's turns alone."""
    for number, memory in enumerate(crowd):
        own, other = marker(number), marker((number + 1) % OWNERS)
        context = memory.context(f"What did {other} buy at the market? {COMMON}", budget=500)
        answer = memory.answer(f"Does {other} like music?")
        shown = [*turns_shown(context.recall), *turns_shown(answer.recall)]
        shown += [citation.turn for citation in (*context.citations, *answer.citations)]
        assert all(own in turn.text or turn.text == COMMON for turn in shown)
        assert any(own in turn.text for turn in shown)
        assert {memo.text for memo in context.recall.memos} == {str(fact["text"]) for fact in facts_of(number)}
        assert other not in context.text + answer.text


def test_only_the_owners_sentences_are_compared(crowd: list[Memory]) -> None:
    """What a recall has compared is the number of the owner's own sentences: 4 a session."""
    assert {memory.recall(QUESTIONS[0]).usage.items_scored for memory in crowd[::10]} == {8}
    assert {memory.stats().sentences for memory in crowd[::10]} == {8}


def test_an_owner_in_the_crowd_equals_an_owner_alone(crowd: list[Memory], tmp_path: Path) -> None:
    """Hits, scores, reasons, and edges by BM25 with weights from term statistics are those of a store of one."""
    for number in random.Random(7).sample(range(OWNERS), SAMPLE):
        with open_store(tmp_path / f"{number}.db", number) as alone:
            for session in sessions_of(number):
                alone.add(session)
            alone.bring(facts_of(number))
            for question in (*QUESTIONS, f"Does {marker(number)} like music?"):
                among, single = crowd[number].recall(question), alone.recall(question)
                assert among.hits == single.hits != ()
                assert among.memos == single.memos != ()
            edges = [link for link in alone.picture().links if link.relation == "bm25-neighbour"]
            assert len(edges) > 0
            assert [link for link in crowd[number].picture().links if link.relation == "bm25-neighbour"] == edges


def test_the_default_scores_an_owner_in_the_crowd_as_one_alone(tmp_path: Path) -> None:
    """Rarity of words, highest scores and deviations are the owner's own: every number is that of a store of one."""
    unified = Unified(ENCODER, bundled_words())
    with convograph.open(tmp_path / "memory.db", owner="owner 0", architecture=unified) as first:
        for number in range(SAMPLE):
            first.for_owner(f"owner {number}").add(sessions_of(number))
        for number in range(SAMPLE):
            with convograph.open(":memory:", architecture=unified) as alone:
                alone.add(sessions_of(number))
                for question in (*QUESTIONS, f"Does {marker(number)} like {marker(number + 1)}?"):
                    among, single = first.for_owner(f"owner {number}").recall(question), alone.recall(question)
                    assert [(hit.id, hit.score) for hit in among.hits] == [(hit.id, hit.score) for hit in single.hits]
                    assert [hit.evidence for hit in among.hits] == [hit.evidence for hit in single.hits] != []
                    assert all(marker(number) in turn.text or turn.text == COMMON for turn in turns_shown(among))


def test_facts_and_decisions_are_an_owners_own(crowd: list[Memory]) -> None:
    """Under ids and words that all owners share: nobody's facts, nor what is decided about them, change another's."""
    numbers = random.Random(4).sample(range(OWNERS), SAMPLE)
    for number in numbers:
        triplet = {"kind": "triplet", "subject": "Ana", "relation": "lives_in", "turns": ["session 0:0"]}
        crowd[number].bring([{**triplet, "object": f"Town of {marker(number)}"}])
    decided, *others = numbers
    before = {number: crowd[number].facts(outdated=True) for number in others}
    (home,) = crowd[decided].facts("Ana", "lives_in")
    assert crowd[decided].end_fact(home.id).status == "outdated"
    assert {number: crowd[number].facts(outdated=True) for number in others} == before
    for number in others:
        found = before[number]
        assert [fact.value for fact in crowd[number].history("Ana", "lives_in")] == [f"Town of {marker(number)}"]
        assert all(marker(number) in turn.text or turn.text == COMMON for fact in found for turn in fact.turns)
        with pytest.raises(NotFoundError):
            crowd[number].keep_fact(home.id)


def test_forgetting_owners_leaves_none_of_their_bytes_and_changes_no_other(crowd: list[Memory]) -> None:
    """Of 30 forgotten owners the file and its log hold no word and no term; all others stay as they are."""
    store = Path(crowd[0].location)
    doomed = random.Random(3).sample(range(OWNERS), 30)
    hashes = {number: ENGLISH.hashes([marker(number)])[1].tobytes() for number in doomed}
    before = bytes_of(store)
    assert all(marker(number).encode() in before and hashes[number] in before for number in doomed)
    others = [number for number in range(OWNERS) if number not in doomed]
    exports = {number: export(crowd[number]) for number in others}
    for number in doomed:
        assert crowd[number].forget(owner=f"owner {number}").scrubbed
        after = bytes_of(store)
        assert marker(number).encode() not in after
        assert hashes[number] not in after
    assert crowd[0].owners() == sorted(f"owner {number}" for number in others)
    assert {number: export(crowd[number]) for number in others} == exports
    assert crowd[doomed[0]].recall(QUESTIONS[0]).hits == ()


def bytes_of(store: Path) -> bytes:
    """All that lies on the disk, read by another process: closing the file here would cancel SQLite's locks on it."""
    return subprocess.run(["cat", *store.parent.glob(f"{store.name}*")], check=True, capture_output=True).stdout


def export(memory: Memory) -> list[str]:
    """The owner's content."""
    lines: list[str] = []
    memory.export_to(lines.append)
    return lines
