"""Evidence for and against a mention meaning a candidate, as interpretable features from 0 to 1."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from convograph.extraction.lexicon import word_list
from convograph.graph.turns import speaker_key
from convograph.resolution.mentions import OPEN_KIND
from convograph.resolution.name_signs import NAME_SIGNS, Signs, strongest
from convograph.resolution.names import Name
from convograph.resolution.resolvers import Question
from convograph.resolution.scoring import NAMES_COMPARED, Candidate
from convograph.resolution.wording import is_kin

SURROUNDINGS = (
    "rival",
    "same_kind",
    "other_kind",
    "context",
    "beside",
    "related",
    "session",
    "recent",
    "seeded",
    "common",
    "other_speaker",
)
FEATURES = (*NAME_SIGNS, *SURROUNDINGS)
"""The signs of the names, and:

rival: another candidate could have this name too. same_kind, other_kind: the kinds match, or differ while neither is
open. context, beside: as in the score. related: one name is related to both. session, recent: the candidate was
mentioned in the same session, in the same or the preceding episodes. seeded: the candidate is a speaker. common: the
mention is no proper name. other_speaker: the mention is a word for kin, and its speaker has not mentioned the
candidate.
"""

_CALLED_SO = tuple(NAME_SIGNS.index(sign) for sign in ("same", "initials", "given", "family", "nickname"))
_AGAINST = NAME_SIGNS.index("other_name")

CompareSigns = Callable[[Name, Name], Signs]


def evidence(question: Question, compare: CompareSigns) -> list[Signs]:
    """The `FEATURES` of each candidate, in their order."""
    signs = [_name_signs(question, one, compare) for one in question.candidates]
    called = [max(each[place] for place in _CALLED_SO) * (1 - each[_AGAINST]) for each in signs]
    return [
        (*signs[place], float(any(called[:place] + called[place + 1 :])), *_surroundings(question, candidate))
        for place, candidate in enumerate(question.candidates)
    ]


def _name_signs(question: Question, candidate: Candidate, compare: CompareSigns) -> Signs:
    """The strongest signs over the candidate's full names.

    Its shorter names are left out: "Joan" means somebody called that before no more than others whose name begins with
    it.
    """
    names = candidate.entity.names[:NAMES_COMPARED]
    full = [one for one in names if not any(set(one.core) < set(other.core) for other in names)]
    return strongest([compare(question.name, one) for one in full])


def _surroundings(question: Question, candidate: Candidate) -> Signs:
    mention, entity = question.mention, candidate.entity
    is_same = mention.kind in entity.kinds and mention.kind != OPEN_KIND
    is_open = mention.kind == OPEN_KIND or OPEN_KIND in entity.kinds
    related = frozenset(map(speaker_key, mention.related))
    return (
        float(is_same),
        float(not is_same and not is_open),
        candidate.parts.context,
        candidate.parts.beside,
        float(any(one in related for one in entity.related)),
        float(entity.session == mention.session),
        float(entity.episodes[-1] >= question.since),
        float(entity.seeded),
        float(not is_proper(mention.surface, question.name.core)),
        float(is_kin(question.name.words) and not _has_speaker(mention.speaker, entity.speakers)),
    )


def _has_speaker(speaker: str | None, speakers: Sequence[str]) -> bool:
    return speaker is None or speaker_key(speaker) in speakers


def is_proper(surface: str, words: Sequence[str]) -> bool:
    """Whether a surface has a capitalised word or begins with a first name.

    >>> is_proper("Lake House", ("lake", "house")), is_proper("ana", ("ana",)), is_proper("the lake", ("lake",))
    (True, True, False)
    """
    return any(word[0].isupper() for word in surface.split()) or words[0] in word_list("first_names")
