"""Importance told by a scorer, from `open_memory` and the command line through a memory's life."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import convograph
from convograph.architectures.rag import Rag
from convograph.build import make_importance_scorer
from convograph.cli.commands import app
from convograph.errors import InputError
from convograph.layers.triplets import triplet_of
from convograph.memory import Memory
from convograph.types import Session, Triplet, Turn
from support.encoders import HashingEncoder
from support.pictures import answers, content, derived
from support.scorers import PlaceScorer
from support.tiny_models import tiny_t5

CHAT = [
    Session(
        (Turn("My sister Maria lives in Porto.", "Ana"), Turn("She owns a boat.", "Ana"), Turn("Nice!", "Ben")), "a"
    ),
    Session((Turn("I like the sea.", "Ben"), Turn("Maria likes dogs and cats.", "Ana")), "b"),
    Session((Turn("Ben went to Porto yesterday.", "Ana"),), "c"),
]
LIKES, OWNS = Triplet("Ben", "likes", "the sea"), Triplet("Maria", "owns", "dogs and cats")
MEMOS = [
    {"kind": "triplet", "subject": "Ben", "relation": "likes", "object": "the sea", "turns": ["b:0"]},
    {"kind": "triplet", "subject": "Maria", "relation": "owns", "object": "dogs and cats", "turns": ["b:1"]},
]
QUESTION = "Who has a boat in Porto?"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tiny T5."""
    return tiny_t5(tmp_path_factory.mktemp("t5"))


def opened(path: Path, importance: Any, **options: Any) -> Memory:
    """A memory of triplets whose importance is told so."""
    return convograph.open(
        path, **{"architecture": "glong", "encoder": HashingEncoder(), "importance": importance, **options}
    )


def stored(memory: Memory, layer: str) -> dict[str, list[tuple[Triplet, float | None]]]:
    """The triplets of a layer by session, in the order in which they were derived, with their scores."""
    snapshot = memory._keeper.caught_up()
    (table,) = (table for key, table in snapshot.layers.items() if key.name == layer)
    alive = np.arange(len(table)) if table.alive is None else np.flatnonzero(table.alive)
    found: dict[str, list[tuple[Triplet, float | None]]] = {}
    for item in alive.tolist():
        session = snapshot.span(table, table.sources(item).start).turn.session
        one = triplet_of(table.payloads[item])
        found.setdefault(session, []).append((one.triplet, one.score))
    return found


@pytest.mark.models
def test_a_t5_tells_importance_through_a_memorys_life(folder: Path, tmp_path: Path) -> None:
    """Added, brought, recalled, forgotten, exported and imported: each session's scores are the T5's over what is left.

    Each weight is the score by the highest of the session (equation 3).
    """
    name = f"t5:{folder}"
    scorer = make_importance_scorer(name)
    with opened(tmp_path / "m.db", name) as memory, opened(tmp_path / "never.db", name) as never:
        memory.add(CHAT)
        memory.bring(MEMOS)
        read = stored(memory, "triplets")
        assert {"a", "c"} <= set(read)
        for session in read.values():
            np.testing.assert_allclose([score for _, score in session], *scorer.scores([[one for one, _ in session]]))
        (expected,) = scorer.scores([[LIKES, OWNS]])
        brought = stored(memory, "brought-triplets")
        assert brought == {"b": [(LIKES, expected[0]), (OWNS, expected[1])]}
        assert expected[0] != expected[1]
        found = memory.recall("Ben Maria dogs cats sea", k=9, unit="triplet", asked_at="2024-01-01", touch=False)
        assert found.architecture == "glong+t5"
        shown = {hit.id: dict(hit.evidence[0].reason.parts)["importance"] for hit in found.hits}
        assert shown["Ben | likes | the sea"] == pytest.approx(0.3 * expected[0] / expected.max())
        assert shown["Maria | owns | dogs and cats"] == pytest.approx(0.3 * expected[1] / expected.max())

        memory.forget(turn="b:0")
        memory.forget(session="a")
        never.add([Session(CHAT[1].turns[1:], "b"), CHAT[2]])
        never.bring([{**MEMOS[1], "turns": ["b:0"]}])
        assert stored(memory, "brought-triplets") == {"b": [(OWNS, scorer.scores([[OWNS]])[0][0])]}
        assert stored(memory, "brought-triplets") == stored(never, "brought-triplets")
        assert stored(memory, "triplets") == stored(never, "triplets")

        memory.export_to(tmp_path / "m.jsonl")
    with opened(tmp_path / "m.db", name) as again, opened(tmp_path / "imported.db", name) as imported:
        imported.import_from(tmp_path / "m.jsonl")
        assert content(imported) == content(again)
        assert derived(imported) == derived(again)
        options = {"k": 9, "asked_at": "2024-01-01", "touch": False}
        assert answers(imported.recall(QUESTION, **options)) == answers(again.recall(QUESTION, **options))


