"""Shows built of a script and marked relations: names, scenes of dialogues, relations, what is asked when."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from convograph.errors import InputError
from convograph.times import parse_said
from convograph_eval.dialsim.building import build, read_script
from convograph_eval.dialsim.building.alignment import AMBIGUOUS, NOWHERE, Aligned, Aligner
from convograph_eval.dialsim.building.dialogre import dialogre_relations, question_relation
from convograph_eval.dialsim.building.friends import friends_script
from convograph_eval.dialsim.building.marked import marked_relations
from convograph_eval.dialsim.building.naming import UnknownNameError, naming
from convograph_eval.dialsim.building.tellings import (
    BY_MARRIAGE,
    OTHER_GENDER,
    UNCERTAIN,
    WITHOUT_WORDS,
    Telling,
)
from convograph_eval.dialsim.shows import Scene, Show, Utterance, read_show, show_record
from support.data_files import DataFile
from support.scripts import SCENES, dialogues, write_friends, write_relations
from support.shows import friends


@pytest.fixture
def script(tmp_path: Path) -> Show:
    """Two of the three seasons."""
    return friends_script(write_friends(tmp_path), 2).show


def test_a_script_has_scenes_with_dates_and_given_names(script: Show) -> None:
    """Directions move scenes and are not said; who has the name for themselves is called by it."""
    assert [(one.episode, one.number, one.said.raw) for one in script.scenes] == [
        ("S1E1", "1", "September 22, 1994"),
        ("S1E1", "2", "September 23, 1994"),
        ("S1E1", "3", "September 23, 1994"),
        ("S1E2", "1", "December 25, 1994"),
        ("S2E1", "1", "September 21, 1995"),
    ]
    assert [one.speaker for one in script.scenes[0].utterances] == ["Ross", "Monica", "All"]
    assert [one.speaker for one in script.scenes[2].utterances] == ["Phoebe", "Phoebe Abbott"]
    assert [one.speaker for one in script.scenes[3].utterances] == ["Ross", "Phoebe", "Somebody", "Phoebe"]


def test_dialogues_are_found_by_their_words(script: Show) -> None:
    """Speakers by number become those of the scene, but several at once; cut and misspelled words do no harm."""
    align = Aligner(script.scenes)
    lines = (
        Utterance("Speaker 1", "My wife Carol moved out todday, and she took the plant."),
        Utterance("Speaker 2", "I never liked that plant, to be quite"),
        Utterance("Speaker 3", "Let it go, Ross!"),
    )
    assert align(lines) == Aligned(0, {"Speaker 1": "Ross", "Speaker 2": "Monica"})
    assert align([Utterance("Speaker 1", "Words that nobody ever says in any of the scenes")]) is NOWHERE
    twice = Aligner((*script.scenes, script.scenes[0]))
    assert twice(lines) is AMBIGUOUS


def test_relations_become_those_of_questions(script: Show, tmp_path: Path) -> None:
    """Under the script's names; what has no name, no such relation or no known gender is counted."""
    marked = dialogre_relations(write_relations(tmp_path), script.scenes)
    assert (marked.dialogues, marked.aligned) == (5, 5)
    assert [(one.scene, one.head, one.relation, one.tail) for one in marked.relations] == [
        (0, "Ross", "wife", "Carol"),
        (0, "Ross", "sister", "Monica"),
        (1, "Ross", "job", "paleontologist"),
        (1, "Chandler", "girlfriend", "Janice"),
        (2, "Phoebe", "sister", "Ursula"),
        (3, "Phoebe", "boyfriend", "David"),
        (3, "Phoebe", "age", "27"),
        (4, "Ross", "girlfriend", "Julie"),
        (4, "Joey", "girlfriend", "Erica"),
        (4, "Monica", "boyfriend", "Richard Burke"),
        (4, "Richard Burke", "girlfriend", "Monica"),
    ]
    assert marked.left_out == {
        "a relation that no question has": 1,
        "somebody without a name": 1,
        "an age that somebody remembers": 1,
    }


