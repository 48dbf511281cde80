"""Replies of chat models, cached in a folder of the run, so that an interrupted or repeated run reuses them.

Each reply is written atomically as it comes. Unlike in `convograph.llm.cached.Cached`, replies cut off at `max_tokens`
are cached too: one-word judges are limited to few tokens, and their replies are read even if cut off.
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
    """Replies by the digest of model and request. Raises `InputError` if the folder cannot be used."""

    def __init__(self, folder: Path) -> None:
        self._file = CacheFile(folder, FILE_NAME, OPTION)

    def get(self, key: bytes) -> ChatReply | None:
        """The cached reply, if any, with `cached` set."""
        found = self._file.get([key]).get(key)
        if found is None:
            return None
        try:
            return ChatReply(**{**json.loads(found), "cached": True})
        except (ValueError, TypeError) as error:
            raise InputError(
                f"{self._file.path} holds an invalid reply: {error}; name another folder with {OPTION}"
            ) from error

    def put(self, key: bytes, reply: ChatReply) -> None:
        """Store a reply."""
        self._file.put([(key, json.dumps(asdict(reply)).encode())])

    def drop(self, keys: Sequence[bytes]) -> None:
        """Delete the replies under these keys."""
        self._file.drop(keys)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def beside(report: Path) -> Path:
    """The folder for the replies of a report, next to it."""
    return report.with_name(report.name + SUFFIX)


@dataclass(frozen=True, slots=True)
class RecordedModel(ModelWrapper):
    """`model` for one task, with replies cached in `replies` and costs collected in `costs`."""

    replies: Replies | None
    counter: TokenCounter
    costs: list[Cost] = field(default_factory=list)
    keys: list[bytes] = field(default_factory=list)

    @property
    def cost(self) -> Cost:
        """The cost of the task."""
        return sum(self.costs, Cost())

    def complete(self, requests: Sequence[ChatRequest]) -> list[ChatOutcome]:
        """The outcomes, in order; cached replies have `cached` set."""
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

    def reject(self) -> None:
        """Count the task's calls as failures and drop their unusable replies, which would otherwise fail every run."""
        used = self.cost
        self.costs.append(Cost(failures=used.calls - used.failures))
        if self.replies is not None:
            self.replies.drop(self.keys)

    def settled(self) -> Cost:
        """The cost of the task, which ends here; later calls belong to a new task."""
        cost = self.cost
        self.costs.clear()
        self.keys.clear()
        return cost

    def _kept(self, key: bytes, outcome: ChatOutcome) -> ChatOutcome:
        if self.replies is not None and isinstance(outcome, ChatReply):
            self.replies.put(key, replace(outcome, cached=False))
        return outcome
