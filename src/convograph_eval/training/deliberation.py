"""Training examples for the deliberating model, from CoQA's passages (Associa, section 3.5 and its training data).

The prompt is the one that `ChatDeliberator` sends. For each question, a positive example shows nodes of the passage
including its evidence, and answers that nothing is missing; a negative example shows nodes without the evidence, and
answers what is missing and what is unrelated. In the paper, a large model writes these two; here rules do: the missing
part is the phrases of the question that no shown text covers, or the whole question if each phrase is covered but no
text covers all its words; the unrelated texts share no word with the question.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from convograph.architectures.associa import Retrieved, UncoveredPhrases
from convograph.extraction.reading import Reader
from convograph.generation.deliberation import MOST_UNRELATED, deliberation_request
from convograph.terms import ENGLISH
from convograph_eval.training.coqa import Passage, PassageQuestion
from convograph_eval.training.examples import ChatExample, Collected
from convograph_eval.training.passages import Node, PassageGraph, graph_of, standing_alone

SHOWN = 5  # nodes of each kind, 15 in all: as many as Associa gives prizes to

NO_EVIDENCE = "a question without evidence"
NEEDS_OTHERS = "a question that needs the ones before it"
NO_WORD = "a question without a word to search for"
NOTHING_ELSE = "a negative example: no other sentence to show"
COVERED = "a negative example: what is shown covers the question"

_OPENING = re.compile(
    r"\A(?:\s*\b(?:who|whom|whose|what|when|where|why|how|which|is|are|was|were|do|does|did|has|have|had|can|could|"
    r"will|would|and)\b)+",
    re.IGNORECASE,
)
_NOTHING_MISSING = '{"add_entity": [], "unrelated_content": []}'


@dataclass(frozen=True, slots=True)
class PassageReader:
    """Makes examples from passages, with a reader that resolves pronouns; `seed` determines which nodes are shown."""

    reader: Reader
    seed: int = 0

    def examples(self, passages: Iterable[Passage]) -> Collected:
        """Up to two examples for each question."""
        found: list[ChatExample] = []
        left_out: Counter[str] = Counter()
        for passage in passages:
            graph = graph_of(passage, self.reader)
            for question in passage.questions:
                made = self._of_question(passage, graph, question)
                found += [one for one in made if isinstance(one, ChatExample)]
                left_out.update(one for one in made if isinstance(one, str))
        return Collected(tuple(found), dict(left_out))

    def _of_question(
        self, passage: Passage, graph: PassageGraph, question: PassageQuestion
    ) -> Sequence[ChatExample | str]:
        """The examples of a question, or the reasons why they are left out."""
        if question.evidence is None:
            return [NO_EVIDENCE]
        text = standing_alone(question, passage, self.reader)
        if text is None:
            return [NEEDS_OTHERS]
        if not ENGLISH.terms(text):
            return [NO_WORD]
        name = f"{passage.id}:{question.number}"
        chance = np.random.default_rng(int(sha256(f"{self.seed} {name}".encode()).hexdigest()[:16], 16))
        gold = graph.sentences_at(question.evidence)
        with_evidence = Retrieved(*(_sample(nodes, gold, chance, inside=True) for nodes in graph.kinds))
        without = Retrieved(*(_sample(nodes, gold, chance, inside=False) for nodes in graph.kinds))
        completion, reason = self._missing(text, without)
        return [
            _example(f"{name}+", passage.id, text, with_evidence, _NOTHING_MISSING),
            reason if completion is None else _example(f"{name}-", passage.id, text, without, completion),
        ]

    def _missing(self, question: str, shown: Retrieved) -> tuple[str | None, str]:
        """The completion of a negative example, or `None` and the reason why there is none."""
        if not shown.texts:
            return None, NOTHING_ELSE
        asked = set(ENGLISH.terms(question))
        missing = UncoveredPhrases(self.reader, ENGLISH).deliberate(question, shown).missing
        if not missing:
            if any(asked <= set(ENGLISH.terms(one)) for one in shown.texts):
                return None, COVERED
            missing = (_OPENING.sub("", question).strip(" ?.!"),)
        unrelated = [one for one in dict.fromkeys(shown.texts) if asked.isdisjoint(ENGLISH.terms(one))]
        said = {"add_entity": list(missing), "unrelated_content": unrelated[:MOST_UNRELATED]}
        return json.dumps(said, ensure_ascii=False), ""


def _sample(
    nodes: Sequence[Node], gold: frozenset[int], chance: np.random.Generator, *, inside: bool
) -> tuple[str, ...]:
    """The texts of at most `SHOWN` nodes in order: nodes of the evidence, if `inside`, and random other ones."""
    of_gold = [place for place, node in enumerate(nodes) if node.sentence in gold][:SHOWN] if inside else []
    others = [place for place, node in enumerate(nodes) if node.sentence not in gold]
    drawn = chance.permutation(len(others))[: SHOWN - len(of_gold)].tolist()
    return tuple(nodes[place].text for place in sorted([*of_gold, *(others[one] for one in drawn)]))


def _example(name: str, group: str, question: str, shown: Retrieved, completion: str) -> ChatExample:
    prompt = deliberation_request(question, shown.events, shown.triplets, shown.chunks).messages
    return ChatExample(name, group, prompt, completion)
