"""`convograph-eval responses` against a server on this machine, with small made dialogues."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from convograph.llm.scripted import Fail, ReceivedRequest, ScriptedServer
from convograph_eval.cli.commands import app
from support.shell import KEY, Run, call, serving
from support.tiny_models import tiny_cross_encoder, tiny_t5

pytest.importorskip("openai")


def exchange(first: str, second: str) -> dict[str, str]:
    return {"SPEAKER_1": first, "SPEAKER_2": second}


PAIRS = [
    [
        {"dialog": [exchange("My cat is called Miso.", "A fine name.")], "time_pass": 86_400},
        {
            "dialog": [exchange("I moved to Porto.", "Is it warm there?"), exchange("Yes.", "How nice.")],
            "time_pass": 3_600,
        },
        {"dialog": [exchange("Miso likes Porto.", "Cats like the sun.")], "time_pass": 60},
    ],
    [
        {"dialog": [exchange("I play the cello.", "Do you?")], "time_pass": 7_200},
        {"dialog": [exchange("I broke a string.", "Buy a new one.")]},
    ],
]
EPISODE = {
    "dataID": "episode-7",
    "relationship": "Neighbors",
    "time_interval": ["Start", *["A few days after"] * 4],
    **{f"{ordinal}_session_dialogue": ["Hello.", "Hi."] for ordinal in ("first", "second", "third", "fourth", "fifth")},
    **{f"{ordinal}_session_speakers": ["A", "B"] for ordinal in ("first", "second", "third", "fourth", "fifth")},
}
LOCOMO = {
    "sample_id": "c",
    "conversation": {
        "speaker_a": "Ana",
        "speaker_b": "Ben",
        **{
            f"session_{number}": [
                {"speaker": ("Ana", "Ben")[place % 2], "dia_id": f"D{number}:{place}", "text": text}
                for place, text in enumerate(("I sail.", "Where?", "At sea.", "Of course."))
            ]
            for number in (1, 2)
        },
        "session_1_date_time": "1:00 pm on 1 May, 2023",
        "session_2_date_time": "1:00 pm on 2 May, 2023",
    },
    "qa": [],
}


def purpose(asked: ReceivedRequest) -> str:
    """Who asks: a reply, the upkeep of a memory by its keys, the judge, or the reader of triplets."""
    system = str(asked.body["messages"][0]["content"])
    marks = {
        "expert in communication": "reply",
        '"personality"': "session notes",
        '"portrait"': "global notes",
        '"topics"': "event",
        '"agent": [': "traits",
        "expert judge": "judge",
    }
    return next((name for mark, name in marks.items() if mark in system), "triplets")


UPKEEP = {
    "session notes": {"summary": "They met.", "personality": "Calm."},
    "global notes": {"summary": "All of it.", "portrait": "A calm one."},
    "event": {"summary": "They met.", "topics": ["cat"]},
    "traits": {"user": ["They have a cat."], "agent": []},
    "triplets": {"triplets": [{"subject": "Miso", "relation": "likes", "object": "Porto"}]},
    "judge": "Coherence: 4\nEngagingness: 3\nFluency: 5",
}


def served(asked: ReceivedRequest) -> Any:
    """A model that always says the same, and a judge who rates everything alike."""
    who = purpose(asked)
    return 'SPEAKER_2: "Is it warm?"' if who == "reply" else UPKEEP[who]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Calls the command in a folder with the data, checks its exit code, and gives its output."""
    for name in ("CONVOGRAPH_BASE_URL", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "180")
    monkeypatch.setenv("CONVOGRAPH_API_KEY", KEY)
    monkeypatch.chdir(tmp_path)
    Path("pairs.json").write_text(json.dumps(PAIRS))
    Path("cc.json").write_text(json.dumps(EPISODE))
    Path("locomo.json").write_text(json.dumps([LOCOMO]))

    def written(*arguments: object, exits: int = 0) -> Any:
        data = [] if "--data" in arguments else ["--dataset", "msc", "--data", "pairs.json"]
        return call("responses", *data, *arguments, "--json", "report.json", exits=exits, by=app)

    return written


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedServer]:
    """The server of `served`, which the command finds."""
    with serving(monkeypatch, served) as running:
        yield running


def report() -> Any:
    return json.loads(Path("report.json").read_text())


def asked_for(server: ScriptedServer, who: str) -> list[str]:
    """The prompts of this purpose."""
    return [str(asked.body["messages"][1]["content"]) for asked in server.requests if purpose(asked) == who]


MODEL = ("--model", "openai:m")


