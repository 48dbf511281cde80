"""Parts of a set of dialogues: the first dialogues, selected sessions, or a seeded sample."""

from __future__ import annotations

import random
from collections.abc import Container, Sequence
from dataclasses import replace

from convograph.errors import InputError
from convograph_eval.datasets.dialogues.types import DialogueSet


def first_dialogues(given: DialogueSet, count: int) -> DialogueSet:
    """The first `count` dialogues. Raises `InputError` if `count` is less than 1."""
    if count < 1:
        raise InputError(f"a limit of {count} leaves no dialogue; give 1 or more")
    return replace(given, dialogues=given.dialogues[:count])


def of_sessions(given: DialogueSet, sessions: Sequence[int]) -> DialogueSet:
    """Only the replies in these sessions, numbered from 1. Raises `InputError` for a session without replies."""
    known = sorted({place.session for place in given.places})
    for number in sessions:
        if number not in known:
            raise InputError(f"no reply is scored in session {number}; there are {', '.join(map(str, known))}")
    return _with_places(given, {place.id for place in given.places if place.session in sessions})


def sampled(given: DialogueSet, size: int, seed: int) -> DialogueSet:
    """A sample of `size` dialogues that have replies to score, or of `size` replies if `by_place`, in order.

    Deterministic for given data, size and seed. Raises `InputError` if there are fewer, or for a size below 1.
    """
    with_places = replace(given, dialogues=tuple(dialogue for dialogue in given.dialogues if dialogue.places))
    if given.by_place:
        return _with_places(given, set(_drawn([place.id for place in given.places], size, seed, "replies")))
    names = _drawn([dialogue.name for dialogue in with_places.dialogues], size, seed, "dialogues")
    return replace(given, dialogues=tuple(one for one in with_places.dialogues if one.name in names))


def _drawn(ids: Sequence[str], size: int, seed: int, what: str) -> Sequence[str]:
    if not 1 <= size <= len(ids):
        raise InputError(f"a sample of {size} {what} cannot be drawn: there are {len(ids)}")
    return random.Random(seed).sample(ids, size)  # noqa: S311 - a sample, no secret


def _with_places(given: DialogueSet, ids: Container[str]) -> DialogueSet:
    """Only the replies with these ids, and the dialogues that have one."""
    cut = (
        replace(dialogue, places=tuple(place for place in dialogue.places if place.id in ids))
        for dialogue in given.dialogues
    )
    return replace(given, dialogues=tuple(dialogue for dialogue in cut if dialogue.places))
