"""A model's choices of whom mentions mean, in memos of kind `"resolution"`, and a resolver that uses them.

A memo of this kind has a triplet for each entity on offer, in the order in which these were first said: "Mel" "is" or
"is not" the name that its entity was made with. It rests on the turn of the mention, then on those that first mention
the entities. It answers only the question that it was made for: the same mention, with the same entities to choose
from. So if these have changed since, the choice is asked for again. All choices are dropped when a turn is forgotten:
any turn may have contributed to what was known about the entities.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from convograph.graph.details import MemoDetails
from convograph.graph.rows import SEVERAL, MemoRow
from convograph.layers.said_mentions import SaidMentions
from convograph.layers.verdicts import as_decided
from convograph.resolution import Choice, Entity, Question, Resolver
from convograph.types import OTHER_NAME, SAME_NAME, Triplet

ChoiceKey = tuple[tuple[int, ...], str, tuple[str, ...]]
"""The keys of the turns, the name of the mention, and the names of the entities: what a memo was made for."""

Choices = Mapping[ChoiceKey, int | None]
"""The position of the entity that is meant among those on offer; `None` for none of them."""


def written_choices(memos: Iterable[MemoRow]) -> dict[ChoiceKey, int | None]:
    """The choices in some memos; memos of other kinds are skipped."""
    return {key_of_memo(memo): _chosen(memo) for memo in memos if memo.kind == "resolution"}


def key_of_memo(memo: MemoRow) -> ChoiceKey:
    """What a memo was made for."""
    told = memo.details.triplets
    return memo.turns, told[0].subject, tuple(one.object for one in told)


def key_of_question(question: Question, said: SaidMentions) -> ChoiceKey:
    """What a memo that answers a question is made for."""
    places = (question.place, *(candidate.first for candidate in offered(question)))
    name, *names = (as_decided(said.name(place)) for place in places)
    return tuple(dict.fromkeys(said.turn(place).key for place in places)), name, tuple(names)


def offered(question: Question) -> list[Entity]:
    """The entities that a mention may mean, in the order in which they were first said."""
    return sorted((candidate.entity for candidate in question.candidates), key=lambda entity: entity.first)


def memo_of_choice(question: Question, choice: Choice, said: SaidMentions, origin: str) -> MemoRow:
    """A choice as a memo that has no key yet."""
    turns, name, names = key_of_question(question, said)
    chosen = [one.number == choice.entity for one in offered(question)]
    told = [
        Triplet(name, SAME_NAME if meant else OTHER_NAME, other) for meant, other in zip(chosen, names, strict=True)
    ]
    text = next((one.text for one in told if one.relation == SAME_NAME), f"{name} {OTHER_NAME} {', '.join(names)}")
    return MemoRow(0, "resolution", text, None, SEVERAL, turns, origin, MemoDetails(tuple(told)))


@dataclass(frozen=True, slots=True)
class WrittenResolver:
    """A resolver that uses written choices, and asks another resolver about the rest."""

    choices: Choices
    said: SaidMentions
    other: Resolver

    def decide(self, group: Sequence[Question]) -> list[Choice]:
        """A choice for each question."""
        keys = [key_of_question(question, self.said) for question in group]
        left = [question for question, key in zip(group, keys, strict=True) if key not in self.choices]
        others = iter(self.other.decide(left) if left else ())
        return [
            _choice(question, self.choices[key]) if key in self.choices else next(others)
            for question, key in zip(group, keys, strict=True)
        ]


def _choice(question: Question, chosen: int | None) -> Choice:
    return Choice(None if chosen is None else offered(question)[chosen].number)


def _chosen(memo: MemoRow) -> int | None:
    return next((place for place, one in enumerate(memo.details.triplets) if one.relation == SAME_NAME), None)
