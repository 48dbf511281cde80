"""DialSim's questions from a temporal knowledge graph, by hand: dates, tenses, templates, options, contradictions."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest

from convograph_eval.dialsim.building.consistency import consistent
from convograph_eval.dialsim.building.dates import SceneText, dated
from convograph_eval.dialsim.building.distractors import options
from convograph_eval.dialsim.building.graph import TemporalGraph
from convograph_eval.dialsim.building.hops import Hop, Moment, hop_at
from convograph_eval.dialsim.building.questions import QuestionMaker
from convograph_eval.dialsim.building.relations import Quadruple
from convograph_eval.dialsim.building.spans import Grain, Span
from convograph_eval.dialsim.building.templates import ONE_HOP, SECOND, Subject, one_hop, two_hops
from convograph_eval.dialsim.shows.types import TWO_HOP_TYPES

ROSS, ASKER = Subject("Ross"), Subject("Ross", own=True)
AIRED = date(1994, 12, 15)
NAMES = [f"S1E1#{place}" for place in range(20)]


def told(head: str, relation: str, tail: str, day: str, scene: int) -> Quadruple:
    return Quadruple(head, relation, tail, date.fromisoformat(day), scene)


WIVES = TemporalGraph(
    (
        told("Ross", "wife", "Carol", "1994-09-22", 0),
        told("Ross", "sister", "Monica", "1994-09-22", 0),
        told("Carol", "job", "teacher", "1994-10-06", 2),
        told("Ross", "wife", "Emily", "1998-05-07", 5),
        told("Barry", "wife", "Mindy", "1996-05-16", 3),
        told("Jack", "wife", "Judy", "1996-05-16", 3),
        told("Richard", "wife", "Barbara", "1996-05-16", 4),
        told("Emily", "job", "agent", "1998-05-07", 5),
        told("Mindy", "job", "nurse", "1998-05-07", 5),
        told("Judy", "job", "buyer", "1998-05-07", 5),
    )
)


@pytest.mark.parametrize(
    ("directions", "said", "expected"),
    [
        (("", "the next morning", "Cut to: later"), ("", "", ""), (15, 16, 16)),
        (("", "Two days later.", "The following night."), ("", "", ""), (15, 17, 18)),
        (("", "the next day", ""), ("", "Merry Christmas!", "Hi"), (24, 25, 25)),
        (("", "", ""), ("Happy Christmas Eve!", "Merry Christmas!", ""), (24, 25, 25)),
        (("", "", ""), ("Happy Valentine's Day!", "It's Christmas already", ""), (15, 15, 15)),
    ],
)
def test_scenes_are_dated_by_broadcast_and_cues(
    directions: tuple[str, ...], said: tuple[str, ...], expected: tuple[int, ...]
) -> None:
    """Broadcast on 15 December: relative cues move on, a near holiday moves the whole episode, a far one nothing."""
    scenes = [SceneText(*texts) for texts in zip(said, directions, strict=True)]
    assert dated(scenes, AIRED, date.min) == [date(1994, 12, day) for day in expected]


def test_no_scene_is_before_the_one_before_it() -> None:
    """An episode that ended on 20 December is not followed by the 15th, and no holiday leads back."""
    scenes = [SceneText("Hi", ""), SceneText("Happy Thanksgiving!", "")]
    assert dated(scenes, AIRED, date(1994, 12, 20)) == [date(1994, 12, 20)] * 2
    assert dated(scenes, AIRED, date.min) == [date(1994, 11, 24)] * 2


@pytest.mark.parametrize(
    ("relation", "now", "then"),
    [
        ("wife", "who is Ross's wife?", "who was Ross's wife in 1994?"),
        ("ex-roommate", "who is Ross's ex-roommate?", "who was Ross's ex-roommate in 1994?"),
        ("pet", "who is Ross's pet?", "who was Ross's pet in 1994?"),
        ("dating with", "who is dating Ross?", "who dated Ross in 1994?"),
        ("job", "what is Ross's job?", "what was Ross's job in 1994?"),
        ("major", "what is Ross's major?", "what was Ross's major in 1994?"),
        ("place of work", "where does Ross work?", "where did Ross work in 1994?"),
        ("age", "how old is Ross?", "how old was Ross in 1994?"),
        ("sister", "who is Ross's sister?", "who is Ross's sister?"),
        ("mother", "who is Ross's mother?", "who is Ross's mother?"),
        ("place of birth", "where was Ross born?", "where was Ross born?"),
        ("date of birth", "when was Ross born?", "when was Ross born?"),
        ("hometown", "where is Ross's hometown?", "where is Ross's hometown?"),
    ],
)
def test_one_hop_in_words(relation: str, now: str, then: str) -> None:
    """Table 5, and Table 6 as reconstructed; family, birth and hometown have no time."""
    assert one_hop(relation, ROSS, None) == f"By the way, {now}"
    assert one_hop(relation, ROSS, "in 1994") == f"By the way, {then}"


@pytest.mark.parametrize(
    ("first", "second", "now", "then"),
    [
        (
            "wife",
            "boss",
            "Ross has a wife. Who is the boss of the wife?",
            "Ross had a wife T1. Who was the boss of the wife T2?",
        ),
        (
            "wife",
            "pet",
            "Ross has a wife. Who is the pet of the wife?",
            "Ross had a wife T1. Who was the pet of the wife T2?",
        ),
        (
            "boss",
            "dating with",
            "Ross has a boss. Who is dating the boss?",
            "Ross had a boss T1. Who dated the boss T2?",
        ),
        (
            "boss",
            "age",
            "Ross has a boss. What is the age of the boss?",
            "Ross had a boss T1. What was the age of the boss T2?",
        ),
        (
            "boss",
            "son",
            "Ross has a boss. Who is the son of the boss?",
            "Ross had a boss T1. Who is the son of the boss?",
        ),
        (
            "boss",
            "date of birth",
            "Ross has a boss. When was the boss born?",
            "Ross had a boss T1. When was the boss born?",
        ),
        (
            "boss",
            "place of work",
            "Ross has a boss. Where does the boss work?",
            "Ross had a boss T1. Where did the boss work T2?",
        ),
        (
            "boss",
            "hometown",
            "Ross has a boss. Where is the hometown of the boss?",
            "Ross had a boss T1. Where is the hometown of the boss?",
        ),
        (
            "dating with",
            "wife",
            "Ross is dating a person. Who is the wife of the person?",
            "Ross dated a person T1. Who was the wife of the person T2?",
        ),
        (
            "son",
            "wife",
            "who is the wife of Ross's son?",
            "who was the wife of Ross's son T2?",
        ),
        (
            "son",
            "dating with",
            "who is dating Ross's son?",
            "who dated Ross's son T2?",
        ),
        (
            "son",
            "job",
            "what is the job of Ross's son?",
            "what was the job of Ross's son T2?",
        ),
        (
            "son",
            "mother",
            "who is the mother of Ross's son?",
            "who is the mother of Ross's son?",
        ),
        (
            "son",
            "place of birth",
            "where was Ross's son born?",
            "where was Ross's son born?",
        ),
        (
            "son",
            "place of work",
            "where does Ross's son work?",
            "where did Ross's son work T2?",
        ),
        (
            "son",
            "hometown",
            "where is the hometown of Ross's son?",
            "where is the hometown of Ross's son?",
        ),
    ],
)
def test_two_hops_in_words(first: str, second: str, now: str, then: str) -> None:
    """Table 7, row by row, in the present and at two times."""
    assert second in SECOND[first]
    assert two_hops(first, second, ROSS, (None, None)) == f"By the way, {now}"
    assert two_hops(first, second, ROSS, ("T1", "T2")) == f"By the way, {then}"


def test_what_no_template_asks() -> None:
    """A date has only people's relations, family has no pet; children are asked about in two hops only."""
    assert "job" not in SECOND["dating with"]
    assert "pet" not in SECOND["son"]
    assert "alumni" not in SECOND
    assert not {"son", "daughter"} & ONE_HOP


