"""A safe reader for pickles of plain data: only containers and scalars are read, everything else is refused.

A pickle is a program, and `pickle.load` runs whatever its author put into it. Here the only globals allowed are the set
types, which older protocols encode as calls.
"""

from __future__ import annotations

import io
import pickle
import zipfile
from pathlib import Path
from typing import Any, Final, Never

from convograph.errors import InputError
from convograph.formats.archive import is_archive
from convograph.formats.contents import contents
from convograph.formats.limits import shortened
from convograph.quotation import on_one_line

_SETS: Final = {(module, kind.__name__): kind for module in ("builtins", "__builtin__") for kind in (set, frozenset)}
_DEFLATE64: Final = 9  # "compression method" in APPNOTE.TXT 4.4.5 of the zip format
_REASON: Final = 200  # the maximum length of an error's reason, which may quote the file


class _RefusedGlobalError(Exception):
    """The pickle names something other than plain data."""


class _PlainUnpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        """The class of a set, by either name of its module; anything else is refused."""
        if found := _SETS.get((module, name)):
            return found
        raise _RefusedGlobalError(f"{module}.{name}")

    def persistent_load(self, pid: Any) -> Never:
        """Refuse persistent ids, which refer to something outside the file."""
        raise _RefusedGlobalError(f"persistent id {pid!r}")


def plain_pickle(path: Path) -> Any:
    """The containers and scalars in a pickle, plain or compressed with gzip or xz.

    Raises `InputError` for a damaged file, one that names any other global (the message says which), or a zip archive.
    """
    if is_archive(path):
        raise _archive_refused(path)
    data = contents(path)
    try:
        return _PlainUnpickler(io.BytesIO(data)).load()
    except _RefusedGlobalError as error:
        raise InputError(
            f"{path}: names {shortened(str(error))}, and only plain containers and scalars are read; it may run code "
            "of whoever made it: get the file from its source again"
        ) from None
    except (
        *(pickle.UnpicklingError, EOFError, AttributeError, IndexError, KeyError, TypeError, ValueError),
        *(OverflowError, MemoryError, RecursionError),
    ) as error:
        reason = on_one_line(f"{type(error).__name__} {error}", _REASON)
        raise InputError(f"{path}: no whole pickle: {reason}; download it again") from None


def _archive_refused(path: Path) -> InputError:
    """The error for an archive; the release is compressed with a method that Python lacks."""
    try:
        with zipfile.ZipFile(path) as archive:
            methods = {member.compress_type for member in archive.infolist()}
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        return InputError(f"{path}: damaged archive: {on_one_line(str(error), _REASON)}; download it again")
    method = "compressed by Deflate64, which Python cannot unpack" if _DEFLATE64 in methods else "an archive"
    return InputError(f"{path}: is {method}; unpack it, for instance by 7-Zip, and name the X_dialsim.pickle in it")
