"""How deep turns are read, from `open_memory`, the command line and the evaluation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import convograph
from convograph.build import make_reader
from convograph.errors import InputError
from convograph.extraction.depth import Depth
from convograph_eval.architectures import architecture_for
from convograph_eval.cli.commands import app as eval_app
from support.encoders import HashingEncoder
from support.shell import Run

ADVICE = "Porto is lovely. Go to the Ribeira. Try the bridges. Maria sells tiles in a shop near the river."
CHAT = [
    {"role": "user", "content": "I live in Lisbon. I like trains."},
    {"role": "assistant", "content": ADVICE},
]


def _found(path: Path, **options: Any) -> set[str]:
    """The triplets that a question finds, whatever it asks."""
    with convograph.open(path, architecture="glong-sources", encoder=HashingEncoder(), **options) as memory:
        hits = memory.recall("Where does Maria sell tiles in Lisbon?", k=20, unit="triplet").hits
        return {hit.evidence[0].span.text for hit in hits}


def test_of_an_assistant_only_the_beginning_is_read(tmp_path: Path) -> None:
    """Another depth over the same store derives anew, and back again; the turns stay whole in every one."""
    path = tmp_path / "memory.db"
    with convograph.open(path, architecture="glong-sources", encoder=HashingEncoder()) as memory:
        memory.add(CHAT, session="s")
        assert memory.turns("s")[1].text == ADVICE
    begun, whole, silent = _found(path), _found(path, depth="all"), _found(path, depth="assistant=0")
    assert "I live in Lisbon" in begun & whole & silent
    assert [any("Maria" in one for one in found) for found in (silent, begun, whole)] == [False, False, True]
    assert [any("Porto" in one for one in found) for found in (silent, begun, whole)] == [False, True, True]
    assert _found(path, depth=Depth()) == begun


def test_what_is_no_depth_makes_no_store(tmp_path: Path) -> None:
    """An instance brings its own reader."""
    path = tmp_path / "memory.db"
    with pytest.raises(InputError, match="no depth of reading"):
        convograph.open(path, architecture="glong", depth="deep")
    with convograph.open(tmp_path / "other.db", architecture="glong") as memory:
        architecture = memory.architecture
    with pytest.raises(InputError, match="brings its own reader"):
        convograph.open(path, architecture=architecture, depth="all")
    assert not path.exists()


def test_the_readers_that_are_made(tmp_path: Path) -> None:
    """Rules read to the default depth, unless they are told otherwise."""
    assert make_reader().depth == Depth()
    assert make_reader(depth="all").depth == make_reader(depth=Depth.read("all")).depth == Depth.read("all")
    assert make_reader().fingerprint != make_reader(depth="all").fingerprint


def test_the_command_line_takes_it_with_every_command(run: Run, tmp_path: Path) -> None:
    """What is added to one depth is read to another when a command says so."""
    chat, store = tmp_path / "chat.json", tmp_path / "memory.db"
    chat.write_text(json.dumps(CHAT), encoding="utf-8")
    common = ("-s", store, "-a", "glong")
    run("add", chat, *common)
    asked = ("recall", "Who sells tiles?", "--unit", "triplet", "-k", 20, "--explain", *common)
    assert "Maria —sell→ tiles" not in " ".join(run(*asked).stdout.split())
    assert "Maria —sell→ tiles" in " ".join(run(*asked, "--depth", "assistant=1+1").stdout.split())
    assert "no depth of reading" in run(*asked, "--depth", "2", exits=2).stderr


def test_parse_reads_everything_unless_it_is_told_otherwise(run: Run) -> None:
    """Whoever speaks."""
    said = ("parse", ADVICE, "--speaker", "assistant", "--json")
    mentions = {one["name"] for one in json.loads(run(*said).stdout)["reading"]["mentions"]}
    assert {"Porto", "Maria"} <= mentions
    fewer = json.loads(run(*said, "--depth", "assistant=1").stdout)["reading"]
    assert {one["name"] for one in fewer["mentions"]} == {"Porto"}


def test_a_run_of_the_evaluation_reads_to_a_depth(run: Run, tmp_path: Path) -> None:
    """Its report says which; what reads no syntax has none."""
    turns = [{"role": one["role"], "content": one["content"], "has_answer": one["role"] == "assistant"} for one in CHAT]
    question = {
        "question_id": "q",
        "question_type": "single-session-assistant",
        "question": "Who sells tiles?",
        "answer": "Maria",
        "question_date": "2023/05/09 (Tue) 10:00",
        "haystack_dates": ["2023/05/08 (Mon) 10:00"],
        "haystack_session_ids": ["s1"],
        "haystack_sessions": [turns],
        "answer_session_ids": ["s1"],
    }
    data = tmp_path / "data.json"
    data.write_text(json.dumps([question]), encoding="utf-8")
    asked = ("retrieval", "--dataset", "longmemeval", "--data", data, "-u", "turn", "--no-cache", "--json", "-")
    reports = {
        depth: json.loads(run(*asked, "-a", "glong", "--depth", depth, by=eval_app).stdout)
        for depth in ("all", "assistant=0")
    }
    assert reports["assistant=0"]["settings"]["depth"] == "assistant=0,others=24"
    assert {depth: report["summary"]["hit@3"] for depth, report in reports.items()} == {"all": 1.0, "assistant=0": 0.0}
    assert "reads no syntax" in run(*asked, "-a", "bm25", "--depth", "all", exits=2, by=eval_app).stderr
    with pytest.raises(InputError, match="bm25 reads no syntax"):
        architecture_for("bm25", HashingEncoder(), "turn", depth="all")
