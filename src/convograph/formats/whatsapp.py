"""`whatsapp`: a chat exported from WhatsApp as text, by Android ("31/12/2023, 23:59 - Ana: Hi") or iOS:

    [31.12.23, 23:59:01] Ana: Happy new year!
    And good night.
    [1.1.24, 10:12:45] Ben: Good morning.

The phone's settings decide how dates and times are written: with dots, slashes or dashes, in 12 or 24 hours, with the
day, the month or the year first. Whether day or month comes first is inferred from the whole file: from a number over
12, from dots or dashes, which imply the day first, or from the only order in which time does not go back. If none of
these decides, the reader raises an error, unless `Source.day_first` is given. Times are wall-clock times of the
exporting phone.

Notices of the app (encryption, joins, calls), deleted messages, and votes of polls are left out. Attachments become
"[shares an image]", "[shares plan.pdf]", or "[shares media]" if the export does not name the kind.

A silence of six hours ends a session, which is named by its first minute: `<file stem>#2023-12-31-2359`. So a later
export of the same chat, under the same file name, keeps the names of earlier sessions, and extends the last one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from convograph.errors import EmptyError, InputError, TimeError
from convograph.formats.limits import check_turn, shortened, storable
from convograph.formats.objects import named
from convograph.formats.silences import Message, original, split
from convograph.formats.source import Source
from convograph.formats.whatsapp_words import (
    ATTACHED,
    EDITED,
    KINDS,
    LOCATION,
    OMITTED,
    SOME_MEDIA,
    UNSAID,
    any_of,
    kind_of,
)
from convograph.patterns import lazy_pattern
from convograph.times import parse_said
from convograph.types import Conversation, Said, Turn

_SPACE = "[ \u00a0\u202f]"  # iOS writes a narrow no-break space before AM and PM
_MARKS = "\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff"  # of writing direction, and the byte order mark
_APP = "\u200e"  # iOS puts it before notices of the app, and both systems before placeholders of media
_STAMP = lazy_pattern(
    rf"[{_MARKS}]*(?P<bracket>\[)?[{_MARKS}]*(?P<stamp>"
    rf"(?P<first>\d{{4}}|\d{{1,2}})(?P<mark>[./-])(?P<second>\d{{1,2}})(?P=mark)(?P<third>\d{{4}}|\d{{1,2}})"
    rf",?{_SPACE}(?:(?:klo|kl\.|um|at){_SPACE})?"
    rf"(?P<hour>\d{{1,2}})[:.](?P<minute>\d{{2}})(?:[:.](?P<seconds>\d{{2}}))?"
    rf"(?:{_SPACE}?(?P<half>[ap])\.?{_SPACE}?m\.?)?"
    rf")(?(bracket)\][ ]|{_SPACE}[-–]{_SPACE})(?P<rest>.*)",
    re.IGNORECASE | re.ASCII | re.DOTALL,
)
_SPEAKER = lazy_pattern(r"(?P<name>[^:\n]{1,100}):(?:[ \n](?P<text>.*)|\Z)", re.DOTALL)
_LINE_END = lazy_pattern("\r\n|\r|\n")
_DAY_FIRST_MARKS = frozenset(".-")  # no country writes the month first with these
_MONTHS = 12

_EDITED = lazy_pattern(rf"\s?{_APP}?<{any_of(EDITED)}\.?>\s*\Z")
# A file name given by Android's camera or recorder marks an attachment in any language.
_CALLED_BY_APP = rf"{_APP}?(?P<own>[A-Z]{{3}}-\d{{8}}-WA\d{{4,}}\.\w+) \([^()\n]+\)"
_ATTACHED = lazy_pattern(
    rf"{_APP}<[^<>:\n]+: (?P<ios>[^<>\n]+)>|<attached: (?P<plain>[^<>\n]+)>"
    rf"|\A{_APP}?(?P<android>[^\n]+\.\w+) {_APP}?\({any_of(ATTACHED)}\)(?=\n|\Z)|\A{_CALLED_BY_APP}(?=\n|\Z)"
    rf"|\A{_APP}(?P<other>[^\n]+\.\w+) \([^()\n]+\)(?=\n|\Z)"
)
_OMITTED = lazy_pattern(rf"(?:\A|{_APP})(?P<kind>{any_of(tuple(KINDS))}) {any_of(OMITTED)}(?=\s|\Z)", re.IGNORECASE)
_SOME_MEDIA = lazy_pattern(rf"\A{_APP}?<{any_of(SOME_MEDIA)}>(?=\n|\Z)", re.IGNORECASE)
_LOCATION = lazy_pattern(
    rf"\A{_APP}?{any_of(LOCATION)}{_SPACE}?: https://maps\.google\.com/\?q=[-\d.,]+(?=\s|\Z)", re.IGNORECASE
)
_STILL_SAID = lazy_pattern(rf"{_APP}(?:[^\W\d_]+:\n|Location:)")  # polls and places, marked like notices
_VOTES = lazy_pattern(r"^(?P<option>OP[A-ZÇÃÓ]+: [^\n]*) \(\d+ [^\W\d_]+\)$", re.MULTILINE)
_UNSAID = lazy_pattern(rf"{any_of(UNSAID)}\.?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line with a time: its number, its parsed time stamp, and its text with the lines that continue it."""

    number: int
    stamp: re.Match[str]
    lines: list[str]

    @property
    def numbers(self) -> tuple[int, int]:
        """The first two numbers of the date, day and month in either order unless the year is first."""
        return int(self.stamp["first"]), int(self.stamp["second"])


