"""The reasoning that local models write before a reply, `<think>…</think>`, which is not part of the reply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

_THINKS, _HAS_THOUGHT = "<think>", "</think>"


def without_thoughts(text: str) -> str:
    """The reply without the reasoning at its start, if any; empty if the reasoning never ends.

    Some servers send only the closing tag, because the chat template contains the opening one.

    >>> without_thoughts("<think>A cat, they say.</think> Miso.")
    'Miso.'
    """
    before, closed, after = text.partition(_HAS_THOUGHT)
    if text.lstrip().startswith(_THINKS) or (closed and _THINKS not in before):
        return after.strip()
    return text.strip()


def spoken(pieces: Iterable[str]) -> Iterator[str]:
    """The pieces of a streamed reply without the reasoning and white space at its start.

    Reasoning without an opening tag looks like a reply until it ends, so it is passed on.
    """
    held = ""  # not yet known to be part of the reply
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
