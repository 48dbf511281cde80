"""What a model writes about a memory: what it is asked, what is kept, and what waits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import convograph
from convograph.build import make_chat_model
from convograph.chat import ChatReply, ChatRequest
from convograph.config import Settings
from convograph.errors import InputError, ModelBusyError, ModelRefusedError, ReadOnlyError
from convograph.llm.scripted import Fail, ScriptedChat, ScriptedServer
from convograph.memory import Memory
from convograph.memory.enriching.enrichment import AHEAD
from convograph.memory.enriching.enrichment_tally import FAILURES_IN_A_ROW
from convograph.memory.snapshots.owner_rows import version_of
from support.encoders import HashingEncoder
from support.pictures import exported
from support.stores import ON_FILE
from support.writers import answer_to, asked_of, writer

ENCODER = HashingEncoder(16)
FIRST = ["Ana: I have a cat.", "Ben: What is it called?"]
SECOND = ["Ana: Miso. Her brother is Tofu.", "Ben: I moved to Porto."]


def session(name: str, lines: list[str], said: str) -> dict[str, object]:
    """A session of lines such as `Ana: Hello.`."""
    turns = [dict(zip(("speaker", "text"), line.split(": ", 1), strict=True)) for line in lines]
    return {"id": name, "time": said, "turns": turns}


@pytest.fixture
def memory(location: Path | str) -> Iterator[Memory]:
    """Two sessions of two people."""
    with convograph.open(location, encoder=ENCODER, architecture="sgmem-smfi") as opened:
        opened.add([session("s1", FIRST, "2024-03-01 18:00"), session("s2", SECOND, "2024-04-01 09:00")])
        yield opened


def texts(memory: Memory, kind: str | None = None) -> list[str]:
    """The memos' texts."""
    return [memo.text for memo in memory.memos(kind)]  # type: ignore[arg-type]


def test_a_model_writes_summaries_facts_and_insights(memory: Memory) -> None:
    """One request for each session and kind, one for the insights; memos rest on what the model was shown."""
    model, seen = writer(), []
    report = memory.enrich(model, progress=lambda done, total: seen.append((done, total)))
    assert asked_of(model) == ["fact", "fact", "insight", "summary", "summary"]
    assert (report.written, report.sessions, report.calls) == ({"summary": 2, "fact": 3, "insight": 1}, 2, 5)
    assert (report.failures, report.waiting, report.kept) == ((), {}, 0)
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4), (1, 1)]
    assert texts(memory, "fact") == [
        "Ana said: I have a cat.",
        "Ana said: Miso. Her brother is Tofu.",
        "Ben said: I moved to Porto.",
    ]
    (insight,) = memory.memos("insight")
    assert insight.said is not None
    assert insight.said.raw == "2024-04-01 09:00"
    assert [turn.id for turn in insight.turns] == ["s1:0", "s1:1", "s2:0", "s2:1"]
    assert {memo.origin for memo in memory.memos()} == {"scripted:writer"}
    assert {hit.kind for hit in memory.recall("Who has a cat?").memos} == {"summary", "fact", "insight"}


def test_a_second_call_asks_and_writes_nothing(memory: Memory) -> None:
    """Also by another model, and also where a session had no facts at all."""
    memory.add([session("s3", ["Ben: And you?"], "2024-05-01")])
    memory.enrich(writer())
    before, version = exported(memory), version_of(memory._store, "default")
    other = writer("other")
    report = memory.enrich(other)
    assert other.batches == []
    assert (report.written, report.calls, report.kept, report.waiting) == ({}, 0, 0, {})
    assert exported(memory) == before
    assert version_of(memory._store, "default") == version


def test_a_session_that_grew_is_written_again(memory: Memory) -> None:
    """In place of what a model wrote before; the other session is not asked about; insights follow the facts."""
    memory.enrich(writer())
    memory.add([{"speaker": "Ana", "text": "Tofu is a dog."}], session="s1", first_ordinal=2)
    assert memory.stats().unwritten == {"summary": 1, "fact": 1}
    model = writer()
    report = memory.enrich(model)
    assert asked_of(model) == ["fact", "insight", "summary"]
    assert report.written == {"summary": 1, "fact": 2, "insight": 1}
    assert len(memory.memos("summary")) == 2
    assert sorted(texts(memory, "fact"))[:2] == ["Ana said: I have a cat.", "Ana said: Miso. Her brother is Tofu."]
    assert [text[:9] for text in texts(memory, "insight")] == ["4 things,"]


