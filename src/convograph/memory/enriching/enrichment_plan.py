"""The calls and tokens that enrichment would take, computed without calling a model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from convograph.chat import ChatRequest
from convograph.graph.snapshot import Snapshot
from convograph.memory.enriching.unwritten_memos import Group, calls_of, stages, waiting
from convograph.protocols import TokenCounter
from convograph.types import EnrichPlan, WrittenKind


def plan(
    snapshot: Snapshot,
    kinds: Sequence[WrittenKind],
    counter: TokenCounter,
    lines: int,
    further: Sequence[ChatRequest] = (),
) -> EnrichPlan:
    """The pending calls and tokens; a kind derived from memos yet to be written counts as at least one call.

    `further` are the requests for resolutions, profiles and communities, whose purpose is their kind.
    """
    calls: Counter[WrittenKind] = Counter()
    groups: list[Group] = []
    for stage in stages(kinds):
        renewed = [kind.name for kind in stage if kind.of in calls]
        found = waiting(snapshot, stage, lines=lines, anew=bool(renewed))
        calls |= calls_of(found) | Counter(renewed)
        groups += found
    purposes = Counter(request.purpose for request in further)
    calls |= Counter({kind: purposes[kind] for kind in kinds if purposes[kind]})
    requests = [*(job.request() for group in groups for job in group.jobs), *further]
    messages = Counter(message.content for request in requests for message in request.messages)
    tokens = counter.count(list(messages))
    return EnrichPlan(
        {kind: calls[kind] for kind in kinds if calls[kind]},
        sum(count * times for count, times in zip(tokens, messages.values(), strict=True)),
        sum(request.max_tokens for request in requests),
        counter.name,
    )