def test_every_agent_replies_from_what_it_remembers(run: Run, server: ScriptedServer) -> None:
    """Each is scored over the same turns; what each was shown of the cat differs."""
    agents = ("no-history", "long-context", "glong", "memorybank", "ld-agent", "glong-enriched", "bm25")
    flags = [part for name in agents for part in ("-a", name)]
    output = run(*flags, *MODEL, "--upkeep", "openai:k", "--judge", "openai:j").stdout
    made = report()
    assert list(made["agents"]) == list(agents)
    for summary in made["agents"].values():
        assert summary["failed"] == {}
        assert {number: one["said"] for number, one in summary["sessions"].items()} == {"2": 3, "3": 1}
        assert summary["judged"] == {"dialogues": 2, "coherence": 4, "engagingness": 3, "fluency": 5, "average": 4}
        stages = summary["cost"]["stages"]
        answered = {name: stages[name]["calls"] + stages[name]["kept"] for name in ("responding", "judging")}
        assert answered == {"responding": 4, "judging": 2}  # of agents that say the same, the judge is asked once
    replies = {record["agent"]: record["replies"] for record in made["records"] if record["dialogue"] == "msc-0"}
    assert [reply["id"] for reply in replies["glong"]] == ["msc-0#2:1", "msc-0#2:3", "msc-0#3:1"]
    first = replies["glong"][0]
    assert (first["reply"], first["raw"], first["reference"]) == (
        "Is it warm?",
        'SPEAKER_2: "Is it warm?"',
        "Is it warm there?",
    )
    assert first["metrics"]["bleu1"] == pytest.approx(2.718281828 ** (1 - 5 / 4))  # all 4 words, of 5
    stages = {name: one["cost"]["stages"]["upkeep"] for name, one in made["agents"].items()}
    upkeep = {name: stage["calls"] + stage["kept"] for name, stage in stages.items()}
    # msc-0 has two sessions before its last, msc-1 one: two requests each; triplets: 2 + 4 + 2 turns, each asked once
    assert upkeep == {**dict.fromkeys(agents, 0), "memorybank": 6, "ld-agent": 6, "glong-enriched": 8}
    costs = {name: one["cost"] for name, one in made["agents"].items()}
    assert costs["no-history"]["a_dialogue"]["main"] < costs["glong"]["a_dialogue"]["main"]
    assert costs["long-context"]["ratio"] == 1
    assert costs["memorybank"]["a_dialogue"]["memory_written"] > 0 == costs["glong"]["a_dialogue"]["memory_written"]
    assert "ratings by openai:j, 1 to 5" in output
    assert "scores × 100" in output
    assert "difference to no-history, 95 %" in output
    assert re.search(r"glong +\+0\.00 \[\+0\.00, \+0\.00\]", output)  # all agents say the same
    shown = "\n".join(asked_for(server, "reply"))
    assert "They have a cat." in shown
    assert '"A calm one."' in shown


def test_the_history_is_what_was_said(run: Run, server: ScriptedServer) -> None:
    """The lines before are the gold ones, never what was generated; with --context all_so_far, of all sessions."""
    run("-a", "glong", *MODEL)
    last = next(text for text in asked_for(server, "reply") if 'now says: "Yes."' in text)
    assert '"SPEAKER_2": "Is it warm there?"' in last
    assert "Miso" not in last.partition("<MEMORY>")[0]
    server.requests.clear()
    run("-a", "glong", *MODEL, "--context", "all_so_far", "--lines", "ranked")
    last = next(text for text in asked_for(server, "reply") if 'now says: "Miso likes Porto."' in text)
    assert '"My cat is called Miso."' in last.partition("<MEMORY>")[0]
    assert re.search(r"\[Rank 1\] \(Active 1 hour ago\) |\[Rank 1\] \(Active 1 day 1 hour ago\) ", last)


def test_the_judge_rates_what_was_generated(run: Run, server: ScriptedServer) -> None:
    """In the last session the generated line, before it the gold ones."""
    run("-a", "no-history", *MODEL, "--judge", "openai:j")
    shown = next(text for text in asked_for(server, "judge") if "Miso likes Porto." in text)
    history, _, target = shown.partition("[Target session]")
    assert 'Assistant: "Is it warm there?"' in history
    assert 'User: "Miso likes Porto."\nAssistant: "Is it warm?"' in target
    assert "Cats like the sun." not in shown


