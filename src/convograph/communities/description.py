"""The name and description of a community without a model: its members, their relations, and the words around them.

The form is LightGMEM's: a name of 3 to 8 words, a description of two or three sentences that covers as many members as
possible. Beyond the paper, rules build it; a model's can take its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from convograph.communities.distinctive_words import TermCounts, distinctive_words
from convograph.quotation import relation_in_words
from convograph.terms import ENGLISH, Analyzer
from convograph.types import Triplet

LEAST_WORDS, MOST_WORDS = 3, 8  # of a name, as LightGMEM's prompt asks for

# Ours, so that a name tells both who the community is and what it is about.
_NAMED_MEMBERS = 3
_WORDS_OF_MEMBERS = 5
_NAMING_WORDS = 3
_DESCRIBING_WORDS = 6
_SHOWN_MEMBERS = 12
_SHOWN_RELATIONS = 6

_NO_KIND = frozenset(("", "thing"))  # these say nothing that the name does not


@dataclass(frozen=True, slots=True)
class Member:
    """An entity of a community: its name, its kind ("person", "place"; "" if unknown), how often it is mentioned."""

    name: str
    kind: str
    mentions: int


@dataclass(frozen=True, slots=True)
class Description:
    """A community's name, in a few words, and what it is about, in a few sentences."""

    name: str
    text: str


def described(
    members: Iterable[Member],
    relations: Iterable[Triplet],
    episodes: Sequence[str],
    counts: TermCounts,
    analyzer: Analyzer = ENGLISH,
) -> Description:
    """The name and the description of a community of at least one member.

    `relations` are those between members, the best supported first; `episodes` are the texts that support the
    community, and `counts` tells how common their words are in all texts of the owner. Members are ordered by their
    mentions, then alphabetically. The name has 3 to 8 words if there are that many.

    >>> members = [Member("Ana", "person", 2), Member("Rex", "animal", 2)]
    >>> texts = ["Ana took Rex to the vet.", "The vet weighed Rex."]
    >>> found = described(members, [Triplet("Ana", "has_pet", "Rex")], texts, TermCounts(9, {"vet": 2, "weigh": 1}))
    >>> found.name
    'Ana, Rex: vet, weighed'
    >>> found.text
    'Mentioned together: Ana (person); Rex (animal). Ana has pet Rex. Words that stand out: vet, weighed.'
    """
    ordered = sorted(members, key=lambda member: (-member.mentions, member.name))
    names = [" ".join(member.name.split()) for member in ordered]
    own = set(analyzer.terms(" ".join(names[:_SHOWN_MEMBERS])))
    words = distinctive_words(episodes, counts, _DESCRIBING_WORDS, without=own, analyzer=analyzer)
    sentences = [_members(ordered), _relations(relations), _words(words)]
    return Description(_name(names, words), " ".join(sentence for sentence in sentences if sentence))


def _name(names: Sequence[str], words: Sequence[str]) -> str:
    """Members, a colon, distinctive words."""
    first = names[0].split()[:MOST_WORDS]
    shown = [" ".join(first), *_fitting(names[1:_NAMED_MEMBERS], _WORDS_OF_MEMBERS - len(first))]
    around = _fitting(words[:_NAMING_WORDS], MOST_WORDS - _length(shown))
    for name in names:
        if name not in shown and _length(shown) + _length(around) < LEAST_WORDS:
            shown += _fitting([name], MOST_WORDS - _length(shown) - _length(around))
    return f"{', '.join(shown)}: {', '.join(around)}" if around else ", ".join(shown)


def _members(ordered: Sequence[Member]) -> str:
    """Members by kind, kinds in the order of their first members."""
    kinds: dict[str, list[str]] = {}
    for member in ordered[:_SHOWN_MEMBERS]:
        kind = member.kind.lower()
        kinds.setdefault("" if kind in _NO_KIND else f" ({kind})", []).append(" ".join(member.name.split()))
    groups = [f"{', '.join(names)}{kind}" for kind, names in kinds.items()]
    if more := len(ordered[_SHOWN_MEMBERS:]):
        groups.append(f"{more} more")
    return f"Mentioned together: {'; '.join(groups)}."


def _relations(relations: Iterable[Triplet]) -> str:
    """The statements between members, each once."""
    stated = dict.fromkeys(
        " ".join(f"{one.subject} {relation_in_words(one.relation)} {one.object}".split()) for one in relations
    )
    return f"{'; '.join(list(stated)[:_SHOWN_RELATIONS])}." if stated else ""


def _words(words: Sequence[str]) -> str:
    return f"Words that stand out: {', '.join(words)}." if words else ""


def _fitting(texts: Iterable[str], room: int) -> list[str]:
    """The texts that fit into `room` words, taken in order."""
    found = []
    for text in texts:
        if (length := len(text.split())) <= room:
            found.append(text)
            room -= length
    return found


def _length(texts: Iterable[str]) -> int:
    return sum(len(text.split()) for text in texts)
