"""The part of a data set that a run uses, as its settings select it."""

from __future__ import annotations

from dataclasses import replace

from convograph_eval.datasets import Case, Dataset, first_cases, follow_ups, sample_ids, with_ids
from convograph_eval.retrieval.settings import RunSettings


def chosen_questions(settings: RunSettings, dataset: Dataset) -> tuple[RunSettings, Dataset]:
    """The part selected by `limit`, `follow_ups`, `ids` and `sample`, and settings that list the questions of a sample.

    With `all_turns`, turns said after a question are not hidden. Raises `InputError` if nothing is left, an id is
    unknown, or a sample cannot be drawn.
    """
    if settings.all_turns:
        dataset = replace(dataset, cases=tuple(_with_later_turns(case) for case in dataset.cases))
    if settings.limit is not None:
        dataset = first_cases(dataset, settings.limit)
    if settings.follow_ups is not None:
        dataset = follow_ups(dataset, settings.follow_ups)
    if settings.sample is not None:
        settings = replace(settings, ids=sample_ids(dataset, settings.sample, settings.seed or 0))
    if settings.ids is not None:
        dataset = with_ids(dataset, settings.ids)
    return settings, dataset


def _with_later_turns(case: Case) -> Case:
    return replace(case, questions=tuple(replace(question, as_of=None) for question in case.questions))
