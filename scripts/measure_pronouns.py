"""Measures how many pronouns are resolved, and how often to a name in a model's record of the same turns.

The conversations are in a format that convograph reads, or Multi-Session Chat's (JSON lines with `dialog`). The records
are JSON lines: `sample_id`, and `events` with a `description` and their `sources` (ids of turns). Agreement counts
pronouns in the source turns of events, and holds if a description of such an event has the name. There is no gold:
`--sample` prints examples to judge by hand.

    python scripts/measure_pronouns.py DATA/locomo/locomo_dev5.json --records DATA/locomo/recorded_events_dev5.jsonl
    python scripts/measure_pronouns.py DATA/msc/dialogue_session_2_valid.jsonl.gz --first 250 --sample 60
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from convograph.extraction.in_context import turns_in_context
from convograph.extraction.pronouns import pronouns_in, referents
from convograph.extraction.types import TurnInContext
from convograph.formats import read_file
from convograph.parsers.udpipe import UDPipeParser
from convograph.types import SourceTurn

SPEAKERS = ("Ann Smith", "Joe Parker")  # names for Multi-Session Chat's two anonymous speakers, who alternate


@dataclass(frozen=True, slots=True)
class Resolved:
    """A pronoun at characters `[start, end)` of a turn, and the name it was resolved to."""

    turn: TurnInContext
    start: int
    end: int
    name: str


def main(arguments: list[str] | None = None) -> None:
    """Print the counts, the agreement with the records, and a sample to judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("conversations", type=Path)
    parser.add_argument("--records", type=Path, help="events that a model wrote about these turns")
    parser.add_argument("--skip", type=int, default=0, help="sessions left out in front")
    parser.add_argument("--first", type=int, help="sessions read, at most")
    parser.add_argument("--sample", type=int, default=0, help="resolved pronouns to print")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)

    syntax = UDPipeParser()
    count, resolved = 0, list[Resolved]()
    last = None if options.first is None else options.skip + options.first
    for session in islice(sessions(options.conversations), options.skip, last):
        if has_pronoun(session):
            pronouns, found = resolutions(turns_in_context(session, syntax))
            count += pronouns
            resolved.extend(found)
    print(f"{count} pronouns, {len(resolved)} resolved")
    if options.records:
        report_agreement(resolved, descriptions(options.records))
    chance = random.Random(options.seed)  # noqa: S311 - a sample, not a secret
    for one in chance.sample(resolved, min(options.sample, len(resolved))):
        show(one)


def sessions(path: Path) -> Iterator[list[SourceTurn]]:
    """The sessions of a file; each turn's session is named after its conversation."""
    if path.name.endswith(".jsonl.gz"):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for number, line in enumerate(file):
                said = json.loads(line)["dialog"]
                yield [
                    SourceTurn(place, f"{number}:{place}", str(number), place, SPEAKERS[place % 2], one["text"], None)
                    for place, one in enumerate(said)
                ]
        return
    for conversation in read_file(path):
        for session in conversation.sessions:
            yield [
                SourceTurn(place, one.id or "", conversation.name, place, one.speaker, one.text, None)
                for place, one in enumerate(session.turns)
            ]


def has_pronoun(session: Iterable[SourceTurn]) -> bool:
    """Whether a session may have a pronoun; most have none, and parsing is slow."""
    words = {word.strip(".,;:!?'\"()") for turn in session for word in turn.text.lower().replace("'", " ").split()}
    return not words.isdisjoint({"he", "him", "his", "she", "her", "hers", "himself", "herself"})


def resolutions(turns: Iterable[TurnInContext]) -> tuple[int, list[Resolved]]:
    """The number of pronouns in some turns, and those that are resolved."""
    count, found = 0, list[Resolved]()
    for turn in turns:
        count += len(pronouns_in(turn))
        found.extend(Resolved(turn, start, end, name) for (start, end), name in referents(turn).items())
    return count, found


def descriptions(path: Path) -> dict[tuple[str, str], list[str]]:
    """The descriptions recorded for each turn, by conversation and turn id."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        for event in record["events"]:
            for source in event["sources"]:
                found[record["sample_id"], source].append(event["description"])
    return found


def report_agreement(resolved: Iterable[Resolved], recorded: dict[tuple[str, str], list[str]]) -> None:
    """Print how many names (at least their last word) occur in a description, and those that do not."""
    counted = agreed = 0
    for one in resolved:
        told = recorded.get((one.turn.turn.session, one.turn.turn.id.rpartition("#")[2]))
        if told is None:
            continue
        counted += 1
        if one.name.split()[-1].casefold() in " ".join(told).casefold():
            agreed += 1
        else:
            print("not in the record:", told)
            show(one)
    print(f"{agreed} of {counted} names stand in the record of their turn")


def show(one: Resolved) -> None:
    """Print a pronoun in its turn, after the two preceding turns."""
    text = one.turn.turn.text
    print(f"{text[one.start : one.end]!r} = {one.name}")
    for before in one.turn.before[-2:]:
        print(f"    {before.turn.speaker}: {before.turn.text}")
    print(f"  > {one.turn.turn.speaker}: {text[: one.start]}[{text[one.start : one.end]}]{text[one.end :]}")


if __name__ == "__main__":
    main()
