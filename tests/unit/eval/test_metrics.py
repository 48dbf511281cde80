"""Retrieval metrics: values by hand, what holds for every ranking, and agreement with trec_eval.

A unit is one letter here: the ranking "xab" has unit x first. Gold units are a, b, c …, noise is x, y, z.
"""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph.errors import InputError
from convograph_eval.metrics import Metric, parse_metric, summarise

# 1/log2(3) = 0.6309297536, 1/log2(4) = 0.5, 1/log2(5) = 0.4306765581
BY_HAND = [
    ("hit@1", "abx", "a", 1.0),
    ("hit@1", "xab", "a", 0.0),
    ("hit@2", "xab", "ab", 1.0),
    ("hit@1", "bxy", "abc", 1.0),
    ("hit@9", "xyz", "a", 0.0),
    ("hit@5", "", "a", 0.0),
    ("recall_all@1", "abx", "a", 1.0),
    ("recall_all@2", "axb", "ab", 0.0),
    ("recall_all@3", "axb", "ab", 1.0),
    ("recall_all@2", "abc", "abc", 0.0),  # more gold than k: out of reach
    ("recall_all@9", "bxa", "ab", 1.0),
    ("recall_all@5", "", "a", 0.0),
    ("recall_frac@1", "abx", "ab", 0.5),
    ("recall_frac@2", "axb", "abc", 1 / 3),
    ("recall_frac@3", "axb", "abc", 2 / 3),
    ("recall_frac@3", "abx", "ab", 1.0),
    ("recall_frac@2", "abcd", "abcd", 0.5),  # more gold than k
    ("recall_frac@9", "xyz", "ab", 0.0),
    ("recall_frac@5", "", "a", 0.0),
    ("ndcg@5", "axy", "a", 1.0),
    ("ndcg@5", "xay", "a", 0.6309297536),
    ("ndcg@5", "xya", "a", 0.5),
    ("ndcg@2", "xya", "a", 0.0),
    ("ndcg@3", "axb", "ab", 0.9197207891),  # 1.5 / 1.6309297536
    ("ndcg@3", "xab", "ab", 0.6934264036),  # 1.1309297536 / 1.6309297536
    ("ndcg@2", "abx", "abc", 1.0),  # more gold than k: the ideal stops at k
    ("ndcg@3", "abx", "abc", 0.7653606369),  # 1.6309297536 / 2.1309297536
    ("ndcg@5", "", "a", 0.0),
    ("ndcg_longmemeval@5", "axy", "a", 1.0),
    ("ndcg_longmemeval@5", "xay", "a", 1.0),  # the second place counts in full
    ("ndcg_longmemeval@5", "xya", "a", 0.6309297536),
    ("ndcg_longmemeval@5", "xyza", "a", 0.5),
    ("ndcg_longmemeval@2", "xya", "a", 0.0),
    ("ndcg_longmemeval@3", "axb", "ab", 0.8154648768),  # 1.6309297536 / 2
    ("ndcg_longmemeval@3", "xab", "abc", 0.6199062333),  # 1.6309297536 / 2.6309297536
    ("ndcg_longmemeval@5", "xyzab", "ab", 0.4653382790),  # 0.9306765581 / 2
    ("ndcg_longmemeval@2", "abx", "abc", 1.0),  # more gold than k: the ideal stops at k
    ("ndcg_longmemeval@5", "", "a", 0.0),
    ("mrr", "abx", "ab", 1.0),
    ("mrr", "xba", "ab", 0.5),
    ("mrr", "xyab", "ab", 1 / 3),
    ("mrr", "xyz", "a", 0.0),
    ("mrr", "", "a", 0.0),
    ("mrr@2", "xya", "a", 0.0),
    ("mrr@20", "bcdefghijklmnopqrstua", "a", 0.0),  # rank 21
    ("mrr@20", "bcdefghijklmnopqrstau", "a", 0.05),  # rank 20
    ("map", "abx", "ab", 1.0),
    ("map", "axb", "ab", 5 / 6),  # (1/1 + 2/3) / 2
    ("map", "xab", "ab", 7 / 12),  # (1/2 + 2/3) / 2
    ("map", "axy", "abc", 1 / 3),  # two never found
    ("map", "xyz", "a", 0.0),
    ("map", "", "a", 0.0),
    ("map@2", "axb", "ab", 0.5),
    ("map@1", "abx", "ab", 0.5),  # more gold than k: divided by all gold
]