def test_askers_say_i() -> None:
    """Of themselves."""
    assert one_hop("wife", ASKER, None) == "By the way, who is my wife?"
    assert one_hop("place of work", ASKER, None) == "By the way, where do I work?"
    assert one_hop("dating with", ASKER, "in 1994") == "By the way, who dated me in 1994?"
    assert two_hops("dating with", "boss", ASKER, (None, None)).startswith("By the way, I am dating a person. Who is")
    assert two_hops("sister", "boss", ASKER, (None, None)) == "By the way, who is the boss of my sister?"


@pytest.mark.parametrize(
    ("relation", "day", "scene", "grain", "expected"),
    [
        ("wife", "1994-09-22", 0, "day", ("past", "on September 22, 1994")),
        ("wife", "1994-09-22", 0, "month", ("past", "in September 1994")),
        ("wife", "1994-09-22", 0, "year", ("past", "in 1994")),
        ("wife", "1996-01-04", 4, "year", (None, None)),
        ("wife", "1996-05-16", 7, "day", ("cur", None)),
        ("wife", "1996-05-16", 8, "day", (None, None)),
        ("wife", "1996-05-16", 9, "day", (None, None)),
        ("wife", "1997-05-16", 11, "month", ("fu", "in May 1997")),
        ("wife", "1996-05-23", 11, "month", (None, None)),
        ("sister", "1994-09-22", 0, "year", ("past", None)),
        ("sister", "1996-05-16", 7, "year", ("cur", None)),
        ("sister", "1997-05-16", 11, "year", ("fu", None)),
    ],
)
def test_the_tense_depends_on_when_it_is_asked(
    relation: str, day: str, scene: int, grain: Grain, expected: tuple[str | None, str | None]
) -> None:
    """Asked in scene 8, on 16 May 1996: its own year and month are ambiguous, its own scene and later ones unheard."""
    hop = hop_at(told("Ross", relation, "X", day, scene), Moment(8, date(1996, 5, 16)), grain, unheard=True)
    assert (hop and hop.tense, hop and hop.time) == expected