@pytest.mark.parametrize(
    ("relation", "shown", "over", "tail", "expected"),
    [
        ("per:spouse", "husband", False, "Ross", "husband"),
        ("per:spouse", "divorced", True, "Mrs. Geller", "ex-wife"),
        ("per:girl/boyfriend", "engaged", False, "Emily", "fiancee"),
        ("per:girl/boyfriend", "", False, "Barry", "boyfriend"),
        ("per:siblings", "broke", False, "Joey", "brother"),
        ("per:children", "dad", False, "Emma", "daughter"),
        ("per:parents", "", False, "Jack", "father"),
        ("per:roommate", "used to live with", True, "Kip", "ex-roommate"),
        ("per:dates", "", False, "Gunther", "dating with"),
        ("per:age", "", False, "28", "age"),
        ("per:spouse", "", False, "Gunther", None),
        ("per:friends", "", False, "Emily", None),
    ],
)
def test_a_relation_has_her_name_and_his(
    relation: str, shown: str, over: bool, tail: str, expected: str | None
) -> None:
    """By the first name or the title of the tail; what is over by its own name, what is to come by its words."""
    assert question_relation(relation, shown, tail, over=over) == expected


def test_a_show_is_built(tmp_path: Path) -> None:
    """Scenes with Ross alone, questions whose answer was told before, or none; the same again by the same seed."""
    given = read_script(write_friends(tmp_path), [write_relations(tmp_path)], seasons=2)
    built = build(given)
    assert [(one.episode, one.number) for one in built.show.scenes] == [
        ("S1E1", "1"),
        ("S1E1", "2"),
        ("S1E2", "1"),
        ("S2E1", "1"),
    ]
    assert built.left_out == {"told without the main character": 1}
    assert built.questions
    assert all("girlfriend" in one.wordings["default"] for one in built.questions)  # no other has four tails here
    with pytest.raises(InputError, match="nobody is called Gunther; name a character who speaks"):
        read_script(tmp_path / "friends", [], agent="Gunther")


def scene_of(*lines: str) -> Scene:
    said = tuple(Utterance(*line.split(": ", 1)) for line in lines)
    return Scene("S1E1", "1", parse_said("September 22, 1994"), said, {"tkg": {}, "fan": {}})


@pytest.mark.parametrize(
    ("relation", "pair", "shown", "line", "doubt"),
    [
        ("per:spouse", ("Ross", "Carol"), "married to", "Ross: Although I was married to her.", UNCERTAIN),
        ("per:spouse", ("Ross", "Emily"), "married to", "Rachel: You're married to Emily.", None),
        ("per:spouse", ("Ross", "Carol"), "ex-wife", "Rachel: Isn't that your ex-wife?", None),
        ("per:girl/boyfriend", ("Monica", "Richard"), "broke up", "Monica: If we broke up, I'd know.", UNCERTAIN),
        ("per:girl/boyfriend", ("Monica", "Rachel"), "broke up", "Rachel: When they broke up, he cried.", UNCERTAIN),
        ("per:girl/boyfriend", ("Ross", "Rachel"), "girlfriend", "Ross: You're not my girlfriend.", UNCERTAIN),
        ("per:girl/boyfriend", ("Ross", "Rachel"), "with", "Joey: I came with it. Ross: Hi", None),
        ("per:girl/boyfriend", ("Phoebe", "Tony"), "break up", "Phoebe: I'll break up with Tony.", UNCERTAIN),
        ("per:girl/boyfriend", ("Ross", "Julie"), "", "Ross: Hi, Julie.", WITHOUT_WORDS),
        ("per:girl/boyfriend", ("Rachel", "Monica"), "boyfriend", "Monica: Your boyfriend called.", OTHER_GENDER),
        ("per:parents", ("Carol", "Ben"), "mommy", "Ross: Say hi to mommy.", OTHER_GENDER),
        ("per:parents", ("Emily", "Andrea"), "stepmum", "Emily: My dad and stepmum.", BY_MARRIAGE),
        ("per:parents", ("Ben", "Carol"), "mommy", "Ross: That was mommy.", None),
        ("per:roommate", ("Chandler", "Ross"), "roommate", "Chandler: Kip, my roommate.", None),
        ("per:roommate", ("Chandler", "Rachel"), "old roommate", "Chandler: Kip, my old roommate.", UNCERTAIN),
        ("per:boss", ("Rachel", "Terry"), "used to work for", "Rachel: I used to work for him.", UNCERTAIN),
        ("per:alumni", ("Ross", "Rachel"), "in high school", "Rachel: When we were in high school.", None),
        ("per:pet", ("Rachel", "LePoo"), "dog", "Rachel: My dog died!", UNCERTAIN),
        ("per:place_of_work", ("Ben", "museum"), "", "Ross: It's for the museum.", UNCERTAIN),
        ("per:place_of_work", ("Ross", "museum"), "", "Monica: He works in a museum!", None),
        ("per:title", ("Joey", "actor"), "", "Joey: Actor, yes.", None),
        ("per:title", ("Rachel", "class president"), "", "Rachel: I was class president.", UNCERTAIN),
        ("per:title", ("Mark", "buyer"), "", "Rachel: He works for a buyer at a store.", UNCERTAIN),
        ("per:title", ("Carol", "faculty"), "", "Susan: She's at a faculty meeting.", UNCERTAIN),
        ("per:title", ("Rachel", "cheerleader"), "", "Rachel: You sit here with a tired cheerleader.", UNCERTAIN),
        ("per:title", ("Vince", "fireman"), "", "Phoebe: He is with us, and a fireman.", None),
        ("per:age", ("Frank", "18"), "", "Nobody: No digits here.", None),
    ],
)
def test_what_shows_a_relation_says_when_it_holds(
    relation: str, pair: tuple[str, str], shown: str, line: str, doubt: str | None
) -> None:
    """Not what was, will be, or may be; nor what shows another gender, another couple or somebody else's work."""
    assert Telling(relation, *pair, (shown,) if shown else (), scene_of(line)).doubt == doubt


