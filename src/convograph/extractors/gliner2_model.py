"""GLiNER2 from a local folder: spans with labels, and pairs of spans with relations.

GLiNER2 encodes labels and text together, so any label works; it selects spans of the text and generates nothing.
"""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from convograph.errors import MissingExtraError
from convograph.local_models import check_device, configuration, digest, loading, model_folder

if TYPE_CHECKING:
    from gliner2 import AutoExtractor

CHUNK_WORDS = 384  # per chunk of a turn, the library's default
OVERLAP_WORDS = 64  # shared with the previous chunk, so that no span is cut in two
BATCH_SIZE = 8  # chunks; with the labels, below LightGMEM's 12,000 tokens in flight
WHAT = "a GLiNER2 model"

_CONFIGURATIONS = ("config.json", "encoder_config/config.json", "tokenizer_config.json")


@dataclass(frozen=True, slots=True)
class LabelledSpan:
    """Characters `[start, end)` of a text that a label fits, with the model's confidence in [0, 1]."""

    label: str
    start: int
    end: int
    confidence: float


@dataclass(frozen=True, slots=True)
class RelatedSpans:
    """Two spans of a text, `[start, end)` each, linked by a relation from `head` to `tail`."""

    label: str
    head: tuple[int, int]
    tail: tuple[int, int]


class GLiNER2Model:
    """The model in a local folder, of either of the library's architectures; nothing is ever downloaded.

    `device` is a torch device, `batch_size` the number of chunks per batch. Results vary by rounding with the other
    texts in a batch. Raises `MissingExtraError` if the library is not installed, `InputError` if the folder has no such
    model or the device does not exist.
    """

    def __init__(self, folder: str | Path, device: str = "cpu", batch_size: int = BATCH_SIZE) -> None:
        self._folder = model_folder(folder, WHAT)
        self._batch_size = batch_size
        self._model = _load(self._folder, device)

    @property
    def name(self) -> str:
        """The name that selects this model."""
        return f"gliner2:{self._folder}"

    @cached_property
    def fingerprint(self) -> str:
        """A hash of all weights and settings; the same for the same model in another folder."""
        settings = {
            "library": importlib.metadata.version("gliner2"),
            "configurations": [configuration(self._folder, name, WHAT) for name in _CONFIGURATIONS],
            "vocabulary": self._model.processor.tokenizer.get_vocab(),
            "chunks": [CHUNK_WORDS, OVERLAP_WORDS],
        }
        return f"gliner2:{digest(self._model.state_dict(), settings)}"

    def entities(self, texts: Sequence[str], labels: Sequence[str], threshold: float) -> list[list[LabelledSpan]]:
        """For each text, the labelled spans with at least this confidence; no span has the same label twice."""
        answers = self._ask(self._model.batch_extract_entities_long, texts, labels, threshold)
        return [_entities(text, answer.get("entities") or {}) for text, answer in zip(texts, answers, strict=True)]

    def relations(self, texts: Sequence[str], labels: Sequence[str], threshold: float) -> list[list[RelatedSpans]]:
        """For each text, the related pairs of spans, both with at least this confidence."""
        answers = self._ask(self._model.batch_extract_relations_long, texts, labels, threshold)
        return [
            _relations(text, answer.get("relation_extraction") or {})
            for text, answer in zip(texts, answers, strict=True)
        ]

    def _ask(
        self,
        extract: Callable[..., list[dict[str, Any]]],
        texts: Sequence[str],
        labels: Sequence[str],
        threshold: float,
    ) -> list[dict[str, Any]]:
        """The library's results, one per text; blank texts are skipped, since the library would find spans in them."""
        answers: list[dict[str, Any]] = [{} for _ in texts]
        written = [place for place, text in enumerate(texts) if text.strip()]
        found = extract(
            [texts[place] for place in written],
            list(labels),
            batch_size=self._batch_size,
            threshold=threshold,
            include_confidence=True,
            include_spans=True,
            chunk_size=CHUNK_WORDS,
            chunk_overlap=OVERLAP_WORDS,
        )
        for place, answer in zip(written, found, strict=True):
            answers[place] = answer
        return answers


def _load(folder: Path, device: str) -> AutoExtractor:
    """The library's model, ready to extract."""
    try:
        from gliner2 import AutoExtractor  # noqa: PLC0415 - takes ten seconds with torch, only if used
    except ImportError as error:
        raise MissingExtraError(f"gliner2 cannot be imported ({error}): pip install 'convograph[gliner]'") from error
    for name in _CONFIGURATIONS:
        configuration(folder, name, WHAT)
    check_device(device)
    with loading(folder, WHAT):
        # without `attention_backend`, the library would take it from the environment
        return AutoExtractor.from_pretrained(str(folder), map_location=device, attention_backend="standard")


def _entities(text: str, found: Mapping[str, Sequence[Mapping[str, Any]]]) -> list[LabelledSpan]:
    """The library's `{label: [{start, end, confidence}]}` as spans within the text."""
    spans = []
    for label, each in ((label, each) for label, spans in found.items() for each in spans):
        span = _within(text, each)
        if span is not None:
            spans.append(LabelledSpan(label, *span, float(each["confidence"])))
    return spans


def _relations(text: str, found: Mapping[str, Sequence[Mapping[str, Any]]]) -> list[RelatedSpans]:
    """The library's `{label: [{head, tail}]}` as pairs of spans within the text."""
    pairs = []
    for label, each in ((label, each) for label, pairs in found.items() for each in pairs):
        head, tail = _within(text, each["head"]), _within(text, each["tail"])
        if head is not None and tail is not None:
            pairs.append(RelatedSpans(label, head, tail))
    return pairs


def _within(text: str, span: Mapping[str, Any]) -> tuple[int, int] | None:
    """A span without surrounding space; `None` if it has no letter or digit.

    The library treats punctuation as words, and adds a full stop to a text that ends without one.
    """
    start, end = int(span["start"]), min(int(span["end"]), len(text))
    words = text[start:end]
    if not any(each.isalnum() for each in words):
        return None
    return start + len(words) - len(words.lstrip()), start + len(words.rstrip())
