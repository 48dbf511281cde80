"""The cost of building LightGMEM's graph, by stage, with one lane and several (LightGMEM, Tables 4 and 16).

    python -m benchmarks.graph_costs LOCOMO [--delay 0.5] [--lanes 1 2 5 10] [--triplets 0.05]

The model is a scripted server that takes `delay` seconds per reply, always chooses the best candidate, and writes a
sentence or two about each entity and community. Three workloads: one memory per conversation, all conversations in one
memory, and a synthetic village of people who share first names. Prints Markdown tables: calls, tokens (as counted by
the server) and seconds of each stage for the first workload, with profiles and communities by rules and by a model at
different numbers of concurrent calls; and seconds of disambiguation by workload and lanes, with the speed-up over the
first number of lanes. Entities, profiles and communities must be the same for any number of lanes. With `--triplets`, a
model also writes the triplets of all turns, with that delay.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TypeVar

import convograph
from benchmarks.tables import Table
from convograph.architectures.lightgmem import LightGMEM
from convograph.build import DEFAULT_ENCODER, make_chat_model, make_encoder, make_reader
from convograph.config import Settings
from convograph.llm.scripted import ReceivedRequest, Say, ScriptedServer
from convograph.memory import Memory
from convograph.types import Said, Session, Turn, WrittenKind
from convograph_eval.datasets import load

FIRST = ("Maria", "Tom", "Ana", "Ben", "Ida", "Leo", "Nora", "Paul")
FAMILY = ("Lopez", "Silva", "Reed")
TOWNS = ("Porto", "Lisbon", "Cork")
FIRST_DAY = datetime(2024, 1, 1, 10)
VILLAGE_DAYS = 25

Result = TypeVar("Result")


@dataclass(frozen=True)
class Cost:
    """Calls to a model, its input and output tokens as counted by the server, and wall-clock seconds."""

    calls: int = 0
    read: int = 0
    written: int = 0
    seconds: float = 0.0

    def __add__(self, other: Cost) -> Cost:
        """The sum of both."""
        return Cost(
            self.calls + other.calls,
            self.read + other.read,
            self.written + other.written,
            self.seconds + other.seconds,
        )

    @property
    def row(self) -> tuple[str, ...]:
        """The figures as table cells."""
        return f"{self.calls:,}", f"{self.read:,}", f"{self.written:,}", f"{self.seconds:.1f}"


@dataclass(frozen=True)
class Stage:
    """The cost of a stage by rules, and of a model that then reads everything once."""

    by_rules: Cost
    by_model: Cost


@dataclass(frozen=True)
class StageCosts:
    """The costs of the stages of one memory, and its entities, profiles and communities."""

    extraction: Cost
    disambiguation: Cost
    profiles: Stage
    communities: Stage
    graph: tuple[object, ...]


Way = tuple[str, int]
"""A workload and a number of lanes."""

Ways = Mapping[Way, Sequence[StageCosts]]


def main() -> None:
    """Build every memory with every number of lanes and print the tables."""
    given = _arguments()
    conversations = {case.conversation.name: case.conversation for case in load("locomo", given.locomo).cases}
    alone = [list(one.sessions) for one in conversations.values()]
    workloads = {
        "a memory a conversation": alone,
        "all in one memory": [[session for sessions in alone for session in sessions]],
        "a made village": [village(VILLAGE_DAYS)],
    }
    built: dict[Way, list[StageCosts]] = {}
    for workload, memories in workloads.items():
        for sessions in memories:
            for count, one in with_lanes(sessions, given.lanes, given.delay):
                built.setdefault((workload, count), []).append(one)
        if len({tuple(one.graph for one in built[workload, count]) for count in given.lanes}) > 1:
            raise RuntimeError(f"{workload}: entities or communities depend on the number of lanes")
    print(stages(built, next(iter(workloads)), given.lanes).markdown())
    print()
    print(speed(built, list(workloads), given.lanes).markdown())
    if given.triplets is not None:
        cost = total(triplets(sessions, max(given.lanes), given.triplets) for sessions in alone)
        print(f"\ntriplets by a model, {max(given.lanes)} at once, {given.triplets:g} s each: {' · '.join(cost.row)}")


def village(days: int) -> list[Session]:
    """Sessions of six lines a day about people who share first names and family names."""
    chance = random.Random(7)  # noqa: S311 - chance, not secrets
    people = [*FIRST, *(f"{first} {family}" for first in FIRST for family in FAMILY)]
    return [
        Session(
            tuple(
                Turn(f"{' met '.join(chance.sample(people, 2))} in {chance.choice(TOWNS)}.", "Kim", id=f"d{day}:{line}")
                for line in range(6)
            ),
            f"d{day}",
            Said(FIRST_DAY + timedelta(days=day), None, ""),
        )
        for day in range(days)
    ]


def with_lanes(sessions: Sequence[Session], lanes: Sequence[int], delay: float) -> Iterator[tuple[int, StageCosts]]:
    """Build a memory of some sessions, and let a model resolve a copy's open mentions with each number of lanes."""
    architecture = LightGMEM(make_encoder(DEFAULT_ENCODER), make_reader())
    with TemporaryDirectory(prefix="convograph-costs-") as folder:
        store = Path(folder) / "memory.db"
        with convograph.open(store, architecture=architecture) as memory:
            _, reading = timed(lambda: memory.add(sessions))
        for count in lanes:
            copy = Path(shutil.copy(store, Path(folder) / f"{count}.db"))
            with convograph.open(copy, architecture=architecture) as memory:
                asked = enriched(memory, "resolution", count, delay, first_choices)
                profiles, telling = timed(memory.profiles)
                communities, grouping = timed(memory.communities)
                graph = (*memory.entities(), *profiles, *communities)
                told = Stage(Cost(seconds=telling), enriched(memory, "profile", count, delay, described))
                grouped = Stage(Cost(seconds=grouping), enriched(memory, "community", count, delay, community_name))
                yield count, StageCosts(Cost(seconds=reading), asked, told, grouped, graph)


