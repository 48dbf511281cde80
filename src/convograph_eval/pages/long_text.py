"""Long texts: the beginning is shown, the rest unfolds, and very long texts are cut, with a count of the rest."""

from __future__ import annotations

from typing import Final

from convograph_eval.pages.markup import counted, escaped

BEGINNING: Final = 280  # characters shown, enough to decide whether to read on
_SLACK: Final = 60  # unfolding half a line is not worth it


def folded(text: str, most: int) -> str:
    """`text` as HTML paragraphs: its beginning, and a `<details>` with the rest, up to `most` characters in total."""
    text = text.strip()
    if len(text) <= BEGINNING + _SLACK:
        return _paragraph(text)
    cut = text.rfind(" ", BEGINNING - _SLACK, BEGINNING)
    cut = BEGINNING if cut < 0 else cut
    rest = text[cut:most].strip()
    missing = len(text) - max(cut, most)
    note = f'<p class="muted">… {counted(missing, "more character")} not in this page.</p>' if missing > 0 else ""
    if not rest:
        return _paragraph(text[:cut]) + note
    words = len(rest.split())
    return (
        f'{_paragraph(text[:cut] + " …")}<details class="rest"><summary>{counted(words, "more word")}</summary>'
        f"{_paragraph(rest)}{note}</details>"
    )


def _paragraph(text: str) -> str:
    # `dir` on a block isolates its writing direction from the surrounding text.
    return f'<p class="text" dir="auto">{escaped(text)}</p>'
