"""What a model would be asked, in calls and tokens, before it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from convograph.graph.snapshot import Snapshot
from convograph.memory.writing import insight_jobs, session_jobs
from convograph.protocols import TokenCounter
from convograph.types import EnrichPlan, WrittenKind


def plan(snapshot: Snapshot, kinds: Sequence[WrittenKind], counter: TokenCounter, lines: int) -> EnrichPlan:
    """What waits, in calls and tokens."""
    jobs = session_jobs(snapshot, "", kinds, lines)
    calls = Counter(job.kind for job in jobs)
    if "insight" in kinds:
        insights = insight_jobs(snapshot, "", anew=calls["fact"] > 0)
        calls["insight"] = len(insights) or int(calls["fact"] > 0)
        jobs += insights
    requests = [job.request() for job in jobs]
    messages = Counter(message.content for request in requests for message in request.messages)
    tokens = counter.count(list(messages))
    return EnrichPlan(
        {kind: calls[kind] for kind in kinds if calls[kind]},
        sum(count * times for count, times in zip(tokens, messages.values(), strict=True)),
        sum(request.max_tokens for request in requests),
        counter.name,
    )
