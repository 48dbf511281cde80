"""The measurements of `convograph-eval language` as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table

from convograph.cli.console import counted, shown
from convograph.cli.prices import money
from convograph_eval.cli.answer_tables import REASONS_SHOWN
from convograph_eval.cli.tables import figures_table, share
from convograph_eval.language.dialogre.recall import MISSES as PAIR_MISSES
from convograph_eval.language.personaext.scores import MISSES as MARKED_MISSES
from convograph_eval.language.recorded.alignment import THRESHOLDS
from convograph_eval.language.recorded.event_times import OUTCOMES, WAYS
from convograph_eval.language.statements.corpus import PARTS
from convograph_eval.language.statements.scores import MISSES as STATEMENT_MISSES
from convograph_eval.language.types import Measured

_LEVELS = {"strict": "head + tail, the same words", "tail": "head + tail", "relation": "head + tail + relation"}
_POOLS = {"same_turns": "same turns", "same_block": "same block", "control": "control"}


def personaext_view(measured: Measured, examples: int) -> RenderableType:
    """Scores by level and by label, and misses by kind."""
    summary = measured.summary
    title = f"PersonaExt · {counted(summary['sentences'], 'sentence')} · {counted(summary['marked'], 'marked triplet')}"
    rows = [(_LEVELS[level], *_tally(one)) for level, one in summary["levels"].items()]
    headings = ("", "marked", "stated", "precision", "recall", "F1")
    labels = [(label, *_tally(one)) for label, one in summary["labels"].items()]
    misses = [("found", *_part(summary["levels"]["relation"]["found"], summary["marked"]))]
    misses += [(kind, *_part(count, summary["marked"])) for kind, count in summary["misses"].items()]
    marked = [one for one in measured.items if one["item"] == "marked"]
    return Group(
        _table(title, headings, rows),
        _table("by label, with the relation", headings, labels),
        _table("marked triplets by the first step that failed", ("", "n", "share"), misses),
        *_examples(marked, MARKED_MISSES, examples, _marked_lines),
        *_by_model(summary),
    )


def _by_model(summary: Mapping[str, Any]) -> Iterator[RenderableType]:
    """The model that read the sentences, if any, its cost, and the reasons of failures."""
    if "model" not in summary:
        return
    cost = summary["cost"]
    paid = f", {money(cost['money'])} at --price" if "money" in cost else ""
    tokens = f"{cost['prompt_tokens']:,} input and {cost['completion_tokens']:,} output tokens"
    lines = [f"{summary['model']}: {counted(cost['calls'], 'call')}, {cost['kept']:,} cached replies, {tokens}{paid}"]
    if summary["failed"]:
        lines.append(f"Failed, and in no score: {summary['failed']:,}. The same command retries these.")
        lines += [f"  {count:,}: {error}" for error, count in list(summary["reasons"].items())[:REASONS_SHOWN]]
    yield shown("\n".join(lines))


def dialogre_view(measured: Measured, examples: int) -> RenderableType:
    """Recall by group and relation, and misses by kind."""
    summary = measured.summary
    title = f"DialogRE · {counted(summary['dialogues'], 'dialogue')} · recall of pairs"
    rows: list[Sequence[str]] = []
    for group, rates in summary["groups"].items():
        rows.append((group, *_rates(rates)))
        rows += [(f"  {name}", *_rates(one)) for name, one in rates["relations"].items()]
    rows.append(("all", *_rates(summary)))
    misses = [(kind, *_part(count, summary["pairs"])) for kind, count in summary["misses"].items()]
    return Group(
        _table(title, ("", "pairs", "recall", "any relation"), rows),
        _table("pairs that were missed", ("", "n", "share"), misses),
        *_examples(measured.items, PAIR_MISSES, examples, _pair_lines),
    )


def recorded_view(measured: Measured, examples: int) -> RenderableType:
    """Counterparts of recorded and of our triplets, and times of events by kind."""
    unmatched = [one | {"miss": _distance(one)} for one in measured.items if one["item"] == "recorded"]
    events = [one | {"miss": _disagreement(one)} for one in measured.items if one["item"] == "event"]
    return Group(
        *_counterparts(measured.summary["triplets"]),
        *_times(measured.summary["times"]),
        *_examples(unmatched, ("nothing there", "far", "near"), examples, _recorded_lines),
        *_examples(events, OUTCOMES[1:], examples, _event_lines),
    )


def _counterparts(summary: Mapping[str, Any]) -> Iterator[Table]:
    titles = {
        "recorded": "recorded triplets with a counterpart among ours",
        "ours": "of ours with a recorded counterpart",
    }
    headings = ("candidates in", "with any", "exact", *(f"cosine ≥ {least}" for least in THRESHOLDS))
    for side, title in titles.items():
        rows = [(name, *map(share, summary[side][pool].values())) for pool, name in _POOLS.items()]
        yield _table(f"{summary[side]['triplets']:,} {title}", headings, rows)


def _times(summary: Mapping[str, Any]) -> Iterator[Table]:
    titles = ("the nearest of our events", "any of our events", "the session's day, as a control")
    for way, title in zip(WAYS, titles, strict=True):
        rows = [
            (name, str(one["events"]), *(str(one[way][each]) for each in OUTCOMES))
            for name, one in summary["kinds"].items()
        ]
        yield _table(
            f"{summary['read']:,} of {summary['events']:,} recorded times against {title}: the same …",
            ("recorded", "n", *OUTCOMES),
            rows,
        )


def statements_view(measured: Measured, examples: int) -> RenderableType:
    """Scores of denials and of all statements, subjects and objects, and misread sentences."""
    summary = measured.summary
    rows = [(name, *_tally(summary[each])) for name, each in (("denied", "denied"), ("all", "all"))]
    arguments = summary["arguments"]
    right = [(f"{arguments['right']} of {counted(arguments['paired'], 'pair')}", share(arguments["share"]))]
    return Group(
        _table(
            f"Statements · {counted(summary['sentences'], 'sentence')}",
            ("", "labelled", "stated", "precision", "recall", "F1"),
            rows,
        ),
        _table("subject and object right, where the relation is", ("", "share"), right),
        *_examples(measured.items, STATEMENT_MISSES, examples, _statement_lines),
    )


def speed_view(measured: Measured, examples: int) -> RenderableType:
    """Turns per second by step and number of processes, and per second of CPU time, which depends less on load."""
    summary = measured.summary
    by_wall, by_processor = summary["turns_a_second"], summary["turns_a_processor_second"]
    counts = list(next(iter(by_wall.values())))
    headings = ("turns a second", *(f"processes: {count}" for count in counts), "of processor time")
    rows = [
        (step, *(f"{by_wall[step][count]:,.0f}" for count in counts), f"{by_processor[step][counts[0]]:,.0f}")
        for step in by_wall
    ]
    return _table(f"LoCoMo · {counted(summary['turns'], 'turn')} · median of {summary['repeats']}", headings, rows)


VIEWS: Mapping[str, Callable[[Measured, int], RenderableType]] = {
    "personaext": personaext_view,
    "dialogre": dialogre_view,
    "recorded": recorded_view,
    **{f"statements-{part}": statements_view for part in PARTS},
    "speed": speed_view,
}


def _table(title: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """Rows of a text and figures."""
    return figures_table(title, headings[:1], headings[1:], rows)


def _tally(one: Mapping[str, Any]) -> tuple[str, ...]:
    return f"{one['gold']:,}", f"{one['stated']:,}", *(share(one[name]) for name in ("precision", "recall", "f1"))


def _part(count: int, total: int) -> tuple[str, str]:
    return f"{count:,}", share(count / max(1, total))


def _rates(one: Mapping[str, Any]) -> tuple[str, ...]:
    return str(one["pairs"]), share(one["recall"]), share(one["any_recall"])


def _distance(one: Mapping[str, Any]) -> str | None:
    """Why a recorded triplet has no counterpart in its turns at the middle threshold; `None` if it has one."""
    near = one["same_turns"]
    if near["exact"] or near["cosine"] >= THRESHOLDS[1]:
        return None
    if not near["candidates"]:
        return "nothing there"
    return "near" if near["cosine"] >= THRESHOLDS[0] else "far"


def _disagreement(one: Mapping[str, Any]) -> str | None:
    """How the nearest event's time differs from a recorded time; `None` if it agrees, or is the session's day."""
    finest = {"another day": "day", "another month": "month", "another year": "year"}.get(one["kind"])
    return None if finest in (None, one["nearest"]) else one["nearest"]


def _examples(
    records: Sequence[Mapping[str, Any]],
    kinds: Sequence[str],
    count: int,
    lines: Callable[[Mapping[str, Any]], tuple[str, str]],
) -> list[Table]:
    """A table for each kind of miss, with up to `count` records, spread evenly."""
    tables = []
    for kind in kinds:
        missed = [one for one in records if one["miss"] == kind]
        if not missed or not count:
            continue
        rows = [[shown(line) for line in lines(one)] for one in missed[:: max(1, len(missed) // count)][:count]]
        tables.append(figures_table(f"missed: {kind}", ("theirs", "ours"), (), rows))
    return tables


def _marked_lines(one: Mapping[str, Any]) -> tuple[str, str]:
    return f"{' | '.join(one['triplet'])}\n{one['text']}", _triplets(one["ours"])


def _pair_lines(one: Mapping[str, Any]) -> tuple[str, str]:
    return f"{' | '.join(one['pair'])}: {one['relation']} ({one['dialogue']})", _triplets(one["ours"])


def _recorded_lines(one: Mapping[str, Any]) -> tuple[str, str]:
    near = one["same_turns"]
    return f"{one['triplet']} ({one['id']})", f"{near['nearest']} ({near['cosine']:.2f})" if near["nearest"] else ""


def _event_lines(one: Mapping[str, Any]) -> tuple[str, str]:
    return f"{one['event']}: {one['time']}", f"{one['ours'] or ''}: {one['our_time'] or ''}"


def _statement_lines(one: Mapping[str, Any]) -> tuple[str, str]:
    return f"{_triplets(one['labelled'])}\n{one['text']}", _triplets(one["ours"])


def _triplets(found: Sequence[Sequence[str]]) -> str:
    return "\n".join(" | ".join(each) for each in found)
