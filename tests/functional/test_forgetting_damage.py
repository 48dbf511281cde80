"""What is damaged can be forgotten: no row need be right for that, and no byte of it stays."""

from __future__ import annotations

import random
import re
import sqlite3
import warnings
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

import convograph
from convograph.build import ARCHITECTURES, Parts
from convograph.cli.commands import app
from convograph.errors import DamagedError, DamageWarning, InputError, NotFoundError
from convograph.memory import Memory
from support.encoders import HashingEncoder

SESSIONS = [
    {
        "id": "kitchen",
        "turns": [
            {"speaker": "Ana", "text": "The zirconium key is in the vexmoor drawer.", "id": "alpha"},
            {"speaker": "Ben", "text": "The quibblewort sleeps.", "id": "beta"},
        ],
    },
    {"id": "garden", "turns": [{"speaker": "Ben", "text": "The jacaranda is ripe.", "id": "gamma"}]},
]
MEMOS = [
    {"kind": "fact", "text": "Somebody keeps a psittacine.", "turns": ["alpha"]},
    {"kind": "fact", "text": "Something is horticultural.", "turns": ["gamma"]},
]
SAID = ["zirconium", "vexmoor", "psittacine"]
FLIPPED = "UPDATE turn SET text = 'The zirconium key is in the vexmoor crawer.' WHERE id = 'alpha'"


def open_store(path: Path) -> Memory:
    return convograph.open(path, owner="ana", architecture=ARCHITECTURES["hybrid"](Parts(HashingEncoder())))


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "memory.db"
    with open_store(path) as memory:
        memory.add(SESSIONS)
        memory.bring(MEMOS)
        memory.for_owner("ben").add([{"speaker": "Ben", "text": "I row."}])
        memory.recall("Where is the key?", touch=True)
    return path


def alter(path: Path, statement: str) -> None:
    """Change rows behind the library's back, which leaves SQLite's own structures intact."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute(statement).rowcount != 0
        connection.commit()


def left(path: Path, words: list[str]) -> list[str]:
    """Which of the words stand in the file or its log."""
    held = b"".join(one.read_bytes() for one in path.parent.glob(f"{path.name}*")).lower()
    return [word for word in words if word.encode() in held]


@pytest.mark.parametrize(
    "what", [{"turn": "alpha"}, {"session": "kitchen"}, {"speaker": "ana"}, {"owner": "ana"}], ids=str
)
@pytest.mark.parametrize(
    "damage",
    [
        FLIPPED,
        "UPDATE turn SET text = CAST(x'ff207a6972636f6e69756d' AS TEXT) WHERE id = 'alpha'",
        "UPDATE turn SET key = 77 WHERE id = 'alpha'",
        "UPDATE turn SET said_local = 'x', metadata = '{' WHERE id = 'alpha'",
        "UPDATE turn SET checksum = checksum + 1 WHERE id = 'alpha'",
        "UPDATE turn SET checksum = 'x' WHERE id = 'alpha'",
        "UPDATE session SET next_ordinal = 9 WHERE name = 'kitchen'",
        "UPDATE session SET key = 99 WHERE name = 'kitchen'",
        "UPDATE memo SET text = 'Nobody keeps a psittacine.' WHERE text LIKE '%psittacine%'",
        "UPDATE memo_source SET turn = turn + 1 WHERE position = 0 AND memo = (SELECT min(memo) FROM memo_source)",
        "UPDATE item SET payload = '{' WHERE key = (SELECT max(key) FROM item WHERE owner = 1)",
        "UPDATE tally SET total = total + 1 WHERE kind = 'turn'",
    ],
)
@pytest.mark.filterwarnings("ignore::convograph.errors.DamageWarning")
def test_whatever_is_damaged_can_be_forgotten(store: Path, what: dict[str, str], damage: str) -> None:
    """Counted before, proved after, and no byte of it stays; what is not of it can be read as before."""
    alter(store, damage)
    with open_store(store) as memory:
        counted = memory.would_forget(**what)
        report = memory.forget(**what, prove=True)
    assert (report.turns, report.scrubbed) == (counted, True)
    assert report.proof is not None
    assert not [one for one in report.proof.left if "may belong" not in one]
    assert left(store, SAID) == []
    with open_store(store) as memory:
        texts = {turn.text for one in memory.sessions() for turn in memory.turns(one.id)}
        memory.append({"speaker": "Ana", "text": "More."}, "more")
    assert ("The jacaranda is ripe." in texts) is ("owner" not in what)


def test_what_was_damaged_is_whole_once_it_is_forgotten(store: Path) -> None:
    """Nothing is left to warn of, and what rests on other turns stays."""
    alter(store, FLIPPED)
    with open_store(store) as memory, pytest.warns(DamageWarning, match="alpha"):
        memory.forget(turn="alpha")
    assert convograph.verify(store).intact
    with open_store(store) as memory, warnings.catch_warnings():
        warnings.simplefilter("error")
        assert [memo.text for memo in memory.memos()] == ["Something is horticultural."]
        assert memory.recall("What is ripe?").hits


@pytest.mark.filterwarnings("ignore:the memory of:convograph.errors.DamageWarning")
def test_damage_of_which_nobody_can_tell_whose_it_is_is_named(store: Path) -> None:
    """By a warning with the remedy, and by the proof: "Ana" may be "Anb" now."""
    alter(store, "UPDATE turn SET speaker = 'Anb' WHERE id = 'alpha'")
    with open_store(store) as memory:
        with pytest.raises(NotFoundError, match=r"nothing was forgotten; it may be among what is damaged: .*'alpha'"):
            memory.forget(speaker="Ana")
        with pytest.warns(DamageWarning, match=r"speaker 'Ben' cannot be told.*'alpha'.*by its turn or session"):
            proof = memory.forget(speaker="Ben", prove=True).proof
        assert proof is not None
        assert proof.left == ("what may belong to it: the turn 'alpha' is not as it was written",)
        assert memory.forget(turn="alpha").turns == 1
    assert left(store, SAID) == []


def test_a_turn_that_went_elsewhere_is_named_when_the_owner_goes(store: Path) -> None:
    """It may lie in the file under a number that is nobody's."""
    alter(store, "UPDATE turn SET owner = 77 WHERE id = 'alpha'")
    with open_store(store) as memory, pytest.warns(DamageWarning, match="1 of the rows of the table 'turn' is gone"):
        proof = memory.forget(owner="ana", prove=True).proof
    assert proof is not None
    assert proof.left != ()


