"""Facts from triplets: those that a model behind a server writes take part like those that somebody brings."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import convograph
from convograph.build import make_chat_model
from convograph.config import Settings
from convograph.llm.scripted import ReceivedRequest, ScriptedServer
from convograph.memory import Memory
from support.facts import JANUARY, JUNE, MARCH, another, lines_of, tell
from support.shell import KEY
from support.writers import said_in

pytest.importorskip("openai")

# In words from which no rule reads a home, so that every fact is of a triplet.
TOLD = (
    (JANUARY, "Ana: The Douro, twice a day."),
    (MARCH, "Ana: And now the trams, the trams."),
    (JUNE, "Ana: Well, kangaroos it is."),
)
STATED = {"Douro": ("lives_in", "Porto"), "trams": ("moved to", "Lisbon"), "kangaroos": ("moved to", "Perth")}
TURNS = ("s0:0", "s1:0", "s2:0")
HISTORY = [
    "lives_in Porto: outdated newer, until 2024-03-05, s0:0, by s1:0, then Lisbon",
    "lives_in Lisbon: outdated newer, since 2024-03-05 until 2024-06-01, s1:0, by s2:0, then Perth",
    "lives_in Perth: current, since 2024-06-01, s2:0",
]


@pytest.fixture(scope="module")
def root() -> Iterator[Memory]:
    """The memory that the others are opened from: the rules of extraction are loaded once."""
    with convograph.open(":memory:", owner="root", architecture="bm25") as opened:
        yield opened


@pytest.fixture
def memory(root: Memory) -> Memory:
    """What was told, of an owner of its own."""
    opened = another(root)
    tell(opened, *TOLD)
    assert opened.history("Ana") == []
    return opened


def stated_in(text: str) -> list[dict[str, str]]:
    """The triplet of a text, as a model writes it."""
    found = [parts for word, parts in STATED.items() if word in text]
    return [{"subject": "Ana", "relation": relation, "object": value} for relation, value in found]


def written(asked: ReceivedRequest) -> object:
    """What the model behind the server writes about the turn that it is shown."""
    ((_, text),) = said_in(asked.body["messages"][1]["content"])
    return {"triplets": stated_in(text)}


def bring(memory: Memory, *turns: str) -> None:
    """Bring the triplets of some turns."""
    texts = dict(zip(TURNS, (lines.removeprefix("Ana: ") for _, lines in TOLD), strict=True))
    memory.bring(
        [{"kind": "triplet", **stated, "turns": [turn]} for turn in turns for stated in stated_in(texts[turn])]
    )


@pytest.mark.parametrize(
    "brought", [(), TURNS[:1], TURNS[1:2], TURNS[::2], TURNS], ids=["none", "first", "second", "others", "all"]
)
def test_facts_are_the_same_whoever_wrote_the_triplets(memory: Memory, brought: tuple[str, ...]) -> None:
    """A brought value supersedes a written one and the other way round; the model is asked only about the others."""
    bring(memory, *brought)
    with ScriptedServer(written) as server:
        model = make_chat_model("openai:writer", Settings(base_url=server.url, api_key=KEY))
        report = memory.enrich(model, kinds=["triplet"])
        assert len(server.requests) == len(TURNS) - len(brought)
    assert report.written.get("triplet", 0) == len(TURNS) - len(brought)
    assert lines_of(memory.history("Ana")) == HISTORY
    assert lines_of(memory.facts("Ana")) == HISTORY[-1:]
    lisbon = memory.history("Ana")[1]
    assert memory.strike_fact(memory.facts("Ana")[0].id).reason == "struck"
    assert [(fact.id, fact.value) for fact in memory.facts("Ana")] == [(lisbon.id, "Lisbon")]
