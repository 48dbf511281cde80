"""The statements of a snapshot as facts need them: which relation, which value, by whom, and in which order.

Offline, brought and model-written triplets take part alike. Questions, conditions, wishes and plans state nothing;
what a tool put out is nobody's statement.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from convograph.extraction.asides import (
    calls_a_joke,
    composed_from,
    is_further,
    is_joke,
    is_long_ago,
    is_over,
    is_quoted,
    takes_back,
)
from convograph.extraction.lexicon import word_list
from convograph.extraction.types import Stated
from convograph.facts.answers import answered
from convograph.facts.brought_in import tells_of_another
from convograph.facts.corrected import corrected, values_like
from convograph.facts.found_values import FoundValue, is_misread, is_stated
from convograph.facts.frame_subjects import is_bare_kin
from convograph.facts.relations import (
    BELONGINGS,
    DEFAULT_RELATIONS,
    Act,
    Meaning,
    attributes,
    meanings,
    plain,
)
from convograph.facts.stated import UNPLACED, Statement, Told, is_asked, sentence_of, since_in, tells_a_change
from convograph.facts.turn_statements import LISTED, TurnRead, borne_out, is_sure, read_turn
from convograph.facts.values import (
    FIRMS,
    are_same,
    is_called,
    is_name,
    is_one_more,
    is_said_of_one_more,
    is_time,
    kind_before,
    kind_behind,
    names_nothing,
    share_a_word,
    whole_firm,
    whole_value,
    without_name,
    words_of,
)
from convograph.graph.rows import LayerKey
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.turns import speaker_key
from convograph.layers.triplets import triplet_of
from convograph.segmentation import is_assistant, is_tool
from convograph.types import SourceTurn

_USED_TO = "used to"
_NAMING = frozenset({"be", "be called", "be named", "is", "is called", "is named", "name"})
_TRUSTED = frozenset({"occupation", "works_at"})  # a brought value of these is taken as it is
_DONE = frozenset({"drinks", "eats", "likes", "dislikes", "plays"})  # "I ate fish" tells an evening, and no habit
_LOST = BELONGINGS | {"partner"}
_BORN = "be born in"  # which is always told in the past, and never ends
_CUT_OFF = ("to ", "of ")
_SAME_IN_THE_PAST = ("quit", "split", "put", "let")
_NO_SUBJECTS = frozenset({"activity", "time"})  # "starting at Siemens" works nowhere
_HOLDING: tuple[Told, ...] = ("holds", "begins")
_UNTIL = re.compile(r"\b(?:until|till?|’til)\b", re.IGNORECASE)
_PRONOUNS = frozenset(
    {"i", "you", "he", "she", "it", "we", "they", "this", "that", "who", "someone", "everyone", "one"}
)
_NEAR = 4  # turns of a session within which a speaker takes back what was said
_NEAR_NAMED = 12  # likewise, where the wrong value is named


class KnownRelations(Protocol):
    """Which relations are asked for; hashable, since what was read for them is remembered."""

    def is_known(self, relation: str) -> bool:
        """Whether statements in a relation are."""


_UNREAD = TurnRead()
Read = dict[int, tuple[Statement, ...]]
"""What is stated by items or turns that were read before, by their keys."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a triplet is stated: its turn, the character, and the sentence around it."""

    turn: SourceTurn
    start: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Saying:
    """The turns of a snapshot in the order in which they were said: said time, session id, ordinal.

    `rows` are their rows in this order, `places` the position of each row.
    """

    rows: Sequence[int]
    places: Sequence[int]


def in_order(graph: Snapshot) -> Saying:
    """The order of saying; turns without a time come first, by session id."""
    turns = graph.turns
    sessions = turns.sessions.values
    ranks = {
        key: rank for rank, (_, key) in enumerate(sorted((row.name, key) for key, row in turns.session_rows.items()))
    }
    of_session = np.array([ranks[key] for key in sessions.tolist()], np.int64)
    rows = np.lexsort((turns.ordinals.values, of_session, turns.seconds.values))
    places = np.empty(len(rows), np.int64)
    places[rows] = np.arange(len(rows))
    return Saying(rows.tolist(), places.tolist())


