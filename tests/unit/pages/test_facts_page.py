"""The page of facts: bars along time, the words behind them, and nothing of them that a browser would run."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from html.parser import HTMLParser

import pytest

from convograph.pages import render_facts
from convograph.pages.facts import ordered, span_of
from convograph.times import parse_said
from convograph.types import FACT_ENDS, Fact, SourceTurn

NOW = datetime(2025, 1, 1)
HOSTILE = "</details><script>alert(1)</script><img src=x onerror=alert(1)>&\"'\u202e$title\ud800"
JANUARY, MARCH = parse_said("2024-01-01"), parse_said("2024-03-01 10:00")


def turn(name: str, text: str, said: object = JANUARY) -> SourceTurn:
    return SourceTurn(1, name, "s", 0, "Ana", text, said)  # type: ignore[arg-type]


PORTO = Fact(
    **{"id": "a1", "subject": "Ana", "relation": "lives_in", "value": "Porto", "claimed_by": "Ana"},
    status="outdated",
    turns=(turn("s:0", "I live in Porto."),),
    known_from=JANUARY,
    valid_to=MARCH.local,
    superseded_at=MARCH,
    superseded_by="a2",
    reason="newer",
    ended_by=(turn("s:1", "I moved to Lisbon.", MARCH),),
)
LISBON = Fact(
    **{"id": "a2", "subject": "Ana", "relation": "lives_in", "value": "Lisbon", "claimed_by": "Ana"},
    status="current",
    turns=PORTO.ended_by,
    known_from=MARCH,
    valid_from=MARCH.local,
)


class Page(HTMLParser):
    """The tags of a page, and its texts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def bars(page: str) -> list[tuple[str | None, ...]]:
    """State, beginning and length of each bar, of a thousand units."""
    found = [tag for name, tag in Page(page).tags if name == "rect" and tag["class"] != "ground"]
    return [(tag["class"], tag["x"], tag["width"]) for tag in found]


def test_bars_lie_where_facts_held() -> None:
    """The axis reaches from the first time to the last that is told."""
    later = replace(LISBON, id="a3", relation="works_at", value="Bosch", valid_from=None, known_from=JANUARY)
    page = render_facts([PORTO, LISBON, replace(later, valid_to=datetime(2024, 5, 1))], "Facts", now=NOW)
    assert bars(page) == [("outdated", "0", "499"), ("current", "499", "501"), ("current", "0", "1000")]
    assert '<p class="axis"><span>2024-01-01</span><span>2024-05-01</span></p>' in page


def test_the_words_are_there_and_why() -> None:
    """Each fact says who stated it when, and what ended it."""
    texts = " ".join(" ".join(Page(render_facts([PORTO], "Facts of ana", now=NOW)).texts).split())
    assert "lives in Porto known 2024-01-01 – 2024-03-01 why" in texts
    assert "stated by Ana, 2024-01-01 (s:0) I live in Porto." in texts
    assert "another value was stated said by Ana, 2024-03-01 10:00 (s:1) I moved to Lisbon." in texts


def test_no_text_of_a_turn_is_markup() -> None:
    """Every text of a fact, its turns and the title is shown as it is; nothing is loaded or run."""
    said = turn(HOSTILE, HOSTILE, MARCH)
    hostile = replace(
        PORTO,
        **{"subject": HOSTILE, "relation": HOSTILE, "value": HOSTILE, "claimed_by": HOSTILE},
        turns=(replace(said, speaker=HOSTILE),),
        ended_by=(replace(said, speaker=None),),
    )
    page = render_facts([hostile], HOSTILE, now=NOW)
    page.encode("utf-8")
    calm = Page(render_facts([PORTO], "Facts", now=NOW))
    assert [tag for tag, _ in Page(page).tags] == [tag for tag, _ in calm.tags]
    assert not {"script", "img", "iframe"} & {tag for tag, _ in calm.tags}
    assert not any(name.startswith("on") for _, attributes in Page(page).tags for name in attributes)
    assert "&lt;script&gt;alert(1)" in page
    assert "$title" in page
    assert "an unknown speaker" in page


def test_the_policy_allows_the_pages_own_style_alone() -> None:
    """No script, no network."""
    page = render_facts([PORTO], "Facts", now=NOW)
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert "default-src 'none'; script-src 'none'; style-src 'sha256-" in policy
    assert not re.search(r"https?:", page)


def test_facts_without_times_and_no_facts() -> None:
    """Both are pages: bars reach along all of it, and nothing says so."""
    undated = replace(LISBON, turns=(turn("s:0", "I live in Lisbon.", None),), known_from=None, valid_from=None)
    assert bars(render_facts([undated], "Facts", now=NOW)) == [("current", "0", "4")]
    assert "No facts are known." in render_facts([], "Facts", now=NOW)


def test_a_fact_at_the_end_of_time_has_a_bar() -> None:
    """Also where that is the only time."""
    first, last = datetime.min, datetime.max
    ends = [replace(PORTO, valid_from=first, valid_to=last), replace(LISBON, valid_from=last)]
    assert [bar[1:] for bar in bars(render_facts(ends, "Facts", now=NOW))] == [("0", "1000"), ("996", "4")]
    assert bars(render_facts([replace(LISBON, valid_from=MARCH.local)], "Facts", now=NOW)) == [("current", "0", "1000")]


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        (PORTO, "known 2024-01-01 – 2024-03-01"),
        (replace(PORTO, valid_from=datetime(2023, 5, 1)), "2023-05-01 – 2024-03-01"),
        (replace(PORTO, known_from=None), "formerly – 2024-03-01"),
        (replace(PORTO, valid_to=None), "formerly"),
        (replace(PORTO, reason="corrected"), "taken back"),
        (LISBON, "since 2024-03-01"),
        (replace(LISBON, valid_from=datetime(2024, 12, 1)), "from 2024-12-01"),
        (replace(LISBON, valid_from=None), "said 2024-03-01"),
        (replace(LISBON, valid_from=None, known_from=None), "at an unknown time"),
        (replace(LISBON, status="disputed"), "since 2024-03-01, disputed"),
    ],
)
def test_when_a_fact_holds_in_words(fact: Fact, expected: str) -> None:
    """As far as told, else since it was said."""
    assert span_of(fact) == expected


def test_subjects_with_most_facts_come_first() -> None:
    """Then by name and relation, in the order of stating."""
    cleo = replace(LISBON, subject="Cleo")
    work = replace(LISBON, relation="age", value="30")
    assert ordered([cleo, PORTO, LISBON, work]) == [work, PORTO, LISBON, cleo]


def test_every_reason_has_words() -> None:
    """The page shows one for each."""
    for reason, words in FACT_ENDS.items():
        assert words in render_facts([replace(PORTO, reason=reason)], "Facts", now=NOW)
