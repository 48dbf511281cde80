"""The hardest questions: the retrieved and the gold passages side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from convograph_eval.pages.long_text import folded
from convograph_eval.pages.markup import escaped, isolated

BUDGET: Final = 320_000  # characters of passages per page: less than a megabyte in any script, escapes included
LEAST: Final = 400  # characters per passage, however many passages there are


@dataclass(frozen=True, slots=True)
class Passage:
    """The text of a unit as a reader sees it, and whether the unit is gold for the question."""

    id: str
    text: str
    is_gold: bool


@dataclass(frozen=True, slots=True)
class HardQuestion:
    """A question with the retrieved passages, best first, and the gold passages.

    `answer` is `None` if the data set has none, `first_gold_rank` (from 1) if no gold unit was ranked.
    """

    id: str
    category: str
    question: str
    answer: str | None
    retrieved: tuple[Passage, ...]
    gold: tuple[Passage, ...]
    first_gold_rank: int | None


def hardest_questions(questions: Sequence[HardQuestion]) -> str:
    """The HTML of `questions`, with a card per question, in the order given. Long passages fold, very long are cut."""
    count = sum(len(one.retrieved) + len(one.gold) for one in questions)
    most = max(LEAST, BUDGET // max(count, 1))
    return "\n".join(_card(one, most) for one in questions)


def _card(one: HardQuestion, most: int) -> str:
    rank = "no gold found" if one.first_gold_rank is None else f"first gold at rank {one.first_gold_rank}"
    answer = "" if one.answer is None else f'<div class="answer"><span>Answer</span>{folded(one.answer, most)}</div>'
    return (
        f'<article class="card"><header><h3 dir="auto">{escaped(one.question)}</h3>'
        f'<p class="muted">{isolated(one.id)} · {isolated(one.category)} · <strong>{rank}</strong></p>{answer}</header>'
        f'<div class="sides"><section><h4>Retrieved</h4>{_passages(one.retrieved, most, ordered=True)}</section>'
        f"<section><h4>Gold</h4>{_passages(one.gold, most, ordered=False)}</section></div></article>"
    )


def _passages(passages: Sequence[Passage], most: int, *, ordered: bool) -> str:
    if not passages:
        return '<p class="muted">nothing</p>'
    items = "".join(_passage(passage, most, badge=ordered) for passage in passages)
    return f'<ol class="passages">{items}</ol>' if ordered else f'<ul class="passages">{items}</ul>'


def _passage(passage: Passage, most: int, *, badge: bool) -> str:
    gold = ' <b class="badge">gold</b>' if badge and passage.is_gold else ""
    kind = ' class="gold"' if passage.is_gold else ""
    return f'<li{kind}><p class="id">{isolated(passage.id)}{gold}</p>{folded(passage.text, most)}</li>'