def statements_in(
    graph: Snapshot,
    layers: Sequence[LayerKey],
    wanted: KnownRelations | None = None,
    visible: npt.NDArray[np.bool_] | None = None,
    *,
    triplets_alone: bool = False,
) -> list[Statement]:
    """What the `visible` turns state (`None`: all), in the order of saying; corrections among them.

    Of what was not brought, only the relations that are known to be `wanted`, if any are given. With `triplets_alone`,
    neither frames nor corrections are read, which takes a new process two milliseconds a turn.
    """
    saying = in_order(graph)
    turns = _Turns(graph)
    found: list[Statement] = []
    for key in layers:
        if (layer := graph.layers.get(key)) is not None:
            held = graph.derived.lasting(("told", key, wanted), _ReadItems)
            found += _of_layer(layer, held, turns, saying, wanted)
    if not triplets_alone:
        read = _read_turns(graph, turns)
        found = [one for one in found if one.brought or not _is_read_better(one, read[one.turn])]
        found += _of_turns(graph, read, turns, saying)
        found += _of_answers(graph, read, turns, saying, found)
    found = [one for one in found if visible is None or visible[one.turn]]
    if not triplets_alone:
        known = read if visible is None else [one if visible[row] else _UNREAD for row, one in enumerate(read)]
        found = _with_further_pets(found, turns)
        found = _with_names_of_pets(_without_surnames_for_names(_without_pets_for_partners(found)), turns)
        found = borne_out(_put_right(_once_a_turn(found, turns), known, saying, turns))
    found = _with_former(_without_losses(found))
    if not triplets_alone:
        found += _corrections(found, known, saying, turns)
    return sorted(found, key=lambda one: (one.place, one.start, one.relation, one.value))


def _is_read_better(triplet: Statement, read: TurnRead) -> bool:
    """Whether what a triplet states is read otherwise in its turn by frames and the reader, which read values whole.

    They deny its value, or surely read another one of the same relation, which has one: "these days ramen is my
    favourite food" has no "days ramen".
    """
    value = plain(triplet.value)
    if value in read.denied or value.rpartition(" ")[0] in read.denied:  # "mums 60"
        return True
    if triplet.told not in _HOLDING or triplet.further or not DEFAULT_RELATIONS.has_one(triplet.relation):
        return False
    said = _said_of(triplet)[1:]
    sure = (one for one in read.stating if one.likely >= LISTED and one.told in _HOLDING)
    values = {plain(one.value) for one in sure if _said_of(one)[1:] == said}
    return bool(values) and value not in values


def _without_pets_for_partners(statements: Sequence[Statement]) -> list[Statement]:
    """Without partners that the reader finds in what pets are called: "witnessed by two friends and Waffle"."""
    pets = {(speaker_key(one.subject), words_of(one.value)[-1:]) for one in statements if one.relation == "has_pet"}

    def is_pet(one: Statement) -> bool:
        return one.likely < 1 and one.relation == "partner" and (speaker_key(one.subject), words_of(one.value)) in pets

    return [one for one in statements if not is_pet(one)]


def _without_surnames_for_names(statements: Sequence[Statement]) -> list[Statement]:
    """Without names that their turn calls a surname: "my last name is Duarte" leaves the name that was told before."""
    surnames = {
        (one.turn, speaker_key(one.subject), plain(one.value)) for one in statements if one.relation == "surname"
    }
    return [
        one
        for one in statements
        if one.relation != "name" or (one.turn, speaker_key(one.subject), plain(one.value)) not in surnames
    ]


def _with_names_of_pets(statements: Sequence[Statement], turns: _Turns) -> list[Statement]:
    """With one pet where a turn says what it is and how it is called: "my cat is called Miso" is of a "cat Miso"."""
    by_turn: dict[tuple[int, str], list[Statement]] = {}
    for one in statements:
        if one.relation == "has_pet" and one.told in _HOLDING:
            by_turn.setdefault((one.turn, speaker_key(one.subject)), []).append(one)
    made: dict[Statement, Statement | None] = {}
    for (turn, _), pets in by_turn.items():
        named = [one for one in pets if is_name(one.value)]
        for one in named:
            kind = kind_before(turns[turn].text, one.value) or kind_behind(turns[turn].text, one.value)
            if kind is not None:
                made[one] = replace(one, value=f"{kind} {one.value}")
        for one in (pet for pet in pets if named and not is_name(pet.value)):
            called = [other for other in named if is_called(turns[turn].text, one.value, other.value)]
            if len({words_of(other.value) for other in called}) == 1:
                surest = max(called, key=lambda other: other.likely)
                made |= {**dict.fromkeys(called), one: replace(surest, value=f"{one.value} {surest.value}")}
    found = (made.get(one, one) for one in statements)
    return [one for one in found if one is not None]


