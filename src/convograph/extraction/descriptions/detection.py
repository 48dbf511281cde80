"""The descriptions of a turn: nouns for kin, occupations, animals, groups, places and belongings.

words, names ──▶ nouns that describe, with their possessors ──▶ the names that the turn gives them
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from convograph.extraction.antecedents import ASIDE, gender_of_noun
from convograph.extraction.descriptions.line import STOPS, Line, is_common, line_of
from convograph.extraction.descriptions.naming import named
from convograph.extraction.descriptions.nouns import (
    PARENTS,
    SIBLINGS,
    bare_word,
    is_kin,
    kind_of_noun,
    may_describe,
    plain_kin,
)
from convograph.extraction.descriptions.types import Description, DescriptionName, Determiner
from convograph.extraction.lexicon import word_list, word_table
from convograph.extraction.pronouns import referents
from convograph.extraction.types import Mention, TurnInContext

_NOUNS = frozenset({"NOUN", "PROPN"})
_MISTAGGED = frozenset({"ADJ", "ADV", "X", "INTJ"})  # tags that the parser wrongly gives nouns for kin and animals
_BETWEEN = frozenset({"ADJ", "NUM", "NOUN", "ADV", "PROPN", "X"})  # may stand between "my" and its noun
_FURTHEST = 5  # words from a noun back to its determiner, at most
_MINE = frozenset({"my", "our", "me", "mine"})  # "me mam"
_THEIRS = frozenset({"his", "her", "their", "its"})
_DETERMINERS: Mapping[str, Determiner] = {
    **dict.fromkeys(("the", "this", "that"), "definite"),
    **dict.fromkeys(("a", "an", "some"), "indefinite"),
}
_OTHERS = frozenset({"new", "other", "another", "next", "former", "previous", "second", "third", "future", "ex", "old"})
_TITLES = frozenset({"mother", "father"})  # "Father John" is not a relative
_SEXES = frozenset({"he", "she"})
_CORRECTING = frozenset({"actually", "mean", "meant", "no", "rather", "sorry"})
_TWO = 2  # participants; with more, "your" may refer to any of them


@dataclass(frozen=True, slots=True)
class _Introduced:
    determiner: Determiner
    whose: str | None = None


def descriptions_in(turn: TurnInContext, mentioned: Sequence[Mention]) -> list[Description]:
    """The descriptions of a turn, in order; of its mentions, `mentioned`, only names are used."""
    line = line_of(turn, mentioned)
    nouns = {place: noun for place in range(len(line.words)) if (noun := _noun(line, place)) is not None}
    if not nouns:
        return []
    meant = referents(turn)
    asides = [one.span() for one in ASIDE.finditer(turn.turn.text)]
    found = {place: _described(turn, line, place, noun, meant) for place, noun in nouns.items()}
    shown = {
        place: replace(one, determiner="definite") if _is_shown(one, asides) else one for place, one in found.items()
    }
    called = named(line, shown)
    return [replace(one, called=called.get(place)) if place in called else one for place, one in shown.items()]


def _is_shown(one: Description, asides: Sequence[tuple[int, int]]) -> bool:
    indefinite = one.kind == "animal" and one.determiner == "indefinite"
    return indefinite and any(start <= one.start < end for start, end in asides)


def _noun(line: Line, place: int) -> str | None:
    """The noun at a place, if it is singular and may stand for a name; "brother-in-law" in full."""
    one = line.words[place]
    if place in line.at or _modifies(line, place):
        return None
    lower = bare_word(one.lower)
    if is_kin(lower):
        in_law = [line.lower(place + step) for step in range(1, 5)] == ["-", "in", "-", "law"]
        return f"{lower}-in-law" if in_law else lower if one.word.tag in _NOUNS | _MISTAGGED | {"VERB"} else None
    is_noun = one.word.tag in _NOUNS
    if "Number=Plur" in one.word.features or not (is_noun or one.word.tag in _MISTAGGED & {"ADJ", "ADV"}):
        return None
    lemma = one.word.lemma.lower() if is_noun else lower
    described = may_describe(lemma, one.word) if is_noun else lemma in word_list("animals")
    return lemma if described else None


def _modifies(line: Line, place: int) -> bool:
    """Whether a noun modifies the next one: "cat" in "cat food", but not "brother" in "brother Tom"."""
    after = place + 1
    if line.words[place].word.relation not in {"compound", "flat"} or after >= len(line.words) or after in line.at:
        return False
    return line.words[after].word.tag in _NOUNS


def _described(
    turn: TurnInContext, line: Line, place: int, noun: str, meant: Mapping[tuple[int, int], str]
) -> Description:
    word = line.words[place]
    introduced, other = None, False
    for before in range(place - 1, max(-1, place - 1 - _FURTHEST), -1):
        introduced = _determiner(turn, line, before, noun, meant)
        if introduced is not None or line.words[before].word.tag not in _BETWEEN or before in line.at:
            break
        other = other or line.lower(before) in _OTHERS
    called = None
    if introduced is None:
        introduced = _by_itself(turn, line, place, noun)
        called = _spoken_to(turn, line, place, noun)
    whose = turn.turn.speaker if called else introduced.whose
    return Description(
        word.start, word.end, noun, plain_kin(noun), kind_of_noun(noun), introduced.determiner, whose, other, called
    )


def _determiner(
    turn: TurnInContext, line: Line, before: int, noun: str, meant: Mapping[tuple[int, int], str]
) -> _Introduced | None:
    """How the word at `before` introduces the noun after it; `None` if it does not."""
    one = line.words[before]
    if one.lower in _MINE:
        return _Introduced("possessed", turn.turn.speaker)
    if one.lower == "your":
        return _Introduced("possessed", turn.addressee if len(turn.participants) <= _TWO else None)
    if one.lower in _THEIRS:
        owner = meant.get((one.start, one.end))
        return _Introduced("possessed", None if owner is None or is_common(owner) else owner)
    whose = _genitive(line, before, noun)
    if whose is not None:
        return _Introduced("possessed", whose)
    determiner = _DETERMINERS.get(one.lower)
    return None if determiner is None else _Introduced(determiner)


def _genitive(line: Line, before: int, noun: str) -> str | None:
    """The name before an "'s" at `before`, or a name in "s" there with a noun for kin after it: "anoushkas gran"."""
    if line.lower(before) in {"'s", "’s", "'", "’"}:
        return line.at[before - 1].name if before - 1 in line.at else None
    name = line.at.get(before)
    if name is None or name.last != before + 1 or not is_kin(noun):
        return None
    return name.name if name.text.lower().endswith("s") else None


def _by_itself(turn: TurnInContext, line: Line, place: int, noun: str) -> _Introduced:
    """How a noun without a determiner is introduced: "mum" and "grandad" are the speaker's."""
    titled = line.lower(place) in _TITLES and place + 1 in line.at
    mine = plain_kin(noun) in PARENTS and not titled
    return _Introduced("bare", turn.turn.speaker if mine else None)


