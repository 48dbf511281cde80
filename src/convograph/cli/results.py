"""How the results of a question are displayed: hits with their reasons, answers, packed contexts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from convograph import generation
from convograph.cli.console import clean, counted, shown, unbroken
from convograph.context.layout import outdated_notes
from convograph.times import show_said
from convograph.types import (
    Answer,
    Citation,
    Context,
    Evidence,
    Hit,
    LeftOut,
    MemoHit,
    Reason,
    Recall,
    SourceTurn,
    Span,
    Step,
    StoredMemo,
)

AROUND: Final = 600  # characters shown of a long turn on either side of its evidence; `turns` shows all of it
TURNS_IN_FULL: Final = 6  # of longer units, only turns with evidence are shown, with a mark where turns are skipped
_INDENT: Final = 4
_EVIDENCE: Final = "bold green"
_SOURCES_SHOWN: Final = 3
LEFT_OUT_SHOWN: Final = 5  # hits; --json lists all
TOLD_DIFFERENCES: Final = 3
TOLD_EDGES: Final = 4  # of the tree or path behind a hit
TOLD_SENTENCES: Final = 3  # of a hit; --json lists all
LEAST_DIFFERENCE: Final = 0.05
NUMBERS_SHOWN: Final = 20  # about one line; --json lists all

_WHOLE: Final = {"unit": "whole {}", "tree": "{} in the tree of the question"}
_PATH: Final = {"unit": "more reason", "tree": "more edge"}


def recall_view(recall: Recall, *, explain: bool) -> RenderableType:
    """Each hit with rank, probability or score, time, speaker and id above its text; then the memos.

    Evidence is highlighted in the text. `explain` adds the reason for each piece of evidence, and the recall's cost.
    """
    parts: list[RenderableType] = []
    notes = outdated_notes(recall.facts)
    for hit, following in zip(recall.hits, [*recall.hits[1:], None], strict=False):
        parts += [_heading(hit), _indented(_unit_text(hit))]
        parts += [_indented(shown(line, "yellow")) for turn in hit.turns for line in notes.get(turn.id, ())]
        if explain:
            parts += [*_reasons(hit), *_lead(hit, following)]
        parts.append(Text())
    for memo in recall.memos:
        parts += [memo_heading(f"{memo.rank:>2}  {memo.score:.2f}", memo), _indented(shown(memo.text)), Text()]
    return Group(*parts, cost_line(recall)) if explain else Group(*parts[:-1])


def _reasons(hit: Hit) -> Iterator[RenderableType]:
    """The reasons for a hit: one per piece of evidence, or a single one if the unit was compared as a whole."""
    if all(evidence.reason.kind in _WHOLE for evidence in hit.evidence):
        words = tuple(dict.fromkeys(word for evidence in hit.evidence for word in evidence.reason.words))
        reason = hit.evidence[0].reason
        yield _reason_line(_WHOLE[reason.kind].format(hit.unit), reason.similarity, words)
        yield from _sum_view(reason)
        yield from (_indented(shown(edge, "cyan"), 2) for edge in reason.path[:TOLD_EDGES])
        if len(reason.path) > TOLD_EDGES:
            yield _indented(Text(f"and {counted(len(reason.path) - TOLD_EDGES, _PATH[reason.kind])}", "dim"), 2)
        if len(hit.turns) > 1:
            yield from (_sharing_view(evidence) for evidence in hit.evidence if evidence.reason.words)
        return
    told = _best_evidence(hit.evidence)
    for evidence in told:
        yield from reason_view(hit, evidence)
    if len(told) < len(hit.evidence):
        yield _indented(Text(f"and {counted(len(hit.evidence) - len(told), 'more sentence')}", "dim"), 2)


def _best_evidence(evidence: Sequence[Evidence]) -> Sequence[Evidence]:
    """The sentences with the highest scores, best first; all evidence if any of it is of another kind."""
    if any(one.reason.kind != "sentence" for one in evidence):
        return evidence
    return sorted(evidence, key=lambda one: -one.score)[:TOLD_SENTENCES]


def _lead(hit: Hit, following: Hit | None) -> Iterator[RenderableType]:
    """The probability that a hit answers, and the parts of the score in which it differs most from the next hit."""
    if hit.probability is None:
        return
    yield _indented(Text(f"answers with a probability of {hit.probability:.0%}", "dim"), 2)
    if following is None:
        return
    here, there = dict(hit.evidence[0].reason.parts), dict(following.evidence[0].reason.parts)
    names = dict.fromkeys((*here, *there))
    differences = sorted(
        ((here.get(name, 0) - there.get(name, 0), name) for name in names), key=lambda one: -abs(one[0])
    )
    told = [f"{name} {by:+.2f}" for by, name in differences[:TOLD_DIFFERENCES] if abs(by) >= LEAST_DIFFERENCE]
    if told:
        yield _indented(Text(f"compared with the next hit: {', '.join(told)}", "dim"), 2)


def reason_view(hit: Hit, evidence: Evidence) -> Iterator[RenderableType]:
    """Why a piece of evidence was found: its rank or path, its cosine, and the words it shares with the question."""
    reason = evidence.reason
    kinds = {
        "seed": f"seed {reason.rank}",
        "neighbour": f"neighbour, {_hops(reason.steps)}",
        "unit": "whole unit",
        "tree": "in the tree",
        "triplet": f"triplet {reason.rank}",
        "sentence": "sentence",
    }
    yield _reason_line(kinds[reason.kind], reason.similarity, reason.words)
    if reason.path:
        yield _indented(shown(" ⇒ ".join(reason.path), "cyan"), 2)
    yield from _sum_view(reason)
    if evidence.span.text != hit.turns[0].text or len(hit.turns) > 1:  # else the heading shows it already
        yield _indented(_quoted(evidence.span), 2)
    for number, step in enumerate(reason.steps, start=1):
        yield from _step_view(number, step)


def _sum_view(reason: Reason) -> Iterator[RenderableType]:
    """The terms of a score that is a sum; `_lead` compares those of a ranked turn with the next hit's instead."""
    if reason.parts and reason.kind != "sentence":
        yield _indented(Text(" + ".join(f"{name} {part:.3f}" for name, part in reason.parts), "dim"), 2)


