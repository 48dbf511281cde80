"""What triplets state in terms of facts, whether they were read, brought, or written by a model."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, Protocol

import numpy as np

from convograph.extraction.asides import composed_from, is_further, is_long_ago, is_over, is_quoted, takes_back
from convograph.extraction.lexicon import word_list
from convograph.extraction.mentions.possible_names import is_rare
from convograph.extraction.types import Stated
from convograph.facts.acts import PhraseAct, StatedAct
from convograph.facts.gathering.turn_order import Placed, Read, TurnOrder, Turns
from convograph.facts.learned_reader.tagger import bundled_tagger
from convograph.facts.names import is_first_name
from convograph.facts.reading.beginnings import beginning
from convograph.facts.reading.frame_subjects import is_bare_kin
from convograph.facts.reading.misreadings import FoundValue, is_misread, is_stated
from convograph.facts.reading.quoted_lines import quoted_lines
from convograph.facts.reading.third_parties import tells_of_third_party
from convograph.facts.relations import DEFAULT_RELATIONS, Meaning, attributes, meanings, plain
from convograph.facts.statement import Statement, is_asked, is_inverted, sentence_of, tells_a_change
from convograph.facts.values.kinds import is_name, is_time, names_nothing
from convograph.facts.values.whole import FIRMS, whole_firm, whole_value
from convograph.facts.values.words import words_of
from convograph.graph.snapshot import LayerTable
from convograph.graph.turns import speaker_key
from convograph.layers.triplets import triplet_of
from convograph.patterns import lazy_pattern
from convograph.segmentation import is_assistant, is_tool
from convograph.types import SourceTurn, Triplet

_USED_TO = "used to"
_NAMING = frozenset({"be", "be called", "be named", "is", "is called", "is named", "name"})
_TRUSTED = frozenset({"occupation", "works_at"})  # brought values of these relations are taken as they are
_DONE = frozenset({"drinks", "eats", "likes", "dislikes", "plays"})  # "I ate fish" tells of one evening, not of a habit
_TASTES = frozenset({"likes", "dislikes"})
_LIVING = frozenset({"person", "animal", "organization"})  # kinds: "our team loves Adele"
_BORN = "be born in"  # always told in the past, but never ends
_CUT_OFF = ("to ", "of ")
_SAME_IN_THE_PAST = ("quit", "split", "put", "let")
_NO_SUBJECTS = frozenset({"activity", "time"})  # kinds: "starting at Siemens" does not work anywhere
_PRONOUNS = frozenset(
    {"i", "you", "he", "she", "it", "we", "they", "this", "that", "who", "someone", "everyone", "one"}
)


_OF_SOMEBODY = lazy_pattern(r" of [A-Z]")
_ANY_OF = r"\b(?:an?|another|any|each|every|some) (?:[\w-]+ )?{word}\b"  # "in a chandler's shop"
_ADDRESSING = lazy_pattern(r"\W*(?:I|we)\b[^,]*, *(?P<called>[^,]+?)\W*", re.IGNORECASE)
_BODY = frozenset(
    "ankle arm back body brain ear ears eye eyes face feet finger fingers foot gut hair hand hands head heart hip hips"
    " knee knees leg legs lungs mind mouth neck nose shoulder shoulders skin stomach teeth throat toe toes tongue tooth"
    " tummy wrist".split()
)
"""Parts of the body: a statement about one says nothing about the person ("my knee likes the desk")."""


class KnownRelations(Protocol):
    """The relations that are asked for; hashable, since it is part of a cache key."""

    def is_known(self, relation: str) -> bool:
        """Whether a relation is asked for."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a triplet is stated: its turn, its first character, and the sentence around it."""

    turn: SourceTurn
    start: int
    sentence: str


@dataclass(slots=True)
class ReadItems:
    """The statements of a layer's items that were read in this process, by item key, up to the key `upto`.

    `stating` has them as they were read, `placed` as they were last placed. Keys only grow and are never reused.
    """

    upto: int = -1
    stating: Read = field(default_factory=dict)
    placed: Placed = field(default_factory=Placed)


