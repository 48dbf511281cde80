"""What is forgotten is gone: from what is recalled, from the export, and from every byte of the file and its log."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

import convograph
from convograph.build import DEFAULT_ENCODER
from convograph.errors import InputError, NotFoundError, TimeError
from convograph.memory import Memory
from convograph.memory.commits.scrubbing import owes_scrub
from convograph.memory.commits.transaction import transaction
from convograph.memory.settings import setting
from convograph.terms import ENGLISH
from support.processes import Child

# Every turn has words of its own; the turn at each place is what the tests forget.
SESSIONS = [
    {
        "id": "kitchenette",
        "turns": [
            {"speaker": "Anastasia", "text": "My parrot Quibblewort sings. It lives in Vexmoor.", "id": "turnalpha"},
            {"speaker": "Bartholomew", "text": "The zirconium kettle whistles.", "id": "turnbeta"},
        ],
    },
    {
        "id": "observatory",
        "turns": [
            {"speaker": "Anastasia", "text": "Flumdorf sold us a jacaranda.", "id": "turngamma"},
            {"speaker": "Cleopatra", "text": "The wombat ate my xylophone.", "id": "turndelta"},
        ],
    },
]


MEMOS = [
    {"kind": "fact", "text": "Anastasia keeps a psittacine.", "turns": ["turnalpha"]},
    {"kind": "summary", "text": "Kitchenware and a budgerigarish tune.", "session": "kitchenette"},
    {"kind": "insight", "text": "Horticulture runs in the household.", "turns": ["turngamma", "turnalpha"]},
    {"kind": "fact", "text": "A marsupial was hungry.", "turns": ["turndelta"]},
    {"kind": "triplet", "subject": "Psittaciformes", "relation": "sing", "object": "arias", "turns": ["turnalpha"]},
    {
        **{"kind": "event", "text": "Somebody purchased a shrub.", "event": "Shrubbery", "event_time": "Candlemas"},
        **{"triplets": [["Somebody", "purchased", "rosewood"]], "turns": ["turngamma"]},
    },
]


def forget_again(memory: Memory) -> None:
    """What is gone already cannot be forgotten."""
    with pytest.raises(NotFoundError):
        memory.forget(turn="turnalpha")


CALLS: dict[str, Callable[[Memory], object]] = {
    "forget": lambda memory: memory.forget(turn="turnbeta"),
    "add": lambda memory: memory.add([{"text": "More."}], session="next"),
    "append": lambda memory: memory.append({"text": "More."}),
    "bring": lambda memory: memory.bring([{"kind": "fact", "text": "More.", "turns": ["turndelta"]}]),
    "another owner": lambda memory: memory.for_owner("another").append({"text": "More."}),
    "scrub": Memory.scrub,
    "scrub the store": lambda memory: convograph.scrub(memory.location),
    "forget again": forget_again,
}


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    """The sessions above, with layers over sentences, sessions and memos."""
    options = {"owner": "Ottoline", "lock_seconds": 0.3}
    with convograph.open(tmp_path / "memory.db", **options) as opened:
        opened.add(SESSIONS)
        with convograph.open(tmp_path / "memory.db", architecture="rag-smfi", **options) as chunks:
            chunks.bring(MEMOS)
        yield opened


def bytes_of(memory: Memory) -> bytes:
    """All that lies on the disk: the file, its log, and the log's index.

    Read by another process: closing the file in this one would cancel the locks that SQLite holds on it here.
    """
    store = Path(memory.location)
    return subprocess.run(["cat", *store.parent.glob(f"{store.name}*")], check=True, capture_output=True).stdout


def left(memory: Memory, words: list[str]) -> list[str]:
    """Which of the words stand on the disk, as text in any case or as the hash of their term."""
    held = bytes_of(memory)
    lower = held.lower()
    return [word for word in words if word.lower().encode() in lower or ENGLISH.hashes([word])[1].tobytes() in held]


@contextmanager
def reader(memory: Memory) -> Iterator[None]:
    """Another process that holds a read transaction for the length of the block."""
    code = (
        "import sqlite3, sys; connection = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "connection.execute('BEGIN'); connection.execute('SELECT count(*) FROM turn').fetchone();"
        "print('reading', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, memory.location]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stdout.readline() == "reading\n"
        yield
        process.communicate()


def test_no_byte_of_a_fact_or_of_a_decision_about_it_stays(memory: Memory) -> None:
    """Neither of what was read from the turn, nor of what was decided: that a fact ended, holds, or was misread."""
    said = {
        "speaker": "Anastasia",
        "text": "I live in Blorptown. I work at Quexcorp. My favorite band is Zwickel.",
        "id": "turnhome",
    }
    memory.add([said, {"speaker": "Anastasia", "text": "I moved to Snarfville.", "id": "turnmoved"}], session="homes")
    kept, ended, struck = (
        next(fact for fact in memory.facts(outdated=True) if fact.value == value)
        for value in ("Blorptown", "Quexcorp", "Zwickel")
    )
    memory.keep_fact(kept.id)
    memory.end_fact(ended.id)
    memory.strike_fact(struck.id)
    gone = ["Blorptown", "Quexcorp", "Zwickel", "turnhome"]
    assert left(memory, [*gone, "Snarfville"]) == [*gone, "Snarfville"]
    report = memory.forget(turn="turnhome", prove=True)
    assert (report.memos, report.scrubbed) == (3, True)
    assert report.proof is not None
    assert report.proof.left == ()
    assert left(memory, [*gone, "Snarfville"]) == ["Snarfville"]
    assert [fact.value for fact in memory.history("Anastasia", "lives_in")] == ["Snarfville"]


@pytest.mark.parametrize(
    ("what", "gone", "kept"),
    [
        ({"turn": "turnalpha"}, ["turnalpha", "Quibblewort", "Vexmoor"], ["Anastasia", "zirconium", "kitchenette"]),
        ({"session": "kitchenette"}, ["kitchenette", "turnbeta", "Quibblewort", "zirconium"], ["jacaranda", "wombat"]),
        ({"speaker": "anastasia"}, ["Anastasia", "Quibblewort", "Flumdorf", "jacaranda"], ["zirconium", "wombat"]),
        ({"owner": "Ottoline"}, ["Ottoline", "Anastasia", "Vexmoor", "xylophone", "observatory", "turndelta"], []),
        ({"turn": "turnalpha"}, ["psittacine", "budgerigarish", "Horticulture"], ["marsupial"]),
        ({"turn": "turnalpha"}, ["Psittaciformes", "arias"], ["Shrubbery", "Candlemas", "rosewood"]),
        ({"session": "observatory"}, ["Shrubbery", "Candlemas", "rosewood", "purchased"], ["Psittaciformes"]),
        ({"turn": "turnbeta"}, ["budgerigarish"], ["psittacine", "Horticulture", "marsupial"]),
        ({"session": "observatory"}, ["Horticulture", "marsupial"], ["psittacine", "budgerigarish"]),
        ({"speaker": "anastasia"}, ["psittacine", "budgerigarish", "Horticulture"], ["marsupial"]),
        ({"owner": "Ottoline"}, ["psittacine", "budgerigarish", "Horticulture", "marsupial"], []),
    ],
)
def test_no_byte_of_what_is_forgotten_stays(
    memory: Memory, what: dict[str, str], gone: list[str], kept: list[str]
) -> None:
    """Of a forgotten turn, session, speaker or owner no word, id or term hash stays on the disk; all else stays.

    A memo goes with any turn that it rests on.
    """
    assert left(memory, gone + kept) == gone + kept
    assert memory.forget(**what).scrubbed
    assert left(memory, gone + kept) == kept
    exported: list[str] = []
    memory.export_to(exported.append)
    assert not any(word in line for word in gone for line in exported)
    with convograph.open(memory.location, architecture="sgmem-tmfi", owner="Ottoline") as taking_memos:
        found = taking_memos.recall(" ".join(gone), k=9)
    shown = {turn.text for hit in (*found.hits, *found.memos) for turn in hit.turns}
    shown |= {memo.text for memo in found.memos}
    assert not any(word in text for word in gone for text in shown)


def test_a_file_grown_in_any_order_keeps_no_copies_of_moved_rows(tmp_path: Path) -> None:
    """Pages that were split and merged by thousands of rows hold no stray copy of a forgotten one."""
    rng = random.Random(5)
    store = tmp_path / "memory.db"
    with convograph.open(store) as first:
        memories = [first.for_owner(f"owner {number}") for number in range(12)]
        doomed = []
        for number in range(300):
            words = [f"qz{number:03d}x{place}{rng.randbytes(4).hex()}" for place in range(8)]
            doomed += words[::2]
            turns = [
                {
                    "speaker": f"S{place % 2}",
                    "id": word + "i" * rng.choice((0, 9, 190)),
                    "text": f"{word}. " + "la " * place,
                }
                for place, word in enumerate(words)
            ]
            rng.choice(memories).add(turns)
        assert left(first, doomed) == doomed
        scrubbed = [memory.forget(speaker="S0").scrubbed for memory in memories]
        assert all(scrubbed)
        assert left(first, doomed) == []


def test_a_replaced_session_leaves_nothing_of_the_former_one(memory: Memory) -> None:
    """`add(replace=True)` forgets what was there: none of its words stay on the disk."""
    memory.add([{"speaker": "Anastasia", "text": "My parrot is silent."}], session="kitchenette", replace=True)
    assert left(memory, ["Quibblewort", "Vexmoor", "zirconium", "turnbeta", "silent"]) == ["silent"]


def test_a_reader_elsewhere_delays_the_scrubbing_and_is_reported(memory: Memory) -> None:
    """While another process reads the old state, `scrubbed` is false, and the store remembers; writers do not wait."""
    with reader(memory):
        assert not memory.forget(turn="turnalpha").scrubbed
        assert "Quibblewort" not in "".join(turn.text for turn in memory.picture().turns)
        memory.append({"text": "More."})
        assert not memory.scrub()
        assert memory.stats().owes_scrub
        assert left(memory, ["Quibblewort"]) == ["Quibblewort"]
    memory.append({"text": "Nobody is in the way."})
    assert not memory.stats().owes_scrub
    assert left(memory, ["Quibblewort"]) == []


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_any_call_that_writes_makes_up_for_a_scrub(memory: Memory, call: Callable[[Memory], object]) -> None:
    """Once nobody is in the way; `scrub` does it without writing, and `forget` of what is gone before it says so."""
    with reader(memory):
        assert not memory.forget(turn="turnalpha").scrubbed
    call(memory)
    assert not memory.store_stats().owes_scrub
    assert left(memory, ["Quibblewort"]) == []


@pytest.mark.parametrize("replaced", [False, True])
def test_a_process_that_ends_before_the_scrub_leaves_it_to_the_next(memory: Memory, replaced: bool) -> None:
    """Killed between the commit and the scrub, of `forget` or `add(replace=True)`: the next write makes up for it."""

    def killed() -> None:
        with convograph.open(memory.location, owner="Ottoline") as dying:
            dying._store.scrub = lambda **_: os._exit(0)
            if replaced:
                dying.add([{"text": "My parrot is silent."}], session="kitchenette", replace=True)
            else:
                dying.forget(session="kitchenette")

    Child(killed).failure()
    assert memory.store_stats().owes_scrub
    assert left(memory, ["Quibblewort"]) == ["Quibblewort"]
    memory.append({"text": "More."})
    assert not memory.store_stats().owes_scrub
    assert left(memory, ["Quibblewort"]) == []


def test_a_later_debt_is_not_cleared_by_an_earlier_scrub(memory: Memory) -> None:
    """What is forgotten while the file is being scrubbed stays owed."""
    store, scrub = memory._store, memory._store.scrub

    def while_others_forget(*, patient: bool) -> bool:
        done = scrub(patient=patient)
        with transaction(store, "Ottoline") as writing:
            writing.remove_turns(writing.turns_named(["turndelta"]))
        return done

    store.scrub = while_others_forget
    assert memory.forget(turn="turnalpha").scrubbed
    store.scrub = scrub
    assert owes_scrub(store)
    assert memory.scrub()
    assert not owes_scrub(store)
    assert left(memory, ["Quibblewort", "xylophone"]) == []


def test_a_writer_elsewhere_delays_the_scrubbing_and_is_reported(memory: Memory) -> None:
    """A store whose lock is held while it is to be built anew counts as not scrubbed, and the forgetting stands."""
    with closing(sqlite3.connect(memory.location, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert not memory._store.scrub()
        other.execute("ROLLBACK")
    assert memory._store.scrub()


def test_use_marks_of_forgotten_turns_go(memory: Memory) -> None:
    """A mark goes with its turn, whether it was written already or waits for the next commit."""
    memory.recall("Who ate the xylophone?", k=4, unit="turn", touch=True)
    assert "turndelta" in memory.stats().last_used
    memory.add([{"text": "This call writes the marks."}], session="next")
    memory.recall("Who ate the xylophone?", k=4, unit="turn", touch=True)
    memory.forget(turn="turndelta")
    memory.add([{"text": "So does this one."}], session="last")
    assert "turndelta" not in memory.stats().last_used
    with closing(sqlite3.connect(memory.location)) as connection:
        marks, orphans = connection.execute(
            "SELECT count(*), count(*) FILTER (WHERE turn NOT IN (SELECT key FROM turn)) FROM use"
        ).fetchone()
    assert marks > 0
    assert orphans == 0


def test_use_marks_of_a_forgotten_owner_do_not_pass_to_the_next(memory: Memory) -> None:
    """An owner who is forgotten and comes back begins unused, though the new turns get the old ones' keys."""
    memory.recall("Who ate the xylophone?", k=4, unit="turn", touch=True)
    memory.forget(owner="Ottoline")
    memory.add(SESSIONS)
    assert memory.stats().last_used == {}