def _sharing_view(evidence: Evidence) -> RenderableType:
    """The words that one turn of a unit shares with the question."""
    words = _words(evidence.reason.words, "with the question")
    return _indented(Text.assemble(words, (f" {clean(evidence.span.turn.id)}", "dim")), 2)


def cost_line(recall: Recall) -> Text:
    """Probability that anything answers, milliseconds by stage, items scored, model calls."""
    usage = recall.usage
    stages = ", ".join(f"{name} {spent:.1f}" for name, spent in usage.milliseconds.items())
    lines = [
        f"{recall.architecture}, {sum(usage.milliseconds.values()):.1f} ms: {stages}",
        f"{usage.items_scored:,} items scored, {usage.model_calls} model calls",
    ]
    if recall.tree is not None and recall.tree.clues:
        lines.insert(0, f"asked for as well, as nothing covered it: {clean(', '.join(recall.tree.clues))}")
    if recall.probability is not None:
        lines.insert(0, f"probability that anything in memory answers: {recall.probability:.0%}")
    return Text("\n".join(lines), "dim")


def _heading(hit: Hit) -> Text:
    first = hit.turns[0]
    speaker = f"  {clean(_speaker(first))}" if len(hit.turns) == 1 else f"  {hit.unit} of {len(hit.turns)} turns"
    return unbroken(
        (f"{hit.rank:>2}", "bold"),
        f"  {_rated(hit)}  {show_said(first.said)}",
        (speaker, "bold"),
        (f"  {clean(hit.id)}", "dim"),
    )


def _rated(hit: Hit) -> str:
    """The probability that a hit answers; its score if the probability is unknown."""
    if hit.probability is None:
        return f"{hit.score:.2f}"
    return f"{hit.probability:.0%}".rjust(3) if hit.probability >= 0.005 else "<1%"


def _unit_text(hit: Hit) -> Text:
    """The turns of a hit; only those with evidence if there are more than `TURNS_IN_FULL`."""
    if len(hit.turns) == 1:
        return _turn_text(hit.turns[0], hit.evidence)
    lines: list[Text] = []
    skipped = 0
    supporting = _supporting(hit)
    for turn in hit.turns:
        if len(hit.turns) > TURNS_IN_FULL and turn.id not in supporting:
            skipped += 1
            continue
        lines += _gap(skipped)
        skipped = 0
        lines.append(Text.assemble((f"{clean(_speaker(turn))}: ", "bold"), _turn_text(turn, hit.evidence)))
    return Text("\n").join([*lines, *_gap(skipped)])


def _supporting(hit: Hit) -> set[str]:
    """The ids of the turns that support a hit; of a unit compared as a whole, those that share words with the question.

    The first turn if there are none.
    """
    telling = {one.span.turn.id for one in hit.evidence if one.reason.kind != "unit" or one.reason.words}
    return telling or {hit.turns[0].id}


def _gap(turns: int) -> list[Text]:
    return [Text(f"… {turns} more turn{'s' * (turns > 1)}", "dim")] if turns else []


def _turn_text(turn: SourceTurn, evidence: Sequence[Evidence]) -> Text:
    """The turn with its evidence highlighted, a long one cut to what stands around it.

    Cleaned piece by piece, since cleaning would shift the offsets.
    """
    text = Text()
    at = 0
    telling = [one.span for one in evidence if one.span.turn.id == turn.id and one.reason.kind != "unit"]
    spans = sorted({(span.start, span.end) for span in telling})
    for start, end in spans:
        _add_around(text, turn.text[at:start], first=at == 0)
        text.append(clean(turn.text[max(start, at) : end]), _EVIDENCE)
        at = max(at, end)
    return _add_around(text, turn.text[at:], first=at == 0, last=True)


