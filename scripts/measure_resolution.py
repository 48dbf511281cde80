"""How well the resolver without a model tells who is meant: B³ on labels that nothing was fitted to.

    python scripts/measure_resolution.py data/names DATA

`data/names` are labels of who is meant, `DATA` has a folder for each source (chronicles, locomo, friends). Only the
measuring part is read. A table of Markdown: for each source, for what is hard, and for each way of naming, the
precision, recall and F1 of B³ over mentions, beside equal names (whatever the case) as one entity each. In brackets the
95 % interval of how much higher F1 is than by equal names, over resampled conversations. Below it, for each setting,
how likely the resolver said that the best candidate is meant, and how often it was: of an entity of several, the label
of its first mention counts.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from calibrate_resolution import SETTINGS, Labelled, Noted, folded, labelled, spans_of
from convograph.build import make_encoder, make_reader
from convograph.extraction.reading import Reader
from convograph.protocols import Encoder
from convograph.resolution import OfflineResolver
from convograph_eval.b_cubed import BCubed, of_mentions
from convograph_eval.datasets import turn_ids
from convograph_eval.names import NamedConversation, NamedMention, read_made, read_names

SOURCES = ("chronicles", "locomo", "friends")
RESAMPLES, SEED = 2_000, 0
SAID = (0.0, 0.25, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)  # the bounds of what is said

Scores = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Measured:
    """A conversation: its source, its labelled mentions in order of time, and a (mentions, 2) array a system, of the
    precision and recall of each. `asked` has for each setting how likely the best candidates were said to be meant, and
    whether they are.
    """

    source: str
    mentions: tuple[NamedMention, ...]
    scores: dict[str, Scores]
    asked: dict[str, list[tuple[float, bool]]] = field(default_factory=dict)


def main(arguments: list[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", type=Path, help="the folder of labels")
    parser.add_argument("data", type=Path, help="the folder of data sets")
    parser.add_argument("--encoder", default="static-sentences")
    given = parser.parse_args(arguments)
    encoder, reader = make_encoder(given.encoder), make_reader()
    found = [
        measured(named, encoder, reader)
        for source in (*SOURCES, "made")
        for named in _read(source, given.names, given.data)
    ]
    print("\n".join([*table(found), "", *reliability(found)]))


def _read(source: str, names: Path, data: Path) -> Sequence[NamedConversation]:
    if source == "made":
        return list(read_made(names / "made.jsonl", "measuring"))
    return list(read_names(names / "measuring.jsonl", names.parent if source == "chronicles" else data, [source]))


def measured(named: NamedConversation, encoder: Encoder, reader: Reader) -> Measured:
    """The scores of each mention, by equal names and by the resolver with each of its settings."""
    one = labelled(named.conversation, spans_of(named.conversation, named.mentions), encoder, reader)
    counted = [place for place, (_, counts) in enumerate(one.entities) if counts]
    gold = [one.entities[place][0] for place in counted]
    scores = {
        name: np.array(of_mentions([labels[place] for place in counted], gold))
        for name, labels in _systems(one).items()
    }
    return Measured(named.source, _in_order(named), scores, {name: _asked(one, name) for name in SETTINGS})


def _asked(one: Labelled, name: str) -> list[tuple[float, bool]]:
    """What the resolver says in a setting, and whether it is so."""
    noted = Noted(one, OfflineResolver())
    folded(one, noted, SETTINGS[name])
    return [(chance, right) for chance, right, _ in noted.rows]


def _systems(one: Labelled) -> dict[str, list[object]]:
    """What each system takes each mention for."""
    resolved = {
        name: [each.entity for each in folded(one, OfflineResolver(), settings).resolutions]
        for name, settings in SETTINGS.items()
    }
    return {"equal names": [each.surface.casefold() for each in one.mentions], **resolved}


def _in_order(named: NamedConversation) -> tuple[NamedMention, ...]:
    """The labelled mentions in the order in which `labelled` has them."""
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
    """The lines of the table of what was said and what was so, without what is made; the last row is of all."""
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
    """How far what is said is from what is so, weighed by how often it is said."""
    places = np.digitize(rows[:, 0], SAID[1:-1])
    sums = [abs((rows[places == place, 0] - rows[places == place, 1]).sum()) for place in np.unique(places)]
    return float(sum(sums) / max(len(rows), 1))


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
    """The sums of precision and recall over the mentions that count, and their number, of each conversation."""
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
