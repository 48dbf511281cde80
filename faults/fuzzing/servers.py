"""Parsers of server responses and model replies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import convograph
from convograph.architectures.associa import ChatDeliberator, Retrieved
from convograph.build import ARCHITECTURES, Parts, make_encoder
from convograph.chat import MAX_COUNTED_TOKENS, ChatReply, ChatRequest, Message
from convograph.communities.description import Member
from convograph.encoders.http import HttpEncoder
from convograph.endpoint import failures
from convograph.endpoint.address import read_address
from convograph.errors import ModelError
from convograph.formats.memo_limits import check_memo
from convograph.generation.answers import read_answer
from convograph.generation.chat_replies import read_reply as read_chat_reply
from convograph.generation.community_names import (
    ShownEpisode,
    StatedCommunity,
    UnnamedCommunity,
    community_request,
    memo_of_community,
)
from convograph.generation.deliberation import MOST_ENTITIES
from convograph.generation.entity_profiles import (
    merged,
    profile_request,
    reply_shape,
)
from convograph.generation.memos import KINDS
from convograph.generation.memos.triplet_replies import read_triplets
from convograph.generation.profile_memos import (
    NOTHING,
    PendingProfile,
    ProfileRound,
    Property,
    memos_of,
)
from convograph.llm.replies import read_events, read_reply
from convograph.llm.scripted import ScriptedChat
from convograph.structured import ask_for
from convograph.types import Memo, SourceTurn, WrittenKind
from convograph_eval.judges import JUDGES, AnsweredQuestion
from faults.fuzzing.parser import FEW, Parser, Read, lines, of_text, pure, text_of, texts, values

ADDRESS = read_address("http://localhost:1/v1", "secret")
REQUEST = ChatRequest("fuzz", (Message("user", "Say yes."),))
QUESTION = "Where does the cat sleep?"
TURN = {"speaker": "Ana", "text": "My cat Miso sleeps on the boiler."}

COMPLETION = {
    "model": "small",
    "choices": [{"message": {"role": "assistant", "content": "Yes."}, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 12, "completion_tokens": 1},
}
ERROR = {"error": {"message": "slow down", "code": "rate_limit", "param": "max_tokens", "type": "x"}}
EMBEDDINGS = {"data": [{"index": 0, "embedding": [0.6, 0.8]}]}
EVENTS = (
    b'data: {"choices": [{"delta": {"content": "Ye"}}]}',
    b": still here",
    b'data: {"choices": [{"delta": {"content": "s."}, "finish_reason": "stop"}]}',
    b"data: [DONE]",
)
ASKED = 2  # messages of a first request; repair requests have more
STATUSES = (300, 400, 401, 404, 429, 500, 999)

EVENT = {
    **{"event": "get a cat", "event_time": "7 May 2023", "description": "Ana got a cat."},
    **{"triplets": [["Ana", "got", "a cat"]], "lines": [1]},
}
SAYINGS: Mapping[WrittenKind, tuple[bytes, ...]] = {
    "summary": values({"summary": "Ana has a cat."}),
    "fact": values({"facts": ["Ana has a cat.", "Miso sleeps."]}),
    "insight": values({"insights": [{"timestamp": "2024-05-01", "content": "Ana likes cats."}]}),
    "triplet": values({"triplets": [{"subject": "Ana", "relation": "has", "object": "a cat", "line": 1}]}),
    "event": values({"events": [EVENT]}, [EVENT]),
}
PROFILES = values(
    {
        **{"description": "Ana has a cat.", "homeLocation": {"value": "Porto", "messages": [1]}},
        **{"pets": [{"value": "a cat", "messages": [1]}, "Miso"]},
        "profileAttributeFacts": [{"attribute": "pets", "target": "Miso", "fact": "Ana has Miso.", "messages": [1]}],
    },
    {"description": "Ana.", "homeLocation": None, "pets": None},
)
COMMUNITIES = values({"name": "Ana and her cat Miso", "description": "They sleep on the boiler."})
DELIBERATIONS = values({"add_entity": ["Miso", "boiler"], "unrelated_content": ["Ana: The boiler."]}, {})
TAKEN = {"triplet": "glong", "event": "associa"}  # the architecture that takes these memos
ANSWERS = texts("On the boiler [1].", "<think>cat</think> On the boiler [1][2], says Ana [9].", "not in memory", "[1]")
VERDICTS = (
    *values({"correct": True, "explanation": "Yes."}, {"label": "CORRECT", "reasoning": "a"}, {"score": 1}),
    *texts("yes", "No.", "CORRECT", "<think>no</think>yes", '```json\n{"label": "WRONG"}\n```'),
)


def _body(content: bytes) -> None:
    """Check that a reply encodes as UTF-8 and that its counts fit into a store."""
    reply = read_reply(content, REQUEST, ADDRESS, "small", 0.1)
    (reply.text + reply.model).encode()
    assert len(reply.model) <= 512
    counts = (reply.prompt_tokens, reply.completion_tokens)
    assert all(count is None or 0 <= count <= MAX_COUNTED_TOKENS for count in counts)


def _stream(content: bytes) -> None:
    for piece in read_events(content.split(b"\n"), REQUEST, ADDRESS):
        piece.encode()


def _error_page(content: bytes) -> None:
    """Check that the error is one short line, without the key, with a waiting time that is a number or none."""
    header = text_of(content)[-40:]
    for status in STATUSES:
        error = failures.of_status(ADDRESS, status, content, {"retry-after": header})
        assert isinstance(error, ModelError)
        assert str(error).isprintable()
        assert len(str(error)) < 600
        assert "secret" not in str(error) or status == 401


def _vectors(folder: Path) -> Read:
    encoder = HttpEncoder("small", "http://localhost:1/v1", dimensions=2)

    def read(content: bytes) -> None:
        assert encoder._unit_rows(content, 1, 2).shape == (1, 2)

    return read


def _address(text: str) -> None:
    for key in (None, text):
        read_address(text, key)


def _saying(content: bytes) -> ScriptedChat:
    """A model that replies with this content, and with its halves swapped when asked to repair it."""
    text = text_of(content)
    half = len(text) // 2
    replies = (text, text[half:] + text[:half])
    return ScriptedChat(lambda request: ChatReply(replies[len(request.messages) > ASKED], "m", 1, 1, 0.0))


def _enrich(kind: WrittenKind, folder: Path) -> Read:
    """Check that unusable replies are reported as failures, and that the store can be exported."""
    architecture = ARCHITECTURES[TAKEN.get(kind, "sgmem-tmfi")](Parts(make_encoder("static")))

    def read(content: bytes) -> None:
        model = _saying(content)
        with convograph.open(":memory:", architecture=architecture) as memory:
            memory.add([TURN], session="s")
            if kind == "insight":
                memory.bring([{"kind": "fact", "text": "Ana has a cat.", "session": "s"}])
            before = len(memory.memos())
            report = memory.enrich(model, kinds=[kind], workers=1)
            assert len(memory.memos()) - before == sum(report.written.values())
            assert report.failures or not report.waiting
            memory.export_to(lambda line: line.encode())

    return read


def _triplets(text: str) -> None:
    for complete in (True, False):
        read_triplets(ChatReply(text, "m", 1, 1, 0.0, complete), 2)


def _answers(folder: Path) -> Read:
    """Check that an answer encodes as UTF-8 and has only citations that exist."""
    with convograph.open(":memory:", architecture="bm25") as memory:
        memory.add([TURN], session="s")
        context = memory.context(QUESTION)
    known = {one.number for one in context.citations}

    def read(content: bytes) -> None:
        reply = ChatReply(text_of(content), "m", 1, 1, 0.0)
        for answer in (read_answer(context, reply), read_chat_reply(context, reply)):
            answer.text.encode()
            answer.raw.encode()
            assert {one.number for one in answer.citations} <= known

    return read


def _talk(folder: Path) -> Read:
    """Check that a conversation survives any model reply, and can be exported."""

    def read(content: bytes) -> None:
        with convograph.open(":memory:", architecture="hybrid") as memory:
            memory.add([TURN], session="s")
            try:
                convograph.Talk(memory, _saying(content)).say(QUESTION).text.encode()
            finally:
                memory.export_to(lambda line: line.encode())

    return read


def _deliberation(text: str) -> None:
    """Check that the missing entities are few and encode as UTF-8, for any model reply."""
    said = ChatDeliberator(_saying(text.encode("utf-8", "surrogatepass"))).deliberate(QUESTION, Retrieved((), (), ()))
    assert len(said.missing) <= MOST_ENTITIES
    "".join((*said.missing, *said.unrelated)).encode()


def _profile(text: str) -> None:
    """Check that the memos made from any model reply cite existing messages, and can be stored."""
    turn = SourceTurn(1, "s:0", "s", 0, TURN["speaker"], TURN["text"], None)
    shown = ProfileRound((turn,), (1,), (), ("Miso",))
    properties = Property("homeLocation", single=True), Property("pets", single=False)
    ana = PendingProfile("Ana", ("Ana",), "Person", properties, 1, NOTHING, (), (shown,))
    model = _saying(text.encode("utf-8", "surrogatepass"))
    (said,) = ask_for(model, [profile_request("", ana, NOTHING, shown)], reply_shape(properties))
    if isinstance(said, ModelError):
        raise said
    for memo in memos_of(ana, merged(NOTHING, said.value, ana, shown, "m")):
        check_memo(Memo(memo.kind, memo.text, None, ("s:0",), None, memo.details.triplets), "memo")
        assert memo.turns == (1,)


def _community(text: str) -> None:
    """Check that the memo made from any model reply can be stored."""
    turn = SourceTurn(1, "s:0", "s", 0, TURN["speaker"], TURN["text"], None)
    members = Member("Ana", "person", 1), Member("Miso", "animal", 1)
    one = UnnamedCommunity((("Ana", "Miso"), (1,)), members, (ShownEpisode((turn,), ("Ana", "Miso")),))
    model = _saying(text.encode("utf-8", "surrogatepass"))
    (said,) = ask_for(model, [community_request("", one)], StatedCommunity)
    if isinstance(said, ModelError):
        raise said
    memo = memo_of_community(one, said.value, "m")
    check_memo(Memo(memo.kind, memo.text, None, ("s:0",), None, memo.details.triplets), "memo")


def _judge(name: str) -> Callable[[bytes], None]:
    judge = JUDGES[name]
    answered = [AnsweredQuestion("q", QUESTION, "1", "the boiler", "On the boiler.")]

    def read(content: bytes) -> None:
        (verdict,) = judge(answered, _saying(content))
        assert verdict.right in (True, False) or isinstance(verdict.failed, ModelError)
        if verdict.failed:
            raise verdict.failed

    return read


PARSERS: Mapping[str, Parser] = {
    "reply-body": Parser(values(COMPLETION, ERROR), pure(_body)),
    "reply-stream": Parser((b"\n".join(EVENTS),), pure(_stream)),
    "error-page": Parser(
        (*values(ERROR, {"detail": "no"}), b"<html>Bad gateway</html> Wed, 21 Oct 2025 07:28:00 GMT", b"no 30"),
        pure(_error_page),
    ),
    "embeddings": Parser(values(EMBEDDINGS), _vectors),
    "address": Parser(
        texts("https://api.example.com:8080/v1/", "http://[::1]/v1", "http://user:pw@host/v1?x=1"), of_text(_address)
    ),
    **{f"{kind}-reply": Parser(SAYINGS[kind], partial(_enrich, kind), FEW) for kind in KINDS if kind in SAYINGS},
    "triplet-list": Parser(
        (*SAYINGS["triplet"], lines(SAYINGS["triplet"][0].decode())), of_text(_triplets), errors=(ValueError,)
    ),
    "deliberation": Parser(DELIBERATIONS, of_text(_deliberation)),
    "profile-reply": Parser(PROFILES, of_text(_profile)),
    "community-reply": Parser(COMMUNITIES, of_text(_community)),
    "answer-reply": Parser(ANSWERS, _answers),
    "talk": Parser(ANSWERS, _talk, FEW),
    **{f"judge-{name}": Parser(VERDICTS, pure(_judge(name))) for name in JUDGES},
}
"""Parsers of responses and replies, by name."""