def _with_further_pets(statements: Sequence[Statement], turns: _Turns) -> list[Statement]:
    """With pets of which a turn says that they come on top of one of their kind called so: "another cat" is no cat of
    which was told before.
    """

    def called(one: Statement) -> Statement:
        if one.relation != "has_pet" or one.told not in _HOLDING or is_name(one.value):
            return one
        more = is_one_more(one.value) or not is_said_of_one_more(turns[one.turn].text, one.value)
        return one if more else replace(one, value=f"another {one.value}")

    return [called(one) for one in statements]


def _put_right(
    statements: Sequence[Statement], read: Sequence[TurnRead], saying: Saying, turns: _Turns
) -> list[Statement]:
    """With what its speaker names as wrong soon after taken for sure: nobody corrects what was not said."""

    def named_by(one: Statement) -> tuple[int, int] | None:
        for row in turns.of_speaker(one.turn, 1, _NEAR_NAMED):
            found = read[row].correction
            if found is not None and found.instead_of is not None and are_same(found.instead_of, one.value):
                return saying.places[row], row
        return None

    return [one if is_sure(one) or (by := named_by(one)) is None else replace(one, borne_out=by) for one in statements]


def _once_a_turn(statements: Sequence[Statement], turns: _Turns) -> list[Statement]:
    """Without a second reading of the same words: who has lived somewhere for years lives there, who worked somewhere
    until May does not.
    """
    of_former = {one.turn for one in statements if one.told == "held"}  # few: the others need no look at their words
    told: dict[tuple[object, ...], set[Told]] = {}
    for one in statements:
        if one.turn in of_former:
            told.setdefault((*_said_of(one), words_of(one.value)), set()).add(one.told)

    def is_second(one: Statement) -> bool:
        if one.turn not in of_former:
            return False
        both = told[*_said_of(one), words_of(one.value)]
        if "held" not in both or both.isdisjoint(_HOLDING):
            return False
        return one.told in (_HOLDING if _UNTIL.search(turns[one.turn].text) else ("held",))

    return [one for one in statements if not is_second(one)]


def _with_former(statements: Sequence[Statement]) -> list[Statement]:
    """With ends marked that name what gave way to another value, stated beside them: "from Porto to Lisbon"."""
    begun: dict[tuple[int, str, str, str], list[str]] = {}
    for one in statements:
        if one.told in ("holds", "begins") and one.replaces and not one.unsure:
            begun.setdefault(_said_of(one), []).append(one.value)

    def gave_way(one: Statement) -> bool:
        others = begun.get(_said_of(one), ())
        return bool(others) and not any(are_same(one.value, other) for other in others)

    return [
        replace(one, former=True) if one.told == "ends" and one.value and gave_way(one) else one for one in statements
    ]


def _said_of(statement: Statement) -> tuple[int, str, str, str]:
    by = speaker_key(statement.claimed_by or "")
    return statement.turn, speaker_key(statement.subject), plain(statement.relation), by


def _without_losses(statements: Sequence[Statement]) -> list[Statement]:
    """Without what somebody is said to have in the turn that says that it is gone.

    "I sold my car" leaves none, nor does "My boyfriend Tom and I broke up".
    """
    lost = {_belonging(one) for one in statements if one.told == "ends" and one.relation in _LOST}
    return [one for one in statements if one.told != "holds" or _belonging(one) not in lost]


def _belonging(statement: Statement) -> tuple[int, str, str, tuple[str, ...]]:
    return statement.turn, speaker_key(statement.subject), statement.relation, words_of(without_name(statement.value))


