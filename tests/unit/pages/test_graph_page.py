from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from convograph.errors import InputError
from convograph.pages import render_graph
from convograph.pages.document import json_for_html
from convograph.pages.graph import graph_data
from convograph.types import Picture, PictureGroup, PictureLink, PictureNode, SourceTurn
from support.drawings import JUNE, MAY, STATS, TRIPLETS

HOSTILE = "</script><img src=x onerror=alert(1)><!--<script>\u2028\u2029\"'&\u202e$title"

PICTURE = Picture(
    stats=STATS,
    nodes=(
        PictureNode("undated", "session", "undated", "undated"),
        PictureNode("june", "session", "june", "june"),
        PictureNode("june:0", "turn", "Hi.", "june", "june:0", 0, 9),
        PictureNode("june:0@4", "sentence", "Rain.", "june", "june:0", 4, 9),
        PictureNode("may:0", "turn", "Sun.", "may", "may:0", 0, 4),
    ),
    links=(
        PictureLink("june", "june:0", "contains", 1.0),
        PictureLink("june:0@4", "may:0", "dense-neighbour", 0.123456),
    ),
    turns=(
        SourceTurn(1, "june:0", "june", 0, "Ann", "Hi. Rain.", JUNE),
        SourceTurn(2, "may:0", "may", 0, "bob", "Sun.", MAY),
        SourceTurn(3, "may:1", "may", 1, "Bob ", "Yes.", MAY),
        SourceTurn(4, "may:2", "may", 2, "Bob ", "No.", MAY),
        SourceTurn(5, "undated:0", "undated", 0, None, "When?", None),
    ),
    total_nodes=12,
)

EMPTY = Picture(replace(STATS, sessions=0, turns=0, sentences=0, speakers={}), (), (), (), 0)


class Elements(HTMLParser):
    """What a browser would find: tags with their attributes, and the text of each script, style and title."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, dict[str, str | None], str]] = []
        self.inside = False
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.inside = tag in ("script", "style", "title")
        if self.inside:
            self.texts.append((tag, dict(attrs), ""))

    def handle_endtag(self, tag):
        self.inside = False

    def handle_data(self, data):
        if self.inside:
            tag, attributes, text = self.texts[-1]
            self.texts[-1] = (tag, attributes, text + data)


def data_of(page: str) -> dict[str, object]:
    """The data as a browser would read them from the page."""
    [text] = [text for tag, attributes, text in Elements(page).texts if attributes.get("id") == "data"]
    return json.loads(text)


def hash_of(text: str) -> str:
    """A text's hash as a Content-Security-Policy names it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_sessions_stand_in_the_order_of_their_times():
    """Sessions follow each other by the time of their first turn; one without a time comes last."""
    assert graph_data(PICTURE)["sessions"] == [
        ["may", "2023-05-08T13:56:00"],
        ["june", "2023-06-09T08:00:00"],
        ["undated", None],
    ]


def test_speakers_with_most_turns_come_first():
    """Spellings that differ in case or spacing are one speaker, shown as most often written."""
    assert graph_data(PICTURE)["speakers"] == [["Bob ", 3], ["Ann", 1]]


def test_rows_point_at_each_other_by_position():
    """Nodes name kind, session and turn by position, turns session and speaker, links both ends and the relation."""
    data = graph_data(PICTURE)
    assert data["kinds"] == ["session", "turn", "sentence"]
    assert data["relations"] == ["contains", "dense-neighbour"]
    assert data["nodes"][0] == ["undated", 0, "undated", 2, None, 0, 0]
    assert data["nodes"][3] == ["june:0@4", 2, "Rain.", 1, 0, 4, 9]
    assert data["links"] == [[1, 2, 0, 1.0], [3, 4, 1, 0.1235]]
    assert data["turns"][1] == ["may:0", 0, 0, 0, "Sun.", "2023-05-08T13:56:00", 120, "1:56 pm on 8 May, 2023"]
    assert data["turns"][4] == ["undated:0", 2, 0, None, "When?", None, None, None]


