"""Readers: a chat model, or rules that choose among the options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from convograph.errors import InputError
from convograph.formats.limits import shortened
from convograph_eval.dialsim.readers.model import ModelReader
from convograph_eval.dialsim.readers.types import Reader, Reply
from convograph_eval.dialsim.readers.words import WordReader

READERS: Final[Mapping[str, Callable[[str], Reader]]] = {"words": WordReader}
"""The readers that need no model, by name; each is made for a format."""

__all__ = ["READERS", "ModelReader", "Reader", "Reply", "reader_for"]


def reader_for(name: str, form: str) -> Reader:
    """The reader without a model that is called `name`. Raises `InputError` for an unknown one."""
    if name not in READERS:
        raise InputError(f"no reader is called {shortened(name)}; the readers are {', '.join(READERS)}")
    return READERS[name](form)
