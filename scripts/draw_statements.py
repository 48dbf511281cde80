"""Draws the sentences of `data/statements` for labelling: 180 seen, 180 unseen.

The seen ones are from LongMemEval and five chronicles, the unseen ones from other sessions of LongMemEval, the other
five chronicles, Multi-Session Chat and PersonaExt. Each is drawn for one of the patterns of `PATTERNS`, in turn from
each source, and none twice. Further ones are drawn for `DENIALS`, because many of the denials found by `PATTERNS` are
about nobody who is named. Questions are left out, since they state nothing.

    python scripts/draw_statements.py /path/to/data --to sentences.jsonl
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from convograph.types import Session
from convograph_eval.language.statements.sentences import (
    chronicle,
    longmemeval,
    msc,
    personaext,
    sentences_in,
)

SEED = 20
CHRONICLES = Path(__file__).parents[1] / "data" / "chronicles"
SEEN_CHRONICLES = ("brass-season", "ferrymen", "fourth-floor", "harbourmaster", "lantern")
UNSEEN_CHRONICLES = ("dawn-run", "meridian", "pear-tree", "reunion", "two-kitchens")
FEWEST_WORDS, MOST_WORDS = 4, 30

_NOT = r"(?:\b(?:not(?! sure)|never|no|nobody|nothing|neither|nor|none|without|hardly|cannot|dont|cant)\b|n['’]t\b)"
_AUXILIARY = r"\b(?:do|does|did|is|was|am|are|were|has|have|had|can|could|will|would)(?:n['’]t| not)?"
Patterns = Mapping[str, tuple[int, str]]
"""By pattern, the number of sentences of each half and a regular expression."""

PATTERNS: Patterns = {
    "negation": (45, _NOT),
    "coordination": (18, rf"{_NOT}.*\b(?:and|or|nor)\b|\w+, \w+,? (?:and|or) \w+"),
    "contrast": (20, r"\b(?:but|although|though|however|whereas|while|instead|rather than|except|unlike)\b"),
    "ellipsis": (
        15,
        rf"\b(?:but|and|though|while|than)\b[^,;.!]* {_AUXILIARY}(?: too| either)?[.,;!]|n['’]t[.,;!]|"
        r"\b(?:so|neither|nor) (?:do|does|did|am|is|have|has) ",
    ),
    "reported": (15, r"\b(?:said|says|told|tells|asked|claims|heard|swears|thinks|thought|believes)\b"),
    "irony": (
        9,
        r"\b(?:yeah,? right|as if|ha(?:ha)+|lol|jk|kidding|joking|ironic\w*|so-called|of course)\b|;-?\)|[🙄😂]",
    ),
    "correction": (10, r"\b(?:actually|i mean|sorry|wait|scratch that|meant|correction)\b|\bnot [\w ]+, but\b|^no, "),
    "dates": (
        18,
        r"\b(?:january|february|march|april|june|july|august|september|october|november|december|monday|tuesday|"
        r"wednesday|thursday|friday|saturday|sunday)\b|\b(?:19|20)\d\d\b|\d(?:am|pm)\b|\d:\d\d|o['’]clock|half past",
    ),
}
DENIALS: Patterns = {
    "denial": (
        30,
        r"\b(?:i|we|my \w+|our \w+|[a-z]+) (?:am|is|are|was|were|do|does|did|have|has|had|can|could|will|should)"
        r"(?:n['’]t| not)(?! sure)\b|\b(?:i|we)(?:['’]m|['’]re|['’]ve)? (?:not(?! sure)|never)\b",
    ),
}


def main(arguments: list[str] | None = None) -> None:
    """Write one JSON object per sentence: the half, the source, the pattern, the text."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="the folder with longmemeval, msc and personaext in it")
    parser.add_argument("--to", type=Path, required=True)
    options = parser.parse_args(arguments)
    chance = random.Random(SEED)  # noqa: S311 - a sample, not a secret
    taken: set[str] = set()
    with options.to.open("w", encoding="utf-8") as file:
        found = halves(options.data, chance)
        for patterns in (PATTERNS, DENIALS):
            for half, pools in found.items():
                for pattern, source, text in drawn(pools, patterns, taken, chance):
                    record = {"half": half, "source": source, "pattern": pattern, "text": text}
                    file.write(json.dumps(record, ensure_ascii=False) + "\n")


def halves(data: Path, chance: random.Random) -> dict[str, dict[str, list[str]]]:
    """The sentences of each source, by half; LongMemEval's sessions are split at random."""
    sessions = {session.id: session for session in longmemeval(data)}
    names = sorted(name for name in sessions if name)
    chance.shuffle(names)
    middle = len(names) // 2
    return {
        "seen": {
            "longmemeval": said_by_users(sessions[name] for name in names[:middle]),
            "chronicles": said_in(SEEN_CHRONICLES),
        },
        "unseen": {
            "longmemeval": said_by_users(sessions[name] for name in names[middle:]),
            "chronicles": said_in(UNSEEN_CHRONICLES),
            "msc": worth_drawing(msc(data)),
            "personaext": worth_drawing(personaext(data)),
        },
    }


def said_by_users(sessions: Iterable[Session]) -> list[str]:
    """The sentences of users to their assistant."""
    return worth_drawing(
        sentence
        for session in sessions
        for turn in session.turns
        if turn.speaker == "user"
        for sentence in sentences_in(turn.text)
    )


def said_in(names: Iterable[str]) -> list[str]:
    """The sentences of these chronicles."""
    sessions = (session for name in names for session in chronicle(CHRONICLES / f"{name}.json"))
    return worth_drawing(
        sentence for session in sessions for turn in session.turns for sentence in sentences_in(turn.text)
    )


def worth_drawing(sentences: Iterable[str]) -> list[str]:
    """The distinct sentences that are no questions and neither very short nor very long, sorted."""
    found = (one for one in sentences if FEWEST_WORDS <= len(one.split()) <= MOST_WORDS and "?" not in one)
    return sorted(set(found))


def drawn(
    pools: Mapping[str, list[str]], patterns: Patterns, taken: set[str], chance: random.Random
) -> Iterator[tuple[str, str, str]]:
    """Pattern, source and sentence, from each source with sentences left in turn."""
    for pattern, (count, expression) in patterns.items():
        look = re.compile(expression, re.IGNORECASE)
        found = {source: [one for one in pool if look.search(one)] for source, pool in pools.items()}
        waiting = {source: chance.sample(matching, len(matching)) for source, matching in found.items()}
        for source in in_turn(waiting, count, taken):
            text = waiting[source].pop()
            taken.add(text)
            yield pattern, source, text


def in_turn(waiting: dict[str, list[str]], count: int, taken: set[str]) -> Iterator[str]:
    """Yield, up to `count` times in rotation, a source whose next sentence is not yet taken."""
    given = 0
    while given < count and any(waiting.values()):
        for source, sentences in waiting.items():
            while sentences and sentences[-1] in taken:
                sentences.pop()
            if sentences and given < count:
                given += 1
                yield source


if __name__ == "__main__":
    main()