def test_prompts_alone_ask_nothing(run: Run, server: ScriptedServer) -> None:
    """Their tokens are counted, as a ratio to long-context too; nothing is scored, and no key is needed."""
    output = run("-a", "long-context", "-a", "glong", "--prompts-only").stdout
    made = report()
    assert server.requests == []
    assert made["agents"]["glong"]["all"]["macro"]["bleu1"] is None
    cost = {name: one["cost"] for name, one in made["agents"].items()}
    main = {name: one["a_dialogue"]["main"] for name, one in cost.items()}
    assert cost["glong"]["ratio"] == pytest.approx(main["glong"] / main["long-context"])
    assert cost["glong"]["money_of_1000"] == pytest.approx(1_000 * 0.15 * main["glong"] / 1_000_000)
    counted = [
        reply["prompt_tokens"]
        for record in made["records"]
        if record["agent"] == "glong"
        for reply in record["replies"]
    ]
    assert main["glong"] == sum(counted) / 2
    assert "Nothing was generated: prompts were counted" in output
    assert "4 turns to generate, in sessions 2, 3 · tokens counted by wordpiece" in output


def test_every_architecture_is_an_agent(run: Run) -> None:
    """And every G-Long: each finds something in the sessions before."""
    triplets = ("glong", "glong-official", "glong-sources", "glong-two-hops", "glong-no-importance", "glong-no-rerank")
    packed = ("unified", "hybrid", "sgmem", "rag-s", "associa", "lightgmem", "full", "rag-4096", "hipporag-glong")
    run(*(part for name in (*triplets, *packed) for part in ("-a", name)), "--prompts-only")
    for record in report()["records"]:
        assert all(reply["memory_tokens"] > 0 for reply in record["replies"]), record["case"]
    summaries = report()["agents"]
    assert all(summaries[name]["cost"]["a_reply"]["memory_tokens"] > 10 for name in packed)


