"""The script that makes the development halves: on releases made of the halves and of others, and on few records."""

from __future__ import annotations

import gzip
import json
import lzma
import re
from pathlib import Path
from typing import Any

import pytest

import development_halves
from development_halves import AUDIT, LOCOMO, LONGMEMEVAL, ORACLE, audit_half, digest, half
from support.data_files import DataFile

PAGE = Path(__file__).parents[3] / "data" / "README.md"


def test_a_half_has_the_records_that_are_wanted_in_the_order_of_the_release() -> None:
    """And each as it stands."""
    release = [{"question_id": name, "answer": number} for number, name in enumerate("dbac")]
    assert half(release, "question_id", ["a", "b"]) == [
        {"question_id": "b", "answer": 1},
        {"question_id": "a", "answer": 2},
    ]


def test_a_release_that_lacks_some_is_refused() -> None:
    """By the first of them."""
    with pytest.raises(SystemExit, match=r"no question_id 'b' \(2 are missing\)"):
        half([{"question_id": "a"}], "question_id", ["a", "c", "b"])


def test_an_audit_names_conversations_by_their_place() -> None:
    """Records of the other half are left out; one that names none is refused."""
    records = [{"question_id": "locomo_1_qa7"}, {"question_id": "locomo_0_qa24"}]
    assert audit_half(records, ["conv-26", "conv-41"], ["conv-26"]) == [
        {"question_id": "locomo_0_qa24", "sample_id": "conv-26"}
    ]
    with pytest.raises(SystemExit, match="locomo_2_qa1"):
        audit_half([{"question_id": "locomo_2_qa1"}], ["conv-26", "conv-41"], ["conv-26"])


def test_releases_are_halved_and_files_written_where_they_are_looked_for(tmp_path: Path) -> None:
    """With made-up releases of all ids and others; formatting does not change a digest."""
    conversations = [{"sample_id": name} for name in [*development_halves.ids("locomo"), "conv-41"]]
    questions = [{"question_id": name, "answer": "ü"} for name in ["other", *development_halves.ids("longmemeval")]]
    given = {"locomo": conversations, "audit": [{"question_id": "locomo_5_qa0"}, {"question_id": "locomo_4_qa0"}]}
    given |= {"longmemeval": questions, "oracle": questions[::-1]}
    arguments = ["--to", str(tmp_path)]
    for name, records in given.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(records, indent=1), encoding="utf-8")
        arguments += [f"--{name}", str(tmp_path / f"{name}.json")]
    development_halves.main(arguments)
    assert contents_of(tmp_path / LOCOMO) == conversations[:5]
    assert contents_of(tmp_path / AUDIT) == [{"question_id": "locomo_4_qa0", "sample_id": "conv-50"}]
    assert digest(contents_of(tmp_path / LONGMEMEVAL)) == digest(questions[1:])
    assert contents_of(tmp_path / ORACLE) == questions[:0:-1]


def test_the_halves_are_those_that_were_measured(data_file: DataFile) -> None:
    """The ids and digests of the repository are those of the data; so a file that was made from a release compares."""
    page = PAGE.read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `([\w/.]+)` \| .* \| `([0-9a-f]{16})` \|$", page, re.MULTILINE))
    for path, key in ((LOCOMO, "sample_id"), (LONGMEMEVAL, "question_id"), (ORACLE, "question_id"), (AUDIT, "")):
        records = contents_of(data_file(path.as_posix()))
        assert listed[path.as_posix()] == digest(records)
        if key:
            assert half(records, key, development_halves.ids(path.parts[0])) == records


def contents_of(path: Path) -> Any:
    """What a file says, unpacked as its name says."""
    unpack = {".xz": lzma.decompress, ".gz": gzip.decompress}.get(path.suffix, bytes)
    return json.loads(unpack(path.read_bytes()))
