"""One point of a growth curve: a store of one size, built in one process and queried in another, with its floors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from time import process_time

import numpy as np

import convograph
from benchmarks.chatter import SESSION, Chatter, chronicle_questions, chronicle_texts
from benchmarks.curve_figures import Figure, Point
from benchmarks.ours import held
from benchmarks.plain import PlainStore
from benchmarks.processes import Progress, bytes_on_disk, in_fresh_process, peak_megabytes
from benchmarks.timing import middle, milliseconds
from convograph import Memory, Session, Turn
from convograph.memory import Memories

OWNER_TURNS = 4  # turns of each of many owners, in one session
QUESTIONS = 150
APPENDED = 50
ASKED_OWNERS = 20
FORGOTTEN = 3
OPENED = 3
_SECONDS = 60  # of processor time, after which a call is not repeated
_SESSIONS_AT_ONCE = 1_000 // SESSION  # given to one call of `add`
_HELD_BYTES = 1 << 40

_processor_milliseconds = partial(milliseconds, clock=process_time)


def measure(folder: Path, growth: str, architecture: str, size: int) -> Point:
    """The point at one size. `folder` must be empty."""
    build = {"owners": _build_owners, "turns": _build_turns}[growth]
    added = in_fresh_process(build, folder, architecture, size)
    of_size = Figure(bytes_on_disk(_ours(folder)) / 1e6, bytes_on_disk(_plain(folder)) / 1e6)
    turns = size * OWNER_TURNS if growth == "owners" else size
    opened = [in_fresh_process(_open, folder, architecture) for _ in range(OPENED)]
    cold = Figure(middle([one.value for one in opened]), middle([one.floor for one in opened]))
    items, asked = in_fresh_process(_ask, folder, growth, architecture, size)
    return Point(growth, architecture, size, turns, items, {"add": added, "size": of_size, "cold": cold, **asked})


def _build_turns(folder: Path, architecture: str, size: int) -> Figure:
    """Store one owner with `size` turns; return the cost per turn."""
    progress = Progress("turns stored", size)
    ours, floor, done = 0.0, 0.0, 0
    with convograph.open(_ours(folder), owner=_owner(0), architecture=architecture) as memory:
        plain = PlainStore(_plain(folder))
        _warm(memory)
        text = Chatter(chronicle_texts()).sessions(size)
        while sessions := list(islice(text, _SESSIONS_AT_ONCE)):
            ours += _processor_milliseconds(partial(memory.add, sessions))
            floor += _processor_milliseconds(partial(plain.add, _owner(0), _texts(sessions)))
            done += sum(len(one.turns) for one in sessions)
            progress.reached(done)
        plain.close()
    return Figure(ours / size, floor / size)


def _build_owners(folder: Path, architecture: str, size: int) -> Figure:
    """Store `size` owners, one call of `add` each; return the cost per turn."""
    progress = Progress("owners stored", size)
    sessions = _small_sessions(size)
    ours, floor = 0.0, 0.0
    with convograph.open_memories(_ours(folder), architecture=architecture, max_bytes=1) as memories:
        plain = PlainStore(_plain(folder))
        _warm(memories.of(_owner(0)))
        for number, session in enumerate(sessions):
            ours += _processor_milliseconds(partial(memories.of(_owner(number)).add, session))
            floor += _processor_milliseconds(partial(plain.add, _owner(number), _texts([session])))
            progress.reached(number)
        plain.close()
    return Figure(ours / (size * OWNER_TURNS), floor / (size * OWNER_TURNS))


def _small_sessions(owners: int) -> Iterator[Session]:
    turns = Chatter(chronicle_texts()).turns()
    for _ in range(owners):
        yield Session(tuple(next(turns) for _ in range(OWNER_TURNS)), "first", convograph.parse_said("2024-05-01"))


def _open(folder: Path, architecture: str) -> Figure:
    """The cost of opening the store and asking the first question in a process, without imports."""
    (question,) = chronicle_questions(1)
    _ = convograph.open  # public names load their modules on first use

    def ours() -> None:
        with convograph.open(_ours(folder), owner=_owner(0), architecture=architecture) as memory:
            memory.recall(question)

    def floor() -> None:
        plain = PlainStore(_plain(folder))
        plain.search(_owner(0), question)
        plain.close()

    return Figure(_processor_milliseconds(ours), _processor_milliseconds(floor))


def _ask(folder: Path, growth: str, architecture: str, size: int) -> tuple[int, dict[str, Figure]]:
    """Run all calls on an opened store in order; return the number of items of the first owner, and the figures."""
    questions = chronicle_questions(QUESTIONS + APPENDED + 2 * ASKED_OWNERS)
    owners = [_owner(0)] if growth == "turns" else _drawn(size)
    before = peak_megabytes() or 0.0
    with convograph.open_memories(_ours(folder), architecture=architecture, max_bytes=_HELD_BYTES) as memories:
        memories.of(owners[0]).recall(questions.pop())  # loads everything a process loads only once
        asking = _Asking(memories, PlainStore(_plain(folder)), owners, questions)
        figures = {"load": asking.first_recalls()} if growth == "owners" else {}
        items = len(held(memories.of(owners[0]))[1])
        figures |= asking.recalls()
        figures |= asking.appends()
        figures["stats"] = asking.both(memories.stats, asking.plain.count)
        figures["peak"] = Figure(peak_megabytes() or 0.0, before)
        figures["forget_turn"] = asking.forgotten_turns()
        figures["forget_owner"] = asking.forgotten_owner()
        asking.plain.close()
    return items, figures


class _Asking:
    """Alternating calls to some owners of a store and to its floor."""

    def __init__(self, memories: Memories, plain: PlainStore, owners: Sequence[str], questions: list[str]) -> None:
        self._memories = memories
        self._owners = owners
        self._questions = questions
        self.plain = plain

    def both(self, ours: Callable[[], object], floor: Callable[[], object], most: int = 1) -> Figure:
        """The medians of both, called alternately `most` times or until they have taken `_SECONDS`."""
        taken: list[tuple[float, float]] = []
        while len(taken) < most and sum(map(sum, taken)) < _SECONDS * 1000:
            taken.append((_processor_milliseconds(ours), _processor_milliseconds(floor)))
        return Figure(*(middle(each) for each in zip(*taken, strict=True)))

    def first_recalls(self) -> Figure:
        """Recalls of owners whose memories are not yet loaded."""
        others = iter([(owner, self._questions.pop()) for owner in self._owners[1:]])
        floor = iter([(owner, self._questions[0]) for owner in self._owners[1:]])

        def ask() -> None:
            owner, question = next(others)
            self._memories.of(owner).recall(question)

        return self.both(ask, lambda: self.plain.search(*next(floor)), len(self._owners) - 1)

    def recalls(self) -> dict[str, Figure]:
        """Recalls and contexts of loaded owners, each round with a new question."""
        recalled, packed, product, searched = [], [], [], []
        for memory, question in self._rounds(QUESTIONS):
            vector = memory.architecture.encoder.encode([question], "query")[0]
            matrix = held(memory)[1].vectors.values
            recalled.append(_processor_milliseconds(partial(memory.recall, question)))
            product.append(_processor_milliseconds(partial(np.matmul, matrix, vector)))
            packed.append(_processor_milliseconds(partial(memory.context, question)))
            searched.append(_processor_milliseconds(partial(self.plain.search, memory.owner, question)))
            if sum(recalled) > _SECONDS * 1000:
                break
        return {
            "recall": Figure(middle(recalled), middle(product)),
            "context": Figure(middle(packed), middle(searched)),
        }

    def appends(self) -> dict[str, Figure]:
        """Appends of single messages, each followed by a recall."""
        texts = Chatter(chronicle_texts(), seed=1).turns()
        appended, inserted, recalled, product = [], [], [], []
        for memory, question in self._rounds(APPENDED):
            turn = Turn(next(texts).text, "Ana")
            appended.append(_processor_milliseconds(partial(memory.append, turn, "live")))
            inserted.append(_processor_milliseconds(partial(self.plain.add, memory.owner, [turn.text])))
            recalled.append(_processor_milliseconds(partial(memory.recall, question)))
            vector = memory.architecture.encoder.encode([question], "query")[0]
            product.append(_processor_milliseconds(partial(np.matmul, held(memory)[1].vectors.values, vector)))
        return {
            "append": Figure(middle(appended[1:]), middle(inserted[1:])),  # the first checks indexes, once per process
            "recall_after": Figure(middle(recalled), middle(product)),
        }

    def forgotten_turns(self) -> Figure:
        """Turns forgotten one at a time, including their bytes in the file."""
        memory = self._memories.of(self._owners[0])
        turns = iter([turn.id for turn in memory.turns("live")][:FORGOTTEN])
        return self.both(
            lambda: memory.forget(turn=next(turns)), lambda: self.plain.forget(memory.owner, most=1), FORGOTTEN
        )

    def forgotten_owner(self) -> Figure:
        """One owner forgotten with all their data."""
        memory = self._memories.of(self._owners[0])
        return self.both(lambda: memory.forget(owner=memory.owner), lambda: self.plain.forget(memory.owner))

    def _rounds(self, count: int) -> Iterator[tuple[Memory, str]]:
        """Memories of the owners in rotation, each with a new question."""
        for number in range(count):
            yield self._memories.of(self._owners[number % len(self._owners)]), self._questions.pop()


def _drawn(owners: int) -> list[str]:
    """Up to `ASKED_OWNERS` owners, evenly spaced over the store."""
    return [_owner(owners * place // ASKED_OWNERS) for place in range(min(ASKED_OWNERS, owners))]


def _warm(memory: Memory) -> None:
    """Load everything a process loads only once."""
    memory.architecture.encoder.encode(["warm"], "query")
    list(memory.owners())


def _texts(sessions: Sequence[Session]) -> list[str]:
    return [turn.text for session in sessions for turn in session.turns]


def _owner(number: int) -> str:
    return f"owner{number}"


def _ours(folder: Path) -> Path:
    return folder / "memory.db"


def _plain(folder: Path) -> Path:
    return folder / "plain.db"
