"""The page that shows a memory as a graph, with its data in compact form."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from convograph.errors import InputError
from convograph.pages.document import render_document
from convograph.types import Picture, PictureGroup, PictureLink, PictureNode, SourceTurn, Stats

STYLES: Final = ("graph.css",)
SCRIPTS: Final = (
    "vendor/d3-dispatch.min.js",
    "vendor/d3-quadtree.min.js",
    "vendor/d3-timer.min.js",
    "vendor/d3-force.min.js",
    "dom.js",
    "theme.js",
    "memory.js",
    "triplets.js",
    "layout.js",
    "camera.js",
    "view.js",
    "labels.js",
    "arrows.js",
    "groups.js",
    "painter.js",
    "pilot.js",
    "gestures.js",
    "legend.js",
    "panel.js",
    "timeline.js",
    "search.js",
    "main.js",
)

Row = list[str | int | float | None]
"""One node, link, turn or group: its fields in the order in which `memory.js` reads them."""


def render_graph(picture: Picture, title: str) -> str:
    """One HTML page, readable offline, that shows `picture` under `title`; equal pictures give equal pages.

    Raises `InputError` for an inconsistent picture: a duplicate id, a node of a missing turn, a link to a missing node,
    a weight that is not a finite number.
    """
    return render_document("graph.html", title, graph_data(picture), STYLES, SCRIPTS)


def graph_data(picture: Picture) -> dict[str, object]:
    """The data for the page's scripts: lists whose items refer to each other by position.

    Sessions are sorted by the earliest time of their turns, undated ones last; speakers by number of turns, most first;
    nodes, links and turns are in the order given.
    """
    kinds = _numbered(node.kind for node in picture.nodes)
    relations = _numbered(link.relation for link in picture.links)
    nodes = _numbered_once([node.id for node in picture.nodes], "node")
    turns = _numbered_once([turn.id for turn in picture.turns], "turn")
    speakers = _speakers(picture.turns)
    speaker_numbers = _numbered(speakers)
    sessions = _sessions(picture)
    session_numbers = _numbered(sessions)
    return {
        "counts": _counts(picture.stats, picture.total_nodes),
        "kinds": list(kinds),
        "relations": list(relations),
        "speakers": list(speakers.values()),
        "sessions": [[name, said.isoformat() if said else None] for name, said in sessions.items()],
        "turns": [_turn_row(turn, session_numbers, speaker_numbers) for turn in picture.turns],
        "nodes": [_node_row(node, kinds, session_numbers, turns) for node in picture.nodes],
        "groups": [_group_row(group, nodes) for group in picture.groups],
        "links": [_link_row(link, relations, nodes, turns) for link in picture.links],
    }


def _counts(stats: Stats, total_nodes: int) -> dict[str, str | int]:
    return {
        "owner": stats.owner,
        "sessions": stats.sessions,
        "turns": stats.turns,
        **_derived(stats),
        "speakers": len(stats.speakers),
        "encoder": stats.encoder,
        "architecture": stats.architecture,
        "bytes": stats.bytes,
        "total_nodes": total_nodes,
    }


def _derived(stats: Stats) -> dict[str, str | int]:
    """Counts of what the architecture derives from turns: entities and triplets, sentences, or nothing."""
    if stats.entities is None or stats.triplets is None:
        return {"sentences": stats.sentences} if stats.sentences else {}
    return {"entities": stats.entities, "triplets": stats.triplets}


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(dict.fromkeys(names))}


def _numbered_once(ids: Sequence[str], what: str) -> dict[str, int]:
    numbers = _numbered(ids)
    if len(numbers) != len(ids):
        twice = Counter(ids).most_common(1)[0][0]
        raise InputError(f"the {what} id {twice[:80]!r} occurs twice in the picture; give each {what} once")
    return numbers


def _speaker_key(speaker: str) -> str:
    """The key of a speaker: spellings that differ only in case or spacing share it."""
    return " ".join(speaker.split()).casefold()


def _speakers(turns: Sequence[SourceTurn]) -> dict[str, list[str | int]]:
    """Speaker key -> the most frequent spelling and the number of turns, most turns first."""
    spellings: dict[str, Counter[str]] = {}
    for turn in turns:
        if turn.speaker is not None:
            spellings.setdefault(_speaker_key(turn.speaker), Counter())[turn.speaker] += 1
    by_turns = sorted(spellings.items(), key=lambda item: -item[1].total())
    return {key: [counter.most_common(1)[0][0], counter.total()] for key, counter in by_turns}


def _sessions(picture: Picture) -> dict[str, datetime | None]:
    """Every session of the picture with the earliest time of its turns, sorted by it, undated sessions last."""
    first: dict[str, datetime | None] = {node.session: None for node in picture.nodes if node.session is not None}
    for turn in picture.turns:
        earlier = first.setdefault(turn.session, None)
        if turn.said is not None and (earlier is None or turn.said.local < earlier):
            first[turn.session] = turn.said.local
    return dict(sorted(first.items(), key=lambda item: (item[1] is None, item[1] or datetime.max)))


def _turn_row(turn: SourceTurn, sessions: Mapping[str, int], speakers: Mapping[str, int]) -> Row:
    said = turn.said
    return [
        turn.id,
        sessions[turn.session],
        turn.ordinal,
        None if turn.speaker is None else speakers[_speaker_key(turn.speaker)],
        turn.text,
        said.local.isoformat() if said else None,
        said.offset_minutes if said else None,
        said.raw if said else None,
    ]


def _node_row(
    node: PictureNode, kinds: Mapping[str, int], sessions: Mapping[str, int], turns: Mapping[str, int]
) -> Row:
    if node.turn is not None and node.turn not in turns:
        raise InputError(f"the node {node.id[:80]!r} needs the turn {node.turn[:80]!r}; add it to the picture's turns")
    turn = None if node.turn is None else turns[node.turn]
    session = None if node.session is None else sessions[node.session]
    return [node.id, kinds[node.kind], node.label, session, turn, node.start, node.end]


def _group_row(group: PictureGroup, nodes: Mapping[str, int]) -> Row:
    for node in group.nodes:
        if node not in nodes:
            raise InputError(f"a group has the node {node[:80]!r}, which the picture leaves out; leave it out too")
    return [group.name, *(nodes[node] for node in group.nodes)]


def _link_row(
    link: PictureLink, relations: Mapping[str, int], nodes: Mapping[str, int], turns: Mapping[str, int]
) -> Row:
    for turn in link.turns:
        if turn not in turns:
            raise InputError(f"a link has the source turn {turn[:80]!r}; add it to the picture's turns")
    for end in (link.source, link.target):
        if end not in nodes:
            raise InputError(f"a link leads to {end[:80]!r}, which the picture leaves out; leave the link out too")
    if not math.isfinite(link.weight):
        raise InputError(f"the link from {link.source[:80]!r} weighs {link.weight}; give a number in [-1, 1]")
    # The page shows fewer than four decimals; rounding and leaving out empty fields keeps it small.
    row: Row = [nodes[link.source], nodes[link.target], relations[link.relation], round(link.weight, 4)]
    return row if link.label is None else [*row, link.label, *(turns[turn] for turn in link.turns)]