# What trec_eval calls each metric that it has, in ir_measures' spelling.
TREC_NAMES = {
    "hit@1": "Success@1",
    "hit@3": "Success@3",
    "recall_frac@1": "R@1",
    "recall_frac@3": "R@3",
    "recall_frac@10": "R@10",
    "ndcg@1": "nDCG@1",
    "ndcg@5": "nDCG@5",
    "ndcg@10": "nDCG@10",
    "mrr": "RR",
    "mrr@2": "RR@2",
    "mrr@20": "RR@20",
    "map": "AP",
    "map@3": "AP@3",
}

CUT_NAMES = ("hit", "recall_all", "recall_frac", "ndcg", "ndcg_longmemeval", "mrr", "map")
GROWING_NAMES = ("hit", "recall_all", "recall_frac", "mrr", "map")
UNITS = "abcdefghijkl"
rankings = st.lists(st.sampled_from(UNITS), unique=True)
golds = st.frozensets(st.sampled_from(UNITS), min_size=1)
cutoffs = st.integers(1, len(UNITS) + 2)


@pytest.mark.parametrize(("metric", "ranked", "gold", "expected"), BY_HAND)
def test_values_by_hand(metric: str, ranked: str, gold: str, expected: float) -> None:
    """Each metric gives the value that its formula gives on paper."""
    assert parse_metric(metric)(list(ranked), frozenset(gold)) == pytest.approx(expected, abs=1e-9)


def test_cutoff_counts_units_with_long_ids() -> None:
    """Ids of any length and any sequence type are units, compared whole."""
    ranked = ("answer_9f_1", "answer_9f", "answer_9f_2")
    assert parse_metric("recall_frac@2")(ranked, frozenset({"answer_9f", "answer_9f_2"})) == 0.5


@pytest.mark.parametrize("name", CUT_NAMES)
@given(ranked=rankings, gold=golds, cutoff=cutoffs)
def test_scores_lie_between_0_and_1(name: str, ranked: list[str], gold: frozenset[str], cutoff: int) -> None:
    """No ranking, however short, and no gold set, however large, leaves [0, 1]."""
    assert 0.0 <= Metric(name, cutoff)(ranked, gold) <= 1.0


@pytest.mark.parametrize("name", CUT_NAMES)
@given(ranked=rankings, gold=golds, cutoff=cutoffs)
def test_units_below_the_cutoff_do_not_count(name: str, ranked: list[str], gold: frozenset[str], cutoff: int) -> None:
    """A ranking scores as its first k units do."""
    metric = Metric(name, cutoff)
    assert metric(ranked, gold) == metric(ranked[:cutoff], gold)


@pytest.mark.parametrize("name", CUT_NAMES)
@given(gold=golds, noise=st.lists(st.sampled_from("xyz"), unique=True))
def test_all_gold_first_is_perfect(name: str, gold: frozenset[str], noise: list[str]) -> None:
    """Gold before noise, with k large enough for all gold, scores exactly 1."""
    assert Metric(name, len(gold))([*sorted(gold), *noise], gold) == 1.0


@pytest.mark.parametrize("name", CUT_NAMES)
@given(ranked=rankings, gold=golds, cutoff=cutoffs, data=st.data())
def test_moving_gold_up_never_hurts(
    name: str, ranked: list[str], gold: frozenset[str], cutoff: int, data: st.DataObject
) -> None:
    """Swapping a gold unit with the one above it keeps or raises the score."""
    below_noise = [place for place in range(1, len(ranked)) if ranked[place] in gold and ranked[place - 1] not in gold]
    place = data.draw(st.sampled_from(below_noise)) if below_noise else 0
    better = list(ranked)
    if place:
        better[place - 1], better[place] = ranked[place], ranked[place - 1]
    metric = Metric(name, cutoff)
    assert metric(better, gold) >= metric(ranked, gold)


@pytest.mark.parametrize("name", GROWING_NAMES)
@given(ranked=rankings, gold=golds, cutoff=cutoffs)
def test_more_units_never_hurt(name: str, ranked: list[str], gold: frozenset[str], cutoff: int) -> None:
    """The score at k + 1 is at least that at k."""
    assert Metric(name, cutoff + 1)(ranked, gold) >= Metric(name, cutoff)(ranked, gold)


