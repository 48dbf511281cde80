"""Whether a value that was read in a sentence is one of its relation: by the value, and by the words around it.

Frames, the learned reader and triplets all misread in the same ways: "I moved my tools to Antwerp" tells no move of
mine, "we're in Vigo till August" a stay that ends, and nobody works at Tom. What they find passes here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from convograph.extraction.asides import goes_to
from convograph.extraction.lexicon import word_list
from convograph.extraction.types import EntityKind
from convograph.facts.acts import StatedAct
from convograph.facts.learned_reader.tagger import bundled_tagger
from convograph.facts.names import GREETINGS, names_nobody
from convograph.facts.reading.capitals import is_known_place
from convograph.facts.reading.frame_subjects import is_of_the_speaker
from convograph.facts.reading.frame_table import SOMETHING
from convograph.facts.values import (
    NAMING,
    fits,
    is_animal,
    is_first_name,
    is_job,
    is_name,
    is_somebody,
    is_time,
    words_of,
)

SURE = 0.9
"""How likely a reading is that is taken for sure: a place that somebody went to is one where they stayed."""
_MOVES = re.compile(
    r"\b(?:mov(?:es?|ed|ing)|relocat(?:es?|ed|ing)|transfer(?:s|red|ring)?|ship(?:s|ped|ping)?) (?:all |both )?"
    r"(?:my|our|his|her|their|the|an?|some|this|that|these|those) ((?:[\w'’-]+ ){1,4}?)(?:over |out |down |up )?"
    r"(?:to|into|in|from)\b(?:(?! (?:and|but|so|i|we|he|she|they|now)\b)[^,;:])*$",
    re.IGNORECASE,
)
_MOVED_ON = re.compile(r"\bmov(?:es?|ed|ing) on (?:\w+ ){0,3}?(?:to|from)\s$", re.IGNORECASE)
_HOUSEHOLD = frozenset(
    "family household kids children boys girls life lives everything everyone home base address residence stuff things"
    " belongings bags whole family's".split()
)
"""What one moves with: who moved the family to Faro lives there."""
_HOW_FAR = frozenset(
    "bit little lot few couple way other long short mile miles km kilometres kilometers block blocks street streets"
    " years months weeks days hours second first third next last".split()
)
_SOME = r"the|an?|this|one|two|three|four|five|six|\d+|a few|a couple of|some|several"
_SHORT = (
    r"days?|nights?|weekends?|weeks?|months?|summer|winter|autumn|spring|season|holidays?|conference|meeting|wedding"
    r"|visit|festival|match|gig"
)
_UNTIL = re.compile(
    r"^[\s,]*(?:(?!(?:and|but|so|because|who|which|i)\b)[\w'’]+[\s,]+){0,4}?"
    rf"(?:(?:until|till?|’til)\b(?! now\b)|for (?:{_SOME}) (?:\w+ )?(?:{_SHORT})\b)",
    re.IGNORECASE,
)
_SETTLED = re.compile(
    r"\b(?:li(?:ves?|ved|ving)|reside[sd]?|mov(?:es?|ed|ing)|relocat\w+|settl\w+|rent\w*|been|bought)\b", re.IGNORECASE
)
_ELSEWHERE = re.compile(
    r"\b(?:liv(?:es?|ed|ing)|based|home|mov(?:es?|ed|ing)|from) [^,;:]*?\b(?:in|at|to) [^,;:]+? and "
    r"(?:(?:i|we|he|she|they) )?(?:(?:also|often|mostly|usually|sometimes|then|still) )?"
    r"(?!(?:now|liv|mov|resid|settl|stay|rent|relocat|is\b|am\b|are\b|was\b|were\b|be\b|been\b))[a-z]+"
    r"(?: (?:out|over|down|up|around))? (?:at|in|on|from|with|for) (?:the |an? )?$",
    re.IGNORECASE,
)
_STOP = re.compile(
    r"\b(?:get(?:s|ting)? off|got off|stop(?:s|ped|ping)? over|passing through|passed through|layover|stopover"
    r"|chang(?:es?|ed|ing) (?:trains|planes|buses))(?: \w+)?(?: (?:in|at))? $",
    re.IGNORECASE,
)
_WORKS_OUT = re.compile(r"\bwork(?:s|ed|ing)? out (?:\w+ )?(?:at|in|with) (?:the |an? )?$", re.IGNORECASE)
_PREFERRED_TO = re.compile(r"\bprefer(?:s|red)? (?!to\b)[^,;:]+? (?:to|over) ([a-z]+)", re.IGNORECASE)
_TITLED = re.compile(r"\b([A-Z][a-z]+\.?)\s$")
_ABOVE = re.compile(
    r"\b(?:manager|boss|supervisor|foreman|team ?lead|colleague|co-?worker|mentor)(?:['’]s| is| was|:|,)?"
    r"(?: (?:now|still|called|named))?\s$",
    re.IGNORECASE,
)
_REPORTS = re.compile(r"\b(?:report(?:s|ed|ing)?|answer(?:s|ed|ing)?)(?: [\w']+){0,2} to\s$", re.IGNORECASE)
_WORKS_WITH = re.compile(r"\bwork(?:s|ed|ing)? (?:\w+ )?with\s$", re.IGNORECASE)
_NAMING = re.compile(
    r"\b(?:nam(?:e[ds]?|ing)|call(?:s|ed|ing)?) (?:her|him|it|them|(?:the|my|our|his|her) \w+)\s$", re.IGNORECASE
)
_INTRODUCING = re.compile(r"(?:\b(?:am|is|are)|\bim|['’](?:m|s|re))\s$", re.IGNORECASE)
_GREETING = re.compile(rf"^\W*(?:{GREETINGS})\b", re.IGNORECASE)
_NAMED_SO = re.compile(r"\bname(?: is|['’]s)\s$", re.IGNORECASE)
_CALLED = re.compile(
    r"\b([\w-]+)(?:,|,?(?: is| was|['’]s)?(?: called| named)| name(?: is|['’]s)|['’]s name(?: is|['’]s))\s$"
)
_PET_CALLED = re.compile(rf"\b([\w-]+?){NAMING}$")
_MY_ANIMAL = re.compile(r"(?:\b(?i:my|our|his|her|their)|['’]s) (?:[\w-]+ )?([a-z][\w-]*) $")
_ROLE = (
    r"client|customer|boss|manager|colleague|co-?worker|neighbou?r|landlord|landlady|flatmate|roommate|teacher|student"
    r"|friend|mate|sister|brother|mum|mom|mother|dad|father|daughter|son|cousin|aunt|uncle|dog|cat|doctor|dentist"
)
_IN_A_ROLE = re.compile(
    rf"^(?:,| is| was|['’]s) (?:my|our|his|her|their|the|one of my) (?:[\w-]+ ){{0,2}}?(?:{_ROLE})s?\b", re.IGNORECASE
)
_WHO_IS_THERE = re.compile(
    r"(?:\b(?:am|is|are|im)|['’](?:m|s|re))(?: \w+)? (?:an?|the) ([\w-]+(?: [\w-]+){0,2}) (?:at|for) (?:the |an? )?$",
    re.IGNORECASE,
)
_I_AM = re.compile(r"\bI(?:['’]?m| am)\s$", re.IGNORECASE)
_IS_A = re.compile(r"\b([^\W\d_]+)['’]s (?:(?:now|still|also) )?an? (?:[\w-]+ )?$", re.IGNORECASE)
_NOBODY = frozenset("it that this there here what who job work profession trade title role thing truth".split())
_NOT_PAID = frozenset("student pupil undergraduate postgraduate volunteer patient customer member guest".split())
_NOT_YET = re.compile(
    r"\b(?:train(?:s|ed|ing)?|stud(?:y|ies|ied|ying)|learn(?:s|ed|ing)?|hop(?:es?|ed|ing)|qualifying) to (?:be|become)"
    r"(?: an?| the)?\s$",
    re.IGNORECASE,
)
_WHO_DOES = re.compile(
    r"(?:^|[,;:(–—]|\b(?:and|but|so|then|because|since|when|while|until|if|that|what|where|how|why)\b)\s*"
    r"(?:the|this|that|my|our|your|his|her|their) (?:[\w-]+ )?$",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"^(?:['’]s)? (?:and )?[a-z]")
_WITH = re.compile(r"\b(?:for|with|by|under)\s$", re.IGNORECASE)
_SHARES = re.compile(rf"\b(?:broke|broken|split|separated|divided)(?: up)?{SOMETHING}", re.IGNORECASE)
_ARE_DONE = re.compile(
    r"^(?: and (?:i|me))? are (?:done|finished|over) (?:with|here|there|at|for|in|on)\b", re.IGNORECASE
)
_IN_COMPANY = re.compile(r"\bwith\s$", re.IGNORECASE)
_FOR_ONE = re.compile(
    r"\b(?:for|with|by|at) (?:an?|the|my|our|his|her|their|this|that|some|another)(?: [\w-]+)?\s$", re.IGNORECASE
)
_ALSO_A_TRIGGER = re.compile(r"\ballergic to [^.!?;]+?(?:,| and| or) $", re.IGNORECASE)
_A_THING = re.compile(r"(?<!\bat )(?<!\bby )(?<!\bin )(?<!\bfor )(?<!\bwith )\ban?\s$", re.IGNORECASE)
_A_DESK = re.compile(r"\b(?:an?|my|our|this|that) (?:[\w-]+ )*desk$", re.IGNORECASE)
_GUESTS = re.compile(
    r"\b(?:(?:witnessed|attended|watched|surrounded|joined|accompanied|photographed|celebrated) by|in front of)\b"
    r"[^.;]*$",
    re.IGNORECASE,
)
_MAY_BE_A_SPOUSE = frozenset("bride groom guy lady man woman".split())
_PESTS = frozenset(
    "ants bats bees birds crows fleas flies foxes gulls magpies mice mosquitoes moths pigeons rats seagulls slugs"
    " snails spiders squirrels swallows wasps".split()
)
_THERE = re.compile(
    r"^ (?:again |now |all )?(?:in|on|under|behind|above|over|around|at) (?:the|our|my|every) (?!cage|tank|hutch)",
    re.IGNORECASE,
)
_IN_A_SAYING = re.compile(
    r"^ (?:in|on) (?:(?:my|your|his|her|our|their|the|this|that) (?:throat|stomach|tummy|belly|gut|bonnet|belfry|pants"
    r"|back|head|neck|race|fight)|the room)\b",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"\b(?:an?|the|this|that|some)\s$", re.IGNORECASE)
_OF_YEAR = re.compile(r"^ (?:of )?(?:19|20)\d\d\b")
_IN_SEASON = re.compile(r"\b(?:in|this|last|next|since|until|till|by|every)\s$", re.IGNORECASE)
_LIKED = re.compile(r"\bfav|\b(?:season|time of|best|love|like|prefer)", re.IGNORECASE)
_WHEN = re.compile(
    r"\b(?:in|on|since|until|till|by|last|next|this|every|early|late|mid|of|during|before|after)[\s-]$", re.IGNORECASE
)

_HEIGHT = re.compile(r"^(?: ?['’′]| ?(?:ft|f[eo]et|foot)(?![a-z])| ?m ?\d|[.,]\d| \d)", re.IGNORECASE)
_JOINED = re.compile(r"\bjoined (?:the |an? )?(?:[A-Z][\w-]* )*$")
_OF_A_CLUB = re.compile(
    r"\b(?:athletics?|band|choir|chorus|club|f\.?c|guides|gym|harriers|league|orchestra|parkrun|party|scouts|society|union"
    r"|(?:climb|cycl|danc|jogg|play|rambl|rov|row|runn|sing|strid|swimm|wander|wheel)ers)$",
    re.IGNORECASE,
)
_AS_A_MEMBER = re.compile(
    r"\b(?:paid|member(?:s|ship)?|subs(?:cription)?|fees?|practice|rehearsals?|training|runs?|running|jog|swim(?:ming)?"
    r"|sing(?:ing)?|club|choir|parkrun|race|marathon|kit|coach)\b",
    re.IGNORECASE,
)
_AS_STAFF = re.compile(
    r"^ as (?:an?|the|their)\b|\b(?:job|boss|manager|salary|colleagues?|office|shifts?|hired|employ\w+|work\w*)\b",
    re.IGNORECASE,
)
_JOB_THERE = re.compile(
    r"\b(?:job|position|role|post|offer|internship|placement|contract|apprenticeship|course|interview) "
    r"(?:[\w-]+ )?(?:in|at|near|over in) $",
    re.IGNORECASE,
)
_MOVED_FOR_IT = re.compile(r"\b(?:mov(?:ed|es|ing)|relocat\w+)(?: (?!to|in|into)\w+){0,2}? for ", re.IGNORECASE)
_FAR_FROM = re.compile(
    r"\b(?:away|drive|walk|ride|far|hours?|min(?:ute)?s?|miles?|km|kilomet\w+) from\s$", re.IGNORECASE
)
_WENT_BACK = re.compile(r"\b(?:went|gone|moved|going|goes) back (?:home )?to $", re.IGNORECASE)
_SAYS_A_NAME = re.compile(
    r"^\W*(?:and )?(?:s?he(?: is|['’]s) (?:called|named)|(?:her|his) name(?: is|['’]s))\s$", re.IGNORECASE
)
_MOVING = re.compile(r"\bmoving (?:[\w-]+ ){0,4}?(?:to|into|in)(?: the| an?)? $", re.IGNORECASE)
_ON_A_DAY = re.compile(r"^,? (?:on|next|tomorrow|soon|this|at the end|from the) ?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FoundValue:
    """A value as a reader found it: what is told of it, and the words of its sentence `before` and `after` it.

    `kind` is what the rules of extraction take it for, `likely` how sure the learned reader is, and `own` says that it
    takes the value for the speaker's.
    """

    relation: str
    value: str
    told: StatedAct
    before: str = ""
    after: str = ""
    kind: EntityKind = "thing"
    likely: float = 1.0
    own: bool = False

    @classmethod
    def in_sentence(
        cls, sentence: str, relation: str, value: str, told: StatedAct, kind: EntityKind = "thing"
    ) -> FoundValue:
        """A value where it first stands in a sentence; all of the sentence is before one that stands nowhere in it."""
        before, _, after = sentence.partition(value)
        return cls(relation, value, told, before, after, kind)


def is_stated(found: FoundValue) -> bool:
    """Whether the value is one that the relation can have, and none of the ways of misreading it applies."""
    also = _ALSO_TAKEN.get(found.relation)
    if not fits(found.relation, found.value, found.kind) and not (also is not None and also(found)):
        return False
    return not is_misread(found)


def is_misread(found: FoundValue) -> bool:
    """Whether one of the ways of misreading its relation applies."""
    return any(misread(found) for misread in _MISREADINGS.get(found.relation, ()))


def is_a_lost_pet(found: FoundValue) -> bool:
    """Whether it is a pet by its name: "Milo died"; what nobody has cannot end."""
    return found.told == "ends" and is_name(found.value)


def is_a_named_pet(found: FoundValue) -> bool:
    """Whether it is what a pet is called: "my dog is called Biscuit"."""
    return is_a_pets_name(found) and is_name(found.value)


def is_a_pet_by_name(found: FoundValue) -> bool:
    """Whether it is a name right behind an animal: "my dog Biscuit", but not "my dog Saturday"."""
    kind = _MY_ANIMAL.search(found.before)
    if kind is None or not is_animal(kind[1]) or is_animal(found.value):
        return False
    return is_name(found.value) and not names_nobody(found.value) and not is_time(found.value)


def is_of_company(found: FoundValue) -> bool:
    """Whether it is whom somebody is with, and no place: "I'm with Tidewater Maps"."""
    return _IN_COMPANY.search(found.before) is not None


def is_served(found: FoundValue) -> bool:
    """Whether it is somebody else who has the job: "deliveries for a florist"."""
    return _FOR_ONE.search(found.before) is not None


def is_introduced(found: FoundValue) -> bool:
    """Whether it is what the speaker is called, and no place or partner: "I'm Tariq, I moved from Hull"."""
    return _I_AM.search(found.before) is not None and words_of(found.value)[0] not in word_list("places")


def moves_a_thing(found: FoundValue) -> bool:
    """Whether something was moved to a place, and not who moved it: "I moved my tools to Antwerp"."""
    moved = _MOVES.search(found.before)
    if moved is None:
        return False
    words = frozenset(moved[1].lower().split())
    return words.isdisjoint(_HOUSEHOLD | _HOW_FAR | word_list("relatives", "time_nouns"))


def is_moved_on(found: FoundValue) -> bool:
    """Whether it is a subject or a tool that one turns to: "I moved on to Kubernetes"."""
    return _MOVED_ON.search(found.before) is not None


def is_a_stay(found: FoundValue) -> bool:
    """Whether who is at a place will soon be gone: "we're in Vigo now, till August"."""
    if found.told not in ("holds", "begins") or _SETTLED.search(found.before):
        return False
    return _UNTIL.match(found.after) is not None


def is_a_stop(found: FoundValue) -> bool:
    """Whether one only passes it: "I'm getting off in Seattle"."""
    return _STOP.search(found.before) is not None


def is_elsewhere(found: FoundValue) -> bool:
    """Whether one does something else there than live: "I live in Ghent and shop at Colruyt"."""
    return _ELSEWHERE.search(found.before) is not None


def is_preferred_to(found: FoundValue) -> bool:
    """Whether it is what one likes less, taken for something that one does: "I prefer tea to coffee"."""
    less = _PREFERRED_TO.search(f"{found.before.rstrip()} {found.value}")
    return less is not None and found.value.lower().startswith(less[1].lower().removesuffix("e"))


def is_gone_to(found: FoundValue) -> bool:
    """Whether it is a place that somebody went to, and nothing surely says that they stayed."""
    return found.likely < SURE and goes_to(found.before)


def is_told_of_another(found: FoundValue) -> bool:
    """Whether the speaker is taken for somebody else who is told of: "Fien is back home with us in Ghent"."""
    return found.own and not is_of_the_speaker(found.before)


def is_a_boss(found: FoundValue) -> bool:
    """Whether it is a person whom somebody works with: "for Tom Becker", "Dr. Osei"; at "Tom Becker" may be a shop.

    A name that nobody lists may be either: "Good for Inés" is no employer unless the reader is sure.
    """
    is_with, single = _WITH.search(found.before) is not None, len(words_of(found.value)) == 1
    if _ABOVE.search(found.before):
        return True
    if found.kind == "person" or is_somebody(found.value):
        return single or is_with
    titled = _TITLED.search(found.before)
    if titled is not None and titled[1].lower() in word_list("titles"):
        return True
    return single and is_with and found.likely < SURE


def is_reported_to(found: FoundValue) -> bool:
    """Whether it is a person whom somebody works under: "I report to Dana now" names no partner."""
    return _REPORTS.search(found.before) is not None


def is_worked_with(found: FoundValue) -> bool:
    """Whether it is a colleague: "Noor works with Dan" names no partner."""
    return _WORKS_WITH.search(found.before) is not None


def is_given_a_name(found: FoundValue) -> bool:
    """Whether it is how a child or a pet is called: "we named her Isla" names no partner."""
    return _NAMING.search(found.before) is not None


def is_a_pets_name(found: FoundValue) -> bool:
    """Whether it is how an animal is called, and no person: "we got a cat too, her name is Olga"."""
    called = _PET_CALLED.search(found.before)
    return called is not None and is_animal(called[1])


def is_no_introduction(found: FoundValue) -> bool:
    """Whether it is what somebody is, and not how they are called: "I'm Dutch".

    Of names only known ones are told, and behind a greeting what is no word: "Hey, I'm Tobi".
    """
    introduced = not _NAMED_SO.search(found.before) and _INTRODUCING.search(found.before) is not None
    word = words_of(found.value)[0]
    return introduced and not is_first_name(word) and not (_GREETING.match(found.before) and _is_no_word(found.value))


def _is_no_word(value: str) -> bool:
    """Whether nobody uses it as a common word, a place or a people: so may a name be of which no list knows."""
    word = value.lower()
    return word not in bundled_tagger().numbers and word not in word_list("places", "peoples") and not is_job(value)


def is_called_so(found: FoundValue) -> bool:
    """Whether it is what the speaker, kin or a pet is called: "my sister's name is Eva" names no partner."""
    called = _CALLED.search(found.before)
    if called is None:
        return False
    noun = called[1].lower()
    if noun in word_list("spouses") or noun in _MAY_BE_A_SPOUSE:
        return False
    return noun == "my" or is_animal(noun) or noun in word_list("relatives", "acquaintances")


def is_a_guest(found: FoundValue) -> bool:
    """Whether it is somebody who was there: "we married in May, witnessed by two friends and Waffle"."""
    return _GUESTS.search(found.before) is not None


def shares_something(found: FoundValue) -> bool:
    """Whether something is shared or done with somebody: "Dom and I split the bill" ends nothing."""
    if found.told != "ends":
        return False
    return _ARE_DONE.match(found.after) is not None or _SHARES.search(f"{found.value}{found.after}") is not None


def is_in_a_role(found: FoundValue) -> bool:
    """Whether it is said who else that is: "Ingrid is my best client" names no partner."""
    return _IN_A_ROLE.match(found.after) is not None


def is_somebody_else(found: FoundValue) -> bool:
    """Whether a sentence or clause goes on about who has the job: "the dentist moved my appointment"."""
    return _WHO_DOES.search(found.before) is not None and _GOES_ON.match(found.after) is not None


def is_anothers_job(found: FoundValue) -> bool:
    """Whether somebody else has it, whose name need not have a capital: "gosia's a midwife"."""
    who = _IS_A.search(found.before) if found.own else None
    return who is not None and who[1].lower() not in _NOBODY


def is_not_yet(found: FoundValue) -> bool:
    """Whether one is only on the way to it: "I'm training to be a teacher"."""
    return found.told != "ends" and _NOT_YET.search(found.before) is not None


def is_no_employee(found: FoundValue) -> bool:
    """Whether who is somewhere has no job there, for who knows not what is a job: "I'm a regular at Murphy's"."""
    who = _WHO_IS_THERE.search(found.before) if found.relation == "works_at" else None
    return who is not None and (not is_job(who[1]) or words_of(who[1])[-1] in _NOT_PAID)


def is_for_sport(found: FoundValue) -> bool:
    """Whether it is where one goes in one's own time: "I started at the gym" names no employer."""
    return words_of(found.value) == ("gym",) or _WORKS_OUT.search(found.before) is not None


