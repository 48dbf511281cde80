"""The report's page and its charts: figures by hand, hostile data, and what a browser would load."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser
from importlib import resources
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph_eval.pages import HardQuestion, Passage, bar_chart, line_chart, render_report
from convograph_eval.pages.axes import axis_from_zero, axis_of_range, log_axis, nice_step, tick_label
from convograph_eval.pages.long_text import folded
from convograph_eval.pages.markup import label, number
from convograph_eval.pages.ranks import first_gold_bands, recall_curves

HOSTILE = "</title></style><script>alert(1)</script><img src=x onerror=alert(1)>\"'&\u202e\ud800$title"
SVG = "{http://www.w3.org/2000/svg}"

QUESTIONS = [
    {"id": "q1", "category": "plain", "ranked": ["a", "b", "c"], "gold": ["a", "c"], "milliseconds": 1.0},
    {"id": "q2", "category": "plain", "ranked": ["b", "a"], "gold": ["a"], "milliseconds": 2.0},
    {"id": "q3", "category": "odd", "ranked": ["b"], "gold": ["z"], "milliseconds": 3.0},
]
MEANS = {"hit@1": 0.25, "hit@3": 0.5, "hit@10": 0.75, "recall_all@3": 0.125, "ndcg@3": 0.375, "mrr": 0.4375}


def report(**changes: object) -> dict:
    made = {
        "settings": {"dataset": "locomo", "architecture": "sgmem", "unit": "turn", "encoder": "static", "audit": None},
        "summary": MEANS,
        "by_category": {"plain": {"questions": 2, **MEANS}, "odd": {"questions": 1, **MEANS}},
        "cost": {"build_seconds": 1.5, "query_milliseconds_p50": 24.61, "query_milliseconds_p95": None},
        "left_out": {"questions": {}, "unresolved_citations": []},
        "questions": QUESTIONS,
    }
    return {**made, **changes}


def hard(text: str = "Where does Ana live?", **changes: object) -> HardQuestion:
    fields = {
        "id": "q3",
        "category": "odd",
        "answer": "Lisbon",
        "retrieved": (Passage("b", text, False),),
        "gold": (Passage("z", text, True),),
        "first_gold_rank": None,
    }
    return HardQuestion(question=text, **{**fields, **changes})


class Elements(HTMLParser):
    """What a browser would find: tags with their attributes, all visible text, and whether every tag is closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "link"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" not in self.open:
            self.text += data


def elements(svg: str, name: str) -> list[ElementTree.Element]:
    """A chart's elements of one name; fails where the SVG is not well formed."""
    return list(ElementTree.fromstring(svg).iter(SVG + name))  # noqa: S314 - we wrote it ourselves


def texts(svg: str, name: str) -> list[str]:
    """What a chart's elements of one name say."""
    return [element.text or "" for element in elements(svg, name)]


def test_recall_grows_with_k() -> None:
    """q1 has one of two gold units at 1 and both at 3, q2 its only one at 2, q3 none: thirds and sixths."""
    curves = recall_curves(QUESTIONS, deepest=4)
    assert curves["hit"] == [(1, 1 / 3), (2, 2 / 3), (3, 2 / 3), (4, 2 / 3)]
    assert curves["recall_all"] == [(1, 0.0), (2, 1 / 3), (3, 2 / 3), (4, 2 / 3)]
    assert [mean for _, mean in curves["recall_frac"]] == pytest.approx([1 / 6, 1 / 2, 2 / 3, 2 / 3])


def test_no_questions_have_no_curves() -> None:
    """A mean of nothing is not 0."""
    assert recall_curves([]) == {}


def test_the_first_gold_unit_falls_into_a_band() -> None:
    """Ranks 1, 2, 3, 4, 6, 20, 21 and none: the edges of the bands, and what lies beyond the last."""
    ranked = [str(rank) for rank in range(1, 22)]
    golds = (["1"], ["3", "2"], ["3"], ["4"], ["6"], ["20"], ["21"], ["z"])
    bands = first_gold_bands([{"ranked": ranked, "gold": gold} for gold in golds])
    assert bands == {"1": 1, "2–3": 2, "4–5": 1, "6–10": 1, "11–20": 1, "not found": 2}


@pytest.mark.parametrize(
    ("rough", "step"), [(1.0, 1.0), (1.01, 2.0), (0.2, 0.2), (0.21, 0.5), (6.0, 10.0), (120.0, 200.0), (3e-7, 5e-7)]
)
def test_steps_are_one_two_or_five(rough: float, step: float) -> None:
    """The next of 1, 2, 5 times a power of ten, itself when it is one."""
    assert nice_step(rough) == step


