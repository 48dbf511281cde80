"""Names that a turn gives its descriptions: "my sister Ana", "Ana, my sister", "a dog called Rex", "I named him Rex".

Each rule finds pairs of a description and a name; earlier rules take precedence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from convograph.extraction.antecedents import gender_of_noun
from convograph.extraction.descriptions.line import STOPS, Line, NameSpan
from convograph.extraction.descriptions.types import Description, DescriptionName
from convograph.extraction.lexicon import word_list
from convograph.extraction.types import LIVING

ByPlace = Mapping[int, Description]
_Pair = tuple[int, NameSpan]

_ARTICLES = frozenset({"a", "an", "the"})
_MINE = frozenset({"my", "our", "me", "his", "her", "their", "your"})
_PREPOSITIONS = frozenset({"at", "on", "of", "from", "in", "with", "for", "to", "up", "down", "over", "round", "there"})
_CLAUSES = frozenset({"who", "which", "that", "is", "was", "and", "but", "or", "because", "so", "when"})
_IS = frozenset({"is", "was", "'s", "’s"})
_CALLED = frozenset({"called", "named"})
_NAMING = frozenset({"call", "called", "calls", "calling", "name", "named", "names", "naming", "christened"})
_NOT_YET = frozenset({"wanted", "wished", "hoped", "tried", "suggested", "refused", "considered", "might"})
_ALMOST = frozenset({"almost", "nearly", "not", "never", "n't", "n’t"})
_QUOTES = frozenset('"“”')
_CLOSES = frozenset({",", ")", "-", "–", "who", "that", "which", ""}) | STOPS
_GENDERS = {"him": "he", "his": "he", "he": "he", "hes": "he", "her": "she", "she": "she", "shes": "she"}
_IT = frozenset({"it", "its"})
_BESIDE = frozenset({"appos", "nmod:desc", "flat", "nmod:unmarked", "nmod", "dep", "conj", "obj"})
_RELIGIOUS = frozenset({"father", "mother", "brother", "sister"})
_OPEN_KINDS = frozenset({"thing", "work"})  # of names whose kind is uncertain
_NO_NAMES = frozenset({"AUX", "PRON", "DET", "CCONJ", "PUNCT", "NUM", "ADP", "VERB"})
_WITHIN = 6  # words from a description to its name, at most
_LISTED = 4  # words within which "and" makes a list
_LETTERS = 3  # of a word in the position of a name, at least


def named(line: Line, described: ByPlace) -> dict[int, DescriptionName]:
    """The names that the turn gives its descriptions, by the place of the description."""
    found: dict[int, NameSpan] = {}
    taken: set[int] = set()
    for rule in (_called, _by_pronoun, _before, _after_comma, _is_named, _after_name, _next_sentence):
        for place, name in rule(line, described):
            if place not in found and name.first not in taken:
                found[place] = name
                taken.add(name.first)
    found |= dict(_the_same(line, described, found))
    return {
        place: DescriptionName(one.name, one.start, one.end, sure=one.first in line.at) for place, one in found.items()
    }


def _called(line: Line, described: ByPlace) -> Iterator[_Pair]:
    """Pairs in "A dog called Rex", "a joiner, name of Sulo", "my mentor is called Gaynor"."""
    for name in (*line.names, *_unread(line, described)):
        first = line.before_titles(name)
        first -= line.lower(first - 1) in _ARTICLES
        before = first - 2
        if line.lower(first - 1) == "of" and line.lower(first - 2) in {"name", "names"}:
            before = first - 3
        elif line.lower(first - 1) not in _CALLED or "VerbForm=Fin" in line.words[first - 1].word.features:
            continue  # a finite "called" is a phone call: "my sister called Clara"
        before -= line.lower(before) in _IS
        place = _described_before(line, described, before)
        if place is not None:
            yield place, name


def _unread(line: Line, described: ByPlace) -> Iterator[NameSpan]:
    """Words right after "called" or "named" that were not recognised as names."""
    for place in range(1, len(line.words)):
        if line.lower(place - 1) in _CALLED and _may_be_name(line, place, described):
            yield _as_name(line, place)


def _may_be_name(line: Line, place: int, described: ByPlace) -> bool:
    one = line.words[place]
    word = one.lower.isalpha() and len(one.lower) >= _LETTERS and one.word.tag not in _NO_NAMES
    return word and place not in line.at and place not in described and one.lower not in word_list("days_and_months")


def _as_name(line: Line, place: int) -> NameSpan:
    one = line.words[place]
    return NameSpan(place, place + 1, one.word.form, one.word.form, "thing", one.start, one.end, spoken_to=False)


def _described_before(line: Line, described: ByPlace, last: int) -> int | None:
    """The description that ends at `last`, or before a phrase that does ("a girl of nine")."""
    for place in range(last, max(-1, last - _WITHIN), -1):
        if place in line.at or line.lower(place) in STOPS | _CLAUSES or line.opens(place):
            return None if place < last or not line.opens(place) else _described_before(line, described, last - 1)
        if place in described:
            return place if place == last or _has_phrase(line, described[place], place) else None
    return None


def _has_phrase(line: Line, one: Description, place: int) -> bool:
    """Whether a description of a person or an animal is followed by a prepositional phrase: "a girl of nine"."""
    return one.kind in LIVING and line.lower(place + 1) in _PREPOSITIONS


def _by_pronoun(line: Line, described: ByPlace) -> Iterator[_Pair]:
    """Pairs in "I have called it Terminus", "her name is Ursula", "he is called Jonte", with an earlier description."""
    for place in range(1, len(line.words)):
        pronoun = _naming_pronoun(line, place)
        if pronoun is None:
            continue
        name = line.at.get(place)
        if name is None:
            if not line.words[place].word.form[0].isupper() or not line.words[place].lower.isalpha():
                continue
            if line.lower(place) in word_list("days_and_months") or place in described:
                continue
            name = _as_name(line, place)
        meant = _antecedent(described, place, pronoun)
        if meant is not None and name.first == place and not _is_unused_name(line, place):
            yield meant, name


def _naming_pronoun(line: Line, place: int) -> str | None:
    """The pronoun that the words right before a place give a name to: "it" in "I have called it"."""
    one, two, three = (line.lower(place - step) for step in (1, 2, 3))
    if one in {"him", "her", "it"} and two in _NAMING:
        return one
    if one in _IS and two == "name" and (three in _GENDERS or three in _IT):
        return three
    if one == "names" and (two in _GENDERS or two in _IT):
        return two
    if one in _CALLED:
        pronoun = three if two in _IS else two
        return pronoun if pronoun in {"he", "she", "it", "hes", "shes", "its"} else None
    return None


def _antecedent(described: ByPlace, place: int, pronoun: str) -> int | None:
    """The last description before a place that fits a pronoun: people first, then animals and belongings."""
    before = {at: one for at, one in described.items() if at < place}
    gender = _GENDERS.get(pronoun)
    if gender is not None:
        people = [
            at for at, one in before.items() if one.kind == "person" and gender_of_noun(one.noun) in {gender, "unknown"}
        ]
        if people:
            return people[-1]
    others = [at for at, one in before.items() if one.kind == "animal" or one.noun in word_list("belongings")]
    return others[-1] if others else None


def _before(line: Line, described: ByPlace) -> Iterator[_Pair]:
    """Pairs of a name and the description right before it: "My sister Ana", "a dog Bilge"."""
    for name in line.names:
        place = line.before_titles(name) - 1
        one = described.get(place)
        if one is None or line.lower(place).endswith(("'s", "’s")):
            continue
        spoken_to = name.spoken_to and one.determiner != "possessed"
        titled = one.determiner == "bare" and one.noun in _RELIGIOUS
        if titled or spoken_to:
            continue
        if _is_unused_name(line, place):
            continue
        if line.words[name.first].word.relation != "vocative" and _may_be_called(one, name):
            yield place, name


def _is_unused_name(line: Line, place: int) -> bool:
    """Whether a name was only considered, by the words before `place`: "he wanted to call the dog Napoleon"."""
    for at in range(place - 1, max(-1, place - _WITHIN), -1):
        if line.lower(at) in _NAMING:
            before = {line.lower(at - step) for step in (1, 2, 3)}
            return bool(before & _NOT_YET) or line.lower(at - 1) in _ALMOST
        if line.lower(at) in STOPS:
            return False
    return False


def _may_be_called(one: Description, name: NameSpan) -> bool:
    """Whether the kind of a name fits a description: a place is not a person's name, nor a person's name a place's."""
    if one.kind == "person":
        return name.kind not in {"place", "organization", "work"}
    if one.kind in {"animal", name.kind}:
        return True
    return name.kind == "thing" and one.noun in word_list("belongings")


