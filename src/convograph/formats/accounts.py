"""Exports of one person's account with an assistant: what ChatGPT's and Claude's have in common.

All conversations in such a file are the same person's, so they are the sessions of one conversation, and not, as in a
data set, of an owner each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from convograph.errors import EmptyError, InputError
from convograph.formats.limits import check_session, shortened, within
from convograph.formats.source import Source
from convograph.types import Conversation, Session


def account(
    source: Source, sessions_of: Callable[[object, str], Iterable[tuple[str, Session]]]
) -> tuple[Conversation, ...]:
    """The one conversation of the file, from the sessions of each value in it, oldest first.

    `sessions_of` gets a value and its place, and returns sessions with their places: none where nothing was said.
    Raises `InputError` for a session that cannot be stored, like `distinct`, and when none is left.
    """
    values = source.json if isinstance(source.json, list) else [source.json]
    given = [one for index, value in enumerate(values) for one in sessions_of(value, within(source.place, index))]
    for place, session in given:
        check_session(session, place)
    if not given:
        raise EmptyError(f"{source.place} has no conversation with words; export the account again")
    return (Conversation(source.name, distinct(given)),)


def joined(parts: Iterable[tuple[str, Conversation]]) -> tuple[Conversation, ...]:
    """Conversations from several files and their places, those of one name as one, their sessions oldest first.

    Raises `InputError` like `distinct`.
    """
    sessions: dict[str, list[tuple[str, Session]]] = {}
    for place, part in parts:
        sessions.setdefault(part.name, []).extend((place, session) for session in part.sessions)
    return tuple(Conversation(name, distinct(given)) for name, given in sessions.items())


def distinct(sessions: Iterable[tuple[str, Session]]) -> tuple[Session, ...]:
    """The sessions, oldest first; one that is there twice, word for word, is taken once.

    Raises `InputError`, with the places of both, for two that differ and have the same id.
    """
    places: dict[str | None, str] = {}
    kept: dict[str | None, Session] = {}
    for place, session in sessions:
        if kept.setdefault(session.id, session) != session:
            raise InputError(
                f"{place} differs from {places[session.id]} under the same id: {shortened(session.id)}; remove one"
            )
        places.setdefault(session.id, place)
    return tuple(sorted(kept.values(), key=_said))


def shown(
    parents: Mapping[str, str | None], current: str | None, written: Callable[[str], Any], place: str
) -> list[str]:
    """The nodes of the branch that a conversation shows, from its root: the one that ends in `current`.

    Where that is no node, the branch with the message last `written`. A node whose parent is not among `parents` is a
    root. Raises `InputError` when the parents lead in a circle.
    """
    leaf = current
    if leaf not in parents:
        leaf = max(_leaves(parents), key=written, default=next(iter(parents), None))
    path: dict[str, None] = {}
    node = leaf
    while node is not None and node in parents:
        if node in path:
            raise InputError(f"{place} leads in a circle, back to {shortened(node)}; remove the conversation")
        path[node] = None
        node = parents[node]
    return list(path)[::-1]


def _leaves(parents: Mapping[str, str | None]) -> list[str]:
    """The nodes that are nobody's parent, in the order given."""
    inner = set(parents.values())
    return [node for node in parents if node not in inner]


def shares(what: object) -> str:
    """What stands in a turn's text for something that was shared beside it: "[shares report.pdf]".

    `what` is a file's name, or anything else where it has none.
    """
    name = " ".join(what.split()) if isinstance(what, str) else ""
    return f"[shares {name or 'a file'}]"


def _said(session: Session) -> tuple[bool, datetime]:
    """The order by time, sessions without one last."""
    return session.said is None, session.said.local if session.said else datetime.max
