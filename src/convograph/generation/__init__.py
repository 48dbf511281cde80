"""Everything a chat model writes: memos about a conversation (`memos`), and answers and replies from memory.

    a packed context ──▶ answer request ──▶ an answer, whose citations are checked

Each module holds a prompt and the schema of its reply. Text of the conversation goes into a prompt as data: as a JSON
string, which it cannot break out of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from convograph.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from convograph.generation.answers import answer_request, declines, read_answer
    from convograph.generation.chat_replies import chat_request, read_reply
    from convograph.generation.citations import uncited

__all__ = ["answer_request", "chat_request", "declines", "read_answer", "read_reply", "uncited"]

__getattr__ = lazy_exports(
    __name__,
    {
        ".answers": ("answer_request", "declines", "read_answer"),
        ".chat_replies": ("chat_request", "read_reply"),
        ".citations": ("uncited",),
    },
)