@pytest.mark.parametrize("time", ["soon", "", "9999999999999999", "2024-13-01", "time unknown"])
def test_a_timestamp_that_is_none_gives_way_to_the_last_turn(memory: Memory, time: str) -> None:
    """A model may write anything there: the insight has the time of what it rests on."""

    def answer(request: ChatRequest) -> object:
        insights = [{"timestamp": time, "content": "They have pets."}]
        return {"insights": insights} if request.purpose == "insight" else answer_to(request)

    memory.enrich(ScriptedChat(answer), kinds=["fact", "insight"])
    (insight,) = memory.memos("insight")
    assert insight.said is not None
    assert insight.said.raw == "2024-04-01 09:00"


def test_insights_stay_when_the_facts_do(memory: Memory) -> None:
    """A turn without a fact changes summary and facts by name, not the insights."""
    memory.enrich(writer())
    memory.add([{"speaker": "Ben", "text": "Really?"}], session="s3", said="2024-05-01")
    model = writer()
    memory.enrich(model)
    assert asked_of(model) == ["fact", "summary"]


def test_insights_of_facts_that_are_gone_go_too(memory: Memory) -> None:
    """When a grown session has no fact any more, its model's insights are removed without a call."""
    memory.forget(session="s2")
    memory.enrich(writer())
    memory.add([{"speaker": "Ben", "text": "Really?"}], session="s1", first_ordinal=2)
    report = memory.enrich(ScriptedChat(lambda request: {"facts": []}), kinds=("fact", "insight"))
    assert report.calls == 1
    assert (texts(memory, "fact"), texts(memory, "insight"), report.waiting) == ([], [], {})


def test_what_was_brought_is_not_written(memory: Memory) -> None:
    """A session whose summary or facts somebody brought is left alone, kind by kind."""
    memory.bring([{"kind": "fact", "text": "Ana has a cat.", "session": "s1"}])
    memory.bring([{"kind": "summary", "text": "Porto.", "turns": ["s2:1"]}])
    model = writer()
    memory.enrich(model)
    assert asked_of(model) == ["fact", "insight", "summary"]
    assert "Ana has a cat." in texts(memory, "fact")
    assert "Ana said: I have a cat." not in texts(memory, "fact")
    assert texts(memory, "summary")[0] == "Porto."


def test_a_brought_fact_stands_for_its_turns_alone(memory: Memory) -> None:
    """The model is shown the others; a fact that is brought after that changes nothing."""
    memory.bring([{"kind": "fact", "text": "Tofu is a dog.", "turns": ["s2:0"]}])
    model = writer()
    assert memory.enrich(model, kinds=["fact"]).waiting == {}
    sent = [request.messages[1].content for batch in model.batches for request in batch]
    assert [("cat" in text, "Miso" in text, "Porto" in text) for text in sorted(sent)] == [
        (True, False, False),
        (False, False, True),
    ]
    written = ["Ana said: I have a cat.", "Ben said: I moved to Porto."]
    assert sorted(texts(memory, "fact")) == [*written, "Tofu is a dog."]
    assert memory.enrich_plan(["fact"]).calls == {}
    memory.bring([{"kind": "fact", "text": "Ben lives in Porto.", "turns": ["s2:1"]}])
    assert memory.enrich_plan(["fact"]).calls == {}
    memory.forget(turn="s2:0")
    assert memory.enrich_plan(["fact"]).calls == {}
    assert sorted(texts(memory, "fact")) == [written[0], "Ben lives in Porto.", written[1]]


def test_a_session_that_grew_beyond_what_was_brought_is_written_about(memory: Memory) -> None:
    """Of the new turn; a fact about the session rests on the turns that there were."""
    memory.bring([{"kind": "fact", "text": f"Brought of {name}.", "session": name} for name in ("s1", "s2")])
    assert memory.enrich_plan(["fact"]).calls == {}
    memory.add([{"speaker": "Ben", "text": "I have a dog."}], session="s1", first_ordinal=2)
    assert memory.enrich(writer(), kinds=["fact"]).calls == 1
    assert texts(memory, "fact")[-1] == "Ben said: I have a dog."


def test_a_limit_bounds_the_calls(memory: Memory) -> None:
    """What is left waits, insights too; each further call goes on, and the end is that of one call without a limit."""
    model = writer()
    waiting = [memory.enrich(model, limit=2, workers=1).waiting for _ in range(3)]
    assert waiting == [{"summary": 1, "fact": 1, "insight": 1}, {"insight": 1}, {}]
    assert asked_of(model) == ["fact", "fact", "insight", "summary", "summary"]


def test_a_plan_counts_calls_and_tokens(memory: Memory) -> None:
    """Calls by kind, tokens of the prompts as the counter counts them, the most that may come back."""
    plan = memory.enrich_plan()
    assert (plan.calls, plan.counter) == ({"summary": 2, "fact": 2, "insight": 1}, "wordpiece")
    assert plan.completion_tokens == 2 * 1_024 + 2 * 4_096
    only = memory.enrich_plan(["summary"])
    model = writer()
    memory.enrich(model, kinds=["summary"])
    sent = [message.content for batch in model.batches for request in batch for message in request.messages]
    assert only.prompt_tokens == sum(memory._counter.count(sent))
    memory.enrich(writer())
    assert (memory.enrich_plan().calls, memory.enrich_plan().prompt_tokens) == ({}, 0)


