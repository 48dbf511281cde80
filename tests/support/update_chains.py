"""Update chains made by hand, and a memory that makes no mistake about any chain."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from convograph.types import Conversation, Session, Turn
from convograph_eval.update_chains import Chain, FactMemory, Statement, Step, Subject, Topic
from convograph_eval.update_chains.baselines import FixedFacts, ReadFact, TurnId
from convograph_eval.update_chains.wordings import STATING

WORDINGS = Path(__file__).parents[2] / "data" / "update_chains"
WORDING_FILES = {name: WORDINGS / f"wordings.{name}.json" for name in ("dev", "check", "held_out")}
DEV = WORDING_FILES["dev"]

HOMES = ("Lisbon", "Porto", "Oslo", "Ghent")
ANA = Topic(Subject("I", "you", "she", ("Ana",), first_person=True), "home", many=False, values=HOMES)


def chain_of(topics: Sequence[Topic], steps: Sequence[tuple[str, str, Step]], current: Sequence[set[str]]) -> Chain:
    """A chain by Ana of `(speaker, text, step)`, a session a step, whose turns are called "1:0", "2:0" and so on."""
    sessions = tuple(
        Session((Turn(text, speaker, id=f"{number}:0"),), id=str(number))
        for number, (speaker, text, _) in enumerate(steps, 1)
    )
    statements = tuple(Statement(f"{number}:0", speaker, step) for number, (speaker, _, step) in enumerate(steps, 1))
    return Chain(Conversation("by-hand", sessions), "Ana", tuple(topics), statements, tuple(map(frozenset, current)))


def perfect(chain: Chain) -> FactMemory:
    """The facts as the truth has them, each subject by the name that it may share with another."""
    facts: list[ReadFact] = []
    by_topic = sorted(chain.statements, key=lambda each: each.step.topic)
    for place, statements in groupby(by_topic, key=lambda each: each.step.topic):
        topic = chain.topics[place]
        for each in statements:
            holding = [one for one in facts if one.key == (str(place), topic.relation) and one.status == "current"]
            for one in holding:
                if one.value == each.step.former:
                    one.status, one.ended_by = "outdated", [TurnId(each.turn)]
            if each.step.value is not None and each.step.kind in STATING:
                key = (str(place), topic.relation)
                name = topic.subject.names[-1]
                facts.append(ReadFact(name, each.step.value, each.speaker, key, [TurnId(each.turn)]))
    return FixedFacts(facts)
