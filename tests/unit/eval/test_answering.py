"""The parts of answering runs, by cases that can be worked out by hand."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from convograph.chat import ChatReply, ChatRequest
from convograph.errors import InputError, ModelError, ModelRefusedError, ModelUnreachableError
from convograph.llm.scripted import ScriptedChat
from convograph.tokens import WordPieceCounter
from convograph.types import Context, Recall, SourceTurn, Usage
from convograph_eval.answering.circuit_breaker import FAILURES_IN_A_ROW, CircuitBreaker, Guarded
from convograph_eval.answering.cost import Cost, cost_of
from convograph_eval.answering.history_context import HISTORIES, history
from convograph_eval.answering.intervals import Mean, means
from convograph_eval.answering.judge_agreement import judge_agreement
from convograph_eval.answering.question import PreparedQuestion, QuestionAnswerer
from convograph_eval.answering.record import ANSWERING, AnswerRecord, CaseAnswers
from convograph_eval.answering.replies import RecordedModel, Replies
from convograph_eval.answering.responses import ABSTAINS, Response, abstains, generated
from convograph_eval.answering.settings import AnswerSettings
from convograph_eval.datasets import Question
from convograph_eval.retrieval import RunSettings
from support.chat import ask

RUN = RunSettings("locomo", "d.json", "bm25", "turn")
QUESTION = Question("q", "Where?", "single-hop", None, (), (), "Porto", abstention=False)
TURNS = [
    SourceTurn(key, f"t{key}", session, key, "Ana", f"one two {last}", None)
    for key, (session, last) in enumerate(zip("aabbc", ("three", "four", "five", "six", "seven"), strict=True))
]


class ByWords:
    """A word is a token; `[5]` and `Ana:` are words."""

    name = "words"

    def count(self, texts: list[str]) -> list[int]:
        return [len(text.split()) for text in texts]


def kept(name: str, *, k: int = 10, budget: int) -> list[tuple[str, list[str]]]:
    """Sessions with the ids of their turns."""
    made = history(name, TURNS, k, budget, ByWords())
    assert made.cut == len(TURNS) - sum(len(hit.turns) for hit in made.hits)
    return [(hit.id, [turn.id for turn in hit.turns]) for hit in made.hits]


def test_a_full_context_drops_the_oldest_turns_first() -> None:
    """A turn takes 5 words, a heading ("time unknown") 2, and 20 are kept for the question's time."""
    everything = [("a", ["t0", "t1"]), ("b", ["t2", "t3"]), ("c", ["t4"])]
    assert kept("full-context", budget=20 + 5 * 5 + 3 * 2) == everything
    assert kept("full-context", budget=20 + 5 * 5 + 3 * 2 - 1) == [("a", ["t1"]), *everything[1:]]
    assert kept("full-context", budget=20 + 5 + 2 + 5 + 2) == [("b", ["t3"]), ("c", ["t4"])]
    assert kept("full-context", budget=20) == []


def test_recent_sessions_are_whole_and_end_at_the_first_that_does_not_fit() -> None:
    """In reading order; at most k."""
    assert kept("recent-sessions", k=2, budget=1000) == [("b", ["t2", "t3"]), ("c", ["t4"])]
    assert kept("recent-sessions", budget=20 + 7 + 12) == [("b", ["t2", "t3"]), ("c", ["t4"])]
    assert kept("recent-sessions", budget=20 + 7 + 11) == [("c", ["t4"])]


def test_no_history_is_nothing() -> None:
    """Whatever the budget."""
    assert kept("no-history", budget=1000) == []


@pytest.mark.parametrize("name", HISTORIES)
@pytest.mark.parametrize("budget", [30, 60, 90, 10_000])
def test_what_was_chosen_fits_when_it_is_packed(name: str, budget: int) -> None:
    """With the tokenizer of the library, nothing is left out of the text; the question is its own."""
    counter = WordPieceCounter()
    made = history(name, TURNS, 10, budget, counter)
    context = made.context("Where?", None, budget, counter)
    assert context.left_out == ()
    assert [citation.turn for citation in context.citations] == TURNS[made.cut :]
    assert (context.question, context.recall.architecture) == ("Where?", name)


