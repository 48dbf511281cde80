"""Everything a chat model writes: memos about a conversation (`memos`), and answers and replies from memory.

    a packed context ──▶ answer request ──▶ an answer, whose citations are checked

Each module holds a prompt and the schema of its reply. Text of the conversation goes into a prompt as data: as a JSON
string, which it cannot break out of.
"""

from convograph.generation.answers import answer_request, read_answer
from convograph.generation.citations import uncited

__all__ = ["answer_request", "read_answer", "uncited"]
