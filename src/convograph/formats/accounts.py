"""What exports of an account with an assistant (ChatGPT, Claude) have in common.

All conversations in an export are the same person's, so they become the sessions of one conversation. In a data set,
each conversation has its own owner.
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
    """The one conversation of the file: the sessions of each of its values, oldest first.

    `sessions_of` gets a value and its place, and returns sessions with their places, none if nothing was said.
    Raises `InputError` for a session that cannot be stored, like `distinct`, and if there are no sessions.
    """
    values = source.json if isinstance(source.json, list) else [source.json]
    given = [one for index, value in enumerate(values) for one in sessions_of(value, within(source.place, index))]
    for place, session in given:
        check_session(session, place)
    if not given:
        raise EmptyError(f"{source.place} has no conversation with words; export the account again")
    return (Conversation(source.name, distinct(given)),)


def joined(parts: Iterable[tuple[str, Conversation]]) -> tuple[Conversation, ...]:
    """Conversations with their places in several files, merged by name, each with its sessions oldest first.

    Raises `InputError` like `distinct`.
    """
    sessions: dict[str, list[tuple[str, Session]]] = {}
    for place, part in parts:
        sessions.setdefault(part.name, []).extend((place, session) for session in part.sessions)
    return tuple(Conversation(name, distinct(given)) for name, given in sessions.items())


def distinct(sessions: Iterable[tuple[str, Session]]) -> tuple[Session, ...]:
    """The sessions, oldest first, without exact duplicates.

    Raises `InputError`, with both places, for two different sessions with the same id.
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
    """The nodes of the branch that a conversation shows, from the root to `current`.

    If `current` is not a node, the branch ends in the leaf last `written`. A node whose parent is not in `parents` is a
    root. Raises `InputError` if the parents form a cycle.
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
    """The nodes without children, in the order given."""
    inner = set(parents.values())
    return [node for node in parents if node not in inner]


def shares(what: object) -> str:
    """The text that stands in a turn for an attachment: "[shares report.pdf]".

    `what` is the name of the file; anything but a non-blank string counts as "a file".
    """
    name = " ".join(what.split()) if isinstance(what, str) else ""
    return f"[shares {name or 'a file'}]"


def _said(session: Session) -> tuple[bool, datetime]:
    """Sort key by time, with sessions without one last."""
    return session.said is None, session.said.local if session.said else datetime.max
