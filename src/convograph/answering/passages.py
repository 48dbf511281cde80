"""How much is quoted around a sentence that answers: its neighbours in the turn, while the passage is short."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from convograph.answering.candidates import Candidate
from convograph.types import Span

MAX_WORDS = 25  # of a passage of several sentences; longer ones hold more answers, but hide them


def passages(candidates: Sequence[Candidate], kept: Sequence[int], quotable: Collection[int]) -> Iterator[Candidate]:
    """The kept sentences, each with the `quotable` ones around it on its line, up to `MAX_WORDS` together.

    Sentences after it are added before those that precede it. No sentence is quoted twice; those of memos stay as they
    are.
    """
    free = set(quotable).difference(kept)
    for place in kept:
        around = _around(candidates, place, free)
        free.difference_update(around)
        yield _joined(candidates[around[0]], candidates[place], candidates[around[-1]])


def _around(candidates: Sequence[Candidate], place: int, free: Collection[int]) -> list[int]:
    """The positions of a passage's sentences, in the order of the turn."""
    found = [place]
    while (one := _joining(candidates, found, free)) is not None:
        found = sorted([*found, one])
    return found


def _joining(candidates: Sequence[Candidate], found: Sequence[int], free: Collection[int]) -> int | None:
    """The sentence after a passage, else the one before it, if it can join: on the same line, and short enough."""
    left = MAX_WORDS - sum(_words(candidates[one]) for one in found)
    beside = ((candidates[found[-1]].after, found[-1]), (candidates[found[0]].before, found[0]))
    for one, edge in beside:
        if one is None or one not in free or not _on_one_line(candidates[one], candidates[edge]):
            continue
        if _words(candidates[one]) <= left:
            return one
    return None


def _on_one_line(one: Candidate, other: Candidate) -> bool:
    """Whether two sentences are on the same line of a turn."""
    if one.evidence is None or other.evidence is None or one.source != other.source:
        return False
    first, last = sorted((one.evidence.span, other.evidence.span), key=lambda span: span.start)
    return "\n" not in first.turn.text[first.start : last.end]


def _words(one: Candidate) -> int:
    return len(one.text.split())


def _joined(first: Candidate, best: Candidate, last: Candidate) -> Candidate:
    """The best sentence, with its text and its evidence extended to the whole passage."""
    if first.evidence is None or best.evidence is None or last.evidence is None:
        return best
    turn, start, end = best.evidence.span.turn, first.evidence.span.start, last.evidence.span.end
    return replace(best, text=turn.text[start:end], evidence=replace(best.evidence, span=Span(turn, start, end)))
