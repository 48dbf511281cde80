"""What a turn of a person states by itself, read without syntax by the frames and the learned reader.

The frames take precedence for the values they find, unless the reader is sure that a value is only supposed, asked
about, or said of somebody else.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from math import prod
from typing import NamedTuple

from convograph.extraction.asides import composed_from, is_further, is_new, is_quoted, takes_back
from convograph.extraction.corrections import (
    Correction,
    bare_correction_in,
    contact_correction_in,
    correction_in,
    right_value,
)
from convograph.facts.acts import ReadAct, StatedAct
from convograph.facts.learned_reader.readings import ReadValue, readings_of
from convograph.facts.learned_reader.tagger import CORRECTION
from convograph.facts.reading.bare_replies import DirectQuestion, asked_in
from convograph.facts.reading.beginnings import beginning
from convograph.facts.reading.frames import framed, is_begun_today
from convograph.facts.reading.kin_names import described, namings_in
from convograph.facts.reading.misreadings import (
    SURE,
    FoundValue,
    is_no_employee,
    is_no_trigger,
    is_stated,
    may_be_a_membership,
)
from convograph.facts.reading.moves import MovingIn, moving_in
from convograph.facts.reading.quoted_lines import without_quoted_lines
from convograph.facts.reading.slips import as_meant
from convograph.facts.reading.third_parties import tells_of_third_party
from convograph.facts.relations import plain
from convograph.facts.statement import Statement, is_asked, is_inverted, sentence_of, tells_a_change
from convograph.facts.values.streets import whole_street
from convograph.facts.values.whole import FIRMS, whole_firm
from convograph.facts.values.words import words_of
from convograph.graph.turns import speaker_key
from convograph.patterns import lazy_pattern
from convograph.segmentation import is_assistant, is_tool
from convograph.types import SourceTurn

ENDING = 0.95
"""The least likelihood at which a reading alone ends a value."""
MAYBE = 0.6
"""The least likelihood if the speaker surely states the same relation of the same subject elsewhere."""
MAYBE_ENDING = 0.9
"""The least likelihood to end a value in that case: "I enjoy being a homemaker" is easily misread."""
ENDING_STATED = 0.8
"""The least likelihood in that case to end a value that is stated in exactly the same words."""
CORRECTING = 0.7
"""The least likelihood to correct a value that was stated before."""
_SURELY_NOTHING = 0.9  # a reading this likely to state nothing overrules frames and triplets
_TELLS: Mapping[ReadAct, StatedAct] = {"holds": "holds", "begins": "begins", "further": "begins", "ends": "ends"}
_NEVER_TWO = "age"  # "I'm also 28 now" adds no second age
_LONGEST_CORRECTION = 120  # characters
_NO_AND_VALUE = lazy_pattern(r"\W*(?:no|nope)\b\W+[\w '’&-]+\W*", re.IGNORECASE)  # may be an answer instead
_AND = lazy_pattern(r" (?:and|&) ", re.IGNORECASE)
_Group = tuple[str, str, str]  # subject, relation and claimant


class TurnRead(NamedTuple):
    """What a turn states regardless of the turns around it, and what it may correct in the turns before.

    `denied` are the values that it surely only supposes, asks about, says of somebody else or corrects itself, in the
    form of `plain`, and false plurals ("my wifes called Noor"). `asked` is the question it puts to its addressee,
    `moving` what it says of its speaker's move without naming the new home as theirs.
    """

    stating: tuple[Statement, ...] = ()
    correction: Correction | None = None
    denied: frozenset[str] = frozenset()
    asked: DirectQuestion | None = None
    moving: MovingIn | None = None


def read_turn(turn: SourceTurn) -> TurnRead:
    """What a turn states, corrects and asks; without a speaker, or from a tool or an assistant, it states nothing."""
    correction = correction_in(turn.text)
    speaker, asked = turn.speaker, asked_in(turn.text)
    if speaker is None or is_tool(speaker) or is_assistant(speaker):
        return TurnRead(correction=correction, asked=asked)
    meant = as_meant(without_quoted_lines(turn.text[: composed_from(turn.text)], speaker))
    turn = replace(turn, text=meant.text)
    readings = readings_of(turn.text, speaker)
    surely = (one for one in readings if one.force == "nothing" and one.likely >= _SURELY_NOTHING)
    denied = meant.wrong.union(plain(one.value) for one in surely)
    denied |= {plain(one) for noun in meant.misspelled for one in (noun, f"{speaker}'s {noun}")}
    stating = (*_by_frames(turn, speaker, denied),)
    told = {(speaker_key(one.subject), plain(one.value)) for one in stating}
    read = (one for one in _by_reader(turn, readings) if not _is_framed(one, told, speaker))
    bare = bare_correction_in(turn.text)
    if bare is None or not any(map(str.isdigit, bare.value)):  # of "14 High Street", the reader finds only the street
        bare = _read_correction(turn.text, readings) or bare
    told_all = (*stating, *read, *_names_of_kin(turn, speaker, denied))
    correction = correction or bare or contact_correction_in(turn.text)
    return TurnRead(told_all, correction, denied, asked, moving_in(turn.text))


def _is_framed(one: Statement, told: Collection[tuple[str, str]], speaker: str) -> bool:
    """Whether the frames already have the value of a reading (`told`), for the same subject or for another one.

    If they have it for another subject ("Tom's flat is in Faro"), only a sure reading about a third person stands.
    """
    about, value = speaker_key(one.subject), plain(one.value)
    others = any(each == value and subject != about for subject, each in told)
    return (about, value) in told or (others and (one.subject == speaker or one.likely < SURE))


def _names_of_kin(turn: SourceTurn, speaker: str, denied: Collection[str]) -> Iterator[Statement]:
    """The names that a turn gives to its speaker's kin.

    Of two sisters, neither name supersedes the other. A correction replaces a name only if it mentions that name.
    """
    for one in namings_in(turn.text):
        if plain(one.name) not in denied and described(f"{speaker}'s {one.noun}") is not None:
            yield Statement(
                subject=f"{speaker}'s {one.noun}",
                relation="name",
                value=one.name,
                told="holds",
                claimed_by=speaker,
                start=one.start,
                precise=False,
                replaces=False,
                further=True,
            )


def _by_frames(turn: SourceTurn, speaker: str, denied: frozenset[str]) -> Iterator[Statement]:
    for number, one in enumerate(framed(turn.text, speaker)):
        found = FoundValue.in_sentence(one.sentence, one.relation, one.value, one.act)
        is_denied = plain(one.value) in denied and not is_begun_today(one)
        if is_denied or (one.value and not _is_stated(found)):
            continue
        if is_inverted(one.sentence, one.subject):
            continue
        value = whole_firm(one.sentence, one.value) if one.relation in FIRMS else one.value
        told, since = beginning(
            turn.text, one.sentence, one.relation, one.act, turn.said, of_speaker=one.subject == speaker
        )
        yield Statement(
            subject=one.subject,
            relation=one.relation,
            value=value,
            told=told,
            claimed_by=speaker,
            start=number,
            replaces=tells_a_change(one.relation, one.act, one.sentence),
            further=one.relation != _NEVER_TWO and is_further(one.sentence),
            taken_back=takes_back(turn.text),
            since=since,
            instead_of=one.instead_of,
            over=True,
            unsure=one.unsure or may_be_a_membership(found),
            generic=one.generic,
        )


def _is_stated(found: FoundValue) -> bool:
    """Whether a frame's value passes the checks for misreadings, including those for readers without syntax."""
    return is_stated(found) and not is_no_trigger(found) and not is_no_employee(found)