def _add_around(text: Text, piece: str, *, first: bool, last: bool = False) -> Text:
    """Append what stands before, between or behind evidence: of a long piece, the ends that touch evidence."""
    if len(piece) <= AROUND * (2 - (first or last)):
        return text.append(clean(piece))
    if not first or last:
        text.append(clean(piece[:AROUND]))
    text.append(" … ", "dim")
    return text if last else text.append(clean(piece[-AROUND:]))


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


def turns_view(turns: Sequence[SourceTurn]) -> RenderableType:
    """The turns of a session: the time, speaker and id of each above its text."""
    parts: list[RenderableType] = []
    for turn in turns:
        heading = (
            (show_said(turn.said), "dim"),
            (f"  {clean(_speaker(turn))}", "bold"),
            (f"  {clean(turn.id)}", "dim"),
        )
        parts += [unbroken(*heading), _indented(shown(turn.text)), Text()]
    return Group(*parts)


def answer_view(answer: Answer, *, streamed: bool = False) -> RenderableType:
    """The text of an answer and its citations; without the text if it was `streamed` and thus is already on screen."""
    if not answer.found:
        return Group(Text(answer.text, "yellow"), *_unsupported(answer, streamed=streamed))
    if answer.kind == "extractive":
        how = "extractive answer: sentences from memory, quoted"
    else:
        how = f"answer by {answer.model}, from memory as cited"
    text = Padding(shown(answer.text, "bold" if answer.kind == "extractive" else ""), (0, 0, 1, 2))
    told: list[RenderableType] = [] if streamed else [shown(how, "dim"), text]
    return Group(*told, *cited_view(answer))


def cited_view(answer: Answer) -> list[RenderableType]:
    """The turns and memos that an answer cites, and the citations that the model invented."""
    parts: list[RenderableType] = [*_citation_lines(answer.citations)]
    parts += [
        shown(f"[{one.number}]  {one.memo.kind}, from {sources_line(one.memo.turns)}", "dim")
        for one in answer.memo_citations
    ]
    if answer.invented:
        numbers = ", ".join(f"[{number}]" for number in answer.invented[:NUMBERS_SHOWN])
        more = " and more" * (len(answer.invented) > NUMBERS_SHOWN)
        parts.append(
            shown(f"the model cited sources that do not exist; these citations were removed: {numbers}{more}", "yellow")
        )
    return parts


def _unsupported(answer: Answer, *, streamed: bool) -> list[RenderableType]:
    """Why a model's answer was rejected, with its text unless that was streamed; nothing if the model declined."""
    if not answer.raw or generation.declines(answer.raw):
        return []
    said = [] if streamed else [shown(f"its reply: {answer.raw}", "dim")]
    return [shown("the model's reply cites no source that exists", "dim"), *said]


def _citation_lines(citations: Sequence[Citation]) -> Iterator[Text]:
    """Number, time, speaker and turn id of each cited turn."""
    for citation in citations:
        turn = citation.turn
        told = (f"[{citation.number}]", show_said(turn.said), clean(_speaker(turn)))
        yield unbroken("  ".join(told), (f"  {clean(turn.id)}", "dim"))


def context_summary(context: Context) -> Text:
    """The size of the text, the first hits that were left out, and the sources of each memo in it."""
    cut = sum(bool(one.spans) for one in context.citations)
    lines = [
        f"{context.tokens:,} of {context.budget:,} tokens ({context.counter}); "
        f"{counted(len(context.citations), 'turn')}{f' ({cut:,} cut)' if cut else ''} "
        f"from {counted(len(context.recall.hits), 'hit')}" + _memos_packed(context)
    ]
    lines += [
        f"left out: {_part(rest)}hit {rest.hit.rank} ({clean(rest.hit.id)}), {counted(rest.tokens, 'token')}"
        for rest in context.left_out[:LEFT_OUT_SHOWN]
    ]
    if (more := len(context.left_out) - LEFT_OUT_SHOWN) > 0:
        lines.append(f"left out: {counted(more, 'more hit')}")
    lines += [f"[{one.number}] {one.memo.kind}, from {sources_line(one.memo.turns)}" for one in context.memo_citations]
    return Text("\n".join(lines), "dim")


def _memos_packed(context: Context) -> str:
    found = len(context.recall.memos)
    return f", {len(context.memo_citations):,} of {counted(found, 'memo')}" if found else ""


def _part(rest: LeftOut) -> str:
    return "" if len(rest.turns) == len(rest.hit.turns) else f"{len(rest.turns)} of {len(rest.hit.turns)} turns of "


def memo_heading(place: str, memo: StoredMemo | MemoHit) -> Text:
    """One line with the rank of a memo (if it has one), its kind, its time and its sources."""
    return unbroken(
        (f"{place}  " if place else "", "bold"),
        (memo.kind, "bold magenta"),
        f"  {show_said(memo.said)}",
        (f"  {sources_line(memo.turns)}", "dim"),
    )


def sources_line(turns: Sequence[SourceTurn]) -> str:
    """The first ids of some source turns, and the number of the others."""
    names = [clean(turn.id) for turn in turns[:_SOURCES_SHOWN]]
    more = len(turns) - len(names)
    return ", ".join(names) + (f" and {counted(more, 'more turn')}" if more else "")