def of_layer(
    layer: LayerTable, held: ReadItems, turns: Turns, order: TurnOrder, wanted: KnownRelations | None
) -> Iterator[Statement]:
    """What the items of a layer state; `held` has those that were read for this snapshot or an earlier one."""
    items, keys, rows = layer.living(), layer.keys.values, layer.first_turns()
    for item in items[keys[items] > held.upto].tolist():
        if found := tuple(_of_item(layer, item, partial(turns.__getitem__, int(rows[item])), wanted)):
            held.stating[int(keys[item])] = found
    held.upto = max(held.upto, int(keys[items].max(initial=-1)))
    stating = items[np.isin(keys[items], list(held.stating))]
    for key, row in zip(keys[stating].tolist(), rows[stating].tolist(), strict=True):
        if not turns.joked(row) and not turns.is_composed(row):
            yield from held.placed.at(key, held.stating[key], row, order.places[row])


def _of_item(
    layer: LayerTable, item: int, turn_of: Callable[[], SourceTurn], wanted: KnownRelations | None
) -> Iterator[Statement]:
    """What an item states, not yet placed among the turns; its turn is loaded only if it states a wanted relation."""
    source = int(layer.source_starts.values[item])
    start, end = int(layer.span_starts.values[source]), int(layer.span_ends.values[source])
    read = end >= 0  # brought items have whole turns as sources, without a span
    meant = _meant(triplet_of(layer.payloads[item]).stated, wanted if read else None)
    if meant is None:
        return
    turn = turn_of()
    place = Place(turn, max(start, 0), sentence_of(turn.text, start, end) if read else "")
    if is_tool(turn.speaker) or (read and (_is_of_assistant(meant, place) or _is_only_said(meant, turn, start, end))):
        return
    yield from _told(meant, place, brought=not read)


def given_for(triplet: Triplet, turn: SourceTurn) -> Iterator[Statement]:
    """What a triplet that a model or a person gives for a whole turn states, not yet placed among the turns."""
    meant = _meant(Stated(triplet, triplet.relation, "thing", "thing", "present"), None)
    if meant is not None and not is_tool(turn.speaker):
        yield from _told(meant, Place(turn, 0, ""), brought=True)


def _is_of_assistant(meant: _Meant, place: Place) -> bool:
    """Whether an assistant speaks about itself or the person it talks to: "I live in the cloud", "you enjoy your work".

    What it says about people whom its sentence names counts.
    """
    speaker = place.turn.speaker
    if not is_assistant(speaker):
        return False
    return speaker_key(meant.subject) == speaker_key(speaker or "") or meant.subject not in place.sentence


def _is_only_said(meant: _Meant, turn: SourceTurn, start: int, end: int) -> bool:
    """Whether a triplet is part of a quotation, of a text that its speaker only passes on, or of a question."""
    of_speaker = speaker_key(meant.subject) == speaker_key(turn.speaker or "")
    if start >= composed_from(turn.text):
        return True
    if any(first <= start < last for first, last in quoted_lines(turn.text, turn.speaker)):
        return True
    if is_quoted(turn.text, start) or is_asked(turn.text, start, end, of_speaker=of_speaker):
        return True
    return is_inverted(sentence_of(turn.text, start, end), meant.subject)


class _Meant(NamedTuple):
    """A triplet, with its subject and what its phrase says about which relations."""

    stated: Stated
    subject: str
    phrase: str
    meanings: tuple[Meaning, ...]


