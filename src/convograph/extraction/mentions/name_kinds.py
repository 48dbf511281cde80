"""The kind of a proper name: first by its own words, then by its context."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from convograph.extraction.lexicon import word_list
from convograph.extraction.mentions.noun_kinds import kinds_of_nouns, noun_kind
from convograph.extraction.mentions.phrases import WordSpan, case_of, head_of, spelled
from convograph.extraction.types import EntityKind
from convograph.graph.turns import speaker_key
from convograph.syntax import Word

_ABSTRACT = ("tion", "ness", "ment", "ity", "ing", "ism", "ship", "ies")
_QUOTES = frozenset("\"“”'‘’«»")
_NICKNAME = 3  # letters at least: "Mel" for Melanie
_SURNAMES = frozenset({"ocean", "hill", "hills", "lake", "woods", "forest", "bay", "cave", "church", "house", "park"})
_ACRONYM = 6  # letters; acronyms have fewer
_Rule = Callable[[Sequence[Word], WordSpan, int], EntityKind | None]


def name_kind(words: Sequence[Word], name: WordSpan, participants: Sequence[str] = ()) -> tuple[EntityKind, bool]:
    """The kind of a name, and whether its own words or a noun beside it make that certain."""
    text = spelled(words, name)
    if called(text, participants):
        return "person", True
    head = head_of(words, name)
    if text in word_list("peoples") or text.rstrip("s") in word_list("peoples") or text in word_list("products"):
        return "thing", True
    if kind := _kind_beside(words, name, head) or _kind_by_itself(words, name, text, head):
        return kind, True
    around = next((kind for rule in _AROUND if (kind := rule(words, name, head))), None)
    return "thing" if around is None or (around == "person" and _is_code(text)) else around, False


def called(text: str, participants: Sequence[str]) -> str | None:
    """The participant that a name refers to: the only one with this name, in full, in part, or by its first letters.

    >>> called("cal", ["Calvin Ross", "Dave"])
    'Calvin Ross'
    """
    for fits in (
        lambda key: text == key,
        lambda key: text in key.split(),
        lambda key: len(text) >= _NICKNAME and key.startswith(text),
    ):
        found = [one for one in participants if fits(speaker_key(one))]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _kind_by_itself(words: Sequence[Word], name: WordSpan, text: str, head: int) -> EntityKind | None:
    """The kind by the words of the name."""
    parts = text.split()
    if kind := _kind_by_list(words, name, text, head):
        return kind
    if len(parts) > 1:
        return _kind_by_parts(parts)
    if text in word_list("first_names"):
        return None if text in word_list("places") else "person"
    return None


def _kind_by_list(words: Sequence[Word], name: WordSpan, text: str, head: int) -> EntityKind | None:
    """The kind by the lists of names.

    A first name that is also a place is left open; one that is also a month is a person or a time by its role.
    """
    if text in word_list("days_and_months", "holidays"):
        somebody = text in word_list("first_names") and words[head].relation in {"nsubj", "vocative", "iobj"}
        return "person" if somebody else "time"
    if text in word_list("organizations"):
        return "organization"
    written = words[name[0]].form
    if text in word_list("places") and text not in word_list("first_names") and (text != "us" or written.isupper()):
        return "place"
    after_comma = name[0] > 0 and words[name[0] - 1].form == ","
    return "place" if after_comma and written.isupper() and text in word_list("state_codes") else None


def _kind_by_parts(parts: Sequence[str]) -> EntityKind | None:
    """The kind by the first and the last word of a name."""
    first, last = parts[0], parts[-1]
    if first in word_list("organization_openings") and parts[1] == "of":
        return "organization"
    if len(parts) == 2 and last in _SURNAMES and first in word_list("first_names") and first not in word_list("places"):
        return "person"
    if last in word_list("organization_endings") or any(part in {"university", "ministry", "&"} for part in parts):
        return "organization"
    is_place = last in word_list("places") and last not in word_list("first_names")
    if is_place or last in word_list("place_endings") or first in word_list("place_openings"):
        return "place"
    if first in word_list("first_names") or (len(first.rstrip(".")) == 1 and first != "a"):
        return "person"
    return None


def _kind_beside(words: Sequence[Word], name: WordSpan, head: int) -> EntityKind | None:
    """The kind by a noun with the same referent: a title, "my sister Ana", "a dog named Max", "Ana is a singer"."""
    first = name[0]
    before = words[first - 1].form.lower() if first else ""
    if before in word_list("titles") and before != "saint":
        return "person"
    if first and words[first - 1].tag == "NOUN" and (kind := noun_kind(words, first - 1)) in {"person", "animal"}:
        return kind
    if words[head].head >= 0 and (told := _kind_above(words, head)):
        return told
    described = (place for place, word in enumerate(words) if word.head == head and word.relation == "appos")
    return next((told for place in described if words[place].tag == "NOUN" and (told := _telling(words, place))), None)


def _kind_above(words: Sequence[Word], head: int) -> EntityKind | None:
    """The kind by the syntactic head of a name: "Ana's aunt", "the city of Tyre", "the film Coco", "Coco is a film"."""
    relation, above = words[head].relation, words[head].head
    governor = words[above]
    if relation == "nmod:poss" and governor.lemma in word_list("kin"):
        return "person"
    if relation == "nmod" and case_of(words, head) == "of":
        return "place" if noun_kind(words, above) == "place" else None
    if relation == "nsubj" and governor.tag == "NOUN":
        is_one = any(word.head == above and word.relation == "cop" for word in words)
        return _telling(words, above) if is_one else None
    if relation in {"appos", "nmod:desc", "flat"} and governor.tag == "NOUN":
        return _telling(words, above)
    if governor.lemma in word_list("naming_verbs") and relation in {"xcomp", "obj", "obl"} and governor.head >= 0:
        return _telling(words, governor.head)
    return None


def _telling(words: Sequence[Word], noun: int) -> EntityKind | None:
    """The kind of a noun with the same referent as a name; `None` if the noun is too general."""
    kind = noun_kind(words, noun)
    return None if kind in {"thing", "time", "activity"} else kind


def _kind_of_work(words: Sequence[Word], name: WordSpan, head: int) -> EntityKind | None:
    """`"work"` for names in quotes, and for objects of reading or watching."""
    first, last = name
    quoted = first > 0 and last < len(words) and words[first - 1].form in _QUOTES and words[last].form in _QUOTES
    above = words[head].head
    if quoted or (above >= 0 and words[above].lemma in word_list("viewing_verbs") and words[head].relation == "obj"):
        return "work"
    return None


def _kind_in_front(words: Sequence[Word], name: WordSpan, head: int) -> EntityKind | None:
    """The kind by the noun that a name modifies: "the Enron board", "the Chicago area"."""
    above = words[head].head
    if words[head].relation not in {"compound", "nmod:poss"} or above < 0:
        return None
    lemma = words[above].lemma.lower()
    if lemma in word_list("place_contexts"):
        return "place"
    if lemma in word_list("organization_contexts"):
        return "organization"
    return None


def _kind_by_preposition(words: Sequence[Word], name: WordSpan, head: int) -> EntityKind | None:
    if _is_acronym(words, name):
        return None
    case, above = case_of(words, head), words[head].head
    governor = words[above].lemma.lower() if above >= 0 else ""
    if case in word_list("place_prepositions") or (
        case in {"to", "from", "into"} and governor in word_list("motion_words")
    ):
        return "place"
    if governor in word_list("working_words") and case in {"at", "for", "with"}:
        return "organization"
    if case == "from" and any(word.head == head and word.relation == "cop" for word in words):
        return "place"
    return "person" if case in {"with", "by"} else None


def _kind_by_role(words: Sequence[Word], name: WordSpan, head: int) -> EntityKind | None:
    """The kind by the verb whose subject or object a name is."""
    relation, above = words[head].relation, words[head].head
    if relation in {"vocative", "iobj"}:
        return "person"
    if above < 0:
        return None
    lemma = words[above].lemma
    if relation == "nsubj" and lemma in word_list("speaking_verbs"):
        return "person"
    if relation == "obj" and lemma in word_list("visiting_verbs"):
        return "place"
    return "person" if relation == "obj" and lemma in word_list("meeting_verbs") else None


def _kind_by_conjunct(words: Sequence[Word], name: WordSpan, head: int) -> EntityKind | None:
    """The kind of the name that this one is coordinated with."""
    above = words[head].head
    if words[head].relation != "conj" or above < 0 or words[above].tag != "PROPN":
        return None
    lower = words[above].form.lower()
    return "person" if lower in word_list("first_names") else "place" if lower in word_list("places") else None


def _kind_by_shape(words: Sequence[Word], name: WordSpan, head: int) -> EntityKind | None:
    """Acronyms and ambiguous organizations are organizations; first names and names with `flat` words are people."""
    first, last = name
    text = spelled(words, name)
    if _is_acronym(words, name):
        return "organization"
    if text in word_list("ambiguous_organizations"):
        return "organization"
    if text in word_list("first_names"):
        return "person"
    if any(words[place].relation == "flat" for place in range(first, last)):
        return "person"
    return None


def _kind_by_default(words: Sequence[Word], name: WordSpan, head: int) -> EntityKind | None:
    if kind := kinds_of_nouns().get(words[name[1] - 1].lemma.lower()):
        return kind
    text = spelled(words, name)
    if text in word_list("sentence_openers") or text.endswith(_ABSTRACT):
        return None
    if words[name[0]].tag != "PROPN" or words[head].relation not in {"nsubj", "nmod:poss"}:
        return None
    return "person" if name[1] <= name[0] + 2 and not _has_article(words, name) else "organization"


def _is_acronym(words: Sequence[Word], name: WordSpan) -> bool:
    form = words[name[0]].form
    return name[1] == name[0] + 1 and form.isupper() and form.isalpha() and 1 < len(form) < _ACRONYM


def _is_code(text: str) -> bool:
    """Whether a name contains a digit: devices, roads and forms have such names ("e-52", "b12"), people do not."""
    return any(character.isdecimal() for character in text)


def _has_article(words: Sequence[Word], name: WordSpan) -> bool:
    return name[0] > 0 and words[name[0] - 1].relation == "det"


_AROUND: tuple[_Rule, ...] = (
    _kind_of_work,
    _kind_in_front,
    _kind_by_preposition,
    _kind_by_role,
    _kind_by_conjunct,
    _kind_by_shape,
    _kind_by_default,
)
