"""`captions`: the transcript of a call as WebVTT (Teams, Zoom), as SRT, or as lines of names and times (Otter).

    WEBVTT

    00:00:02.100 --> 00:00:04.000
    <v Ana Silva>Shall we start?</v>

The voice tag may be missing, or replaced by "Ana Silva: Shall we start?". SRT writes times as "00:00:02,100". In plain
text, a line "Ana Silva  0:02" precedes the words.

A call is one session. A turn ends when another person speaks, at a pause of five seconds, at the end of a sentence
after 500 characters, or before it exceeds 1,000 characters. A cue without a name continues the last speaker, or is said
by "speaker" if there was none. Names before a colon are read if no tag or line gives names, and the first cue or at
least a tenth of all cues have one. A name that occurs only once must have no word in lower case ("So here's the
thing: …" has no name).

Times count from the beginning of the call, `Source.said`; without it, turns have no time. Source: WebVTT, W3C.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import takewhile
from typing import Final

from convograph.errors import EmptyError, TimeError
from convograph.formats.chats import spaced
from convograph.formats.limits import check_turn, storable
from convograph.formats.objects import named
from convograph.formats.source import Source
from convograph.patterns import lazy_pattern
from convograph.types import Conversation, Said, Session, Turn

_NOBODY: Final = "speaker"
_PAUSE: Final = 5.0  # seconds
_LONG: Final = 500  # characters, about half a minute of speech
_LONGEST: Final = 1_000
_BEGINNING: Final = 20_000  # characters; the first speaker may talk for twenty minutes before the next name
_SHARE: Final = 10  # in captions with names, at least one cue in 10 has a name

_MOMENT = "(?:[0-9]{1,4}:)?[0-9]{1,2}:[0-9]{2}"
_CUE = lazy_pattern(rf"\s*(?P<start>{_MOMENT}[.,][0-9]{{1,3}})\s+-->\s+(?P<end>{_MOMENT}[.,][0-9]{{1,3}})(?:\s.*)?")
_HEADER = lazy_pattern(rf"(?P<name>[^\W\d_][^:\t]{{0,79}}?)(?:  +|\t+)(?P<start>{_MOMENT})\s*")
_VOICE = lazy_pattern(r"<v(?:\.[^\s<>]*)?\s+(?P<name>[^<>]*)>", re.IGNORECASE)
_TAG = lazy_pattern(r"</?[a-z][^<>]*>|<\d[\d:.]*>", re.IGNORECASE)
_NAMED = lazy_pattern(r"(?P<name>[^\W_][^:<>]{0,59}):\s+(?P<text>\S.*)")
_LONGEST_NAME: Final = 6  # words, with up to two for pronouns
_LINE_END = lazy_pattern("\r\n|\r|\n")
_SENTENCE_END = lazy_pattern(r"[.!?…。！？][\"'”’)]*\Z")
_CREDIT = lazy_pattern(r"Transcribed by https?://otter\.ai/?")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A line of captions: its number, start and end in seconds, the start as written, the speaker and the text."""

    number: int
    start: float
    end: float
    stamp: str
    speaker: str | None
    text: str


def read_captions(source: Source) -> tuple[Conversation, ...]:
    """One conversation of one session. Raises `InputError` that names the line."""
    pieces = _spoken(list(_pieces(_LINE_END.split(source.text))))
    turns = tuple(_turn(group, source) for group in _grouped(pieces))
    if not turns:
        raise EmptyError(f"{source.place} has no captions with words; export the transcript again")
    read = named(source.name, [Session(turns, None, source.said)], source.place)
    return (replace(read, notes=_notes(turns)),)


def opens_like_captions(text: str) -> bool:
    """Whether the text begins with "WEBVTT", a cue, its number, or one of at least two lines with a name and a time."""
    lines = _LINE_END.split(text.lstrip()[:_BEGINNING])
    if re.match(r"WEBVTT(?:\s|\Z)", lines[0]) or _CUE.fullmatch(lines[0]):
        return True
    if lines[0].strip().isdecimal():
        return len(lines) > 1 and _CUE.fullmatch(lines[1]) is not None
    return _HEADER.fullmatch(lines[0]) is not None and any(map(_HEADER.fullmatch, lines[1:]))


def _notes(turns: Sequence[Turn]) -> tuple[str, ...]:
    """A note on the turns without a time; none unless it is unknown when the call began."""
    count = sum(turn.said is None for turn in turns)
    if not count:
        return ()
    have = "turn has" if count == 1 else "turns have"
    return (
        f"{count:,} {have} no time, for captions count from the beginning of the call; say when it began: "
        '--said "2024-03-01 18:30"',
    )


# Lines


