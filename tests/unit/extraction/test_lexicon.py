"""What the word lists promise to those who look words up in them."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import convograph
from convograph.errors import ConvographError
from convograph.extraction import lexicon
from convograph.extraction.lexicon import word_list, word_table

FILES = sorted(Path(lexicon.__file__).parent.glob("*.txt"))
SOURCES = sorted(Path(convograph.__file__).parent.rglob("*.py"))
TABLES = ("first_names", "people", "titles")


def names_asked_for() -> Iterator[str]:
    """The lists that the package's code names where it looks words up."""
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and "word_" in node.func.id:
                yield from (one.value for one in node.args if isinstance(one, ast.Constant))


@pytest.mark.parametrize("name", [one.stem for one in FILES])
def test_every_file_can_be_read_and_is_used(name: str) -> None:
    """Its entries are in lower case, without spaces around; otherwise a lookup of a lower-case word would miss them."""
    assert word_list(name)
    for entry in word_list(name):
        assert entry == " ".join(entry.lower().split())
    assert any(f'"{name}"' in source.read_text(encoding="utf-8") for source in SOURCES)


@pytest.mark.parametrize("name", sorted(set(names_asked_for())))
def test_every_list_that_is_asked_for_is_there(name: str) -> None:
    """A misspelled name would be found only by the sentence that needs it."""
    assert word_list(name)


@pytest.mark.parametrize("name", TABLES)
def test_a_word_for_somebody_has_one_pronoun(name: str) -> None:
    """A sister is she, an uncle he, a cousin either."""
    assert set(word_table(name).values()) == {"she", "he", "either"}


@pytest.mark.parametrize(
    ("further", "beside"),
    [
        ("further_first_names", ("first_names",)),
        ("further_jobs", ("jobs",)),
        ("pet_breeds", ("animals",)),
        ("towns", ("places",)),
    ],
)
def test_a_further_list_has_none_of_the_words_beside_which_it_is_read(further: str, beside: tuple[str, ...]) -> None:
    """A word is looked for, and taken out, in one place."""
    assert word_list(further).isdisjoint(word_list(*beside))


def test_words_are_what_they_were_listed_as() -> None:
    """Groups join files, lists leave out the values of tables."""
    assert word_table("people")["sister"] == "she"
    assert word_table("people")["cousin"] == "either"
    assert {"sister", "friend"} <= word_list("kin")
    assert "friend" not in word_list("family")
    assert {"nurse", "engineer"} <= word_list("jobs")
    assert word_list("kin", "animals") == word_list("kin") | word_list("animals")
    assert word_table("relation_labels")["be from"] == "originates from"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"# nothing\n", "empty"),
        (b"cat\ncat\n", "line 2 repeats 'cat'"),
        (b"cat\nDog\n", "line 2 is no entry"),
        (b"cat\n  dog\n", "line 2 is no entry"),
        (b"cat\t\n", "line 1 is no entry"),
        (b"caf\xe9\n", "utf-8"),
        (None, "No such file"),
    ],
)
def test_a_damaged_file_is_named(
    content: bytes | None, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever installed it learns which file, what is wrong with it and what to do."""
    if content is not None:
        (tmp_path / "cut_short.txt").write_bytes(content)
    monkeypatch.setattr(lexicon, "files", lambda package: tmp_path)
    with pytest.raises(ConvographError, match=rf"cut_short\.txt.*{why}.*install") as raised:
        word_list("cut_short")
    assert "\n" not in str(raised.value)


def test_a_list_is_no_table() -> None:
    """A word without a value stands for nothing."""
    with pytest.raises(ConvographError, match=r"animals\.txt.*has no value"):
        word_table("animals")


def test_importing_reads_no_list() -> None:
    """A program that reads no turns need not wait for five thousand words."""
    code = (
        "import convograph.extraction.reading, convograph.extractors.span_names\n"
        "from convograph.extraction import lexicon\n"
        "print(lexicon._file.cache_info().misses)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0"
