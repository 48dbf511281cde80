"""`transcript`: pasted lines "Name: text".

    # 2024-03-01 18:30

    Anna: Did you see the note?
    [18:31] Ben: Yes.
    It was on the door.

A turn may also be written as on IRC, "[18:31] <Ben> Yes.", with its time after the name, "Ben (18:31): Yes.", or with
its name in bold, "**Ben**: Yes."; the first turn decides which. On IRC, other lines that begin with a time are notices,
which are left out.

A session starts with a line with its time, after a blank line or at the start: "[2024-03-01 18:30]",
"--- 2024-03-01 18:30 ---" or "# 2024-03-01 18:30". A time in brackets before a name is the turn's; a clock time takes
its date from the time before it, and without one the turn has no time. Other lines continue the previous turn. A name
has at most 40 characters and 4 words, and no slash, bracket or brace; it is at the start of the line, and a colon, a
space and a text follow it. The text may also be on the next lines ("Anna:") if the name starts other turns; a turn
without any text is left out.

Headers of mails and logs look the same ("From: Anna", "Sent: …"): a text that begins with them is rejected.
"""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass, replace
from datetime import timedelta

from convograph.errors import EmptyError, InputError, TimeError
from convograph.formats.limits import check_turn, shortened
from convograph.formats.notes import lacking_times
from convograph.formats.objects import named
from convograph.formats.source import Source
from convograph.patterns import lazy_pattern
from convograph.times import parse_said
from convograph.types import Conversation, Said, Session, Turn

MAX_NAME_WORDS = 4
_LONGEST_HEADER = 120  # characters of a time and its frame; the pattern is quadratic on long rows of dashes
_HEADER = lazy_pattern(r"\[(?P<bracket>[^\[\]]+)\]|-{2,}(?P<rule>[^-].*?)-{2,}|#+ (?P<heading>.+)")
_TURN = lazy_pattern(
    r"(?:\[(?P<time>[^\[\]]{1,60})\] *)?"
    r"(?P<name>[^\s:/\\\[\]{}#(][^:/\\\[\]{}]{0,39}):(?:\*\*)?[ \t]+(?P<text>\S.*)"
)
_TIMED_BEHIND = lazy_pattern(
    r"(?P<name>[^\s:/\\\[\]{}#(][^:/\\\[\]{}()]{0,39}) \((?P<time>[^()]{1,60})\):[ \t]+(?P<text>\S.*)"
)
_STAMPED = lazy_pattern(r"\[?(?P<time>[0-9][0-9:./T -]{1,28}[0-9])\]?[ \t]+")
_IRC = lazy_pattern(rf"{_STAMPED.pattern}<[ @+%&~]?(?P<name>[^\s<>][^<>]{{0,39}})>[ \t]+(?P<text>\S.*)")
_NOTICE = lazy_pattern(rf"{_STAMPED.pattern}|--- |\*\*\* ")  # "[18:32] * Ben has left"; "--- Day changed Fri Mar 01"
_STYLES = (_IRC, _TURN, _TIMED_BEHIND)
_AROUND_NAMES = " *"  # "**Ben**: Yes." is bold in Markdown
_CLOCK = lazy_pattern(r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?: ?[ap]\.?m\.?)?", re.IGNORECASE)
_MEANT_AS_TIME = lazy_pattern(r"[0-9][^0-9]+[0-9]|[0-9]{9}")  # unlike "[laughs]" and the "[1]" of a footnote
# Words that are not names before a colon.
_LABELS = frozenset({"note", "notes", "nb", "n.b.", "ps", "p.s.", "edit", "update", "fyi", "e.g.", "i.e.", "example"})
_HEADERS = frozenset(
    {"from", "to", "cc", "bcc", "date", "sent", "received", "subject", "type", "reply-to", "message-id", "attachment"}
    | {"mime-version", "delivered-to", "return-path", "conversation", "content-type", "content-transfer-encoding"}
)  # of mails, and of logs of messages
_FIRST_NAMES = 3  # enough to recognise headers: "Subject", "From", "To"
_PAST_MIDNIGHT = timedelta(hours=12)  # a clock time that goes back by more is on the next day