def test_costs_add_up_and_have_a_price() -> None:
    """A kept reply has its tokens, and is no call; a failure is a call without any."""
    request = ask("two words", purpose="answer")
    reply = ChatReply("three more words", "m", 100, 20, seconds=1.5)
    total = cost_of(request, reply, ByWords()) + cost_of(request, ModelRefusedError("no"), ByWords())
    assert total == Cost(calls=2, failures=1, prompt_tokens=100, completion_tokens=20, seconds=1.5)
    assert total.as_json((2.0, 5.0)) == {**asdict(total), "money": pytest.approx((100 * 2 + 20 * 5) / 1_000_000)}
    bare = ChatReply("three more words", "m", None, None, seconds=1.0, cached=True)
    expected = Cost(kept=1, prompt_tokens=2, completion_tokens=3, estimated=1, seconds=1.0)
    assert cost_of(request, bare, ByWords()) == expected


def test_means_have_intervals_over_the_questions_with_a_score() -> None:
    """Equal scores have no width; what nobody scored has no mean; questions count per metric."""
    found = means([{"f1": 0.5, "judge": 1.0, "none": None}, {"f1": 0.5, "judge": None, "none": None}])
    assert found == {"f1": Mean(0.5, 0.5, 0.5, 2), "judge": Mean(1.0, 1.0, 1.0, 1), "none": None}
    two = means([{"f1": 0.0}, {"f1": 1.0}])["f1"]
    assert two == Mean(0.5, 0.0, 1.0, 2)


def test_replies_are_kept_cut_ones_too(tmp_path: Path) -> None:
    """A second process asks nothing, and sees the reply as it came but for the mark."""
    reply = ChatReply("yes, be", "m", 5, 10, seconds=0.25, complete=False)
    model = ScriptedChat(lambda request: reply)
    for _ in range(2):
        replies = Replies(tmp_path)
        booked = RecordedModel(model, replies, ByWords())
        (outcome,) = booked.complete([ask()])
        replies.close()
    assert len(model.batches) == 1
    assert outcome == ChatReply("yes, be", "m", 5, 10, seconds=0.25, complete=False, cached=True)
    assert booked.cost == Cost(kept=1, prompt_tokens=5, completion_tokens=10, seconds=0.25)


def test_failures_and_what_was_forgotten_are_asked_again(tmp_path: Path) -> None:
    """Only the request that failed goes out again; after `reject`, both do, and all calls count as failures."""
    answers: list[Any] = [ModelUnreachableError("down"), "fine", "fine at last", "again", "again"]
    model = ScriptedChat(lambda request: answers.pop(0))
    replies = Replies(tmp_path)
    requests = [ask("first"), ask("second")]
    booked = RecordedModel(model, replies, ByWords())
    booked.complete(requests)
    booked.complete(requests)
    assert [len(batch) for batch in model.batches] == [2, 1]
    assert booked.cost.failures == 1
    booked.reject()
    assert (booked.cost.calls, booked.cost.failures) == (3, 3)
    assert [str(getattr(one, "text", one)) for one in booked.complete(requests)] == ["again", "again"]


def test_a_model_is_given_up_after_failures_in_a_row() -> None:
    """A success between them starts the count anew; then nothing is sent."""
    failing = ModelRefusedError("wrong key")
    script: list[Any] = [failing] * 7 + ["fine"] + [failing] * FAILURES_IN_A_ROW
    model, breaker = ScriptedChat(lambda request: script.pop(0)), CircuitBreaker()
    guarded = Guarded(model, breaker)
    for _ in range(7 + 1 + FAILURES_IN_A_ROW):
        breaker.check()
        guarded.complete([ask()])
    guarded.complete([ask()])
    assert script == []
    with pytest.raises(ModelError, match="8 calls in a row failed, the rest was not tried: wrong key"):
        breaker.check()


