"""How the extraction from a turn is displayed, as text and tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from convograph.cli.console import clean, jsonable, shown
from convograph.extraction.reading import Reader, Reading
from convograph.extraction.times import TimeMention, show_when, times_in
from convograph.extraction.types import FoundTriplet, ParsedSentence
from convograph.types import SourceTurn

_MENTION, _TIME = "bold green", "bold cyan"


@dataclass(frozen=True, slots=True)
class TurnReading:
    """What was extracted from one turn, with character offsets from its start."""

    reading: Reading
    times: tuple[TimeMention, ...]


def first_reading(reader: Reader, session: Sequence[SourceTurn]) -> TurnReading:
    """Read a session, and return what is extracted from its first turn."""
    reading = reader.read(session)[0]
    turn = reading.turn.turn
    return TurnReading(reading, tuple(times_in(turn.text, turn.said)))


def reading_object(read: TurnReading) -> dict[str, Any]:
    """The reading as a JSON object in which all fields of a triplet are on one level."""
    found: dict[str, Any] = jsonable(read)
    reading = found["reading"]
    reading["triplets"] = [_flat(one) for one in reading["triplets"]]
    for event in reading["events"]:
        event["triplets"] = [_flat(one) for one in event["triplets"]]
    return found


def _flat(found: dict[str, Any]) -> dict[str, Any]:
    stated, hypothetical = found.pop("stated"), found.pop("hypothetical")
    return {**found, **stated.pop("triplet"), **stated, "hypothetical": hypothetical}


def reading_view(reading: Reading, times: Sequence[TimeMention], *, words: bool) -> RenderableType:
    """The text with its mentions and times highlighted, then tables of mentions, times, triplets and events."""
    parts: list[RenderableType] = [_text(reading, times)]
    parts += _mentions(reading)
    parts += _listed("times", [(each.text, show_when(each.when) if each.when else "unknown") for each in times])
    parts += _triplets(reading.triplets)
    parts += _listed(
        "events",
        [(show_when(event.when) if event.when else "unknown", event.description) for event in reading.events],
    )
    if words:
        parts += [_words(sentence) for sentence in reading.turn.parsed.sentences]
    return Group(*parts)


def _text(reading: Reading, times: Sequence[TimeMention]) -> Text:
    spans = [(each.start, each.end, _TIME) for each in times]
    spans += [(each.start, each.end, _MENTION) for each in reading.mentions if each.kind != "time"]
    text, at = Text(), 0
    given = reading.turn.turn.text
    for start, end, style in sorted(spans):
        text.append(clean(given[at:start]))
        text.append(clean(given[max(start, at) : end]), style)
        at = max(at, end)
    return text.append(clean(given[at:]))


def _mentions(reading: Reading) -> Iterator[RenderableType]:
    kinds: dict[str, dict[str, None]] = {}
    for each in reading.mentions:
        kinds.setdefault(each.kind, {})[each.name] = None
    yield from _listed("mentions", [(kind, ", ".join(names)) for kind, names in kinds.items()])


def _triplets(triplets: Sequence[FoundTriplet]) -> Iterator[RenderableType]:
    if not triplets:
        return
    table = Table("subject", "relation", "object", "as said", "", title="triplets", title_justify="left", box=None)
    for one in triplets:
        parts, phrase = one.triplet, one.stated.phrase
        said = phrase if phrase != parts.relation else ""
        table.add_row(
            shown(parts.subject), shown(parts.relation, "bold"), shown(parts.object), shown(said), _notes(one)
        )
    yield Padding(table, (1, 0, 0, 0))


def _notes(triplet: FoundTriplet) -> Text:
    notes: list[str] = [triplet.stated.tense]
    notes += ["negated"] * triplet.stated.negated + ["not stated"] * triplet.hypothetical
    return Text(", ".join(notes), "dim")


def _listed(title: str, rows: Sequence[tuple[str, str]]) -> Iterator[RenderableType]:
    if not rows:
        return
    table = Table(title=title, title_justify="left", box=None, show_header=False)
    for left, right in rows:
        table.add_row(shown(left, "bold"), shown(right))
    yield Padding(table, (1, 0, 0, 0))


def _words(sentence: ParsedSentence) -> RenderableType:
    table = Table("", "word", "lemma", "tag", "head", "relation", "features", box=None, title_justify="left")
    for place, word in enumerate(sentence.parse.words, start=1):
        cells = (str(place), word.form, word.lemma, word.tag, str(word.head + 1), word.relation, word.features)
        table.add_row(*(shown(cell) for cell in cells))
    return Padding(table, (1, 0, 0, 0))