def test_shares_have_ticks_every_fifth() -> None:
    """0 to a highest of 1, upside down as a y axis is."""
    axis = axis_from_zero([0.3], 100, 0, highest=1.0)
    assert axis.ticks == pytest.approx((0, 0.2, 0.4, 0.6, 0.8, 1))
    assert [axis.place(value) for value in (0, 0.25, 1)] == [100, 75, 0]


def test_an_axis_without_a_highest_value_ends_on_a_tick() -> None:
    """53.9 needs steps of 20, and so an axis to 60; nothing but zeros is drawn on 0 to 1."""
    assert axis_from_zero([53.9, 2], 0, 60).ticks == (0, 20, 40, 60)
    assert axis_from_zero([0.0], 0, 1).high == 1


def test_a_value_above_the_highest_stays_on_the_axis() -> None:
    """A caller's wrong guess does not draw a bar out of the picture."""
    assert axis_from_zero([3.0], 0, 1, highest=1.0).high >= 3


def test_the_first_k_has_a_tick() -> None:
    """k from 1 to 20: round numbers, and the 1 where the axis begins."""
    assert axis_of_range([1, 20], 0, 190).ticks == (1, 5, 10, 15, 20)


def test_powers_of_ten_are_evenly_spaced_on_a_log_axis() -> None:
    """1k, 10k, 100k, 1M lie a third of the way apart."""
    axis = log_axis([1e3, 1e6], 0, 300)
    assert [tick_label(tick) for tick in axis.ticks] == ["1k", "10k", "100k", "1M"]
    assert [axis.place(tick) for tick in axis.ticks] == pytest.approx([0, 100, 200, 300])


def test_a_short_log_axis_has_more_than_powers_of_ten() -> None:
    """1.9 to 3.2 has no power of ten inside: it goes from 1 to 5; a single value has a rung on either side."""
    assert log_axis([1.9, 3.2], 0, 1).ticks == (1, 2, 5)
    assert log_axis([5, 5], 0, 1).ticks == (2, 5, 10)


@given(st.lists(st.floats(1e-12, 1e12), min_size=1, max_size=6))
def test_every_value_lies_on_every_axis(values: list[float]) -> None:
    """Whatever the values, an axis holds them, and has few ticks, all inside."""
    for axis in (axis_from_zero(values, 0, 100), axis_of_range(values, 0, 100), log_axis(values, 0, 100)):
        assert all(-1e-6 <= axis.place(place) <= 100 + 1e-6 for place in (*values, *axis.ticks))
        assert len(axis.ticks) <= 9


def test_bars_print_their_values_and_tell_them_on_hover() -> None:
    """Twice the value is twice the length; a group may lack a series."""
    svg = bar_chart("Recall", {"multi-hop": {"hit@5": 0.25, "all@5": 0.5}, "temporal": {"all@5": 0.5}}, highest=1.0)
    assert texts(svg, "title")[1:] == ["multi-hop: hit@5 0.250", "multi-hop: all@5 0.500", "temporal: all@5 0.500"]
    assert texts(svg, "desc") == ["multi-hop: hit@5 0.250, all@5 0.500; temporal: all@5 0.500"]
    bars = elements(svg, "rect")
    lengths = [float(bar.attrib["width"]) for bar in bars]
    assert lengths[1] == lengths[2] == pytest.approx(2 * lengths[0], abs=0.01)
    assert bars[1].attrib["class"] == bars[2].attrib["class"] != bars[0].attrib["class"]


@pytest.mark.parametrize("value", [-0.1, float("nan"), float("inf")])
def test_a_bar_that_cannot_be_drawn_is_named(value: float) -> None:
    """The message has the value."""
    with pytest.raises(ValueError, match=re.escape(str(value))):
        bar_chart("Recall", {"a": {"b": value}})


def test_curves_tell_each_point() -> None:
    """A point's title has its series and both values; the description has the ends."""
    svg = line_chart("Growth", {"sgmem": [(1000, 0.5), (10000, 4.0)]}, x_label="turns", y_label="ms", log_x=True)
    assert texts(svg, "title") == ["Growth", "sgmem: turns 1,000, ms 0.500", "sgmem: turns 10,000, ms 4.00"]
    assert texts(svg, "desc") == ["ms over turns. sgmem: 0.500 at 1,000, 4.00 at 10,000"]


@pytest.mark.parametrize(
    ("point", "named"), [((0, 1), "x = 0"), ((1, -2.5), "y = -2.5"), ((float("nan"), 1), "nan"), ((1, 1e999), "inf")]
)
def test_a_point_without_a_place_on_a_log_axis_is_named(point: tuple[float, float], named: str) -> None:
    """Zero, negative and non-finite values raise, and the message has the value."""
    with pytest.raises(ValueError, match=re.escape(named)):
        line_chart("Growth", {"a": [point]}, x_label="x", y_label="y", log_x=True, log_y=True)