def test_a_run_again_asks_nothing_and_failures_are_retried(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A session whose summary is unusable leaves its dialogue without replies; only that is asked again."""
    broken = [True]

    def script(asked: ReceivedRequest) -> Any:
        prompt = str(asked.body["messages"][1]["content"])
        return "no idea" if broken and purpose(asked) == "session notes" and "cello" in prompt else served(asked)

    with ScriptedServer(script) as server:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        output = run("-a", "memorybank", *MODEL, "--upkeep", "openai:k", exits=1).stdout
        made = report()["agents"]["memorybank"]
        assert made["failed"] == {"upkeep": 2}  # the dialogue, and its one reply
        assert made["all"]["said"] == 3
        assert made["cost"]["stages"]["upkeep"]["failures"] == 2  # the reply, and its repair
        assert "1 × upkeep: ModelOutputError: openai:k gave no usable reply" in " ".join(output.split())
        broken.clear()
        before = len(server.requests)
        run("-a", "memorybank", *MODEL, "--upkeep", "openai:k")
        assert report()["agents"]["memorybank"]["all"]["said"] == 4
        assert len(server.requests) == before + 2  # the notes, and one reply: what is asked of all notes is known
        run("-a", "memorybank", *MODEL, "--upkeep", "openai:k")
        assert len(server.requests) == before + 2


def test_unusable_triplets_are_asked_for_again(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two turns of a session; that both replies are no triplets is not kept, and a later run reads them."""
    broken = [True]

    def script(asked: ReceivedRequest) -> Any:
        return "no idea" if broken and purpose(asked) == "triplets" else served(asked)

    command = ("-a", "glong-enriched", *MODEL, "--upkeep", "openai:k", "--sessions", "3")
    with ScriptedServer(script) as server:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        run(*command, exits=1)
        assert report()["agents"]["glong-enriched"]["failed"] == {"upkeep": 2}
        broken.clear()
        run(*command)
    assert report()["agents"]["glong-enriched"]["all"]["said"] == 1


def test_a_failed_reply_is_no_score(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """It counts nowhere; the session is not judged; the run says so and exits with 1."""

    def script(asked: ReceivedRequest) -> Any:
        return Fail(400) if 'now says: "I broke' in str(asked.body["messages"][1]["content"]) else served(asked)

    with ScriptedServer(script) as server:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        output = run("-a", "glong", *MODEL, "--judge", "openai:j", exits=1).stdout
    made = report()["agents"]["glong"]
    assert made["failed"] == {"responding": 1, "judging": 1}
    assert made["judged"]["dialogues"] == 1
    assert made["all"]["said"] == 3
    assert "glong: failed, and in no mean" in output


def test_cc_and_locomo(run: Run, server: ScriptedServer) -> None:
    """Sessions 2 to 5 of an episode; of LoCoMo a sample of replies, listed by their ids."""
    run("--dataset", "cc", "--data", "cc.json", "-a", "glong", *MODEL)
    assert list(report()["agents"]["glong"]["sessions"]) == ["2", "3", "4", "5"]
    run("--dataset", "cc", "--data", "cc.json", "-a", "glong", *MODEL, "--sessions", "5")
    assert list(report()["agents"]["glong"]["sessions"]) == ["5"]
    run("--dataset", "locomo", "--data", "locomo.json", "-a", "glong", *MODEL, "--sample", "1", "--seed", "3")
    made = report()
    (name,) = made["settings"]["ids"]
    assert made["settings"]["seed"] == 3
    assert [reply["id"] for reply in made["records"][0]["replies"]] == [name]


@pytest.mark.models
def test_a_t5_weighs_triplets(run: Run, tmp_path: Path) -> None:
    """Of agents for which importance counts; the prompts of one for which it does not stay as they are."""
    scored = ("--importance", f"t5:{tiny_t5(tmp_path / 't5')}")
    prompts = []
    for options in ((), scored):
        run("-a", "glong", "-a", "glong-no-importance", "--prompts-only", "--k", "1", *options)
        prompts.append([one["replies"] for one in report()["records"] if one["agent"] == "glong-no-importance"])
    assert prompts[0] == prompts[1]
    assert report()["settings"]["memory"]["importance"] == scored[1]


@pytest.mark.models
def test_bert_score_is_a_further_column(run: Run, server: ScriptedServer, tmp_path: Path) -> None:
    """By a tiny encoder of random numbers; each reply has one, and the means do."""
    folder = tiny_cross_encoder(tmp_path / "bert")
    output = run("-a", "no-history", *MODEL, "--bert-score", folder, "--bert-layer", 1).stdout
    made = report()
    assert made["settings"]["bert_score"].startswith("bert-score:")
    assert all(reply["metrics"]["bert_score"] is not None for one in made["records"] for reply in one["replies"])
    assert made["agents"]["no-history"]["all"]["macro"]["bert_score"] is not None
    assert re.search(r"R-L +BS +D-1", output)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("-a", "glong"), "either a model replies or prompts are counted; give --model NAME or --prompts-only"),
        (("-a", "glong", "--prompts-only", *MODEL), "either a model replies or prompts are counted"),
        (("-a", "ld-agent", "--prompts-only"), "what ld-agent remembers is written by a model; name one with --upkeep"),
        (("-a", "glong", *MODEL, "--upkeep", "openai:k"), "no model writes what glong remember; leave --upkeep out"),
        (("-a", "bm25", *MODEL, "--importance", "t5:F"), "importance does not count for bm25; leave --importance out"),
        (("-a", "bm25-events", *MODEL), "bm25-events finds by what a file brings, and dialogues have none"),
        (("-a", "best", *MODEL), "no agent is called 'best'; there are no-history, long-context, memorybank"),
        (("-a", "glong", "--prompts-only", "--judge", "openai:j"), "there is nothing to judge without replies"),
        (("-a", "glong", *MODEL, "--context", "some"), "no context is called 'some'; there are session, all_so_far"),
        (("-a", "glong", *MODEL, "--lines", "some"), "no form of lines is called 'some'; there are arrows, ranked"),
        (("-a", "glong", *MODEL, "--sessions", "4"), "no reply is scored in session 4; there are 2, 3"),
        (("-a", "glong", *MODEL, "--sample", "9"), "a sample of 9 dialogues cannot be drawn: there are 2"),
        (
            ("--dataset", "locomo", "--data", "locomo.json", "-a", "glong", *MODEL, "--judge", "openai:j"),
            "the judge rates whole sessions, and of locomo single replies are scored; leave it out",
        ),
        (("--dataset", "msc", "--data", "none.json", "-a", "glong", *MODEL), "none.json"),
    ],
)
def test_what_does_not_go_together_is_refused(
    run: Run, server: ScriptedServer, arguments: tuple[str, ...], complaint: str
) -> None:
    """One line, exit code 2, and nothing is asked."""
    result = run(*arguments, exits=2)
    assert complaint in " ".join(result.stderr.split())
    assert server.requests == []


def test_a_server_that_never_replies_ends_the_run(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code 5."""
    with ScriptedServer(lambda asked: Fail(401)) as server:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        result = run("-a", "no-history", *MODEL, exits=5)
    assert "every call failed" in " ".join(result.stderr.split())