def _pieces(lines: Sequence[str]) -> Iterator[_Piece]:
    """The lines of all cues, or the lines below names if there are no cues."""
    cues = {number: found for number, line in enumerate(lines) if (found := _CUE.fullmatch(line))}
    for number, cue in cues.items():
        below = takewhile(lambda each: not _ends_cue(lines, each, cues), range(number + 1, len(lines)))
        start, end = _seconds(cue["start"]), _seconds(cue["end"])
        for each in below:
            for speaker, text in _voices(lines[each]):
                yield _Piece(each + 1, start, end, cue["start"], speaker, text)
    if not cues:
        yield from _pieces_below_names(lines)


def _ends_cue(lines: Sequence[str], place: int, cues: Container[int]) -> bool:
    """Whether a line ends the text of a cue: a blank line, the next cue, or the number above the next cue."""
    line = lines[place].strip()
    return not line or place in cues or (line.isdecimal() and place + 1 in cues)


def _pieces_below_names(lines: Sequence[str]) -> Iterator[_Piece]:
    header: re.Match[str] | None = None
    for number, line in enumerate(lines, start=1):
        if found := _HEADER.fullmatch(line):
            header = found
        elif header and line.strip() and not _CREDIT.fullmatch(line.strip()):
            start = _seconds(header["start"])
            yield _Piece(number, start, start, header["start"], spaced(header["name"]), line)


def _voices(line: str) -> Iterator[tuple[str | None, str]]:
    """The parts of a line, each with the name in the voice tag before it, if any."""
    tags = list(_VOICE.finditer(line))
    yield None, line[: tags[0].start() if tags else None]
    for index, tag in enumerate(tags):
        end = tags[index + 1].start() if index + 1 < len(tags) else None
        yield spaced(html.unescape(tag["name"])) or None, line[tag.end() : end]


def _seconds(stamp: str) -> float:
    """The seconds in a time such as "1:02:03.5", "02:03,500" or "2:03"."""
    seconds = 0.0
    for number in stamp.replace(",", ".").split(":"):
        seconds = 60 * seconds + float(number)
    return seconds


# Speakers


def _spoken(pieces: Sequence[_Piece]) -> list[_Piece]:
    """The pieces that have words, each with its speaker."""
    worded = [replace(each, text=words) for each in pieces if (words := _words(each.text))]
    if all(each.speaker is None for each in worded):
        worded = _by_colons(worded)
    latest = _NOBODY
    spoken = []
    for each in worded:
        latest = each.speaker or latest
        spoken.append(replace(each, speaker=latest))
    return spoken


def _words(text: str) -> str:
    """The words of a line, without tags and with HTML entities decoded."""
    return storable(spaced(html.unescape(_TAG.sub("", text))))


def _by_colons(pieces: list[_Piece]) -> list[_Piece]:
    """The pieces with the names before colons as their speakers, if the captions have names there."""
    found = [_NAMED.fullmatch(each.text) for each in pieces]
    names = Counter(each["name"] for each in found if each)
    if not names or (found[0] is None and _SHARE * names.total() < len(pieces)):
        return pieces
    return [
        replace(piece, speaker=each["name"], text=each["text"])
        if each and _is_name(each["name"], names[each["name"]])
        else piece
        for piece, each in zip(pieces, found, strict=True)
    ]


def _is_name(name: str, occurrences: int) -> bool:
    words = name.split()
    return len(words) <= _LONGEST_NAME and (occurrences > 1 or not any(word[0].islower() for word in words))


# Turns


def _grouped(pieces: Sequence[_Piece]) -> Iterator[list[_Piece]]:
    """The pieces grouped by turn."""
    group: list[_Piece] = []
    for piece in pieces:
        if group and not _goes_on(group, piece):
            yield group
            group = []
        group.append(piece)
    if group:
        yield group


def _goes_on(group: Sequence[_Piece], piece: _Piece) -> bool:
    last, length = group[-1], sum(len(each.text) + 1 for each in group)
    is_full = length + len(piece.text) > _LONGEST or (length > _LONG and _SENTENCE_END.search(last.text))
    return piece.speaker == last.speaker and piece.start - last.end < _PAUSE and not is_full


def _turn(group: Sequence[_Piece], source: Source) -> Turn:
    first = group[0]
    place = f"{source.place} line {first.number}:"
    turn = Turn(" ".join(each.text for each in group), first.speaker, _said(first, source.said, place))
    check_turn(turn, place)
    return turn


def _said(piece: _Piece, began: Said | None, place: str) -> Said | None:
    if began is None:
        return None
    try:
        return Said(began.local + timedelta(seconds=int(piece.start)), began.offset_minutes, piece.stamp)
    except OverflowError:
        raise TimeError(f"{place} no such time: {piece.stamp!r} after {began.raw!r:.80}; fix the time") from None