def _after_comma(line: Line, described: ByPlace) -> Iterator[_Pair]:
    """Pairs with a comma between: "My dermatologist, Dr. Lee", "a collector, a Mr Fennimore".

    The description may end in a phrase: "my neighbour on the ground floor, Milena".
    """
    for name in line.names:
        first = line.before_titles(name)
        first -= line.lower(first - 1) in _ARTICLES
        if not line.opens(first - 1) or name.spoken_to or line.words[name.first].word.relation == "vocative":
            continue
        place = _described_before(line, described, first - 2)
        one = described.get(-1 if place is None else place)
        if place is None or one is None or one.determiner == "bare" or not _may_be_called(one, name):
            continue
        joined = line.words[name.first].word.relation == "conj"
        if joined and (one.determiner != "possessed" or _is_listed(line, name.last)):
            continue
        yield place, name


def _is_listed(line: Line, place: int) -> bool:
    """Whether a list continues with "and" or "or" soon after: "Dov, his brother, me and a lot of language"."""
    for after in range(place, place + _LISTED):
        if line.lower(after) in STOPS | {"who", "which", ""}:
            return False
        if line.lower(after) in {"and", "or"}:
            return True
    return False


def _is_named(line: Line, described: ByPlace) -> Iterator[_Pair]:
    """Pairs in "My cat's name is Luna", "my boss is Tom"."""
    for name in line.names:
        first = line.before_titles(name)
        if line.lower(first - 1) not in _IS:
            continue
        if line.lower(first - 2) in {"name", "names"}:
            place = first - 4 if line.lower(first - 3) in {"'s", "’s"} else first - 3
            if place in described:
                yield place, name
            continue
        one = described.get(first - 2)
        told = one is not None and one.determiner in {"possessed", "definite"} and line.lower(name.last) in _CLOSES
        if one is not None and told and one.kind in LIVING and _may_be_called(one, name):
            yield first - 2, name


