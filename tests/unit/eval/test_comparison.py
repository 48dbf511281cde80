"""Comparisons whose figures can be worked out by hand."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from convograph.errors import InputError
from convograph_eval.comparison import (
    ComparedQuestion,
    ComparedSettings,
    Flip,
    Report,
    WinCount,
    compare,
    read_report,
    resampled_means,
)

SETTINGS = ComparedSettings(dataset="locomo", data="locomo10.json", architecture="bm25", unit="turn", ranked=20)
RECORD = {"id": "q1", "category": "plain", "ranked": ["b", "a"], "gold": ["a"], "metrics": {"hit@1": 0.0, "mrr": 0.5}}
RAW = {"settings": {"dataset": "d", "data": "d.json", "architecture": "bm25", "unit": "turn"}, "questions": [RECORD]}


def asked(name: str, category: str = "plain", *, ranked: Sequence[str] = (), **metrics: float) -> ComparedQuestion:
    """A question with the gold unit `a`; `hit5=1.0` gives `hit@5`."""
    values = {key.replace("hit", "hit@"): value for key, value in metrics.items()}
    return ComparedQuestion(name, category, ("a",), values, tuple(ranked))


def report(name: str, *questions: ComparedQuestion) -> Report:
    return Report(name, SETTINGS, questions)


def of_scores(name: str, scores: Sequence[float]) -> Report:
    """A report with the one metric `mrr`."""
    return report(name, *(asked(f"q{place}", mrr=score) for place, score in enumerate(scores)))


def test_equal_differences_give_an_interval_without_width() -> None:
    """Whichever questions are drawn, the mean is the same; p is the least that 999 resamples allow."""
    made = compare(of_scores("A", [0.0, 0.2, 0.3]), of_scores("B", [0.1, 0.3, 0.4]), resamples=999).metrics["mrr"]
    assert (made.before, made.after) == pytest.approx((0.5 / 3, 0.8 / 3))
    assert made.difference == made.low == made.high == 0.1
    assert made.p == pytest.approx(2 / 1000)


def test_the_same_scores_show_no_difference() -> None:
    """Interval 0 to 0, p 1."""
    made = compare(of_scores("A", [0.1, 0.7]), of_scores("B", [0.1, 0.7]), resamples=200).metrics["mrr"]
    assert (made.difference, made.low, made.high, made.p) == (0.0, 0.0, 0.0, 1.0)


def test_three_questions_of_which_one_is_won() -> None:
    """A draw of three holds the won one never with chance 8/27, thrice with 1/27: 0 to 1 covers 95 %, p is 16/27."""
    made = compare(of_scores("A", [0, 0, 0]), of_scores("B", [1, 0, 0])).metrics["mrr"]
    assert made.difference == pytest.approx(1 / 3)
    assert (made.low, made.high) == (0.0, 1.0)
    assert made.p == pytest.approx(16 / 27, abs=0.03)


def test_many_questions_are_near_the_normal_approximation() -> None:
    """100 of 400 won, 40 lost: mean .15, standard error √(.35 - .15²) / √400 = .0286, 1.96 of them to each side."""
    before = [0.0] * 100 + [1.0] * 40 + [0.5] * 260
    after = [1.0] * 100 + [0.0] * 40 + [0.5] * 260
    made = compare(of_scores("A", before), of_scores("B", after)).metrics["mrr"]
    assert made.difference == pytest.approx(0.15)
    assert (made.low, made.high) == pytest.approx((0.0939, 0.2061), abs=0.004)


scores = st.lists(st.tuples(*[st.floats(0, 1)] * 2), min_size=1, max_size=12)


@settings(max_examples=60)
@given(scores)
def test_swapping_the_reports_turns_the_signs(pairs: list[tuple[float, float]]) -> None:
    """Difference and interval are mirrored, p and ties stay; the interval holds the mean difference."""
    first, second = (of_scores(name, side) for name, side in zip("AB", zip(*pairs, strict=True), strict=True))
    there, back = compare(first, second, resamples=2000), compare(second, first, resamples=2000)
    one, other = there.metrics["mrr"], back.metrics["mrr"]
    assert (one.difference, one.p) == (-other.difference, other.p)
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low), abs=1e-11)
    assert one.low - 1e-11 <= one.difference <= one.high + 1e-11
    assert there.total == WinCount(back.total.losses, back.total.wins, back.total.ties)


def test_every_metric_sees_the_same_resamples() -> None:
    """A column that is twice another stays so in each resample."""
    column = np.array([0.25, 0.5, 0.0, 0.125])
    means = resampled_means(np.column_stack([column, 2 * column]), 500, seed=1)
    assert means.shape == (500, 2)
    assert np.array_equal(means[:, 1], 2 * means[:, 0])
    assert len(np.unique(means[:, 0])) > 10


def test_memory_does_not_grow_with_the_resamples() -> None:
    """10,000 draws of 3,000 questions would take 240 MB at once."""
    differences = np.linspace(-1, 1, 3000)[:, None]
    tracemalloc.start()
    means = resampled_means(differences, 10_000, seed=0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000_000
    assert means.std() == pytest.approx(differences.std() / 3000**0.5, rel=0.05)


def test_a_seed_decides_and_the_order_of_questions_does_not() -> None:
    """Equal seeds give equal intervals, even with the questions reversed; another seed gives others."""
    random = np.random.default_rng(0)
    before, after = of_scores("A", random.random(50)), of_scores("B", random.random(50))
    made = compare(before, after, seed=3)
    assert made.metrics == compare(before, replace(after, questions=after.questions[::-1]), seed=3).metrics
    assert made.metrics != compare(before, after, seed=4).metrics


def test_wins_losses_and_flips() -> None:
    """By category and in all, on hit@5; a flip says where the first gold unit stood, and `None` where it did not."""
    before = report(
        "A",
        asked("q1", "plain", hit1=0, hit5=0),
        asked("q2", "plain", ranked="a", hit1=1, hit5=1),
        asked("q3", "timed", ranked="bcdefa", hit1=0, hit5=0),
        asked("q4", "timed", ranked="a", hit1=1, hit5=1),
    )
    after = report(
        "B",
        replace(asked("q1", "plain", ranked="ba", hit1=0, hit5=1), question="Who?"),
        asked("q2", "plain", ranked="bcdefga", hit1=0, hit5=0),
        asked("q3", "timed", ranked="a", hit1=1, hit5=1),
        asked("q4", "timed", ranked="ba", hit1=0, hit5=1),
    )
    made = compare(before, after)
    assert (made.by, made.total) == ("hit@5", WinCount(2, 1, 1))
    assert made.by_category == {"plain": WinCount(1, 1, 0), "timed": WinCount(1, 0, 1)}
    assert made.won == (
        Flip("q1", "plain", "Who?", 0, 1, None, 2),
        Flip("q3", "timed", None, 0, 1, 6, 1),
    )
    assert made.lost == (Flip("q2", "plain", None, 1, 0, 1, 7),)
    assert compare(before, after, by="hit@1").total == WinCount(1, 2, 1)


def test_wins_are_counted_in_the_wider_categories_too() -> None:
    """A category that is a path of names counts in each of its beginnings."""
    names = {"q1": "plain/timed", "q2": "plain/named"}
    before = report("A", *(asked(name, category, hit5=0) for name, category in names.items()))
    after = report("B", *(asked(name, category, hit5=1) for name, category in names.items()))
    won = compare(before, after, by="hit@5").by_category
    assert won == {
        "plain": WinCount(2, 0, 0),
        "plain/named": WinCount(1, 0, 0),
        "plain/timed": WinCount(1, 0, 0),
    }


def test_the_greatest_differences_come_first() -> None:
    """Of a metric with degrees, the question that changed most leads."""
    made = compare(of_scores("A", [0.5, 0.0, 0.5]), of_scores("B", [0.6, 1.0, 0.7]))
    assert made.by == "mrr"
    assert [flip.id for flip in made.won] == ["q1", "q2", "q0"]


def test_questions_of_one_report_alone_are_named() -> None:
    """Only the shared ones are averaged."""
    before = report("A", asked("q1", mrr=1), asked("q2", mrr=0))
    after = report("B", asked("q2", mrr=1), asked("q3", mrr=0))
    made = compare(before, after)
    assert (made.shared, made.only_before, made.only_after) == (1, ("q1",), ("q3",))
    assert (made.metrics["mrr"].before, made.metrics["mrr"].after) == (0, 1)


def test_metrics_are_the_usual_or_those_asked_for() -> None:
    """Without `metrics`, hits, recall_all and mrr; with it, those, once each and in their order."""
    values = {"map": 0.0, "hit@3": 0.0, "recall_all@3": 0.0, "mrr": 0.0}
    both = [report(name, replace(asked("q1"), metrics=values)) for name in "AB"]
    assert list(compare(*both).metrics) == ["hit@3", "recall_all@3", "mrr"]
    assert list(compare(*both, metrics=("mrr", "map", "mrr")).metrics) == ["mrr", "map"]
    for options in ({"metrics": ("magic",)}, {"by": "magic"}):
        with pytest.raises(InputError, match="no metric 'magic' in both A and B; they share map, hit@3"):
            compare(*both, **options)


def test_metrics_of_whole_rankings_need_one_depth() -> None:
    """The reciprocal rank of a gold unit at place 30 is 0 in a ranking of 20."""
    before = report("A", asked("q1", hit5=1, mrr=1))
    deeper = replace(before, name="B", settings=replace(SETTINGS, ranked=50))
    assert list(compare(before, deeper).metrics) == ["hit@5"]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"dataset": "longmemeval"}, r"dataset \(locomo and longmemeval\)"),
        (
            {"data": "other.json", "unit": "session"},
            r"data \(locomo10.json and other.json\), unit \(turn and session\)",
        ),
        ({"digests": {"locomo10.json": "ff"}}, "the content of locomo10.json"),
        ({"all_turns": True}, r"all_turns \(False and True\)"),
        ({"sentences": "labels.jsonl"}, r"sentences \(None and labels.jsonl\)"),
    ],
)
def test_runs_on_other_data_are_refused(changed: dict, message: str) -> None:
    """The message names every setting that differs."""
    before = replace(of_scores("A", [1.0]), settings=replace(SETTINGS, digests={"locomo10.json": "00"}))
    after = replace(of_scores("B", [1.0]), settings=replace(before.settings, **changed))
    with pytest.raises(InputError, match=message):
        compare(before, after)


def test_other_gold_and_no_common_question_are_refused() -> None:
    """The order of gold units does not matter, their names do."""
    before = report("A", replace(asked("q1", mrr=1), gold=("a", "b")))
    compare(before, report("B", replace(asked("q1", mrr=1), gold=("b", "a"))))
    with pytest.raises(InputError, match="differ in the gold of 1 of 1 questions, such as 'q1'"):
        compare(before, report("B", asked("q1", mrr=1)))
    with pytest.raises(InputError, match="A and B have no question in common"):
        compare(before, report("B", asked("q2", mrr=1)))


def test_a_report_is_read_with_what_matters(tmp_path: Path) -> None:
    """Keys that a comparison does not need are passed over, and a question's text may be missing."""
    path = tmp_path / "run.json"
    path.write_text(json.dumps({**RAW, "cost": {"build_seconds": None}}))
    made = read_report(path)
    assert made.questions == (ComparedQuestion("q1", "plain", ("a",), {"hit@1": 0, "mrr": 0.5}, ("b", "a")),)
    assert (made.name, made.settings.architecture) == (str(path), "bm25")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Expecting value"),
        ("{", "Expecting property name"),
        ("\udcff", "decode"),
        ("[" * 100_000, "recursion"),
        ("[1]", r"it holds \[1\], not an object"),
        ("{}", "settings: Field required"),
        (json.dumps({**RAW, "questions": {}}), "questions: .*, not {}"),
        (json.dumps({**RAW, "settings": {**RAW["settings"], "unit": 3}}), "settings.unit: .*, not 3"),
        (json.dumps({**RAW, "questions": [{**RECORD, "gold": "a"}]}), r"questions\[0\].gold: "),
        (json.dumps({**RAW, "questions": [{**RECORD, "metrics": {"mrr": True}}]}), r"metrics.mrr: .*, not True"),
        (json.dumps({**RAW, "questions": [{**RECORD, "metrics": {"mrr": 1.5}}]}), r"metrics.mrr: .*, not 1.5"),
        (json.dumps({**RAW, "questions": [{**RECORD, "metrics": {"mrr": float("nan")}}]}), "NaN is no number"),
        (json.dumps({**RAW, "questions": [RECORD]}).replace("0.5", "1e999"), "metrics.mrr: .*, not inf"),
        (json.dumps({**RAW, "questions": [RECORD, RECORD]}), r"questions\[0\] has the id of a later one, 'q1'"),
        (
            json.dumps({**RAW, "questions": [RECORD, {**RECORD, "id": "q2", "metrics": {"mrr": 1.0}}]}),
            r"questions\[1\].metrics and the first question's differ in hit@1",
        ),
    ],
    ids=range(15),
)
def test_what_is_no_report_is_refused(tmp_path: Path, text: str, message: str) -> None:
    """One line says which file, what is wrong with it, and how to make one."""
    path = tmp_path / "run.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(InputError, match=message) as caught:
        read_report(path)
    assert str(caught.value).startswith(f"{path} is not a report: ")
    assert str(caught.value).endswith("; write one with convograph-eval retrieval or answers --json FILE")
    assert "\n" not in str(caught.value)


def test_questions_without_a_score_are_left_out_and_listed() -> None:
    """By no metric of the comparison do they count; where nothing is left, that is said."""
    one = report("A", asked("q0", token_f1=0.5), ComparedQuestion("q1", "plain", ("a",), {"token_f1": None}))
    other = report("B", asked("q0", token_f1=1.0), asked("q1", token_f1=1.0))
    made = compare(one, other, resamples=200)
    assert (made.shared, made.unscored, made.by) == (1, ("q1",), "token_f1")
    assert made.metrics["token_f1"].difference == 0.5
    assert (made.total, made.won[0].rank_after) == (WinCount(1, 0, 0), None)
    with pytest.raises(InputError, match="no question has all scores in A and B"):
        compare(report("A", *one.questions[1:]), report("B", *other.questions[1:]))