def read_whatsapp(source: Source) -> tuple[Conversation, ...]:
    """One conversation. Raises `InputError` that names the line."""
    entries = _entries(source)
    messages: list[Message] = []
    for entry, said in zip(entries, _times(entries, source), strict=True):
        speaker, text = _message(entry)
        if speaker and text:
            turn = Turn(text, speaker, said)
            check_turn(turn, f"{source.place} line {entry.number}:")
            messages.append((said, turn))
    if not messages:
        raise EmptyError(f"{source.place} has no messages; export the chat again")
    return (named(source.name, split(messages, original(source.name)), source.place),)


def opens_like_whatsapp(text: str) -> bool:
    """Whether the first non-blank line starts with a time as in WhatsApp, and is not a line of a `transcript`."""
    found = _STAMP.match(text.lstrip().partition("\n")[0])
    if found is None or not found["bracket"]:
        return found is not None
    try:
        parse_said(found["stamp"])
    except TimeError:
        return True
    return False  # "[2024-03-01 18:30] Anna: Hi" is a transcript


def _entries(source: Source) -> list[_Entry]:
    """The entries of the file; lines whose time is not in the style of the first entry continue an entry."""
    entries: list[_Entry] = []
    for number, line in enumerate(_LINE_END.split(source.text), start=1):
        stamp = _STAMP.fullmatch(line)
        if stamp is not None and (not entries or _style(stamp) == _style(entries[0].stamp)):
            entries.append(_Entry(number, stamp, [stamp["rest"]]))
        elif entries:
            entries[-1].lines.append(line)
        elif line.strip():
            raise InputError(
                f"{source.place} line {number} does not start with a time: {shortened(line)}; WhatsApp writes "
                '"[31.12.23, 23:59:01] Ana: Hi" or "31/12/2023, 23:59 - Ana: Hi"'
            )
    return entries


def _style(stamp: re.Match[str]) -> tuple[bool, str]:
    return stamp["bracket"] is not None, stamp["mark"]


# Times


def _times(entries: Sequence[_Entry], source: Source) -> list[Said]:
    """The time of each entry."""
    is_day_first = _is_day_first(entries, source)
    return [_said(entry, is_day_first, source.place) for entry in entries]