def is_furniture(found: FoundValue) -> bool:
    """Whether it is a desk that one stands at: "I switched to a standing desk" names no team."""
    words = words_of(found.value)
    return words[-1:] == ("desk",) and _A_DESK.search(f"{found.before[-3:]}{found.value}") is not None


def is_a_duty(found: FoundValue) -> bool:
    """Whether it is something to do, of which one says so in jest: "allergic to paying rent"."""
    words = words_of(found.value)
    return len(words) > 1 and words[0].endswith("ing")


def is_no_trigger(found: FoundValue) -> bool:
    """Whether it is rather a word that begins something else than one more in a list: "allergic to nuts and tired".

    For who does not read the syntax: of words behind "and", plurals are taken, and what is as rare as medicines are.
    """
    word = found.value.lower()
    is_more = found.relation == "be_allergic_to" and _ALSO_A_TRIGGER.search(found.before) is not None
    return is_more and not word.endswith("s") and word in bundled_tagger().numbers


def is_a_thing(found: FoundValue) -> bool:
    """Whether it is one of many: "I drive a Fiat" names no employer, "I work at a Wetherspoons" does."""
    return _A_THING.search(found.before) is not None


def is_a_pest(found: FoundValue) -> bool:
    """Whether it is what nobody keeps in such a place: "we have mice in the kitchen", "pigeons on the roof"."""
    return found.value.lower() in _PESTS and _THERE.match(found.after) is not None


