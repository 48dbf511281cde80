"""The utterances in a script (DialSim, section 5; parsed as in the released simulator)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from convograph.formats.limits import MAX_SPEAKER_CHARACTERS, storable
from convograph_eval.dialsim.shows.types import Utterance

CREDITS: Final = ("Teleplay: ", "Story: ")
"""The marks of lines with credits instead of dialogue."""


def utterances(script: str) -> tuple[Utterance, ...]:
    r"""The utterances of a script: a line with a colon begins one, any other line continues the one before it.

    The speaker is the text before the first colon, unless it is too long for a name. Blank lines, credits and
    utterances without text are left out. Characters that cannot be stored become spaces.

    >>> utterances("Ross: Hi.\nStory: Someone\nI'm back.\nRachel: Oh: hi!")
    (Utterance(speaker='Ross', text="Hi. I'm back."), Utterance(speaker='Rachel', text='Oh: hi!'))
    """
    return tuple(_joined(script))


def _joined(script: str) -> Iterator[Utterance]:
    speaker, texts = "", list[str]()
    for line in storable(script).split("\n"):
        if not line.strip() or any(mark in line for mark in CREDITS):
            continue
        before, colon, after = line.partition(":")
        if colon and len(before) <= MAX_SPEAKER_CHARACTERS:
            yield from _spoken(speaker, texts)
            speaker, texts = before.strip(), [after.strip()]
        elif speaker:
            texts.append(line.strip())
    yield from _spoken(speaker, texts)


def _spoken(speaker: str, texts: list[str]) -> Iterator[Utterance]:
    text = " ".join(filter(None, texts))
    if speaker and text:
        yield Utterance(speaker, text)
