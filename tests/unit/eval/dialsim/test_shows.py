"""Shows are read into one object from every form, and what is not as the form says is named."""

from __future__ import annotations

import json
import os
import pickle
import sys
import zipfile
from collections import OrderedDict
from collections.abc import Callable
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest

from convograph.errors import InputError, MissingExtraError
from convograph_eval.datasets import Question
from convograph_eval.dialsim.shows import Show, Utterance, options_for, read_show, show_files
from convograph_eval.dialsim.shows.official import official_show
from convograph_eval.dialsim.shows.pickles import plain_pickle
from convograph_eval.dialsim.shows.scripts import utterances
from support.shows import NEVER, TRIP, UNKNOWN, WHO, friends, question, released, write_pickles

EXAMPLE = Path(__file__).parents[4] / "data" / "chronicles" / "lantern.json"


def test_the_three_pickles_become_a_show(tmp_path: Path) -> None:
    """Scenes in order, with dates, utterances, questions, right letters and the dates of their evidence."""
    path = write_pickles(tmp_path)
    show = read_show(path)
    assert show == friends()
    assert [one.name for one in show_files(path)] == [f"friends_{each}.pickle" for each in PARTS]
    assert (show.name, show.agent, len(show.scenes)) == ("friends", "Ross", 5)
    first, fourth = show.scenes[0], show.scenes[3]
    assert (first.episode, first.number, first.day) == ("S1E1", "1", date(1994, 9, 22))
    assert first.utterances[-1] == Utterance("Ross", "My wife Carol moved out. she took the plant.")
    assert first.questions == {"tkg": {}, "fan": {}}
    assert list(fourth.questions["tkg"]) == ["past", "fu"]  # `cur` is empty
    (wife,) = fourth.questions["tkg"]["past"]
    assert (wife.letter, wife.options[1], wife.unanswerable) == ("B", "Carol", False)
    assert wife.evidence == (date(1994, 9, 22),)
    (future,) = fourth.questions["tkg"]["fu"]
    assert (future.letter, future.unanswerable, future.evidence) == ("E", True, (date(1996, 10, 6),))
    assert fourth.questions["fan"]["ans_wo_time"][0].evidence == (date(1994, 9, 29),)
    assert show.scenes[4].questions["tkg"]["past"][0].evidence == (date(1994, 9, 22),)
    assert show.scenes[4].questions["tkg"]["fu"][0].evidence is None


PARTS = ("dialsim", "oracle_tkg", "oracle_fan")


def test_questions_that_cannot_be_asked_are_left_out_and_counted() -> None:
    """Without a wording, with an answer that is no option, or with one where the type says that there is none."""
    scenes = released()
    scenes["S1E2"][3]["hard_q"] = {
        "past": [{**TRIP, "questions": {}}, {**TRIP, "answer": "Rome"}, {**TRIP, "questions": {"default": ""}}],
        "past_fu": [TRIP],
    }
    show = official_show("friends", scenes, None, None, "friends:")
    assert show.scenes[4].questions["tkg"] == {}
    assert show.skipped == {
        "no wording": 2,
        "the answer is none of the options": 1,
        "unanswerable by its type, with another answer than (E)": 1,
    }


def _without(key: str) -> Callable[[dict[str, Any]], object]:
    return lambda scene: scene.pop(key)


