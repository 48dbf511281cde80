"""Kinds and names of pets: "cat", "Milo", "cat Milo", "another cat"."""

from __future__ import annotations

import re

from convograph.facts.names import may_be_a_name
from convograph.facts.values.kinds import animals, is_animal
from convograph.facts.values.words import words_of
from convograph.patterns import lazy_pattern

NAMING = (
    r"(?:,?(?: is|['’]s)? (?:called|named) |(?:['’]s)? name(?: is|['’]s) "
    r"|(?: too)?[,;]? (?:and )?(?:her|his|its) name(?: is|['’]s) )"
)
"""The words between a pet and its name, as a pattern: "my cat is called Milo", "a cat too, her name is Milo"."""
_NAME_BEHIND = lazy_pattern(r"(?<=[a-z]) [A-Z][\w-]*$")
_ONLY_NAMED = lazy_pattern(
    r"\W*(?:(?:s?he|it)(?: is|['’]?s) (?:called|named)|(?:her|his|its) name(?: is|['’]?s))"
    r" (?P<name>[^\W\d_]{2,})(?: (?:lol|btw|haha))?\W*",
    re.IGNORECASE,
)
_ONE_MORE = (("another",), ("second",), ("third",))


def without_name(value: str) -> str:
    """A value without the name after its noun; a name alone stays as it is.

    >>> without_name("guinea pig Momo"), without_name("Momo")
    ('guinea pig', 'Momo')
    """
    return _NAME_BEHIND.sub("", value)


def name_behind(value: str) -> str:
    """The name after the noun of a value; the whole value if it has no such name.

    >>> name_behind("guinea pig Momo"), name_behind("Momo")
    ('Momo', 'Momo')
    """
    kind = without_name(value)
    return value if kind == value else value.removeprefix(kind).strip()


def is_called(text: str, value: str, name: str) -> bool:
    """Whether a text gives a name right after the value that has it.

    >>> is_called("a cat called Milo", "cat", "Milo"), is_called("a cat, and Milo", "cat", "Milo")
    (True, False)
    >>> is_called("Our cat's name is Milo.", "cat", "Milo"), is_called("a cat too, her name is Milo", "cat", "Milo")
    (True, True)
    """
    return re.search(rf"\b{re.escape(value)}(?:,? |{NAMING})(?i:{re.escape(name)})\b", text) is not None


def kind_before(text: str, name: str) -> str | None:
    """The kind of a pet that a text says right before its name; `None` if it says none or `name` includes one.

    >>> kind_before("Our dog's name is Rex.", "Rex"), kind_before("Our guinea pig Momo", "Momo")
    ('dog', 'guinea pig')
    >>> kind_before("a parrot, Gizmo", "Gizmo")
    'parrot'
    """
    found = re.search(rf"((?:\b[a-z][\w-]* )?\b[a-z][\w-]*)(?:,? |{NAMING})(?i:{re.escape(name)})\b", text)
    if found is None or without_name(name) != name:
        return None
    kinds = (found[1], found[1].rpartition(" ")[2])
    return next(
        (kind for kind in (" ".join(words_of(one)) for one in kinds) if kind in animals()),
        None,
    )


def kind_behind(text: str, name: str) -> str | None:
    """The kind of a pet that a text says right after its name; `None` as in `kind_before`.

    >>> kind_behind("Pickle is my beagle.", "Pickle"), kind_behind("Momo (our guinea pig) is ill", "Momo")
    ('beagle', 'guinea pig')
    """
    between = r"(?:,| \(|,? [–—-]| is|['’]s) ?(?:my|our) "
    kind = r"((?:[a-z][\w-]* ){0,2}?[a-z][\w-]*)(?=\W*$|[,.!?;)]| [–—-])"
    found = re.search(rf"\b(?i:{re.escape(name)}){between}{kind}", text)
    if found is None or without_name(name) != name:
        return None
    words = words_of(found[1])
    return next((kind for kind in (" ".join(words[-2:]), words[-1]) if kind in animals()), None)


def named_next(text: str, value: str) -> str | None:
    """The name of a pet, if the sentence after the one that mentions the pet does nothing but name it.

    >>> named_next("We adopted a dog yesterday! A beagle called Pretzel.", "dog")
    'Pretzel'
    >>> named_next("We have a dog. A beagle called Pretzel bit it.", "dog") is None
    True
    """
    told = re.search(
        rf"\b{re.escape(value)}\b[^.!?\n]*[.!]\s+(?i:an?) ((?:[a-z][\w-]* ){{0,2}}?[a-z][\w-]*),? "
        r"(?:called|named) ([A-Z][\w-]+)\s*(?:[.!?\n]|$)",
        text,
    )
    return None if told is None or not is_animal(told[1]) else told[2]


def only_named(text: str) -> str | None:
    """The name that a turn gives to an animal mentioned before it, if it does nothing else; with a capital.

    >>> only_named("shes called nutmeg 😍"), only_named("his names Rex!"), only_named("its called off")
    ('Nutmeg', 'Rex', None)
    """
    told = _ONLY_NAMED.fullmatch(text)
    if told is None or not may_be_a_name(told["name"]):
        return None
    return told["name"][0].upper() + told["name"][1:]


def is_one_more(value: str) -> bool:
    """Whether a value is one more of its kind: "another cat"."""
    return words_of(value)[:1] in _ONE_MORE


def is_said_of_one_more(text: str, value: str) -> bool:
    """Whether a text says that a value is one more of its kind.

    >>> is_said_of_one_more("We got another grey cat.", "cat"), is_said_of_one_more("another day, a cat", "cat")
    (True, False)
    """
    return re.search(rf"\b(?:another|one more) (?:(?!an?\b)\w+ )?{re.escape(value)}\b", text, re.IGNORECASE) is not None
