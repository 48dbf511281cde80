"""The report of a run: means by agent and session, ratings, costs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from statistics import fmean
from typing import Any, Final

from convograph.protocols import TokenCounter
from convograph_eval.answer_metrics import distinct
from convograph_eval.answering import TokenPrice
from convograph_eval.answering.intervals import means
from convograph_eval.datasets.dialogues import DialogueSet
from convograph_eval.responding.agents import LONG_CONTEXT
from convograph_eval.responding.cost import cost_report, dialogue_cost
from convograph_eval.responding.record import DialogueRecord, ReplyRecord

DISTINCT: Final = (1, 2)

Scores = dict[str, float | None]


def report(
    settings: Mapping[str, Any],
    given: DialogueSet,
    records: Mapping[str, Sequence[DialogueRecord]],
    counter: TokenCounter,
    price: TokenPrice,
) -> dict[str, Any]:
    """The report: `settings`, `dialogues`, `agents` (a summary for each) and `records`.

    `records` are given by agent, with the same dialogues in the same order for each agent.
    """
    long_context = dialogue_cost(records[LONG_CONTEXT]).main if LONG_CONTEXT in records else None
    return {
        "settings": dict(settings),
        "dialogues": {
            "count": len(given.dialogues),
            "sessions": sum(len(dialogue.sessions) for dialogue in given.dialogues),
            "turns": sum(len(session.turns) for dialogue in given.dialogues for session in dialogue.sessions),
            "replies": len(given.places),
            "scored_sessions": sorted({place.session for place in given.places}),
            "dropped_turns": sum(dialogue.dropped for dialogue in given.dialogues),
            "counter": counter.name,
        },
        "agents": {
            name: _summary(made)
            | {"cost": cost_report(made, price, long_context), "difference": _difference(made, records)}
            for name, made in records.items()
        },
        "records": [record.as_json() for made in records.values() for record in made],
    }


def _summary(records: Sequence[DialogueRecord]) -> dict[str, Any]:
    """An agent's means by session and over all sessions, macro and by turn, its ratings, and its failures by stage.

    A session's score is the mean over its replies, a dialogue's score the mean over its sessions, and a macro mean the
    mean over dialogues; by turn, every reply has the same weight.
    """
    replies = [reply for record in records for reply in record.replies]
    sessions = sorted({reply.session for reply in replies})
    rows = [_of_sessions(record.replies) for record in records if record.replies]
    stages = [
        *(stage for record in records for stage in record.failed),
        *(stage for reply in replies for stage in reply.failed),
    ]
    return {
        "sessions": {
            str(number): _means(
                [_mean_scores(of) for record in records if (of := _in_session(record.replies, number))],
                _in_session(replies, number),
            )
            for number in sessions
        },
        "all": _means(rows, replies),
        "intervals": {
            name: None if mean is None else asdict(mean) for name, mean in (means(rows) if rows else {}).items()
        },
        "judged": _ratings(records),
        "failed": dict(Counter(stages)),
    }


def _difference(made: Sequence[DialogueRecord], records: Mapping[str, Sequence[DialogueRecord]]) -> dict[str, Any]:
    """An agent's macro means minus the first agent's, over the dialogues for which both have scores.

    The 95 % intervals are from paired resampling of dialogues; `None` if there is no such dialogue.
    """
    first = next(iter(records.values()))
    pairs = [(_of_sessions(one.replies), _of_sessions(other.replies)) for one, other in zip(made, first, strict=True)]
    rows = [{name: _less(ours[name], theirs[name]) for name in ours} for ours, theirs in pairs]
    return {name: None if mean is None else asdict(mean) for name, mean in means(rows).items()}


def _less(ours: float | None, theirs: float | None) -> float | None:
    return None if ours is None or theirs is None else ours - theirs


def _means(rows: Sequence[Scores], replies: Sequence[ReplyRecord]) -> dict[str, Any]:
    said = [reply.reply for reply in replies if reply.reply is not None]
    return {
        "replies": len(replies),
        "said": len(said),
        "macro": _mean_of(rows),
        "by_turn": _mean_of([reply.metrics for reply in replies]),
        "distinct": {str(size): distinct(said, size) for size in DISTINCT},
    }


def _of_sessions(replies: Sequence[ReplyRecord]) -> Scores:
    """The scores of a dialogue: the means over its sessions' scores."""
    by_session: dict[int, list[ReplyRecord]] = defaultdict(list)
    for reply in replies:
        by_session[reply.session].append(reply)
    return _mean_of([_mean_scores(of) for of in by_session.values()])


def _mean_scores(replies: Sequence[ReplyRecord]) -> Scores:
    return _mean_of([reply.metrics for reply in replies])


def _mean_of(rows: Sequence[Mapping[str, float | None]]) -> Scores:
    """The mean of each metric over the rows that have it; all rows have the same metrics."""
    names = list(rows[0]) if rows else []
    found = {name: [value for row in rows if (value := row[name]) is not None] for name in names}
    return {name: fmean(values) if values else None for name, values in found.items()}


def _in_session(replies: Sequence[ReplyRecord], number: int) -> list[ReplyRecord]:
    return [reply for reply in replies if reply.session == number]


def _ratings(records: Sequence[DialogueRecord]) -> dict[str, Any]:
    """The mean of each rating, the average of these means, and the number of rated dialogues."""
    rated = [record.judged for record in records if record.judged]
    if not rated:
        return {"dialogues": 0}
    by_name = {name: fmean(one[name] for one in rated) for name in rated[0]}
    return {"dialogues": len(rated), **by_name, "average": fmean(by_name.values())}
