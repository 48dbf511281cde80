from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from convograph.architectures.lightgmem import LightGMEM, LightGMEMSettings
from convograph.build import make_reader, open_memory
from convograph.pages import render_graph
from convograph.types import Picture, PictureGroup, PictureLink, PictureNode, Session, SourceTurn, Turn
from support.drawings import JUNE, MAY, STATS, TRIPLETS
from support.encoders import HashingEncoder

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None or DRIVER is None, reason="needs chromium and chromedriver"),
]

HOSTILE = "<img src=x onerror=\"document.title='pwned'\">\u2028</script><script>document.title='pwned'</script>"
EMOJI = "\U0001f600 Hello. I paint lakes."  # the emoji is one character here and two in JavaScript
PICTURE = Picture(
    stats=STATS,
    nodes=(
        PictureNode("june", "session", "june", "june"),
        PictureNode("june:0", "turn", "I saw a lake.", "june", "june:0", 0, 13),
        PictureNode("june:0@0", "sentence", "I saw a lake.", "june", "june:0", 0, 13),
        PictureNode("may", "session", "may", "may"),
        PictureNode("may:0", "turn", EMOJI, "may", "may:0", 0, 23),
        PictureNode("may:0@9", "sentence", "I paint lakes.", "may", "may:0", 9, 23),
        PictureNode("may:1", "turn", "Nice!", "may", "may:1", 0, 5),
        PictureNode("undated", "session", "undated", "undated"),
        PictureNode("undated:0", "turn", HOSTILE, "undated", "undated:0"),
    ),
    links=(
        PictureLink("june", "june:0", "contains", 1.0),
        PictureLink("june:0", "june:0@0", "contains", 1.0),
        PictureLink("may", "may:0", "contains", 1.0),
        PictureLink("may:0", "may:0@9", "contains", 1.0),
        PictureLink("may", "may:1", "contains", 1.0),
        PictureLink("undated", "undated:0", "contains", 1.0),
        PictureLink("may:0@9", "june:0@0", "dense-neighbour", 0.734),
    ),
    turns=(
        SourceTurn(1, "june:0", "june", 0, "Ann", "I saw a lake.", JUNE),
        SourceTurn(2, "may:0", "may", 0, "Ann", EMOJI, MAY),
        SourceTurn(3, "may:1", "may", 1, "Bob", "Nice!", MAY),
        SourceTurn(4, "undated:0", "undated", 0, HOSTILE, HOSTILE, None),
    ),
    total_nodes=5120,
)

EMPTY = Picture(replace(STATS, sessions=0, turns=0, sentences=0, speakers={}), (), (), (), 0)
WIDE = (1280, 800)
PHONE = (390, 844)


_COPY = """const { width, height } = document.getElementById('graph');
const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
copy.drawImage(document.getElementById('graph'), 0, 0);
"""


