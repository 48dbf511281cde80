"""When two values are the same, and which are precise enough that one may take the place of another."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from convograph.extraction.lexicon import word_list
from convograph.extraction.types import EntityKind
from convograph.facts.relations import FAVORITE, plain
from convograph.facts.value_forms import closed_form

_OPENING = frozenset("a an the my his her our their your this that some new old little small".split())
_WORD = re.compile(r"(?:\b(?:ab|[abo])[+−-](?![\w-]))|[^\W_]+(?:['’][^\W_]+)*")  # "A-" is another blood type than "A+"
_PRAISE = frozenset("better good great bad worse terrible natural real first amateur own bit such".split())
_OF_WHAT = frozenset("chair chief dean director head manager president professor secretary vp".split())
_NO_KINDS = frozenset("as moment part really time way".split())
"""What people like best without saying of what: "my favorite part is the ending"."""
_ONE_MORE = (("another",), ("second",), ("third",))
_SEVERAL = frozenset("few several some many all various different other lots most two three both".split())
_EMPTY = frozenset(
    "i i'm i'd i'll i've it the this that these those he him she her they them we you here there and"
    " or so same mine yours one thing things something anything everything precisely exactly just only".split()
)
_CLAUSE = re.compile(
    r"(?:it|that|there|here|i)['’](?:s|m|ve) (?:been|not|so|too|just|really|going|getting)\b", re.IGNORECASE
)
_POSSESSIVE = re.compile(r"['’]s$")
_NAME_BEHIND = re.compile(r"(?<=[a-z]) [A-Z][\w-]*$")
_NUMBER = re.compile(r"\d{1,3}")
_REST_OF_WORD = re.compile(r"(?<=[^\W\d_])(?:-[^\W\d_]+)+")
_YEAR = r"(?:19|20)\d\d\b"
_REST_OF_NAME = re.compile(rf"(?<=[^\W\d_])(?:(?:-[^\W\d_]+)+| (?!{_YEAR})\d{{1,4}}[a-z]?(?=\s*(?:[.,!?;]|$|in\b)))")
_CUT_NUMBER = re.compile(r"\+?\d[\d ()/.-]{2,}")
_REST_OF_NUMBER = re.compile(r"(?:[ /.-]\d{2,})+(?![\w.]\w)")
NAMING = (
    r"(?:,?(?: is|['’]s)? (?:called|named) |(?:['’]s)? name(?: is|['’]s) "
    r"|(?: too)?[,;]? (?:and )?(?:her|his|its) name(?: is|['’]s) )"
)
"""What stands between a pet and its name, as a pattern: "my cat is called Milo", "a cat too, her name is Milo"."""
_TWO_HALVES = re.compile(r"\b[Tt]he (?P<whole>(?P<one>[\w-]+(?: [\w-]+)?) (?:and|&) (?P<other>[\w-]+ [\w-]+))")
_OLDEST = 120
_FEWEST_DIGITS = 3  # of a telephone number
FIRMS = frozenset({"works_at", "attends"})
"""Relations whose values are firms, schools and the like."""
_HOME = ("home",)
_TIMES = ("days_and_months", "calendar_names", "holidays", "time_nouns")
_OF_TIME = frozenset("last next early late mid on".split())
_DAY_OF_MONTH = re.compile(r"\b\d{1,2}(?:(?:st|nd|rd|th)\b|(?= [A-Z]))|(?<=[a-z] )\d{1,2}$", re.IGNORECASE)
_NO_HOMES = frozenset(
    (word,)
    for word in "mars moon jupiter saturn venus pluto neptune narnia neverland hogwarts wonderland atlantis mordor"
    " gotham westeros oz space heaven hell limbo cyberspace minecraft roblox".split()
)
"""Where nobody lives, whoever says so in jest."""
_ALSO_WORDS = ("names_or_words", "usual_words", "calendar_names", "peoples", "places")
_NICKNAMES_OR_WORDS = frozenset("art barb chip dick dot em les nan norm peg pip randy rich rod sandy tad val".split())
_NO_PEOPLE = ("places", "organizations")
_MOST_NAMES = 2  # of a person; a firm may be called "Owen and Sons"


def words_of(value: str) -> tuple[str, ...]:
    """The words of a value in lower case, without articles and the like at its beginning.

    >>> words_of("the old Bakery"), words_of("her")
    (('bakery',), ('her',))
    """
    words = [_POSSESSIVE.sub("", word) for word in _WORD.findall(value.lower())]
    while len(words) > 1 and words[0] in _OPENING:
        words = words[1:]
    return tuple(words)


def without_name(value: str) -> str:
    """What a value is called, without the name behind it.

    >>> without_name("guinea pig Momo"), without_name("Momo")
    ('guinea pig', 'Momo')
    """
    return _NAME_BEHIND.sub("", value)


def name_behind(value: str) -> str:
    """The name that a value ends in, without what it is called; all of another value.

    >>> name_behind("guinea pig Momo"), name_behind("Momo")
    ('Momo', 'Momo')
    """
    kind = without_name(value)
    return value if kind == value else value.removeprefix(kind).strip()


def is_called(text: str, value: str, name: str) -> bool:
    """Whether a text calls something by a name, behind what it is.

    >>> is_called("a cat called Milo", "cat", "Milo"), is_called("a cat, and Milo", "cat", "Milo")
    (True, False)
    >>> is_called("Our cat's name is Milo.", "cat", "Milo"), is_called("a cat too, her name is Milo", "cat", "Milo")
    (True, True)
    """
    return re.search(rf"\b{re.escape(value)}(?:,? |{NAMING})(?i:{re.escape(name)})\b", text) is not None


def kind_before(text: str, name: str) -> str | None:
    """What a text says that a pet of a name is, right before it; `None` where it does not, or the name has it already.

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
        (kind for kind in (" ".join(words_of(one)) for one in kinds) if kind in _animals()),
        None,
    )