def is_in_a_saying(found: FoundValue) -> bool:
    """Whether it is an animal by way of speaking: "a frog in my throat", "no dog in this fight"."""
    return _IN_A_SAYING.match(found.after) is not None


def is_a_date(found: FoundValue) -> bool:
    """Whether it is a month, although it is a name, too: "we got engaged in August"."""
    return is_time(found.value) and _WHEN.search(found.before) is not None


def is_when(found: FoundValue) -> bool:
    """Whether a season only says when something was: "got the balcony spring 2023" tells no liking."""
    if _OF_YEAR.match(found.after):
        return True
    return _IN_SEASON.search(found.before) is not None and _LIKED.search(found.before) is None


def begins_a_sentence(found: FoundValue) -> bool:
    """Whether it is rather a word than a name that has a capital where a sentence begins: "True, my wife works"."""
    words = words_of(found.value)
    if found.before.strip() or len(words) != 1 or is_first_name(words[0]):
        return False
    return words[0] in bundled_tagger().numbers


def is_a_kind_of(found: FoundValue) -> bool:
    """Whether it only says of what kind something is: "in a Japanese mansion" no Japanese is spoken."""
    return _ARTICLE.search(found.before) is not None


def is_a_height(found: FoundValue) -> bool:
    """Whether it is how tall somebody is: "I'm 6'4", "I'm 1m80" tells no age."""
    return _HEIGHT.match(found.after) is not None


