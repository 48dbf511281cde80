"""Chat examples: what a model is asked at run time, and what it should answer."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from convograph.chat import Message
from convograph.errors import InputError

_FRACTION = 16**8  # of the digits of a digest that place a group


@dataclass(frozen=True, slots=True)
class ChatExample:
    """A prompt and its completion; examples of one `group` (a sentence, a passage) are trained on, or held out."""

    id: str
    group: str
    prompt: tuple[Message, ...]
    completion: str

    def as_json(self) -> dict[str, Any]:
        """A record with a prompt and a completion as lists of messages, the form that TRL's trainers read."""
        return {
            "id": self.id,
            "group": self.group,
            "prompt": [{"role": one.role, "content": one.content} for one in self.prompt],
            "completion": [{"role": "assistant", "content": self.completion}],
        }


@dataclass(frozen=True, slots=True)
class Collected:
    """The examples made of some data, and how many were left out for which reason."""

    examples: tuple[ChatExample, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Prepared:
    """Examples to train on and examples held out, in their order, and how many were left out for which reason."""

    train: tuple[ChatExample, ...]
    held_out: tuple[ChatExample, ...]
    left_out: Mapping[str, int]


def prepared(collected: Collected, share: float) -> Prepared:
    """The examples, with about `share` (from 0, below 1) of the groups held out.

    Which group is held out depends on its text alone: not on the order, nor on what else there is. Raises `InputError`
    for another share, and if nothing is left to train on.
    """
    if not 0 <= share < 1:
        raise InputError(f"a share of {share} cannot be held out; give one from 0, and below 1")
    groups = {one.group: _place(one.group) < share for one in collected.examples}
    train = tuple(one for one in collected.examples if not groups[one.group])
    if not train:
        reasons = ", ".join(f"{reason}: {count:,}" for reason, count in collected.left_out.items()) or "no data"
        raise InputError(f"nothing is left to train on ({reasons}); give more data, or hold out less than {share}")
    held_out = tuple(one for one in collected.examples if groups[one.group])
    return Prepared(train, held_out, collected.left_out)


def first_examples(given: Prepared, limit: int | None) -> Prepared:
    """With at most `limit` examples to train on, and the held-out ones as they are; the others count as left out."""
    if limit is None or limit >= len(given.train):
        return given
    beyond = Counter({"beyond the limit": len(given.train) - limit})
    return Prepared(given.train[:limit], given.held_out, Counter(given.left_out) + beyond)


def as_lines(examples: Iterable[ChatExample]) -> str:
    """A JSON record a line."""
    return "".join(json.dumps(one.as_json(), ensure_ascii=False) + "\n" for one in examples)


def digest_of(examples: Sequence[ChatExample]) -> str:
    """A digest of some examples in their order, 16 hexadecimal digits."""
    return sha256(as_lines(examples).encode()).hexdigest()[:16]


def _place(group: str) -> float:
    """Where a group lies between 0 and 1."""
    return int(sha256(group.encode()).hexdigest()[:8], 16) / _FRACTION
