"""Measures entity resolution without a model: B³ on labels that nothing was fitted to.

    python scripts/measure_resolution.py data/names DATA [--found]

`data/names` has labels of the entities meant; `DATA` has a folder for each source (locomo, friends). Reads only the
measuring part. Prints a Markdown table: for each source, for hard mentions, and for each category of mentions, the
precision, recall and F1 of B³, compared with a baseline that merges equal names ignoring case. In brackets the 95 %
interval of the gain in F1 over that baseline, over resampled conversations. Below it, for each setting, the predicted
probabilities of the best candidates and how often they were right, by the label of the first mention of the
candidate's entity.

Spans and kinds are those of the labels. With `--found`, there is another column for a memory that finds mentions by
itself: a labelled mention belongs to the entity of the mention found there, or of one with the same words in its turn,
and otherwise is an entity of its own. The number of mentions found is printed below the tables.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from calibrate_resolution import SETTINGS, LabelledConversation, Noted, folded, labelled, spans_of
from convograph.architectures.lightgmem import LightGMEM
from convograph.build import make_encoder, make_reader, open_memory
from convograph.extraction.reading import Reader
from convograph.protocols import Encoder, Query
from convograph.resolution import OfflineResolver
from convograph_eval.b_cubed import BCubed, of_mentions
from convograph_eval.datasets import turn_ids
from convograph_eval.names import NamedConversation, NamedMention, read_made, read_names

SOURCES = ("chronicles", "locomo", "friends")
RESAMPLES, SEED = 2_000, 0
FOUND = "ours, mentions found"
SAID = (0.0, 0.25, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)  # bin edges of predicted probabilities

Scores = npt.NDArray[np.float64]


@dataclass(frozen=True)
class FoundMention:
    """A mention that a memory found in a turn: its span in characters, its text, and the number of its entity."""

    start: int
    end: int
    text: str
    entity: int

    def shared(self, one: NamedMention) -> int:
        """The number of characters shared with a labelled mention."""
        return max(0, min(self.end, one.end) - max(self.start, one.start))


@dataclass(frozen=True)
class Measured:
    """A conversation's source, its labelled mentions in order of time, and the scores of each system.

    Scores have shape (mentions, 2): the precision and recall of each mention. `asked` has, for each setting, the
    predicted probabilities of the best candidates, and whether these are right; `found` has whether a memory finds each
    mention, if measured.
    """

    source: str
    mentions: tuple[NamedMention, ...]
    scores: dict[str, Scores]
    asked: dict[str, list[tuple[float, bool]]] = field(default_factory=dict)
    found: tuple[bool, ...] = ()


def main(arguments: list[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", type=Path, help="the folder of labels")
    parser.add_argument("data", type=Path, help="the folder of data sets")
    parser.add_argument("--encoder", default="static-sentences")
    parser.add_argument("--found", action="store_true", help="also let a memory find the mentions")
    given = parser.parse_args(arguments)
    encoder, reader = make_encoder(given.encoder), make_reader()
    found = [
        measured(named, encoder, reader, finding=given.found)
        for source in (*SOURCES, "made")
        for named in _read(source, given.names, given.data)
    ]
    print("\n".join([*table(found), "", *reliability(found)]))
    if given.found:
        print("\n" + found_of(found))


def _read(source: str, names: Path, data: Path) -> Sequence[NamedConversation]:
    if source == "made":
        return list(read_made(names / "made.jsonl", "measuring"))
    return list(read_names(names / "measuring.jsonl", names.parent if source == "chronicles" else data, [source]))


def measured(named: NamedConversation, encoder: Encoder, reader: Reader, *, finding: bool = False) -> Measured:
    """The scores of each mention by equal names, by the resolver in each setting, and optionally by found mentions."""
    one = labelled(named.conversation, spans_of(named.conversation, named.mentions), encoder, reader)
    counted = [place for place, (_, counts) in enumerate(one.entities) if counts]
    gold = [one.entities[place][0] for place in counted]
    scores = {
        name: np.array(of_mentions([labels[place] for place in counted], gold))
        for name, labels in _systems(one).items()
    }
    asked = {name: _asked(one, name) for name in SETTINGS}
    if not finding:
        return Measured(named.source, _in_order(named), scores, asked)
    found = found_entities(named, encoder, reader)
    scores[FOUND] = np.array(
        of_mentions([("missed", place) if one is None else one for place, one in enumerate(found)], gold)
    )
    return Measured(named.source, _in_order(named), scores, asked, tuple(one is not None for one in found))


def found_entities(named: NamedConversation, encoder: Encoder, reader: Reader) -> list[int | None]:
    """The number of the entity that a memory assigns to each labelled mention, in order; `None` if not found."""
    architecture = LightGMEM(encoder, reader)
    with open_memory(":memory:", architecture=architecture) as memory:
        memory.add(named.conversation.sessions)
        graph = architecture.entity_graph(memory._keeper.caught_up(), Query("", 1, architecture.unit))
    there: dict[str, list[FoundMention]] = {}
    mentions = graph.mentions
    columns = (mentions.items, mentions.entities, mentions.turns)
    for item, entity, turn in zip(*(column.tolist() for column in columns), strict=True):
        source, layer = int(graph.layer.source_starts.values[item]), graph.layer
        start, end = int(layer.span_starts.values[source]), int(layer.span_ends.values[source])
        if end >= 0:  # mentions of speakers have no span
            text = graph.snapshot.turns.rows[turn].text[start:end]
            there.setdefault(graph.snapshot.turns.rows[turn].id, []).append(FoundMention(start, end, text, entity))
    return [_entity_of(one, there.get(one.turn, ())) for one in _in_order(named)]


def _entity_of(one: NamedMention, there: Sequence[FoundMention]) -> int | None:
    """The entity of the found mention that overlaps a labelled one most, else of one with the same words."""
    best = max(there, key=lambda each: each.shared(one), default=None)
    if best is not None and best.shared(one) > 0:
        return best.entity
    return next((each.entity for each in there if each.text.casefold() == one.text.casefold()), None)


def _asked(one: LabelledConversation, name: str) -> list[tuple[float, bool]]:
    """The probabilities of the best candidates in a setting, and whether these are right."""
    noted = Noted(one, OfflineResolver())
    folded(one, noted, SETTINGS[name])
    return [(chance, right) for chance, right, _ in noted.rows]


def _systems(one: LabelledConversation) -> dict[str, list[object]]:
    """The entity that each system assigns to each mention."""
    resolved: dict[str, list[object]] = {
        name: [each.entity for each in folded(one, OfflineResolver(), settings).resolutions]
        for name, settings in SETTINGS.items()
    }
    return {"equal names": [each.surface.casefold() for each in one.mentions], **resolved}


def _in_order(named: NamedConversation) -> tuple[NamedMention, ...]:
    """The labelled mentions in the order of `labelled`."""
    turns = [turn for session in named.conversation.sessions for turn in turn_ids(session)]
    places = {turn: place for place, turn in enumerate(turns)}
    return tuple(sorted(named.mentions, key=lambda one: (places[one.turn], one.start, one.end)))


# The table


def table(found: Sequence[Measured]) -> list[str]:
    """The lines of the table."""
    real = [one for one in found if one.source != "made"]
    made = [one for one in found if one.source == "made"]
    categories = dict.fromkeys(mention.category for one in real for mention in one.mentions)
    systems = list(found[0].scores)
    lines = [f"| | mentions | {' | '.join(systems)} |", f"| --- | --- | {' | '.join('---' for _ in systems)} |"]
    rows: list[tuple[str, Sequence[Measured], Callable[[NamedMention], bool]]] = [
        ("all", real, lambda one: True),
        ("hard", real, lambda one: one.hard),
        *((source, [one for one in real if one.source == source], lambda one: True) for source in SOURCES),
        *((name, real, lambda one, name=name: one.category == name) for name in sorted(categories)),
        ("made", made, lambda one: True),
        ("made, hard", made, lambda one: one.hard),
    ]
    return [*lines, *(_row(name, conversations, kept) for name, conversations, kept in rows)]


def reliability(found: Sequence[Measured]) -> list[str]:
    """The lines of the table of predicted and observed frequencies, without made conversations.

    The row before the mean difference covers all probabilities.
    """
    asked = {
        name: np.array([each for one in found if one.source != "made" for each in one.asked.get(name, ())]).reshape(
            -1, 2
        )
        for name in SETTINGS
    }
    heads = [f"{name}: mentions | said | so" for name in SETTINGS]
    lines = [f"| said | {' | '.join(heads)} |", f"| --- | {' | '.join('--- | --- | ---' for _ in SETTINGS)} |"]
    for low, high in [*pairwise(SAID), (0.0, 1.0)]:
        cells = [_said_and_so(rows, low, high) for rows in asked.values()]
        lines.append(f"| {low:.2f} to {high:.2f} | {' | '.join(cells)} |")
    errors = [f"{_calibration_error(rows):.3f}" for rows in asked.values()]
    return [*lines, f"| mean difference | {' | '.join(f' | | {one}' for one in errors)} |"]


def _said_and_so(rows: Scores, low: float, high: float) -> str:
    there = rows[(rows[:, 0] >= low) & ((rows[:, 0] < high) | (high == 1))]
    if not len(there):
        return "0 | – | –"
    said, so = there.mean(axis=0).tolist()
    return f"{len(there)} | {said:.3f} | {so:.3f}"


def _calibration_error(rows: Scores) -> float:
    """The expected calibration error: the mean difference of prediction and frequency, weighted by bin size."""
    places = np.digitize(rows[:, 0], SAID[1:-1])
    sums = [abs((rows[places == place, 0] - rows[places == place, 1]).sum()) for place in np.unique(places)]
    return float(sum(sums) / max(len(rows), 1))


def found_of(found: Sequence[Measured]) -> str:
    """How many labelled mentions a memory finds, overall and among hard ones, without made conversations."""
    there = [
        (mention.hard, is_found)
        for one in found
        if one.source != "made"
        for mention, is_found in zip(one.mentions, one.found, strict=True)
    ]
    hard = [is_found for is_hard, is_found in there if is_hard]
    return f"found: {sum(each for _, each in there):,} of {len(there):,}; hard: {sum(hard):,} of {len(hard):,}"


def _row(name: str, conversations: Sequence[Measured], kept: Callable[[NamedMention], bool]) -> str:
    systems = list(conversations[0].scores)
    masks = [np.array([kept(mention) for mention in one.mentions], np.bool_) for one in conversations]
    count = sum(int(mask.sum()) for mask in masks)
    sums = {system: _sums([one.scores[system] for one in conversations], masks) for system in systems}
    draws = np.random.default_rng(SEED).integers(len(conversations), size=(RESAMPLES, len(conversations)))
    of_names = [_means(sums[systems[0]][draw])[2] for draw in draws]
    cells = []
    for system in systems:
        precision, recall, f1 = _means(sums[system])
        cell = f"{precision:.3f} / {recall:.3f} / **{f1:.3f}**"
        if system != systems[0]:
            gains = np.array([_means(sums[system][draw])[2] for draw in draws]) - of_names
            low, high = np.percentile(gains, (2.5, 97.5)).tolist()
            cell += f" [{low:+.3f}, {high:+.3f}]"
        cells.append(cell)
    return f"| {name} | {count:,} | {' | '.join(cells)} |"


def _sums(scores: Sequence[Scores], masks: Sequence[npt.NDArray[np.bool_]]) -> Scores:
    """For each conversation, the sums of precision and recall over the kept mentions, and their number."""
    return np.array([[*one[mask].sum(axis=0), mask.sum()] for one, mask in zip(scores, masks, strict=True)])


def _means(sums: Scores) -> tuple[float, float, float]:
    """Precision, recall and F1 over some conversations."""
    precision, recall, count = sums.sum(axis=0)
    if not count:
        return 0.0, 0.0, 0.0
    one = BCubed(float(precision / count), float(recall / count))
    return one.precision, one.recall, one.f1


if __name__ == "__main__":
    main()