def test_a_store_has_scores_and_answers_without_them_side_by_side(tmp_path: Path) -> None:
    """Opened without a scorer, it answers as one that never had any; opened with it again, nothing is scored twice."""
    path, scorer = tmp_path / "m.db", PlaceScorer()
    options = {"k": 9, "unit": "triplet", "asked_at": "2024-01-01", "touch": False}
    with opened(path, scorer) as memory, opened(tmp_path / "plain.db", None) as plain:
        memory.add(CHAT)
        plain.add(CHAT)
        expected = plain.recall(QUESTION, **options)
        scored = memory.recall(QUESTION, **options)
    assert [hit.score for hit in scored.hits] != [hit.score for hit in expected.hits]
    with opened(path, None) as memory:
        assert memory.recall(QUESTION, **options).hits == expected.hits
    again = PlaceScorer()
    with opened(path, again) as memory:
        assert memory.recall(QUESTION, **options).hits == scored.hits
    assert scorer.seen
    assert again.seen == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"architecture": "sgmem"}, "no importance of triplets counts in 'sgmem'; it does in glong"),
        ({"architecture": "glong-sources"}, "no importance of triplets counts in 'glong-sources'"),
        ({"architecture": Rag(HashingEncoder(), "turn")}, "brings its own scorer of importance"),
        ({"importance": "bart"}, "'bart'; there are 't5:<folder>'"),
        ({"importance": 5}, "5 is no scorer of importance: it has no scores; give 't5:<folder>' or an instance"),
    ],
)
def test_importance_where_none_counts_is_refused(tmp_path: Path, options: dict[str, Any], message: str) -> None:
    """Before a store is made."""
    with pytest.raises(InputError, match=message):
        opened(tmp_path / "m.db", options.pop("importance", PlaceScorer()), **options)
    assert not (tmp_path / "m.db").exists()


@pytest.mark.models
def test_the_authors_code_cuts_a_session_where_others_split_it(folder: Path, tmp_path: Path) -> None:
    """1,024 tokens hold 204 triplets of five and a part of the next: the last of 230 has no score there, here one."""
    name = f"t5:{folder}"
    memos = [
        {"kind": "triplet", "subject": "Ana", "relation": "likes", "object": f"cats {n}", "turns": ["a:0"]}
        for n in range(230)
    ]
    last = {}
    for architecture in ("glong", "glong-official"):
        with opened(tmp_path / f"{architecture}.db", name, architecture=architecture) as memory:
            memory.add([Session((Turn("Hello.", "Ana"),), "a")])
            memory.bring(memos)
            scores = [score for _, score in stored(memory, "brought-triplets")["a"]]
            assert len(scores) == 230
            assert scores[0]
            last[architecture] = scores[-1]
    assert last["glong"]
    assert last["glong-official"] == 0.0


@pytest.mark.models
def test_the_command_line_takes_it_with_every_command(folder: Path, tmp_path: Path) -> None:
    """The line under the hits says what told importance; a folder without a T5 is wrong use."""
    chat = tmp_path / "chat.json"
    chat.write_text(json.dumps([{"speaker": "Ana", "text": "My sister Maria lives in Porto and owns a boat."}]))
    given = ["-s", str(tmp_path / "m.db"), "-a", "glong", "--importance", f"t5:{folder}"]
    assert CliRunner().invoke(app, ["add", str(chat), *given]).exit_code == 0
    shown = CliRunner().invoke(app, ["recall", "Where does Maria live?", *given, "--explain"])
    assert shown.exit_code == 0
    assert "importance 0.300" in shown.stdout
    assert "glong+t5, " in shown.stdout
    wrong = CliRunner().invoke(app, ["stats", "-o", "default", *given[:4], "--importance", f"t5:{tmp_path}"])
    assert (wrong.exit_code, "config.json cannot be read" in wrong.output) == (2, True)
    remembered = CliRunner().invoke(app, ["stats", "-o", "default", *given[:2], *given[4:]])
    assert (remembered.exit_code, "glong+t5 over" in remembered.stdout) == (0, True)
    without = CliRunner().invoke(app, ["stats", "-o", "default", *given[:2], "-a", "sgmem", *given[4:]])
    assert (without.exit_code, "no importance of triplets counts in 'sgmem'" in without.output) == (2, True)
