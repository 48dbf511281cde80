"""DialSim's rules, computed by hand: what is drawn from, who may ask, how names change, which replies are right."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from convograph.errors import InputError
from convograph.times import parse_said
from convograph_eval.dialsim.agents import DialsimQuestion
from convograph_eval.dialsim.formats import gold_text, put
from convograph_eval.dialsim.plan import askers, balanced, moments, names_present, plan_of
from convograph_eval.dialsim.renaming import Renaming, renaming_for
from convograph_eval.dialsim.scoring import calibrated, is_exact, is_right, named_option
from convograph_eval.dialsim.shows import Scene, Show, Utterance
from convograph_eval.dialsim.shows.scripts import utterances
from convograph_eval.dialsim.transcript import Transcript
from support.shows import friends

OPTIONS = ("Ben", "Carol", "Emma", "Susan", "I don't know. (None of the above)")


def scene(*speakers: str, date: str = "September 22, 1994") -> Scene:
    said = tuple(Utterance(speaker, f"line {place}") for place, speaker in enumerate(speakers))
    return Scene("S1E1", "1", parse_said(date), said, {"tkg": {}, "fan": {}})


def test_answerable_types_are_added_until_the_others_are_a_fifth() -> None:
    """One of two: 1/2, 1/3, 1/4 and then 1/5 < .215. One of three, fan: 1/3, then 1/4 < .27."""
    assert Counter(balanced(["past", "fu"], "tkg", Random(0))) == {"past": 4, "fu": 1}
    drawn = Counter(balanced(["ans_w_time", "ans_wo_time", "dont_know_unans"], "fan", Random(0)))
    assert (drawn["dont_know_unans"], sum(drawn.values())) == (1, 4)
    assert Counter(balanced(["past", "cur", "fu"], "tkg", Random(0))) == {"past": 2, "cur": 2, "fu": 1}


def test_nothing_is_added_where_it_need_not_or_cannot() -> None:
    """Without an unanswerable type, or without any other."""
    assert balanced(["past", "cur"], "tkg", Random(0)) == ["past", "cur"]
    assert balanced(["fu", "past_fu"], "tkg", Random(0)) == ["fu", "past_fu"]


@pytest.mark.parametrize(
    ("text", "ambiguous"),
    [
        ("Who was Ross's wife in 1994?", True),
        ("Who was Ross's wife on September 1994?", True),
        ("Who was Ross's wife in September 1994?", True),
        ("Who was Ross's wife on September 20, 1994?", False),
        ("Who was Ross's wife in August 1994?", False),
        ("Who was Ross's wife in 1993?", False),
    ],
)
def test_what_names_the_present_as_past_is_ambiguous(text: str, ambiguous: bool) -> None:
    """In a scene of September 22, 1994: its year or its month, but not a day."""
    assert names_present(text, scene("Ross")) is ambiguous


def test_questions_come_after_an_utterance_of_the_agent_but_his_first() -> None:
    """Places 0, 2 and 4 are his: 2 and 4. Of a single one, that."""
    assert moments(scene("Ross", "Joey", "Ross Geller", "Joey", "Ross"), "Ross") == [2, 4]
    assert moments(scene("Joey", "Ross"), "Ross") == [1]
    assert moments(scene("Joey", "Monica"), "Ross") == []


def test_who_spoke_three_before_to_two_after_may_ask() -> None:
    """Around place 4: places 1 to 6, without the agent and everybody at once; sorted."""
    said = scene("Janice", "Rachel", "All", "Joey", "Ross", "Chandler", "Monica", "Phoebe")
    assert askers(said, 4, "Ross") == ["Chandler", "Joey", "Monica", "Rachel"]
    assert askers(scene("Ross", "All", "Ross"), 2, "Ross") == []


def test_a_plan_asks_at_most_once_a_scene() -> None:
    """Scene 0 has no questions, scene 2 one speaker; in the others it is the agent who is asked, by somebody nearby."""
    show = friends()
    for seed in range(30):
        plan = plan_of(show, seed)
        assert plan.silent["no questions"] == plan.silent["fewer than two speakers"] == 1
        assert [one.scene for one in plan.questions] == [1, 3, 4]
        for one in plan.questions:
            assert one.after in moments(show.scenes[one.scene], "Ross")
            assert one.asker in askers(show.scenes[one.scene], one.after, "Ross")
            own = one.question.wordings
            assert one.text == own.get(one.asker, own["default"])
        assert plan == plan_of(show, seed)


def test_the_graph_is_asked_seven_times_in_ten_and_a_fifth_has_no_answer() -> None:
    """Over many seeds: 70 % from the graph; of the graph 1 in 5 unanswerable, of the quiz 1 in 4."""
    show = friends()
    drawn = [one.question for seed in range(1000) for one in plan_of(show, seed).questions]
    graph = [one for one in drawn if one.source == "tkg"]
    quiz = [one for one in drawn if one.source == "fan"]
    assert len(graph) / len(drawn) == pytest.approx(0.7, abs=0.03)
    assert sum(one.unanswerable for one in graph) / len(graph) == pytest.approx(1 / 5, abs=0.03)
    assert sum(one.unanswerable for one in quiz) / len(quiz) == pytest.approx(1 / 4, abs=0.03)


def test_a_scene_with_questions_of_one_source_asks_from_that() -> None:
    """Whatever is drawn."""
    show = friends()
    scenes = tuple(replace(one, questions={**one.questions, "tkg": {}}) for one in show.scenes)
    drawn = [one for seed in range(20) for one in plan_of(replace(show, scenes=scenes), seed).questions]
    assert {one.question.source for one in drawn} == {"fan"}


def test_a_question_has_the_wording_of_its_asker() -> None:
    """Joey's is his own; Rachel, whose wording of this question there is none, asks in the default one."""
    show = friends()
    texts = {
        (one.asker, one.text)
        for seed in range(60)
        for one in plan_of(show, seed).questions
        if one.question.id == "q1" and one.scene == 3
    }
    assert texts == {("Rachel", "Where did I go, Ross?")}


