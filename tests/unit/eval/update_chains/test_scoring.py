"""The scorer: on memories with known mistakes, in chains made by hand and in generated ones."""

from __future__ import annotations

from typing import Any

import pytest

from convograph_eval.update_chains import (
    BASELINES,
    Chain,
    Step,
    Subject,
    Topic,
    read_wordings,
    report,
    score,
    update_chains,
)
from convograph_eval.update_chains.baselines import FixedFacts, ReadFact, TurnId
from convograph_eval.update_chains.scoring import Ending, normalized
from support.update_chains import ANA, DEV, HOMES, chain_of, perfect

MOVED = chain_of(
    [ANA],
    [
        ("Ana", "I live in Lisbon.", Step("first", 0, "Lisbon")),
        ("Ana", "I moved to Porto.", Step("change", 0, "Porto", "Lisbon")),
        ("Ana", "I moved to Oslo. jk", Step("joke", 0, "Oslo")),
        ("Ben", "Ana lives in Ghent, doesn't she?", Step("other_speaker", 0, "Ghent")),
    ],
    [{"Porto"}],
)


def fact(value: str, stated: str, ended: str | None = None, *, subject: str = "Ana", by: str = "Ana") -> ReadFact:
    """A fact stated in one turn, and outdated if another ended it."""
    status = "current" if ended is None else "outdated"
    return ReadFact(subject, value, by, (subject, "any"), [TurnId(stated)], status, [TurnId(ended)] if ended else [])


def reported(*facts: ReadFact, chain: Chain = MOVED) -> dict[str, Any]:
    return report({}, [score(chain, FixedFacts(facts))])


def counts(found: dict[str, Any], kind: str) -> tuple[int, ...]:
    """Of a kind: made, wrong, harmful, truth, missed, untrue."""
    return tuple(found["by_kind"][kind][name] for name in ("made", "wrong", "harmful", "truth", "missed", "untrue"))


def test_the_truth_scores_without_a_mistake() -> None:
    """Values are compared without capitals and articles; what Ben claims is Ben's."""
    found = reported(fact("lisbon", "1:0", "2:0"), fact("the Porto", "2:0"), fact("Ghent", "4:0", by="Ben"))
    assert counts(found, "all") == (1, 0, 0, 1, 0, 0)
    assert found["topics"]["all"]["wrong"] == 0


def test_a_claim_that_supersedes_is_wrong_and_harmful() -> None:
    """It counts for the kind of the turn that ended the value; its own value is untrue, and the true one lacking."""
    found = reported(fact("Lisbon", "1:0", "2:0"), fact("Porto", "2:0", "3:0"), fact("Oslo", "3:0"))
    assert counts(found, "joke") == (1, 1, 1, 0, 0, 1)
    assert counts(found, "change") == (1, 0, 0, 1, 0, 0)
    assert [found["topics"]["all"][name] for name in ("topics", "wrong", "untrue", "lacking")] == [1, 1, 1, 1]
    assert found["chains"][0]["wrong"] == [{"turn": "3:0", "value": "porto"}]


def test_a_late_supersession_is_wrong_and_missed_but_harms_nothing() -> None:
    """Lisbon is ended by the joke: at that time it holds no longer."""
    found = reported(fact("Lisbon", "1:0", "3:0"), fact("Porto", "2:0"))
    assert counts(found, "joke") == (1, 1, 0, 0, 0, 0)
    assert counts(found, "change") == (0, 0, 0, 1, 1, 0)
    assert found["topics"]["all"]["wrong"] == 0


def test_a_value_that_nothing_ended_is_missed_and_untrue() -> None:
    """Both homes are current, and the old one counts for the step that stated it."""
    found = reported(fact("Lisbon", "1:0"), fact("Porto", "2:0"))
    assert counts(found, "change") == (0, 0, 0, 1, 1, 0)
    assert counts(found, "first") == (0, 0, 0, 0, 0, 1)
    assert [found["topics"]["all"][name] for name in ("wrong", "untrue", "lacking")] == [1, 1, 0]


def test_a_memory_without_facts_misses_everything() -> None:
    """And holds nothing untrue: shares of nothing are None."""
    found = reported()
    assert counts(found, "all") == (0, 0, 0, 1, 1, 0)
    assert found["by_kind"]["all"]["wrong_share"] is None
    assert found["by_kind"]["all"]["missed_share"] == {"mean": 1.0, "low": 1.0, "high": 1.0}
    assert [found["topics"]["all"][name] for name in ("wrong", "untrue", "lacking")] == [1, 0, 1]


def test_what_small_talk_supersedes_is_wrong() -> None:
    """A turn that is no step, or is none of the chain's, counts as small talk."""
    found = reported(fact("tired", "9:9", "9:9"), fact("Porto", "2:0", "8:8"))
    assert counts(found, "small talk") == (2, 2, 0, 0, 0, 0)


