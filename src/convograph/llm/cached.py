"""A chat model whose replies are cached."""

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

    Failures are not cached; replies cut off at `max_tokens` are cached only if `cut` is true. Equal requests by an
    owner in a batch are sent once. A stream is served from the cache in one piece, but not added to it, because it
    comes without token counts.
    """

    cache: ReplyCache
    cut: bool = False

    def complete(self, requests: Sequence[ChatRequest]) -> list[ChatOutcome]:
        """The outcomes; those from the cache, or from an equal request of the batch, are marked as cached."""
        keys = [(reply_key(self.model.fingerprint, request), request.owner) for request in requests]
        kept = {key: self.cache.get(*key) for key in dict.fromkeys(keys)}
        firsts: dict[tuple[bytes, str], int] = {}  # the first position of each key that is not in the cache
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
        """The model's outcomes; replies are added to the cache."""
        if not missing:
            return {}
        outcomes = dict(zip(missing, self.model.complete(list(missing.values())), strict=True))
        for (key, _), request, outcome in zip(missing, missing.values(), outcomes.values(), strict=True):
            if isinstance(outcome, ChatReply) and (outcome.complete or self.cut):
                self.cache.put(key, request, outcome)
        return outcomes


def reply_key(fingerprint: str, request: ChatRequest) -> bytes:
    """A digest of the model and the request, 32 bytes, without the owner and the keys of stored turns.

    The keys of turns change when a memory is exported and imported, or a turn is forgotten and added again.
    """
    fields = asdict(request)
    del fields["owner"], fields["sources"]
    if not request.stop:
        del fields["stop"]  # keeps the keys of replies stored before this field existed
    return hashlib.sha256(json.dumps([fingerprint, fields], sort_keys=True).encode()).digest()


def _marked(outcome: ChatOutcome) -> ChatOutcome:
    return replace(outcome, cached=True) if isinstance(outcome, ChatReply) else outcome
