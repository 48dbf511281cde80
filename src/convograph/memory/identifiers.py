"""Finds what a person names by an id shown to them, or by the beginning of one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

from convograph.errors import ConflictError, InputError, NotFoundError
from convograph.formats.arguments import check_string
from convograph.formats.limits import UNSTORABLE, shortened
from convograph.graph.tables import SESSION, TURN
from convograph.graph.turns import source_turn
from convograph.protocols import Store
from convograph.types import SourceTurn

SHORTEST_ID = 4  # characters; with fewer, a typo could hit another id


class Identified(Protocol):
    """Anything with an id."""

    @property
    def id(self) -> str:
        """The id."""
        ...


One = TypeVar("One", bound=Identified)


def of_id(found: Iterable[One], id_: str, what: str, listing: str) -> One:
    """The one whose id begins with `id_`; `listing` is the command that lists the ids.

    Raises `InputError` for fewer than `SHORTEST_ID` characters, `NotFoundError` for no match, `ConflictError` for
    several.
    """
    check_string(id_, "id")
    if len(id_) < SHORTEST_ID:
        raise InputError(f"{shortened(id_)} is too little of an id; give {SHORTEST_ID} characters of it or more")
    meant = [one for one in found if one.id.startswith(id_)]
    if not meant:
        raise NotFoundError(f"no {what} has the id {shortened(id_)}; `{listing}` lists them all")
    if len(meant) > 1:
        raise ConflictError(f"{len(meant)} {what}s have ids that begin with {shortened(id_)}; give more of it")
    return meant[0]


def stored_turn(store: Store, owner: str, id_: str) -> SourceTurn:
    """The stored turn with this id. Raises `NotFoundError` if there is none."""
    with store.read(owner) as reading:
        row = None if UNSTORABLE.search(id_) else next(reading.rows(TURN, id=id_), None)
        session = None if row is None else next(reading.rows(SESSION, key=row.session), None)
        if row is None or session is None:
            raise NotFoundError(f"no turn has the id {shortened(id_)}; `sessions` and `turns` list them all")
        return source_turn(row, {session.key: session})