def test_two_of_one_name_are_told_apart_by_the_turn() -> None:
    """A memory may call both Tom; where one of them supersedes the other, the other lacks his value."""
    brother = Subject("my brother Tom", "your brother Tom", "he", ("Ana's brother Tom", "Tom"), namesake=True)
    colleague = Subject("Tom from work", "Tom from work", "he", ("Tom from work", "Tom"), namesake=True)
    topics = [Topic(one, "home", many=False, values=HOMES) for one in (brother, colleague)]
    steps = [
        ("Ana", "My brother Tom lives in Lisbon.", Step("first", 0, "Lisbon")),
        ("Ana", "Tom from work lives in Porto.", Step("first", 1, "Porto")),
    ]
    chain = chain_of(topics, steps, [{"Lisbon"}, {"Porto"}])
    right = reported(fact("Lisbon", "1:0", subject="Tom"), fact("Porto", "2:0", subject="Tom"), chain=chain)
    assert right["topics"]["two of one name"]["wrong"] == 0
    wrong = reported(fact("Lisbon", "1:0", "2:0", subject="Tom"), fact("Porto", "2:0", subject="Tom"), chain=chain)
    assert counts(wrong, "two of one name") == (1, 1, 1, 0, 0, 0)
    assert [wrong["topics"]["two of one name"][name] for name in ("topics", "wrong", "lacking")] == [2, 1, 1]


def test_facts_about_others_and_of_other_relations_are_left_alone() -> None:
    """Only the subject's names and the relation's values are compared."""
    right = (fact("Lisbon", "1:0", "2:0"), fact("Porto", "2:0"))
    found = reported(*right, fact("Oslo", "3:0", subject="Ben"), fact("happy", "2:0"))
    assert found["topics"]["all"]["wrong"] == 0
    assert found["by_kind"]["all"]["untrue"] == 0


def test_a_disputed_fact_of_the_speaker_still_holds() -> None:
    """That somebody says otherwise does not end it."""
    disputed = fact("Porto", "2:0")
    disputed.status = "disputed"
    assert reported(fact("Lisbon", "1:0", "2:0"), disputed)["topics"]["all"]["wrong"] == 0


@pytest.fixture(scope="module")
def generated() -> list[Chain]:
    return list(update_chains(read_wordings(DEV), 100, 0))


def test_perfect_memory_of_generated_chains(generated: list[Chain]) -> None:
    """Nothing wrong, missed, untrue or lacking: the truth can be reached, by names that two people share too."""
    found = report({}, [score(chain, perfect(chain)) for chain in generated])
    truth = sum(len(chain.changes) for chain in generated)
    assert counts(found, "all") == (truth, 0, 0, truth, 0, 0)
    assert all(found["topics"][group]["wrong"] == 0 for group in ("all", "two of one name"))
    assert found["topics"]["two of one name"]["topics"] > 0


def test_never_superseding_misses_all_and_lacks_nothing(generated: list[Chain]) -> None:
    """Nothing is made, so nothing made is wrong; but most topics have values that do not hold."""
    found = report({}, [score(chain, BASELINES["never"](chain)) for chain in generated])
    assert found["by_kind"]["all"]["made"] == 0
    assert found["by_kind"]["all"]["missed_share"]["mean"] == 1.0
    assert found["topics"]["all"]["untrue_share"]["mean"] > 0.8
    assert found["topics"]["all"]["lacking"] == 0


def test_always_superseding_is_wrong_at_every_claim(generated: list[Chain]) -> None:
    """It misses ends, which name no new value, and whatever it does at a claim or a further value is wrong."""
    found = report({}, [score(chain, BASELINES["always"](chain)) for chain in generated])
    for kind in ("joke", "past", "further", "question"):
        one = found["by_kind"][kind]
        assert one["made"] == one["wrong"] > 0
    assert found["by_kind"]["end"]["missed_share"]["mean"] == 1.0
    assert found["by_kind"]["correction"]["missed"] == 0
    assert found["topics"]["all"]["wrong_share"]["mean"] > 0.4
    one = found["by_kind"]["all"]["wrong_share"]
    assert one["low"] < one["mean"] < one["high"]


def test_texts_are_compared_by_their_words() -> None:
    """Articles and possessives in front, and the possessive ending, do not tell values apart."""
    assert normalized("An iPhone 12.") == normalized("her iPhone 12") == "iphone 12"
    assert normalized("Ana’s brother Tom") == normalized("ana's brother Tom") == "ana brother tom"
    assert normalized("The") == "the"
    assert Ending("1:0", normalized("the night crew")) == Ending("1:0", "night crew")
