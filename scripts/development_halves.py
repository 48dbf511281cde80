"""Create the development halves of LoCoMo and LongMemEval from the official releases.

    python scripts/development_halves.py --to DATA --locomo locomo10.json --audit audit/errors_conv_?.json
    python scripts/development_halves.py --to DATA --longmemeval longmemeval_s_cleaned.json
    python scripts/development_halves.py --to DATA --oracle longmemeval_oracle.json

The ids in `data/halves` select the conversations and questions; each is copied unchanged, in the order of its release.
The audit's records get the `sample_id` of their conversation, which the audit numbers in the order of LoCoMo's release.
Files are written under DATA where tests and benchmarks look for them (`CONVOGRAPH_DATA`). Prints a digest of the
contents of each, independent of formatting, which `data/README.md` lists.
"""

from __future__ import annotations

import argparse
import gzip
import json
import lzma
import re
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

HALVES = Path(__file__).parents[1] / "data" / "halves"
LOCOMO = Path("locomo", "locomo_dev5.json")
AUDIT = Path("locomo", "audit_dev5.json")
LONGMEMEVAL = Path("longmemeval", "longmemeval_s_dev.json.xz")
ORACLE = Path("longmemeval", "longmemeval_oracle_dev.json.gz")
_NUMBER = re.compile(r"locomo_([0-9]+)_qa[0-9]+")

Records = list[dict[str, Any]]


def main(arguments: Sequence[str] | None = None) -> None:
    """Create the halves whose releases are given. Raises `SystemExit` if a release lacks an id of its half."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--locomo", type=Path, help="locomo10.json")
    parser.add_argument("--audit", type=Path, nargs="+", default=[], help="errors_conv_0.json …, with --locomo")
    parser.add_argument("--longmemeval", type=Path, help="longmemeval_s_cleaned.json")
    parser.add_argument("--oracle", type=Path, help="longmemeval_oracle.json")
    parser.add_argument("--to", type=Path, required=True, help="the folder to write to")
    given = parser.parse_args(arguments)
    if given.locomo is not None:
        release = _read(given.locomo)
        wanted = ids("locomo")
        _write(given.to / LOCOMO, half(release, "sample_id", wanted))
        if given.audit:
            names = [conversation["sample_id"] for conversation in release]
            records = [record for path in given.audit for record in _read(path)]
            _write(given.to / AUDIT, audit_half(records, names, wanted))
    for release_file, target in ((given.longmemeval, LONGMEMEVAL), (given.oracle, ORACLE)):
        if release_file is not None:
            _write(given.to / target, half(_read(release_file), "question_id", ids("longmemeval")))


def ids(dataset: str) -> list[str]:
    """The ids of a half's conversations or questions."""
    return (HALVES / f"{dataset}.txt").read_text(encoding="utf-8").split()


def half(release: Records, key: str, wanted: Sequence[str]) -> Records:
    """The records of a release that belong to the half. Raises `SystemExit` if some are missing."""
    found = [record for record in release if record[key] in set(wanted)]
    missing = set(wanted) - {record[key] for record in found}
    if missing:
        raise SystemExit(
            f"the release has no {key} {min(missing)!r} ({len(missing)} are missing); is it the whole one?"
        )
    return found


def audit_half(records: Records, names: Sequence[str], wanted: Sequence[str]) -> Records:
    """The audit's records of the half, with `sample_id`s; `names` are the ids of all conversations, in order."""
    numbered = []
    for record in records:
        number = _NUMBER.fullmatch(record["question_id"])
        if number is None or int(number[1]) >= len(names):
            raise SystemExit(f"the audit's {record['question_id']!r} names no conversation; give its errors_conv files")
        numbered.append({**record, "sample_id": names[int(number[1])]})
    return [record for record in numbered if record["sample_id"] in set(wanted)]


def digest(contents: Any) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of a file's contents, independent of formatting."""
    return sha256(json.dumps(contents, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:16]


def _read(path: Path) -> Records:
    contents = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(contents, list):
        raise SystemExit(f"{path} is no list of records; give a file of the release")
    return contents


def _write(path: Path, records: Records) -> None:
    """Write a file, compressed by its suffix, and print its number of records and digest."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(records, ensure_ascii=False).encode()
    packers: Mapping[str, Callable[[bytes], bytes]] = {".xz": lzma.compress, ".gz": gzip.compress}
    path.write_bytes(packers.get(path.suffix, bytes)(text))
    print(f"{path}: {len(records)} records, {digest(records)}")


if __name__ == "__main__":
    main()