class _Turns:
    """The turns of a snapshot by row, each read once, and what the same speaker said around them in the session."""

    def __init__(self, graph: Snapshot) -> None:
        self._table = table = graph.turns
        self._held: dict[int, SourceTurn] = {}
        self._jokes: dict[int, tuple[bool, bool]] = graph.derived.lasting("jokes", dict)
        self._rows = np.lexsort((table.ordinals.values, table.sessions.values))
        self._places = np.empty(len(self._rows), np.int64)
        self._places[self._rows] = np.arange(len(self._rows))
        self._keys: list[int] = table.keys.values.tolist()
        self._following: list[int] = self._next_of_speakers().tolist()

    def __getitem__(self, row: int) -> SourceTurn:
        if row not in self._held:
            self._held[row] = self._table.source_turn(row)
        return self._held[row]

    def joked(self, row: int) -> bool:
        """Whether a turn is said to be a joke, in it or by its speaker's next turn."""
        following = self._following[row]
        return self._joking(row)[0] or (following >= 0 and self._joking(following)[1])

    def _joking(self, row: int) -> tuple[bool, bool]:
        """Whether a turn is a joke by itself, and whether it calls the one before it one; read once in a process."""
        key = self._keys[row]
        held = self._jokes.get(key)
        if held is None:
            text = self[row].text  # "Just kidding, I work at Bosch": the turn before was the joke
            calls = calls_a_joke(text)
            held = self._jokes[key] = is_joke(text) and not calls, calls
        return held

    def behind(self, row: int) -> int | None:
        """The next turn of the session, of whoever."""
        at, sessions = int(self._places[row]) + 1, self._table.sessions.values
        return int(self._rows[at]) if at < len(self._rows) and sessions[self._rows[at]] == sessions[row] else None

    def before(self, row: int) -> int | None:
        """The last turn of the session before another, of whoever."""
        at, sessions = int(self._places[row]) - 1, self._table.sessions.values
        return int(self._rows[at]) if at >= 0 and sessions[self._rows[at]] == sessions[row] else None

    def is_of_one(self, row: int, wrong: Statement) -> bool:
        """Whether a turn that is nothing but a value may be about a statement: the other's question is not before it,
        unless that asks about the value, and the statement's turn has no other value of its form.
        """
        at = int(self._places[row])
        before = self[int(self._rows[at - 1])]
        if before.session == self[row].session and "?" in before.text and not share_a_word(before.text, wrong.value):
            return False
        return values_like(wrong, self[wrong.turn].text) < 2

    def _next_of_speakers(self) -> npt.NDArray[np.int64]:
        """The first that `of_speaker` gives for each turn, -1 for none: of all at once, since each that states asks."""
        sessions, speakers = self._table.sessions.values[self._rows], self._table.speakers.values[self._rows]
        found = np.full(len(self._rows), -1)
        for step in range(_NEAR, 0, -1):  # the nearest last
            same = (sessions[step:] == sessions[:-step]) & (speakers[step:] == speakers[:-step])
            found[self._rows[:-step][same]] = self._rows[step:][same]
        return found

    def of_speaker(self, row: int, step: Literal[1, -1], most: int = _NEAR) -> list[int]:
        """The turns of the same speaker among the next (or the last) few of the session, the nearest first."""
        at = int(self._places[row])
        near = self._rows[at + 1 : at + 1 + most] if step > 0 else self._rows[max(at - most, 0) : at][::-1]
        sessions, speakers = self._table.sessions.values, self._table.speakers.values
        own = sessions[row], speakers[row]
        return [one for one in near.tolist() if (sessions[one], speakers[one]) == own]


@dataclass(slots=True)
class _Placed:
    """What items or turns state, by their keys, as it was last placed among the turns."""

    held: Read = field(default_factory=dict)

    def at(self, key: int, stating: Sequence[Statement], row: int, place: int) -> tuple[Statement, ...]:
        """What is stated under a key, at its turn and in the order of saying."""
        found = self.held.get(key, ())
        if not found or (found[0].turn, found[0].place) != (row, place):
            found = self.held[key] = tuple(replace(one, turn=row, place=place) for one in stating)
        return found


@dataclass(slots=True)
class _ReadItems:
    """What the items of a layer state that were read in this process, by their keys: those up to the key `upto`.

    As they were read, and as they were last placed. Keys only grow, and none is used again.
    """

    upto: int = -1
    stating: Read = field(default_factory=dict)
    placed: _Placed = field(default_factory=_Placed)