def test_what_has_no_time_is_unknown_only_while_nobody_named_it() -> None:
    """A later scene tells who the sister is, but her name was said before."""
    sister = told("Ross", "sister", "Monica", "1997-05-16", 11)
    assert hop_at(sister, Moment(8, date(1996, 5, 16)), "day", unheard=False) is None


def test_wrong_options_are_the_same_heads_at_other_times_first() -> None:
    """Of five wives, Emily is always among the three wrong ones, and never with Carol's husband."""
    hop = Hop(WIVES.quadruples[0], "past", Span(date(1994, 9, 22), "year"))
    for seed in range(20):
        given = options(WIVES, hop, ["Ross"], Random(seed))
        assert given is not None
        assert len(set(given)) == 5
        assert given[-1] == "I don't know."
        assert {"Carol", "Emily"} < set(given) < {"Carol", "Emily", "Mindy", "Judy", "Barbara", "I don't know."}


def test_other_right_tails_are_no_wrong_options() -> None:
    """In the year of both wives, neither is wrong; who may have several neighbours has them at any time."""
    both = TemporalGraph((*WIVES.quadruples, told("Ross", "wife", "Rachel", "1998-11-07", 6)))
    for seed in range(20):
        assert "Rachel" not in (
            options(both, Hop(both.quadruples[3], "past", Span(date(1998, 5, 7), "year")), [], Random(seed)) or ()
        )
    names = ("Anna", "Boris", "Clara", "Doris", "Edgar")
    near = TemporalGraph(
        (
            told("Ross", "neighbor", "Heckles", "1994-10-06", 1),
            told("Ross", "neighbor", "Sidney", "1996-10-06", 2),
            *(told(name, "neighbor", f"{name[0]}. Other", "1995-01-01", 1) for name in names),
        )
    )
    asked = Hop(near.quadruples[0], "past", Span(date(1994, 10, 6), "day"))
    for seed in range(20):
        assert "Sidney" not in (options(near, asked, [], Random(seed)) or ())


def test_what_may_be_right_too_is_no_wrong_option() -> None:
    """A girlfriend of half a year later, a neighbor's roommate, a job beside the job, another spelling."""
    late = told("Chandler", "girlfriend", "Monica", "1999-02-18", 9)
    women = TemporalGraph(
        (
            told("Chandler", "girlfriend", "Kathy", "1998-01-29", 1),
            late,
            told("Chandler", "girlfriend", "Aurora", "1994-10-27", 0),
            *(told("Barry", "girlfriend", name, "1998-01-29", 1) for name in ("Mindy", "Alice", "Carol")),
        )
    )
    asked = Hop(women.quadruples[0], "past", Span(date(1998, 1, 29), "year"))
    for seed in range(20):
        given = options(women, asked, [], Random(seed)) or ()
        assert "Monica" not in given
        assert "Aurora" in given
    near = TemporalGraph(
        (
            told("Joey", "neighbor", "Monica", "1994-10-06", 1),
            told("Monica", "roommate", "Rachel", "1994-10-06", 1),
            *(told("Ross", "neighbor", other, "1995-01-01", 1) for other in ("Rachel", "Xaver", "Yael", "Zoe")),
        )
    )
    asked = Hop(near.quadruples[0], "past", Span(date(1994, 10, 6), "day"))
    for seed in range(20):
        assert set(options(near, asked, [], Random(seed)) or ()) == {"Monica", "Xaver", "Yael", "Zoe", "I don't know."}
    jobs = TemporalGraph(
        (
            told("Russ", "job", "periodontist", "1996-01-04", 1),
            told("Russ", "job", "doctor", "1996-01-04", 2),
            told("Robert", "job", "periodontist", "1997-01-04", 3),
            *(told(f"{n}", "job", n * 5, "1996-01-04", 1) for n in "ABC"),
            told("D", "job", "doctor", "1996-01-04", 1),
            told("E", "job", "peridontist", "1996-01-04", 1),
        )
    )
    for seed in range(20):
        given = options(jobs, Hop(jobs.quadruples[2], "past", None), [], Random(seed)) or ()
        assert set(given) == {"periodontist", "AAAAA", "BBBBB", "CCCCC", "I don't know."}


