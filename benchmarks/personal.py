"""Answers to personal questions about known facts: "Where do I live?", "What is my sister's job?".

    python -m benchmarks.personal data/update_chains/wordings.diagnosis.json --chains 180

Asks for the current values at the end of conversations about changes with known truth (`convograph-eval facts`).
Reports how often the value is among the best three hits, in the quotation, and in its first line.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import convograph
from convograph.memory import Memory
from convograph_eval.update_chains import read_wordings, update_chains
from convograph_eval.update_chains.phrasing import ASSISTED
from convograph_eval.update_chains.types import Chain, Topic

ARCHITECTURES = ("unified", "hybrid", "bm25", "sgmem")
HITS = 3
QUESTIONS: Mapping[str, str] = {
    "home": "Where {do} {who} live?",
    "employer": "Where {do} {who} work?",
    "job": "What is {whose} job?",
    "partner": "Who is {whose} partner?",
    "school": "What school {do} {who} go to?",
    "pets": "What pets {do} {who} have?",
}
"""Question templates by relation, for relations of the chains with one usual wording."""


def main() -> None:
    """Print a line for each architecture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wordings", type=Path)
    parser.add_argument("--chains", type=int, default=180)
    given = parser.parse_args()
    wordings = read_wordings(given.wordings)
    print(f"{'':<12}{'questions':>10}{f'in {HITS} hits':>12}{'quoted':>12}{'first':>12}")
    for name in ARCHITECTURES:
        found: Counter[str] = Counter()
        for chain in update_chains(wordings, given.chains, seed=0):
            with convograph.open(":memory:", architecture=name) as memory:
                memory.add(chain.conversation.sessions)
                for topic, values in asked_topics(chain):
                    found.update(places_with_value(memory, question(chain, topic), values))
        shares = "".join(f"{found[one] / found['questions']:>12.3f}" for one in ("hits", "quoted", "first"))
        print(f"{name:<12}{found['questions']:>10}{shares}", flush=True)


def asked_topics(chain: Chain) -> Iterator[tuple[Topic, frozenset[str]]]:
    """The topics of a chain that have a question, with their current values at its end."""
    for topic, values in zip(chain.topics, chain.current, strict=True):
        if topic.relation in QUESTIONS and values:
            yield topic, values


def question(chain: Chain, topic: Topic) -> str:
    """The question as the chain's speaker would ask an assistant, or as somebody else would ask about people."""
    of_speaker = topic.subject.first_person
    if of_speaker and chain.speaker == ASSISTED:
        return QUESTIONS[topic.relation].format(do="do", who="I", whose="my")
    who = chain.speaker if of_speaker else topic.subject.mention
    return QUESTIONS[topic.relation].format(do="does", who=who, whose=f"{who}'s")


def places_with_value(memory: Memory, text: str, values: frozenset[str]) -> Iterator[str]:
    """Yield "questions", and each place that contains one of the values: hits, quotation, its first line."""
    answer = memory.answer(text)
    yield "questions"
    best = [turn.text for hit in answer.recall.hits[:HITS] for turn in hit.turns]
    for place, texts in (("hits", best), ("quoted", [answer.text]), ("first", answer.text.splitlines()[:1])):
        if any(value.casefold() in one.casefold() for value in values for one in texts):
            yield place


if __name__ == "__main__":
    main()
