"""A conversation with a memory that stores the conversation as it goes.

line ──▶ stored ──▶ recalled ──▶ packed, with the last lines ──▶ model ──▶ reply, checked ──▶ stored
                            └──▶ without a model: sentences quoted
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from hashlib import blake2b

from convograph import generation
from convograph.chat import OnText
from convograph.context.budget import DEFAULT_BUDGET, check_budget, hits_for
from convograph.errors import ConflictError, NotFoundError
from convograph.formats.arguments import (
    check_callback,
    check_is_chat_model,
    check_kind,
    check_probability,
    check_string,
)
from convograph.formats.limits import MAX_ID_CHARACTERS, MAX_SPEAKER_CHARACTERS, check_name
from convograph.memory.memory import ANSWER_K, Memory
from convograph.memory.moments import Moment
from convograph.memory.recalling.asked_turns import without_shown
from convograph.memory.recalling.likelihood import MIN_PROBABILITY
from convograph.memory.storing.live_turns import SILENCE_HOURS, check_hours
from convograph.protocols import ChatModel
from convograph.types import Answer, MetadataValue, Recall, Said, SourceTurn, Turn

REPLY = "/reply"
"""What follows the id of a line in the id of the reply to it."""

EXCHANGE = 2  # lines: the user's last one and the reply
RECENT = 10  # lines of history shown to the model: five exchanges


class Talk:
    """One session of talking with a memory; not thread-safe.

    `session` is its id, by default a new one; a stored session is continued. Without a `session`, a first line that
    was stored before under its `id` continues its session. With `silence_hours` and no `session`, the talk continues
    the owner's latest session begun by `Memory.append` or another such talk, unless it was silent for longer; so a
    server may create a `Talk` per request. Its `session` is then `None` until the first line.

    Lines are stored under the speaker names `user` and `assistant`. Without a `model`, `say` quotes, and only the
    user's lines are stored. Nothing is recalled for a line if the probability that memory answers is below
    `min_probability`, as in `Memory.context`; with `None`, the best hits are always recalled.
    """

    def __init__(
        self,
        memory: Memory,
        model: ChatModel | None = None,
        *,
        session: str | None = None,
        silence_hours: float | None = None,
        user: str = "user",
        assistant: str = "assistant",
        budget: int = DEFAULT_BUDGET,
        min_probability: float | None = MIN_PROBABILITY,
    ) -> None:
        check_kind(memory, Memory, "memory", "open one with convograph.open")
        if model is not None:
            check_is_chat_model(model)
        for name, speaker in (("user", user), ("assistant", assistant)):
            check_string(speaker, name)
            check_name(speaker, name, MAX_SPEAKER_CHARACTERS)
        check_name(session or None, "session", MAX_ID_CHARACTERS)
        if silence_hours is not None:
            check_hours(silence_hours)
        check_budget(budget)
        check_probability(min_probability, "min_probability")
        self.memory = memory
        self.model = model
        self.session = session or (_new_name() if silence_hours is None else None)
        self._may_continue = not session and silence_hours is None  # until something is said
        self.silence_hours = SILENCE_HOURS if silence_hours is None else silence_hours
        self.user = user
        self.assistant = assistant
        self.budget = budget
        self.min_probability = min_probability

    def say(
        self,
        text: str,
        on_text: OnText | None = None,
        *,
        id: str | None = None,  # noqa: A002 - as a turn's
        metadata: Mapping[str, MetadataValue] | None = None,
        said: Moment | Said | None = None,
    ) -> Answer:
        """The reply to a line of the user; `on_text` receives its pieces as they arrive, a quotation in one piece.

        The line is stored with its `metadata` and the time `said` (default: now, local time). A line with an `id` is
        stored only once, and so is its reply, under that id with `REPLY` behind it: a line given again gets the stored
        reply, without citations, and no model is called. If two calls with one `id` run at the same time, both call the
        model, and both return the reply that was stored first.

        A model's reply is in `text` whether it cites the memory (`found`) or not. The user's line is stored first, and
        the reply, without its citations, once it is complete: a failure neither loses nor invents a line. Raises
        `InputError` for a line that cannot be stored, and the `ModelError` of a failed call.
        """
        check_callback(on_text, "on_text")
        line = self._remember(Turn(text, self.user, id=id, metadata={} if metadata is None else metadata), said)
        recent = self.memory.turns_before(line, RECENT)
        if self.model is None:
            return _told(self.memory.quote(self._recall(line, [line], recent, ANSWER_K), shown=[line]), on_text)
        shown = [*recent, line]
        found = self._recall(line, shown, recent, hits_for(self.budget))
        if id is not None and (stored := self._reply_to(id)) is not None:
            return _told(_given_before(stored, found), on_text)
        context = self.memory.pack(found, self.budget, shown=shown)
        request = generation.chat_request(context, recent, line, self.assistant)
        reply = self.memory.reply(self.model, request, on_text=on_text)
        answer = generation.read_reply(context, reply)
        replied = Turn(generation.uncited(answer.text), self.assistant, id=None if id is None else _reply_id(id))
        try:
            self._remember(replied, said)
        except ConflictError:  # another call with this id has replied meanwhile
            stored = None if id is None else self._reply_to(id)
            if stored is None:
                raise
            return _given_before(stored, found)
        return answer

    def _remember(self, turn: Turn, said: Moment | Said | None) -> SourceTurn:
        """Store a turn in the session of the talk; the first line determines the session."""
        if self._may_continue:
            self.session = self._session_of(turn) or self.session
        stored = self.memory.append(turn, self.session, said=said, silence_hours=self.silence_hours)
        self.session, self._may_continue = stored.session, False
        return stored

    def _session_of(self, turn: Turn) -> str | None:
        """The session in which a line is stored already under its id, or `None`."""
        if turn.id is None:
            return None
        try:
            stored = self.memory.turn(turn.id)
        except NotFoundError:
            return None
        return stored.session if (stored.speaker, stored.text) == (turn.speaker, turn.text) else None

    def _reply_to(self, line: str) -> str | None:
        """The stored reply to the line with an id, or `None`."""
        try:
            stored = self.memory.turn(_reply_id(line))
        except NotFoundError:
            return None
        return stored.text if stored.speaker == self.assistant else None

    def _recall(self, line: SourceTurn, shown: Collection[SourceTurn], recent: Sequence[SourceTurn], k: int) -> Recall:
        """The `k` best hits for a line that may refer to the last exchange, without turns that are shown anyway."""
        now = None if line.said is None else line.said.local
        before = [turn.text for turn in recent[-EXCHANGE:]]
        found = self.memory.recall(
            line.text, k=k + len(shown), asked_at=now, recent=before, min_probability=self.min_probability
        )
        return without_shown(found, shown, k)


def _reply_id(line: str) -> str:
    """The id of the reply to the line with an id; hashed if the two together would be too long for one."""
    if len(line) + len(REPLY) > MAX_ID_CHARACTERS:
        line = blake2b(line.encode(), digest_size=16).hexdigest()
    return line + REPLY


def _given_before(reply: str, found: Recall) -> Answer:
    """A stored reply, whose citations were not stored."""
    return Answer(found.question, "generated", found=False, text=reply, citations=(), evidence=(), recall=found)


def _told(answer: Answer, on_text: OnText | None) -> Answer:
    """The answer, once `on_text` has received its text in one piece."""
    if on_text is not None:
        on_text(answer.text)
    return answer


def _new_name() -> str:
    """A name that no other talk has, in a form that `Memory.append` does not continue."""
    return f"talk-{datetime.now():%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"
