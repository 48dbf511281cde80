"""Comparison of our triplets and times with the recorded ones, in one pass over the conversations."""

from __future__ import annotations

from collections.abc import Sequence

from convograph.extraction.reading import Reading
from convograph.protocols import Encoder
from convograph_eval.datasets import Dataset
from convograph_eval.language.extraction import Read, sessions
from convograph_eval.language.recorded.alignment import match_triplets
from convograph_eval.language.recorded.corpus import LabelledEvent
from convograph_eval.language.recorded.event_times import match_times
from convograph_eval.language.types import Measured, Watch


def measure(
    events: Sequence[LabelledEvent],
    dataset: Dataset,
    read: Read,
    encoder: Encoder,
    watch: Watch = lambda done, total: None,
) -> Measured:
    """Records of triplets, then of events; the summary has the keys `"triplets"` and `"times"`."""
    found: dict[str, Reading] = {}
    given = list(sessions(dataset))
    for number, session in enumerate(given):
        found.update((reading.turn.turn.id, reading) for reading in read(session))
        watch(number + 1, len(given))
    triplets = match_triplets(events, {turn: one.triplets for turn, one in found.items()}, encoder)
    days = {turn: one.turn.turn.said.local.date() for turn, one in found.items() if one.turn.turn.said}
    times = match_times(events, {turn: one.events for turn, one in found.items()}, days, encoder)
    return Measured((*triplets.items, *times.items), {"triplets": triplets.summary, "times": times.summary})
