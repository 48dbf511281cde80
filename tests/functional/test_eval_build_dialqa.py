"""`convograph-eval build-dialqa` as a user runs it, and what it builds as it is played."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from convograph.llm.scripted import ScriptedServer
from convograph_eval.cli.commands import app
from convograph_eval.cli.show_forms import CHRONICLE, RELATIONS, SHOW
from support.scripts import write_friends, write_relations


def invoke(*arguments: object, exits: int = 0) -> Result:
    result = CliRunner().invoke(app, [str(one) for one in arguments], env={"COLUMNS": "160"})
    assert result.exit_code == exits, (result.output, result.exception)
    return result


@pytest.fixture
def sources(tmp_path: Path) -> tuple[object, ...]:
    """The options of a script and two files of relations: DialogRE's, and more girlfriends in a file of our own."""
    own = tmp_path / "marked.jsonl"
    lines = [
        {"episode": "S1E1", "number": "1", "head": head, "relation": "girlfriend", "tail": tail}
        for head, tail in (("Gunther", "Tilly"), ("Barry", "Mindy"), ("Frank", "Alice"))
    ]
    own.write_text("\n".join(map(json.dumps, lines)))
    relations = write_relations(tmp_path)
    return "--script", write_friends(tmp_path), "--relations", relations, "--relations", own


def test_a_script_becomes_a_show_that_is_played(sources: tuple[object, ...], tmp_path: Path) -> None:
    """The numbers are told; the same command writes the same; `simulate` asks its questions, under other names too, and
    tells what was found and how long it took.
    """
    built = tmp_path / "built.json"
    sheet = tmp_path / "sheet.html"
    told = invoke("build-dialqa", *sources, "--json", built, "--html", sheet, "--review", 8).stdout
    page = sheet.read_text()
    assert page.count("<article") == 8
    assert "<strong>I don&#x27;t know.</strong>" in page
    assert "S1E1, scene 1, September 22, 1994" in page
    assert "My wife Carol moved out today" in page
    assert "5 of 6 scenes are with Ross" in told
    assert "5 of 5 dialogues have a scene" in told
    assert "1 left out: told without the main character" in told
    first = built.read_bytes()
    assert invoke("build-dialqa", *sources, "--json", "-").stdout.encode() == first
    invoke("build-dialqa", *sources, "--seed", 1, "--questions", 1, "--json", built)
    assert built.read_bytes() != first
    report = json.loads(invoke("simulate", "--show", built, "-a", "bm25", "--names", "swapped", "--json", "-").stdout)
    assert {one["category"] for one in report["questions"]} <= {"tkg/past", "tkg/cur", "tkg/fu"}
    assert report["questions"]
    told = invoke("simulate", "--show", built, "-a", "bm25", "--json", tmp_path / "report.json").stdout
    _, found, table = told.partition("evidence found")
    assert found
    (one,) = json.loads((tmp_path / "report.json").read_text())["by_category"]["answerable"]["evidence"]
    row = next(line for line in table.splitlines() if line.split()[:1] == ["answerable"])
    assert row.split()[1:3] == [str(one["questions"]), f"{one['share']:.3f}".lstrip("0")]
    assert re.search(r"an answer in [\d.]+ s \(p95 [\d.]+\), [\d.]+ ms to store an utterance", told)


def test_what_somebody_rejects_is_asked_by_nobody(sources: tuple[object, ...], tmp_path: Path) -> None:
    """A girlfriend less is no option either; a relation that no question has is refused with its line."""
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text(json.dumps({"head": "Gunther", "relation": "girlfriend", "tail": "Tilly"}))
    built = tmp_path / "built.json"
    before = invoke("build-dialqa", *sources, "--json", "-").stdout
    told = invoke("build-dialqa", *sources, "--reject", wrong, "--json", built).stdout
    assert "1 left out: rejected by hand" in told
    assert "Tilly" in before
    assert "Tilly" not in built.read_text()
    wrong.write_text(json.dumps({"head": "Gunther", "relation": "nemesis", "tail": "Tilly"}))
    result = invoke("build-dialqa", *sources, "--reject", wrong, "--json", built, exits=2)
    assert "line 1" in result.stderr
    assert "none of questions: 'nemesis'" in result.stderr.replace("\n", " ")


