"""Profiles by name: which architecture has any, and which one of them a name means."""

from __future__ import annotations

from collections.abc import Sequence

from convograph.errors import ConflictError, NotFoundError
from convograph.formats.arguments import check_string
from convograph.formats.limits import GIVE_A_NAME, check_name, shortened
from convograph.formats.memo_limits import MAX_PHRASE_CHARACTERS
from convograph.graph.turns import speaker_key
from convograph.memory.name_decisions import Named, namesakes_or_begun, sharing
from convograph.memory.nearest_names import known_instead
from convograph.types import KnownEntity, Profile

_LISTED = 5  # of those who share a name


def check_names(name: str, turn: str | None) -> None:
    """Raise `InputError` for what is no name."""
    check_string(name, "name")
    check_name(name, "name", MAX_PHRASE_CHARACTERS, GIVE_A_NAME)
    if turn is not None:
        check_string(turn, "turn")


def one_named(profiles: Sequence[Named], name: str, turn: str | None, listing: str = "profile") -> Named:
    """The profile or entity of whom or what a name means, case and spacing ignored; full names go before others, and
    these before names that begin with it. "Ben", as Ben Hartley is called, may mean Ben Okoro, too.

    `turn` is the id of the turn in which it is first mentioned, where several share a name; `listing` is the command
    that shows all. Raises `NotFoundError` for none, `ConflictError` for several.
    """
    key = speaker_key(name)
    called = sharing(profiles, name) or namesakes_or_begun(profiles, name)
    if not called:
        known = known_instead(name, (one.name for one in profiles))
        raise NotFoundError(
            f"nobody and nothing here is called {shortened(name)}; {known}`convograph {listing}` lists all"
        )
    if turn is not None:
        meant = [one for one in called if one.first.id == turn]
        if not meant:
            raise NotFoundError(
                f"nobody called {shortened(name)} is first mentioned in the turn {shortened(turn)}; "
                f"{_with_turns(called)}"
            )
        called = meant
    best = [one for one in called if speaker_key(one.name) == key] or called
    if len(best) > 1:
        raise ConflictError(
            f"{len(best)} are called {shortened(name)}: {_with_turns(best)}; give a fuller name, or the turn "
            "that first mentions the one you mean"
        )
    return best[0]


def _with_turns(profiles: Sequence[Named]) -> str:
    """Who they are, each with the turn that `--turn` names."""
    return "; ".join(f"{shortened(one.name)} ({_sort(one)}), turn {one.first.id}" for one in profiles[:_LISTED])


def _sort(one: Profile | KnownEntity) -> str:
    return one.type if isinstance(one, Profile) else one.kind
