"""Parsers of the evaluation's files: data sets with their gold, audits, labels, memos, reports and journals."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from convograph_eval.answering.record import CaseAnswers
from convograph_eval.brought import bring
from convograph_eval.comparison import read_report
from convograph_eval.datasets import DATASETS, labelled, load
from convograph_eval.datasets.chronicles import ENDINGS
from convograph_eval.language.dialogre.corpus import read_dialogre
from convograph_eval.language.personaext.corpus import read_personaext
from convograph_eval.language.recorded.corpus import read_recorded
from convograph_eval.retrieval.journal import journal
from faults.fuzzing.parser import SOME, Make, Parser, Read, lines, values
from faults.fuzzing.samples import BLOCK, LOCOMO, LONGMEMEVAL, SESSIONS

AUDIT = [
    {"question_id": "locomo_0_qa0", "sample_id": "conv-1", "question": "What has Ana?", "correct_evidence": ["D1:1"]}
]
LABELS = {"question": "q1", "turn": "s1:0", "sentences": ["I have a cat."]}
REPORT = {
    "settings": {"dataset": "locomo", "data": "a.json", "architecture": "bm25", "unit": "turn", "ranked": 100},
    "questions": [
        {
            "id": "q1",
            "category": "1",
            "gold": ["a"],
            "metrics": {"hit@5": 1.0},
            "ranked": ["b", "a"],
            "question": "Who?",
        }
    ],
}
DIALOGUES = [[["Speaker 1: Hi Ross.", "Speaker 2: Hello."], [{"x": "Speaker 1", "y": "Ross", "r": ["per:siblings"]}]]]
PERSONA = {"triplets": [{"tokens": ["i", "have", "cats", "."], "head": [0], "tail": [2], "label": "have_pet"}]}
CHRONICLE = [
    {
        **{"question": "Who?", "answer": "Ana", "evidence": [{"session": "s", "turn": 0}], "kind": "single-fact"},
        **{"wording": "plain", "asked_at": "2024-06-01T10:00"},
    }
]
FACT = {"kind": "fact", "text": "Ana has a cat.", "turns": ["conv-1#D1:1"], "conversation": "conv-1"}
TRIPLET = {"subject": "Ana", "relation": "has", "object": "cat", "sources": ["conv-1#D1:1"], "conversation": "conv-1"}
RUN = {"run": 1}
CASE = {
    "case": "c",
    "records": [
        {
            **{
                "id": "q",
                "category": "1",
                "abstention": False,
                "question": "Who?",
                "gold_answer": "Ana",
                "gold": ["a"],
            },
            **{"found": True, "answer": "Ana", "raw": None, "citations": ["a"], "memos_cited": 0, "invented": []},
            **{"context": ["a"], "context_tokens": 5, "cut_turns": 0, "milliseconds": 1.0, "metrics": {"em": 1.0}},
            **{"failed": {}, "costs": {}},
        }
    ],
    "left_out": {},
    "build_seconds": 1.0,
    "sessions": 1,
    "turns": 1,
}


def _file(name: str, read: Callable[[Path], object], beside: Mapping[str, object] | None = None) -> Make:
    """A parser of a file with this name, in a folder with other files."""

    def make(folder: Path) -> Read:
        for other, value in (beside or {}).items():
            (folder / other).write_text(json.dumps(value))

        def called(content: bytes) -> None:
            (folder / name).write_bytes(content)
            read(folder / name)

        return called

    return make


def _audited(path: Path) -> object:
    return load("locomo", path.with_name("locomo.json"), path)


def _brought(what: str, path: Path) -> object:
    dataset = load("locomo", path.with_name("locomo.json"))
    return bring(dataset, **{what: path})


def _asked_beside(name: str, path: Path) -> object:
    return load(name, path.with_name("any.json"))


def _labelled(path: Path) -> object:
    return labelled(load("longmemeval", path.with_name("longmemeval.json")), path)


def _recorded(path: Path) -> object:
    return read_recorded(path, load("locomo", path.with_name("locomo.json")))


def _personaext(path: Path) -> object:
    return read_personaext(path.parent)


def _journal(path: Path) -> None:
    with journal(path.with_name("report.json"), RUN, CaseAnswers.from_json):
        pass


RELEASES: Mapping[str, tuple[bytes, ...]] = {
    "locomo": values(LOCOMO),
    "longmemeval": values(LONGMEMEVAL),
    "chronicles": values(CHRONICLE),
}
_BESIDE = {"any.json": {"sessions": SESSIONS["sessions"]}}

PARSERS: Mapping[str, Parser] = {
    **{
        f"dataset-{name}": Parser(RELEASES[name], _file("release.json", partial(load, name)), SOME)
        for name in DATASETS
        if name in RELEASES and name != "chronicles"
    },
    **{
        f"dataset-{name}": Parser(
            RELEASES["chronicles"],
            _file(f"any{ending}", partial(_asked_beside, name), _BESIDE),
            SOME,
        )
        for name, ending in ENDINGS.items()
    },
    "audit": Parser(values(AUDIT), _file("audit.json", _audited, {"locomo.json": LOCOMO}), SOME),
    "brought-memos": Parser(
        (lines(FACT), lines(BLOCK)), _file("a.jsonl", partial(_brought, "memos"), {"locomo.json": LOCOMO}), SOME
    ),
    "brought-triplets": Parser(
        (lines(TRIPLET), lines(BLOCK)), _file("a.jsonl", partial(_brought, "triplets"), {"locomo.json": LOCOMO}), SOME
    ),
    "labels": Parser((lines(LABELS),), _file("labels.jsonl", _labelled, {"longmemeval.json": LONGMEMEVAL}), SOME),
    "report": Parser(values(REPORT), _file("report.json", read_report), SOME),
    "dialogre": Parser(values(DIALOGUES), _file("dialogre.json", read_dialogre), SOME),
    "personaext": Parser((lines(PERSONA),), _file("a.jsonl", _personaext), SOME),
    "recorded": Parser((lines(BLOCK),), _file("a.jsonl", _recorded, {"locomo.json": LOCOMO}), SOME),
    "journal": Parser((lines(RUN, CASE),), _file("report.json.partial", _journal), SOME),
}
"""Parsers of the evaluation's files, by name."""