@pytest.mark.filterwarnings("ignore::convograph.errors.DamageWarning")
@pytest.mark.parametrize("what", [{"session": "kitchen"}, {"owner": "ana"}], ids=str)
def test_a_bit_turned_over_anywhere_in_a_turn_does_not_keep_it(store: Path, what: dict[str, str]) -> None:
    """In the file itself, whose indexes know nothing of it; unless SQLite cannot read the page any more."""
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content, chance = store.read_bytes(), random.Random(7)
    begin = re.search(rb"alphaAnaThe zirconium", content)
    assert begin is not None
    gone = 0
    for _ in range(12):
        place, bit = begin.start() + chance.randrange(-20, 70), chance.randrange(8)
        for old in store.parent.glob("memory.db*"):
            old.unlink()
        store.write_bytes(content[:place] + bytes([content[place] ^ 1 << bit]) + content[place + 1 :])
        try:
            with open_store(store) as memory:
                memory.forget(**what)
        except DamagedError:
            continue
        gone += not left(store, ["irconium", "vexm"])
    assert gone >= 7


def test_what_is_blank_cannot_be_forgotten(store: Path) -> None:
    """Whether or not the memory is damaged: it is the input that is wrong."""
    for damage in (None, FLIPPED):
        if damage:
            alter(store, damage)
        with open_store(store) as memory:
            for what in ({"speaker": ""}, {"speaker": " "}, {"session": ""}, {"turn": ""}):
                with pytest.raises(InputError, match="is blank"):
                    memory.forget(**what)
                with pytest.raises(InputError, match="is blank"):
                    memory.would_forget(**what)


def test_the_command_forgets_what_is_damaged(tmp_path: Path) -> None:
    """With a warning where another command would warn, and a proof."""
    path = tmp_path / "memory.db"
    with convograph.open(path) as memory:
        memory.add(SESSIONS)
    alter(path, FLIPPED)
    run = CliRunner().invoke(app, ["forget", "--owner-and-all", "--yes", "--prove", "--store", str(path)])
    assert (run.exit_code, "nothing else is left of them" in run.stdout) == (0, True)
    assert left(path, SAID) == []
