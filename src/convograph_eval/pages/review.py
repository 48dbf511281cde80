"""Questions beside the scenes that they were made from, for a person to mark the wrong ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from convograph_eval.pages.document import render_document
from convograph_eval.pages.long_text import folded
from convograph_eval.pages.markup import counted, escaped, isolated

BUDGET: Final = 2_000_000  # characters of scenes per page
LEAST: Final = 400  # characters per scene, however many scenes there are


@dataclass(frozen=True, slots=True)
class ReviewedQuestion:
    """A question as asked, its options with the index of the right one, and its evidence scenes as (name, text)."""

    id: str
    heading: str
    question: str
    options: tuple[str, ...]
    gold: int
    scenes: tuple[tuple[str, str], ...]


def render_review(title: str, questions: Sequence[ReviewedQuestion]) -> str:
    """The HTML of a page with a card per question, in the order given. Long scenes fold, very long ones are cut."""
    most = max(LEAST, BUDGET // max(1, sum(len(one.scenes) for one in questions)))
    cards = "\n".join(_card(number, one, most) for number, one in enumerate(questions, start=1))
    body = (
        f"<main><h1>{escaped(title)}</h1><p class='muted'>{counted(len(questions), 'question')}</p>\n{cards}\n</main>"
    )
    return render_document(title, body, ("report.css",))


def _card(number: int, one: ReviewedQuestion, most: int) -> str:
    options = "".join(
        f"<li>{f'<strong>{escaped(option)}</strong>' if place == one.gold else escaped(option)}</li>"
        for place, option in enumerate(one.options)
    )
    scenes = "".join(f'<li><p class="id">{isolated(name)}</p>{folded(text, most)}</li>' for name, text in one.scenes)
    return (
        f'<article class="card"><header><h3 dir="auto">{number}. {escaped(one.question)}</h3>'
        f'<p class="muted">{isolated(one.id)} · {isolated(one.heading)}</p><ul>{options}</ul></header>'
        f'<ul class="passages">{scenes}</ul></article>'
    )