def _after_name(line: Line, described: ByPlace) -> Iterator[_Pair]:
    """Pairs in "Ana, my sister,", "Pascal the greyhound", "Rex is our dog", "Gobo is a tortoise"."""
    for name in line.names:
        after = name.last
        while line.lower(after) in _QUOTES:
            after += 1
        if line.lower(after) == "the":
            places = [place for place in range(after + 1, after + 4) if place in described]
            if places and _is_beside(line, name, places[0]):
                yield places[0], name
            continue
        is_one = line.lower(after) in _IS
        if not (is_one or line.opens(after)) or line.lower(after + 1) not in _ARTICLES | _MINE:
            continue
        place = _described_after(line, described, after + 2)
        if place is None or not (_may_be_called(described[place], name) or name.kind in _OPEN_KINDS):
            continue
        possessed = described[place].determiner in {"possessed", "definite"}
        if is_one and (possessed or described[place].kind == "animal"):
            yield place, name
        if not is_one and line.lower(place + 1) in _CLOSES | _PREPOSITIONS and not _is_listed(line, place + 1):
            yield place, name


def _is_beside(line: Line, name: NameSpan, place: int) -> bool:
    """Whether a noun describes the name before it: "Pascal the greyhound", but not "I gave Ana the dog"."""
    one, noun = line.words[name.first].word, line.words[place].word
    role, other = one.relation.partition(":")[0], noun.relation.partition(":")[0]
    return (role == other and one.head == noun.head) or (noun.relation in _BESIDE and role != "iobj")


def _described_after(line: Line, described: ByPlace, first: int) -> int | None:
    """The description whose adjectives, if any, begin at `first`."""
    for place in range(first, first + _WITHIN - 1):
        if line.lower(place) in STOPS | _PREPOSITIONS | {"and", "or", ","} or place in line.at:
            return None
        if place in described:
            return place
    return None


def _next_sentence(line: Line, described: ByPlace) -> Iterator[_Pair]:
    """Pairs in "There is a buyer. A Mr Oduya.", "I have a new teacher. Zoran, he was…"."""
    for name in line.names:
        first = line.before_titles(name)
        article = line.lower(first - 1) in _ARTICLES
        first -= article
        one = described.get(first - 2)
        if one is None or line.lower(first - 1) not in STOPS or one.kind != "person" or name.spoken_to:
            continue
        told = line.lower(name.last) == "," and line.lower(name.last + 1) in _GENDERS
        if (article or told) and _may_be_called(one, name):
            yield first - 2, name


def _the_same(line: Line, described: ByPlace, found: Mapping[int, NameSpan]) -> Iterator[_Pair]:
    """Pairs in "The captain is a cheesemaker called Ottilie", where the second description already has the name."""
    for place, one in described.items():
        if place in found or one.determiner == "bare" or line.lower(place + 1) not in _IS:
            continue
        other = _described_after(line, described, place + 3) if line.lower(place + 2) in _ARTICLES else None
        if other in found and other is not None:
            yield place, found[other]