def _meant(stated: Stated, wanted: KnownRelations | None) -> _Meant | None:
    """What a triplet says about `wanted` relations; `None` for nothing, as with a wish, a plan or a possibility."""
    subject, relation, value = stated.triplet.parts
    if speaker_key(subject) in _PRONOUNS or not value.strip() or stated.tense == "future":
        return None
    if subject.rpartition(" ")[2].lower() in _BODY:
        return None
    if value.startswith(_CUT_OFF):  # "I'm allergic to flour, so I went from baking to flouring"
        return None
    if stated.modality not in (None, _USED_TO) and not _is_idiom(stated):
        return None
    if stated.subject_kind in _NO_SUBJECTS or is_time(subject):
        return None
    phrase = plain(stated.phrase).removeprefix("not ").removeprefix("no longer ").removeprefix(f"{_USED_TO} ")
    subject, phrase, relation = _possessed(subject, phrase, relation, value)
    found = tuple(one for one in meanings(phrase, relation) if wanted is None or wanted.is_known(one.relation))
    return _Meant(stated, subject, phrase, found) if found else None


def _is_idiom(stated: Stated) -> bool:
    """Whether a modal and its denial are part of a verb of disliking: "can't stand"."""
    return stated.triplet.relation == "dislikes" and stated.modality is not None


def _told(meant: _Meant, place: Place, *, brought: bool) -> Iterator[Statement]:
    """The statements of a triplet, one for each relation that its phrase is about."""
    stated, subject, phrase, _ = meant
    turn, sentence = place.turn, place.sentence
    whole = whole_value(sentence, stated.triplet.object)
    if not brought and _is_done(phrase, sentence):
        return
    negated = stated.negated and not _is_idiom(stated)
    negated = negated or plain(stated.phrase).startswith(("not ", "no longer "))
    former = stated.modality == _USED_TO
    past = stated.tense == "past" or phrase.startswith(_SAME_IN_THE_PAST)
    for meaning in meant.meanings:
        value = whole_firm(sentence, whole) if meaning.relation in FIRMS else whole
        happened = past or (brought and meaning.act != "holds")  # brought triplets have no tense
        long_ago = is_long_ago(sentence)
        lasting = phrase == _BORN and not negated
        told = "holds" if lasting else _how(meaning.act, happened, negated=negated, former=former, long_ago=long_ago)
        if told == "past" and not long_ago and phrase == "keep":
            told = _how_kept(value, sentence)
        if told is not None and (told != "past" or long_ago or meaning.relation not in _DONE):
            found = FoundValue.in_sentence(sentence, meaning.relation, value, told, stated.object_kind)
            if not brought and _is_told_of_another(subject, meaning.relation, value, place):
                continue
            if not brought and meaning.relation in _TASTES and _is_no_taste(stated, value, place):
                continue
            of_speaker = speaker_key(subject) == speaker_key(turn.speaker or "")
            told, since = beginning(turn.text, sentence, meaning.relation, told, turn.said, of_speaker=of_speaker)
            precise = is_stated(found) or (brought and meaning.relation in _TRUSTED)
            if not precise and not brought and _is_none(found, meaning.relation):
                continue
            yield Statement(
                subject=subject,
                relation=meaning.relation,
                value=value,
                told=told,
                claimed_by=turn.speaker,
                start=place.start,
                precise=precise,
                replaces=precise and (brought or tells_a_change(meaning.relation, told, sentence)),
                further=is_further(sentence),
                taken_back=takes_back(turn.text),
                since=since,
                over=not negated or is_over(sentence) or is_over(stated.phrase),
                brought=brought,
            )


def _is_told_of_another(subject: str, relation: str, value: str, place: Place) -> bool:
    """Whether the parse gave a statement about a third party to its subject: "Noor and I have a dog, Rex, who is 3".

    Also true for a subject such as "husband" or "owner", if it is unknown whose.
    """
    if subject in word_list("relatives") or is_bare_kin(subject) or _is_anybody(subject, place):
        return True
    if _is_addressed(subject, place):
        return True
    text = place.turn.text
    at = text.find(value, text.find(place.sentence))
    return at >= 0 and tells_of_third_party(text[:at], subject, relation, place.turn.speaker or "")


def _is_addressed(subject: str, place: Place) -> bool:
    """Whether a sentence about its speaker only ends with the name: "I'm a pharmacist, Sinead."

    A parser takes the name for another word for what stands before it.
    """
    found = _ADDRESSING.fullmatch(place.sentence)
    return found is not None and speaker_key(found["called"]) == speaker_key(subject)


