"""Triplets that a turn states, read off its parses: subject, relation, object.

trees ── clauses ──▶ copulas | actions ──┐
   └──── possessives, names beside nouns ┴─▶ statements ──▶ triplets of the turn

Subjects and objects are names and trimmed noun phrases (`arguments`), relations labels of SPEC §1.3 or lemma phrases
(`vocabulary`). No name has words that only tell when (`time_words`); a clause is an object where it states nothing by
itself, and then of a few words (`predicates`). "I" is the speaker, "you" the addressee; other pronouns need
`referents`, or say nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from convograph.extraction import mentions
from convograph.extraction.labels import UNNAMED_SPEAKER
from convograph.extraction.triplets.actions import of_verb
from convograph.extraction.triplets.clauses import clauses
from convograph.extraction.triplets.copulas import of_copula
from convograph.extraction.triplets.mending import mended
from convograph.extraction.triplets.possessives import of_nouns
from convograph.extraction.triplets.reading import KindOf, Reading
from convograph.extraction.triplets.statements import Statement
from convograph.extraction.triplets.time_words import time_words
from convograph.extraction.triplets.tree import tree_of
from convograph.extraction.types import FoundTriplet, ParsedSentence, TurnInContext

__all__ = ["MOST_TRIPLETS", "KindOf", "triplets_in"]

MOST_TRIPLETS = 64  # of one turn: a pasted document is no conversation


def triplets_in(
    turn: TurnInContext,
    *,
    referents: Mapping[tuple[int, int], str] | None = None,
    kind_of: KindOf = mentions.kind_of,
) -> list[FoundTriplet]:
    """The triplets that a turn states, in the order of its sentences, none twice, at most `MOST_TRIPLETS`.

    `referents` names whom third-person pronouns mean, by their characters `[start, end)` in the turn; one that is not
    there is neither subject nor object. `kind_of` says what the word at a place of a sentence is the head of.
    """
    speaker = turn.turn.speaker or UNNAMED_SPEAKER
    people = tuple(dict.fromkeys([speaker, *turn.participants]))
    found: dict[tuple[str, str, str], FoundTriplet] = {}
    for sentence in turn.parsed.sentences:
        tree = tree_of(mended(sentence, people))
        reading = Reading(tree, speaker, turn.addressee, people, referents or {}, kind_of, time_words(tree))
        for statement in _statements(reading):
            triplet = _found(turn, sentence, statement)
            key = (triplet.subject.casefold(), triplet.relation, triplet.object.casefold())
            if key[0] != key[2]:
                found.setdefault(key, triplet)
            if len(found) == MOST_TRIPLETS:
                return list(found.values())
    return list(found.values())


def _statements(reading: Reading) -> Iterator[Statement]:
    found = [
        (clause.group.first, statement)
        for clause in clauses(reading)
        for statement in (of_copula(reading, clause) if clause.is_copular else of_verb(reading, clause))
    ]
    told = {first for first, _ in found}
    for first, statement in found:
        if not _is_told(reading, statement.object.head, told - {first}):
            yield statement
    yield from of_nouns(reading)


def _is_told(reading: Reading, place: int, told: Collection[int]) -> bool:
    """Whether an object is a clause that states something by itself: that of "I'm glad you found a group"."""
    return place in told and reading.tree.bases[place] == "ccomp"


def _found(turn: TurnInContext, sentence: ParsedSentence, statement: Statement) -> FoundTriplet:
    words = sentence.parse.words
    places = (*statement.subject.places, *statement.object.places)
    return FoundTriplet(
        turn=turn.turn,
        start=sentence.start + words[min(places)].start,
        end=sentence.start + words[max(places)].end,
        subject=statement.subject.text,
        relation=statement.relation,
        object=statement.object.text,
        phrase=statement.phrase,
        subject_kind=statement.subject.kind,
        object_kind=statement.object.kind,
        tense=statement.tense,
        negated=statement.negated,
        modality=statement.modality,
        hypothetical=statement.hypothetical,
    )