def named_next(text: str, value: str) -> str | None:
    """The name of a pet, where the sentence behind the one that tells of it does nothing but say it.

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


def kind_behind(text: str, name: str) -> str | None:
    """Likewise, right behind the name.

    >>> kind_behind("Pickle is my beagle.", "Pickle"), kind_behind("Momo (our guinea pig) is ill", "Momo")
    ('beagle', 'guinea pig')
    """
    between = r"(?:,| \(|,? [–—-]| is|['’]s) ?(?:my|our) "
    kind = r"((?:[a-z][\w-]* ){0,2}?[a-z][\w-]*)(?=\W*$|[,.!?;)]| [–—-])"
    found = re.search(rf"\b(?i:{re.escape(name)}){between}{kind}", text)
    if found is None or without_name(name) != name:
        return None
    words = words_of(found[1])
    return next((kind for kind in (" ".join(words[-2:]), words[-1]) if kind in _animals()), None)


def whole_value(sentence: str, value: str) -> str:
    """A value with what the syntax of its sentence cut off: capitals, the rest of a hyphenated name or of a number, and
    the number behind a street.

    >>> whole_value("I work at Rolls-Royce.", "Rolls"), whole_value("It is 0151 234 567.", "0151 234")
    ('Rolls-Royce', '0151 234 567')
    >>> whole_value("Our dog is Rex.", "rex"), whole_value("It's Oudegracht 112.", "oudegracht")
    ('Rex', 'Oudegracht 112')
    """
    value = _with_its_capitals(sentence, value)
    rest = _REST_OF_NUMBER if _CUT_NUMBER.fullmatch(value) else _REST_OF_NAME if is_name(value) else _REST_OF_WORD
    found = rest.match(sentence, sentence.find(value) + len(value)) if value in sentence else None
    return value if found is None else value + found[0]


def _with_its_capitals(sentence: str, value: str) -> str:
    """A value without capitals as its sentence has it; the capital that begins a sentence is none of it."""
    if value in sentence or not value.islower() or sentence.isupper():
        return value
    found = re.search(rf"(?<=\w )\b{re.escape(value)}\b", sentence, re.IGNORECASE)
    return value if found is None else found[0]


def whole_firm(sentence: str, value: str) -> str:
    """An employer or a school with the other half of its name, where a sentence joins two before what both are.

    >>> whole_firm("at the Norfolk and Norwich hospital", "Norfolk")
    'Norfolk and Norwich hospital'
    >>> whole_firm("at the Bull and Aldi", "Bull")
    'Bull'
    """
    for match in _TWO_HALVES.finditer(sentence):
        half, _, ending = match["other"].lower().rpartition(" ")
        halves = match["one"].lower(), half, match["other"].lower()
        if value.lower() in halves and ending in word_list("organization_endings"):
            return match["whole"]
    return value


def are_same(one: str, other: str) -> bool:
    """Whether two values name the same: equal words, or all words of the shorter in the longer.

    "Porto" and "Porto, Portugal" are the same; what is more precise takes nothing's place.
    """
    first, second = set(words_of(one)), set(words_of(other))
    return bool(first and second) and (first <= second or second <= first)


def fits(relation: str, value: str, kind: EntityKind) -> bool:
    """Whether a value is one that a relation can have: nobody lives in a "bedroom", or keeps "paychecks" as a pet.

    `kind` is what the rules of extraction take it for.
    """
    if names_nothing(value):
        return False
    if relation == "works_at":
        named = is_name(value) or kind in ("organization", "place")
        return named and is_one(value) and not is_time(value) and words_of(value) != _HOME
    if relation.startswith(FAVORITE):
        return _CLAUSE.match(value) is None and plain(relation).removeprefix(f"{FAVORITE} ") not in _NO_KINDS
    return _CHECKS[relation](value) if relation in _CHECKS else True


def names_nothing(value: str) -> bool:
    """Whether a value has no word, or none but pronouns and the like: "Mine is blue" has no favorite called Mine."""
    return _EMPTY.issuperset(words_of(value))


def is_job(value: str) -> bool:
    """Whether a value is a known occupation, or a kind of one: no "better actor", no "strangest baker".

    >>> is_job("night bus driver"), is_job("best student"), is_job("professional habit"), is_job("head of sales")
    (True, False, False, True)
    """
    role, of, _ = value.partition(" of ")
    words = words_of(role)
    jobs = word_list("jobs", "further_jobs")
    known = bool(words) and (words[-1] in jobs or " ".join(words) in jobs or (bool(of) and words[-1] in _OF_WHAT))
    return known and not any(word.endswith("est") or word in _PRAISE for word in words[:-1])


def is_animal(value: str) -> bool:
    """Whether a value is a known kind of animal: no "paychecks", no "Nissan".

    >>> is_animal("corn snake"), is_animal("two rescue dogs"), is_animal("boiler")
    (True, True, False)
    """
    words = words_of(value)
    known = _animals()
    return bool(words) and any(form in known for form in (" ".join(words[-2:]), words[-1], words[-1].removesuffix("s")))


def _animals() -> frozenset[str]:
    return word_list("animals", "pet_breeds")


def is_language(value: str) -> bool:
    """Whether a value is a known language, or a kind of one.

    >>> is_language("Swiss German"), is_language("Marley")
    (True, False)
    """
    words = words_of(value)
    return bool(words) and not word_list("languages").isdisjoint((words[-1], " ".join(words[-2:])))


def is_name(value: str) -> bool:
    """Whether a value names somebody or something: a capital, or a place that is known.

    >>> is_name("Porto"), is_name("bedroom"), is_name("16")
    (True, False, False)
    """
    return any(char.isupper() for char in value) or " ".join(words_of(value)) in word_list("places")


def is_one(value: str) -> bool:
    """Whether a value is a single one: no "few bands", no "all kinds of cars"."""
    words = words_of(value)
    return bool(words) and words[0] not in _SEVERAL


def name_the_same(relation: str, one: str, other: str) -> bool:
    """Whether a value of a relation names the same as a known one; of occupations, whether they share a word.

    Who is a "kindergarten teacher" is a "teacher for a long time", too. A pet whose name is new may be another, and
    "another cat" is.

    >>> name_the_same("has_pet", "cat", "cat Milo"), name_the_same("has_pet", "cat Milo", "cat")
    (True, False)
    >>> name_the_same("has_pet", "another cat", "cat")
    False
    """
    if relation == "occupation":
        return share_a_word(one, other)
    if relation == "has_pet" and (is_one_more(one) or is_one_more(other)):
        return are_equal(one, other)
    is_named = relation == "has_pet" and without_name(one) != one and words_of(one)[-1] not in words_of(other)
    return are_same(one, other) and not is_named


def is_one_more(value: str) -> bool:
    """Whether a value is one that somebody has besides another of its kind: "another cat"."""
    return words_of(value)[:1] in _ONE_MORE


def is_said_of_one_more(text: str, value: str) -> bool:
    """Whether a text says of a value that it is not the first of its kind.

    >>> is_said_of_one_more("We got another grey cat.", "cat"), is_said_of_one_more("another day, a cat", "cat")
    (True, False)
    """
    return re.search(rf"\b(?:another|one more) (?:(?!an?\b)\w+ )?{re.escape(value)}\b", text, re.IGNORECASE) is not None


def are_equal(one: str, other: str) -> bool:
    """Whether two values have the same words, articles aside."""
    return words_of(one) == words_of(other)


def share_a_word(one: str, other: str) -> bool:
    """Whether a word of one is in the other."""
    return not set(words_of(one)).isdisjoint(words_of(other))


def _is_age(value: str) -> bool:
    return bool(_NUMBER.fullmatch(value.strip())) and int(value) <= _OLDEST


def is_time(value: str) -> bool:
    """Whether a value is a day, a month, a season or the like, or several.

    >>> is_time("August"), is_time("last Christmas"), is_time("June 21st"), is_time("Augusta")
    (True, True, True, False)
    >>> is_time("on Wednesday evenings"), is_time("Tuesday 15 September"), is_time("15")
    (True, True, False)
    """
    known = _OF_TIME.union(word_list(*_TIMES))
    words = words_of(_DAY_OF_MONTH.sub("", value))
    return all(word in known or word.removesuffix("s") in known for word in words)


def is_first_name(word: str) -> bool:
    """Whether a word is a first name, or short for one."""
    return word in word_list("first_names", "further_first_names", "nicknames")


def is_name_of_greeter(word: str) -> bool:
    """Whether a word in lower case is what somebody is called who says hello: "hi im mark", but not "hi im rich"."""
    return is_first_name(word) and word not in word_list("peoples") and word not in _NICKNAMES_OR_WORDS


def is_only_a_name(word: str) -> bool:
    """Whether a word in lower case is a first name, and nothing else that people write: no "rich", no "grace".

    >>> is_only_a_name("marcus"), is_only_a_name("rich"), is_only_a_name("late")
    (True, False, False)
    """
    return is_first_name(word) and word not in word_list(*_ALSO_WORDS) and word not in _NICKNAMES_OR_WORDS


def is_somebody(value: str) -> bool:
    """Whether a value is rather a person's name than a firm's: a first name, alone or with one more name behind it.

    >>> [is_somebody(one) for one in ("Tom", "Tom Becker", "Dr. Osei", "Tom's", "Sydney", "Owen Insurance")]
    [True, True, True, False, False, False]
    """
    words = value.lower().split()
    if not words or len(words) > _MOST_NAMES or _POSSESSIVE.search(value) or value.lower() in word_list(*_NO_PEOPLE):
        return False
    if words[0] in word_list("titles"):
        return len(words) > 1
    return is_first_name(words[0]) and words[-1] not in word_list("organization_endings", "place_endings", "places")


def _is_partner(value: str) -> bool:
    if is_time(value) and not is_first_name(value.lower()):
        return False
    return is_name(value) and not is_job(value)  # "her boyfriend is a DJ"


def _is_email(value: str) -> bool:
    return "@" in value


def _is_phone_number(value: str) -> bool:
    return sum(map(str.isdigit, value)) >= _FEWEST_DIGITS


def _is_date(value: str) -> bool:
    """A day, or as much of one as is told: "June", "the 3rd"; no birthday is "lovely"."""
    return any(map(str.isdigit, value)) or is_time(value)


def _is_blood_type(value: str) -> bool:
    form = closed_form("blood type")
    return form is not None and form.match(value) is not None


def _is_team(value: str) -> bool:
    return len(words_of(value)) > 1  # "a group" is any


def _is_phone(value: str) -> bool:
    return any(map(str.isalpha, value))  # no number


def _is_named(value: str) -> bool:
    return is_name(value) and not is_time(value)


def _is_home(value: str) -> bool:
    """A place on this earth that has a name of its own: a "Japanese mansion" has none."""
    if not _is_named(value) or is_language(value) or words_of(value) in _NO_HOMES:
        return False
    named = [word.lower() for word in _WORD.findall(value) if word[0].isupper()]
    return not named or not word_list("peoples").issuperset(named)


_CHECKS: Mapping[str, Callable[[str], bool]] = {
    "name": is_name,
    **dict.fromkeys(("plays_for", "attends"), _is_named),
    **dict.fromkeys(("birthday", "date of birth"), _is_date),
    "age": _is_age,
    "blood type": _is_blood_type,
    "email": _is_email,
    "phone number": _is_phone_number,
    "has_pet": is_animal,
    "lives_in": _is_home,
    "occupation": is_job,
    "partner": _is_partner,
    "phone": _is_phone,
    "speaks": is_language,
    "team": _is_team,
}
