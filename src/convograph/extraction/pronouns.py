"""Coreference of "he" and "she" where there is only one candidate.

Optional: a wrong referent puts words into somebody's mouth, so in doubt a pronoun stays unresolved. The speaker and the
addressee are not candidates. "They" and "it" are left alone: they often refer to more than what was named last, or to
something else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from convograph.extraction.antecedents import Antecedent, Gender, antecedents
from convograph.extraction.mentions.name_kinds import called
from convograph.extraction.types import TurnInContext
from convograph.graph.turns import speaker_key
from convograph.syntax import Word

_PRONOUNS: Mapping[str, Gender] = {
    **dict.fromkeys(("he", "him", "his", "himself"), "he"),
    **dict.fromkeys(("she", "her", "hers", "herself"), "she"),
}
_OBJECTS = frozenset({"obj", "iobj", "obl"})
_TWO = 2  # participants; in a larger group, the referent may be one that nobody names
TURNS_BACK = 3  # further back, there is seldom only one candidate


@dataclass(frozen=True, slots=True)
class Pronoun:
    """A pronoun of a sentence, at characters `[start, end)` of the turn."""

    sentence: int
    start: int
    end: int
    gender: Gender
    word: Word


def referents(turn: TurnInContext) -> dict[tuple[int, int], str]:
    """The names of the referents of a turn's third-person pronouns, by their characters `[start, end)`.

    A candidate is named before the pronoun, in this turn or the last three, is singular, and has the pronoun's gender
    or an unknown one. The latest turn with a candidate decides; if it has several, the pronoun stays unresolved. A
    person called "my sister", and "Ana" elsewhere in these turns, goes by the name. In a group of more than two, only
    the turn itself is searched.
    """
    pronouns = pronouns_in(turn)
    if not pronouns:
        return {}
    before = turn.before[-TURNS_BACK:] if len(turn.participants) <= _TWO else ()
    by_turn = [_others(turn, antecedents(one, turn.participants)) for one in (*before, turn.parsed)]
    names = _names_of_nouns(by_turn)
    found: dict[tuple[int, int], str] = {}
    for pronoun in pronouns:
        earlier = [one for one in by_turn[-1] if _precedes(one, pronoun)]
        chosen = _only_fit(pronoun, [*by_turn[:-1], earlier])
        if chosen is not None:
            found[pronoun.start, pronoun.end] = chosen.name if chosen.proper else names.get(chosen.noun, chosen.name)
    return found


def pronouns_in(turn: TurnInContext) -> list[Pronoun]:
    """The pronouns of a turn that may be resolved, in order: "he" and "she" in all their forms."""
    return [
        Pronoun(number, sentence.start + word.start, sentence.start + word.end, gender, word)
        for number, sentence in enumerate(turn.parsed.sentences)
        for word in sentence.parse.words
        if word.tag == "PRON" and (gender := _PRONOUNS.get(word.form.lower())) is not None
    ]


def _others(turn: TurnInContext, found: Sequence[Antecedent]) -> list[Antecedent]:
    """The antecedents that are neither the speaker nor the addressee."""
    here = {speaker_key(name) for name in (turn.turn.speaker, turn.addressee) if name}
    kept = []
    for one in found:
        participant = called(speaker_key(one.name), turn.participants)
        if participant is None or speaker_key(participant) not in here:
            kept.append(one)
    return kept


def _names_of_nouns(by_turn: Sequence[Sequence[Antecedent]]) -> dict[str, str]:
    """The name for each noun that is used of only one named person: "Ana" for "sister"."""
    names: dict[str, set[str]] = {}
    for one in (one for turn in by_turn for one in turn):
        if one.proper and one.noun and not one.plural:
            names.setdefault(one.noun, set()).add(one.name)
    return {noun: next(iter(called)) for noun, called in names.items() if len(called) == 1}


def _precedes(one: Antecedent, pronoun: Pronoun) -> bool:
    """Whether an antecedent precedes a pronoun that may refer to it: a verb's object is not its subject."""
    if one.start >= pronoun.start:
        return False
    same_verb = one.sentence == pronoun.sentence and one.subject_of == pronoun.word.head >= 0
    reflexive = pronoun.word.form.lower().endswith("self")
    return not (same_verb and pronoun.word.relation in _OBJECTS and not reflexive)


def _only_fit(pronoun: Pronoun, by_turn: Sequence[Sequence[Antecedent]]) -> Antecedent | None:
    """The only candidate in the latest turn that has any.

    `None` if it is not living, or if its gender is unknown and an earlier candidate's agrees: "dad" before "the dog".
    """
    fitting = [[one for one in named if _fits(pronoun, one)] for named in by_turn]
    latest = next((named for named in reversed(fitting) if named), [])
    if len({_identity(one) for one in latest}) != 1 or not latest[-1].living:
        return None
    chosen = latest[-1]
    rivals = (one for named in fitting for one in named if one.gender != "unknown")
    if chosen.gender == "unknown" and any(_identity(one) != _identity(chosen) for one in rivals):
        return None
    return chosen


def _fits(pronoun: Pronoun, one: Antecedent) -> bool:
    return not one.plural and one.gender in {pronoun.gender, "unknown"}


def _identity(one: Antecedent) -> str:
    """What two mentions of one person share: the first word of the name, else the noun."""
    return one.name.casefold().split()[0] if one.proper else one.noun
