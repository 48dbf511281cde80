"""Hostile inputs: mutated samples, valid JSON with other values inside, and generated values."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import lru_cache
from typing import Any

LONGEST = 1 << 16  # bytes; larger inputs are a matter of size limits, which have their own tests
DEEPEST = 3_000  # nested brackets, more than Python's recursion limit
MOST_CHANGES = 4

_DIGITS = re.compile(rb"[0-9]+")
_ENCODINGS = ("utf-16", "utf-16-le", "utf-8-sig", "utf-32", "latin-1", "cp1252")

HOSTILE: tuple[str, ...] = (
    *("", " ", "\n", "\r", "\r\n\r\n", "\t", "\0", "a\0b", "\x1b[31m", "\x7f", "\x85", "\u2028", "\u202e", "\u2066"),
    *(
        "\ufeff",
        "\ufffe",
        "\ud800",
        "\udc00\ud800",
        "e" + "\u0301" * 60,
        "İ",
        "ß",
        "ﬁ",
        "ſ",
        "１２",
        "٣",
        "²",
        "½",
        "Ⅷ",
    ),
    *("👩‍👩‍👧‍👦", "🎉", "漢字。", "ไทย", "עברית", "a" * 300, "ab " * 700, "." * 500, "Mr. " * 150, "((((", "'\"`"),
    *("0", "-1", "1.5", "1e308", "1e999", "-0", "NaN", "Infinity", "9" * 25, "9" * 5_000, "0x10", "1_0", "+5", "١٢"),
    *("true", "null", "[]", "{}", "[", "{", "]", "}", '"', "\\", "\\u", "\\ud800", "%s%n", "{0}", "${x}", "../x", ":"),
    *("9999-12-31", "0001-01-01", "0000-00-00", "2024-02-30", "9999-12-31T23:59:59-23:59", "24:60", "99999999999"),
    *("user", "assistant", "system", "tool", "D1:1", "s:0", "[1]", "[99999999999999999999]", "<think>", "```json"),
    *("> ", "…", "Ana: ", "last week", "two weeks ago", "until", "every", "the last 99999999999 years", "May 2023"),
)
"""Texts known to break parsers, here and elsewhere."""

NUMBERS: tuple[Any, ...] = (0, -1, 1, 1.5, 1e308, -0.0, float("nan"), float("inf"), 10**25, 10**400, 1 << 63, 10**11)
PLAIN: tuple[Any, ...] = (None, True, False, [], {}, [[]], [None], {"": None}, [{}], {"text": {}})


def mutated(samples: Sequence[bytes], chance: random.Random) -> bytes:
    """A mutated sample, or occasionally a JSON value or text unlike any sample."""
    way = chance.random()
    if way < 0.05:
        return _dumped(generated(chance, _keys(tuple(samples))))
    if way < 0.1:
        return "".join(chance.choices(HOSTILE, k=chance.randint(1, 6))).encode("utf-8", "surrogatepass")[:LONGEST]
    sample = chance.choice(samples)
    structure = _structure(sample)
    if structure and chance.random() < 0.7:
        sample = _with_other_values(sample, chance, _keys(tuple(samples)))
        if chance.random() < 0.8:
            return sample[:LONGEST]
    for _ in range(chance.randint(1, MOST_CHANGES)):
        sample = chance.choice(_CHANGES)(sample, chance, samples)
    return sample[:LONGEST]


def generated(chance: random.Random, keys: Sequence[str], depth: int = 3) -> Any:
    """A random JSON value, whose objects have the given keys and others."""
    kind = chance.random()
    if depth and kind < 0.3:
        return [generated(chance, keys, depth - 1) for _ in range(chance.randint(0, 4))]
    if depth and kind < 0.65:
        names = [_any_key(chance, keys) for _ in range(chance.randint(0, 5))]
        return {name: generated(chance, keys, depth - 1) for name in names}
    return odd(chance)


def odd(chance: random.Random) -> Any:
    """A random unexpected value."""
    return deepcopy(chance.choice(chance.choice((HOSTILE, NUMBERS, PLAIN))))


# Bytes

_Change = Callable[[bytes, random.Random, Sequence[bytes]], bytes]


def _place(content: bytes, chance: random.Random) -> int:
    return chance.randint(0, len(content))


def _part(content: bytes, chance: random.Random) -> tuple[int, int]:
    start = _place(content, chance)
    return start, min(len(content), start + int(chance.expovariate(1 / 12)))


def _flip(content: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    if not content:
        return b"\x80"
    place = chance.randrange(len(content))
    return content[:place] + bytes([content[place] ^ 1 << chance.randrange(8)]) + content[place + 1 :]


def _overwrite(content: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    start, end = _part(content, chance)
    return content[:start] + chance.randbytes(end - start) + content[end:]


def _drop(content: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    start, end = _part(content, chance)
    return content[:start] + content[end:]


def _repeat(content: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    start, end = _part(content, chance)
    times = chance.choice((2, 2, 3, 20)) if chance.random() < 0.95 else DEEPEST
    return content[:start] + (content[start:end] * times)[:LONGEST] + content[end:]


def _nest(content: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    """Enclose a part in nested brackets."""
    start, end = _part(content, chance)
    opens, closes = chance.choice(((b"[", b"]"), (b'{"a":', b"}"), (b"(", b")"), (b"<think>", b"</think>")))
    depth = chance.choice((1, 2, 40)) if chance.random() < 0.9 else DEEPEST
    return content[:start] + opens * depth + content[start:end] + closes * depth + content[end:]


def _truncate(content: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    return content[: _place(content, chance)]


def _insert(content: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    start, end = _part(content, chance)
    kept = content[start:] if chance.random() < 0.5 else content[end:]
    return content[:start] + chance.choice(HOSTILE).encode("utf-8", "surrogatepass") + kept


def _splice(content: bytes, chance: random.Random, samples: Sequence[bytes]) -> bytes:
    """Join the beginning of one sample with the end of another."""
    other = chance.choice(samples)
    return content[: _place(content, chance)] + other[_place(other, chance) :]


def _renumber(content: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    """Replace one number by another."""
    found = list(_DIGITS.finditer(content))
    if not found:
        return content + b"9" * 20
    match = chance.choice(found)
    number = chance.choice(("0", "99", "9999", "1" + "0" * 11, "9" * 13, "9" * 400, "-1", "1e999", "0" * 30))
    return content[: match.start()] + number.encode() + content[match.end() :]


def _recode(content: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    """Encode the same text in another encoding."""
    text = content.decode("utf-8", "replace")
    return text.encode(chance.choice(_ENCODINGS), "replace")


_CHANGES: tuple[_Change, ...] = (
    *(_flip, _overwrite, _drop, _repeat, _nest, _truncate, _insert, _insert, _splice, _renumber, _recode),
)

# JSON


@lru_cache(maxsize=256)
def _structure(sample: bytes) -> str:
    """The structure of a sample: one JSON value ("value"), one on each line ("lines"), or neither ("")."""
    try:
        json.loads(sample)
    except (ValueError, RecursionError):
        pass
    else:
        return "value"
    try:
        for line in filter(bytes.strip, sample.splitlines()):
            json.loads(line)
    except (ValueError, RecursionError):
        return ""
    return "lines" if sample.strip() else ""


@lru_cache(maxsize=64)
def _keys(samples: tuple[bytes, ...]) -> tuple[str, ...]:
    """The keys of all objects in the samples."""
    found: dict[str, None] = {}
    for sample in samples:
        if structure := _structure(sample):
            value = _loaded(sample, structure)
            for path in _paths(value):
                found.update({step: None for step in path if isinstance(step, str)})
    return tuple(found)


def _loaded(sample: bytes, structure: str) -> Any:
    if structure == "value":
        return json.loads(sample)
    return [json.loads(line) for line in sample.splitlines() if line.strip()]


def _dumped(value: Any) -> bytes:
    return json.dumps(value).encode()[:LONGEST]


def _with_other_values(sample: bytes, chance: random.Random, keys: Sequence[str]) -> bytes:
    """The sample with changed values, keys or sizes in one to three places."""
    structure = _structure(sample)
    root = [_loaded(sample, structure)]
    for _ in range(chance.randint(1, 3)):
        paths = list(_paths(root))[1:]
        path = chance.choice(paths) if paths else None
        if path is None:
            break
        inside: Any = root
        for step in path[:-1]:
            inside = inside[step]
        chance.choice(_VALUE_CHANGES)(inside, path[-1], chance, keys)
    value = root[0] if root else odd(chance)
    if structure == "lines" and isinstance(value, list):
        return b"\n".join(map(_dumped, value))
    return _dumped(value)


def _paths(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path of every value inside a value, including itself."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from _paths(each, (*path, key))


def _any_key(chance: random.Random, keys: Sequence[str]) -> str:
    return chance.choice(keys) if keys and chance.random() < 0.9 else chance.choice(HOSTILE)


def _set_odd(inside: Any, key: Any, chance: random.Random, _: Sequence[str]) -> None:
    inside[key] = odd(chance)


def _set_generated(inside: Any, key: Any, chance: random.Random, keys: Sequence[str]) -> None:
    inside[key] = generated(chance, keys, 2)


def _remove(inside: Any, key: Any, _: random.Random, __: Sequence[str]) -> None:
    del inside[key]


def _wrap(inside: Any, key: Any, chance: random.Random, keys: Sequence[str]) -> None:
    """Nest the value within others, occasionally very deeply."""
    value, name = inside[key], _any_key(chance, keys)
    for _ in range(chance.choice((1, 1, 1, 30, 300))):  # json.dumps has its own limit
        value = [value] if chance.random() < 0.5 else {name: value}
    inside[key] = value


def _as_text(inside: Any, key: Any, chance: random.Random, _: Sequence[str]) -> None:
    value = inside[key]
    if isinstance(value, str):
        inside[key] = chance.choice(
            (value + chance.choice(HOSTILE), chance.choice(HOSTILE) + value, value * 20, [value])
        )
    else:
        inside[key] = json.dumps(value)


def _double(inside: Any, key: Any, chance: random.Random, keys: Sequence[str]) -> None:
    """Duplicate the value: again in a list, or under another key in an object."""
    if isinstance(inside, list):
        inside.extend([inside[key]] * chance.choice((1, 1, 20)))
    else:
        inside[_any_key(chance, keys)] = inside[key]


def _rename(inside: Any, key: Any, chance: random.Random, keys: Sequence[str]) -> None:
    if isinstance(inside, dict):
        inside[_any_key(chance, keys)] = inside.pop(key)
    else:
        chance.shuffle(inside)


_VALUE_CHANGES: tuple[Callable[[Any, Any, random.Random, Sequence[str]], None], ...] = (
    *(_set_odd, _set_odd, _set_generated, _remove, _wrap, _as_text, _double, _rename),
)
