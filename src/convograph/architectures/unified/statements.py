"""Turns that state exactly what is asked about one person: "Where do I live?" – "We're back in Porto."

They may share no word with the question, so that nothing else finds them. Among the turns that this person says or
that name them, the sentences similar to a typical statement of it (`facts.questions.asked_statements`) are read for
facts; the turns that state it come first, newest first.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from convograph.architectures.unified.matches import Matches, words_in
from convograph.extraction.asked_relation import AskedFor
from convograph.graph.arrays import Rows
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.vectors import nearest_among, rounded
from convograph.protocols import Encoder

READ = 8  # sentences read per telling: reading a turn takes milliseconds, once
MOST = 5  # turns that state it, which `rules.direct_statements` puts first


def stating_places(
    snapshot: Snapshot, layer: LayerTable, matches: Matches, encoder: Encoder, allowed: npt.NDArray[np.bool_] | None
) -> dict[int, tuple[str, ...]]:
    """The places of at most `MOST` turns that state what is asked, with the values; the turn to rank first comes last.

    That is the newest turn or, if the question asks for a former value, the oldest. `allowed` masks the rows that may
    be found (`None`: all).
    """
    asked = matches.asked.relation
    if asked is None:
        return {}
    from convograph.facts.questions.asked_statements import (  # noqa: PLC0415 - only such a question loads the rules
        other_words,
        stated_in,
        tellings,
    )
    from convograph.facts.questions.whom_asked import in_own_words  # noqa: PLC0415 - as above

    asked = in_own_words(snapshot, asked)
    may = _may_tell(asked, snapshot, matches) | _with_words(other_words(snapshot, asked), layer, matches)
    if allowed is not None:
        may &= allowed[matches.places.rows]
    places = np.unique(_places_like(tellings(asked), layer, matches, encoder, may))
    rows = matches.places.rows[places]
    in_time = np.lexsort((places, snapshot.turns.seconds.values[rows]))
    if asked.former:
        in_time = in_time[::-1]
    turns = {int(places[number]): snapshot.turns.source_turn(int(rows[number])) for number in in_time.tolist()}
    stated = stated_in(snapshot, turns.values(), asked)
    found = [(place, stated[turn.key]) for place, turn in turns.items() if turn.key in stated]
    return dict(found[-MOST:])


def _may_tell(asked: AskedFor, snapshot: Snapshot, matches: Matches) -> npt.NDArray[np.bool_]:
    """Whether the turn at each place may be about the person in question, who says it or is named in it.

    Only the user calls somebody "my sister".
    """
    outline, named = matches.outline, asked.named
    own = [number for name, number in snapshot.turns.speaker_keys.items() if asked.is_about(name)]
    may: npt.NDArray[np.bool_] = np.isin(outline.speakers, own)
    if named is not None:
        stems = matches.asked.analyzer.terms(named)
        words = [word for word, stem in enumerate(matches.asked.stems) if stem in stems]
        naming = (matches.turns.counts[words] > 0).any(axis=0)
        may |= naming & outline.by_user if asked.of_user else naming
    return may


def _with_words(words: Sequence[str], layer: LayerTable, matches: Matches) -> npt.NDArray[np.bool_]:
    """Whether the turn at each place has any of some words."""
    stems = list(matches.asked.analyzer.terms(" ".join(words)))
    found = words_in(layer, matches.outline.number, stems)
    having = np.zeros(len(matches.places), np.bool_)
    having[matches.sentences.places[found.text]] = True
    return having


def _places_like(
    ways: Sequence[str], layer: LayerTable, matches: Matches, encoder: Encoder, among: npt.NDArray[np.bool_]
) -> Rows:
    """The places of the sentences nearest to each of the `ways` of telling, in the turns of the mask `among`."""
    sentences, number = matches.sentences, matches.outline.number
    items = sentences.items[among[sentences.places]]
    vectors = rounded(encoder.encode(ways, "query")) if ways and len(items) else ()
    near = [
        nearest_among(layer.vectors.values, items, one, READ, lambda some: (number[some],)).items for one in vectors
    ]
    found: Rows = sentences.places[number[np.concatenate([np.empty(0, np.int64), *near])]]
    return found