def test_a_model_that_never_answered_is_no_result() -> None:
    """Though it was asked less often than it takes to give it up; one that was not asked is no failure."""
    breaker = CircuitBreaker()
    breaker.check_answered()
    Guarded(ScriptedChat(lambda request: ModelUnreachableError("down")), breaker).complete([ask()])
    with pytest.raises(ModelError, match="every call failed: down"):
        breaker.check_answered()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("not in memory", True),
        ("**Not in memory.**", True),
        ("Not in memory: nobody says so.", True),
        ("Porto is not in memory", False),
        ("", False),
    ],
)
def test_words_that_abstain(words: str, expected: bool) -> None:
    """Those that the prompt asks for, in whatever dress."""
    assert abstains(words) is expected


CONTEXT = Context("Where?", "", 0, 10, "words", (), (), Recall("Where?", "bm25", "turn", (), Usage({}, 0)))


@pytest.mark.parametrize(
    ("words", "reply", "text"),
    [
        (False, "In Porto [7].", ABSTAINS),
        (True, "<think>Hm.</think> In Porto [7].", "In Porto."),
        (True, "Not in memory.", ABSTAINS),
    ],
)
def test_what_cites_nothing_counts_with_words_alone(words: bool, reply: str, text: str) -> None:
    """It is not found in any case; the text that is scored differs."""
    said = generated(
        CONTEXT, RecordedModel(ScriptedChat(lambda request: reply), None, ByWords()), short=True, words=words
    )
    assert (said.found, said.text, said.raw) == (False, text, reply)


def record_of(answer: Any, judge: Any = '{"score": 1}', judges: tuple[str, ...] = ("sgmem",)) -> AnswerRecord:
    """The record of a question without evidence; answers count as said."""
    settings = AnswerSettings(RUN, model="m", judge="j", judges=judges, words=True)
    answerer = QuestionAnswerer(
        settings, ScriptedChat(lambda _: answer), ScriptedChat(lambda _: judge), None, ByWords()
    )
    return answerer.record(PreparedQuestion(QUESTION, CONTEXT, 0, 1.0))


def test_a_right_answer() -> None:
    """All scores are 1; the report's record comes back from JSON as it was."""
    record = record_of("Porto.")
    assert record.metrics == {
        **{"quoted": None, "covered": None, "token_f1": 1.0, "bleu1": 1.0},
        **{"locomo_f1": 1.0, "sgmem": 1.0},
    }
    assert record.failed == {}
    answered = CaseAnswers("talk", (record,), {"q2": "not answerable"}, 0.5, 1, 2)
    assert CaseAnswers.from_json(answered.as_json()) == answered


@pytest.mark.parametrize(
    ("abstention", "found", "expected"),
    [
        (False, True, (1.0, 1.0, None, 0.0)),
        (False, False, (0.0, 0.0, None, 1.0)),
        (True, True, (None, None, 0.0, None)),
        (True, False, (None, None, 1.0, None)),
    ],
)
def test_a_quotation_holds_the_gold_or_refuses(
    abstention: bool, found: bool, expected: tuple[float | None, ...]
) -> None:
    """A refusal holds nothing, is right where there is no answer, and wrong where there is one."""
    question = replace(QUESTION, abstention=abstention)
    quoted = Response("She moved to Porto." if found else ABSTAINS, None, found)
    answerer = QuestionAnswerer(AnswerSettings(RUN), None, None, None, ByWords())
    metrics = answerer.record(PreparedQuestion(question, CONTEXT, 0, 1.0, quoted)).metrics
    assert tuple(metrics[name] for name in ("gold_words", "holds_gold", "refused", "wrongly_refused")) == expected


