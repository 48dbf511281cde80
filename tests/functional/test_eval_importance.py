"""`convograph-eval retrieval --importance`: a T5 tells the importance of triplets in a run."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from convograph.build import make_importance_scorer
from convograph_eval.cli.commands import app
from support.tiny_models import tiny_t5

TEXTS = (
    "Ana likes the sea.",
    "Ben owns a boat.",
    "Maria lives in Porto.",
    "Ben likes dogs and cats and the sea and Porto.",
    "Maria owns cats.",
    "Ana likes Porto.",
)
Run = Callable[..., dict[str, Any]]


def sample(name: str, *texts: str) -> dict[str, Any]:
    """A conversation of one session, and a question about its last turn, in LoCoMo's form."""
    turns = [{"speaker": "Ana", "dia_id": f"D1:{number}", "text": text} for number, text in enumerate(texts, start=1)]
    conversation = {
        "speaker_a": "Ana",
        "speaker_b": "Ben",
        "session_1": turns,
        "session_1_date_time": "1:56 pm on 8 May, 2023",
    }
    asked = {
        "question": "Who likes the sea in Porto?",
        "answer": "Ben",
        "evidence": [f"D1:{len(texts)}"],
        "category": 4,
    }
    return {"sample_id": name, "conversation": conversation, "qa": [asked]}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tiny T5."""
    return tiny_t5(tmp_path_factory.mktemp("t5"))


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs over two conversations; gives the report without times."""
    data = tmp_path / "locomo.json"
    data.write_text(json.dumps([sample("c1", *TEXTS), sample("c2", *reversed(TEXTS))]))

    def report(*options: str, exits: int = 0, output: str = "report.json") -> dict[str, Any]:
        given = ["--dataset", "locomo", "--data", str(data), "--k", "1,5", "--json", str(tmp_path / output), *options]
        result = CliRunner().invoke(app, ["retrieval", *given])
        assert result.exit_code == exits, (result.output, result.exception)
        if exits:
            return {"error": " ".join(result.output.split())}
        made = json.loads((tmp_path / output).read_text())
        for question in made["questions"]:
            del question["milliseconds"]
        return {"settings": made["settings"], "questions": made["questions"], "summary": made["summary"]}

    return report


@pytest.mark.models
def test_a_run_with_a_t5(run: Run, folder: Path, tmp_path: Path) -> None:
    """Its report names the scorer; processes change nothing, and a cache keeps scored triplets and others apart."""
    glong = ("-a", "glong", "--cache", str(tmp_path / "cache"))
    scored = ("--importance", f"t5:{folder}")
    plain = run(*glong, output="plain.json")
    first = run(*glong, *scored, "--processes", "2", output="t5.json")
    assert [one["ranked"] for one in first["questions"]] != [one["ranked"] for one in plain["questions"]]
    assert (plain["settings"]["importance"], plain["settings"]["importance_fingerprint"]) == (None, None)
    assert first["settings"]["importance"] == f"t5:{folder}"
    assert first["settings"]["importance_fingerprint"] == make_importance_scorer(f"t5:{folder}").fingerprint
    assert run(*glong, *scored) == first
    assert run("-a", "glong", "--no-cache", *scored) == first
    assert run(*glong) == plain
    compared = CliRunner().invoke(app, ["compare", str(tmp_path / "plain.json"), str(tmp_path / "t5.json")])
    assert f"(glong, static-sentences, importance t5:{folder})" in "".join(compared.stdout.splitlines())


@pytest.mark.models
def test_the_authors_code_cuts_what_is_too_long(run: Run, folder: Path) -> None:
    """By the name of its architecture, as `convograph.open` has it."""
    found = run("-a", "glong-official", "--no-cache", "--importance", f"t5:{folder}")
    cutting = make_importance_scorer(f"t5:{folder}", "truncate").fingerprint
    assert found["settings"]["importance_fingerprint"] == cutting
    assert cutting != make_importance_scorer(f"t5:{folder}").fingerprint


@pytest.mark.models
def test_answers_by_triplets_that_a_t5_weighs(run: Run, folder: Path, tmp_path: Path) -> None:
    """The report says by which; without one, that there is none."""
    run("-a", "glong", "--no-cache")  # writes the data set
    made = []
    for number, options in enumerate(([], ["--importance", f"t5:{folder}"])):
        target = str(tmp_path / f"answers{number}.json")
        given = ["answers", "--dataset", "locomo", "--data", str(tmp_path / "locomo.json"), "-a", "glong"]
        result = CliRunner().invoke(app, [*given, "--no-cache", "--json", target, *options])
        assert result.exit_code == 0, (result.output, result.exception)
        made.append(json.loads(Path(target).read_text()))
    plain, scored = made
    assert plain["settings"]["importance"] is None
    assert scored["settings"]["importance_fingerprint"] == make_importance_scorer(f"t5:{folder}").fingerprint
    assert scored["settings"]["importance"] == f"t5:{folder}"


@pytest.mark.parametrize("name", ["bm25", "sgmem", "glong-no-importance", "glong-tfidf", "hipporag-glong"])
def test_where_none_counts_it_is_refused(run: Run, tmp_path: Path, name: str) -> None:
    """Before any model is loaded; nothing is written."""
    error = run("-a", name, "--no-cache", "--importance", f"t5:{tmp_path}", exits=2)["error"]
    assert f"no scorer tells the importance of triplets in '{name}'; one may in glong, glong-official" in error
    assert [path.name for path in tmp_path.iterdir()] == ["locomo.json"]


def test_unknown_scorer_is_refused(run: Run) -> None:
    """The message names what there is."""
    assert "'bart'; there are 't5:<folder>'" in run("-a", "glong", "--importance", "bart", exits=2)["error"]
