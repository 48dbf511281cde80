"""Agents know what was said so far, and no more; each shows it in its own form."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from convograph.build import ARCHITECTURES
from convograph.chat import ChatRequest
from convograph.errors import InputError, ModelUnreachableError, UnsupportedError
from convograph.llm.scripted import ScriptedChat
from convograph.tokens import WordPieceCounter
from convograph_eval.dialsim.agents import Agent, AgentSettings, DialsimQuestion, FoundEvidence, Summariser, agent_for
from convograph_eval.dialsim.agents.newest import RESERVED
from convograph_eval.dialsim.transcript import Transcript
from support.shows import friends

SHOW = friends()
VERMONT = DialsimQuestion("Ross", "Rachel", "Where did I go?", ("a", "b", "c", "d", "e"), SHOW.scenes[3].said)


def after(
    agent: Agent, scenes: int, utterances: int, asked: DialsimQuestion = VERMONT, *, at_once: bool = True
) -> FoundEvidence:
    """What the agent finds after so many whole scenes and some utterances of the next, stored at once or one by one."""
    transcript = Transcript()
    for place, scene in enumerate(SHOW.scenes[: scenes + 1]):
        heard = transcript.begin(scene)
        for utterance in scene.utterances if place < scenes else scene.utterances[:utterances]:
            agent.hear(heard, transcript.hear(utterance))
            if not at_once:
                agent.catch_up()
        if place < scenes:
            agent.end(heard)
    agent.catch_up()
    found = agent.find(asked, transcript)
    agent.close()
    return found


def made(history: str, summariser: Summariser | None = None, **settings: object) -> Agent:
    return agent_for(AgentSettings(history, **{"architecture": "bm25", **settings}), "friends", summariser)


def test_utterances_stand_under_their_headings_best_first() -> None:
    """The one that is going on included; of those that have nothing in common with the question, none."""
    found = after(made("utterances"), 3, 2)
    assert found.text == (
        "[Date: September 22, 1994, Session #2, Utterance #1]\nRachel: I go to Vermont tomorrow.\n"
        "[Date: September 29, 1994, Session #2, Utterance #2]\nRachel: Back from Vermont!"
    )
    assert [(line.speaker, line.text, line.rank) for line in found.lines] == [
        ("Rachel", "I go to Vermont tomorrow.", 1),
        ("Rachel", "Back from Vermont!", 2),
    ]
    assert after(made("utterances", k=1), 3, 2).text.count("Date") == 1


def test_scenes_are_whole_as_far_as_they_were_heard() -> None:
    """Of the one that is going on, what was said; the best first."""
    found = after(made("sessions"), 3, 2)
    assert found.text == (
        "[Date: September 22, 1994, Session #2]\nRachel: I go to Vermont tomorrow.\nRoss: Vermont!\nMonica: Lovely.\n"
        "Ross: Have fun.\n"
        "[Date: September 29, 1994, Session #2]\nRoss: Where is everybody?\nRachel: Back from Vermont!"
    )
    assert [line.rank for line in found.lines] == [1, 1, 1, 1, 2, 2]


def test_an_architecture_of_turns_finds_the_scenes_of_its_turns() -> None:
    """In the order of the best turn."""
    found = after(made("sessions", architecture="glong"), 3, 2)
    assert set(found.text.split("\n")) > {"[Date: September 22, 1994, Session #2]", "Monica: Lovely."}


def test_nothing_that_was_not_said_is_found() -> None:
    """Two scenes and one line on: Rachel is not back yet."""
    for history in ("packed", "utterances", "sessions", "newest", "oracle"):
        found = after(made(history), 3, 1)
        assert "Back from Vermont" not in found.text
        assert "I go to Vermont" in found.text or history == "oracle"


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_every_architecture_plays(architecture: str) -> None:
    """Its context has the line that answers, and nothing but lines that were said; it is the same turn by turn."""
    found = after(made("packed", architecture=architecture), 3, 2)
    assert after(made("packed", architecture=architecture), 3, 2, at_once=False) == found
    said = {utterance.text for scene in SHOW.scenes for utterance in scene.utterances}
    assert {line.text for line in found.lines} <= said
    assert "Vermont" in found.text


def test_summaries_take_the_place_of_scenes_that_are_over() -> None:
    """The scene that is going on is shown as it is; the summary is what is searched."""
    model = ScriptedChat(lambda request: f"Summary: {request.messages[1].content.count(chr(10))} lines, Rachel goes.")
    summariser = Summariser(model, None, WordPieceCounter())
    found = after(made("summaries", summariser), 3, 2)
    assert "[Date: September 22, 1994, Session #2]\nSummary: 4 lines, Rachel goes." in found.text
    assert "Rachel: Back from Vermont!" in found.text
    assert "tomorrow" not in found.text
    assert [len(batch) for batch in model.batches] == [1, 1, 1]
    assert summariser.cost.calls == 3
    assert next(line.text for line in found.lines if line.speaker == "").startswith("Summary")


def test_a_scene_whose_summary_fails_stays_as_it_is() -> None:
    """A failed call and an empty reply are counted."""

    def reply(request: ChatRequest) -> object:
        return ModelUnreachableError("gone") if "Vermont" in request.messages[1].content else " "

    summariser = Summariser(ScriptedChat(reply), None, WordPieceCounter())
    found = after(made("summaries", summariser), 3, 2)
    assert "Rachel: I go to Vermont tomorrow." in found.text
    assert summariser.failed == {"empty": 2, "ModelUnreachableError": 1}


def test_the_newest_scenes_are_those_that_fit() -> None:
    """In order; the next older one that does not fit ends it."""
    counter = WordPieceCounter()
    everything = after(made("newest"), 3, 2)
    assert everything.text.startswith("[Date: September 22, 1994, Session #1]\nRoss: Hi.")
    (needed,) = counter.count(
        ["[Date: September 29, 1994, Session #2]\nRoss: Where is everybody?\nRachel: Back from Vermont!"]
    )
    found = after(made("newest", window=RESERVED + needed), 3, 2)
    assert found.text.startswith("[Date: September 29, 1994, Session #2]")
    assert {line.rank for line in found.lines} == {1}
    with pytest.raises(InputError, match="a window of 500 tokens holds nothing"):
        AgentSettings("newest", window=RESERVED)


def test_the_oracle_sees_the_scenes_of_the_evidence() -> None:
    """By their dates; without dates, those of the episode so far. None of the future."""
    dated = replace(VERMONT, evidence=(date(1994, 9, 22), date(1994, 10, 6)))
    found = after(made("oracle"), 3, 2, dated)
    assert [line for line in found.text.split("\n") if line.startswith("[")] == [
        "[Date: September 22, 1994, Session #1]",
        "[Date: September 22, 1994, Session #2]",
    ]
    assert found.lines[0].text == "I go to Vermont tomorrow."  # the lines are in the order of BM25
    undated = after(made("oracle"), 3, 2)
    assert undated.text.startswith("[Date: September 29, 1994, Session #1]\nGunther: I sing alone.")
    assert "Back from Vermont" in undated.text
    nothing = after(made("oracle"), 3, 2, replace(VERMONT, evidence=()))
    assert nothing == FoundEvidence("", ())


def test_what_does_not_go_together_is_refused() -> None:
    """An unknown history, and summaries that nobody writes."""
    with pytest.raises(InputError, match="no history is called 'all'; the histories are packed, utterances"):
        AgentSettings("all")
    with pytest.raises(InputError, match="the history newest is scenes, not the 3 best units; leave out k"):
        AgentSettings("newest", k=3)
    with pytest.raises(InputError, match="summaries are written by a chat model"):
        made("summaries")
    with pytest.raises(InputError, match="no architecture is called 'none'"):
        made("packed", architecture="none")
    with pytest.raises(UnsupportedError, match="sgmem-s finds units of size 'session'"):
        made("utterances", architecture="sgmem-s")
