"""Shows: the released data of DialSim, shows in our JSON form, and the chronicles, all read into one class.

X_dialsim.pickle ── pickles ─┐
X….parquet ───────── parquet ┴─ official ─┐
NAME.json ───────────────────── json_form ┼──▶ Show: scenes, each with utterances and questions by type
NAME.json, NAME.questions.json ─ chronicles ┘
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from convograph.errors import InputError
from convograph_eval.datasets.chronicles import QUESTIONS
from convograph_eval.dialsim.shows.choices import NOT_KNOWN, options_for
from convograph_eval.dialsim.shows.chronicles import chronicle_show, show_of
from convograph_eval.dialsim.shows.json_form import is_conversation, json_show, show_record
from convograph_eval.dialsim.shows.official import MAIN_CHARACTERS, official_show
from convograph_eval.dialsim.shows.parquet import parquet_scenes
from convograph_eval.dialsim.shows.pickles import plain_pickle
from convograph_eval.dialsim.shows.types import (
    DEFAULT_WORDING,
    DONT_KNOW,
    LETTERS,
    ChoiceQuestion,
    QuestionSource,
    Scene,
    Show,
    Utterance,
)

_GRAPH_DATES: Final = "{}_oracle_tkg.pickle"
_QUIZ_DATES: Final = "{}_oracle_fan.pickle"

__all__ = [
    "DEFAULT_WORDING",
    "DONT_KNOW",
    "LETTERS",
    "NOT_KNOWN",
    "ChoiceQuestion",
    "QuestionSource",
    "Scene",
    "Show",
    "Utterance",
    "options_for",
    "read_show",
    "show_files",
    "show_of",
    "show_record",
]


def read_show(path: Path) -> Show:
    """The show in a file: a released pickle or parquet file, our JSON form, or a conversation of the chronicles.

    The dates of evidence are read from the oracle pickles beside a released file, if they exist. Raises an
    `InputError` that names the file, the place in it and the remedy.
    """
    _check_file(path)
    if ".json" in path.suffixes:
        asked = _asked(path)
        if not asked.exists() and is_conversation(path):
            raise InputError(f"{path} is a conversation, and its questions are not beside it: {asked.name} is missing")
        return chronicle_show(path) if asked.exists() else json_show(path)
    scenes = parquet_scenes(path) if path.suffix == ".parquet" else plain_pickle(path)
    graph_dates, quiz_dates = (plain_pickle(one) if one.exists() else None for one in _oracles(path))
    return official_show(_name(path), scenes, graph_dates, quiz_dates, f"{path}:")


def show_files(path: Path) -> tuple[Path, ...]:
    """The files that `read_show` reads.

    Raises `InputError` for a folder, a missing file, or a released file whose name contains no known show.
    """
    _check_file(path)
    if ".json" in path.suffixes:
        beside: tuple[Path, ...] = (_asked(path),)
    else:
        beside = _oracles(path)
    return (path, *(one for one in beside if one.exists()))


def _check_file(path: Path) -> None:
    if path.is_dir():
        raise InputError(f"{path} is a folder; name the file of one show in it")
    if not path.exists():
        raise InputError(f"no such file: {path}; give the file of a show")


def _asked(path: Path) -> Path:
    """The path of a chronicle's questions."""
    return path.with_name(path.name.removesuffix(".json") + QUESTIONS)


def _oracles(path: Path) -> tuple[Path, Path]:
    name = _name(path)
    return path.with_name(_GRAPH_DATES.format(name)), path.with_name(_QUIZ_DATES.format(name))


def _name(path: Path) -> str:
    found = next((name for name in MAIN_CHARACTERS if name in path.name.casefold()), None)
    if found is None:
        raise InputError(
            f"{path} names no show of LongDialQA ({', '.join(MAIN_CHARACTERS)}); name it as in the release, such as "
            "friends_dialsim.pickle, or give a show in JSON"
        )
    return found
