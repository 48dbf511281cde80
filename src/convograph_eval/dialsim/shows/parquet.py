"""The released parquet form of a show: one row per scene, converted to the nested form of the pickles.

Columns: `Episode`, `Session`, `Date`, `Script`, and for each type of question `hard_qs_<type>_questions`, `…_options`
and `…_answers`, and likewise `easy_qs_<type>_…`, which also has `…_idxes`, the ids of the questions. A question is a
struct with each character's wording, null for characters without one.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from convograph.errors import InputError, MissingExtraError
from convograph.formats.limits import shortened

_QUESTIONS: Final = "_questions"
_SOURCES: Final = {"hard_qs_": "hard_q", "easy_qs_": "easy_q"}


def parquet_scenes(path: Path) -> dict[str, dict[str, dict[str, Any]]]:
    """The scenes of a parquet file in the released nested form.

    Raises `InputError` for an invalid file, and `MissingExtraError` without pyarrow.
    """
    try:
        from pyarrow import ArrowException, parquet  # noqa: PLC0415
    except ImportError as error:
        raise MissingExtraError(
            f"parquet cannot be read ({error}): pip install 'convograph[eval]', or take the pickles of the release"
        ) from error
    try:
        rows = parquet.ParquetFile(path).read().to_pylist()
    except (ArrowException, OSError) as error:
        raise InputError(f"{path}: no whole parquet file: {shortened(str(error))}; download it again") from None
    nested: dict[str, dict[str, dict[str, Any]]] = {}
    for number, row in enumerate(rows):
        place = f"{path}: row {number}:"
        episode = nested.setdefault(str(_cell(row, "Episode", place)), {})
        session = str(_cell(row, "Session", place))
        if session in episode:
            raise InputError(f"{place} a second session {session} of its episode; take one of them out")
        episode[session] = _scene(row, place)
    return nested


def _scene(row: Mapping[str, Any], place: str) -> dict[str, Any]:
    scene: dict[str, Any] = {"script": _cell(row, "Script", place), "date": _cell(row, "Date", place)}
    scene |= {key: {} for key in _SOURCES.values()}
    for column in row:
        for prefix, key in _SOURCES.items():
            if column.startswith(prefix) and column.endswith(_QUESTIONS):
                kind = column.removeprefix(prefix).removesuffix(_QUESTIONS)
                scene[key][kind] = _questions(row, f"{prefix}{kind}", place)
    return scene


def _questions(row: Mapping[str, Any], prefix: str, place: str) -> dict[Any, dict[str, Any]]:
    """The questions of a type by id, or by position if there are no ids."""
    columns = [row[f"{prefix}{_QUESTIONS}"] or []]
    columns += [_cell(row, f"{prefix}_{part}", place) or [] for part in ("options", "answers")]
    columns.append(row.get(f"{prefix}_idxes") or range(len(columns[0])))
    lengths = {len(column) for column in columns}
    if len(lengths) > 1:
        raise InputError(f"{place} the columns of {prefix} differ in length: {sorted(lengths)}; take the file again")
    return {
        name: {
            "questions": {who: text for who, text in (wordings or {}).items() if text},
            "options": options,
            "answer": answer,
        }
        for wordings, options, answer, name in zip(*columns, strict=True)
    }


def _cell(row: Mapping[str, Any], column: str, place: str) -> Any:
    if column not in row:
        raise InputError(f"{place} there is no column {column}; give a show of LongDialQA in the released form")
    return row[column]
