"""Which turns state just what a question asks of one person, though they may share no word with it.

"Where do I live?" – "We're back in Porto." Turns that are like one of the `tellings` are worth reading for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from convograph.extraction.asked_relation import AskedFor
from convograph.facts.relations import plain
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
    found = {turn.key: _stated(graph, turn, asked) for turn in turns}
    return {key: values for key, values in found.items() if values}


def _stated(graph: Snapshot, turn: SourceTurn, asked: AskedFor) -> tuple[str, ...]:
    stated = [
        one
        for one in turn_read(graph, turn).stating
        if one.likely >= LISTED and plain(one.relation) in asked.relations and asked.is_about(one.subject)
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