def test_non_finite_points_raise_on_linear_axes_too() -> None:
    """Not only a logarithm minds them; zero and below are fine."""
    with pytest.raises(ValueError, match="y = nan"):
        line_chart("Growth", {"a": [(1, float("nan"))]}, x_label="x", y_label="y")
    assert "<polyline" in line_chart("Growth", {"a": [(0, -1), (1, 0)]}, x_label="x", y_label="y")


@pytest.mark.parametrize("series", [{}, {"a": []}])
def test_a_chart_of_nothing_says_so(series: dict) -> None:
    """No axes around an empty plane."""
    assert "nothing to show" in texts(line_chart("Growth", series, x_label="x", y_label="y"), "text")
    assert "nothing to show" in texts(bar_chart("Bars", {name: {} for name in series}), "text")


def test_an_empty_series_beside_another_has_no_points() -> None:
    """It stays in the legend, and the description says that it has none."""
    svg = line_chart("Growth", {"a": [(1, 1)], "b": []}, x_label="x", y_label="y")
    assert texts(svg, "desc") == ["y over x. a: 1 at 1, 1 at 1; b: no points"]


def test_nine_series_can_be_told_apart() -> None:
    """Eight colours and four marks: no two series share both."""
    svg = line_chart("Many", {f"s{n}": [(1, n)] for n in range(9)}, x_label="x", y_label="y")
    looks = set(re.findall(r'class="mark (series-\d)" d="M\S+ \S+?(m[^"]+)"', svg))
    assert len(looks) == 9


def test_charts_survive_hostile_names() -> None:
    """Well-formed, writable as UTF-8, and no override of the writing direction is left."""
    bars = bar_chart(HOSTILE, {HOSTILE: {HOSTILE: 1.0}})
    lines = line_chart(HOSTILE, {HOSTILE: [(1, 1)]}, x_label=HOSTILE, y_label=HOSTILE)
    for svg in (bars, lines):
        svg.encode("utf-8")
        assert "\u202e" not in svg
        assert not elements(svg, "script")


def test_a_long_label_is_cut() -> None:
    """At most as long as was asked, with an ellipsis, on one line."""
    assert label("single\nsession preference", 15) == "single session…"
    assert label("short", 5) == "short"


@pytest.mark.parametrize(
    ("value", "written"),
    [(0.99996, "1.000"), (9.994, "9.99"), (99.9, "99.9"), (1234.5, "1,234"), (0.00012, "0.00012"), (0.0, "0.000")],
)
def test_numbers_have_three_digits_that_tell(value: float, written: str) -> None:
    """Shares line up in a column; milliseconds are not written to the nanosecond."""
    assert number(value) == written


def test_the_page_runs_and_loads_nothing() -> None:
    """Its policy allows one style, by hash, and nothing else; there is no script, style attribute or address."""
    page = render_report(report(), [hard()])
    found = Elements(page)
    assert not found.open
    policy = next(attrs["content"] for _, attrs in found.tags if attrs.get("http-equiv") == "Content-Security-Policy")
    style = re.search("<style>(.*?)</style>", page, re.DOTALL)[1]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none';")
    assert "script-src" not in policy
    assert not {"script", "img", "iframe", "a"} & {tag for tag, _ in found.tags}
    assert not any("style" in attrs or "src" in attrs for _, attrs in found.tags)
    assert "url(" not in style
    assert "@import" not in style


def test_the_page_shows_the_figures_that_matter() -> None:
    """The cutoffs nearest to 5 are chosen, here 3; the median query; a null is a dash."""
    page = render_report(report(), [])
    assert re.findall("<div><dt>(.*?)</dt><dd>(.*?)</dd></div>", page) == [
        ("hit@3", "0.500"),
        ("recall_all@3", "0.125"),
        ("mrr", "0.438"),
        ("ms a query, median", "24.6"),
    ]
    assert "<dt><bdi>query_milliseconds_p95</bdi></dt><dd><bdi>–</bdi></dd>" in page
    assert "3 questions" in page


def test_every_metric_is_in_the_page() -> None:
    """The main ones in the first table, all of them in the one that unfolds."""
    page = render_report(report(), [])
    main, unfolding = page.split("<summary>All metrics</summary>")
    assert "ndcg" not in main
    assert all(f'<th scope="row">{metric}</th>' in unfolding for metric in MEANS)


def test_a_nested_cost_is_told_flat() -> None:
    """One level down, the names are joined; the median is found there too."""
    page = render_report(report(cost={"query_milliseconds": {"p50": 7.25}, "model_calls": 0}), [])
    assert "<dt>ms a query, median</dt><dd>7.25</dd>" in page
    assert "<dt><bdi>query_milliseconds_p50</bdi></dt>" in page