def test_facts_go_to_insights_by_the_hundred(memory: Memory) -> None:
    """101 facts are two calls, in order of time whatever the order in which they came."""
    memory.bring(
        [{"kind": "fact", "text": f"Number {n:03}.", "turns": ["s1:0"], "time": "2024-01-02"} for n in range(99)]
    )
    memory.bring([{"kind": "fact", "text": "First.", "turns": ["s2:0"], "time": "2024-01-01"}])
    memory.bring([{"kind": "fact", "text": "Last.", "turns": ["s2:1"], "time": "2024-01-03"}])
    model = writer()
    memory.enrich(model, kinds=["insight"])
    batches = sorted((request.messages[1].content for batch in model.batches for request in batch), key=len)
    assert [batch.count('"content"') for batch in batches] == [1, 100]
    assert "Last." in batches[0]
    assert batches[1].index("First.") < batches[1].index("Number 000.") < batches[1].index("Number 098.")
    assert len(memory.memos("insight")) == 2


def test_insights_are_written_whole_or_not(memory: Memory) -> None:
    """With one of two batches failing, none is stored; the other's answer is kept and not asked for again."""
    memory.bring([{"kind": "fact", "text": f"Number {n:03}.", "turns": ["s1:0"]} for n in range(101)])
    failing = ScriptedChat(
        lambda request: ModelBusyError("busy") if "Number 100" in request.messages[1].content else answer_to(request),
        "writer",
    )
    report = memory.enrich(failing, kinds=["insight"])
    assert (report.written, report.waiting, len(report.failures)) == ({}, {"insight": 2}, 1)
    assert report.failures[0].about == "facts 101 to 101"
    report = memory.enrich(writer(), kinds=["insight"])
    assert (report.written, report.calls, report.kept, report.waiting) == ({"insight": 2}, 1, 1, {})


@pytest.mark.parametrize(
    "bad",
    [
        ModelBusyError("busy"),
        ModelRefusedError("declined"),
        "no JSON at all",
        {"summary": ""},
        ChatReply('{"summary": "cut', "m", 1, 1, 0.0, complete=False),
    ],
    ids=["busy", "declined", "rubbish", "unfit", "cut"],
)
def test_a_failure_leaves_its_session_waiting(memory: Memory, bad: object) -> None:
    """All else is written; a useless answer is not kept, so that the next call asks again."""

    def answer(request: ChatRequest) -> object:
        ill = request.purpose == "summary" and "cat" in request.messages[1].content
        return bad if ill else answer_to(request)

    report = memory.enrich(ScriptedChat(answer, "writer"))
    assert [(failure.kind, failure.about) for failure in report.failures] == [("summary", "s1")]
    assert report.waiting == {"summary": 1}
    assert memory.stats().unwritten == {"summary": 1}
    again = memory.enrich(writer())
    assert (again.written, again.calls, again.kept, again.waiting) == ({"summary": 1}, 1, 0, {})


def test_a_repair_counts_as_a_call(memory: Memory) -> None:
    """The second answer is taken."""

    def answer(request: ChatRequest) -> object:
        return answer_to(request) if len(request.messages) == 3 else "no JSON"

    assert memory.enrich(ScriptedChat(answer), kinds=["summary"]).calls == 4
    assert len(memory.memos("summary")) == 2


def test_a_dead_server_is_not_asked_a_thousand_times(memory: Memory) -> None:
    """After so many failures in a row, the rest is left waiting untried."""
    memory.add([session(f"x{n}", ["Ana: Hello."], "2024-05-01") for n in range(60)])
    model = ScriptedChat(lambda request: ModelBusyError("busy"))
    report = memory.enrich(model, workers=1)
    assert report.gave_up
    assert len(report.failures) >= FAILURES_IN_A_ROW
    assert len(model.batches) <= FAILURES_IN_A_ROW + AHEAD
    assert report.waiting == {"summary": 62, "fact": 62}