def _by_reader(turn: SourceTurn, readings: Sequence[ReadValue]) -> Iterator[Statement]:
    """What the readings of a turn state, if they are likely enough and their values fit the relations."""
    for one in readings:
        told = _TELLS.get(one.force)
        least = ENDING_STATED if told == "ends" else MAYBE
        if told is None or one.relation == CORRECTION or one.likely < least or is_quoted(turn.text, one.start):
            continue
        if one.subject == turn.speaker and is_asked(turn.text, one.start, one.end, of_speaker=True):
            continue  # for others, trust the reader: "You know my cousin lives in Faro?"
        if tells_of_third_party(turn.text[: one.start], one.subject, one.relation, turn.speaker or ""):
            continue
        sentence = sentence_of(turn.text, one.start, one.end)
        if is_inverted(sentence, one.subject):
            continue
        found = FoundValue.in_sentence(sentence, one.relation, one.value, told)
        if not is_stated(replace(found, likely=one.likely, own=one.subject == turn.speaker)):
            continue
        value = whole_firm(sentence, one.value) if one.relation in FIRMS else whole_street(sentence, one.value)
        told, since = beginning(
            turn.text, sentence, one.relation, told, turn.said, of_speaker=one.subject == turn.speaker
        )
        yield Statement(
            subject=one.subject,
            relation=one.relation,
            value=value,
            told=told,
            claimed_by=turn.speaker,
            start=one.start,
            replaces=told == "begins" or is_new(sentence),  # a value that merely holds supersedes nothing
            further=one.force == "further" or is_further(sentence),
            taken_back=takes_back(turn.text),
            since=since,
            over=True,
            unsure=may_be_a_membership(found),
            likely=one.likely,
        )