def test_a_run_without_gold_says_so() -> None:
    """No table of nothing: a sentence, and what was left out."""
    nothing = {"questions": {"q9": "no gold unit"}, "unresolved_citations": []}
    page = render_report(report(summary={}, by_category={}, questions=[], left_out=nothing), [])
    assert "No question of this run has gold evidence" in page
    assert '<table class="metrics"' not in page
    assert "<bdi>q9</bdi></td><td><bdi>no gold unit</bdi>" in page


def test_what_was_left_out_is_counted_and_listed() -> None:
    """Questions with their reasons, citations with the question that cites."""
    citation = {"question": "q7", "citation": "D9:9", "reason": "no turn D9:9"}
    page = render_report(
        report(left_out={"questions": {"q8": "not answerable"}, "unresolved_citations": [citation]}), []
    )
    assert "Questions left out (1)" in page
    assert "<td><bdi>q7</bdi></td><td><bdi>D9:9</bdi></td><td><bdi>no turn D9:9</bdi></td>" in page


def test_hostile_data_stays_text() -> None:
    """In every place that data reaches: no element of it, no lone surrogate, and the whole text is still to be read."""
    page = render_report(
        report(
            settings={"dataset": HOSTILE, "architecture": HOSTILE, "unit": HOSTILE, HOSTILE: [HOSTILE]},
            by_category={HOSTILE: {"questions": 3, **MEANS}},
            cost={HOSTILE: HOSTILE},
            left_out={
                "questions": {HOSTILE: HOSTILE},
                "unresolved_citations": [{"question": HOSTILE, "citation": HOSTILE, "reason": HOSTILE}],
            },
        ),
        [hard(HOSTILE, id=HOSTILE, category=HOSTILE, answer=HOSTILE)],
    )
    page.encode("utf-8")
    found = Elements(page)
    assert not found.open
    assert not {"script", "img"} & {tag for tag, _ in found.tags}
    assert HOSTILE.replace("\ud800", "\ufffd") in found.text


def test_overrides_of_direction_end_where_the_data_ends() -> None:
    """Each stands inside a `<bdi>` or a block with a direction of its own, never in the page's title."""
    page = render_report(report(settings={"dataset": "a\u202eb", "architecture": "x"}), [hard("c\u202ed")])
    assert page.count("\u202e") == page.count("<bdi>a\u202eb</bdi>") + page.count('dir="auto">c\u202ed</')


def test_gold_is_marked_in_words() -> None:
    """Not by colour alone; the rank of the first gold unit is told."""
    one = hard(retrieved=(Passage("b", "x", False), Passage("z", "y", True)), first_gold_rank=2)
    page = render_report(report(), [one])
    assert page.count('<b class="badge">gold</b>') == 1
    assert "first gold at rank 2" in page
    assert "no gold found" in render_report(report(), [hard()])


def test_a_question_without_an_answer_has_no_answer_line() -> None:
    """`None` is not shown as a word."""
    page = render_report(report(), [hard(answer=None)])
    assert "<span>Answer</span>" not in page
    assert "None" not in Elements(page).text


def test_a_short_text_does_not_fold() -> None:
    """Up to half a line more than the beginning, there is nothing to unfold."""
    assert folded(" word " * 40, 10_000).startswith('<p class="text" dir="auto">word')
    assert "<details" not in folded("word " * 40, 10_000)


def test_a_long_text_folds_after_a_whole_word() -> None:
    """1,000 words of four letters: 56 fit the beginning of 280 characters, the other 944 unfold."""
    html = folded("word " * 1000, 10_000)
    assert html.startswith('<p class="text" dir="auto">' + "word " * 55 + "word …</p>")
    assert "<summary>944 more words</summary>" in html
    assert html.count("word ") + html.count("word<") == 1000


def test_a_very_long_text_is_cut_and_says_so() -> None:
    """Of 4,999 characters (the last blank is no text) 1,000 are shown; 3,999 are counted, none are dropped silently."""
    assert "3,999 more characters not in this page" in folded("word " * 1000, 1000)
    assert "4,719 more characters" in folded("x" * 4999, 100)


def test_long_sessions_do_not_swell_the_page() -> None:
    """20 questions with 20 sessions of 5,000 words on each side are 24 MB of text, and less than one of page."""
    session = "word " * 5000
    passages = tuple(Passage(str(rank), session, is_gold=False) for rank in range(20))
    page = render_report(report(), [hard(retrieved=passages, gold=passages)] * 20)
    assert len(page.encode()) < 1_000_000


def test_the_same_run_gives_the_same_page() -> None:
    """Nothing of today or of this machine is in it."""
    assert render_report(report(), [hard()]) == render_report(report(), [hard()])


def test_the_styles_are_part_of_the_package() -> None:
    """They are found beside the modules, wherever the package lies."""
    assets = resources.files("convograph_eval.pages") / "assets"
    assert {each.name for each in assets.iterdir()} == {"charts.css", "report.css"}
