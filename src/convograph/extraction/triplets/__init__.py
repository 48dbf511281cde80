"""The triplets (subject, relation, object) that a turn states, read from its parses by rules.

parse ─ repair, coordination ─▶ tree ─▶ utterance (who "I" and "you" are, which words only tell when)
      ─▶ clauses (verb_groups: tense, negation, modality; ellipsis: omitted predicates)
      ─▶ verbal_predicates, copular_predicates over arguments (phrases: their words; realization: their text;
         polarity: which of them a negation covers)
      ─▶ statements, with relation labels; possession adds those of nouns ("my sister Maria")
      ─▶ triplets of the turn

Subjects and objects are names and noun phrases, trimmed and without words that only tell when. A clause that states
nothing by itself may be an object, cut to a few words. "I" is the speaker, "you" the addressee; other pronouns need
`referents`, otherwise they state nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from convograph.extraction import mentions
from convograph.extraction.labels import UNNAMED_SPEAKER
from convograph.extraction.triplets.clauses import clauses
from convograph.extraction.triplets.copular_predicates import of_copula
from convograph.extraction.triplets.possession import of_nouns
from convograph.extraction.triplets.repair import repaired
from convograph.extraction.triplets.statements import Proposition
from convograph.extraction.triplets.tree import tree_of
from convograph.extraction.triplets.utterance import KindOf, ParsedUtterance, time_words
from convograph.extraction.triplets.verbal_predicates import of_verb
from convograph.extraction.types import FoundTriplet, ParsedSentence, Stated, TurnInContext
from convograph.types import Triplet

__all__ = ["MOST_TRIPLETS", "KindOf", "key_of", "triplets_in"]

MOST_TRIPLETS = 64  # per turn: a pasted document is not conversation


def triplets_in(
    turn: TurnInContext,
    *,
    referents: Mapping[tuple[int, int], str] | None = None,
    kind_of: KindOf = mentions.kind_of,
) -> list[FoundTriplet]:
    """The triplets that a turn states, in the order of its sentences, without duplicates, at most `MOST_TRIPLETS`.

    `referents` gives the names of the referents of third-person pronouns, by the pronouns' characters `[start, end)` in
    the turn; a pronoun that is not there is neither subject nor object. `kind_of` gives the kind of the phrase that a
    word of a sentence heads.
    """
    speaker = turn.turn.speaker or UNNAMED_SPEAKER
    people = tuple(dict.fromkeys([speaker, *turn.participants]))
    found: dict[tuple[str, str, str], FoundTriplet] = {}
    for sentence in turn.parsed.sentences:
        tree = tree_of(repaired(sentence, people))
        utterance = ParsedUtterance(tree, speaker, turn.addressee, people, referents or {}, kind_of, time_words(tree))
        for statement in _statements(utterance):
            one = _found(turn, sentence, statement)
            key = key_of(one.triplet)
            if key[0] != key[2]:
                found.setdefault(key, one)
            if len(found) == MOST_TRIPLETS:
                return list(found.values())
    return list(found.values())


def key_of(triplet: Triplet) -> tuple[str, str, str]:
    """The key that triplets of a turn share if they say the same: the case-folded names, and the relation."""
    return triplet.subject.casefold(), triplet.relation, triplet.object.casefold()


def _statements(utterance: ParsedUtterance) -> Iterator[Proposition]:
    found = [
        (clause.group.first, statement)
        for clause in clauses(utterance)
        for statement in (of_copula(utterance, clause) if clause.is_copular else of_verb(utterance, clause))
    ]
    stated = {first for first, _ in found}
    for first, statement in found:
        if not _is_stated(utterance, statement.object.head, stated - {first}):
            yield statement
    yield from of_nouns(utterance)


def _is_stated(utterance: ParsedUtterance, place: int, stated: Collection[int]) -> bool:
    """Whether an object is a complement clause that states something by itself: "I'm glad you found a group"."""
    return place in stated and utterance.tree.bases[place] == "ccomp"


def _found(turn: TurnInContext, sentence: ParsedSentence, statement: Proposition) -> FoundTriplet:
    words = sentence.parse.words
    places = (*statement.subject.places, *statement.object.places)
    return FoundTriplet(
        turn=turn.turn,
        start=sentence.start + words[min(places)].start,
        end=sentence.start + words[max(places)].end,
        stated=Stated(
            Triplet(statement.subject.text, statement.relation, statement.object.text),
            statement.phrase,
            statement.subject.kind,
            statement.object.kind,
            statement.tense,
            statement.negated,
            statement.modality,
        ),
        hypothetical=statement.hypothetical,
    )