def is_a_membership(found: FoundValue) -> bool:
    """Whether it is a club that somebody joined, and no firm: "I joined Hackney Harriers, paid and everything".

    Who joined something "as an engineer" works there.
    """
    if not _JOINED.search(found.before) or _AS_STAFF.search(found.after):
        return False
    return _OF_A_CLUB.search(found.value) is not None or _AS_A_MEMBER.search(found.after) is not None


def is_a_job_there(found: FoundValue) -> bool:
    """Whether one only works there, as far as is told: "I took the job in Bristol" tells no home."""
    return _JOB_THERE.search(found.before) is not None and not _MOVED_FOR_IT.search(found.before)


def is_planned(found: FoundValue) -> bool:
    """Whether one will move on a day that is named: "moving to Bedminster on the 28th"."""
    if found.told == "ends" or not _MOVING.search(found.before):
        return False
    return _ON_A_DAY.match(found.after) is not None


def is_far_from(found: FoundValue) -> bool:
    """Whether it only says how far something is: "Hidcote is about three hours from Ipswich" tells no origin."""
    far = _HOW_FAR | word_list("time_nouns")
    return _FAR_FROM.search(found.before) is not None or not far.isdisjoint(words_of(found.value))


def is_a_place_gone_back_to(found: FoundValue) -> bool:
    """Whether one went back to a place, and to nobody: "Jodie went back to Florence"."""
    return _WENT_BACK.search(found.before) is not None and is_known_place(found.value.lower())