def test_scenes_without_a_possible_question_say_why() -> None:
    """The agent is silent; nobody else speaks; all candidates are ambiguous; there is no wording for the asker."""
    show = friends()
    asked = show.scenes[1].questions

    def silent(**changes: object) -> dict[str, int]:
        return dict(plan_of(Show("friends", "Ross", (replace(show.scenes[1], **changes),)), 1).silent)

    assert silent(utterances=scene("Rachel", "Joey").utterances) == {"the agent says nothing": 1}
    assert silent(utterances=scene("Ross", "All").utterances) == {"nobody else speaks nearby": 1}
    (future,) = asked["tkg"]["fu"]
    present = {"tkg": {"fu": (replace(future, wordings={"default": "Who left in 1994?"}),)}, "fan": {}}
    assert silent(questions=present) == {"all candidates name the present as the past": 1}
    rare = {"tkg": {"fu": (replace(future, wordings={"Gunther": "Who will it be?"}),)}, "fan": {}}
    assert silent(questions=rare) == {"no wording for the asker": 1}


def test_names_change_at_the_same_time() -> None:
    """Table of swapped names: Ross becomes Phoebe and Phoebe Ross, in one pass; plain pieces of text by default."""
    swapped = renaming_for("friends", "swapped")
    assert swapped("Ross told Phoebe that Rachel left Chandler.") == "Phoebe told Ross that Chandler left Rachel."
    assert renaming_for("friends", "generic")("Joey Tribbiani") == "John Tribbiani"
    assert renaming_for("theoffice", "generic")("Jimmy and Pam") == "Robertmy and Jennifer"
    assert renaming_for("theoffice", "generic", whole_words=True)("Jimmy and Pam") == "Jimmy and Jennifer"
    assert renaming_for("bigbang", "original") == Renaming()
    assert Renaming()("Ross") == "Ross"
    with pytest.raises(InputError, match="no mode of names is called 'new'; the modes are original, generic, swapped"):
        renaming_for("friends", "new")
    with pytest.raises(InputError, match="'lantern' has no generic names"):
        renaming_for("lantern", "generic")


def test_headings_number_the_scenes_of_a_day() -> None:
    """The number begins anew with the date; utterances count from 1."""
    transcript = Transcript()
    headings = []
    for one in friends().scenes:
        heard = transcript.begin(one)
        headings.append(heard.heading)
        for utterance in one.utterances:
            transcript.hear(utterance)
    assert headings == [
        "[Date: September 22, 1994, Session #1]",
        "[Date: September 22, 1994, Session #2]",
        "[Date: September 29, 1994, Session #1]",
        "[Date: September 29, 1994, Session #2]",
        "[Date: October 6, 1994, Session #1]",
    ]
    assert transcript.scenes[1].utterance_text(0) == (
        "[Date: September 22, 1994, Session #2, Utterance #1]\nRachel: I go to Vermont tomorrow."
    )
    assert [one.id for one in transcript.scenes] == sorted(one.id for one in transcript.scenes)


def test_lines_of_a_script_become_utterances() -> None:
    """A line without a colon goes on; the speaker ends at the first colon; credits are left out."""
    script = "Written once\nRoss: One.\ntwo.\n\nTeleplay: Somebody\nJoey: At 5:30!\nStory: Somebody"
    assert utterances(script) == (Utterance("Ross", "One. two."), Utterance("Joey", "At 5:30!"))


ASKED = DialsimQuestion("Ross", "Joey", "Who left?", OPTIONS, parse_said("September 22, 1994"))


def test_a_question_is_put_in_three_forms() -> None:
    """Options as lines, in one sentence, or not at all."""
    assert put(ASKED, "structured").split("\n")[:2] == ["Joey: Who left?", "\t(A) Ben"]
    assert put(ASKED, "structured").split("\n")[-1] == "\t(E) I don't know. (None of the above)"
    assert put(ASKED, "unstructured") == "Joey: Who left? Ben? or Carol? or Emma? or Susan? or you don't know?"
    assert put(ASKED, "open-ended") == "Joey: Who left?"
    assert [gold_text(ASKED, 1), gold_text(ASKED, 4)] == ["Carol", "I don't know."]


@pytest.mark.parametrize(
    ("reply", "strict", "meant"),
    [
        ("(B)", True, "B"),
        ("(b) Carol", True, "B"),
        ("(A)", False, "A"),
        ("(B), not (A)", False, None),
        ("(A) is wrong; the answer is (B).", False, "B"),
        ("(A), (B): none of the options.", False, "E"),
        ("The history does not specify that.", False, "E"),
        ("I cannot answer.", False, "E"),
        ("It was Carol.", False, "B"),
        ("Carol or Susan", False, None),
        ("", False, None),
    ],
)
def test_a_letter_is_right_if_it_is_the_only_one(reply: str, strict: bool, meant: str | None) -> None:
    """Strictly; calibrated, a reply counts for what it means. The right letter is B."""
    assert is_right(reply, "B") is strict
    assert calibrated(reply, OPTIONS) == meant


def test_words_are_right_by_an_exact_match_or_by_the_only_option_in_them() -> None:
    """A final period does not matter; a part of a word is no option."""
    assert is_exact("Carol.", "Carol")
    assert is_exact("I don't know", "I don't know.")
    assert not is_exact("It was Carol", "Carol")
    assert named_option("Caroline", OPTIONS) is None
    assert named_option("I do not know", OPTIONS) == "E"