def _is_no_taste(stated: Stated, value: str, place: Place) -> bool:
    """Whether a thing is said to like or dislike somebody, or somebody to like or dislike whom a pronoun means.

    "My phone hates me" is about the phone, and "I love you" is a greeting. "I love Elvis" may state a taste.
    """
    if stated.object_kind != "person":
        return False
    named = value.rpartition("'s ")[2]  # "Ana's mum" for "my mum"
    is_meant_by_pronoun = re.search(rf"\b{re.escape(named)}\b", place.sentence, re.IGNORECASE) is None
    if is_meant_by_pronoun or stated.subject_kind in _LIVING:
        return is_meant_by_pronoun
    return not is_rare(stated.triplet.subject.rpartition(" ")[2].lower())  # "appa" may be somebody


def _is_anybody(subject: str, place: Place) -> bool:
    """Whether a subject is a common noun or another word of the sentence, not a name: "the owner is a teacher".

    Words that people call their own kin by count as names.
    """
    word = subject.split(maxsplit=1)[0]
    if speaker_key(subject) == speaker_key(place.turn.speaker or "") or word not in words_of(place.sentence):
        return False
    if word.islower() and re.search(_ANY_OF.format(word=re.escape(word)), place.sentence):
        return True
    if "'s" in subject or not word.islower() or is_first_name(word) or word in word_list("kin_words", "titles"):
        return False
    if _OF_SOMEBODY.search(subject) and word in word_list("acquaintances", "relatives"):
        return False
    return word in bundled_tagger().numbers


def _is_none(found: FoundValue, relation: str) -> bool:
    """Whether a misread value is not even worth listing.

    Nobody lives in a bread bin, keeps the mice in the kitchen as pets, or is allergic to "one thing".
    """
    return DEFAULT_RELATIONS.has_one(relation) or is_misread(found) or names_nothing(found.value)


def _possessed(subject: str, phrase: str, relation: str, value: str) -> tuple[str, str, str]:
    """("Ana's phone", "is", "Pixel 8") as ("Ana", "phone", …), if the noun is an attribute or means a partner."""
    owner, mark, noun = subject.rpartition("'s ")
    if mark and phrase in _NAMING and (is_name(value) or any(map(str.isdigit, value))):
        spoken = plain(noun)
        if spoken in attributes() or any(
            one.act == "holds" and one.relation == "partner" for one in meanings(spoken, "")
        ):
            return owner, spoken, spoken
    return subject, phrase, relation


def _how(act: PhraseAct, past: bool, *, negated: bool, former: bool, long_ago: bool) -> StatedAct | None:
    if former:
        return "ends" if act == "holds" else None
    if negated:
        return "ends" if act == "holds" and not past else None
    if act != "holds":  # "I stop", "before I turn 57": what is told in the present has not happened
        return act if past and not long_ago else "past" if past and act == "begins" else None
    return "past" if past or long_ago else "holds"


def _is_done(phrase: str, sentence: str) -> bool:
    """Whether an attribute noun is a verb in the sentence: "I phone Tom" states no phone."""
    if phrase not in attributes():
        return False
    noun = re.escape(phrase)
    doing = rf"\b(?:i|we|you|he|she|they|to|will|can|could|must|should) {noun}\b"
    return not re.search(rf"\b{noun}\b", sentence, re.IGNORECASE) or bool(re.search(doing, sentence, re.IGNORECASE))


def _how_kept(value: str, sentence: str) -> StatedAct | None:
    """What "kept" says: "kept the dog" holds, "kept the dog in …" states nothing, and "we kept hens" is past."""
    which = rf"(?P<this>the |my |our |both |all )?(?:[\w-]+ )*?{re.escape(value)}"
    kept = re.search(rf"\bkept {which}(?P<end>\W*(?:$|[,;.])| and\b| but\b)?", sentence, re.IGNORECASE)
    if kept is None or kept["this"] is None:
        return "past"
    return "holds" if kept["end"] is not None else None
