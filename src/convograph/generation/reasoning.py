"""What local reasoning models say before they answer: `<think>…</think>`, which is no part of the answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

_THINKS, _HAS_THOUGHT = "<think>", "</think>"


def without_thoughts(text: str) -> str:
    """The answer in a reply: what follows the thoughts that it opens with, if any; empty when they never end.

    Some servers send the end tag alone, as the chat template has set the first.

    >>> without_thoughts("<think>A cat, they say.</think> Miso.")
    'Miso.'
    """
    before, closed, after = text.partition(_HAS_THOUGHT)
    if text.lstrip().startswith(_THINKS) or (closed and _THINKS not in before):
        return after.strip()
    return text.strip()


def spoken(pieces: Iterable[str]) -> Iterator[str]:
    """The pieces of a streamed reply, less the thoughts that it opens with and blanks before the answer.

    Thoughts without their first tag cannot be told from an answer before they end, and pass.
    """
    held = ""  # of which it is not known yet whether it is an answer
    rest = iter(pieces)
    for piece in rest:
        held = (held + piece).lstrip()
        if held.startswith(_THINKS):
            answer = held.partition(_HAS_THOUGHT)[2].lstrip()
        else:
            answer = "" if _THINKS.startswith(held) else held
        if answer:
            yield answer
            break
    else:
        if held and not held.startswith(_THINKS):
            yield held
    yield from rest
