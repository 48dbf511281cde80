"""Values misread as somebody's partner or kin."""

from __future__ import annotations

import re

from convograph.extraction.lexicon import word_list
from convograph.facts.names import is_first_name
from convograph.facts.reading.capitals import is_known_place
from convograph.facts.reading.frame_table import SOMETHING
from convograph.facts.reading.misreadings.bought import is_one_bought
from convograph.facts.reading.misreadings.found_value import Cue, FoundValue, Misreading
from convograph.facts.reading.misreadings.names import GIVEN, OTHER_NAME, begins_a_sentence, is_introduced
from convograph.facts.values.kinds import is_animal, is_job, is_time
from convograph.patterns import lazy_pattern

_ROLE = (
    r"client|customer|boss|manager|colleague|co-?worker|neighbou?r|landlord|landlady|flatmate|roommate|teacher|student"
    r"|friend|mate|sister|brother|mum|mom|mother|dad|father|daughter|son|cousin|aunt|uncle|dog|cat|doctor|dentist"
)
_CALLED = lazy_pattern(
    r"\b([\w-]+)(?:,|,?(?: is| was|['’]s)?(?: called| named)| name(?: is|['’]s)|['’]s name(?: is|['’]s))\s$"
)
_ROLE_BEFORE = lazy_pattern(
    r"(?:\b(?:my|our|his|her|their|the|an?)|['’]s) (?:[\w-]+ ){0,2}?([a-z][\w-]*),? (?:(?:called|named) )?"
    r"(?-i:[A-Z][\w.]* )?$",
    re.IGNORECASE,
)
_DOES = lazy_pattern(r"(?:\w{2}(?:ist|ian|mate|ess)|[^aeiou]er|[aeiou]tor)$")
_NOT_CALLED = (
    r"(?:\bnot|\bnever|n['’]t)(?: \w+ly| yet| even| quite)* "
    r"(?:call(?:ed|ing)?|introduc(?:e|ed|ing)|describ(?:e|ed|ing)) "
    r"(?:him|her|them|(?-i:[A-Z]\w+))(?: as)? (?:my|our|his|her) (?:[\w-]+ )?{noun}\b"
)
_SHARES = lazy_pattern(rf"\b(?:broke|broken|split|separated|divided)(?: up)?{SOMETHING}", re.IGNORECASE)
_ARE_DONE = lazy_pattern(
    r"^(?: and (?:i|me))? are (?:done|finished|over) (?:with|here|there|at|for|in|on)\b", re.IGNORECASE
)
_MAY_BE_A_SPOUSE = frozenset("bride groom guy lady man woman".split())
_WHEN = lazy_pattern(
    r"\b(?:in|on|since|until|till|by|last|next|this|every|early|late|mid|of|during|before|after)[\s-]$", re.IGNORECASE
)
_SOMEBODY_CALLED = lazy_pattern(
    r"\b(?:an?|this|some|the|another) (?:[\w-]+ )?(?:bloke|bride|chap|dude|fella|fellow|gentleman|girl|groom|guy|lad"
    r"|lady|man|person|woman),? (?:called|named) $",
    re.IGNORECASE,
)
_APPOINTED = lazy_pattern(
    r"\b(?:appointments?|booked|booking|calls?|check-?ups?|class(?:es)?|consultations?|interviews?|lessons?|meetings?"
    r"|sessions?|slots?|at \d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?)\b"
    r"(?:(?!\b(?:and|but|he|i|she|so|we)\b)[^.;!?]){0,25}? (?:with|w/?)\b[^.;!?,]{0,20}$",
    re.IGNORECASE,
)
_COURTED = lazy_pattern(
    r"\b(?:dat(?:e|ed|es|ing)|seeing|going out|married|marrying|engaged|together|girlfriend|boyfriend|love|fell|kiss\w*"
    r"|relationship|mov(?:ed|ing) in|liv(?:e|es|ed|ing) with|wedding|husband|wife|spouse|partner|left me)\b",
    re.IGNORECASE,
)
_WENT_BACK = lazy_pattern(r"\b(?:went|gone|moved|going|goes) back (?:home )?to $", re.IGNORECASE)
_SHARED = lazy_pattern(
    r"\b(?:business|climbing|danc(?:e|ing)|doubles|drinking|gym|lab|law|running|scene|singing|sparring|study|tennis"
    r"|training|walking|writing) partners?$",
    re.IGNORECASE,
)
_SAYS_A_NAME = lazy_pattern(
    r"^\W*(?:and )?(?:s?he(?: is|['’]s) (?:called|named)|(?:her|his) name(?: is|['’]s))\s$", re.IGNORECASE
)


def _is_a_date(found: FoundValue) -> bool:
    """Whether it is a month that is also a name: "we got engaged in August"."""
    return is_time(found.value) and _WHEN.search(found.before) is not None


def _is_called_so(found: FoundValue) -> bool:
    """Whether it names the speaker, kin, an acquaintance or a pet: "my sister's name is Eva" names no partner."""
    called = _CALLED.search(found.before)
    if called is None:
        return False
    noun = called[1].lower()
    if noun in word_list("spouses") or noun in _MAY_BE_A_SPOUSE:
        return False
    return noun == "my" or is_animal(noun) or noun in word_list("relatives", "acquaintances")