def test_an_entity_has_no_session_and_a_triplet_names_its_turns():
    """Entities stand in sessions by their turns alone; only a triplet has a relation of its own, and turns."""
    data = graph_data(TRIPLETS)
    assert [name for name, _ in data["sessions"]] == ["may", "june"]
    assert data["relations"] == ["contains", "mentions", "triplet"]
    assert data["nodes"][5] == ["e0", 2, "ann", None, None, 0, 0]
    assert data["links"][3] == [2, 5, 1, 1.0]
    assert data["links"][-3] == [5, 6, 2, 0.8346, "lives in", 0, 2]
    assert len(data["kinds"]) == 3


def test_entities_and_triplets_are_counted_in_place_of_sentences():
    """A graph of triplets has no sentences, and says nothing of them."""
    counts = graph_data(TRIPLETS)["counts"]
    assert (counts["entities"], counts["triplets"]) == (4, 4)
    assert "sentences" not in counts


def test_counts_say_what_the_whole_memory_holds():
    """The counts are those of the memory, not of the picture, together with encoder, architecture and size."""
    assert graph_data(PICTURE)["counts"] == {
        "owner": "default",
        "sessions": 3,
        "turns": 4,
        "sentences": 5,
        "speakers": 2,
        "encoder": "static",
        "architecture": "sgmem",
        "bytes": 49152,
        "total_nodes": 12,
    }


def test_the_page_carries_the_data():
    """What a browser reads from the page equals what was put in."""
    assert data_of(render_graph(PICTURE, "Two friends")) == graph_data(PICTURE)


def test_the_same_picture_gives_the_same_page():
    """Rendering is a pure function of the picture and the title."""
    assert render_graph(PICTURE, "Two friends") == render_graph(PICTURE, "Two friends")


def test_hostile_texts_come_back_unchanged_and_add_no_element():
    """Markup in texts, labels, speakers, ids and the title stays text: the page has the same elements as without."""
    turn = SourceTurn(1, HOSTILE, HOSTILE, 0, HOSTILE, HOSTILE, replace(MAY, raw=HOSTILE))
    node = PictureNode(HOSTILE, "sentence", HOSTILE, HOSTILE, HOSTILE, 0, 3)
    entity = PictureNode("e0", "entity", HOSTILE, None)
    link = PictureLink("e0", "e0", "triplet", 0.5, HOSTILE * 100, (HOSTILE,))
    page = render_graph(Picture(replace(STATS, owner=HOSTILE), (node, entity), (link,), (turn,), 1), HOSTILE)
    harmless = render_graph(EMPTY, "Harmless")
    assert [tag for tag, _ in Elements(page).tags] == [tag for tag, _ in Elements(harmless).tags]
    assert data_of(page)["turns"][0][4] == HOSTILE
    assert data_of(page)["links"][0][4] == HOSTILE * 100
    [title] = [text for tag, _, text in Elements(page).texts if tag == "title"]
    assert title == HOSTILE


@pytest.mark.parametrize("character", ["<", ">", "&", "\u2028", "\u2029", "é", "\ud800"])
def test_json_for_html_escapes(character):
    """Characters that HTML, old scripts or UTF-8 cannot carry stand as escapes, and are read back the same."""
    escaped = json_for_html(character)
    assert character not in escaped
    assert escaped.isascii()
    assert json.loads(escaped) == character


def test_a_lone_surrogate_in_the_title_is_replaced():
    """The page can be written as UTF-8 whatever the title holds."""
    assert "<title>a?b</title>" in render_graph(EMPTY, "a\ud800b").encode("utf-8").decode("utf-8")