WRONG: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "no script": (_without("script"), "friends: S1E2.3.script is missing; give a show in the released form"),
    "no date": (_without("date"), "friends: S1E2.3.date is missing"),
    "another date": (
        lambda scene: scene.update(date="one Thursday"),
        "friends: S1E2.3.date: cannot read the time 'one Thursday'",
    ),
    "four options": (
        lambda scene: scene.update(hard_q={"past": [{**TRIP, "options": list(WHO)}]}),
        "friends: S1E2.3.past[0].options is no list of 5 options",
    ),
    "no options": (
        lambda scene: scene.update(easy_q={"ans_wo_time": {"q1": {"questions": {"default": "?"}}}}),
        "friends: S1E2.3.ans_wo_time.q1.options is missing",
    ),
    "an answer that is no text": (
        lambda scene: scene.update(hard_q={"past": [{**TRIP, "answer": 3}]}),
        "friends: S1E2.3.past[0].answer is not a string: 3",
    ),
    "an unknown type": (
        lambda scene: scene.update(easy_q={"ans_one_day": {"q1": TRIP}}),
        "friends: S1E2.3.ans_one_day is no type of question of the released form; there are ans_w_time, ans_wo_time,",
    ),
    "questions as a text": (
        lambda scene: scene.update(hard_q={"past": "none"}),
        "friends: S1E2.3.past is neither a list nor a mapping of questions: 'none'",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_not_in_the_released_form_is_named(case: str) -> None:
    """With its place in the file."""
    change, message = WRONG[case]
    scenes = released()
    change(scenes["S1E2"][3])
    with pytest.raises(InputError) as raised:
        official_show("friends", scenes, None, None, "friends:")
    assert str(raised.value).startswith(message)


def test_an_oracle_of_another_release_is_refused() -> None:
    """Its lists are parallel to the questions'."""
    dates = {"S1E2": {2: {"past": [["September 22, 1994"], ["September 22, 1994"]]}}}
    with pytest.raises(InputError, match="has 1 questions, and 2 lists of dates in the oracle"):
        official_show("friends", released(), dates, None, "friends:")
    with pytest.raises(InputError, match="friends: holds no scene"):
        official_show("friends", {}, None, None, "friends:")


class _Hostile:
    def __reduce__(self) -> tuple[Callable[[str], int], tuple[str]]:
        return os.system, ("touch hostile",)


def test_a_hostile_pickle_runs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused by the name that it asks for, before anything is called; so are classes that seem harmless."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "friends_dialsim.pickle"
    path.write_bytes(pickle.dumps({"S1E1": _Hostile()}))
    with pytest.raises(InputError, match=r"names 'posix.system', and only plain containers and scalars are read"):
        read_show(path)
    assert not (tmp_path / "hostile").exists()
    path.write_bytes(pickle.dumps(OrderedDict(a=1)))
    with pytest.raises(InputError, match=r"names 'collections.OrderedDict'"):
        read_show(path)


def test_plain_values_are_read_from_every_protocol(tmp_path: Path) -> None:
    """Sets too, which older protocols spell as calls."""
    value = {"a": [1, 2.5, None, True, b"x"], ("t",): {1, 2}, "f": frozenset({"é"})}
    path = tmp_path / "plain.pickle"
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        path.write_bytes(pickle.dumps({**value, "b": ""} if protocol else {"a": 1}, protocol))
        if protocol > 2:
            assert plain_pickle(path) == {**value, "b": ""}
    path.write_bytes(pickle.dumps(value)[:-5])
    with pytest.raises(InputError, match="no whole pickle"):
        plain_pickle(path)


def test_archives_are_named_with_the_remedy(tmp_path: Path) -> None:
    """Above all those that are compressed by Deflate64."""
    path = tmp_path / "friends.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("friends_dialsim.pickle", "x" * 100)
    with pytest.raises(InputError, match="is an archive; unpack it, for instance by 7-Zip"):
        read_show(path)
    packed = bytearray(path.read_bytes())
    packed[8] = packed[packed.index(b"PK\x01\x02") + 10] = 9  # the method, in both headers
    path.write_bytes(packed)
    with pytest.raises(InputError, match="compressed by Deflate64, which Python cannot unpack; unpack it"):
        read_show(path)


def test_a_file_that_names_no_show_is_refused(tmp_path: Path) -> None:
    """The main character would not be known."""
    other = tmp_path / "seinfeld_dialsim.pickle"
    other.touch()
    with pytest.raises(InputError, match=r"names no show of LongDialQA \(friends, bigbang, theoffice\)"):
        show_files(other)
    with pytest.raises(InputError, match="is a folder; name the file of one show in it"):
        read_show(tmp_path)


def test_the_parquet_form_gives_the_same_questions(tmp_path: Path) -> None:
    """A row a scene; who has no wording is null there."""
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    wordings = [{"Rachel": None, "default": "Where did Gunther go?"}]
    rows = [
        {
            "Episode": "S1E2",
            "Session": number,
            "Date": "September 29, 1994",
            "Script": "Ross: Hi.\nRachel: Hi!",
            "hard_qs_past_questions": [],
            "hard_qs_past_options": [],
            "hard_qs_past_answers": [],
            "easy_qs_dont_know_unans_questions": wordings,
            "easy_qs_dont_know_unans_options": [NEVER["options"]],
            "easy_qs_dont_know_unans_answers": [UNKNOWN.upper()],
            "easy_qs_dont_know_unans_idxes": ["q2"],
        }
        for number in (1, 2)
    ]
    path = tmp_path / "dialsim-friends.parquet"
    parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    show = read_show(path)
    assert [(one.episode, one.number) for one in show.scenes] == [("S1E2", "1"), ("S1E2", "2")]
    (found,) = show.scenes[0].questions["fan"]["dont_know_unans"]
    assert (found.id, found.letter, dict(found.wordings)) == ("q2", "E", {"default": "Where did Gunther go?"})
    assert show.scenes[0].questions["tkg"] == {}
    parquet.write_table(pyarrow.Table.from_pylist([rows[0], rows[0]]), path)
    with pytest.raises(InputError, match="row 1: a second session 1 of its episode"):
        read_show(path)
    parquet.write_table(pyarrow.Table.from_pylist([{"Episode": "S1E2"}]), path)
    with pytest.raises(InputError, match="row 0: there is no column Session"):
        read_show(path)
    path.write_bytes(b"PAR1")
    with pytest.raises(InputError, match="no whole parquet file"):
        read_show(path)


def test_parquet_without_its_reader_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the other way to have the show."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    (tmp_path / "friends.parquet").touch()
    with pytest.raises(MissingExtraError, match=r"pip install 'convograph\[eval\]', or take the pickles"):
        read_show(tmp_path / "friends.parquet")


def own(**scene: Any) -> dict[str, Any]:
    """A show in our form with one scene."""
    asked = {"id": "q", "type": "ans_wo_time", "wordings": {"default": "?"}, "options": list("abcde"), "answer": "c"}
    lines = [{"speaker": "Ana", "text": "Hi"}]
    made = {"episode": "one", "number": 1, "date": "2024-05-01", "utterances": lines, "questions": [asked]}
    return {"name": "ours", "agent": "Ana", "scenes": [{**made, **scene}]}


def write(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value))
    return path