@pytest.mark.parametrize("name", ["ndcg", "ndcg_longmemeval"])
def test_ndcg_may_fall_as_k_grows(name: str) -> None:
    """The ideal grows with k, so that a good start is not enough."""
    assert Metric(name, 1)(["a", "x"], frozenset("ab")) == 1.0
    assert Metric(name, 2)(["a", "x"], frozenset("ab")) < 1.0


@given(ranked=rankings, gold=golds, cutoff=cutoffs)
def test_any_is_at_least_the_share_is_at_least_all(ranked: list[str], gold: frozenset[str], cutoff: int) -> None:
    """hit >= recall_frac >= recall_all, and all three agree on a single gold unit."""
    names = ("hit", "recall_frac", "recall_all")
    scores = [Metric(name, cutoff)(ranked, gold) for name in names]
    assert scores == sorted(scores, reverse=True)
    assert len({Metric(name, cutoff)(ranked, frozenset({min(gold)})) for name in names}) == 1


@given(ranked=rankings, gold=golds, cutoff=st.integers(1, 2))
def test_longmemeval_does_not_discount_the_first_two(ranked: list[str], gold: frozenset[str], cutoff: int) -> None:
    """Up to k = 2 LongMemEval's nDCG is the share of the gold that could have been found."""
    expected = len(gold & set(ranked[:cutoff])) / min(len(gold), cutoff)
    assert Metric("ndcg_longmemeval", cutoff)(ranked, gold) == expected


@pytest.mark.parametrize("name", ["mrr", "map"])
@given(ranked=rankings, gold=golds)
def test_without_a_cutoff_the_whole_ranking_counts(name: str, ranked: list[str], gold: frozenset[str]) -> None:
    """No cutoff is the same as one beyond the end."""
    assert Metric(name)(ranked, gold) == Metric(name, len(ranked) + 1)(ranked, gold)


@pytest.fixture(scope="module")
def ir_measures() -> Any:
    """The public implementation to agree with: trec_eval's C code behind ir_measures."""
    return pytest.importorskip(
        "ir_measures", reason="ir_measures, the implementation to compare with, is not installed: it is in extra `dev`"
    )


@given(questions=st.lists(st.tuples(rankings, golds), min_size=1, max_size=8))
def test_equal_to_trec_eval(ir_measures: Any, questions: list[tuple[list[str], frozenset[str]]]) -> None:
    """Every question's scores, and their means, are those of trec_eval."""
    measures = {ir_measures.parse_measure(theirs): ours for ours, theirs in TREC_NAMES.items()}
    gold = [ir_measures.Qrel(str(row), unit, 1) for row, (_, gold) in enumerate(questions) for unit in gold]
    run = [
        ir_measures.ScoredDoc(str(row), unit, -float(place))
        for row, (ranked, _) in enumerate(questions)
        for place, unit in enumerate(ranked)
    ]
    expected: dict[str, dict[str, float]] = {str(row): {} for row in range(len(questions))}
    for result in ir_measures.iter_calc(list(measures), gold, run):
        expected[result.query_id][measures[result.measure]] = result.value
    scores = {
        str(row): {name: parse_metric(name)(ranked, gold) for name in TREC_NAMES}
        for row, (ranked, gold) in enumerate(questions)
    }
    means = {measures[key]: mean for key, mean in ir_measures.calc_aggregate(list(measures), gold, run).items()}
    for question, row in scores.items():
        assert row == pytest.approx(expected[question], abs=1e-12)
    assert summarise(scores) == pytest.approx(means, abs=1e-12)


@pytest.mark.parametrize("text", ["recall_all@5", "hit@1", "ndcg_longmemeval@10", "mrr", "mrr@20", "map", "map@100"])
def test_str_gives_back_what_was_parsed(text: str) -> None:
    """A metric is written as it is read."""
    assert str(parse_metric(text)) == text


def test_a_metric_is_a_value() -> None:
    """Equal when name and cutoff are, usable as a key, and not to be changed."""
    metric = parse_metric("recall_frac@5")
    assert {metric: "same"}[Metric("recall_frac", 5)] == "same"
    with pytest.raises(FrozenInstanceError):
        metric.cutoff = 6  # type: ignore[misc]


@pytest.mark.parametrize("text", ["recall@5", "nDCG@5", "", "@5", " hit@1", "mrr ", "recall_any@"])
def test_unknown_names_are_answered_with_the_known_ones(text: str) -> None:
    """The error shows the name as given and every way to write a metric."""
    with pytest.raises(InputError) as failure:
        parse_metric(text)
    assert str(failure.value) == (
        f"no metric {text.partition('@')[0]!r}; the metrics are hit@k, recall_all@k, recall_frac@k, ndcg@k, "
        "ndcg_longmemeval@k, mrr, mrr@k, map, map@k"
    )


