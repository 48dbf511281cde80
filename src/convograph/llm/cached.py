"""A chat model that is asked each question once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace

from convograph.chat import ChatOutcome, ChatReply, ChatRequest
from convograph.llm.wrapper import ModelWrapper
from convograph.protocols import ReplyCache


@dataclass(frozen=True, slots=True)
class Cached(ModelWrapper):
    """`model`, with its replies kept in `cache`.

    Failures are not kept; replies that were cut at `max_tokens` are when `cut` says that they are of use. Equal
    requests of one owner within a batch are asked once.
    A stream is served from the cache in one piece, but not kept, as it says nothing of tokens.
    """

    cache: ReplyCache
    cut: bool = False

    def complete(self, requests: Sequence[ChatRequest]) -> list[ChatOutcome]:
        """The outcomes; those that the cache had, or an equal request brought, are marked as cached."""
        keys = [(reply_key(self.model.fingerprint, request), request.owner) for request in requests]
        kept = {key: self.cache.get(*key) for key in dict.fromkeys(keys)}
        firsts: dict[tuple[bytes, str], int] = {}  # where each key that the cache does not have comes first
        for place, key in enumerate(keys):
            if kept[key] is None:
                firsts.setdefault(key, place)
        fresh = self._asked({key: requests[place] for key, place in firsts.items()})
        return [
            fresh[key] if firsts.get(key) == place else _marked(kept[key] or fresh[key])
            for place, key in enumerate(keys)
        ]

    def stream(self, request: ChatRequest) -> Iterator[str]:
        """The reply in pieces. Raises `ModelError`."""
        kept = self.cache.get(reply_key(self.model.fingerprint, request), request.owner)
        if kept is None:
            yield from self.model.stream(request)
        else:
            yield kept.text

    def _asked(self, missing: dict[tuple[bytes, str], ChatRequest]) -> dict[tuple[bytes, str], ChatOutcome]:
        """The model's outcomes, of which replies are put into the cache."""
        if not missing:
            return {}
        outcomes = dict(zip(missing, self.model.complete(list(missing.values())), strict=True))
        for (key, _), request, outcome in zip(missing, missing.values(), outcomes.values(), strict=True):
            if isinstance(outcome, ChatReply) and (outcome.complete or self.cut):
                self.cache.put(key, request, outcome)
        return outcomes


def reply_key(fingerprint: str, request: ChatRequest) -> bytes:
    """A digest of 32 bytes of the model and of what it is asked: not of the owner, nor of the keys of stored turns.

    The same words have other keys after an export and an import, or when they are forgotten and added again.
    """
    fields = asdict(request)
    del fields["owner"], fields["sources"]
    return hashlib.sha256(json.dumps([fingerprint, fields], sort_keys=True).encode()).digest()


def _marked(outcome: ChatOutcome) -> ChatOutcome:
    return replace(outcome, cached=True) if isinstance(outcome, ChatReply) else outcome