@dataclass(frozen=True, slots=True)
class _Chapter:
    """The numbered lines of a session and the time in its header, if it has one."""

    said: Said | None
    lines: list[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class _Block:
    """The lines of a turn: the number and the parsed opening of the first line, and all lines of text."""

    number: int
    opening: re.Match[str]
    text: list[str]


def read_transcript(source: Source) -> tuple[Conversation, ...]:
    """One conversation; headers without turns are left out.

    Raises `InputError` that names the line, and for a text that begins with the headers of a mail or a log.
    """
    style = _style_of(source.text)
    chapters = [(chapter.said, _turns(chapter, style, source.place)) for chapter in _chapters(source.text)]
    sessions = [Session(turns, None, said) for said, turns in chapters if turns]
    if not sessions:
        raise EmptyError(f'{source.place} has no turns; write them as "Name: text", one per line')
    _check_names(sessions, source.place)
    return (replace(named(source.name, sessions, source.place), notes=_notes(sessions, source.text, style)),)


def _check_names(sessions: list[Session], place: str) -> None:
    """Reject a text that begins with headers of a mail or a log: two or more of its first names, like "Subject"."""
    names = [turn.speaker or "" for session in sessions for turn in session.turns][:_FIRST_NAMES]
    headers = dict.fromkeys(name for name in names if name.lower() in _HEADERS or name.startswith("X-"))
    if len(headers) > 1:
        raise InputError(
            f"{place} begins with headers of mails or of a log, not with what somebody says: {', '.join(headers)}; "
            'write each message as "[2024-03-01 18:30] Anna: Hi"'
        )


def _notes(sessions: list[Session], text: str, style: re.Pattern[str]) -> tuple[str, ...]:
    """A note if most turns have no time because they give a clock time without a date."""
    count = lacking_times(sessions)
    openings = [found for line in _lines(text) if (found := _opening(line, style)) is not None]
    if not count or 2 * sum(found["time"] is not None for found in openings) <= count:
        return ()
    return (
        f"{count:,} turns have no time, for their clock times have no date; write it above them, on a line of its own: "
        '"# 2024-03-01"',
    )


def opens_like_transcript(text: str) -> bool:
    """Whether the first non-blank line is a session header or a turn."""
    first = next((line for line in _lines(text) if line), "")
    return _header_time(first) is not None or any(_opening(first, style) is not None for style in _STYLES)


def _style_of(text: str) -> re.Pattern[str]:
    """The style of the first line that is a turn in any style; `_TURN` if there is none."""
    found = (style for line in _lines(text) for style in _STYLES if _opening(line, style) is not None)
    return next(found, _TURN)


def _chapters(text: str) -> list[_Chapter]:
    chapters = [_Chapter(None, [])]
    after_blank = True
    for number, line in enumerate(_lines(text), start=1):
        said = _header_time(line) if after_blank else None
        if said is not None:
            chapters.append(_Chapter(said, []))
        else:
            chapters[-1].lines.append((number, line))
        after_blank = not line
    return chapters


def _turns(chapter: _Chapter, style: re.Pattern[str], place: str) -> tuple[Turn, ...]:
    turns: list[Turn] = []
    latest = chapter.said
    for block in _blocks(chapter.lines, style, place):
        at = f"{place} line {block.number}:"
        said = _time_of(block.opening["time"], latest, at)
        latest = said or latest
        text = "\n".join(block.text).strip("\n").rstrip()
        if not text:  # "Ana:" and nothing behind it
            continue
        turn = Turn(text, block.opening["name"].strip(_AROUND_NAMES), said)
        check_turn(turn, at)
        turns.append(turn)
    return tuple(turns)


def _blocks(lines: list[tuple[int, str]], style: re.Pattern[str], place: str) -> list[_Block]:
    blocks: list[_Block] = []
    openings = {number: found for number, line in lines if (found := _opening(line, style)) is not None}
    names = {found["name"] for found in openings.values()}
    for number, line in lines:
        if opening := openings.get(number):
            blocks.append(_Block(number, opening, [opening["text"]]))
        elif opening := _bare_opening(line, style, names):
            blocks.append(_Block(number, opening, []))
        elif style is _IRC and _NOTICE.match(line):
            continue
        elif blocks:
            blocks[-1].text.append(line)
        elif line:
            raise InputError(
                f'{place} line {number} is not a turn: {shortened(line)}; write "Name: text", or a time as '
                '"# 2024-03-01 18:30" after a blank line'
            )
    return blocks


def _lines(text: str) -> list[str]:
    """All lines, without trailing spaces, split at CR and LF but not at U+2028 and similar characters."""
    return [line.rstrip() for line in re.split("\r\n|\r|\n", text)]


def _opening(line: str, style: re.Pattern[str]) -> re.Match[str] | None:
    """Time, name and text of a line that starts a turn; `None` for any other line."""
    found = style.fullmatch(line)
    if found is None or (found["time"] and not _MEANT_AS_TIME.search(found["time"])):
        return None
    name = found["name"].strip(_AROUND_NAMES)
    is_name = len(name.split()) <= MAX_NAME_WORDS and any(character.isalpha() for character in name)
    return found if is_name and name.lower() not in _LABELS else None


def _bare_opening(line: str, style: re.Pattern[str], names: Set[str]) -> re.Match[str] | None:
    """Time and name of a line that starts a turn but has no text, if the name starts other turns, too."""
    found = _opening(f"{line} -", style) if line.endswith(":") else None
    return found if found is not None and found["name"] in names else None


def _header_time(line: str) -> Said | None:
    """The time in a session header; `None` for any other line."""
    found = _HEADER.fullmatch(line) if len(line) <= _LONGEST_HEADER else None
    if found is None:
        return None
    try:
        return parse_said(found[str(found.lastgroup)].strip())
    except TimeError:
        return None


def _time_of(raw: str | None, latest: Said | None, place: str) -> Said | None:
    if raw is None:
        return None
    try:
        return _on_day_of(latest, raw) if _CLOCK.fullmatch(raw) else parse_said(raw)
    except TimeError as error:
        raise TimeError(f"{place} {error}") from None


def _on_day_of(before: Said | None, clock: str) -> Said | None:
    """The time `clock` on the day of `before`, or on the next day if that would be more than 12 hours earlier.

    `None` if `before` is unknown.
    """
    if before is None:
        return None
    said = parse_said(f"{before.local.date().isoformat()} {clock}")
    try:
        past_midnight = before.local - said.local > _PAST_MIDNIGHT
        local = said.local + timedelta(days=1) if past_midnight else said.local
    except OverflowError:
        raise TimeError(f"no such time: {clock!r:.80} after the last day of the year 9999; fix the time") from None
    return Said(local, before.offset_minutes, clock)
