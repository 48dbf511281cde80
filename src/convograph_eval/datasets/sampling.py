"""Parts of a data set: the first conversations, questions selected by id, or a seeded sample of each category."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Container, Sequence
from dataclasses import replace

from convograph.errors import InputError
from convograph.formats.limits import shortened
from convograph_eval.datasets.types import Case, Dataset, Question


def first_cases(dataset: Dataset, count: int) -> Dataset:
    """The first `count` conversations. Raises `InputError` if `count` is less than 1."""
    if count < 1:
        raise InputError(f"a limit of {count} leaves no conversation; give 1 or more")
    return replace(dataset, cases=dataset.cases[:count])


def with_ids(dataset: Dataset, ids: Sequence[str]) -> Dataset:
    """The questions with these ids, and their conversations. Raises `InputError` for unknown ids or none."""
    known = {question.id for question in dataset.questions}
    unknown = [name for name in ids if name not in known]
    if unknown or not ids:
        named = (
            f"{len(unknown)} ids are not those of questions of {dataset.name}, such as {shortened(unknown[0])}"
            if unknown
            else "no id"
        )
        raise InputError(f"{named}; give ids of questions, one per line")
    return _only(dataset, set(ids))


def sample_ids(dataset: Dataset, size: int, seed: int) -> tuple[str, ...]:
    """The ids of `size` scorable questions, in order, sampled in proportion to the categories (largest remainders).

    Deterministic for a data set, size and seed. Raises `InputError` if there are fewer than `size`, or for a size
    below 1.
    """
    by_category: dict[str, list[Question]] = defaultdict(list)
    for question in dataset.questions:
        if question.gold_turns and not question.abstention:
            by_category[question.category].append(question)
    available = sum(map(len, by_category.values()))
    if not 1 <= size <= available:
        raise InputError(f"a sample of {size} questions cannot be drawn: {available} can be scored")
    draw = random.Random(seed)  # noqa: S311 - a sample, no secret
    chosen: set[str] = set()
    for category, count in _shares({name: len(found) for name, found in sorted(by_category.items())}, size).items():
        chosen.update(question.id for question in draw.sample(by_category[category], count))
    return tuple(question.id for question in dataset.questions if question.id in chosen)


def _shares(counts: dict[str, int], size: int) -> dict[str, int]:
    """`size` divided in proportion to `counts`.

    >>> _shares({"a": 5, "b": 3, "c": 2}, 4)
    {'a': 2, 'b': 1, 'c': 1}
    """
    total = sum(counts.values())
    shares = {name: count * size // total for name, count in counts.items()}
    remainders = sorted(counts, key=lambda name: (-(counts[name] * size % total), name))
    for name in remainders[: size - sum(shares.values())]:
        shares[name] += 1
    return shares


def _only(dataset: Dataset, ids: Container[str]) -> Dataset:
    cases = []
    for case in dataset.cases:
        questions = tuple(question for question in case.questions if question.id in ids)
        if questions:
            cases.append(Case(case.conversation, questions))
    return replace(dataset, cases=tuple(cases))
