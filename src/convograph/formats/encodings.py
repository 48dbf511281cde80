"""Texts from bytes in UTF-8, or UTF-16 with a byte order mark; for other bytes, errors suggest the encoding."""

from __future__ import annotations

import codecs
from typing import Final

from convograph.errors import InputError

_LIKELY: Final = ("WINDOWS-1252", "MACINTOSH")  # names in `iconv` of the encodings of old Windows and Macs
_COMMON: Final = frozenset("ÄÖÜÉÑÇßáàâäãåæçéèêëíìîïñóòôöõøúùûü“”„‘’–—…€«»¿¡°£")
"""Common characters of texts in western languages besides ASCII."""
_SHARE: Final = 4  # in such texts, at most one byte in 4 is not ASCII
_ASCII: Final = 0x7F
_SAMPLE: Final = 1 << 16  # bytes


def decoded(data: bytes, place: str) -> str:
    """The text. Raises `InputError` with the first invalid byte and, if the encoding can be guessed, how to convert."""
    encoding = "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8"
    if encoding == "utf-8" and (unmarked := _unmarked_encoding(data[:_SAMPLE])):
        raise InputError(f"{place} is UTF-16 without a byte order mark; {_converted_from(unmarked)}")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        likely = likely_encoding(data)
        remedy = _converted_from(likely) if likely else "give text or JSON in UTF-8"
        raise InputError(
            f"{place} not text: byte 0x{data[error.start]:02x} at offset {error.start} is not {encoding.upper()}; "
            f"{remedy}"
        ) from None


def likely_encoding(data: bytes) -> str | None:
    """The likely encoding, of those in `_LIKELY`, of a text that is not in UTF-8; `None` if neither is likely.

    >>> likely_encoding("Café".encode("mac-roman"))
    'MACINTOSH'
    """
    sample = data[:_SAMPLE]
    texts = {name: sample.decode(name, "replace") for name in _LIKELY}
    shares = {name: sum(each in _COMMON for each in text) for name, text in texts.items()}
    best = max(shares, key=shares.__getitem__)
    others = sum(each > _ASCII for each in sample)
    is_western = 0 not in sample and _SHARE * others <= len(sample)
    return best if is_western and 2 * shares[best] > others else None


def _unmarked_encoding(sample: bytes) -> str | None:
    """The variant of UTF-16 without a byte order mark, by the NUL bytes of western letters; `None` for other texts."""
    if 0 not in sample:
        return None
    for name, first in (("UTF-16LE", 1), ("UTF-16BE", 0)):
        high, low = sample[first::2], sample[1 - first :: 2]
        if 2 * high.count(0) > len(high) and not low.count(0):
            return name
    return None


def _converted_from(encoding: str) -> str:
    return f"convert it, perhaps by: iconv -f {encoding} -t UTF-8 FILE > NEW"
