"""Replies of chat models in a folder of the run's own: a run that was stopped, or is repeated, asks none of them again.

They are written as they come, each whole or not at all. Beside `convograph.llm.cached.Cached`, also replies that were
cut at `max_tokens` are kept: judges that say one word are asked for few tokens, and count by what they have said.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from convograph.chat import ChatOutcome, ChatReply, ChatRequest
from convograph.errors import CallLimitError, InputError, ModelError
from convograph.llm.cached import reply_key
from convograph.llm.wrapper import ModelWrapper
from convograph.protocols import TokenCounter
from convograph_eval.answering.cost import Cost, cost_of
from convograph_eval.cache import CacheFile

FILE_NAME = "replies.db"
SUFFIX = ".replies"
OPTION = "--replies"


class Replies:
    """Replies by the digest of model and request. Raises `InputError` when the folder cannot be used."""

    def __init__(self, folder: Path) -> None:
        self._file = CacheFile(folder, FILE_NAME, OPTION)

    def get(self, key: bytes) -> ChatReply | None:
        """The reply that is kept, if any, marked so."""
        found = self._file.get([key]).get(key)
        if found is None:
            return None
        try:
            return ChatReply(**{**json.loads(found), "cached": True})
        except (ValueError, TypeError) as error:
            raise InputError(f"{self._file.path} holds no reply: {error}; name another folder with {OPTION}") from error

    def put(self, key: bytes, reply: ChatReply) -> None:
        """Keep a reply."""
        self._file.put([(key, json.dumps(asdict(reply)).encode())])

    def drop(self, keys: Sequence[bytes]) -> None:
        """Keep these no longer."""
        self._file.drop(keys)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def beside(report: Path) -> Path:
    """The folder of replies that belongs to a report."""
    return report.with_name(report.name + SUFFIX)


@dataclass(frozen=True, slots=True)
class RecordedModel(ModelWrapper):
    """`model` for one task, with its replies kept in `replies` and what it took in `costs`."""

    replies: Replies | None
    counter: TokenCounter
    costs: list[Cost] = field(default_factory=list)
    keys: list[bytes] = field(default_factory=list)

    @property
    def cost(self) -> Cost:
        """What the task has taken."""
        return sum(self.costs, Cost())

    def complete(self, requests: Sequence[ChatRequest]) -> list[ChatOutcome]:
        """The outcomes, of which those kept are marked as cached."""
        keys = [reply_key(self.model.fingerprint, request) for request in requests]
        found: dict[int, ChatOutcome] = {}
        if self.replies is not None:
            kept = {place: self.replies.get(key) for place, key in enumerate(keys)}
            found = {place: reply for place, reply in kept.items() if reply is not None}
        missing = [place for place in range(len(requests)) if place not in found]
        asked = self.model.complete([requests[place] for place in missing]) if missing else []
        for place, outcome in zip(missing, asked, strict=True):
            found[place] = self._kept(keys[place], outcome)
        outcomes = [found[place] for place in range(len(requests))]
        self.keys.extend(keys)
        self.costs.extend(
            cost_of(request, outcome, self.counter)
            for request, outcome in zip(requests, outcomes, strict=True)
            if not isinstance(outcome, CallLimitError)
        )
        return outcomes

    def stream(self, request: ChatRequest) -> Iterator[str]:
        """The reply in one piece. Raises `ModelError`."""
        (outcome,) = self.complete([request])
        if isinstance(outcome, ModelError):
            raise outcome
        yield outcome.text

    def forget(self) -> None:
        """Let go of the task's replies, which were of no use: kept, they would make every later run fail too."""
        if self.replies is not None:
            self.replies.drop(self.keys)

    def _kept(self, key: bytes, outcome: ChatOutcome) -> ChatOutcome:
        if self.replies is not None and isinstance(outcome, ChatReply):
            self.replies.put(key, replace(outcome, cached=False))
        return outcome