def test_our_form_says_everything_by_name(tmp_path: Path) -> None:
    """A scene has a script or utterances; the answer is one of the options."""
    show = read_show(write(tmp_path / "ours.json", own()))
    (scene,) = show.scenes
    assert (show.name, show.agent, scene.utterances) == ("ours", "Ana", (Utterance("Ana", "Hi"),))
    (asked,) = scene.questions["fan"]["ans_wo_time"]
    assert (asked.letter, asked.evidence) == ("C", None)
    script = read_show(write(tmp_path / "ours.json", own(script="Ben: Ho\nho", utterances=None)))
    assert script.scenes[0].utterances == (Utterance("Ben", "Ho ho"),)


OWN_WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "both": (own(script="Ben: Ho"), r"scenes\[0\] has both a script and utterances, or neither"),
    "no agent": ({"name": "x", "scenes": []}, "agent is missing"),
    "answer": (
        own(questions=[{**own()["scenes"][0]["questions"][0], "answer": "f"}]),
        r"scenes\[0\].questions\[0\].answer is none of the options: 'f'",
    ),
    "unanswerable": (
        own(questions=[{**own()["scenes"][0]["questions"][0], "type": "dont_know_unans"}]),
        "says that there is no answer, and the answer is 'c'",
    ),
}


@pytest.mark.parametrize("case", OWN_WRONG)
def test_what_is_not_in_our_form_is_named(case: str, tmp_path: Path) -> None:
    """In one line, with its place."""
    value, message = OWN_WRONG[case]
    with pytest.raises(InputError, match=message):
        read_show(write(tmp_path / "ours.json", value))


def test_scripts_keep_what_is_said() -> None:
    """A colon in a long sentence names no speaker; what stands before the first speaker is nobody's."""
    long = "x" * 257
    assert utterances(f"[Scene]\nRoss: Hi\n{long}: more\nJoey:\n\nJoey:  \n") == (
        Utterance("Ross", f"Hi {long}: more"),
    )
    assert utterances("") == ()


def test_a_chronicle_is_a_show_whose_options_were_said() -> None:
    """Answerable once all of its evidence was said and until it is asked; before its evidence, the answer is (E)."""
    show: Show = read_show(EXAMPLE)
    assert (show.name, show.agent, len(show.scenes), dict(show.skipped)) == ("lantern", "Nerea", 26, {})
    last = show.scenes[-1].questions["fan"]
    answers = {one.options[one.gold] for one in last["ans_wo_time"]}
    (vogt,) = (one for one in last["ans_wo_time"] if one.id == "lantern:0")
    assert len(set(vogt.options)) == 5
    assert vogt.options[4] == "I don't know."
    assert set(vogt.options[:4]) <= answers | {one for scene in show.scenes for one in _said_answers(scene)}
    for place, scene in enumerate(show.scenes):
        for one in scene.questions["fan"].get("before_event_unans", ()):
            assert one.letter == "E"
            assert one.evidence and min(one.evidence) >= scene.day, (place, one)
        for one in scene.questions["fan"].get("ans_wo_time", ()):
            assert one.letter != "E"
            assert one.evidence and max(one.evidence) <= scene.day, (place, one)


def _said_answers(scene: Any) -> set[str]:
    return {option for ones in scene.questions["fan"].values() for one in ones for option in one.options[:4]}


def test_options_answer_the_same_kind_of_question() -> None:
    """A date has dates beside it; where one option contains another, both might be right, so one is left out."""
    answers = ("3 May", "4 May", "5 May", "6 May", "a cat", "a cat called Miso", "6 May 2024")
    texts = [*(f"When was {name}?" for name in "abcd"), "What is e?", "What is f?", "When was g?"]
    questions = [
        Question(str(number), text, "single", None, (), (), answer, abstention=False)
        for number, (text, answer) in enumerate(zip(texts, answers, strict=True))
    ]
    unknown = Question("7", "When was h?", "unanswerable", None, (), (), None, abstention=True)
    made = options_for([*questions, unknown], Random(0))
    assert set(made["0"]) <= {"3 May", "4 May", "5 May", "6 May", "6 May 2024", "I don't know."}
    assert "3 May" in made["0"]
    assert sum("6 May" in option for option in made["0"]) == 1
    assert set(made["7"][:4]) < {"3 May", "4 May", "5 May", "6 May", "6 May 2024"}
    assert not {"a cat", "a cat called Miso"} <= set(made["4"])
    assert all(one[4] == "I don't know." for one in made.values())
    assert question("?", WHO, "Ben")["options"][4] == UNKNOWN
