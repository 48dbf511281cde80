"""How many of the example's answerable questions are found among five hits, beside SQLite's full-text search.

    python -m benchmarks.example

A question is asked at its moment, of what was said until then; it is found when a hit is a turn that its answer rests
on. The example is for looking at: 34 questions tell large differences only.
"""

from __future__ import annotations

import json
import re
import sqlite3
import tempfile
from collections.abc import Collection, Mapping, Sequence, Set
from pathlib import Path
from typing import Any

import convograph
from benchmarks.peers.fts5 import any_word
from convograph.formats import read_file
from convograph.terms import STOP_WORDS
from convograph.types import Session

EXAMPLES = Path(__file__).parents[1] / "examples"
ARCHITECTURES = ("hybrid", "bm25", "dense", "sgmem")
HITS = 5
FULL_TEXT: Mapping[str, tuple[str, Collection[str]]] = {
    "FTS5, Porter stems": ("porter", ()),
    "FTS5, Porter stems, stop words": ("porter", STOP_WORDS),
    "FTS5, no stems": ("unicode61", ()),
    "FTS5, no stems, stop words": ("unicode61", STOP_WORDS),
}
WORD = re.compile(r"\w+")


def main() -> None:
    """Print a line for each architecture and one for FTS5."""
    asked = json.loads((EXAMPLES / "allotment.questions.json").read_text(encoding="utf-8"))
    questions = [one for one in asked if one["evidence"]]
    (conversation,) = read_file(EXAMPLES / "allotment.json")
    for name in ARCHITECTURES:
        with (
            tempfile.TemporaryDirectory() as folder,
            convograph.open(Path(folder) / "memory.db", architecture=name) as memory,
        ):
            memory.add(conversation.sessions)
            hits = [memory.recall(one["question"], k=HITS, as_of=one["asked_at"]).hits for one in questions]
        report(name, questions, [{(hit.turns[0].session, hit.turns[0].ordinal) for hit in found} for found in hits])
    for name, (tokenizer, left_out) in FULL_TEXT.items():
        report(name, questions, full_text(conversation.sessions, questions, tokenizer, left_out))


def full_text(
    sessions: Sequence[Session], questions: Sequence[Mapping[str, str]], tokenizer: str, left_out: Collection[str]
) -> list[set[tuple[str, int]]]:
    """The best turns by FTS5's BM25 over lines `speaker: text`, for any word of a question that is not left out."""
    store = sqlite3.connect(":memory:")
    store.execute(
        "CREATE VIRTUAL TABLE turn USING fts5(line, session UNINDEXED, ordinal UNINDEXED, said UNINDEXED, "
        f"tokenize = '{tokenizer}')"
    )
    store.executemany(
        "INSERT INTO turn VALUES (?, ?, ?, ?)",
        (
            (f"{turn.speaker}: {turn.text}", session.id, ordinal, said.local.isoformat())
            for session in sessions
            for ordinal, turn in enumerate(session.turns)
            if (said := turn.said or session.said)
        ),
    )
    query = "SELECT session, ordinal FROM turn WHERE turn MATCH ? AND said <= ? ORDER BY rank LIMIT ?"
    wordings = [
        " ".join(word for word in WORD.findall(one["question"]) if word.lower() not in left_out) for one in questions
    ]
    return [
        set(store.execute(query, (any_word(wording), one["asked_at"], HITS)))
        for one, wording in zip(questions, wordings, strict=True)
    ]


def report(name: str, questions: Sequence[Mapping[str, Any]], found: Sequence[Set[tuple[str, int]]]) -> None:
    """Print how many questions have a turn of their evidence among what was found."""
    gold = [{(one["session"], one["turn"]) for one in question["evidence"]} for question in questions]
    print(f"{name:<32}{sum(bool(held & best) for held, best in zip(gold, found, strict=True)):>3} of {len(questions)}")


if __name__ == "__main__":
    main()
