"""Fit which sentences are quoted after the best one: the `FurtherWeights` in `convograph.answering.weights`.

    python scripts/calibrate_further.py data/chats data/assistants

Fitted on the chats and the conversations with assistants (Apache-2.0), with `unified`'s recall by weights that never
saw the conversation, and the shipped weights of sentences. A further sentence is right if the quotation holds the gold
answer with its passage, and does not without. Prints the constants, and the quality of quotations for conversations
left out of the fit. Takes minutes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

import convograph
from calibrate_answers import HITS, PARTS, part_of
from convograph.answering import Candidate, candidates_of, certainty_signs
from convograph.answering.extraction import Ranked, quotable_of, rank
from convograph.answering.further import EVERY, FurtherWeights, Sentences, best_and_further
from convograph.answering.passages import passages
from convograph.answering.weights import IN_CHAT, WITH_ASSISTANT, AnswerWeights
from convograph.encoders.static import bundled_encoder
from convograph.encoders.word_table import bundled_words
from convograph.memory.recalling.neighbours import neighbours_for
from convograph.terms import ENGLISH
from convograph_eval.answer_metrics import holds_gold
from convograph_eval.datasets import Case, Question, load
from convograph_eval.left_out import weights_without
from shared.ranker_tables import Recorder
from train_ranker import PENALTY, Choice, fit

LEFT_OUT = 2 / 5  # the share of the further sentences: with more, too much of the gold is lost
WEIGHTS = {"chats": IN_CHAT, "assistants": WITH_ASSISTANT}


@dataclass(frozen=True)
class QuotableQuestion:
    """A question that is answered: its gold answer, its candidates, and those that may be quoted, best first."""

    case: str
    answer: str
    candidates: Sequence[Candidate]
    order: Sequence[int]
    places: Sequence[int]
    given: Sentences
    weights: AnswerWeights

    def quoted(self, kept: Sequence[int]) -> list[str]:
        """The passages of some quotable sentences."""
        places = [self.places[number] for number in kept]
        return [one.text for one in passages(self.candidates, places, self.order)]

    def rows(self) -> Iterator[tuple[tuple[float, float, float], bool]]:
        """The signs of each further sentence, and whether the quotation holds the gold because of it."""
        kept = best_and_further(self.given, EVERY, self.weights.most_sentences)
        held = [self.holds(kept[: count + 1]) for count in range(len(kept))]
        for count, (before, after) in enumerate(pairwise(held), start=1):
            place, sources = kept[count], {self.given.sources[other] for other in kept[:count]}
            signs = self.given.shares[place], self.given.hits[place], float(self.given.sources[place] in sources)
            yield signs, after > before

    def holds(self, kept: Sequence[int]) -> float:
        """1 if the passages of some quotable sentences hold the gold answer, else 0."""
        return holds_gold(" ".join(self.quoted(kept)), self.answer)


def main() -> None:
    """Fit the weights of each data set, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in WEIGHTS:
        parser.add_argument(name, type=Path)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    for name, shipped in WEIGHTS.items():
        with ProcessPoolExecutor(given.processes) as pool:
            asked = [one for ones in pool.map(_asked_of, load(name, getattr(given, name)).cases) for one in ones]
        report(name, [one for one in asked if one.weights == shipped])


def report(name: str, asked: Sequence[QuotableQuestion]) -> None:
    """Print the constants, and the figures for conversations left out of the fit."""
    print(f"\n{name}: {len(asked)} questions answered")
    print(fitted(asked))
    print_quality("all", asked, [EVERY] * PARTS)
    folds = [[one for one in asked if part_of(one.case) != part] for part in range(PARTS)]
    print_quality("those that probably add", asked, [fitted(ones) for ones in folds])


def print_quality(title: str, asked: Sequence[QuotableQuestion], weights: Sequence[FurtherWeights]) -> None:
    """Print the share that holds the gold, and the passages and words, by the weights of each question's fold."""
    rows = []
    for one in asked:
        kept = best_and_further(one.given, weights[part_of(one.case)], one.weights.most_sentences)
        quoted = one.quoted(kept)
        rows.append((one.holds(kept), len(quoted), len(" ".join(quoted).split())))
    held, lines, words = np.mean(rows, axis=0).tolist()
    print(f"  {title}: hold the gold {held:.3f}, passages {lines:.2f}, words {words:.1f}")


def fitted(asked: Sequence[QuotableQuestion]) -> FurtherWeights:
    """Fit the weights, with the least sum that leaves out `LEFT_OUT` of the further sentences."""
    rows = [row for one in asked for row in one.rows()]
    values = np.array([signs for signs, _ in rows])
    weights = fit([Choice(values, np.array([right for _, right in rows]))], PENALTY / len(rows))
    share, hit, same_turn = weights.tolist()
    return FurtherWeights(share, hit, same_turn, float(np.quantile(values @ weights, LEFT_OUT)))


def _asked_of(case: Case) -> list[QuotableQuestion]:
    recorder = Recorder(bundled_encoder(), bundled_words(), weights=weights_without(case.conversation.name))
    with convograph.open(":memory:", architecture=recorder) as memory:
        memory.add(list(case.conversation.sessions))
        found = (_asked(memory, recorder, case, one) for one in case.questions)
        return [one for one in found if one is not None]


def _asked(memory: convograph.Memory, recorder: Recorder, case: Case, question: Question) -> QuotableQuestion | None:
    """Ask a question; `None` if it has no answer, or is refused."""
    if question.abstention or question.answer is None:
        return None
    recorder.kept.clear()
    recall = memory.recall(question.text, k=HITS, asked_at=question.asked_at, as_of=question.as_of, touch=False)
    turns = recorder.kept[0][0].turns
    neighbours = neighbours_for(recall, turns)
    candidates = candidates_of(recall, ENGLISH, neighbours)
    names = turns.speaker_keys
    ranked: Ranked = rank(question.text, candidates, recorder.encoder, ENGLISH, names, neighbours=neighbours)
    signs = certainty_signs(recall, candidates, ranked.features, ENGLISH, names)
    if not ranked.order or not ranked.weights.answers(signs[ranked.order[0]], is_likely_known=True):
        return None
    places, given = quotable_of(recall, ranked, signs)
    return QuotableQuestion(
        case.conversation.name, question.answer, candidates, ranked.order, places, given, ranked.weights
    )


if __name__ == "__main__":
    main()