def test_the_last_owner_takes_the_encoders_name_along(memory: Memory) -> None:
    """A store without owners is bound to no encoder any more."""
    assert setting(memory._store, "encoder") == DEFAULT_ENCODER
    memory.forget(owner="Ottoline")
    assert setting(memory._store, "encoder") is None


def test_a_position_without_its_session_offers_the_whole_ids(memory: Memory) -> None:
    """Of the sessions that have such a turn."""
    memory.add({"id": "team#1", "turns": [{"speaker": "Ana", "text": "Hi."}, {"speaker": "Ben", "text": "Yo."}]})
    with pytest.raises(NotFoundError, match=r"no turn '1' in this memory; known: .*'team#1:1'.*; nothing was forg"):
        memory.forget(turn="1")
    for position in ("99999", "9" * 5000, "²"):
        with pytest.raises(NotFoundError, match=r" in this memory; nothing was forgotten"):
            memory.forget(turn=position)


def test_what_was_said_before_a_time_is_forgotten(tmp_path: Path) -> None:
    """By the time of a turn, or else of its session; what was said at that time or has none stays."""
    with convograph.open(tmp_path / "old.db") as memory:
        memory.add([{"text": "The first flat was damp.", "id": "old"}], session="one", said="2023-05-01")
        both = [
            {"text": "We moved in spring.", "id": "spring", "time": "2024-03-31 23:59"},
            {"text": "June.", "id": "j"},
        ]
        memory.add(both, session="two", said="2024-04-01")
        memory.add([{"text": "Nobody knows when.", "id": "undated"}], session="three")
        assert memory.would_forget(before="April 2024") == 2
        report = memory.forget(before="April 2024", prove=True)
        assert (report.turns, report.sessions) == (2, 1)
        assert report.proof is not None
        assert report.proof.left == ()
        assert {turn.id for one in memory.sessions() for turn in memory.turns(one.id)} == {"j", "undated"}
        assert memory.would_forget(before="2024-04-01") == memory.forget(before="2024-04-01", prove=True).turns == 0
        with pytest.raises(TimeError, match="03/04/2025"):
            memory.forget(before="03/04/2025")
        with pytest.raises(TimeError, match="someday"):
            memory.forget(before="someday")
        with pytest.raises(InputError, match="not 2"):
            memory.forget(before="2024", speaker="Ana")


