"""The script that draws the sentences of the labelled statements: on the data they were drawn from, and by hand."""

from __future__ import annotations

import json
import random
from pathlib import Path

import draw_statements
from convograph_eval.language.statements.sentences import BY_KEY, key_of
from support.data_files import DataFile

LABELS = Path(__file__).parents[3] / "data" / "statements"


def test_the_labelled_sentences_are_the_drawn_ones(data_file: DataFile, tmp_path: Path) -> None:
    """The same seed draws the same sentences, in the same order, with a key where the text may not be copied."""
    drawn = tmp_path / "drawn.jsonl"
    *_, last = map(data_file, ("longmemeval", "msc", "personaext"))
    draw_statements.main([str(last.parent), "--to", str(drawn)])
    found: dict[str, list[str]] = {"seen": [], "unseen": []}
    for line in drawn.read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        found[one["half"]].append(key_of(one["text"]) if one["source"] in BY_KEY else one["text"])
    for half, sentences in found.items():
        lines = (LABELS / f"{half}.jsonl").read_text(encoding="utf-8").splitlines()
        assert sentences == [one.get("key", one.get("text")) for one in map(json.loads, lines)]


def test_sources_take_turns_until_they_are_exhausted() -> None:
    """Three sentences of two sources, one of which has a single one; none is drawn twice."""
    pools = {"a": ["I do not sing.", "I never sing.", "I sing."], "b": ["I can't sing."]}
    taken: set[str] = set()
    drawn = list(draw_statements.drawn(pools, {"denial": (5, "not|never|n't")}, taken, random.Random(1)))
    assert [source for _, source, _ in drawn] == ["a", "b", "a"]
    assert {text for _, _, text in drawn} == taken == {"I do not sing.", "I never sing.", "I can't sing."}
