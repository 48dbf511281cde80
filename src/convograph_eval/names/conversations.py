"""The conversations with labelled names, by source, with the ids of sessions and turns that the labels use."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from convograph.formats import read_file
from convograph.types import Conversation
from convograph_eval.datasets import load
from convograph_eval.names.friends import friends

LOCOMO = "locomo_dev5.json"
LONGMEMEVAL = "longmemeval_oracle_dev.json.gz"

Named = Mapping[str, Conversation]
"""Conversations by name."""


def chronicles(folder: Path, names: Collection[str]) -> Named:
    """The chronicles of these names. Raises `InputError` if a file is missing."""
    found = (conversation for name in names for conversation in read_file(folder / f"{name}.json"))
    return {conversation.name: conversation for conversation in found}


def locomo(folder: Path, names: Collection[str]) -> Named:
    """LoCoMo's conversations in the development half. Raises `InputError` if the file is missing."""
    return _loaded("locomo", folder / LOCOMO, names)


def longmemeval(folder: Path, names: Collection[str]) -> Named:
    """The evidence sessions of each question, by the question's id. Raises `InputError` if the file is missing."""
    return _loaded("longmemeval", folder / LONGMEMEVAL, names)


def _loaded(dataset: str, path: Path, names: Collection[str]) -> Named:
    found = (case.conversation for case in load(dataset, path).cases)
    return {conversation.name: conversation for conversation in found if conversation.name in names}


BY_SOURCE: Mapping[str, Callable[[Path, Collection[str]], Named]] = {
    "chronicles": chronicles,
    "longmemeval": longmemeval,
    "locomo": locomo,
    "friends": friends,
}
"""The function that reads a source's conversations, by name, from a folder that is named after the source."""
