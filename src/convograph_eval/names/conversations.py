"""The conversations whose names are labelled, by source, with sessions and turns named as the labels name them."""

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
    """These chronicles. Raises `InputError` where a file is missing."""
    found = (conversation for name in names for conversation in read_file(folder / f"{name}.json"))
    return {conversation.name: conversation for conversation in found}


def locomo(folder: Path, names: Collection[str]) -> Named:
    """LoCoMo's conversations of the development half. Raises `InputError` where the file is missing."""
    return _loaded("locomo", folder / LOCOMO, names)


def longmemeval(folder: Path, names: Collection[str]) -> Named:
    """A question's evidence sessions each, by the question's id. Raises `InputError` where the file is missing."""
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
"""For each source, what reads its conversations of some names from its folder, which is called like the source."""