def test_names_are_the_scripts() -> None:
    """A known full name is its speaker, another surname somebody else, a function nobody."""
    named = naming([scene_of("Susan: Hi.", "Bank Officer: Hi.", "Gunther: Hi.")], {"Susan Bunch": "Susan"})
    assert [named(one) for one in ("Susan", "Susan Bunch", "Gunther", "Richard Burke")] == [
        "Susan",
        "Susan",
        "Gunther",
        "Richard Burke",
    ]
    for name, reason in (
        ("Susan Sarandon", "a name that two may have"),
        ("Bank Officer", "somebody without a name"),
        ("the man", "somebody without a name"),
        ("guy", "somebody without a name"),
    ):
        with pytest.raises(UnknownNameError, match=reason):
            named(name)
    assert naming([scene_of("Susan: Hi.")], {})("Susan Sarandon") == "Susan"


def test_flashbacks_tell_nothing(tmp_path: Path) -> None:
    """From the direction on that leads years back, to the end of the episode."""
    folder = write_friends(tmp_path, directions={(1, 1, 2): "[Scene: the museum, three years earlier]"})
    assert friends_script(folder, 2).flashbacks == {1, 2}
    given = read_script(folder, [write_relations(tmp_path)], seasons=2)
    assert given.left_out["told in a flashback, or after one in the same episode"] == 3
    assert {one.scene for one in given.relations} == {0, 3, 4}


def test_what_is_asked_was_told_before_or_has_no_answer(tmp_path: Path) -> None:
    """Five girlfriends; every right option was told in an earlier scene, every (E) comes from a later one."""
    lines = [
        {"episode": episode, "number": number, "head": head, "relation": "girlfriend", "tail": tail}
        for episode, number, head, tail in (
            ("S1E1", "1", "Ross", "Carol"),
            ("S1E1", "2", "Chandler", "Janice"),
            ("S1E2", "1", "Joey", "Angela"),
            ("S1E2", "1", "Gunther", "Tilly"),
            ("S2E1", "1", "Ross", "Julie"),
            ("S2E1", "1", "Monica", "Susan"),
        )
    ]
    path = tmp_path / "marked.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    given = read_script(write_friends(tmp_path), [path], seasons=2)
    built, again = build(given), build(given)
    assert show_record(built.show) == show_record(again.show)
    assert show_record(build(given, seed=1).show) != show_record(built.show)
    told = {(one["head"], one["tail"]): (one["episode"], one["number"]) for one in lines}
    order = [(scene.episode, scene.number) for scene in built.show.scenes]
    kinds = set()
    for place, scene in enumerate(built.show.scenes):
        for kind, questions in scene.questions["tkg"].items():
            kinds.add(kind)
            assert 0 < len(questions) <= 5
            for one in questions:
                head = next(head for head, _ in told if head in one.wordings["default"])
                said = {tail: order.index(at) for (who, tail), at in told.items() if who == head}
                right = one.options[one.gold]
                assert said[right] < place if kind in {"past", "cur"} else one.letter == "E"
                assert one.evidence is not None
                assert all(day <= scene.day for day in one.evidence)
                assert bool(one.evidence) == (one.letter != "E")
    assert kinds == {"past", "fu"}
    for scene in built.show.scenes:
        for questions in scene.questions["tkg"].values():
            assert all(set(one.wordings) <= {"default", *(scene.speakers - {"Ross", "All"})} for one in questions)
            assert not any(one.options[one.gold] in one.wordings for one in questions)  # who is the answer


