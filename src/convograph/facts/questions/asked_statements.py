"""Turns that state exactly what a question asks about one person, even if they share no word with it.

"Where do I live?" – "We're back in Porto." Turns that resemble one of the `tellings` are worth reading for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache

from convograph.extraction.asked_relation import AskedFor
from convograph.facts.gathering.statements import turn_read
from convograph.facts.people.relatives import Relatives, told_in
from convograph.facts.reading.frames import framed
from convograph.facts.reading.kin_names import described, nouns_for
from convograph.facts.reading.misreadings import SURE
from convograph.facts.relations import plain
from convograph.facts.statement import Statement
from convograph.facts.tables import damaged, lines_of
from convograph.facts.values.sameness import are_same
from convograph.graph.snapshot import Snapshot
from convograph.times import moment_of
from convograph.types import SourceTurn

_PAST = frozenset({"ends", "past"})
_Values = tuple[str, ...]
_Telling = tuple[SourceTurn, _Values]
"""A turn, and the values that it states."""


def tellings(asked: AskedFor) -> tuple[str, ...]:
    """Typical sentences that state what is asked for; none if people state it in the words of the question."""
    known = _tellings()
    return tuple(sentence for relation in asked.relations for sentence in known.get(relation, ()))


def stated_in(graph: Snapshot, turns: Iterable[SourceTurn], asked: AskedFor) -> dict[int, tuple[str, ...]]:
    """The values asked for that turns state by themselves, by turn key.

    A turn that is newer than all of these and ends one of their values counts too, with that value or with its sentence
    ("We broke up."). If the question asks what was before a value, only the last value stated before it counts.
    """
    relatives, told, ending = told_in(graph), {}, []
    read = [(turn, _of_asked(turn_read(graph, turn).stating, asked, relatives)) for turn in turns]
    if asked.than is not None:
        return _of_before(read, asked, asked.than)
    for turn, stated in read:
        values = _values(stated, asked)
        if values:
            told[turn.key] = turn, values
        elif not asked.former:
            ending.append((turn, [one for one in stated if one.told == "ends"]))
    if asked.at is not None:
        return _of_then(told.values(), *asked.at)
    found = {key: values for key, (_, values) in told.items()}
    if not told:
        return found  # "I used to live in Faro" alone does not tell where I live
    latest = max(_when(turn) for turn, _ in told.values())
    known = [value for values in found.values() for value in values]
    for turn, ends in ending:
        over = [
            one.value or _sentence_ending(turn, one)
            for one in ends
            if not one.value or any(are_same(one.value, value) for value in known)
        ]
        if over and _when(turn) > latest:
            found[turn.key] = tuple(dict.fromkeys(filter(None, over)))
    return found


def _of_before(read: Iterable[tuple[SourceTurn, list[Statement]]], asked: AskedFor, than: str) -> dict[int, _Values]:
    """The last values stated before `than`, by the last turn that states `than` or by an earlier one."""
    in_time = sorted(read, key=lambda one: _when(one[0]))
    stating = [
        place
        for place, (_, stated) in enumerate(in_time)
        if any(one.told not in _PAST and are_same(one.value, than) for one in stated)
    ]
    for turn, stated in reversed(in_time[: max(stating, default=-1) + 1]):
        values = tuple(value for value in _values(stated, asked) if not are_same(value, than))
        if values:
            return {turn.key: values}
    return {}


def _of_then(told: Iterable[_Telling], start: datetime, end: datetime) -> dict[int, tuple[str, ...]]:
    """The values stated during a period, and the last ones stated before it."""
    before = [one for one in told if (said := moment_of(one[0].said)) < end and said != datetime.min]
    during = [one for one in before if moment_of(one[0].said) >= start]
    earlier = (one for one in before if one not in during)
    last = max(earlier, key=lambda one: _when(one[0]), default=None)
    return {turn.key: values for turn, values in (*during, *filter(None, [last]))}


def _when(turn: SourceTurn) -> tuple[datetime, int]:
    """Sort key: when a turn was said; turns of the same time stay in the order they were added."""
    return moment_of(turn.said), turn.key


def _sentence_ending(turn: SourceTurn, end: Statement) -> str:
    """The sentence of an end that names no value; only its beginning if frames join it with the next sentence."""
    read = framed(turn.text, turn.speaker or "")
    found = (one.sentence for one in read if (one.relation, one.act, one.value) == (end.relation, "ends", ""))
    return next(found, "").partition(": ")[0].strip(" .!")


def other_words(graph: Snapshot, asked: AskedFor) -> tuple[str, ...]:
    """Other words that turns use for the person a question asks about: "sister" for Ngozi."""
    return tuple(dict.fromkeys(word for other in told_in(graph).others(asked) for word in _words_for(other)))


def _words_for(name: str) -> tuple[str, ...]:
    """The words by which a turn may refer to a name: its first word or, for kin, all nouns for them."""
    one = described(name)
    return (name.split(maxsplit=1)[0],) if one is None else nouns_for(one)


def _of_asked(stating: Iterable[Statement], asked: AskedFor, relatives: Relatives) -> list[Statement]:
    return [
        one
        for one in stating
        if one.likely >= SURE and plain(one.relation) in asked.relations and relatives.is_about(asked, one)
    ]


def _values(stated: Sequence[Statement], asked: AskedFor) -> tuple[str, ...]:
    told = [one.value for one in stated if one.told != "ends" and asked.accepts(plain(one.relation), one.value)]
    before = [one.value for one in stated if one.told == "ends"] + [one.instead_of for one in stated if one.instead_of]
    values = (*before, *told) if asked.former else told
    return tuple(dict.fromkeys(filter(None, values)))


@cache
def _tellings() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for line in lines_of("tellings", __package__):
        relation, tab, sentence = line.partition("\t")
        if not (relation and tab and sentence):
            raise damaged("tellings", line)
        found[plain(relation)] = (*found.get(plain(relation), ()), sentence)
    return found