def test_what_is_not_there_cannot_be_forgotten(memory: Memory) -> None:
    """A thing that is unknown, unnamed or another's is an error, and nothing is removed."""
    for what in ({"turn": "nobody"}, {"session": "nobody"}, {"speaker": "nobody"}):
        with pytest.raises(NotFoundError, match=r"nobody.*nothing was forgotten"):
            memory.forget(**what)
        with pytest.raises(NotFoundError, match=r"nobody.*nothing was forgotten"):
            memory.would_forget(**what)
    for what in ({}, {"turn": "turnalpha", "session": "kitchenette"}, {"owner": "another"}):
        with pytest.raises(InputError):
            memory.forget(**what)
        with pytest.raises(InputError):
            memory.would_forget(**what)
    for call in (memory.forget, memory.would_forget):
        with pytest.raises(TypeError, match="sesion"):
            call(sesion="kitchenette")  # type: ignore[call-arg]
    with pytest.raises(NotFoundError, match="no owner 'stranger'"):
        memory.for_owner("stranger").forget(owner="stranger")
    assert memory.stats().turns == 4


@pytest.mark.parametrize(
    "what", [{"turn": "turnalpha"}, {"session": "kitchenette"}, {"speaker": "anastasia"}, {"owner": "Ottoline"}]
)
def test_what_would_be_forgotten_is_counted_before(memory: Memory, what: dict[str, str]) -> None:
    """By as many turns as are then removed; counting removes none."""
    counted = memory.would_forget(**what)
    assert memory.stats().turns == 4
    assert memory.forget(**what).turns == counted > 0


