"""Turns that the asker sees anyway: the question itself, if it was stored before it is asked (it would be its own best
hit), and the latest turns, which are in the asker's prompt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from convograph.formats.limits import text_with_replacements
from convograph.formats.marks import without_marks
from convograph.generation.citations import uncited
from convograph.graph.rows import TurnRow
from convograph.graph.turns import TurnTable, speaker_key
from convograph.segmentation import is_tool
from convograph.types import Hit, Recall, SourceTurn

LATEST = 64  # turns; leaves room for turns appended to other sessions between storing a question and asking it
BEHIND = 3  # messages that a speaker may send after a question before it is asked


def asking_turns(turns: TurnTable, question: str) -> tuple[int, ...]:
    """The keys of the turns that are the question itself: same text, at the end of a session, stored just now.

    "Just now" means among the last `LATEST` turns of all sessions. The end of a session is its newest turn and up to
    `BEHIND` turns before it by the same speaker, ignoring tool output between them. Leading and trailing white space
    and marks such as "[image]" are ignored. A question that somebody else replied to is not among them, even if it was
    asked again after the reply: it belongs to the conversation.
    """
    wording = _wording(question)
    ends = _ends_of_sessions(turns)
    return tuple(row.key for row in ends if _wording(row.text) == wording)


def turns_of(turns: TurnTable, texts: Sequence[str]) -> tuple[SourceTurn, ...]:
    """The turns of texts that were said just before: for each, the newest with its wording in the last `LATEST` turns.

    Earlier turns with the same wording are not included. White space at the ends, marks such as "[image]" and citations
    (a model's reply may be stored with or without them) are ignored.
    """
    wanted = Counter(uncited(_wording(text)) for text in texts)
    found = []
    for index in range(len(turns) - 1, max(0, len(turns) - LATEST) - 1, -1):
        wording = uncited(_wording(turns.rows[index].text))
        if wanted[wording] > 0:
            wanted[wording] -= 1
            found.append(turns.source_turn(index))
    return tuple(found)


def _ends_of_sessions(turns: TurnTable) -> list[TurnRow]:
    """The turns stored just now at the ends of sessions, as in `asking_turns`, without tool output."""
    ends: dict[int, list[TurnRow]] = {}
    over: set[int] = set()
    for row in reversed(turns.rows[max(0, len(turns) - LATEST) :]):
        if row.session in over or is_tool(row.speaker):
            continue
        end = ends.setdefault(row.session, [])
        if len(end) > BEHIND or (end and speaker_key(end[0].speaker or "") != speaker_key(row.speaker or "")):
            over.add(row.session)
        else:
            end.append(row)
    return [row for end in ends.values() for row in reversed(end)]


def _wording(text: str) -> str:
    """What is said in a text, in the form in which it is stored."""
    return without_marks(text_with_replacements(text))


def without_shown(recall: Recall, shown: Collection[SourceTurn], k: int) -> Recall:
    """The recall with its `k` best hits after removing the turns that its reader is shown anyway."""
    hits = without_turns(recall.hits, {turn.key for turn in shown})[:k]
    return replace(recall, hits=tuple(replace(hit, rank=place) for place, hit in enumerate(hits, start=1)))


def without_turns(hits: Collection[Hit], keys: Collection[int]) -> tuple[Hit, ...]:
    """The hits without the turns with these keys; hits left without turns are dropped."""
    left = (
        replace(
            hit,
            turns=tuple(turn for turn in hit.turns if turn.key not in keys),
            evidence=tuple(one for one in hit.evidence if one.span.turn.key not in keys),
        )
        for hit in hits
    )
    return tuple(hit for hit in left if hit.turns)