@pytest.mark.parametrize("cutoff", ["", "0", "-1", "+5", "05", "5.0", "1_0", "٣", " 5", "5@5", "five", "9" * 5000])
def test_cutoffs_are_whole_numbers_from_1(cutoff: str) -> None:
    """Anything else is refused in one short line that names it."""
    with pytest.raises(InputError, match=r"^no cutoff '.{0,80} in metric hit; write a whole number, as in hit@5$"):
        parse_metric(f"hit@{cutoff}")


def test_metrics_made_without_parsing_are_checked_too() -> None:
    """A cutoff below 1 would cut from the wrong end."""
    with pytest.raises(InputError, match="no cutoff -1 in metric mrr; give a whole number from 1"):
        Metric("mrr", -1)
    with pytest.raises(InputError, match="no metric 'recall'; the metrics are hit@k"):
        Metric("recall", 5)


@pytest.mark.parametrize("name", ["hit", "recall_all", "recall_frac", "ndcg", "ndcg_longmemeval"])
def test_a_missing_cutoff_is_refused(name: str) -> None:
    """A recall, hit or nDCG without its k is no label."""
    with pytest.raises(InputError, match=f"metric {name} needs a cutoff; write it as in {name}@5"):
        parse_metric(name)


@pytest.mark.parametrize("ranked", [[], ["a"]])
def test_empty_gold_is_the_callers_error(ranked: list[str]) -> None:
    """Neither 0 nor 1 would be right for a question without evidence."""
    with pytest.raises(ValueError, match="gold is empty; leave questions without evidence out"):
        parse_metric("hit@1")(ranked, frozenset())


def test_units_ranked_twice_are_refused() -> None:
    """A repetition would use up places: it is named, also when it stands below the cutoff."""
    with pytest.raises(ValueError, match="ranked holds 'b' more than once; keep only its best place"):
        parse_metric("recall_all@1")(["a", "b", "c", "b"], frozenset("a"))


def test_summary_is_the_mean_over_questions() -> None:
    """Each question weighs the same, however much gold it has."""
    scores = {
        "q1": {"hit@1": 1.0, "recall_frac@5": 0.5},
        "q2": {"hit@1": 0.0, "recall_frac@5": 1.0},
        "q3": {"hit@1": 1.0, "recall_frac@5": 0.75},
    }
    assert summarise(scores) == {"hit@1": pytest.approx(2 / 3), "recall_frac@5": 0.75}


def test_unanswered_questions_pull_the_mean_down() -> None:
    """Two perfect answers and two empty rankings make one half in every metric."""
    metrics = [parse_metric(text) for text in ("hit@1", "recall_all@5", "ndcg@5", "mrr", "map")]
    answers = {"q1": ["a"], "q2": [], "q3": ["a", "x"], "q4": []}
    scores = {
        question: {str(metric): metric(ranked, frozenset("a")) for metric in metrics}
        for question, ranked in answers.items()
    }
    assert summarise(scores) == {"hit@1": 0.5, "recall_all@5": 0.5, "ndcg@5": 0.5, "mrr": 0.5, "map": 0.5}


@given(values=st.lists(st.floats(0, 1), min_size=1), seed=st.randoms())
def test_order_of_questions_does_not_change_the_means(values: list[float], seed: Any) -> None:
    """To the last bit, so that two runs over the same questions can be compared by equality."""
    rows = [(str(number), {"ndcg@5": value}) for number, value in enumerate(values)]
    shuffled = list(rows)
    seed.shuffle(shuffled)
    assert summarise(dict(rows)) == summarise(dict(shuffled))


def test_a_question_without_a_metric_is_not_passed_over() -> None:
    """The error names both questions and the metric in which they differ."""
    with pytest.raises(ValueError, match="questions 'q1' and 'q2' differ in metrics: mrr; score every question"):
        summarise({"q1": {"hit@1": 1.0, "mrr": 1.0}, "q2": {"hit@1": 1.0}})


def test_no_questions_have_no_mean() -> None:
    """There is no score to give, not even 0."""
    with pytest.raises(ValueError, match="scores is empty; give the scores of at least one question"):
        summarise({})
