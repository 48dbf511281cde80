"""LightGMEM's worked examples of entity disambiguation, computed by hand from section 4.3, stage 3."""

from __future__ import annotations

import pytest

from convograph.resolution import Mention, ResolutionSettings, beginning, resolve
from convograph.resolution.lanes import entity_keys, lanes_of, name_keys
from convograph.resolution.likeness import likeness
from convograph.resolution.names import entropy, is_trusted, jaccard, shingles_of
from convograph.resolution.scoring import compatibility
from support.mentions import Recorded, clusters, entity_of, grounds, name_of, occurrence, said, unit


def test_shingles_of_two_spellings() -> None:
    """Ana Lopez: ana nal alo lop ope pez. Anna Lopez: ann nna nal alo lop ope pez. 5 of 8 are shared: .625."""
    one, other = name_of("Ana Lopez"), name_of("Anna  LOPEZ")
    assert (len(one.shingles), len(other.shingles)) == (6, 7)
    assert jaccard(one.shingles, other.shingles) == 5 / 8


def test_a_plural_is_the_same_name_to_fuzzy_matching() -> None:
    """Melaniejohnson has 14 letters, so 12 shingles; one letter more adds one: 12 of 13 are shared, .923, above .9."""
    mentions = said("Melanie Johnson", "Melanie Johnsons")
    found = resolve(mentions, Recorded())
    assert grounds(found) == ["below the gate", "fuzzy"]
    assert found.resolutions[1].score == pytest.approx(12 / 13)


def test_names_that_are_short_or_monotonous_are_not_trusted() -> None:
    """Banana: a is a half, n a third, b a sixth of the letters: .5 + .528 + .431 = 1.459 bits, below 1.5."""
    assert entropy("banana") == pytest.approx(1.459, abs=5e-4)
    assert not is_trusted(("banana",))
    assert not is_trusted(("miso",))
    assert is_trusted(("al", "bo"))


def test_a_short_name_is_one_shingle() -> None:
    """What has fewer than three characters is compared whole."""
    assert len(shingles_of("al")) == len(shingles_of("ana")) == 1
    assert shingles_of("al") != shingles_of("bo")


def test_the_score_of_a_first_name() -> None:
    """Maria and Maria Lopez: all words of one are in the other, so name and alias are 1; cosine .5; Tom is one of two
    names beside either; both people. .45 + .15 + .2 · .5 + .1 · .5 + .1 = .85.
    """
    entity = entity_of("Maria Lopez", context=unit(1, 0), beside=("Tom", "Ana"))
    parts = compatibility(
        occurrence("Maria", context=unit(0.5, 0.75**0.5), beside=("tom",)), frozenset({"tom"}), entity, likeness
    )
    assert (parts.name, parts.alias, parts.beside, parts.kind) == (1, 1, 0.5, 1)
    assert parts.context == pytest.approx(0.5)
    assert parts.score == pytest.approx(0.85)


def test_the_score_of_names_that_look_alike() -> None:
    """Joan Lee and Joan Reed: 2 of 9 shingles are shared, but of "joan lee" and "joan reed" the common subsequence
    "joan ee" is 2 · 7 / 17 = .824; no alias; a kind that is open counts half: .45 · .824 + .05 = .421.
    """
    parts = compatibility(occurrence("Joan Lee", "thing"), frozenset(), entity_of("Joan Reed"), likeness)
    assert (parts.name, parts.alias, parts.kind) == (14 / 17, 0, 0.5)
    assert parts.score == pytest.approx(0.45 * 14 / 17 + 0.05)


@pytest.mark.parametrize(("kind", "asked"), [("thing", [["Joan Lee"]]), ("place", [])])
def test_the_gate_is_at_40_percent(kind: str, asked: list[list[str]]) -> None:
    """.421 goes to the resolver; without the kind it is .371, and a new entity at once."""
    resolver = Recorded()
    found = resolve([Mention("Joan Reed", "person", 0), Mention("Joan Lee", kind, 1)], resolver)
    assert resolver.asked == asked
    assert len(found.entities) == (1 if asked else 2)


def test_algorithm_1_leaves_a_hole_that_open_lanes_close() -> None:
    """Joan Reed is known, Joan Lee (a thing) waits for its lane with .421. Joan Lee (a place) has .371 and would be
    a second one; its name is that of an open lane, so it joins that, where Joan Lee is known by then.
    """
    kinds = [("Joan Reed", "person"), ("Joan Lee", "thing"), ("Joan Lee", "place")]
    mentions = [Mention(surface, kind, place) for place, (surface, kind) in enumerate(kinds)]
    nobody = Recorded(lambda question: None)
    closed = resolve(mentions, nobody)
    assert clusters(mentions, closed) == [["Joan Reed"], ["Joan Lee", "Joan Lee"]]
    assert grounds(closed) == ["below the gate", "none", "exact"]
    assert closed.reports[0].lanes == (2,)
    with_hole = resolve(mentions, nobody, beginning(ResolutionSettings(join_open_lanes=False)))
    assert clusters(mentions, with_hole) == [["Joan Reed"], ["Joan Lee"], ["Joan Lee"]]


def test_lanes_of_algorithm_1() -> None:
    """m1 {a}, m2 {b}, m3 {c} are three lanes; m4 {a, c} joins the first and the third; m5 {d} is alone."""
    assert lanes_of([{"a"}, {"b"}, {"c"}, {"a", "c"}, {"d"}]) == [(0, 2, 3), (1,), (4,)]


def test_conflict_keys_are_names_buckets_and_the_best_candidates() -> None:
    """One exact key, eight bands of four permutations, and candidates by number."""
    keys = name_keys(name_of("Joan Lee"), "joan lee") | entity_keys([4, 7])
    assert sorted(kind for kind, _ in keys) == ["band"] * 8 + ["entity"] * 2 + ["exact"]