def _of_layer(
    layer: LayerTable, held: _ReadItems, turns: _Turns, saying: Saying, wanted: KnownRelations | None
) -> Iterator[Statement]:
    """What the items of a layer state; `held` are those that were read for this snapshot or one before it."""
    items, keys, rows = layer.living(), layer.keys.values, layer.first_turns()
    for item in items[keys[items] > held.upto].tolist():
        if found := tuple(_of_item(layer, item, partial(turns.__getitem__, int(rows[item])), wanted)):
            held.stating[int(keys[item])] = found
    held.upto = max(held.upto, int(keys[items].max(initial=-1)))
    stating = items[np.isin(keys[items], list(held.stating))]
    for key, row in zip(keys[stating].tolist(), rows[stating].tolist(), strict=True):
        if not turns.joked(row):
            yield from held.placed.at(key, held.stating[key], row, saying.places[row])


def _of_item(
    layer: LayerTable, item: int, turn_of: Callable[[], SourceTurn], wanted: KnownRelations | None
) -> Iterator[Statement]:
    """What an item states, wherever its turn stands among others; the turn is read where that is wanted."""
    source = int(layer.source_starts.values[item])
    start, end = int(layer.span_starts.values[source]), int(layer.span_ends.values[source])
    read = end >= 0  # what was brought rests on whole turns
    meant = _meant(triplet_of(layer.payloads[item]).stated, wanted if read else None)
    if meant is None:
        return
    turn = turn_of()
    place = Place(turn, max(start, 0), sentence_of(turn.text, start, end) if read else "")
    if is_tool(turn.speaker) or (read and (_is_of_assistant(meant, place) or _is_only_said(meant, turn, start, end))):
        return
    yield from _told(meant, place, brought=not read)


def _is_of_assistant(meant: _Meant, place: Place) -> bool:
    """Whether an assistant speaks of itself, or of whom it speaks to: "I live in the cloud", "you enjoy your work".

    What it says of those whom its sentence names counts.
    """
    speaker = place.turn.speaker
    if not is_assistant(speaker):
        return False
    return speaker_key(meant.subject) == speaker_key(speaker or "") or meant.subject not in place.sentence


def _is_only_said(meant: _Meant, turn: SourceTurn, start: int, end: int) -> bool:
    """Whether a triplet stands in a quotation, in a text that its speaker only passes on, or in a question."""
    of_speaker = speaker_key(meant.subject) == speaker_key(turn.speaker or "")
    if start >= composed_from(turn.text):
        return True
    return is_quoted(turn.text, start) or is_asked(turn.text, start, end, of_speaker=of_speaker)


class _Meant(NamedTuple):
    """A triplet by what its phrase says of which relations, and of whom."""

    stated: Stated
    subject: str
    phrase: str
    meanings: tuple[Meaning, ...]


def _meant(stated: Stated, wanted: KnownRelations | None) -> _Meant | None:
    """What a triplet says of `wanted` relations; `None` for nothing, as of a wish, a plan, a possibility."""
    subject, relation, value = stated.triplet.parts
    if speaker_key(subject) in _PRONOUNS or not value.strip() or stated.tense == "future":
        return None
    if value.startswith(_CUT_OFF):  # "I'm allergic to flour, so I went from baking to flouring"
        return None
    if stated.modality not in (None, _USED_TO) or stated.subject_kind in _NO_SUBJECTS or is_time(subject):
        return None
    phrase = plain(stated.phrase).removeprefix("not ").removeprefix("no longer ").removeprefix(f"{_USED_TO} ")
    subject, phrase, relation = _possessed(subject, phrase, relation, value)
    found = tuple(one for one in meanings(phrase, relation) if wanted is None or wanted.is_known(one.relation))
    return _Meant(stated, subject, phrase, found) if found else None


