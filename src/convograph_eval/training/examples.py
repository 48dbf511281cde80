"""Chat examples: prompts as sent at run time, with the completions that a model should give."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from convograph.chat import Message
from convograph.errors import InputError

_FRACTION = 16**8  # the number of values of the 8 hexadecimal digits that place a group


@dataclass(frozen=True, slots=True)
class ChatExample:
    """A prompt and its completion; the examples of a `group` (a sentence, a passage) are held out together, or none."""

    id: str
    group: str
    prompt: tuple[Message, ...]
    completion: str

    def as_json(self) -> dict[str, Any]:
        """A JSON object with prompt and completion as lists of messages, the form that TRL's trainers read."""
        return {
            "id": self.id,
            "group": self.group,
            "prompt": [{"role": one.role, "content": one.content} for one in self.prompt],
            "completion": [{"role": "assistant", "content": self.completion}],
        }


@dataclass(frozen=True, slots=True)
class Collected:
    """The examples made from some data, and the number of those left out by reason."""

    examples: tuple[ChatExample, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Prepared:
    """Training examples and held-out examples, in order, and the number of those left out by reason."""

    train: tuple[ChatExample, ...]
    held_out: tuple[ChatExample, ...]
    left_out: Mapping[str, int]


def prepared(collected: Collected, share: float) -> Prepared:
    """The examples, with about `share` (in [0, 1)) of the groups held out.

    Whether a group is held out depends only on its text, not on the order or the other groups. Raises `InputError`
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
    """The first `limit` training examples (`None`: all) and all held-out ones; the rest is counted as left out."""
    if limit is None or limit >= len(given.train):
        return given
    beyond = Counter({"beyond the limit": len(given.train) - limit})
    return Prepared(given.train[:limit], given.held_out, Counter(given.left_out) + beyond)


def as_lines(examples: Iterable[ChatExample]) -> str:
    """The examples as JSON Lines."""
    return "".join(json.dumps(one.as_json(), ensure_ascii=False) + "\n" for one in examples)


def digest_of(examples: Sequence[ChatExample]) -> str:
    """A digest of the examples in order, 16 hexadecimal digits."""
    return sha256(as_lines(examples).encode()).hexdigest()[:16]


def _place(group: str) -> float:
    """The place of a group in [0, 1)."""
    return int(sha256(group.encode()).hexdigest()[:8], 16) / _FRACTION
