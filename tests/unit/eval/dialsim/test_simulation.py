"""A simulation asks every memory the same, and can be stopped at any question."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from convograph.chat import ChatRequest
from convograph.errors import InputError, ModelError, ModelUnreachableError
from convograph.llm.scripted import ScriptedChat
from convograph_eval.answering import ModelRoles
from convograph_eval.dialsim import AgentSettings, SimulationSettings, simulate
from convograph_eval.dialsim.summary import over_runs
from support.shows import friends

BM25 = AgentSettings(architecture="bm25")


def settings(**given: Any) -> SimulationSettings:
    return SimulationSettings("friends_dialsim.pickle", **{"agent": BM25, **given})


def without_times(report: dict[str, Any]) -> dict[str, Any]:
    """What does not depend on the clock."""
    questions = [{**one, "seconds": 0, "hearing": 0} for one in report["questions"]]
    return {**report, "questions": questions, "cost": None}


def letter(request: ChatRequest) -> str:
    """The letter of the first option that the history names, else (E)."""
    history, asked = request.messages[1].content.split("[Question]")
    options = re.findall(r"\((\w)\) (.*)", asked)
    return next((f"({mark})" for mark, text in options if text in history), "(E)")


def test_every_run_draws_questions_of_its_own() -> None:
    """Three scenes are asked about; the accuracies of the runs have a mean and a deviation."""
    report = simulate(settings(), friends())
    assert [(one["run"], one["seed"]) for one in report["questions"]] == [(1, 0)] * 3 + [(2, 1)] * 3 + [(3, 2)] * 3
    assert report["summary"]["questions"] == 9
    assert len(report["summary"]["runs"]["accuracy"]) == 3
    assert report["show"]["silent"] == [{"no questions": 1, "fewer than two speakers": 1}] * 3
    groups = report["by_category"]
    assert groups["answerable"]["questions"] + groups["unanswerable"]["questions"] == 9
    assert groups["tkg"]["questions"] + groups["fan"]["questions"] == 9
    dated = [one for one in report["questions"] if not one["unanswerable"] and "1994" in one["question"]]
    assert len(dated) == groups["answerable/dated"]["questions"]
    assert len(dated) + groups["answerable/undated"]["questions"] == groups["answerable"]["questions"]
    second = simulate(settings(seed=1, runs=1), friends())
    assert [one["id"] for one in second["questions"]] == [one["id"] for one in report["questions"] if one["run"] == 2]


def test_mean_and_deviation_are_over_runs() -> None:
    """1/2 and 1 have the mean 3/4 and the sample deviation sqrt(1/8); one run has none; failures do not count."""
    report = simulate(settings(runs=1), friends())
    assert report["summary"]["runs"]["deviation"] is None

    class Scored:
        def __init__(self, run: int, accuracy: float | None) -> None:
            self.run, self.metrics = run, {"accuracy": accuracy}

    found = over_runs([Scored(1, 1.0), Scored(1, 0.0), Scored(1, None), Scored(2, 1.0)])  # type: ignore[list-item]
    assert found == {"accuracy": [0.5, 1.0], "mean": 0.75, "deviation": pytest.approx(0.125**0.5)}


def test_a_model_reads_what_was_found(tmp_path: Path) -> None:
    """It is told whom it plays, when it is asked, and to answer by a letter; its calls are counted."""
    model = ScriptedChat(letter)
    report = simulate(settings(model="scripted"), friends(), models=ModelRoles(model))
    prompts = [request for batch in model.batches for request in batch]
    system = prompts[0].messages[0].content
    assert "You are Ross" in system
    assert "The question is asked on September 22, 1994." in system
    assert "exactly one of (A), (B), (C), (D) and (E)" in system
    assert "choose (E)" in system
    assert {request.temperature for request in prompts} == {0.2}
    assert prompts[0].messages[1].content.startswith("[Retrieved dialogue history]\n")
    assert report["cost"]["answering"]["calls"] == len(prompts) == 9
    wrong = [one for one in report["questions"] if one["metrics"]["accuracy"] != 1]
    assert all(one["gold"] != one["choice"] for one in wrong)
    base = ScriptedChat(letter)
    simulate(settings(model="scripted", agent=AgentSettings("newest")), friends(), models=ModelRoles(base))
    assert "retrieved" not in base.batches[0][0].messages[0].content


def test_names_change_wherever_they_are_heard() -> None:
    """The same questions by other names; history, options and asker with them."""
    model = ScriptedChat(letter)
    plain = simulate(settings(model="scripted"), friends(), models=ModelRoles(ScriptedChat(letter)))
    swapped = simulate(settings(model="scripted", names="swapped"), friends(), models=ModelRoles(model))
    assert [one["id"] for one in plain["questions"]] == [one["id"] for one in swapped["questions"]]
    texts = "\n".join(message.content for batch in model.batches for one in batch for message in one.messages)
    assert "You are Phoebe" in texts
    assert "Ross" not in texts
    assert {one["asker"] for one in swapped["questions"]} <= {"Chandler", "Joey", "Marcel"}


class KilledError(Exception):
    """The process was killed."""


def test_a_killed_simulation_goes_on_with_the_same_result(tmp_path: Path) -> None:
    """Wherever it is killed, no question of the log is asked again, and the report is the same."""
    whole = simulate(settings(model="scripted"), friends(), models=ModelRoles(ScriptedChat(letter), workers=1))
    output = tmp_path / "report.json"
    calls = 0

    def mortal(request: ChatRequest) -> str:
        nonlocal calls
        calls += 1
        if calls % 4 == 0:
            raise KilledError
        return letter(request)

    for _ in range(20):
        try:
            found = simulate(
                settings(model="scripted"),
                friends(),
                models=ModelRoles(ScriptedChat(mortal), workers=1),
                output=output,
            )
            break
        except KilledError:
            continue
    assert without_times(found) == without_times(whole)
    log = [json.loads(line) for line in (tmp_path / "report.json.log.jsonl").read_text().splitlines()]
    assert log[0]["dataset"] == "dialsim:friends"
    assert [one["case"] for one in log[1:]] == sorted(
        (one["case"] for one in whole["questions"]), key=lambda case: [int(one) for one in case.split(":")][::-1]
    )
    again = simulate(settings(model="scripted"), friends(), models=ModelRoles(ScriptedChat(mortal)), output=output)
    assert without_times(again) == without_times(whole)
    with pytest.raises(InputError, match="is the journal of another run"):
        simulate(settings(model="scripted", seed=5), friends(), models=ModelRoles(ScriptedChat(letter)), output=output)


def test_failures_have_no_score_and_are_tried_again(tmp_path: Path) -> None:
    """They are in the report, and not in the log."""

    def some(request: ChatRequest) -> object:
        return ModelUnreachableError("gone") if "Where did" in request.messages[1].content else "(E)"

    output = tmp_path / "report.json"
    models = ModelRoles(ScriptedChat(some), workers=1)
    report = simulate(settings(model="scripted", runs=6), friends(), models=models, output=output)
    failed = [one for one in report["questions"] if one["failed"]]
    assert report["summary"]["failed"] == {"answering": len(failed)}
    assert failed
    assert failed[0]["metrics"] == {"accuracy": None, "calibrated": None}
    logged = (tmp_path / "report.json.log.jsonl").read_text().splitlines()
    assert len(logged) - 1 == len(report["questions"]) - len(failed)
    with pytest.raises(ModelError, match="every call failed"):
        gone = ModelRoles(ScriptedChat(lambda _: ModelUnreachableError("gone")))
        simulate(settings(model="scripted", runs=1), friends(), models=gone)


def test_late_answers_are_wrong() -> None:
    """With a limit of no time at all, every one."""
    report = simulate(settings(time_limit=0.0), friends())
    assert report["summary"]["late"] == 9
    assert report["summary"]["runs"]["mean"] == 0
    assert simulate(settings(time_limit=3600.0), friends())["summary"]["late"] == 0


def test_words_are_judged_after_an_exact_match_has_failed() -> None:
    """Who says only the right words needs no judge; without a judge, the only option in the words counts."""
    said = ScriptedChat(lambda _: "It was Carol, or Vermont.")
    judge = ScriptedChat(lambda request: {"correct": "Carol" in request.messages[1].content, "wrong": False})
    form = {"form": "unstructured", "model": "scripted"}
    judged = simulate(settings(**form, judge="scripted"), friends(), models=ModelRoles(said, judge))
    assert {one["metrics"]["accuracy"] for one in judged["questions"]} == {1.0}
    assert judged["cost"]["judging"]["calls"] == 9
    matched = simulate(settings(**form), friends(), models=ModelRoles(said))
    for one in matched["questions"]:
        assert (
            one["metrics"]["accuracy"] == one["metrics"]["matched"] == float(one["gold_text"] in ("Carol", "Vermont"))
        )
        assert one["metrics"]["exact"] == 0
    broken = ScriptedChat(lambda _: {"correct": True, "wrong": True})
    failed = simulate(settings(**form, judge="scripted", runs=1), friends(), models=ModelRoles(said, broken))
    assert failed["summary"]["failed"] == {"judging": 3}
    exact = ModelRoles(
        ScriptedChat(lambda _: "I don't know"), ScriptedChat(lambda _: {"correct": False, "wrong": True})
    )
    known = simulate(settings(**{**form, "form": "open-ended"}, judge="scripted"), friends(), models=exact)
    for one in known["questions"]:
        assert one["metrics"]["accuracy"] == one["metrics"]["exact"] == float(one["unanswerable"])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"form": "spoken"}, "no format is called 'spoken'; the formats are structured, unstructured, open-ended"),
        ({"form": "open-ended"}, "without options there is nothing to choose"),
        ({"judge": "x"}, "letters need no judge"),
        ({"agent": AgentSettings("summaries")}, "summaries are written by a chat model"),
    ],
)
def test_settings_that_do_not_go_together_are_refused(given: dict[str, Any], message: str) -> None:
    """Before anything is played."""
    with pytest.raises(InputError, match=message):
        settings(**given)


def test_readers_without_a_model_are_named() -> None:
    """An unknown one is refused by the names of the others."""
    with pytest.raises(InputError, match="no reader is called 'guess'; the readers are "):
        simulate(settings(reader="guess"), friends())


def test_it_is_told_whether_the_scenes_that_tell_the_answer_were_found() -> None:
    """For each hop, over the answerable questions whose scenes are known; of others nothing is said."""
    show = friends()
    by_hop = (tuple(scene.name for scene in show.scenes), ("S9E9#9",))
    known = replace(
        show,
        scenes=tuple(
            replace(
                scene,
                questions={
                    source: {
                        kind: tuple(replace(one, told_in=() if one.unanswerable else by_hop) for one in ones)
                        for kind, ones in types.items()
                    }
                    for source, types in scene.questions.items()
                },
            )
            for scene in show.scenes
        ),
    )
    report = simulate(settings(agent=AgentSettings("newest")), known)
    answerable = report["by_category"]["answerable"]
    number = answerable["questions"]
    assert number
    assert answerable["evidence"] == [
        {"questions": number, "share": share, "low": share, "high": share} for share in (1.0, 0.0)
    ]
    assert report["by_category"]["unanswerable"]["evidence"] == []
    assert {tuple(one["hops"]) for one in report["questions"]} == {(True, False), ()}