def test_what_cannot_be_built_is_refused_in_one_line(sources: tuple[object, ...], tmp_path: Path) -> None:
    """Files that are missing or written over, nobody of that name, nothing to ask."""
    built = ("--json", tmp_path / "built.json")
    script = sources[:2]
    for arguments, message in (
        ((*script, "--relations", tmp_path / "none.jsonl", *built), "cannot read"),
        (("--script", tmp_path, *sources[2:], *built), "is a folder, and not Friends': it lacks"),
        (("--script", tmp_path / "none", *sources[2:], *built), "no such file"),
        ((*sources, "--json", sources[3]), "is an input of the run"),
        (
            (*sources, "--agent", "Gunther", *built),
            "nobody is called Gunther; name a character who speaks with --agent, such as Ross, Phoebe, Monica",
        ),
        (
            (*script, *sources[4:], *built),
            "no question can be made of 3 relations: one is asked about if it has 4 different tails or more (most: "
            "girlfriend, 3); add lines to --marked NAME.jsonl and give it with --relations, or mark with openai:MODEL",
        ),
    ):
        result = invoke("build-dialqa", *arguments, exits=2)
        assert message in result.stderr.replace("\n", "")
    assert not (tmp_path / "built.json").exists()


def test_an_interrupted_run_says_what_is_kept(
    sources: tuple[object, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line, and no file."""

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("convograph_eval.cli.build_dialqa.build", interrupted)
    result = invoke("build-dialqa", *sources, "--json", tmp_path / "built.json", exits=130)
    assert result.stderr.strip() == "interrupted: no show was written; of a model, the replies are kept"
    assert not result.stdout
    assert not (tmp_path / "built.json").exists()


def test_a_failure_is_told_as_json_only_where_the_report_is_printed(
    sources: tuple[object, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With `--json FILE` it is a plain line; with `--json -`, whoever reads JSON gets JSON."""

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("convograph_eval.cli.build_dialqa.build", broken)
    result = invoke("build-dialqa", *sources, "--json", tmp_path / "built.json", exits=70)
    assert not result.stdout
    assert "this is a defect of convograph" in result.stderr
    result = invoke("build-dialqa", *sources, "--json", "-", exits=70)
    assert json.loads(result.stderr)["error"]["type"] == "Defect"


def test_the_forms_in_the_help_are_read(tmp_path: Path) -> None:
    """A show, relations in it, and a chronicle with its question, as the help prints them."""
    show, chronicle, questions = (tmp_path / name for name in ("show.json", "ours.json", "ours.questions.json"))
    marked = tmp_path / "marked.jsonl"

    def example(text: str, start: str, end: str) -> str:
        return start + text.partition(start)[2].rpartition(end)[0].replace(", …", "") + end

    show.write_text(example(SHOW, '{"name"', "}"))
    marked.write_text(example(RELATIONS, '{"episode"', "}"))
    told, _, asked = CHRONICLE.partition("and beside it")
    chronicle.write_text(example(told, '{"name"', "}"))
    questions.write_text(example(asked, '[{"question"', "]"))
    result = invoke("build-dialqa", "--script", show, "--relations", marked, "--json", tmp_path / "b.json", exits=2)
    assert "no question can be made of 1 relations" in result.stderr
    for given in (show, chronicle):
        report = json.loads(invoke("simulate", "--show", given, "-a", "bm25", "--json", "-", exits=1).stdout)
        assert report["questions"] == []


def test_relations_are_marked_by_rules_or_a_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are written for a person to correct; what a model replied is asked once; without any, nothing is built."""
    pytest.importorskip("openai")
    jobs = {"Ana": "baker", "Ben": "nurse", "Cleo": "tailor", "Dora": "pilot"}
    lines = "\n".join(f"{name}: I am a {job}." for name, job in jobs.items())
    scenes = [{"episode": "1", "number": str(n), "date": f"202{n}-05-01", "script": lines} for n in (1, 2, 3, 4)]
    show, built, marked = (tmp_path / name for name in ("show.json", "built.json", "marked.jsonl"))
    show.write_text(json.dumps({"name": "ours", "agent": "Ana", "scenes": scenes}))
    replied = {"relations": [{"head": name, "relation": "job", "tail": job} for name, job in jobs.items()]}
    common = ("build-dialqa", "--script", show, "--json", built)
    with ScriptedServer(lambda asked: json.dumps(replied)) as server:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        monkeypatch.setenv("CONVOGRAPH_API_KEY", "sk-test")
        for mark in ("offline", "openai:scripted"):
            invoke(*common, "--mark", mark, "--marked", marked)
            told = {(one["head"], one["tail"]) for one in map(json.loads, marked.read_text().splitlines())}
            assert told == set(jobs.items())
        assert len(server.requests) == 4
        invoke(*common, "--mark", "openai:scripted")
        assert len(server.requests) == 4
    before = built.read_bytes()
    invoke(*common, "--relations", marked)
    assert built.read_bytes() == before
    for arguments, message in (
        ((), "there are no relations; name a file with --relations, or let --mark offline find some"),
        (("--mark", "rules"), "nothing that marks relations is called 'rules'; name offline or openai:MODEL"),
        (("--mark", "offline", "--marked", built), "--json and --marked are both"),
        (("--mark", "offline", "--marked", tmp_path), "--marked"),
    ):
        result = invoke(*common, *arguments, exits=2)
        assert message in result.stderr.replace("\n", "")
    assert built.read_bytes() == before


def test_a_chronicle_becomes_a_show_with_relations_of_its_own() -> None:
    """The relations beside one of them: questions of one and two hops, in another show than Friends."""
    folder = Path(__file__).parents[2] / "data" / "chronicles"
    script, relations = folder / "reunion.json", folder / "reunion.relations.jsonl"
    text = invoke("build-dialqa", "--script", script, "--relations", relations, "--json", "-").stdout
    show = json.loads(text)
    asked = {one["wordings"]["default"]: one["answer"] for scene in show["scenes"] for one in scene["questions"]}
    assert show["agent"] == "Ottokar"
    assert asked["By the way, how old was Piet in April 2024?"] in {"19", "I don't know."}
    assert any("Who" not in text and "Ife's father" in text for text in asked)


def test_any_show_may_be_a_script(tmp_path: Path) -> None:
    """One in our JSON form, with relations that somebody marked in it."""
    scenes = [
        {"episode": "1", "number": str(n), "date": f"2024-05-0{n}", "script": "Ana: Hi, everybody.\nBen: Hello, Ana!"}
        for n in (1, 2, 3)
    ]
    show, marked = tmp_path / "show.json", tmp_path / "marked.jsonl"
    show.write_text(json.dumps({"name": "ours", "agent": "Ana", "scenes": scenes}))
    jobs = {"Ben": "baker", "Cleo": "nurse", "Dora": "tailor", "Emil": "pilot"}
    marked.write_text(
        "\n".join(
            json.dumps({"episode": "1", "number": "1", "head": head, "relation": "job", "tail": tail})
            for head, tail in jobs.items()
        )
    )
    text = invoke("build-dialqa", "--script", show, "--relations", marked, "--json", "-").stdout
    questions = [one for scene in json.loads(text)["scenes"] for one in scene["questions"]]
    asked = {one["wordings"]["default"]: one["wordings"]["Ben"] for one in questions}
    assert asked["By the way, what was Ben's job on May 1, 2024?"] == "By the way, what was my job on May 1, 2024?"
    of_others = {text: own for text, own in asked.items() if "Cleo" in text}
    assert of_others
    assert all(text == own for text, own in of_others.items())
    assert all(one["answer"] in jobs.values() for one in questions)