def test_a_key_that_is_refused_is_not_tried_again(memory: Memory) -> None:
    """The first refusal ends the run, but for the calls in flight; a refusal of one text does not."""
    memory.add([session(f"x{n}", ["Ana: Hello."], "2024-05-01") for n in range(60)])
    for status, most in ((401, FAILURES_IN_A_ROW // 2), (403, FAILURES_IN_A_ROW + 2 * AHEAD)):
        with ScriptedServer(lambda asked, status=status: Fail(status)) as server:
            report = memory.enrich(make_chat_model("openai:x", Settings(base_url=server.url, api_key="k")), workers=2)
        assert report.gave_up
        assert 1 <= len(server.requests) == len(report.failures) <= most
        assert report.waiting == {"summary": 62, "fact": 62}


def test_a_memory_that_changes_meanwhile_gets_no_outdated_memos(memory: Memory) -> None:
    """What a session said when it was shown is not kept when it grows, is forgotten or gets facts before the answer."""

    def answer(request: ChatRequest) -> object:
        text = request.messages[1].content
        if request.purpose == "fact" and "Porto" in text and "grown" not in text:
            memory.add([{"speaker": "Ben", "text": "I have grown."}], session="s2", first_ordinal=2)
        if request.purpose == "fact" and "cat" in text:
            memory.bring([{"kind": "fact", "text": "Brought.", "session": "s1"}])
        return answer_to(request)

    report = memory.enrich(ScriptedChat(answer), kinds=["fact"], workers=1)
    assert (texts(memory), report.waiting) == (["Brought."], {"fact": 1})


def test_a_turn_forgotten_while_the_model_thinks_leaves_nothing(memory: Memory) -> None:
    """No memo, no kept answer, no mark; the owner forgotten and made anew gets nothing of the former one either."""

    def answer(request: ChatRequest) -> object:
        if "Porto" in request.messages[1].content:
            memory.forget(turn="s2:1")
        return answer_to(request)

    memory.enrich(ScriptedChat(answer, "writer"), kinds=["summary"], workers=1)
    assert [text for text in texts(memory) if "Porto" in text] == []
    report = memory.enrich(writer(), kinds=["summary"])
    assert (report.calls, report.kept) == (1, 0)


def test_what_was_used_is_in_the_ledger(memory: Memory) -> None:
    """Calls by purpose and model, summed up over runs; kept answers cost nothing."""
    assert memory.ledger() == ()
    assert memory.stats().unwritten == {}
    memory.enrich(writer(), kinds=["summary"], limit=1)
    memory.enrich(writer(), kinds=["summary"])
    (entry,) = memory.ledger()
    assert (entry.purpose, entry.model, entry.calls) == ("summary", "writer", 2)
    assert entry.prompt_tokens > 2 * 50
    assert entry.completion_tokens > 0
    assert memory.stats().ledger == (entry,)


def test_an_export_says_what_was_written(memory: Memory, tmp_path: Path) -> None:
    """Imported, nothing is written again; the second export has the same bytes; the calls are not in it."""
    memory.add([session("s3", ["Ben: And you?"], "2024-05-01")])
    memory.enrich(writer())
    lines = exported(memory)
    with convograph.open(tmp_path / "copy.db", encoder=ENCODER) as copy:
        copy.import_from(lines)
        assert exported(copy) == lines
        copy.import_from(lines)
        model = writer()
        assert copy.enrich(model).waiting == {}
        assert model.batches == []
        assert exported(copy) == lines
    assert '"version":3' in lines[0]


def test_an_export_without_its_marks_is_refused(memory: Memory, tmp_path: Path) -> None:
    """A missing mark, one about a session that is not there, and one without an origin are damage."""
    memory.enrich(writer())
    lines = exported(memory)
    marks = [line for line in lines if line.startswith('{"written"')]
    assert len(marks) == 5
    broken = [
        [line for line in lines if line != marks[0]],
        [line.replace('"about":"s1"', '"about":"s9"') if line == marks[0] else line for line in lines],
        [line.replace('"scripted:writer"', '""') if line == marks[0] else line for line in lines],
    ]
    with convograph.open(tmp_path / "copy.db", encoder=ENCODER) as copy:
        for damaged in broken:
            with pytest.raises(InputError):
                copy.import_from(damaged)
        assert copy.owners() == []


@ON_FILE
def test_wrong_use_is_refused_before_anything_is_asked(memory: Memory) -> None:
    """Unknown kinds, none, and limits below 1; and a store that cannot be written to."""
    model = writer()
    for kinds in (["gossip"], [], "facts"):
        with pytest.raises(InputError, match="name some of summary, fact, insight"):
            memory.enrich(model, kinds=kinds)  # type: ignore[arg-type]
    for options in ({"limit": 0}, {"workers": 0}):
        with pytest.raises(InputError, match="is a whole number"):
            memory.enrich(model, **options)  # type: ignore[arg-type]
    with (
        convograph.open(memory.location, encoder=ENCODER, read_only=True) as reading,
        pytest.raises(ReadOnlyError),
    ):
        reading.enrich(model)
    assert model.batches == []
    assert memory.for_owner("nobody").enrich(model).waiting == {}