def _read_correction(text: str, readings: Sequence[ReadValue]) -> Correction | None:
    """The correction in the readings: one right value, and perhaps one wrong; "Belle and Sebastian" counts as one."""
    if len(text) > _LONGEST_CORRECTION:
        return None
    read = [one for one in readings if one.relation == CORRECTION and one.likely >= CORRECTING]
    right = _joined_by_and(text, [one for one in read if one.force != "ends"])
    wrong = _joined_by_and(text, [one for one in read if one.force == "ends"])
    if len(right) != 1 or len(wrong) > 1:
        return None
    old = right_value(wrong[0]) if wrong else None
    return Correction(right_value(right[0]), old, sure=True, bare=_NO_AND_VALUE.fullmatch(text) is not None)


def _joined_by_and(text: str, read: Sequence[ReadValue]) -> list[str]:
    """The values of the readings; two with only "and" between them count as one."""
    if len(read) == 2 and _AND.fullmatch(text, read[0].end, read[1].start):
        return [text[read[0].start : read[1].end]]
    return [one.value for one in read]


def borne_out(statements: Sequence[Statement]) -> list[Statement]:
    """The sure statements, and the likely ones whose speaker surely states the same relation of the same subject.

    "Faro it is" alone does not report a move. It does if Ana has said that she lives in Porto. A statement that only a
    later turn makes sure is known from that turn on.
    """
    sure = _sure_since(statements)
    stated: dict[tuple[_Group, tuple[str, ...]], tuple[int, int]] = {}
    for one in statements:
        if one.told != "ends" and (since := sure.get(_group(one))) is not None:
            known = max(since, one.known if is_sure(one) else (one.place, one.turn))
            key = _group(one), words_of(one.value)
            stated[key] = min(known, stated.get(key, known))

    def bearing(one: Statement) -> Iterator[tuple[int, int]]:
        """The place and row of each turn that makes the statement sure: its own, or others."""
        if is_sure(one):
            yield one.known
        if (since := sure.get(_group(one))) is None:
            return
        if one.told != "ends" or one.likely >= MAYBE_ENDING:
            yield since
        elif (said := stated.get((_group(one), words_of(one.value)))) is not None:
            yield max(since, said)

    found = ((one, min(bearing(one), default=None)) for one in statements)
    return [_borne_out(one, since) for one, since in found if since is not None]


def _borne_out(one: Statement, since: tuple[int, int]) -> Statement:
    """The statement, marked with the turn that makes it sure if that turn is a later one."""
    by = since if since[0] > one.place else None
    return one if one.borne_out == by else replace(one, borne_out=by)


def _sure_since(statements: Sequence[Statement]) -> dict[_Group, tuple[int, int]]:
    """The turn from which on a group surely has a value: by a sure statement, or by several turns with the same value.

    The errors of these turns are taken as independent; none of the turns needs to be sure.
    """
    sure: dict[_Group, tuple[int, int]] = {}
    doubts: dict[tuple[_Group, tuple[str, ...]], dict[int, float]] = {}
    for one in sorted(statements, key=lambda one: one.place):
        group = _group(one)
        if is_sure(one):
            sure[group] = min(one.known, sure.get(group, one.known))
        if one.told != "ends":
            of_turns = doubts.setdefault((group, words_of(one.value)), {})
            of_turns[one.turn] = min(of_turns.get(one.turn, 1.0), 1 - one.likely)
            if prod(of_turns.values()) <= 1 - SURE:
                since = one.place, one.turn
                sure[group] = min(since, sure.get(group, since))
    return sure


def is_sure(statement: Statement) -> bool:
    """Whether a statement is sure by itself, or borne out by a later turn, such as one that calls its value wrong."""
    least = ENDING if statement.told == "ends" else SURE
    return statement.likely >= least or statement.borne_out is not None


def _group(statement: Statement) -> _Group:
    return speaker_key(statement.subject), plain(statement.relation), speaker_key(statement.claimed_by or "")