def triplets(sessions: Sequence[Session], workers: int, delay: float) -> Cost:
    """The cost of having a model write the triplets of each turn."""
    with convograph.open(":memory:", architecture="bm25") as memory:
        memory.add(sessions)
        return enriched(memory, "triplet", workers, delay, lambda prompt: {"triplets": []})


def enriched(memory: Memory, kind: WrittenKind, workers: int, delay: float, reply: Callable[[str], object]) -> Cost:
    """The cost of having a model behind a scripted server write memos of a kind."""

    def slowly(asked: ReceivedRequest) -> Say:
        return Say(json.dumps(reply(asked.body["messages"][1]["content"])), delay=delay)

    with ScriptedServer(slowly) as server:
        model = make_chat_model("openai:scripted", Settings(base_url=server.url))
        report, seconds = timed(lambda: memory.enrich(model, kinds=[kind], workers=workers, flush=kind == "profile"))
    if report.failures:
        raise RuntimeError(f"the server failed: {report.failures[0]}")
    entries = [one for one in memory.ledger() if one.purpose == kind]
    read, written = (sum(getattr(one, f"{side}_tokens") for one in entries) for side in ("prompt", "completion"))
    return Cost(report.calls, read, written, seconds)


def first_choices(prompt: str) -> dict[str, object]:
    """Resolve each mention to its first candidate entity, which is the best."""
    entities = json.loads(prompt.split("\n\nENTITIES\n")[1].split("\n\nEXISTING_ENTITIES\n", maxsplit=1)[0])
    return {"entity_resolutions": [{"id": place, "duplicate_id": 0} for place in range(len(entities))]}


def described(prompt: str) -> dict[str, object]:
    """A one-sentence description of a prompt's entity, leaving the known values as they are."""
    name = json.loads(prompt.split("\n\nENTITY\n")[1].split("\n\n", maxsplit=1)[0])["name"]
    return {"description": f"{name} is somebody or something that these messages mention, more than once or twice."}


def community_name(prompt: str) -> dict[str, object]:
    """A name of four words, and a description of two sentences."""
    told = "They are mentioned together in several conversations. What is said of them is said by the same people."
    return {"name": "people in some conversations", "description": told}


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """The result of `work`, and the seconds it takes."""
    begin = perf_counter()
    found = work()
    return found, perf_counter() - begin


def stages(built: Ways, workload: str, lanes: Sequence[int]) -> Table:
    """One row per stage, summed over the memories of a workload."""
    fewest = built[workload, lanes[0]]
    rows = {"extraction, by rules": total(one.extraction for one in fewest)}
    for count in dict.fromkeys((lanes[0], lanes[-1])):
        rows[f"disambiguation, {count} at once"] = total(one.disambiguation for one in built[workload, count])
    stages_of: dict[str, Callable[[StageCosts], Stage]] = {
        "profiles": lambda one: one.profiles,
        "communities": lambda one: one.communities,
    }
    for name, stage in stages_of.items():
        rows[f"{name}, by rules"] = total(stage(one).by_rules for one in fewest)
        for count in dict.fromkeys((lanes[0], lanes[-1])):
            rows[f"{name}, by a model, {count} at once"] = total(stage(one).by_model for one in built[workload, count])
    return Table(
        ("stage", "calls", "input tokens", "output tokens", "seconds"),
        tuple((name, *cost.row) for name, cost in rows.items()),
    )


def speed(built: Ways, workloads: Sequence[str], lanes: Sequence[int]) -> Table:
    """One row per workload: calls, and the seconds and speed-up of disambiguation by number of lanes."""
    rows = []
    for workload in workloads:
        costs = {count: total(one.disambiguation for one in built[workload, count]) for count in lanes}
        slowest = costs[lanes[0]]
        cells = (f"{cost.seconds:.1f} ({slowest.seconds / cost.seconds:.2f}×)" for cost in costs.values())
        rows.append((workload, f"{slowest.calls:,}", *cells))
    return Table(("workload", "calls", *(f"{count} at once, s" for count in lanes)), tuple(rows))


def total(costs: Iterable[Cost]) -> Cost:
    """The sum of some costs."""
    return sum(costs, Cost())


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("locomo", type=Path, help="the file of LoCoMo")
    parser.add_argument("--delay", type=float, default=0.5, help="seconds that a reply takes")
    parser.add_argument("--lanes", type=int, nargs="+", default=[1, 2, 5, 10])
    parser.add_argument("--triplets", type=float, help="seconds of a reply with triplets; without it none are written")
    return parser.parse_args()


if __name__ == "__main__":
    main()
