"""How many of the example's answerable questions are found among five hits, compared with SQLite's full-text search.

Also counts how many of `unified`'s quotations contain the words of the answer.

    python -m benchmarks.example

A question is asked as of its moment, over the turns said until then; it counts as found if a hit is an evidence turn.
The example is for illustration: 34 questions reveal only large differences.
"""

from __future__ import annotations

import re
import sqlite3
import tempfile
from collections.abc import Collection, Mapping, Sequence, Set
from datetime import datetime
from pathlib import Path

import convograph
from benchmarks.peers.fts5 import any_word
from convograph.memory import Memory
from convograph.terms import STOP_WORDS
from convograph.types import Session
from convograph_eval.answer_metrics import holds_gold
from convograph_eval.datasets import Question, load, turn_ids

EXAMPLES = Path(__file__).parents[1] / "examples"
ARCHITECTURES = ("unified", "hybrid", "bm25", "dense", "sgmem")
QUOTED = "unified"
HITS = 5
FULL_TEXT: Mapping[str, tuple[str, Collection[str]]] = {
    "FTS5, Porter stems": ("porter", ()),
    "FTS5, Porter stems, stop words": ("porter", STOP_WORDS),
    "FTS5, no stems": ("unicode61", ()),
    "FTS5, no stems, stop words": ("unicode61", STOP_WORDS),
}
WORD = re.compile(r"\w+")


def main() -> None:
    """Print a line for each architecture and each FTS5 configuration."""
    (case,) = load("chronicles", EXAMPLES / "allotment.json").cases
    questions = [question for question in case.questions if question.gold_turns]
    sessions = case.conversation.sessions
    for name in ARCHITECTURES:
        with (
            tempfile.TemporaryDirectory() as folder,
            convograph.open(Path(folder) / "memory.db", architecture=name) as memory,
        ):
            memory.add(sessions)
            report(name, questions, found_turns(memory, questions))
            if name == QUOTED:
                print(f"{f'{name}, quotations':<32}{sum(holding_gold(memory, questions)):>3} of {len(questions)}")
    for name, (tokenizer, left_out) in FULL_TEXT.items():
        report(name, questions, full_text(sessions, questions, tokenizer, left_out))


def found_turns(memory: Memory, questions: Sequence[Question]) -> list[set[str]]:
    """The turns among the best hits for each question."""
    hits = (memory.recall(one.text, k=HITS, as_of=one.as_of).hits for one in questions)
    return [{hit.turns[0].id for hit in best} for best in hits]


def holding_gold(memory: Memory, questions: Sequence[Question]) -> list[bool]:
    """Whether the quotation for each question contains the words of its answer."""
    return [
        one.answer is not None and bool(holds_gold(memory.answer(one.text, as_of=one.as_of).text, one.answer))
        for one in questions
    ]


def full_text(
    sessions: Sequence[Session], questions: Sequence[Question], tokenizer: str, left_out: Collection[str]
) -> list[set[str]]:
    """The best turns by FTS5's BM25 over lines `speaker: text`, for any of a question's words not in `left_out`."""
    store = sqlite3.connect(":memory:")
    store.execute(f"CREATE VIRTUAL TABLE turn USING fts5(line, id UNINDEXED, said UNINDEXED, tokenize = '{tokenizer}')")
    store.executemany(
        "INSERT INTO turn VALUES (?, ?, ?)",
        (
            (f"{turn.speaker}: {turn.text}", name, said.local.isoformat())
            for session in sessions
            for name, turn in zip(turn_ids(session), session.turns, strict=True)
            if (said := turn.said or session.said)
        ),
    )
    query = "SELECT id FROM turn WHERE turn MATCH ? AND said <= ? ORDER BY rank LIMIT ?"
    wordings = [" ".join(word for word in WORD.findall(one.text) if word.lower() not in left_out) for one in questions]
    return [
        {name for (name,) in store.execute(query, (any_word(wording), (one.as_of or datetime.max).isoformat(), HITS))}
        for one, wording in zip(questions, wordings, strict=True)
    ]


def report(name: str, questions: Sequence[Question], found: Sequence[Set[str]]) -> None:
    """Print how many questions have an evidence turn among the turns found."""
    hits = sum(not best.isdisjoint(one.gold_turns) for one, best in zip(questions, found, strict=True))
    print(f"{name:<32}{hits:>3} of {len(questions)}")


if __name__ == "__main__":
    main()