def test_nobody_asks_through_a_neighbor_who_has_a_roommate() -> None:
    """Monica lives with Rachel: whose job is asked for? Emily lives alone."""
    graph = TemporalGraph(
        (
            told("Sidney", "neighbor", "Monica", "1995-04-06", 0),
            told("Monica", "roommate", "Rachel", "1995-04-06", 0),
            told("Mrs. Newman", "neighbor", "Emily", "1995-04-06", 0),
            *(told(name, "job", job, "1995-04-06", 0) for name, job in (("Monica", "chef"), ("Emily", "agent"))),
            *(told(f"{n}", "job", n * 5, "1995-04-06", 1) for n in "ABC"),
        )
    )
    texts = made(graph, 3, "1999-01-01")["past_past"]
    assert texts
    assert all("Mrs. Newman had a neighbor" in text for text in texts)


def test_without_three_wrong_options_nothing_is_asked() -> None:
    """One sister is no choice."""
    assert options(WIVES, Hop(WIVES.quadruples[1], "past", None), [], Random(0)) is None


def made(graph: TemporalGraph, scene: int, day: str, seed: int = 0) -> dict[str, list[str]]:
    maker = QuestionMaker(graph, {"Carol": 0}, NAMES, 50, Random(seed))
    found = maker.questions("S1E1#1", scene, date.fromisoformat(day), ["Carol"])
    return {kind: [f"{one.wordings['default']} {one.letter}" for one in ones] for kind, ones in found.items()}


def test_two_hops_go_through_one_person() -> None:
    """Asked in 1997: the past wife's past job. Emily is future, so that whatever goes through her has no answer."""
    maker = QuestionMaker(WIVES, {}, NAMES, 50, Random(1))
    found = maker.questions("S3E1#1", 5, date(1997, 5, 16), ["Carol"])
    assert set(found) <= {"past", "fu", "past_past", "past_fu", "fu_past", "fu_fu"}
    for one in found["past_past"]:
        text = one.wordings["default"]
        assert text.startswith("By the way, Ross had a wife ")
        assert "What was the job of the wife " in text
        assert one.options[one.gold] == "teacher"
        assert one.evidence == (date(1994, 9, 22), date(1994, 10, 6))
        assert one.told_in == (("S1E1#0",), ("S1E1#2",))
    for kind in ("fu", "past_fu", "fu_fu"):
        assert all(one.letter == "E" for one in found[kind])
        assert found[kind]
    assert {"Emily", "agent"} & {option for one in found["fu_fu"] for option in one.options}


def test_nobody_asks_through_two_people() -> None:
    """Two wives in one year: "in 1994" names neither, a day names one."""
    graph = TemporalGraph((*WIVES.quadruples, told("Ross", "wife", "Rachel", "1994-12-22", 2)))
    for seed in range(20):
        asked = made(graph, 6, "1999-01-01", seed)["past_past"]
        assert not any("Ross had a wife in 1994." in text for text in asked)


def test_questions_of_the_present_are_about_earlier_scenes() -> None:
    """On the day of scenes 3 and 4: scene 3 told Barry's wife and Jack's; Richard's, of scene 4, is not asked about."""
    asked = made(WIVES, 4, "1996-05-16")["cur"]
    assert sorted(text[:-2] for text in asked) == [
        "By the way, who is Barry's wife?",
        "By the way, who is Jack's wife?",
    ]
    assert set(TWO_HOP_TYPES) == {f"{one}_{two}" for one in ("past", "cur", "fu") for two in ("past", "cur", "fu")}