@pytest.mark.parametrize("what", [{"turn": "turnalpha"}, {"session": "kitchenette"}, {"owner": "Ottoline"}])
def test_a_proof_says_what_was_searched_and_that_nothing_is_left(memory: Memory, what: dict[str, str]) -> None:
    """All bytes of the file, for words, hashes and vectors; what others said too is counted apart."""
    with convograph.open(memory.location, owner="another") as another:
        another.add([{"text": "The parrot sings elsewhere."}])
    memory.recall("Who sings?")
    proof = memory.forget(**what, prove=True).proof
    assert proof is not None
    assert proof.left == ()
    assert sum(proof.searched.values()) == len(bytes_of_file(memory))
    assert min(proof.words, proof.hashes, proof.vectors, proof.snapshots) > 0
    assert proof.kept_elsewhere >= 2  # "parrot" and "sings", as words and as hashes


def test_a_proof_names_what_is_left(memory: Memory) -> None:
    """While a reader keeps the file from being scrubbed, the words are found in it, and the hashes and vectors."""
    with reader(memory):
        proof = memory.forget(turn="turnalpha", prove=True).proof
    assert proof is not None
    assert "what the log hides in the file, which could not be scrubbed" in proof.left
    assert {"the word 'quibblewort'", "the word 'turnalpha'", "the word 'psittacine'"} <= set(proof.left)
    assert any("hashes" in one for one in proof.left)
    assert any("vectors" in one for one in proof.left)


def test_a_store_in_memory_proves_it_too() -> None:
    """Its rows are searched."""
    with convograph.open(":memory:", owner="Ottoline") as memory:
        memory.add(SESSIONS)
        assert memory.forget(turn="turnalpha", prove=True).proof.left == ()


def bytes_of_file(memory: Memory) -> bytes:
    """The file alone, read by another process."""
    return subprocess.run(["cat", memory.location], check=True, capture_output=True).stdout


@pytest.mark.parametrize(
    "text",
    [
        "I also row.",
        "Create a table without an index.",
        "The primary format is unique, not null.",
        "A source and a layer.",
    ],
)
def test_words_that_nobody_has_said_are_not_left(tmp_path: Path, text: str) -> None:
    """Those of the schema, and what two values make where they meet: "so do I" stands right behind "Cal"."""
    with convograph.open(tmp_path / "memory.db") as memory:
        memory.add([{"speaker": "Ben", "text": text}], session="gone")
        memory.add([{"speaker": "Cal", "text": "so do I"}], session="kept")
        assert memory.forget(session="gone", prove=True).proof.left == ()