class Page:
    """A rendered picture in the browser, and what a reader does with it."""

    def __init__(self, driver, folder: Path) -> None:
        self.driver = driver
        self.file = folder / "page.html"

    def open(self, picture: Picture, title: str = "Two friends", size: tuple[int, int] = WIDE) -> None:
        self.file.write_text(render_graph(picture, title), encoding="utf-8")
        metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.driver.get(self.file.as_uri())
        self.until("return document.documentElement.dataset.ready === 'true'")
        if picture.nodes:
            self.until("return document.documentElement.dataset.settled === 'true'")

    def run(self, script: str, *arguments: object):
        return self.driver.execute_script(script, *arguments)

    def until(self, script: str, *arguments: object) -> None:
        deadline = time.monotonic() + 10
        while not self.run(script, *arguments):
            assert time.monotonic() < deadline, f"never came true: {script}"
            time.sleep(0.03)

    def find(self, selector: str):
        return self.driver.find_element("css selector", selector)

    def texts(self, selector: str) -> list[str]:
        return [found.text for found in self.driver.find_elements("css selector", selector)]

    def click(self, selector: str) -> None:
        self.find(selector).click()

    def press(self, selector: str, keys: str) -> None:
        self.find(selector).send_keys(keys)

    def mouse(self, kind: str, x: float, y: float, buttons: int = 0) -> None:
        """A mouse event at a point of the graph."""
        box = self.run(
            "const box = document.getElementById('graph').getBoundingClientRect(); return [box.left, box.top]"
        )
        event = {"type": kind, "x": box[0] + x, "y": box[1] + y, "buttons": buttons}
        if kind != "mouseMoved":
            event |= {"button": "left", "clickCount": 1}
        elif buttons:
            event["button"] = "left"
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    def where_is(self, node: str) -> tuple[float, float]:
        place = self.run("return window.convograph.whereIs(arguments[0])", node)
        return place["x"], place["y"]

    def click_node(self, node: str) -> None:
        x, y = self.where_is(node)
        self.mouse("mousePressed", x, y, 1)
        self.mouse("mouseReleased", x, y)

    def search(self, query: str) -> None:
        self.find("#query").clear()
        self.press("#query", query)
        self.until("return !document.getElementById('matches').hidden")

    def counted_pixels(self, colour: Sequence[int], within: int = 0) -> int:
        """How many pixels of the graph have this very colour, or differ from it by no more than `within`."""
        return self.on_copy(
            """const { data } = copy.getImageData(0, 0, width, height);
            let count = 0;
            for (let i = 0; i < data.length; i += 4)
              if (arguments[0].every((value, place) => Math.abs(data[i + place] - value) <= arguments[1])) count += 1;
            return count""",
            colour,
            within,
        )

    def shares_of(self, colour: tuple[int, int, int], share: float) -> int:
        """How many pixels of the graph are the ground with so much of a colour on it, give or take rounding."""
        ground = (252, 252, 250)
        blended = [round(below + share * (above - below)) for below, above in zip(ground, colour, strict=True)]
        return self.counted_pixels(blended, within=1)

    def ring_colours(self, node: str) -> list[list[int]]:
        """The colours of communities around a node, from the inside outwards."""
        around = self.on_copy(
            """const { x, y } = window.convograph.whereIs(arguments[0]);
            const found = [];
            for (let far = 1; far < 30; far += 0.5)
              for (let angle = 0; angle < 6.2; angle += 0.3) {
                const at = [Math.round(x + far * Math.cos(angle)), Math.round(y + far * Math.sin(angle))];
                found.push([...copy.getImageData(...at, 1, 1).data].slice(0, 3));
              }
            return found""",
            node,
        )
        return [list(one) for one in dict.fromkeys(tuple(one) for one in around if tuple(one) in GROUPS)]

    def drawn(self) -> None:
        """Wait for the next frame."""
        self.until("return new Promise((done) => requestAnimationFrame(() => done(true)))")

    def colour_at(self, node: str) -> list[int]:
        """The colour of the graph in the middle of a node."""
        return self.on_copy(
            """const { x, y } = window.convograph.whereIs(arguments[0]);
            return [...copy.getImageData(Math.round(x), Math.round(y), 1, 1).data].slice(0, 3)""",
            node,
        )

    def on_copy(self, script: str, *arguments: object):
        """The result of a script that reads `copy`, a drawing of the graph as it is, of `width` and `height`."""
        return self.run(f"{_COPY}{script}", *arguments)

    def requests(self) -> set[str]:
        """Every address that was asked for since the last call."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return {
            message["params"]["request"]["url"]
            for message in messages
            if message["method"] == "Network.requestWillBeSent"
        }


@pytest.fixture(scope="module")
def driver(tmp_path_factory) -> Iterator[object]:
    """One headless Chromium with an empty profile."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="needs the extra `browser`")
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for switch in (
        "headless",
        "no-sandbox",
        "disable-gpu",
        "disable-quic",
        "no-first-run",
        "disable-background-networking",
        "disable-component-update",
        "disable-sync",
        f"user-data-dir={tmp_path_factory.mktemp('profile')}",
    ):
        options.add_argument(f"--{switch}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    started = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    reduced = {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
    started.execute_cdp_cmd("Emulation.setEmulatedMedia", reduced)
    started.get("about:blank")  # what a new tab asks for is over before any test looks
    yield started
    started.quit()


@pytest.fixture
def page(driver, tmp_path) -> Iterator[Page]:
    """A page that must not have logged a single error or warning by the end of the test."""
    yield Page(driver, tmp_path)
    assert driver.get_log("browser") == []


def test_the_page_asks_for_nothing_but_itself(page):
    """Opening the page and using it sends one request: for the file."""
    page.requests()
    page.open(PICTURE)
    page.search("lake")
    page.press("#query", "\n")
    assert page.requests() - {"data:,"} == {page.file.as_uri()}


def test_hostile_text_is_shown_as_text(page):
    """Markup in a text, a speaker and the title is read, not run, wherever it is shown."""
    page.open(PICTURE, title=HOSTILE)
    page.run("document.getElementById('query').value = 'onerror'")
    page.press("#query", "\n")
    assert page.find("#panel [data-field=text]").get_property("textContent") == HOSTILE
    page.click("[data-action=session-turns]")
    assert page.run("return document.title") == HOSTILE
    assert page.find("h1").get_property("textContent") == HOSTILE
    assert page.driver.find_elements("css selector", "img") == []


def test_a_click_on_a_sentence_shows_where_it_was_said(page):
    """The panel shows the sentence, marked in its turn (also after an emoji), with speaker, time, session and turn."""
    page.open(PICTURE)
    page.click_node("may:0@9")
    assert page.find("#panel").get_attribute("data-kind") == "sentence"
    assert page.find("#panel").get_attribute("data-node") == "may:0@9"
    assert page.find("[data-field=text]").text == "I paint lakes."
    assert page.find("[data-field=source]").text == EMOJI
    assert page.find("[data-field=source] mark").text == "I paint lakes."
    assert page.find("[data-field=speaker]").text == "Ann"
    assert page.find("[data-field=said]").text == "8 May 2023, 13:56 UTC+02:00"
    assert page.find("[data-field=said]").get_attribute("title") == "1:56 pm on 8 May, 2023"
    assert page.find("[data-field=session]").text == "may"
    assert page.find("[data-field=turn]").text == "may:0"


def test_a_neighbour_is_one_click_away_and_so_is_the_way_back(page):
    """A neighbour is listed with its similarity; a click goes to it, and back returns."""
    page.open(PICTURE)
    page.click_node("may:0@9")
    assert page.texts("[data-list=neighbours] .text") == ["I saw a lake."]
    assert page.texts("[data-field=similarity]") == ["0.73"]
    page.click("[data-neighbour='june:0@0']")
    assert page.find("#panel").get_attribute("data-node") == "june:0@0"
    page.click("[data-action=back]")
    assert page.find("#panel").get_attribute("data-node") == "may:0@9"


def test_a_turn_has_the_neighbours_of_its_sentences(page):
    """What is alike to a sentence of a turn is listed for the turn too."""
    page.open(PICTURE)
    page.click_node("may:0")
    assert page.texts("[data-list=neighbours] .text") == ["I saw a lake."]


def test_the_whole_session_is_one_click_away(page):
    """From a sentence one reaches all turns of its session in order, and from each turn its node."""
    page.open(PICTURE)
    page.click_node("may:0@9")
    page.click("[data-action=session-turns]")
    assert page.find("#panel").get_attribute("data-kind") == "session"
    assert page.texts("[data-list=turns] .text") == [EMOJI, "Nice!"]
    page.click("[data-turn='may:1']")
    assert page.find("#panel").get_attribute("data-node") == "may:1"


def test_a_click_beside_the_nodes_closes_the_panel(page):
    """So does Escape; both leave nothing selected."""
    page.open(PICTURE)
    page.click_node("may:1")
    page.mouse("mousePressed", 3, 300, 1)
    page.mouse("mouseReleased", 3, 300)
    assert not page.find("#panel").is_displayed()
    page.click_node("may:1")
    page.press("#graph", "\ue00c")
    assert not page.find("#panel").is_displayed()


def test_search_counts_marks_and_walks_through_the_matches(page):
    """Every word must be found, case does not matter; Enter goes from one match to the next and around."""
    page.open(PICTURE)
    amber = (232, 162, 0)
    assert page.counted_pixels(amber) == 0
    page.search("PAINT lakes")
    page.until("return document.getElementById('matches').textContent === '2 matches'")
    page.until("return new Promise((done) => requestAnimationFrame(() => done(true)))")
    assert page.counted_pixels(amber) > 0
    visited = []
    for _ in range(3):
        page.press("#query", "\n")
        visited.append(page.find("#panel").get_attribute("data-node"))
    assert visited == ["may:0", "may:0@9", "may:0"]
    page.click("#matches")
    assert page.texts("[data-list=matches] .text") == [EMOJI, "I paint lakes."]


def test_search_without_a_match_says_so(page):
    """A query that nothing holds shows a count of none, and no way to step."""
    page.open(PICTURE)
    page.search("zebra")
    assert page.find("#matches").text == "0 matches"
    assert not page.find("#next-match").is_displayed()


@pytest.mark.parametrize(
    ("switch", "left"),
    [
        ("[data-toggle=kind][data-name=Sentences]", "4 of 7"),
        ("[data-toggle=relation][data-name='dense neighbour']", "6 of 7"),
        ("[data-toggle=speaker][data-name=Bob]", "6 of 7"),
    ],
)
def test_the_legend_switches_nodes_and_edges_off_and_on(page, switch, left):
    """Without a kind, relation or speaker the edges at their nodes are gone too, and return with them."""
    page.open(PICTURE)
    page.click(switch)
    assert page.find("[data-field=edges-shown]").text == left
    page.click(switch)
    assert page.find("[data-field=edges-shown]").text == "7 of 7"


def test_a_node_switched_off_cannot_be_clicked(page):
    """What is not drawn does not answer to the pointer."""
    page.open(PICTURE)
    page.click("[data-toggle=kind][data-name=Turns]")
    page.click_node("may:1")
    assert not page.find("#panel").is_displayed()


def test_the_counts_are_shown(page):
    """The sidebar names what the memory holds, the stage how much of it is drawn."""
    page.open(PICTURE)
    shown = {name: page.find(f"[data-count={name}]").text for name in ("turns", "nodes", "edges", "encoder", "bytes")}
    assert shown == {"turns": "4", "nodes": "9 of 5,120", "edges": "7 of 7", "encoder": "static", "bytes": "49 kB"}
    assert page.find("#left-out").text == "9 of 5,120 nodes shown"


def test_the_timeline_stands_in_the_order_of_time(page):
    """Bars run from the first session to the last, each named with day and turns; no time comes at the end."""
    page.open(PICTURE)
    bars = page.driver.find_elements("css selector", "#timeline [data-session]")
    assert [bar.get_attribute("aria-label") for bar in bars] == [
        "may, 8 May 2023, 2 turns",
        "june, 9 Jun 2023, 1 turn",
        "undated, time unknown, 1 turn",
    ]
    lefts = [bar.rect["x"] for bar in bars]
    assert lefts == sorted(lefts)


def test_a_click_on_a_session_in_the_timeline_chooses_it(page):
    """The chosen session is pressed; a second click frees all."""
    page.open(PICTURE)
    page.click("#timeline [data-session=june]")
    assert page.find("[data-field=timeline-note]").text == "1 of 3 sessions, 1 turn"
    assert page.texts("#timeline [aria-pressed=true]") == [""]
    page.click("#timeline [data-session=june]")
    assert page.driver.find_elements("css selector", "#timeline [aria-pressed=true]") == []


def test_a_range_drawn_in_the_timeline_chooses_the_sessions_inside(page):
    """Drawing over the two dated sessions leaves out the undated one; the button frees all."""
    page.open(PICTURE)
    track = page.find("#timeline .track").rect
    undated = page.find("#timeline [data-session=undated]").rect
    stage = page.find("#graph").rect
    y = track["y"] + 20 - stage["y"]
    right = undated["x"] - 4 - stage["x"]
    page.mouse("mousePressed", right, y, 1)
    page.mouse("mouseMoved", 300, y, 1)
    page.mouse("mouseMoved", track["x"] - stage["x"], y, 1)
    page.mouse("mouseReleased", track["x"] - stage["x"], y)
    assert page.find("[data-field=timeline-note]").text == "2 of 3 sessions, 3 turns"
    page.click("[data-action=clear-sessions]")
    assert page.find("[data-field=timeline-note]").text.startswith("3 sessions, 4 turns")


def test_dragging_the_ground_pans_and_dragging_a_node_moves_it(page):
    """A pan moves all nodes by as much as the pointer; a dragged turn takes its sentence along and leaves the rest."""
    page.open(PICTURE)
    before = {node: page.where_is(node) for node in ("may:0", "may:0@9", "june")}
    page.mouse("mousePressed", 3, 300, 1)
    page.mouse("mouseMoved", 53, 330, 1)
    page.mouse("mouseReleased", 53, 330)
    panned = {node: page.where_is(node) for node in before}
    assert all(panned[node] == pytest.approx((x + 50, y + 30)) for node, (x, y) in before.items())
    x, y = panned["may:0"]
    page.mouse("mousePressed", x, y, 1)
    page.mouse("mouseMoved", x + 20, y + 10, 1)
    page.mouse("mouseReleased", x + 20, y + 10)
    assert page.where_is("may:0") == pytest.approx((x + 20, y + 10))
    assert page.where_is("may:0@9") == pytest.approx((panned["may:0@9"][0] + 20, panned["may:0@9"][1] + 10))
    assert page.where_is("june") == pytest.approx(panned["june"])
    assert not page.find("#panel").is_displayed()


def test_the_wheel_zooms_around_the_pointer(page):
    """What lies under the pointer stays there, everything else moves away from it."""
    page.open(PICTURE)
    x, y = page.where_is("may")
    other = page.where_is("june")
    left, top = page.find("#graph").rect["x"], page.find("#graph").rect["y"]
    page.driver.execute_cdp_cmd(
        "Input.dispatchMouseEvent",
        {"type": "mouseWheel", "x": left + x, "y": top + y, "deltaX": 0, "deltaY": -200},
    )
    assert page.where_is("may") == pytest.approx((x, y), abs=1)
    assert abs(page.where_is("june")[0] - x) > abs(other[0] - x)


def test_hovering_shows_what_a_node_says(page):
    """The tooltip names text, kind, speaker and day, and goes when the pointer leaves the node."""
    page.open(PICTURE)
    page.mouse("mouseMoved", *page.where_is("may:1"))
    assert page.find("#tooltip").text == "Nice!\nturn, Bob, 8 May 2023"
    page.mouse("mouseMoved", 3, 300)
    assert not page.find("#tooltip").is_displayed()


def test_the_keyboard_reaches_nodes_and_sessions(page):
    """N walks through the nodes, arrows through the timeline, slash goes to the search."""
    page.open(PICTURE)
    page.press("#graph", "nn")
    assert page.find("#panel").get_attribute("data-node") == "june:0"
    page.press("#timeline [data-session=may]", "\ue014")
    assert page.run("return document.activeElement.dataset.session") == "june"
    page.press("#graph", "/")
    assert page.run("return document.activeElement.id") == "query"


def test_the_colours_can_be_switched(page):
    """The button turns the ground of page and graph from light to dark."""
    page.open(PICTURE)
    light, dark = (252, 252, 250), (15, 17, 22)
    assert page.counted_pixels(light) > 100_000
    page.click("#theme-toggle")
    page.until("return new Promise((done) => requestAnimationFrame(() => done(true)))")
    assert page.counted_pixels(dark) > 100_000
    assert page.run("return getComputedStyle(document.body).backgroundColor") == "rgb(15, 17, 22)"


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_the_page_fits_its_window(page, size):
    """Nothing reaches over the edges, and every node lies on the stage."""
    page.open(PICTURE, size=size)
    assert page.run("return [document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == list(
        size
    )
    stage = page.find("#graph").rect
    for node in PICTURE.nodes:
        x, y = page.where_is(node.id)
        assert 0 < x < stage["width"]
        assert 0 < y < stage["height"]


def test_the_legend_opens_on_a_phone(page):
    """It is out of the way at first, and a button brings it."""
    page.open(PICTURE, size=PHONE)
    assert not page.find("#sidebar").is_displayed()
    page.click("#sidebar-toggle")
    assert page.find("#sidebar").is_displayed()


def test_an_entity_shows_its_triplets_by_weight(page):
    """Each with its weight and its turns; parallel ones all stand there, though one line is drawn for them."""
    page.open(TRIPLETS)
    page.click_node("e0")
    assert page.find("#panel").get_attribute("data-kind") == "entity"
    assert page.find("[data-field=text]").text == "ann"
    assert page.find("[data-field=session]").text.split("\n") == ["8 May 2023", "9 Jun 2023"]
    assert page.texts("[data-list=triplets] .text") == ["ann has → boat", "ann lives in → Porto", "ann visited → Porto"]
    assert page.texts("[data-list=triplets] [data-field=similarity]") == ["1.00", "0.83", "0.40"]
    assert [text.split("\n") for text in page.texts("[data-list=triplets] .sources")] == [
        ["may:1"],
        ["may:0", "june:0"],
        ["june:0"],
    ]
    assert page.driver.find_elements("css selector", "[data-list=neighbours]") == []


def test_a_triplet_leads_to_its_other_end_and_to_its_turns(page):
    """From a name to the other name, from there to the turn that states it, whose panel has the triplet too."""
    page.open(TRIPLETS)
    page.click_node("e2")
    page.click("[data-list=triplets] .text .link")
    assert page.find("#panel").get_attribute("data-node") == "e0"
    page.click("[data-list=triplets] .sources .link")
    assert page.find("#panel").get_attribute("data-node") == "may:1"
    assert page.texts("[data-list=triplets] .text") == ["ann has → boat"]
    assert page.texts("[data-list=triplets] .link") == ["ann", "boat"]


def test_the_legend_has_one_entry_for_triplets(page):
    """Whatever their relations are; entities can be switched off, and their edges with them."""
    page.open(TRIPLETS)
    names = [box.get_attribute("data-name") for box in page.driver.find_elements("css selector", "[data-toggle]")]
    assert names == ["Sessions", "Turns", "Entities", "Ann", "Bob", "contains", "mentions", "triplet"]
    page.click("[data-toggle=relation][data-name=triplet]")
    assert page.find("[data-field=edges-shown]").text == "10 of 14"
    page.click("[data-toggle=kind][data-name=Entities]")
    assert page.find("[data-field=edges-shown]").text == "3 of 14"
    assert [page.find(f"[data-count={name}]").text for name in ("entities", "triplets")] == ["4", "4"]


def test_search_finds_entities(page):
    """By their names; the list of matches says how many triplets and sessions each has."""
    page.open(TRIPLETS)
    page.search("BOAT")
    page.click("#matches")
    assert page.texts("[data-list=matches] .text") == ["You have a boat.", "boat"]
    assert page.texts("[data-list=matches] .line") == ["Bob, 8 May 2023", "1 triplet, 1 session"]


def test_an_entity_belongs_to_every_session_that_mentions_it(page):
    """Porto is lit with May and with June, "wet" with June, the boat with May; what is not lit is dimmed."""
    page.open(TRIPLETS)
    lit = [80, 86, 107]
    shown = {}
    for session in ("may", "june"):
        page.click(f"#timeline [data-session={session}]")
        page.until("return new Promise((done) => requestAnimationFrame(() => done(true)))")
        page.click("#zoom-fit")
        page.until("return new Promise((done) => requestAnimationFrame(() => done(true)))")
        shown[session] = [page.colour_at(name) == lit for name in ("e1", "e2", "e3")]
    assert shown == {"may": [True, True, False], "june": [True, False, True]}


def test_an_entity_is_coloured_as_the_speaker_of_its_name(page):
    """The name "ann" has the colour of the speaker Ann; with turns switched off nothing else has."""
    page.open(TRIPLETS)
    page.click("[data-toggle=kind][data-name=Turns]")
    page.until("return new Promise((done) => requestAnimationFrame(() => done(true)))")
    assert page.counted_pixels((58, 111, 216)) > 20


def test_hovering_an_entity_shows_its_weightiest_triplets(page):
    """Below its name, with their weights."""
    page.open(TRIPLETS)
    page.mouse("mouseMoved", *page.where_is("e1"))
    assert page.find("#tooltip").text.split("\n") == [
        "Porto",
        "entity, 3 triplets, 2 sessions",
        "0.83 ann lives in Porto",
        "0.62 Porto is wet",
        "0.40 ann visited Porto",
    ]


def test_hostile_names_are_shown_as_text(page):
    """Markup in a name and in a relation is read, not run; a long one does not break the page."""
    nodes = tuple(replace(node, label=HOSTILE) if node.id == "e2" else node for node in TRIPLETS.nodes)
    links = tuple(replace(link, label=HOSTILE * 80) if link.target == "e2" else link for link in TRIPLETS.links)
    links = tuple(link if link.relation == "triplet" else replace(link, label=None) for link in links)
    page.open(replace(TRIPLETS, nodes=nodes, links=links))
    page.mouse("mouseMoved", *page.where_is("e2"))
    page.click_node("e2")
    assert page.find("#panel [data-field=text]").get_property("textContent") == HOSTILE
    assert page.find("[data-list=triplets] .relation").get_property("textContent") == HOSTILE * 80
    assert page.run("return document.title") == "Two friends"
    assert page.driver.find_elements("css selector", "img") == []


GROUPS = ((201, 138, 0), (15, 143, 111))  # the colours of the first two groups
AREA = 0.07  # how much of its colour an area has

MEETINGS = (
    "Tom and Maria sailed to Lisbon.",
    "Tom met Maria in Lisbon, on the boat.",
    "Oscar and Bella played the violin.",
    "Bella met Oscar at the concert, with her violin.",
)


def test_communities_of_a_store_are_areas_and_rings_in_colours_of_their_own(page):
    """Named in the legend, which switches each off with its area and its rings, and on again."""
    architecture = LightGMEM(HashingEncoder(64), make_reader(), LightGMEMSettings(profiles=0))
    with open_memory(":memory:", architecture=architecture) as memory:
        memory.add([Session((Turn(text, "Ana"),), f"s{day}") for day, text in enumerate(MEETINGS)])
        picture = memory.picture()
    page.open(picture)
    page.drawn()
    assert [group.name for group in picture.groups] == [
        box.get_attribute("data-name") for box in page.driver.find_elements("css selector", "[data-toggle=group]")
    ]
    assert len(picture.groups) == len(GROUPS)
    for place, colour in enumerate(GROUPS):
        other = GROUPS[1 - place]
        rings, areas = page.counted_pixels(colour), page.shares_of(colour, AREA)
        assert rings > 10
        assert areas > 100
        switch = page.driver.find_elements("css selector", "[data-toggle=group]")[place]
        switch.click()
        page.drawn()
        assert page.counted_pixels(colour) == 0
        assert page.shares_of(colour, AREA) < areas / 20  # an edge of something else may happen to look the same
        assert page.counted_pixels(other) > 10
        assert page.shares_of(other, AREA) > 100
        switch.click()
        page.drawn()
        assert (page.counted_pixels(colour), page.shares_of(colour, AREA)) == (rings, areas)


def test_a_node_in_two_communities_has_a_ring_of_each(page):
    """One around the other, and their areas overlap there; its tooltip names both."""
    groups = (PictureGroup("Porto", ("e0", "e1")), PictureGroup("The boat", ("e0", "e2")))
    page.open(replace(TRIPLETS, groups=groups))
    page.drawn()
    rings = {node: page.ring_colours(node) for node in ("e0", "e1", "e2", "e3")}
    assert rings == {
        "e0": [list(GROUPS[0]), list(GROUPS[1])],
        "e1": [list(GROUPS[0])],
        "e2": [list(GROUPS[1])],
        "e3": [],
    }
    page.mouse("mouseMoved", *page.where_is("e0"))
    assert [line for line in page.find("#tooltip").text.split("\n") if line.startswith("in ")] == [
        "in Porto",
        "in The boat",
    ]


def test_an_empty_memory_says_so(page):
    """A friendly text stands where the graph would be."""
    page.open(EMPTY)
    assert page.find("#empty strong").text == "Nothing is remembered yet"
    assert not page.find("#timeline").is_displayed()


def test_five_thousand_nodes_are_drawn_soon_and_settle(page):
    """The first frame comes within five seconds on a slow machine, and the graph comes to rest."""
    sessions = [f"s{number}" for number in range(50)]
    nodes = [PictureNode(session, "session", session, session) for session in sessions]
    turns, links = [], []
    for session in sessions:
        for ordinal in range(99):
            name = f"{session}:{ordinal}"
            turns.append(SourceTurn(len(turns), name, session, ordinal, "Ann", f"Word {ordinal}.", None))
            nodes.append(PictureNode(name, "turn", f"Word {ordinal}.", session, name, 0, 6))
            links.append(PictureLink(session, name, "contains", 1.0))
    links += [PictureLink(one.id, other.id, "alike", 0.5) for one, other in zip(turns, turns[99:], strict=False)]
    page.open(Picture(STATS, tuple(nodes), tuple(links), tuple(turns), len(nodes)))
    assert page.find("[data-count=nodes]").text == "5,000 of 5,000"
    assert int(page.run("return document.documentElement.dataset.firstFrame")) < 5000
