"""Damage to a file: each function takes the file's bytes and a random generator, and returns damaged bytes."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

PAGE = 4096  # SQLite's default

Inject = Callable[[bytes, random.Random], bytes]


def flip(content: bytes, chance: random.Random) -> bytes:
    """Flip one bit."""
    place, bit = chance.randrange(len(content)), chance.randrange(8)
    return content[:place] + bytes([content[place] ^ 1 << bit]) + content[place + 1 :]


def flip_in_header(content: bytes, chance: random.Random) -> bytes:
    """Flip one bit in the header of the file or of its first page: in a page number, a size, a version."""
    return flip(content[:116], chance) + content[116:]


def truncate(content: bytes, chance: random.Random) -> bytes:
    """Cut off the end, in half of the cases at a page boundary."""
    place = chance.randrange(len(content))
    return content[: place - place % PAGE if chance.random() < 0.5 else place]


def zero(content: bytes, chance: random.Random) -> bytes:
    """Fill a page with zeros."""
    place = chance.randrange(len(content) // PAGE) * PAGE
    return content[:place] + bytes(PAGE) + content[place + PAGE :]


def swap(content: bytes, chance: random.Random) -> bytes:
    """Swap two pages."""
    pages = [content[place : place + PAGE] for place in range(0, len(content), PAGE)]
    one, other = chance.sample(range(len(pages)), 2)
    pages[one], pages[other] = pages[other], pages[one]
    return b"".join(pages)


def repeat(content: bytes, chance: random.Random) -> bytes:
    """Overwrite a page with another."""
    pages = [content[place : place + PAGE] for place in range(0, len(content), PAGE)]
    one, other = chance.sample(range(len(pages)), 2)
    pages[one] = pages[other]
    return b"".join(pages)


def scribble(content: bytes, chance: random.Random) -> bytes:
    """Overwrite up to 64 bytes with random ones."""
    size = chance.randint(1, 64)
    place = chance.randrange(len(content) - size)
    return content[:place] + chance.randbytes(size) + content[place + size :]


FAULTS: Mapping[str, Inject] = {
    "flip": flip,
    "flip-in-header": flip_in_header,
    "truncate": truncate,
    "zero": zero,
    "swap": swap,
    "repeat": repeat,
    "scribble": scribble,
}
"""All kinds of damage, by name."""