def _is_day_first(entries: Sequence[_Entry], source: Source) -> bool:
    """Whether dates that do not begin with the year begin with the day. Raises `InputError` if that is unclear."""
    if source.day_first is not None:
        return source.day_first
    dates = [entry for entry in entries if not _is_year_first(entry)]
    days = next((entry for entry in dates if entry.numbers[0] > _MONTHS), None)
    months = next((entry for entry in dates if entry.numbers[1] > _MONTHS), None)
    if days is not None and months is not None:
        raise InputError(
            f"{source.place} line {days.number} has the day first and line {months.number} the month: "
            f"{shortened(days.stamp['stamp'])}, {shortened(months.stamp['stamp'])}; name one with --day-first or "
            "--month-first, or fix the other"
        )
    if days is not None or months is not None:
        return days is not None
    unsure = next((entry for entry in dates if entry.numbers[0] != entry.numbers[1]), None)
    if unsure is None or unsure.stamp["mark"] in _DAY_FIRST_MARKS:
        return True
    orders = [order for order in (True, False) if _goes_forward(dates, order, source.place)]
    if len(orders) != 1:
        raise InputError(
            f"{source.place} line {unsure.number} may have the day or the month first, and nothing in the file tells: "
            f"{shortened(unsure.stamp['stamp'])}; add --day-first or --month-first"
        )
    return orders[0]


def _goes_forward(entries: Sequence[_Entry], is_day_first: bool, place: str) -> bool:
    """Whether no entry has an earlier date than the entry before it."""
    days = [_said(entry, is_day_first, place).local.date() for entry in entries]
    return all(first <= second for first, second in pairwise(days))


def _is_year_first(entry: _Entry) -> bool:
    return len(entry.stamp["first"]) > 2


def _said(entry: _Entry, is_day_first: bool, place: str) -> Said:
    """The time of an entry. Raises `TimeError` for a date or an hour that does not exist."""
    stamp = entry.stamp
    parts = stamp["first"], stamp["second"], stamp["third"]
    if _is_year_first(entry):
        year, month, day = parts
    else:
        year = parts[2] if len(parts[2]) > 2 else f"20{parts[2]:>02}"
        day, month = parts[:2] if is_day_first else parts[1::-1]
    half = f" {stamp['half']}m" if stamp["half"] else ""
    clock = f"{stamp['hour']}:{stamp['minute']}:{stamp['seconds'] or '00'}{half}"
    try:
        local = parse_said(f"{year}-{month}-{day} {clock}").local
    except TimeError:
        raise TimeError(
            f"{place} line {entry.number}: no such time: {shortened(stamp['stamp'])}; fix it, or name the order of "
            "day and month with --day-first or --month-first"
        ) from None
    return Said(local, None, stamp["stamp"])


# Messages


def _message(entry: _Entry) -> tuple[str | None, str]:
    """The speaker and the text of an entry; a notice of the app lacks one of them."""
    found = _SPEAKER.fullmatch("\n".join(entry.lines))
    # A colon inside quotation marks is part of the name of a group: 'Ana named the group "Plan: B"'.
    if found is None or _splits_quotation(found["name"], found["text"] or ""):
        return None, ""
    # "~" precedes a name that is not in the phone's contacts; phone numbers have no-break spaces.
    name = " ".join(re.sub(f"[{_MARKS}]", "", found["name"]).strip().removeprefix("~").split())
    return name or None, _text(found["text"] or "", is_ios=entry.stamp["bracket"] is not None)


def _splits_quotation(before: str, behind: str) -> bool:
    """Whether a quotation begins before a colon and ends after it."""
    opened = before.count('"') % 2 and '"' in behind
    return bool(opened) or before.count("“") > before.count("”")


def _text(raw: str, *, is_ios: bool) -> str:
    """The text of a message, with marks for attachments; "" for a notice or a deleted message."""
    text = _EDITED.sub("", raw)
    for pattern, shown in _SHARED:
        text = pattern.sub(shown, text)
    if is_ios and text.startswith(_APP) and not _STILL_SAID.match(text):
        return ""
    text = _VOTES.sub(r"\g<option>", text.replace(_APP, "").strip())  # votes change from export to export
    return "" if _UNSAID.fullmatch(text) else storable(text)


def _attached(found: re.Match[str]) -> str:
    return f"[shares {found[str(found.lastgroup)].strip()}]"


def _omitted(found: re.Match[str]) -> str:
    return f"[shares {kind_of(found['kind'])}]"


def _some_media(_: re.Match[str]) -> str:
    return "[shares media]"


def _location(_: re.Match[str]) -> str:
    return "[shares a location]"


_SHARED: Sequence[tuple[re.Pattern[str], Callable[[re.Match[str]], str]]] = (
    (_ATTACHED, _attached),
    (_OMITTED, _omitted),
    (_SOME_MEDIA, _some_media),
    (_LOCATION, _location),
)
