"""The journal of a run, with a line per finished case, from which an interrupted run resumes.

The first line identifies the run; a last line cut short by a crash is ignored. Only the file's owner may read it. A
journal that stays is the log of the run: repeating a finished run finds all of its cases there.
"""

from __future__ import annotations

import fcntl
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Generic, Protocol, TypeVar

from convograph.errors import InputError
from convograph.formats.private_files import growing, unwritable
from convograph.quotation import on_one_line

SUFFIX = ".partial"
_SHOWN = 200  # characters of a reason that may quote the file


class Done(Protocol):
    """The result of a case: its name, and a JSON object with that name as `case`."""

    @property
    def case(self) -> str:
        """The name of its conversation."""
        ...

    def as_json(self) -> dict[str, Any]:
        """A JSON object from which the result can be restored."""
        ...


Case = TypeVar("Case", bound=Done)
Made = TypeVar("Made")


class Journal(Generic[Case]):
    """The finished cases, written to a file as they finish; without a file, nothing is written."""

    def __init__(self, file: IO[bytes] | None, done: Mapping[str, Case]) -> None:
        self._file = file
        self.done = done

    def keep(self, case: Case) -> None:
        """Write a finished case to the file."""
        if self._file:
            _write_line(self._file, case.as_json())


@contextmanager
def journal(
    report: Path | None,
    run: Mapping[str, Any],
    read: Callable[[Mapping[str, Any]], Case],
    *,
    suffix: str = SUFFIX,
    stays: bool = False,
) -> Iterator[Journal[Case]]:
    """The journal of a report (`None`: no file), removed if the block succeeds, unless it `stays`.

    `read` restores a case from its JSON object; the journal's file name is the report's with `suffix` appended.

    Raises `InputError` if the file cannot be written, belongs to another run, has a complete line that cannot be read,
    or is being written by another process.
    """
    if report is None:
        yield Journal(None, {})
        return
    path = report.with_name(report.name + suffix)
    with _opened(path) as file:
        _lock(file, path)
        file.seek(0)
        text = file.read()
        whole = text[: text.rfind(b"\n") + 1]
        done = _read(whole, path, run, read)
        file.truncate(0 if done is None else len(whole))
        if done is None:
            _write_line(file, run)
        yield Journal(file, done or {})
        if not stays:
            path.unlink()


def _opened(path: Path) -> IO[bytes]:
    try:
        return growing(path)
    except OSError as error:
        raise unwritable(path, error) from error


def _lock(file: IO[bytes], path: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InputError(f"another process is writing {path}; wait for it, or use another --json file") from None


def _write_line(file: IO[bytes], value: Mapping[str, Any]) -> None:
    file.write(json.dumps(value).encode() + b"\n")
    file.flush()


def _read(
    text: bytes, path: Path, run: Mapping[str, Any], read: Callable[[Mapping[str, Any]], Case]
) -> dict[str, Case] | None:
    """The finished cases, or `None` if the journal is new."""
    if not text:
        return None
    begun, *rest = text.splitlines()
    header = _value(begun, _is_object, f"{path} is not a journal of a run", "delete it to start again")
    remedy = "delete this line, and the same command runs its case again"
    places = enumerate(rest, start=2)
    cases = (_value(line, lambda one: (one["case"], read(one)), f"{path} line {at}", remedy) for at, line in places)
    done = dict(cases)
    different = sorted(name for name in header.keys() | run.keys() if header.get(name) != run.get(name))
    if different and not done:  # the run was interrupted before any case was finished
        return None
    if different:
        raise InputError(
            f"{path} is the journal of another run (different: {', '.join(different)}); "
            "delete it, or use another --json file"
        )
    return done


def _value(line: bytes, made: Callable[[Any], Made], place: str, remedy: str) -> Made:
    try:
        return made(json.loads(line))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(f"{place}: {on_one_line(str(error), _SHOWN)}; {remedy}") from error


def _is_object(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise TypeError("its first line is no JSON object")
    return value