def _is_introduced_in_a_role(found: FoundValue) -> bool:
    """Whether a noun before the name gives another role: "my manager Priya gives me the hard cases"."""
    role = _ROLE_BEFORE.search(found.before)
    noun = "" if role is None else role[1].lower()
    return noun not in word_list("spouses") and noun not in _MAY_BE_A_SPOUSE and _is_role(noun)


def _is_role(noun: str) -> bool:
    """Whether a noun says what somebody does, or is to others: "physio", "landlady", "trainer"."""
    listed = noun in word_list("acquaintances", "relatives", "roles", "somebody")
    return listed or is_job(noun) or _DOES.search(noun) is not None


def _shares_something(found: FoundValue) -> bool:
    """Whether the two share or finish something, and do not part: "Dom and I split the bill" ends nothing."""
    if found.told != "ends":
        return False
    return _ARE_DONE.match(found.after) is not None or _SHARES.search(f"{found.value}{found.after}") is not None


def _is_anybody(found: FoundValue) -> bool:
    """Whether it is just some man or woman, or the person of an appointment: "Tuesday at 10 with a guy called Marcus".

    Not so if the words before show a couple: "I'm seeing a guy called Marcus".
    """
    if found.told == "ends":
        return False
    appointed = _APPOINTED.search(found.before)
    if appointed is not None and not _COURTED.search(appointed[0]):
        return True
    return _SOMEBODY_CALLED.search(found.before) is not None and not _COURTED.search(found.before)


def _is_a_place(found: FoundValue) -> bool:
    """Whether it is a place and not also a first name: nobody is married to Cardiff."""
    name = found.value.lower()
    return is_known_place(name) and not is_first_name(name)


def _is_a_place_gone_back_to(found: FoundValue) -> bool:
    """Whether somebody went back to a place, not to a person: "Jodie went back to Florence"."""
    return _WENT_BACK.search(found.before) is not None and is_known_place(found.value.lower())


def _is_only_named(found: FoundValue) -> bool:
    """Whether the sentence only names somebody just mentioned: "My mum is 60. She's called Ruth."."""
    return not found.own and _SAYS_A_NAME.search(found.before) is not None


def _is_only_denied(found: FoundValue) -> bool:
    """Whether the speaker says not to call somebody so: "I'm not calling him my boyfriend yet"."""
    noun = re.escape(found.value.rpartition(" ")[2])
    return re.search(_NOT_CALLED.format(noun=noun), f"{found.before}{found.after}", re.IGNORECASE) is not None


def _is_in_law(found: FoundValue) -> bool:
    """Whether it is an in-law, written without hyphens: "my mother in law" is no mother."""
    noun = re.escape(found.value.rpartition(" ")[2])
    return re.search(rf"\b{noun} in law\b", f"{found.before} {found.value} {found.after}", re.IGNORECASE) is not None


def _shares_an_activity(found: FoundValue) -> bool:
    """Whether it is a partner in something else than life: "my gym partner", "best scene partner I've had"."""
    return _SHARED.search(found.value) is not None


PARTNERS: tuple[Misreading, ...] = (
    _is_a_date,
    is_introduced,
    begins_a_sentence,
    _is_called_so,
    _is_introduced_in_a_role,
    _shares_something,
    _is_anybody,
    _is_a_place,
    _is_a_place_gone_back_to,
    _is_only_named,
    is_one_bought,
    GIVEN,
    OTHER_NAME,
    Cue(
        "I report to [Dana] now",
        before=lazy_pattern(r"\b(?:report(?:s|ed|ing)?|answer(?:s|ed|ing)?)(?: [\w']+){0,2} to\s$", re.IGNORECASE),
    ),
    Cue(
        "alone with [Mr Darcy] on my lap",
        after=lazy_pattern(
            r"^,?(?: (?:asleep|curled up|snoring|purring|snuggled|lying|sitting))? (?:on|in|at|across) "
            r"(?:my|our|his|her|their) (?:lap|knees?|feet|chest|shoulders?)\b",
            re.IGNORECASE,
        ),
    ),
    Cue("Noor works with [Dan]", before=lazy_pattern(r"\bwork(?:s|ed|ing)? (?:\w+ )?with\s$", re.IGNORECASE)),
    Cue(
        "we married in May, witnessed by two friends and [Waffle]",
        before=lazy_pattern(
            r"\b(?:(?:witnessed|attended|watched|surrounded|joined|accompanied|photographed|celebrated) by"
            r"|in front of)\b[^.;]*$",
            re.IGNORECASE,
        ),
    ),
    Cue(
        "[Ingrid] is my best client",
        after=lazy_pattern(
            rf"^(?:,| is| was|['’]s) (?:my|our|his|her|their|the|one of my) (?:[\w-]+ ){{0,2}}?(?:{_ROLE})s?\b",
            re.IGNORECASE,
        ),
    ),
)
KIN: tuple[Misreading, ...] = (
    _is_only_denied,
    _is_in_law,
    _shares_an_activity,
    Cue(
        "we're having a [baby] in June",
        before=lazy_pattern(
            r"\b(?:having|expecting|want(?:s|ed)?|trying for) (?:an?|our|another|my)\s$", re.IGNORECASE
        ),
    ),
)
