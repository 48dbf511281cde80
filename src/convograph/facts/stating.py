"""Which turns state just what a question asks of one person, though they may share no word with it.

"Where do I live?" – "We're back in Porto." Turns that are like one of the `tellings` are worth reading for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

import numpy as np
import numpy.typing as npt

from convograph.extraction.asked_relation import AskedFor
from convograph.facts.naming import described, nouns_for
from convograph.facts.relations import plain
from convograph.facts.relatives import Relatives, told_in
from convograph.facts.stated import Statement
from convograph.facts.statements import turn_read
from convograph.facts.turn_statements import LISTED
from convograph.facts.word_files import damaged, lines_of
from convograph.graph.snapshot import Snapshot
from convograph.types import SourceTurn


def tellings(asked: AskedFor) -> tuple[str, ...]:
    """Sentences by which people tell what is asked for; none where they tell it in the words of the question."""
    known = _tellings()
    return tuple(sentence for relation in asked.relations for sentence in known.get(relation, ()))


def stated_in(graph: Snapshot, turns: Iterable[SourceTurn], asked: AskedFor) -> dict[int, tuple[str, ...]]:
    """What some turns state by themselves of what is asked for: the values, by the key of the turn."""
    relatives = told_in(graph)
    found = {turn.key: _stated(turn_read(graph, turn).stating, asked, relatives) for turn in turns}
    return {key: values for key, values in found.items() if values}


def naming_otherwise(graph: Snapshot, asked: AskedFor) -> npt.NDArray[np.bool_]:
    """Which turns, by row, have another word for the one whom a question asks about: "sister" for Ngozi."""
    words = [re.escape(word) for other in told_in(graph).others(asked) for word in _words_for(other)]
    if not words:
        return np.zeros(len(graph.turns), np.bool_)
    naming = re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE)
    return np.array([naming.search(row.text) is not None for row in graph.turns.rows], np.bool_)


def _words_for(name: str) -> tuple[str, ...]:
    """The words that a turn has of which a name is called: its first one, and of kin all nouns for them."""
    one = described(name)
    return (name.split(maxsplit=1)[0],) if one is None else nouns_for(one)


def _stated(stating: Iterable[Statement], asked: AskedFor, relatives: Relatives) -> tuple[str, ...]:
    stated = [
        one
        for one in stating
        if one.likely >= LISTED and plain(one.relation) in asked.relations and relatives.is_about(asked, one)
    ]
    told = [one.value for one in stated if one.told != "ends"]
    before = [one.value for one in stated if one.told == "ends"] + [one.instead_of for one in stated if one.instead_of]
    values = (*before, *told) if asked.former else told  # "I used to live in Faro" does not tell where I live
    return tuple(dict.fromkeys(filter(None, values)))


@cache
def _tellings() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for line in lines_of("tellings"):
        relation, tab, sentence = line.partition("\t")
        if not (relation and tab and sentence):
            raise damaged("tellings", line)
        found[plain(relation)] = (*found.get(plain(relation), ()), sentence)
    return found
