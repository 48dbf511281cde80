"""PersonaExt's sentences read by a chat model: scored as the rules are, failures apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from convograph.chat import ChatRequest
from convograph.errors import InputError, ModelBusyError, ModelError
from convograph.generation.memos.triplets import triplet_request
from convograph.llm.scripted import ScriptedChat
from convograph.tokens import WordPieceCounter
from convograph_eval.answering import Replies
from convograph_eval.language.personaext.corpus import MarkedSentence, MarkedTriplet
from convograph_eval.language.personaext.scores import SPEAKER, turn_of
from convograph_eval.training.evaluation import ModelExtractor, held_out_of, measure_model

SENTENCES = (
    MarkedSentence("i have a dog.", (MarkedTriplet("i", "dog", "have_pet"),)),
    MarkedSentence("i love jazz", (MarkedTriplet("i", "jazz", "like_activity"),)),
    MarkedSentence("i can not swim", (MarkedTriplet("i", "swim", "weakness"),)),
    MarkedSentence("i drink tea", (MarkedTriplet("i", "tea", "like_drink"),)),
)
SAID = {  # by a word of the prompt: subject, relation, object
    "dog": [(SPEAKER, "have_pet", "dog")],
    "jazz": [("I", "Like Activity", "jazz")],
    "swim": [(SPEAKER, "can not", "swimming"), (SPEAKER, "wants", "a pool")],
    "tea": [],
}


def reply_to(request: ChatRequest) -> str:
    """The triplets by the word in the prompt."""
    (triplets,) = (said for word, said in SAID.items() if word in request.messages[1].content)
    keys = ("subject", "relation", "object")
    return json.dumps({"triplets": [dict(zip(keys, triplet, strict=True)) for triplet in triplets]})


def extractor(model: ScriptedChat, replies: Replies | None = None) -> ModelExtractor:
    """With a counter for what the model does not count."""
    return ModelExtractor(model, replies, WordPieceCounter())


def test_a_model_is_asked_as_at_run_time_and_scored_as_the_rules_are() -> None:
    """Labels count by their name, in any case; "I" is the speaker; a denied verb is a weakness by the rules' table."""
    model = ScriptedChat(reply_to, "tuned")
    steps: list[tuple[int, int]] = []
    measured = measure_model(SENTENCES, extractor(model), (1_000_000.0, 0.0), lambda *step: steps.append(step))
    summary = measured.summary
    sent = {request.messages for batch in model.batches for request in batch}
    assert sent == {triplet_request("", [turn_of(n, one)]).messages for n, one in enumerate(SENTENCES)}
    assert summary["levels"]["relation"] == {
        **{"right": 3, "stated": 3, "found": 3, "gold": 4},
        **{"precision": 1.0, "recall": 0.75, "f1": pytest.approx(6 / 7)},
    }
    assert summary["levels"]["strict"]["found"] == 2
    assert summary["levels"]["tail"]["found"] == 3
    assert (summary["model"], summary["failed"], summary["cost"]["calls"]) == ("tuned", 0, 4)
    assert summary["cost"]["money"] == summary["cost"]["prompt_tokens"] > 0
    assert steps == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_failures_are_in_no_score_and_asked_for_again(tmp_path: Path) -> None:
    """A call that fails, and a reply without a list even after its repair; the others are cached."""
    ill = True

    def answer(request: ChatRequest) -> object:
        text = request.messages[1].content
        if ill and "jazz" in text:
            return ModelBusyError("come back later")
        return "Nothing to see." if ill and "tea" in text else reply_to(request)

    replies = Replies(tmp_path)
    first = measure_model(SENTENCES, extractor(ScriptedChat(answer), replies)).summary
    assert (first["sentences"], first["marked"], first["failed"]) == (2, 2, 2)
    assert [reason.split(":")[0] for reason in first["reasons"]] == ["ModelBusyError", "ModelOutputError"]
    ill = False
    again = measure_model(SENTENCES, extractor(ScriptedChat(answer), replies)).summary
    assert (again["sentences"], again["failed"]) == (4, 0)
    assert (again["cost"]["calls"], again["cost"]["kept"]) == (2, 2)
    replies.close()


def test_a_server_that_is_down_is_given_up() -> None:
    """Rather than asked for every sentence."""
    model = ScriptedChat(lambda request: ModelBusyError("busy"))
    many = [MarkedSentence(f"i have {number} dogs", ()) for number in range(100)]
    with pytest.raises(ModelError, match="calls in a row failed"):
        measure_model(many, extractor(model))
    assert len(model.batches) < 20


def test_what_was_held_out_is_measured(tmp_path: Path) -> None:
    """By the file in the folder of a run; a file about other sentences is an error."""
    file = tmp_path / "held-out.jsonl"
    file.write_text("".join(json.dumps({"group": text}) + "\n" for text in ("i love jazz", "elsewhere")))
    assert held_out_of(SENTENCES, file) == [SENTENCES[1]]
    file.write_text('{"group": "elsewhere"}\n')
    with pytest.raises(InputError, match="has no sentence of the data"):
        held_out_of(SENTENCES, file)
    file.write_text('{"text": "i love jazz"}\n')
    with pytest.raises(InputError, match="group is missing"):
        held_out_of(SENTENCES, file)
