"""The pages of the repository link to files and headings that there are."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [*ROOT.glob("*.md"), *(page for folder in ("data", "docs", "examples") for page in (ROOT / folder).rglob("*.md"))]
)
_FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\]\((?!https?:)([^)\s#]*)#?([^)\s]*)\)")


def test_links_lead_somewhere() -> None:
    """Each to a file or folder, and with an anchor to a heading of a page."""
    broken = []
    for page in PAGES:
        for target, anchor in _LINK.findall(_FENCED.sub("", page.read_text(encoding="utf-8"))):
            there = page if not target else page.parent / target
            if not there.exists() or (anchor and anchor not in anchors(there.read_text(encoding="utf-8"))):
                broken.append((page.relative_to(ROOT).as_posix(), target, anchor))
    assert broken == []


def test_anchors_are_those_of_a_web_page() -> None:
    """Small letters without signs and code marks, blanks as hyphens, a number where a heading comes again."""
    assert anchors("# What `unified` *does*, now\n\n## A [link](x.md)\n```\n# no heading\n```\n## A link\n") == {
        "what-unified-does-now",
        "a-link",
        "a-link-1",
    }


def anchors(text: str) -> set[str]:
    """The anchors of the headings of a page, as GitHub makes them."""
    found: set[str] = set()
    for heading in re.findall(r"^#+ (.*)$", _FENCED.sub("", text), re.MULTILINE):
        shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w\- ]", "", shown.strip().lower()).replace(" ", "-")
        again = sum(1 for other in found if re.fullmatch(rf"{re.escape(name)}(-[0-9]+)?", other))
        found.add(f"{name}-{again}" if again else name)
    return found