def test_a_failed_answer_is_no_wrong_answer() -> None:
    """It has no score, the error stands in its record, and no judge is asked."""
    record = record_of(ModelUnreachableError("the server is down"), judge=AssertionError("no judge"))
    assert record.failed == {ANSWERING: "ModelUnreachableError: the server is down"}
    assert set(record.metrics.values()) == {None}
    assert (record.answer, record.found) == (None, False)
    assert list(record.costs) == [ANSWERING]


def test_a_failed_judge_is_no_verdict() -> None:
    """The text metrics stand; the other judge's verdict too."""
    record = record_of("Porto.", judge="maybe", judges=("sgmem", "longmemeval"))
    assert record.metrics["sgmem"] is record.metrics["longmemeval"] is None
    assert record.metrics["token_f1"] == 1.0
    assert [error.partition(":")[0] for error in record.failed.values()] == ["ModelOutputError"] * 2
    assert {stage: cost.calls for stage, cost in record.costs.items()} == {ANSWERING: 1, "sgmem": 2, "longmemeval": 1}
    failures = {stage: cost.failures for stage, cost in record.costs.items()}
    assert failures == {ANSWERING: 0, "sgmem": 2, "longmemeval": 1}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"judge": "j", "judges": ("vibes",)}, "no judge is called 'vibes'; the judges are sgmem"),
        ({"judge": "j"}, "judges need a model"),
        ({"judges": ("sgmem",)}, "judges need a model"),
        ({"words": True}, "name a model"),
    ],
)
def test_settings_that_contradict_each_other(options: dict[str, Any], says: str) -> None:
    """Each is refused with what to do."""
    with pytest.raises(InputError, match=says):
        AnswerSettings(RUN, **options)


def test_a_judge_that_calls_all_right_is_too_lenient() -> None:
    """It agrees on the right answers alone, which are planted."""
    made = judge_agreement(ScriptedChat(lambda request: '{"label": "CORRECT"}'), ["lightgmem"])
    found = made["judges"]["lightgmem"]
    assert (found["both_wrong"], found["too_strict"], found["failed"]) == (0, 0, 0)
    assert found["both_right"] + found["too_lenient"] == found["cases"] == made["cost"]["calls"]
    assert found["agreement"] == found["both_right"] / found["cases"]
    assert found["too_lenient"] == len(found["mistaken"]) > 0


def test_an_unusable_reply_of_a_judge_is_a_failure_that_is_asked_for_again(tmp_path: Path) -> None:
    """Its tokens count; the replies that could be read are kept."""
    ill = True

    def answer(request: ChatRequest) -> str:
        return "perhaps" if ill and "Rubric" in request.messages[1].content else "yes"

    replies = Replies(tmp_path)
    made = judge_agreement(ScriptedChat(answer), ["longmemeval"], replies)
    unread = made["judges"]["longmemeval"]["failed"]
    assert 0 < unread == made["cost"]["failures"] < made["cost"]["calls"]
    assert "said neither yes nor no" in made["judges"]["longmemeval"]["reasons"][0]
    ill = False
    again = judge_agreement(ScriptedChat(answer), ["longmemeval"], replies)
    assert (again["judges"]["longmemeval"]["failed"], again["cost"]["failures"]) == (0, 0)
    assert (again["cost"]["calls"], again["cost"]["kept"]) == (unread, made["cost"]["calls"] - unread)
    replies.close()


def test_the_prompt_of_no_history_says_that_there_is_no_data() -> None:
    """It is the same prompt as with a context, so that the baseline differs in nothing else."""
    asked: list[ChatRequest] = []

    def answer(request: ChatRequest) -> str:
        asked.append(request)
        return "not in memory"

    context = history("no-history", TURNS, 10, 1000, ByWords()).context("Where?", None, 1000, ByWords())
    generated(context, RecordedModel(ScriptedChat(answer), None, ByWords()), short=True, words=False)
    assert "There is no data." in asked[0].messages[1].content
