"""The files of wordings, and which files are refused."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import pytest

from convograph.errors import InputError
from convograph_eval.update_chains import Wordings, read_wordings, update_chains
from convograph_eval.update_chains.phrasing import with_article
from convograph_eval.update_chains.wordings import CLAIMS, FRAMES, slots
from support.update_chains import DEV, WORDING_FILES


def texts(wordings: Wordings) -> Iterator[str]:
    """All wordings of a file."""
    cells = [wordings.shared]
    cells += [
        part for relation in wordings.relations.values() for part in (relation.first_person, relation.third_person)
    ]
    return (text for part in cells for found in part.values() for text in found)


def changed(tmp_path: Path, kind: str, found: list[str]) -> Path:
    """The development file with other wordings of one kind about homes."""
    given: dict[str, Any] = json.loads(DEV.read_text(encoding="utf-8"))
    given["relations"]["home"]["first_person"][kind] = found
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(given), encoding="utf-8")
    return path


def test_no_wording_is_in_two_files() -> None:
    """Compared without capitals and punctuation; the files say how many they hold."""
    found = {name: [*texts(read_wordings(path))] for name, path in WORDING_FILES.items()}
    bare = [{"".join(filter(str.isalnum, text.casefold())) for text in each} for each in found.values()]
    assert not any(one & other for one, other in combinations(bare, 2))
    assert {name: len(each) for name, each in found.items()} == {
        "dev": 941 + 63,
        "check": 981 + 63,
        "held_out": 940 + 63,
    }


def test_a_value_tells_its_relation_and_its_file() -> None:
    """No value is of two relations, and none in two files, but for the seasons."""
    found = [
        Counter(value.casefold() for relation in read_wordings(path).relations.values() for value in relation.values)
        for path in WORDING_FILES.values()
    ]
    assert set(chain.from_iterable(counts.values() for counts in found)) == {1}
    for one, other in combinations(found, 2):
        assert one.keys() & other.keys() == {"spring", "summer", "autumn", "winter"}


@pytest.mark.parametrize("path", WORDING_FILES.values(), ids=WORDING_FILES)
def test_every_cell_has_enough_wordings(path: Path) -> None:
    """At least three in each; in the first person, five of first statements and of changes that name the new value."""
    wordings = read_wordings(path)
    for name, relation in wordings.relations.items():
        for cells in (relation.first_person, relation.third_person):
            assert all(len(found) >= 3 for kind, found in cells.items() if kind != "clauses"), name
        assert len(relation.first_person["first"]) >= 5
        assert len(relation.first_person["further" if relation.many else "change"]) >= 5
        assert relation.many or {*CLAIMS, "clauses", "end", "return"} <= relation.first_person.keys()
    assert all(len(wordings.shared[kind]) >= 5 for kind in (*FRAMES, "correction"))


def test_every_file_has_the_same_cells() -> None:
    """So that no kind of step is scored by one file only."""
    dev, *others = (
        {
            (name, person): {*cells}
            for name, relation in read_wordings(path).relations.items()
            for person, cells in (("first", relation.first_person), ("third", relation.third_person))
        }
        for path in WORDING_FILES.values()
    )
    assert others == [dev, dev]


@pytest.mark.parametrize(
    ("kind", "text", "complaint"),
    [
        ("first", "I live in {old}.", "does not fit the kind first, which has {new}"),
        ("change_both", "I moved to {new}.", "does not fit the kind change_both, which has {new}, {old}"),
        ("wish", "I'd love to live in {new}.", "does not fit the kind wish, which has {other}"),
        ("change", "I moved to {new} in {month}.", "does not fit the kind change"),
        ("leap", "I live in {new}.", "home.first_person.leap is an unknown kind"),
    ],
)
def test_a_wording_that_does_not_fit_its_kind_is_refused(tmp_path: Path, kind: str, text: str, complaint: str) -> None:
    """With the wording, and what the kind has."""
    with pytest.raises(InputError) as raised:
        read_wordings(changed(tmp_path, kind, [text]))
    assert complaint in str(raised.value)
    assert "home" in str(raised.value)


@pytest.mark.parametrize("kind", ["first", "return"])
def test_a_kind_that_every_chain_may_need_is_refused_without_wordings(tmp_path: Path, kind: str) -> None:
    """Nothing could be drawn from it."""
    with pytest.raises(InputError, match=f"first_person has no wording of the kind {kind}; give one"):
        read_wordings(changed(tmp_path, kind, []))


def test_a_kind_that_is_left_out_is_never_drawn(tmp_path: Path) -> None:
    """Claims and ends need not be there."""
    given: dict[str, Any] = json.loads(DEV.read_text(encoding="utf-8"))
    for relation in given["relations"].values():
        for person in ("first_person", "third_person"):
            for kind in (*CLAIMS, "clauses", "end"):
                relation.get(person, {}).pop(kind, None)
    path = tmp_path / "fewer.json"
    path.write_text(json.dumps(given), encoding="utf-8")
    steps = [each.step.kind for chain in update_chains(read_wordings(path), 30, 0) for each in chain.statements]
    assert not {*CLAIMS, *FRAMES, "end"} & set(steps)
    assert "repetition" in steps


def test_slots_are_read_and_articles_follow_the_sound() -> None:
    """A name in "one" begins with a consonant, whatever its letter."""
    assert slots("{Subject} isn't {a_old} anymore, {he}'s {a_new}") == {"Subject", "a_old", "he", "a_new"}
    nouns = ("iPhone 12", "OnePlus 9", "electrician", "nurse")
    assert [*map(with_article, nouns)] == ["an iPhone 12", "a OnePlus 9", "an electrician", "a nurse"]
