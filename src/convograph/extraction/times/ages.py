"""Rules for ages: "when I was 10", "when I was a kid", "in my twenties". Only the speaker's own ages are resolved."""

from __future__ import annotations

from convograph.extraction.times.calendar import NoSuchTimeError, moment, shift
from convograph.extraction.times.rule import Anchor, Match, Rule, named
from convograph.extraction.times.words import NUMBER, amount
from convograph.types import Grain, When

_OLDEST = 130
_STAGES = {  # ages `[first, after)`
    **dict.fromkeys(("kid", "child", "little", "young", "small", "boy", "girl"), (3, 13)),
    **dict.fromkeys(("teen", "teenager", "teens"), (13, 20)),
    "baby": (0, 2),
    **{
        name: (10 * tens, 10 * tens + 10)
        for tens, name in enumerate("twenties thirties forties fifties".split(), start=2)
    },
    **{f"{10 * tens}s": (10 * tens, 10 * tens + 10) for tens in range(2, 10)},
}
_WHO = r"(?P<who>I|he|she|they|we|you)"
_AFTER = r"(?:when\s|(?<=\bsince\x20)|(?<=\buntil\x20)|(?<=\bbefore\x20)|(?<=\bafter\x20))"
_NOT_COUNTED = (
    r"(?![\w%:/-])(?![.,]\d)(?! (?:minutes?|hours?|days?|weeks?|months?|pounds|lbs|kilos?|kg|feet"
    r"|miles|percent|points|of)\b)"
)


def _aged(anchor: Anchor, first: int, after: int, grain: Grain, *, approximate: bool) -> When | None:
    if anchor.born is None or first > _OLDEST:
        return None
    born = moment(anchor.born.year, anchor.born.month, anchor.born.day)
    return When(shift(born, first, "year"), shift(born, after, "year"), grain, approximate=approximate)


def _age(match: Match, anchor: Anchor) -> When | None:
    if named(match, "who") not in ("I", "i"):
        return None
    age = amount(match["age"])[0]
    if age != int(age):
        raise NoSuchTimeError(f"aged {age}")
    return _aged(anchor, int(age), int(age) + 1, "year", approximate=False)


def _stage(match: Match, anchor: Anchor) -> When | None:
    if named(match, "who") not in ("I", "i", "my"):
        return None
    first, after = _STAGES[match["stage"].lower()]
    return _aged(anchor, first, after, "decade", approximate=True)


RULES: tuple[Rule, ...] = (
    Rule(
        "age",
        "period",
        rf"\b{_AFTER}{_WHO} (?:was|were|turned) (?:just |only |about |around )?(?P<age>{NUMBER}){_NOT_COUNTED}"
        r"(?: years? old| yrs? old| yo\b)?",
        _age,
    ),
    Rule("at an age", "period", rf"\bat (?:the )?age (?:of )?(?P<age>{NUMBER})\b", _age),
    Rule(
        "stage of life",
        "period",
        rf"\b{_AFTER}{_WHO} (?:was|were) (?:an? |just a |only a |still a |still |very |in my )?"
        r"(?P<stage>kid|child|little|young|small|baby|boy|girl|teenager|teen|teens)\b(?! by)",
        _stage,
    ),
    Rule(
        "decade of life",
        "period",
        r"\bin (?P<who>my|his|her) (?:early |mid |late )?(?P<stage>twenties|thirties|forties"
        r"|fifties|teens|[2-9]0s)\b",
        _stage,
    ),
)