def _told(meant: _Meant, place: Place, *, brought: bool) -> Iterator[Statement]:
    """What a triplet says of each relation that its phrase is about."""
    stated, subject, phrase, _ = meant
    turn, sentence = place.turn, place.sentence
    whole = whole_value(sentence, stated.triplet.object)
    if not brought and _is_done(phrase, sentence):
        return
    negated = stated.negated or plain(stated.phrase).startswith(("not ", "no longer "))
    former = stated.modality == _USED_TO
    past = stated.tense == "past" or phrase.startswith(_SAME_IN_THE_PAST)
    for meaning in meant.meanings:
        value = whole_firm(sentence, whole) if meaning.relation in FIRMS else whole
        happened = past or (brought and meaning.act != "holds")  # what is brought has no tense
        long_ago = is_long_ago(sentence)
        lasting = phrase == _BORN and not negated
        told = "holds" if lasting else _how(meaning.act, happened, negated=negated, former=former, long_ago=long_ago)
        if told == "held" and not long_ago and phrase == "keep":
            told = _how_kept(value, sentence)
        if told is not None and (told != "held" or long_ago or meaning.relation not in _DONE):
            found = FoundValue.in_sentence(sentence, meaning.relation, value, told, stated.object_kind)
            if not brought and _is_told_of_another(subject, meaning.relation, value, place):
                continue
            precise = is_stated(found) or (brought and meaning.relation in _TRUSTED)
            if not precise and not brought and _is_none(found, meaning.relation):
                continue
            yield Statement(
                *(subject, meaning.relation, value, told, turn.speaker, UNPLACED, UNPLACED, place.start),
                precise=precise,
                replaces=precise and (brought or tells_a_change(meaning.relation, told, sentence)),
                further=is_further(sentence),
                taken_back=takes_back(turn.text),
                since=since_in(sentence, turn.said),
                over=not negated or is_over(sentence) or is_over(stated.phrase),
                brought=brought,
            )


def _is_told_of_another(subject: str, relation: str, value: str, place: Place) -> bool:
    """Whether the syntax took whom a turn names for whom it brings in: "Noor and I have a dog, Rex, who is 3".

    Nor is anything told of a "husband" of whom it is not known whose he is.
    """
    if subject in word_list("relatives") or is_bare_kin(subject):
        return True
    text = place.turn.text
    at = text.find(value, text.find(place.sentence))
    return at >= 0 and tells_of_another(text[:at], subject, relation, place.turn.speaker or "")


def _is_none(found: FoundValue, relation: str) -> bool:
    """Whether a value that a sentence was misread to state is not even worth listing: nobody lives in a bread bin,
    keeps the mice in the kitchen, or is allergic to "one thing".
    """
    return DEFAULT_RELATIONS.has_one(relation) or is_misread(found) or names_nothing(found.value)


def _possessed(subject: str, phrase: str, relation: str, value: str) -> tuple[str, str, str]:
    """("Ana's phone", "is", "Pixel 8") as what Ana says: ("Ana", "phone", …), if the noun is an attribute."""
    owner, mark, noun = subject.rpartition("'s ")
    if mark and phrase in _NAMING and (is_name(value) or any(map(str.isdigit, value))):
        spoken = plain(noun)
        if spoken in attributes() or any(
            one.act == "holds" and one.relation == "partner" for one in meanings(spoken, "")
        ):
            return owner, spoken, spoken
    return subject, phrase, relation


def _how(act: Act, past: bool, *, negated: bool, former: bool, long_ago: bool) -> Told | None:
    if former:
        return "ends" if act == "holds" else None
    if negated:
        return "ends" if act == "holds" and not past else None
    if act != "holds":  # "I stop", "before I turn 57": what is told in the present has not happened
        return act if past and not long_ago else "held" if past and act == "begins" else None
    return "held" if past or long_ago else "holds"


def _is_done(phrase: str, sentence: str) -> bool:
    """Whether a noun for what people have is a verb in the sentence: "I phone Tom" tells of no phone."""
    if phrase not in attributes():
        return False
    noun = re.escape(phrase)
    doing = rf"\b(?:i|we|you|he|she|they|to|will|can|could|must|should) {noun}\b"
    return not re.search(rf"\b{noun}\b", sentence, re.IGNORECASE) or bool(re.search(doing, sentence, re.IGNORECASE))


def _how_kept(value: str, sentence: str) -> Told | None:
    """What "kept" says: who kept the dog has it; where they kept it tells nothing, and "we kept hens" of the past."""
    which = rf"(?P<this>the |my |our |both |all )?(?:[\w-]+ )*?{re.escape(value)}"
    kept = re.search(rf"\bkept {which}(?P<end>\W*(?:$|[,;.])| and\b| but\b)?", sentence, re.IGNORECASE)
    if kept is None or kept["this"] is None:
        return "held"
    return "holds" if kept["end"] is not None else None