def test_the_policy_allows_the_inline_scripts_and_styles_and_nothing_else():
    """The policy denies by default, and names the hash of every script and style that the page holds."""
    elements = Elements(render_graph(PICTURE, "Two friends"))
    [policy] = [a["content"] for tag, a in elements.tags if a.get("http-equiv") == "Content-Security-Policy"]
    allowed = {name: set(values) for name, *values in (part.split() for part in policy.split(";"))}
    assert allowed["default-src"] == {"'none'"}
    assert allowed["script-src"] == {hash_of(t) for tag, a, t in elements.texts if tag == "script" and "type" not in a}
    assert allowed["style-src"] == {hash_of(text) for tag, _, text in elements.texts if tag == "style"}
    assert allowed["img-src"] == {"data:"}


def test_the_page_refers_to_nothing_outside():
    """No element loads anything: no source, no address but the empty icon, no handler in an attribute."""
    tags = Elements(render_graph(PICTURE, "Two friends")).tags
    assert [a["href"] for _, a in tags if "href" in a] == ["data:,"]
    assert not [a for _, a in tags if "src" in a or "style" in a or any(name.startswith("on") for name in a)]


def test_our_scripts_never_parse_text_as_html():
    """The scripts put text into the page as text only."""
    scripts = [text for tag, a, text in Elements(render_graph(EMPTY, "Empty")).texts if tag == "script"]
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", "\n".join(scripts))


def test_a_link_to_a_node_left_out_is_refused():
    """The error names the end that is not in the picture."""
    stray = PictureLink("june", "gone", "contains", 1.0)
    with pytest.raises(InputError, match="'gone'"):
        render_graph(replace(PICTURE, links=(stray,)), "Two friends")


def test_a_node_of_a_turn_left_out_is_refused():
    """The error names the turn that is not in the picture."""
    with pytest.raises(InputError, match="'june:0'"):
        render_graph(replace(PICTURE, turns=PICTURE.turns[1:]), "Two friends")


def test_groups_name_their_nodes_by_position():
    """A node may be in two; there are none by default."""
    groups = (PictureGroup("Porto", ("e0", "e1")), PictureGroup("The boat", ("e0", "e2")))
    assert graph_data(replace(TRIPLETS, groups=groups))["groups"] == [["Porto", 5, 6], ["The boat", 5, 7]]
    assert graph_data(TRIPLETS)["groups"] == []


def test_a_group_with_a_node_left_out_is_refused():
    """Its outline would lead nowhere."""
    with pytest.raises(InputError, match="a group has the node 'e9', which the picture leaves out"):
        render_graph(replace(TRIPLETS, groups=(PictureGroup("Nobody", ("e0", "e9")),)), "x")


def test_a_triplet_of_a_turn_left_out_is_refused():
    """The error names the turn that is not in the picture."""
    with pytest.raises(InputError, match="a link has the source turn 'may:9'"):
        render_graph(replace(TRIPLETS, links=(replace(TRIPLETS.links[-1], turns=("may:9",)),)), "Two friends")


@pytest.mark.parametrize(
    ("picture", "what"),
    [
        (replace(PICTURE, nodes=(*PICTURE.nodes, PICTURE.nodes[0])), "the node id 'undated' occurs twice"),
        (replace(PICTURE, turns=(*PICTURE.turns, PICTURE.turns[1])), "the turn id 'may:0' occurs twice"),
    ],
)
def test_an_id_that_stands_twice_is_refused(picture, what):
    """Nodes and turns are told apart by their ids; the error names the one that is not alone."""
    with pytest.raises(InputError, match=what):
        render_graph(picture, "Two friends")


@pytest.mark.parametrize("weight", [float("nan"), float("inf")])
def test_a_weight_that_is_no_number_is_refused(weight):
    """JSON knows no NaN and no infinity; the error names the weight."""
    link = PictureLink("june", "june:0", "contains", weight)
    with pytest.raises(InputError, match=str(weight)):
        render_graph(replace(PICTURE, links=(link,)), "Two friends")
