"""Readers, which answer a question: a chat model, or offline readers that choose an option."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from convograph.errors import InputError
from convograph.formats.limits import shortened
from convograph_eval.dialsim.readers.evidence import EvidenceReader
from convograph_eval.dialsim.readers.model import ModelReader
from convograph_eval.dialsim.readers.types import Reader, Reply
from convograph_eval.dialsim.readers.words import WordReader

READERS: Final[Mapping[str, Callable[[str, str], Reader]]] = {
    "evidence": EvidenceReader,
    "words": lambda form, _: WordReader(form),
}
"""The readers that need no chat model, by name; each is made for a format and a show."""

__all__ = ["READERS", "ModelReader", "Reader", "Reply", "reader_for"]


def reader_for(name: str, form: str, show: str) -> Reader:
    """The reader without a chat model called `name`, with weights that were not fitted to this show.

    Raises `InputError` for an unknown name.
    """
    if name not in READERS:
        raise InputError(f"no reader is called {shortened(name)}; the readers are {', '.join(READERS)}")
    return READERS[name](form, show)
