"""Examples for the extractor: the prompt of run time, the annotated triplet as its reply, and what is left out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from convograph.chat import ChatReply
from convograph.errors import InputError
from convograph.generation.memos.triplet_replies import read_triplets
from convograph.generation.memos.triplets import Statements, stated_in, triplet_request
from convograph.types import SourceTurn, Triplet
from convograph_eval.language.personaext.corpus import MarkedSentence, MarkedTriplet, read_personaext
from convograph_eval.training.examples import as_lines, digest_of, first_examples, prepared
from convograph_eval.training.triplets import (
    ALSO_EVALUATED,
    NOT_STORABLE,
    SPEAKERS,
    UNRESOLVED,
    completion_of,
    speaker_of,
    spoken_triplet,
    triplet_examples,
)
from support.training import personaext


def test_a_sentence_becomes_the_prompt_of_run_time_and_the_reply_that_it_asks_for(tmp_path: Path) -> None:
    """Who says it stands in both; what the extractor reads in the reply is the annotated triplet."""
    example = triplet_examples(read_personaext(personaext(tmp_path))).examples[0]
    speaker = speaker_of("i have a dog.")
    turn = SourceTurn(0, "t", "s", 0, speaker, "i have a dog.", None)
    assert example.prompt == triplet_request("anybody", [turn]).messages
    assert json.loads(example.completion) == {
        "triplets": [{"subject": speaker, "relation": "have_pet", "object": "dog"}]
    }
    read = read_triplets(ChatReply(example.completion, "m", 1, 1, 0.0), 1)
    assert stated_in(Statements.model_validate(read), [turn]) == [(turn, Triplet(speaker, "have_pet", "dog"))]


@pytest.mark.parametrize(
    ("head", "tail", "expected"),
    [
        ("i", "dog", ("Ana", "dog")),
        ("my", "baking", ("Ana", "baking")),
        ("my brother", "chess", ("Ana's brother", "chess")),
        ("mine", "time with my sister", ("Ana", "time with Ana's sister")),
        ("mom", "piano", ("mom", "piano")),
    ],
)
def test_the_first_person_is_the_speaker(head: str, tail: str, expected: tuple[str, str]) -> None:
    """As the prompt demands, alone and as an owner."""
    triplet = spoken_triplet(MarkedTriplet(head, tail, "like_activity"), "Ana")
    assert (triplet.subject, triplet.object) == expected


def test_what_is_left_out_is_counted(tmp_path: Path) -> None:
    """Heads that need other sentences, sentences that are evaluated, and what no store would take."""
    sentences = (*read_personaext(personaext(tmp_path)), MarkedSentence("i x.", (MarkedTriplet("i", "\x00", "has"),)))
    collected = triplet_examples(sentences, {"i love jazz"})
    assert collected.left_out == {UNRESOLVED: 1, ALSO_EVALUATED: 1, NOT_STORABLE: 1}
    assert [one.group for one in collected.examples] == [
        "i have a dog.",
        "my brother plays chess",
        "my hobby is baking with my sister.",
        "i drink green tea",
    ]


def test_speakers_are_spread_over_the_sentences() -> None:
    """Each of them about as often, and always the same for a sentence."""
    given = [speaker_of(f"sentence {number}") for number in range(3000)]
    assert set(given) == set(SPEAKERS)
    assert max(map(given.count, SPEAKERS)) < 3 * min(map(given.count, SPEAKERS))
    assert given == [speaker_of(f"sentence {number}") for number in range(3000)]


def test_all_triplets_of_a_sentence_are_one_reply() -> None:
    """Two examples with one prompt would teach to leave out the other."""
    both = MarkedSentence(
        "i have a dog and a cat", (MarkedTriplet("i", "dog", "have_pet"), MarkedTriplet("i", "cat", "have_pet"))
    )
    (example,) = triplet_examples([both]).examples
    assert [one["object"] for one in json.loads(example.completion)["triplets"]] == ["dog", "cat"]
    assert completion_of([]) == '{"triplets": []}'


def many(count: int) -> list[MarkedSentence]:
    """Sentences that differ."""
    return [
        MarkedSentence(f"i have {number} dogs", (MarkedTriplet("i", "dogs", "have_pet"),)) for number in range(count)
    ]


def test_the_held_out_share_depends_on_each_sentence_alone() -> None:
    """About a tenth; the same sentences when others come, in any order; train and held-out together are all."""
    collected = triplet_examples(many(1000))
    split = prepared(collected, 0.1)
    held_out = {one.group for one in split.held_out}
    assert 60 < len(held_out) < 140
    assert held_out.isdisjoint(one.group for one in split.train)
    assert len(split.train) + len(held_out) == 1000
    fewer = prepared(triplet_examples(reversed(many(300))), 0.1)
    assert {one.group for one in fewer.held_out} == held_out & {one.text for one in many(300)}
    assert prepared(collected, 0).held_out == ()


@pytest.mark.parametrize("share", [-0.1, 1, 7])
def test_a_share_that_leaves_nothing_is_refused(share: float) -> None:
    with pytest.raises(InputError, match="cannot be held out"):
        prepared(triplet_examples(many(3)), share)


def test_nothing_to_train_on_says_why() -> None:
    """With the reasons and counts of what was left out."""
    with pytest.raises(InputError, match=rf"nothing is left to train on \({UNRESOLVED}: 1\)"):
        prepared(triplet_examples([MarkedSentence("we ski", (MarkedTriplet("we", "ski", "like_activity"),))]), 0)


def test_a_limit_counts_what_is_beyond() -> None:
    """The first examples stay; what is held out is not limited."""
    split = prepared(triplet_examples(many(100)), 0.2)
    first = first_examples(split, 7)
    assert (first.train, first.held_out) == (split.train[:7], split.held_out)
    assert first.left_out == {"beyond the limit": len(split.train) - 7}
    assert first_examples(split, 1000) is split


def test_a_digest_changes_with_any_example() -> None:
    """And the lines can be read back as records with prompt and completion."""
    examples = triplet_examples(many(3)).examples
    assert digest_of(examples) == digest_of(triplet_examples(many(3)).examples)
    assert len({digest_of(examples), digest_of(examples[:2]), digest_of(examples[::-1])}) == 3
    record = json.loads(as_lines(examples).splitlines()[1])
    assert [one["role"] for one in record["prompt"]] == ["system", "user"]
    assert record["completion"] == [{"role": "assistant", "content": examples[1].completion}]
