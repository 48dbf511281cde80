"""Runs of responses with scripted models: any number of workers, interruptions, models that give up."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from convograph.chat import ChatRequest
from convograph.errors import InputError, ModelError
from convograph.llm.scripted import ScriptedChat
from convograph.types import Conversation, Said, Session, Turn
from convograph_eval.answering import ModelRoles
from convograph_eval.datasets.dialogues import Dialogue, DialogueSet
from convograph_eval.datasets.dialogues.types import two_sided
from convograph_eval.responding import ResponseAgentSettings, ResponseModels, ResponseSettings, respond

START = datetime(2000, 1, 1)


def dialogue(name: str) -> Dialogue:
    """Three sessions, a day apart, of one exchange each."""
    sessions = tuple(
        Session(
            (Turn(f"{name} has {number} cats.", "Ana"), Turn(f"{number} are many.", "Ben")),
            f"{name}#{number}",
            Said(START + timedelta(days=number), None, ""),
        )
        for number in (1, 2, 3)
    )
    return two_sided(Conversation(name, sessions), "Ana", "Ben")


GIVEN = DialogueSet("msc", tuple(dialogue(f"d{number}") for number in range(5)))
AGENTS = ("long-context", "bm25")


def settings(*agents: str, **more: Any) -> ResponseSettings:
    return ResponseSettings("msc", "data.json", agents or AGENTS, ResponseAgentSettings(encoder="static"), **more)


def echo(request: ChatRequest) -> str:
    """The line that is replied to."""
    return str(request.messages[1].content.partition(" now says: ")[2].partition("\n")[0])


def run(model: ScriptedChat, workers: int = 1, output: Path | None = None) -> dict[str, Any]:
    models = ResponseModels(ModelRoles(model, workers=workers))
    return respond(settings(model="openai:m"), GIVEN, models=models, output=output)


def figures(report: dict[str, Any]) -> str:
    """All but times."""
    for summary in report["agents"].values():
        del summary["cost"]["seconds"]
    for record in report["records"]:
        del record["seconds"]
    return json.dumps(report)


def test_figures_do_not_depend_on_the_number_of_workers() -> None:
    """Nor does the order of the records: by agent, then as in the data."""
    one, four = (run(ScriptedChat(echo), workers) for workers in (1, 4))
    assert [record["case"] for record in one["records"][:2]] == ["long-context d0", "long-context d1"]
    assert one["records"][0]["replies"][0]["reply"] == "d0 has 2 cats."
    assert figures(one) == figures(four)


def test_a_run_that_was_given_up_goes_on_where_it_was(tmp_path: Path) -> None:
    """After two dialogues the server is gone: eight failures in a row end the run; another begins with the third."""
    output = tmp_path / "report.json"
    answered = 0

    def leaving(request: ChatRequest) -> Any:
        nonlocal answered
        answered += 1
        return echo(request) if answered <= 4 else ModelError("no server")

    with pytest.raises(ModelError, match="8 calls in a row failed, the rest was not tried: no server"):
        run(ScriptedChat(leaving), output=output)
    again = ScriptedChat(echo)
    resumed = run(again, output=output)
    assert "d2 has 2 cats." in again.batches[0][0].messages[1].content
    assert figures(resumed) == figures(run(ScriptedChat(echo)))
    assert not list(tmp_path.glob("*.partial"))


def test_an_interrupted_run_asks_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first dialogue is interrupted while the second waits for its first reply: no second one is asked for."""
    begun, stopped, stop = Event(), Event(), ResponseModels.stop

    def stopping(models: ResponseModels) -> None:
        stop(models)
        stopped.set()

    def interrupted(request: ChatRequest) -> str:
        if "d0" in request.messages[1].content:
            assert begun.wait(60)
            raise KeyboardInterrupt
        begun.set()
        stopped.wait(5)
        return echo(request)

    monkeypatch.setattr(ResponseModels, "stop", stopping)
    model = ScriptedChat(interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(model, workers=2)
    asked = [echo(request) for batch in model.batches for request in batch]
    assert "d1 has 2 cats." in " ".join(asked)
    assert not any("has 3 cats" in line for line in asked)


def test_a_memory_sees_only_sessions_that_are_over() -> None:
    """In session 2 the first; in session 3 both; never the session itself, nor what was generated."""
    model = ScriptedChat(lambda request: "I forgot.")
    respond(settings("bm25", model="openai:m"), GIVEN, models=ResponseModels(ModelRoles(model, workers=1)))
    second, third = (batch[0].messages[1].content.partition("<MEMORY>")[2] for batch in model.batches[:2])
    second, third = (memory.partition("</MEMORY>")[0] for memory in (second, third))
    assert '"d0 has 1 cats."' in second
    assert "2 cats" not in second
    assert '"d0 has 2 cats."' in third
    assert "3 cats" not in third
    assert "I forgot" not in third


def test_an_agent_without_its_model_is_refused() -> None:
    """Before anything is read or asked."""
    with pytest.raises(InputError, match="what memorybank remembers is written by a model; name one with --upkeep"):
        settings("memorybank")
    with pytest.raises(InputError, match="there is nothing to score without replies"):
        settings(bert_score="bert-score:0")