def _spoken_to(turn: TurnInContext, line: Line, place: int, noun: str) -> DescriptionName | None:
    """The other of two participants, if addressed as kin: "Thank you, brother.".

    A noun next to another noun for kin is part of a list or a correction: "Bea's brother-in-law, no, brother, came".
    """
    if noun not in SIBLINGS or len(turn.participants) != _TWO or turn.addressee is None or turn.turn.speaker is None:
        return None
    if _is_of_other_sex(turn.addressee, noun) or _is_beside_kin(line, place):
        return None
    before, after = line.lower(place - 1), line.lower(place + 1)
    ends = before == "," and after in STOPS | {",", "[", ""}
    opens = (before in STOPS or not before) and after == ","
    one = line.words[place]
    return DescriptionName(turn.addressee, one.start, one.end) if ends or opens else None


def _is_of_other_sex(name: str, noun: str) -> bool:
    """Whether a first name and a noun for kin differ in sex: Wanda is not a brother."""
    fits = word_table("first_names").get(name.split(maxsplit=1)[0].lower())
    return fits in _SEXES and fits != gender_of_noun(noun)


def _is_beside_kin(line: Line, place: int) -> bool:
    """Whether a noun between commas is next to another noun for kin, or corrects one."""
    first = place
    while first and line.lower(first - 1) not in STOPS:
        first -= 1
    earlier = [_is_kin_at(line, other) for other in range(first, place)]
    corrects = line.lower(place - 2) in _CORRECTING and any(earlier)
    return corrects or _is_kin_at(line, place - 2) or (line.lower(place + 1) == "," and _is_kin_at(line, place + 2))


def _is_kin_at(line: Line, place: int) -> bool:
    return is_kin(bare_word(line.lower(place)))
