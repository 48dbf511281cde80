"""README opens with a program that runs, and shows what it prints; the reference and the index leave nothing out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import convograph
from convograph.build import ARCHITECTURES

README = Path(__file__).parents[2] / "README.md"
DOCS = README.parent / "docs"
LETTERED = re.compile(r"(sgmem|rag)-[trs][mfi]*")  # the index has one of each, and says what the letters are
OPENING = 24  # lines: what a reader sees first


def test_the_opening_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The loop of an assistant stands whole in the first lines, and prints what was said."""
    opening = "\n".join(README.read_text(encoding="utf-8").splitlines()[:OPENING])
    (program,) = re.findall(r"^```python\n(.*?)^```$", opening, re.DOTALL | re.MULTILINE)
    assert all(call in program for call in ("memory.append({", "memory.context(", "memory.sessions()"))
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(program, names)  # noqa: S102 - it is ours
    names["memory"].close()  # type: ignore[attr-defined]
    (shown,) = re.findall(r"^```text\n(.*?)^```$", opening, re.DOTALL | re.MULTILINE)
    assert shown.splitlines()[1] in capsys.readouterr().out.splitlines()


def test_the_programs_run_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one folder, as a reader tries them, but for the one that needs a chat model."""
    text = README.read_text(encoding="utf-8")
    programs = re.findall(r"^```python\n(.*?)^```$", text.partition("\n## In a service")[0], re.DOTALL | re.MULTILINE)
    monkeypatch.chdir(tmp_path)
    for program in (one for one in programs if "make_chat_model" not in one):
        names: dict[str, Any] = {}
        exec(f"import convograph\n{program}", names)  # noqa: S102 - it is ours
        names["memory" if "memory" in names else "memories"].close()
    assert capsys.readouterr().out.splitlines()[-1] == "My dog is called Rex."


def test_a_context_is_shown_by_its_text() -> None:
    """As the README says: it is no string, gives one by `text`, `str` and f-strings, and is false when empty."""
    with convograph.open(":memory:") as memory:
        memory.append({"role": "user", "content": "My cat Miso sleeps on the boiler."})
        for found in (memory.context("Where does the cat sleep?"), memory.answer("Where does the cat sleep?")):
            assert found
            assert "Miso" in found.text
            assert found.text == str(found) == f"{found}"
        assert not memory.context("ok thanks")


def test_the_service_answers() -> None:
    """By its function as it stands: requests go on with the conversation, and a blank one is refused."""
    section = README.read_text(encoding="utf-8").partition("## In a service")[2]
    (program,) = re.findall(r"^```python\n(.*?)^```$", section.partition("\n## ")[0], re.DOTALL | re.MULTILINE)
    names: dict[str, Any] = {}
    exec(program, names)  # noqa: S102 - it is ours
    with convograph.open_memories(":memory:") as memories:
        for number, text in enumerate(("My cat Miso sleeps on the boiler.", "Where does the cat sleep?")):
            answer = names["reply"](memories, None, "ana", text, f"m{number}")
        assert "Miso" in answer.text
        (session,) = memories.of("ana").sessions()
        assert session.turns == 2
        with pytest.raises(ValueError, match="blank"):
            names["reply"](memories, None, "ana", " ", "m2")


def test_the_reference_has_every_method() -> None:
    """Of `Memory` and `Memories`, by name."""
    page = (DOCS / "api.md").read_text(encoding="utf-8")
    methods = {name for kind in (convograph.Memory, convograph.Memories) for name in vars(kind) if name[0] != "_"}
    assert sorted(name for name in methods if not re.search(rf"\b{name}\b", page)) == []


def test_the_index_has_every_architecture_and_page() -> None:
    """What may be named, and what may be read."""
    page = (DOCS / "README.md").read_text(encoding="utf-8")
    names = {name for name in ARCHITECTURES if not LETTERED.fullmatch(name)}
    assert sorted(name for name in names if f"`{name}`" not in page) == []
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")} - {"README.md"}
    assert sorted(path for path in pages if f"({path}" not in page) == []
