"""A reranker from `open_memory`, the command line and the evaluation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import convograph
from convograph.architectures.rag import Rag
from convograph.build import make_reranker
from convograph.cli.commands import app
from convograph.errors import InputError
from convograph.types import Session, Turn
from convograph_eval.cli.commands import app as evaluation
from support.encoders import HashingEncoder
from support.rerankers import TableReranker
from support.tiny_models import tiny_cross_encoder

CHAT = Session(
    (Turn("My sister owns a boat.", "Ana"), Turn("I like dogs.", "Ben"), Turn("Dogs like boats.", "Ana")), "a"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tiny cross-encoder."""
    return tiny_cross_encoder(tmp_path_factory.mktemp("cross-encoder"))


def test_a_store_is_asked_with_a_reranker_and_without(tmp_path: Path) -> None:
    """It changes nothing that is stored."""
    reranker = TableReranker({"Ben: I like dogs.": 2.0})
    options = {"architecture": "lightgmem", "encoder": HashingEncoder()}
    with convograph.open(tmp_path / "m.db", **options, reranker=reranker) as memory:
        memory.add(CHAT)
        best = memory.recall("Who owns a boat?", unit="turn").hits[0]
        assert (best.id, best.score) == ("a:1", 2.0)
    with convograph.open(tmp_path / "m.db", encoder=HashingEncoder()) as memory:
        assert memory.recall("Who owns a boat?", unit="turn").hits[0].id == "a:0"
    with convograph.open_memories(tmp_path / "m.db", encoder=HashingEncoder(), reranker=reranker) as memories:
        assert memories.of("default").recall("Who owns a boat?", unit="turn").hits[0].id == "a:1"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"architecture": "sgmem"}, "no reranker orders the hits of 'sgmem'; one does in lightgmem"),
        ({"architecture": Rag(HashingEncoder(), "turn")}, "brings its own reranker; leave `reranker` out"),
        ({"reranker": "bge"}, "no reranker is called 'bge'; there are 'cross-encoder:<folder>'"),
        ({"reranker": 5}, "5 is no reranker: it has no scores; give 'cross-encoder:<folder>' or an instance"),
    ],
)
def test_a_reranker_where_none_counts_is_refused(tmp_path: Path, options: dict[str, Any], message: str) -> None:
    """Before a store is made."""
    given = {"architecture": "lightgmem", "encoder": HashingEncoder(), "reranker": TableReranker({}), **options}
    with pytest.raises(InputError, match=message):
        convograph.open(tmp_path / "m.db", **given)
    assert not (tmp_path / "m.db").exists()


@pytest.mark.models
def test_the_command_line_takes_a_cross_encoder(folder: Path, tmp_path: Path) -> None:
    """Hits are told with the place that they come from; another architecture of the store has none."""
    chat = tmp_path / "chat.json"
    chat.write_text(json.dumps([{"speaker": turn.speaker, "text": turn.text} for turn in CHAT.turns]))
    store = ["-s", str(tmp_path / "m.db")]
    assert CliRunner().invoke(app, ["add", str(chat), *store, "-a", "lightgmem"]).exit_code == 0
    asked = ["recall", "Who owns a boat?", "--unit", "turn", "--explain", *store]
    shown = CliRunner().invoke(app, [*asked, "--reranker", f"cross-encoder:{folder}"])
    assert (shown.exit_code, "reranked from 1 " in shown.stdout) == (0, True)
    assert "lightgmem+cross-encoder" in shown.stdout
    wrong = CliRunner().invoke(app, [*asked, "--reranker", f"cross-encoder:{tmp_path}"])
    assert (wrong.exit_code, "config.json cannot be read" in wrong.output) == (2, True)
    other = CliRunner().invoke(app, [*asked, "-a", "hybrid", "--reranker", f"cross-encoder:{folder}"])
    assert (other.exit_code, "no reranker orders the hits of 'hybrid'" in other.output) == (2, True)


@pytest.mark.models
def test_the_evaluation_takes_a_cross_encoder(folder: Path, tmp_path: Path) -> None:
    """The report names the model, and its scores put turns in order; where nothing is reranked it is refused."""
    talk = {
        "sample_id": "c",
        "conversation": {
            "speaker_a": "Ana",
            "speaker_b": "Ben",
            "session_1_date_time": "1:00 pm on 1 May, 2023",
            "session_1": [
                {"speaker": turn.speaker, "dia_id": f"D1:{place}", "text": turn.text}
                for place, turn in enumerate(CHAT.turns, start=1)
            ],
        },
        "qa": [{"question": "Who owns a boat?", "answer": "Ana's sister", "evidence": ["D1:1"], "category": 4}],
    }
    (tmp_path / "locomo.json").write_text(json.dumps([talk]))
    given = ["retrieval", "--dataset", "locomo", "--data", str(tmp_path / "locomo.json"), "--no-cache"]
    given += ["--reranker", f"cross-encoder:{folder}", "--json", str(tmp_path / "report.json"), "-a"]
    made = CliRunner().invoke(evaluation, [*given, "lightgmem"])
    assert made.exit_code == 0, made.output
    settings = json.loads((tmp_path / "report.json").read_text())["settings"]
    assert settings["reranker"] == f"cross-encoder:{folder}"
    assert settings["reranker_fingerprint"] == make_reranker(f"cross-encoder:{folder}").fingerprint
    refused = CliRunner().invoke(evaluation, [*given[:-3], "-a", "hybrid"])
    assert (refused.exit_code, "no reranker orders the hits of 'hybrid'" in refused.output) == (2, True)