def test_a_built_show_is_read_as_it_was_written(tmp_path: Path) -> None:
    """In our JSON form; so is a released one, without what was left out of it."""
    show = friends()
    path = tmp_path / "written.json"
    path.write_text(json.dumps(show_record(show)))
    read = read_show(path)
    assert (read.name, read.agent) == (show.name, show.agent)
    for one, other in zip(read.scenes, show.scenes, strict=True):
        assert (one.episode, one.number, one.day, one.utterances) == (
            other.episode,
            other.number,
            other.day,
            other.utterances,
        )
        for source in ("tkg", "fan"):
            assert dict(one.questions[source]) == dict(other.questions[source])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            {"episode": "S9E9", "number": "1"},
            'names no scene of the show: \'S9E9\', \'1\'; the first is {"episode": "S1E1", "number": "1"}',
        ),
        ({"relation": "nemesis"}, "relation is none of questions: 'nemesis'; name one of roommate"),
        ({"tail": ""}, "tail is blank"),
    ],
)
def test_marked_relations_of_another_form_are_refused(
    script: Show, tmp_path: Path, line: dict[str, str], message: str
) -> None:
    """With the line and what to do."""
    path = tmp_path / "marked.jsonl"
    whole = {"episode": "S1E1", "number": "1", "head": "Ross", "relation": "wife", "tail": "Carol"} | line
    path.write_text(json.dumps(whole))
    with pytest.raises(InputError) as caught:
        marked_relations(path, script.scenes)
    assert message in str(caught.value)
    assert "line 1" in str(caught.value)


def test_files_of_another_form_are_refused(tmp_path: Path, script: Show) -> None:
    """A dialogue without speakers, a season that is not there, an episode without a date."""
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps([[["no speaker"], []]]))
    with pytest.raises(InputError, match="names no speaker: 'no speaker'"):
        dialogre_relations(path, script.scenes)
    path.write_text(json.dumps([[["Speaker 1: Hi"], [{"x": "", "y": "A", "r": [], "t": []}]]]))
    with pytest.raises(InputError, match="x is blank"):
        dialogre_relations(path, script.scenes)
    folder = tmp_path / "friends"
    with pytest.raises(InputError, match="no line of the first 0 seasons"):
        friends_script(folder, 0)
    info = folder / "friends_info.jsonl.gz"
    info.unlink()
    with pytest.raises(InputError, match="cannot read"):
        friends_script(folder, 1)


def test_the_tiny_script_is_what_it_says() -> None:
    """Every dialogue has a line for each utterance of its scene."""
    assert [len(lines) for lines, _ in dialogues()] == [3, 2, 2, 4, 3]
    assert len(SCENES) == 6


@pytest.mark.slow
def test_nearly_all_dialogues_are_found_in_friends(data_file: DataFile) -> None:
    """Ten seasons: 1,414 of DialogRE's 1,431 dialogues have one scene, 14 have two that are alike, 3 have none."""
    scenes = friends_script(data_file("friends"), 10).show.scenes
    marked = [dialogre_relations(data_file(f"dialogre/v2_en_{half}.json.gz"), scenes) for half in ("train", "dev")]
    assert [(one.dialogues, one.aligned) for one in marked] == [(1_073, 1_058), (358, 356)]
    assert [(one.left_out["no scene has its words"], one.left_out["two scenes have its words"]) for one in marked] == [
        (2, 13),
        (1, 1),
    ]