def _read_turns(graph: Snapshot, turns: _Turns) -> list[TurnRead]:
    """What each turn states or corrects by itself."""
    held = _held_readings(graph)
    keys = enumerate(graph.turns.keys.values.tolist())
    return [held[key] if key in held else turn_read(graph, turns[row]) for row, key in keys]


def turn_read(graph: Snapshot, turn: SourceTurn) -> TurnRead:
    """What a turn states or corrects by itself; each is read once in the life of a snapshot's successors."""
    held = _held_readings(graph)
    if turn.key not in held:
        held[turn.key] = read_turn(turn)
    return held[turn.key]


def _held_readings(graph: Snapshot) -> dict[int, TurnRead]:
    return graph.derived.lasting("turns read", dict)


def _of_turns(graph: Snapshot, read: Sequence[TurnRead], turns: _Turns, saying: Saying) -> Iterator[Statement]:
    placed: _Placed = graph.derived.lasting("turns placed", _Placed)
    for row, (key, found) in enumerate(zip(graph.turns.keys.values.tolist(), read, strict=True)):
        if found.stating and not turns.joked(row):
            yield from placed.at(key, found.stating, row, saying.places[row])


def _of_answers(
    graph: Snapshot, read: Sequence[TurnRead], turns: _Turns, saying: Saying, statements: Sequence[Statement]
) -> Iterator[Statement]:
    """What turns state by answering the one before them, if they do not state it by themselves; each is read once.

    `statements` are what turns state by themselves.
    """
    pets: dict[int, set[str]] = {}
    for one in statements:
        if one.relation == "has_pet" and one.told in _HOLDING and one.likely >= LISTED:
            pets.setdefault(one.turn, set()).add(one.value)
    held: dict[tuple[int, int, str | None], tuple[Statement, ...]] = graph.derived.lasting("answers read", dict)
    keys = graph.turns.keys.values
    for asking, asked in ((row, found.asked) for row, found in enumerate(read) if found.asked is not None):
        row = turns.behind(asking)
        if row is None:
            continue
        pet = _pet_before(asking, row, pets, turns) if asked.needs_a_pet else asked.pet
        if asked.needs_a_pet and pet is None:
            continue
        pair = int(keys[asking]), int(keys[row]), pet
        if pair not in held:
            held[pair] = (*answered(asked._replace(pet=pet), turns[asking].speaker, turns[row]),)
        if held[pair] and not turns.joked(row):
            stated = {one.relation for one in read[row].stating if one.likely >= LISTED}
            yield from (
                replace(one, turn=row, place=saying.places[row]) for one in held[pair] if one.relation not in stated
            )


def _pet_before(asking: int, row: int, pets: Mapping[int, Collection[str]], turns: _Turns) -> str | None:
    """The only pet, without a name, that the turn right before a question tells of which the next one answers.

    `pets` are those that each turn tells of, by its row.
    """
    before = turns.before(asking)
    if before is None or turns[before].speaker != turns[row].speaker:
        return None
    told = [*pets.get(before, ())]
    return told[0] if len(told) == 1 and not is_name(told[0]) else None


def _corrections(
    statements: Sequence[Statement], read: Sequence[TurnRead], saying: Saying, turns: _Turns
) -> Iterator[Statement]:
    """Turns that put another value in the place of one that their speaker has just stated."""
    by_turn: dict[int, list[Statement]] = {}
    for one in statements:
        by_turn.setdefault(one.turn, []).append(one)
    for row in sorted({near for stating in by_turn for near in turns.of_speaker(stating, 1, _NEAR_NAMED)}):
        found = read[row].correction
        if found is None:
            continue
        before = turns.of_speaker(row, -1, _NEAR if found.instead_of is None else _NEAR_NAMED)
        for meant in corrected(found, [one for other in before for one in by_turn.get(other, ())]):
            if found.bare and not turns.is_of_one(row, meant):
                continue
            yield replace(
                meant,
                value=found.value,
                told="corrects",
                turn=row,
                place=saying.places[row],
                start=0,
                instead_of=meant.value,
                further=False,
                precise=True,
                replaces=True,
            )