def is_only_named(found: FoundValue) -> bool:
    """Whether it is what somebody of whom one has just spoken is called: "My mum is 60. She's called Ruth."."""
    return not found.own and _SAYS_A_NAME.search(found.before) is not None


def is_a_place(found: FoundValue) -> bool:
    """Whether it is a place that is nobody's name: nobody is married to Cardiff."""
    name = found.value.lower()
    return is_known_place(name) and not is_first_name(name)


_MISREADINGS: Mapping[str, Sequence[Callable[[FoundValue], bool]]] = {
    "lives_in": (
        moves_a_thing,
        is_moved_on,
        is_a_stay,
        is_gone_to,
        is_a_stop,
        is_elsewhere,
        is_told_of_another,
        is_of_company,
        is_introduced,
        is_a_job_there,
        is_planned,
    ),
    "works_at": (is_a_boss, is_a_thing, is_for_sport, is_a_membership),
    "attends": (is_a_membership,),
    "age": (is_a_height,),
    "originates_from": (is_far_from,),
    "occupation": (is_served, is_somebody_else, is_not_yet, is_anothers_job),
    "has_pet": (is_a_pest, is_in_a_saying),
    "hobby": (is_a_thing,),
    "likes": (is_preferred_to,),
    "speaks": (is_a_kind_of,),
    "partner": (
        is_a_date,
        is_introduced,
        begins_a_sentence,
        is_reported_to,
        is_worked_with,
        is_given_a_name,
        is_called_so,
        is_a_guest,
        is_in_a_role,
        shares_something,
        is_a_place,
        is_a_place_gone_back_to,
        is_only_named,
    ),
    "team": (is_furniture,),
    "favorite season": (is_when,),
    "name": (is_given_a_name, is_a_pets_name, is_no_introduction, begins_a_sentence),
    "be_allergic_to": (is_a_duty,),
}
_ALSO_TAKEN: Mapping[str, Callable[[FoundValue], bool]] = {
    "has_pet": lambda found: is_a_lost_pet(found) or is_a_named_pet(found) or is_a_pet_by_name(found)
}
"""Values besides those that fit a relation by themselves."""
