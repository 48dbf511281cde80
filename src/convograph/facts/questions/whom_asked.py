"""The person a question asks about, also if it is the user by name, and whether a turn is surely about others."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from convograph.extraction.asked_relation import AskedFor
from convograph.extraction.lexicon import word_list
from convograph.facts.gathering.statements import turn_read
from convograph.facts.people.relatives import Relatives, are_one_noun, calls_so, read_once, told_in
from convograph.facts.reading.kin_names import described
from convograph.facts.reading.misreadings import SURE
from convograph.facts.relations import plain
from convograph.facts.statement import Statement
from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import speaker_key
from convograph.patterns import lazy_pattern
from convograph.resolution.wording import full_forms
from convograph.segmentation import is_user
from convograph.types import SourceTurn

_CALLED = lazy_pattern(r"\b(?:i['’]?m|i am|name(?:['’]?s| is|:)|calls? me)\s+([^\W\d_][\w-]+)", re.IGNORECASE)
_NAMES = frozenset({"name", "nickname"})
_TOGETHER = lazy_pattern(r"\b(?:we|us|our|ours)\b", re.IGNORECASE)
_FIRST = lazy_pattern(r"\b(?:i|i['’]?m|my|mine|me)\b", re.IGNORECASE)
_WORD = lazy_pattern(r"\w+")
_FEWEST_SHARED = 3  # letters of a short name that a longer one begins with


def in_own_words(graph: Snapshot, asked: AskedFor) -> AskedFor:
    """A question that names the user, turned into one about "I".

    "Where does Leo live?" is about "I" if the user says "I'm Leo." somewhere, and "Where does Leo's sister live?" about
    "my sister". Any other question is left as it is, and so is one with the name of a speaker.
    """
    if asked.named is None or asked.of_user or not asked.is_named:
        return asked
    name, _, noun = asked.who.replace("’", "'").partition("'s ")
    owner = replace(asked, who=name)
    if any(map(owner.is_about, graph.turns.speaker_keys)):
        return asked
    is_user_named = any(map(owner.is_about, _names_of_user(graph, name)))
    return replace(asked, who=f"my {noun}" if noun else "I") if is_user_named else asked


def states_of_others(graph: Snapshot, asked: AskedFor) -> Callable[[SourceTurn, str], bool]:
    """A test of whether a sentence of a turn states what a question asks for, but only about other people.

    An example is "My number is 555-0143" if Dom's number is asked for. It is false if the person asked about may be
    meant: by a noun for which a turn has their name, by "we", by a short form of their name, or by name.
    """
    relatives, own = told_in(graph), in_own_words(graph, asked)
    has_user = any(map(is_user, graph.turns.speaker_keys))
    name = (asked.named or "").casefold()

    def is_about_another(statement: Statement) -> bool:
        if asked.is_about(statement.subject) or relatives.is_about(own, statement):
            return False
        if own.of_user:
            return has_user and _is_not_of_user(own, statement.subject)
        return _is_not_called_so(graph, asked, statement, relatives)

    def tells(turn: SourceTurn, sentence: str) -> bool:
        text = sentence.casefold()
        if not asked.is_named or name in _WORD.findall(text) or _TOGETHER.search(text):
            return False
        half = name in _WORD.findall(turn.text.casefold()) and _FIRST.search(sentence) is None
        stating = [one for one in _of_relations(graph, turn, asked.relations) if one.value.casefold() in text]
        if half and any(one.subject == turn.speaker for one in stating):
            return False  # "Dom called. Lives in Leeds now."
        return bool(stating) and all(map(is_about_another, stating))

    return tells


def _of_relations(graph: Snapshot, turn: SourceTurn, relations: Collection[str]) -> list[Statement]:
    stating = turn_read(graph, turn).stating
    return [one for one in stating if one.value and one.likely >= SURE and plain(one.relation) in relations]


def _is_not_of_user(asked: AskedFor, subject: str) -> bool:
    """Whether a subject is surely not the user, or not the relative of theirs that a question asks about."""
    if asked.named is None:
        return True
    noun = asked.who.partition(" ")[2]
    one, wanted = described(subject), described(f"user's {noun}")
    if is_user(subject):
        return wanted is not None or noun in word_list("related")
    return one is not None and wanted is not None and not are_one_noun(one, wanted)


def _is_not_called_so(graph: Snapshot, asked: AskedFor, statement: Statement, relatives: Relatives) -> bool:
    """Whether a statement is surely not about the person that a question asks about by name."""
    subject, who = speaker_key(statement.subject), speaker_key(asked.who)
    if is_user(subject):
        return not any(_may_be_one_name(name, who) for name in _names_of_user(graph, who))
    if "'s " not in subject.replace("’", "'"):
        return not _may_be_one_name(subject, who)
    return relatives.meant(statement).name is not None or not calls_so(graph, asked, statement.subject)


def _may_be_one_name(one: str, other: str) -> bool:
    """Whether two names may be the same person's: they share a word, or one is short for the other ("Liz", "Dom")."""
    if not set(one.split()).isdisjoint(other.split()):
        return True
    short, long = sorted((one.partition(" ")[0], other.partition(" ")[0]), key=len)
    return long in full_forms(short) or (len(short) >= _FEWEST_SHARED and long.startswith(short))


def _names_of_user(graph: Snapshot, like: str) -> Iterator[str]:
    """The names (keys) that the user gives as their own and that may mean the same person as `like`."""
    called = read_once(graph, "called by turn", _called_in)
    name = speaker_key(like)
    for row in (row for row, words in called.items() if any(_may_be_one_name(word, name) for word in words)):
        for one in _of_relations(graph, graph.turns.source_turn(row), _NAMES):
            if is_user(one.subject) and one.told != "ends":
                yield speaker_key(one.value)


def _called_in(speaker: str, text: str) -> tuple[str, ...]:
    """Words that may be the user's name, judging by what precedes them."""
    return tuple(found.casefold() for found in _CALLED.findall(text)) if is_user(speaker) else ()
