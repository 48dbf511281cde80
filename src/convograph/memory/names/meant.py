"""Finds what a name means: the entities that share it, those whose names begin with it, the only one that matches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from convograph.errors import ConflictError, NotFoundError
from convograph.formats.arguments import check_string
from convograph.formats.limits import GIVE_A_NAME, check_name, shortened
from convograph.formats.memo_limits import MAX_PHRASE_CHARACTERS
from convograph.graph.turns import speaker_key
from convograph.memory.names.nearest_names import known_instead
from convograph.resolution.names import begins
from convograph.types import KnownEntity, Profile

_LISTED = 5  # entities or names listed in an error

Named = TypeVar("Named", bound=KnownEntity | Profile)


def check_names(name: str, turn: str | None) -> None:
    """Raise `InputError` unless `name` is a valid name and `turn` a string, if given."""
    check_string(name, "name")
    check_name(name, "name", MAX_PHRASE_CHARACTERS, GIVE_A_NAME)
    if turn is not None:
        check_string(turn, "turn")


def check_fact_names(subject: str | None, relation: str | None) -> None:
    """Raise `InputError` unless `subject` and `relation`, if given, are valid names."""
    for name, given in (("subject", subject), ("relation", relation)):
        if given is not None:
            check_string(given, name)
            check_name(given, name, MAX_PHRASE_CHARACTERS, f"give a {name}, or leave it out to have all")


def called(entities: Iterable[KnownEntity], name: str) -> list[KnownEntity]:
    """The entities with a name that contains `name`, ignoring case and spacing. Raises `InputError` for no name."""
    check_string(name, "name")
    check_name(name, "name", MAX_PHRASE_CHARACTERS, "give a name, or leave it out to list all")
    wanted = speaker_key(name)
    return [one for one in entities if any(wanted in speaker_key(each) for each in (one.name, *one.aliases))]


def namesakes(named: Iterable[Named], name: str) -> list[Named]:
    """The entities or profiles with a name, ignoring case and spacing."""
    key = speaker_key(name)
    return [one for one in named if key in map(speaker_key, (one.name, *one.aliases))]


def sharing(named: Iterable[Named], name: str) -> list[Named]:
    """The entities or profiles with a name; if it begins the full name of one of them, also all others that it begins.

    If Sam Okafor is called "Sam", that may also mean Sam Whitlock.
    """
    known = list(named)
    found = namesakes(known, name)
    short = any(begins(name, one.name) for one in found)
    return [one for one in known if one in found or (short and begins(name, one.name))]


def namesakes_or_begun(named: Sequence[Named], name: str) -> list[Named]:
    """The entities or profiles with a name; if none has it, those with a name that begins with it."""
    begun = (one for one in named if any(begins(name, each) for each in (one.name, *one.aliases)))
    return namesakes(named, name) or list(begun)


def only_begun(name: str, known: Iterable[tuple[str, str]]) -> str | None:
    """The meaning of the only known name that begins with `name`; `None` if no name does.

    `known` are pairs of a name and its meaning. Raises `ConflictError` if such names have several meanings.
    """
    found = {speaker_key(meant): meant for each, meant in known if begins(name, each)}
    if len(found) > 1:
        more = ", …" * (len(found) > _LISTED)
        listed = ", ".join(map(shortened, list(found.values())[:_LISTED]))
        raise ConflictError(f"{len(found)} names begin with {shortened(name)}: {listed}{more}; give a fuller name")
    return next(iter(found.values()), None)


def resolve_name(profiles: Sequence[Named], name: str, turn: str | None, listing: str = "profile") -> Named:
    """The profile or entity that a name means, ignoring case and spacing.

    Full names take precedence over other names, and these over names that begin with it. If Ben Hartley is called
    "Ben", that may also mean Ben Okoro. `turn` is the id of the turn that first mentions the right one, if several
    match; `listing` is the command that shows all. Raises `NotFoundError` for none, `ConflictError` for several.
    """
    key = speaker_key(name)
    having = sharing(profiles, name) or namesakes_or_begun(profiles, name)
    if not having:
        known = known_instead(name, (one.name for one in profiles))
        raise NotFoundError(
            f"nobody and nothing here is called {shortened(name)}; {known}`convograph {listing}` lists all"
        )
    if turn is not None:
        meant = [one for one in having if one.first.id == turn]
        if not meant:
            raise NotFoundError(
                f"nobody called {shortened(name)} is first mentioned in the turn {shortened(turn)}; "
                f"{_with_turns(having)}"
            )
        having = meant
    best = [one for one in having if speaker_key(one.name) == key] or having
    if len(best) > 1:
        raise ConflictError(
            f"{len(best)} are called {shortened(name)}: {_with_turns(best)}; give a fuller name, or the turn "
            "that first mentions the one you mean"
        )
    return best[0]


def _with_turns(profiles: Sequence[Named]) -> str:
    """The profiles or entities, each with the turn to give as `--turn`."""
    return "; ".join(f"{shortened(one.name)} ({_sort(one)}), turn {one.first.id}" for one in profiles[:_LISTED])


def _sort(one: Profile | KnownEntity) -> str:
    return one.type if isinstance(one, Profile) else one.kind
