"""How hits look, and the reasons for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from convograph.cli.memo_lists import memo_heading
from convograph.cli.output import clean, shown
from convograph.times import show_said
from convograph.types import Evidence, Hit, Reason, Recall, SourceTurn, Span, Step

TURNS_IN_FULL = 6  # a longer unit is shown by its evidence, with a mark where turns are passed over
_INDENT = 4
_EVIDENCE = "bold green"


def recall_view(recall: Recall, *, explain: bool) -> RenderableType:
    """Every hit: place, score, time, speaker and id over its text, with the evidence set off; then the memos.

    `explain` adds the reason for each piece of evidence, and what the recall cost.
    """
    parts: list[RenderableType] = []
    for hit in recall.hits:
        parts += [_heading(hit), _indented(_unit_text(hit))]
        if explain:
            parts += _reasons(hit)
        parts.append(Text())
    for memo in recall.memos:
        parts += [memo_heading(f"{memo.rank:>2}  {memo.score:.2f}", memo), _indented(shown(memo.text)), Text()]
    return Group(*parts, cost_line(recall)) if explain else Group(*parts[:-1])


def _reasons(hit: Hit) -> Iterator[RenderableType]:
    """The reasons for a hit: for each piece of evidence its own, for a unit compared as a whole one in all."""
    if all(evidence.reason.kind == "unit" for evidence in hit.evidence):
        words = tuple(dict.fromkeys(word for evidence in hit.evidence for word in evidence.reason.words))
        reason = hit.evidence[0].reason
        yield _reason_line(f"whole {hit.unit}", reason.similarity, words)
        yield from _sum_view(reason)
        if len(hit.turns) > 1:
            yield from (_sharing_view(evidence) for evidence in hit.evidence if evidence.reason.words)
        return
    for evidence in hit.evidence:
        yield from reason_view(hit, evidence)


def reason_view(hit: Hit, evidence: Evidence) -> Iterator[RenderableType]:
    """Why a piece of evidence is there: its place or its path, its cosine, the words shared with the question."""
    reason = evidence.reason
    kinds = {
        "seed": f"seed {reason.rank}",
        "neighbour": f"neighbour, {_hops(reason.steps)}",
        "unit": "whole unit",
        "triplet": f"triplet {reason.rank}",
    }
    yield _reason_line(kinds[reason.kind], reason.similarity, reason.words)
    if reason.path:
        yield _indented(shown(" ⇒ ".join(reason.path), "cyan"), 2)
    yield from _sum_view(reason)
    if evidence.span.text != hit.turns[0].text or len(hit.turns) > 1:  # else it is all that stands above
        yield _indented(_quoted(evidence.span), 2)
    for number, step in enumerate(reason.steps, start=1):
        yield from _step_view(number, step)


def _sum_view(reason: Reason) -> Iterator[RenderableType]:
    """What a score is the sum of, if it is one."""
    if reason.parts:
        yield _indented(Text(" + ".join(f"{name} {part:.3f}" for name, part in reason.parts), "dim"), 2)


def _sharing_view(evidence: Evidence) -> RenderableType:
    """The words that one turn of a unit shares with the question."""
    turn = evidence.span.turn
    return _indented(
        Text.assemble(_words(evidence.reason.words, "with the question"), (f" {clean(turn.id)}", "dim")), 2
    )


def cost_line(recall: Recall) -> Text:
    """Milliseconds by stage, items compared, model calls."""
    usage = recall.usage
    stages = ", ".join(f"{name} {spent:.1f}" for name, spent in usage.milliseconds.items())
    return Text(
        f"{recall.architecture}, {sum(usage.milliseconds.values()):.1f} ms: {stages}\n"
        f"{usage.items_scored:,} items scored, {usage.model_calls} model calls",
        "dim",
    )


def _heading(hit: Hit) -> Text:
    first = hit.turns[0]
    speaker = f"  {clean(_speaker(first))}" if len(hit.turns) == 1 else f"  {hit.unit} of {len(hit.turns)} turns"
    return Text.assemble(
        (f"{hit.rank:>2}", "bold"),
        f"  {hit.score:.2f}  {show_said(first.said)}",
        (speaker, "bold"),
        (f"  {clean(hit.id)}", "dim"),
    )


def _unit_text(hit: Hit) -> Text:
    """The turns of a hit; of many, those with evidence."""
    if len(hit.turns) == 1:
        return _turn_text(hit.turns[0], hit.evidence)
    lines: list[Text] = []
    passed = 0
    speaking = _speaking(hit)
    for turn in hit.turns:
        if len(hit.turns) > TURNS_IN_FULL and turn.id not in speaking:
            passed += 1
            continue
        lines += _gap(passed)
        passed = 0
        lines.append(Text.assemble((f"{clean(_speaker(turn))}: ", "bold"), _turn_text(turn, hit.evidence)))
    return Text("\n").join([*lines, *_gap(passed)])


def _speaking(hit: Hit) -> set[str]:
    """The turns that speak for a hit; of a unit compared as a whole, those that share words with the question."""
    telling = {one.span.turn.id for one in hit.evidence if one.reason.kind != "unit" or one.reason.words}
    return telling or {hit.turns[0].id}


def _gap(turns: int) -> list[Text]:
    return [Text(f"… {turns} more turn{'s' * (turns > 1)}", "dim")] if turns else []


def _turn_text(turn: SourceTurn, evidence: Sequence[Evidence]) -> Text:
    """The turn with its evidence set off; cleaned piece by piece, since cleaning moves the characters."""
    text = Text()
    at = 0
    telling = [one.span for one in evidence if one.span.turn.id == turn.id and one.reason.kind != "unit"]
    spans = sorted({(span.start, span.end) for span in telling})
    for start, end in spans:
        text.append(clean(turn.text[at:start]))
        text.append(clean(turn.text[max(start, at) : end]), _EVIDENCE)
        at = max(at, end)
    return text.append(clean(turn.text[at:]))


def _reason_line(kind: str, cosine: float | None, words: Sequence[str]) -> RenderableType:
    nearness = "" if cosine is None else f" · cosine {cosine:.3f}"
    shared = _words(words, "with the question")
    return _indented(Text.assemble(("↳ ", "dim"), (kind, "cyan"), f"{nearness} · ", shared))


def _step_view(number: int, step: Step) -> Iterator[RenderableType]:
    origin = Text.assemble(f"hop {number} from ", _quoted(step.origin), (f" {clean(step.origin.turn.id)}", "dim"))
    yield _indented(origin, 2)
    edge = f"{step.relation}, weight {step.weight:.3f} · "
    yield _indented(Text.assemble((edge, "cyan"), _words(step.words, "with it")), 4)


def _quoted(span: Span) -> Text:
    return Text.assemble("“", shown(" ".join(span.text.split()), "italic"), "”")


def _words(words: Sequence[str], other: str) -> Text:
    if not words:
        return Text(f"no word shared {other}")
    return Text.assemble("shares ", Text(", ").join(shown(word, "bold") for word in words))


def _hops(steps: Sequence[Step]) -> str:
    return f"{len(steps)} hop{'s' * (len(steps) > 1)} away"


def _speaker(turn: SourceTurn) -> str:
    return turn.speaker or "unknown speaker"


def _indented(text: Text, further: int = 0) -> Padding:
    return Padding(text, (0, 0, 0, _INDENT + further))
