"""Evaluation of a chat model, such as a tuned extractor on a server, on PersonaExt, with the rules' scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydantic import StrictStr, TypeAdapter

from convograph.errors import InputError, ModelError, ModelOutputError
from convograph.extraction.reading import Reading
from convograph.extraction.types import FoundTriplet, ParsedTurn, Stated, TurnInContext
from convograph.formats.shapes import Shape, validate
from convograph.formats.source import json_lines, source_of_file
from convograph.generation.memos.triplet_replies import triplet_reading
from convograph.generation.memos.triplets import Statements, stated_in, triplet_request
from convograph.protocols import ChatModel, TokenCounter
from convograph.quotation import relation_in_words
from convograph.structured import ask_for
from convograph.types import SourceTurn, Triplet
from convograph_eval.answering import Cost, Replies, TokenPrice
from convograph_eval.answering.circuit_breaker import CircuitBreaker, Guarded
from convograph_eval.answering.replies import RecordedModel
from convograph_eval.judges import named_error
from convograph_eval.language.personaext.corpus import MarkedSentence
from convograph_eval.language.personaext.scores import measure, turn_of
from convograph_eval.language.types import Measured, Watch
from convograph_eval.language.words import words

WORKERS = 4  # concurrent calls
_DENIALS = frozenset({"not", "never", "no", "cannot"})


class _Record(Shape):
    group: StrictStr


_RECORD = TypeAdapter(_Record)


@dataclass(frozen=True, slots=True)
class ModelExtractor:
    """A chat model that is asked for the triplets of single turns, as by `convograph enrich --kinds triplet`.

    `replies` caches its replies; `breaker` stops calling it after too many failures in a row.
    """

    model: ChatModel
    replies: Replies | None
    counter: TokenCounter
    breaker: CircuitBreaker = field(default_factory=CircuitBreaker)

    def extract(self, turn: SourceTurn) -> tuple[Reading | ModelError, Cost]:
        """The model's reading of a turn, or its failure, and the cost."""
        recorded = RecordedModel(Guarded(self.model, self.breaker), self.replies, self.counter)
        (outcome,) = ask_for(recorded, [triplet_request("", [turn])], Statements, triplet_reading(1))
        if isinstance(outcome, ModelOutputError):
            recorded.reject()
        if isinstance(outcome, ModelError):
            return outcome, recorded.cost
        triplets = tuple(_found(turn, triplet) for _, triplet in stated_in(outcome.value, [turn]))
        return Reading(TurnInContext(ParsedTurn(turn, ()), (), (), None), (), triplets, ()), recorded.cost


def measure_model(
    sentences: Sequence[MarkedSentence],
    extractor: ModelExtractor,
    price: TokenPrice | None = None,
    watch: Watch = lambda done, total: None,
) -> Measured:
    """The scores of `personaext.scores.measure`, with the model's name, its failures by reason, and the cost.

    Sentences on which the model failed are not scored. Raises `ModelError` if it was given up on, or never replied.
    """
    turns = [turn_of(number, sentence) for number, sentence in enumerate(sentences)]
    read: dict[str, Reading] = {}
    failures: Counter[str] = Counter()
    cost = Cost()
    pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="convograph-extractor")
    try:
        for done, (turn, (found, spent)) in enumerate(zip(turns, pool.map(extractor.extract, turns), strict=True), 1):
            cost += spent
            if isinstance(found, ModelError):
                failures[named_error(found)] += 1
            else:
                read[turn.text] = found
            watch(done, len(turns))
    finally:
        pool.shutdown(cancel_futures=True)  # no further calls after an interrupt
    extractor.breaker.check_answered()
    measured = measure([one for one in sentences if one.text in read], lambda session: [read[session[0].text]])
    said = {"model": extractor.model.name, "failed": failures.total(), "reasons": dict(failures.most_common())}
    return replace(measured, summary=measured.summary | said | {"cost": cost.as_json(price)})


def held_out_of(sentences: Sequence[MarkedSentence], file: Path) -> list[MarkedSentence]:
    """The sentences that a training run held out, by the `held-out.jsonl` in its folder. Raises `InputError`."""
    lines = json_lines(source_of_file(file), "give the held-out.jsonl of a training run")
    texts = {validate(_RECORD, value, place).group for value, place in lines}
    found = [one for one in sentences if one.text in texts]
    if not found:
        raise InputError(f"{file} has no sentence of the data; give the held-out.jsonl of a run that was trained on it")
    return found


def _found(turn: SourceTurn, triplet: Triplet) -> FoundTriplet:
    """A model's triplet in the form of the rules; kinds are unknown, and negation is read from the relation's words."""
    phrase = relation_in_words(triplet.relation)
    denied = bool(_DENIALS & set(words(phrase)))
    stated = Stated(triplet, phrase, "thing", "thing", "present", denied)
    return FoundTriplet(turn, 0, len(turn.text), stated)
