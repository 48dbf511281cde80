"""What does not depend on the question: the order of a memory's turns, their sentences, lengths and speakers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from convograph.architectures.unified.places import NOWHERE, Places, places_of
from convograph.architectures.unified.sentences import Sentences, sentences_by_turn
from convograph.architectures.unified.turn_vectors import TurnVectors
from convograph.architectures.unified.weights import FORMS
from convograph.graph.arrays import Floats, Mask, Rows
from convograph.graph.columns import Column
from convograph.graph.rows import LayerKey
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.layers.wording import signs_of
from convograph.segmentation import BRIEF_WORDS, REQUEST_WORDS, is_assistant, is_tool, is_user
from convograph.terms import Analyzer

FEW = 10  # turns of the overall mean length that smooth the mean message length of a session: set by hand
_PEOPLE, _CHAT, _ASSISTANT, _ASSISTANT_CHAT = map(FORMS.index, ("people", "chat", "assistant", "assistant_chat"))


@dataclass(frozen=True)
class Outline:
    """The visible turns and sentences of a memory.

    `number` (items,) is the number of each item's sentence, `NOWHERE` for a hidden one; `sentence_lengths` and
    `turn_lengths` count words, for a turn including the name of its speaker. `speakers` (places,) are the numbers of
    the turns' speakers, `names` the terms of each speaker's name; `by_assistant`, `by_user` and `by_tool` (places,) say
    whether the speaker has such a name. `signs` (items,) are those of all sentences, as bits
    (`layers.wording.signs_of`); `vectors` holds the turn vectors computed so far.
    """

    places: Places
    sentences: Sentences
    number: Rows
    sentence_lengths: Floats
    turn_lengths: Floats
    speakers: npt.NDArray[np.int32]
    names: Mapping[int, tuple[str, ...]]
    by_assistant: npt.NDArray[np.bool_]
    by_user: npt.NDArray[np.bool_]
    by_tool: npt.NDArray[np.bool_]
    signs: npt.NDArray[np.int8]
    vectors: TurnVectors

    @cached_property
    def average_sentence(self) -> float:
        """The mean length of all sentences."""
        return float(self.sentence_lengths.mean()) if len(self.sentence_lengths) else 0.0

    @cached_property
    def forms(self) -> npt.NDArray[np.int8]:
        """For each session the number of its form in `FORMS`.

        The form depends on whether an assistant or a user speaks in the session, and on the mean message length (with
        an assistant, of the user's messages), which is smoothed towards that of all such sessions.
        """
        starts = self.places.session_starts
        if not len(starts):
            return np.zeros(0, np.int8)
        assisted = np.logical_or.reduceat(self.by_assistant | self.by_user, starts)
        counted = np.bincount(self.sentences.places, self.sentence_lengths, len(self.places))
        words = counted.astype(np.float64, copy=False)  # no copy: weighted counts are float64
        is_chat = _mean_words(words, np.ones(len(words), np.bool_), starts, ~assisted) < BRIEF_WORDS
        is_assistant_chat = _mean_words(words, self.by_user, starts, assisted) < REQUEST_WORDS
        given = [assisted & is_assistant_chat, assisted, is_chat]
        found: npt.NDArray[np.int8] = np.select(given, [_ASSISTANT_CHAT, _ASSISTANT, _CHAT], _PEOPLE).astype(np.int8)
        return found

    @cached_property
    def window_lengths(self) -> tuple[Floats, ...]:
        """The length of each turn together with one, and with two, neighbours on either side."""
        one = self.places.with_neighbours(self.turn_lengths, self.turn_lengths, 1)
        return one, self.places.with_neighbours(one, self.turn_lengths, 2)


def _mean_words(words: Floats, turns: Mask, starts: Rows, sessions: Mask) -> Floats:
    """The mean of `words` over the given `turns` of each session, shape (sessions,).

    It is smoothed as if each session had `FEW` more turns of the mean length in all of `sessions`.
    """
    sums, counts = np.add.reduceat(words * turns, starts), np.add.reduceat(turns.astype(np.int64), starts)
    mean = sums[sessions].sum() / max(1, counts[sessions].sum())
    found: Floats = (sums + FEW * mean) / (counts + FEW)
    return found


def outline_of(snapshot: Snapshot, key: LayerKey, visible: npt.NDArray[np.bool_] | None, analyzer: Analyzer) -> Outline:
    """The outline of the visible turns; that of all turns (`None`) is cached with the snapshot."""
    if visible is not None:
        return _outlined(snapshot, key, visible, analyzer)
    return snapshot.derived.for_version(
        ("outline", key), snapshot.version, lambda: _outlined(snapshot, key, None, analyzer)
    )


def _outlined(snapshot: Snapshot, key: LayerKey, visible: npt.NDArray[np.bool_] | None, analyzer: Analyzer) -> Outline:
    turns, layer = snapshot.turns, snapshot.layers[key]
    places = places_of(turns, visible)
    sentences = _sentences(layer, places)
    number = sentences.items
    if len(number) < len(layer) or np.any(number[1:] < number[:-1]):
        number = np.full(len(layer), NOWHERE)
        number[sentences.items] = np.arange(len(sentences.items))
    lengths = layer.postings.lengths.values[sentences.items].astype(np.float64)
    speakers = turns.speakers.values[places.rows]
    names = {number: tuple(analyzer.terms(name)) for name, number in turns.speaker_keys.items()}
    of_name = np.zeros(len(names) + 1)  # the last entry is read at index -1: no speaker
    of_name[list(names)] = [len(terms) for terms in names.values()]
    of_turns = np.bincount(sentences.places, lengths, len(places)) + of_name[speakers]
    by_assistant, by_user, by_tool = (
        np.isin(speakers, [number for name, number in turns.speaker_keys.items() if is_called(name)])
        for is_called in (is_assistant, is_user, is_tool)
    )
    return Outline(
        places=places,
        sentences=sentences,
        number=number,
        sentence_lengths=lengths,
        turn_lengths=of_turns,
        speakers=speakers,
        names=names,
        by_assistant=by_assistant,
        by_user=by_user,
        by_tool=by_tool,
        signs=snapshot.derived.incremental(("signs", key), layer.payloads, _no_signs, _more_signs).values,
        vectors=snapshot.derived.cached(("turn vectors", key), TurnVectors),
    )


def _no_signs() -> Column:
    return Column(np.empty(0, np.int8))


def _more_signs(held: Column, payloads: Sequence[str]) -> Column:
    return held.extended(np.fromiter(map(signs_of, payloads), np.int8, len(payloads)))


def _sentences(layer: LayerTable, places: Places) -> Sentences:
    """All sentences of visible turns."""
    at = places.of_row[layer.first_turns()]
    items = np.arange(len(layer))
    if layer.alive is not None or len(places) < len(places.of_row):
        kept = at != NOWHERE
        if layer.alive is not None:
            kept &= layer.alive
        items, at = np.flatnonzero(kept), at[kept]
    if np.any(at[1:] < at[:-1]):
        order = np.argsort(at, kind="stable")
        items, at = items[order], at[order]
    return sentences_by_turn(items, at)