def test_contradictions_are_left_out() -> None:
    """What is told less often goes, at a tie both; each reason is counted."""
    day = "1994-09-22"
    kept, left_out = consistent(
        [
            told("Ross", "mother", "Judy", day, 0),
            told("Ross", "mother", "Judy", day, 1),
            told("Ross", "mother", "Nora", day, 1),
            told("Ross", "age", "28", day, 0),
            told("Ross", "age", "26", day, 1),
            told("Ross", "friend", "Ross", day, 0),
            told("Ben", "father", "Ross", day, 0),
            told("Ben", "father", "Ross", day, 1),
            told("Ross", "father", "Ben", day, 1),
            told("Carol", "wife", "Susan", day, 0),
            told("Monica", "brother", "Chris", day, 0),
            told("Monica", "boyfriend", "Chris", day, 1),
            told("Jill", "sister", "Rachel", day, 0),
            told("Amy", "brother", "Rachel", day, 0),
        ]
    )
    assert [one.triple for one in kept] == [
        ("Ross", "mother", "Judy"),
        ("Ross", "mother", "Judy"),
        ("Ben", "father", "Ross"),
        ("Ben", "father", "Ross"),
        ("Carol", "wife", "Susan"),
    ]
    assert left_out == {
        "related to oneself": 1,
        "she and he": 2,
        "in two roles of a family": 2,
        "parent and child of one another": 1,
        "two where nobody has two": 1,
        "two at a time": 2,
    }


@pytest.mark.parametrize(
    ("quadruples", "kept", "reason"),
    [
        (
            (
                ("Ross", "age", "26", "1994-09-22"),
                ("Ross", "age", "29", "1997-01-30"),
                ("Ross", "age", "50", "1996-02-15"),
            ),
            {0, 1},
            "an age that another one contradicts",
        ),
        (
            (("Monica", "age", "19", "1998-01-15"), ("Monica", "age", "twenty-nine", "1998-01-15")),
            set(),
            "two at a time",
        ),
        (
            (
                ("Monica", "mother", "Judy", "1994-09-22"),
                ("Monica", "father", "Jack", "1994-09-22"),
                ("Joey", "mother", "Gloria", "1994-09-22"),
                ("Joey", "father", "Joey Sr.", "1994-09-22"),
                ("Monica", "brother", "Joey", "1994-09-22"),
                ("Monica", "brother", "Ross", "1994-09-22"),
                ("Frank", "sister", "Phoebe", "1994-09-22"),
            ),
            {0, 1, 2, 3, 5, 6},
            "siblings of other parents",
        ),
        (
            (
                ("Ross", "girlfriend", "Rachel", "1997-01-16"),
                ("Ross", "ex-girlfriend", "Rachel", "1997-03-06"),
                ("Ross", "girlfriend", "Rachel", "1997-03-06"),
                ("Rachel", "boyfriend", "Ross", "1997-03-13"),
            ),
            {0, 1},
            "together after it was told to be over",
        ),
        (
            (
                ("Monica", "dating with", "Alan", "1994-10-06"),
                ("Steve", "dating with", "Monica", "1994-10-06"),
                ("Monica", "dating with", "Pete", "1997-03-27"),
            ),
            {2},
            "two at a time",
        ),
    ],
)
def test_more_contradictions(quadruples: tuple[tuple[str, str, str, str], ...], kept: set[int], reason: str) -> None:
    """Ages that no birthday explains, strangers as siblings, couples that are over, two dates of one evening."""
    given = [told(*one, place) for place, one in enumerate(quadruples)]
    found, left_out = consistent(given)
    assert {one.scene for one in found} == kept
    assert left_out == {reason: len(given) - len(kept)}


def test_what_goes_takes_its_reverse_along() -> None:
    """Two wives on one day: neither is left, and neither is a husband of either's."""
    day = "1994-09-22"
    found, _ = consistent(
        [
            told("Ross", "wife", "Emily", day, 0),
            told("Emily", "husband", "Ross", day, 0),
            told("Ross", "wife", "Rachel", day, 1),
            told("Rachel", "husband", "Ross", day, 1),
            told("Emily", "husband", "Ross", "1998-10-01", 2),
        ]
    )
    assert [one.scene for one in found] == [2]
