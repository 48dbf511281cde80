"""The formats of files for the user's own show, as the help of commands prints them."""

from __future__ import annotations

from typing import Final

SHOW: Final = """\
  show.json: {"name": "Ours", "agent": "Ana", "scenes": [{"episode": "1", "number": "1", "date": "2024-05-01", \
"script": "Ana: I am back.\\nBen: Hello, Ana!"}, …]}; one line of a script is one utterance; what a scene's questions \
look like is in docs/papers/dialsim.md"""
CHRONICLE: Final = """\
  NAME.json of a chronicle: {"name": "ours", "sessions": [{"id": "1", "time": "2024-05-01T09:00", "turns": \
[{"speaker": "Ana", "text": "I am back."}, …]}, …]}, and beside it NAME.questions.json: [{"question": "Who is back?", \
"answer": "Ana", "evidence": [{"session": "1", "turn": 0}], "kind": "single-fact", \
"asked_at": "2024-06-01T09:00"}, …]"""
RELATIONS: Final = """\
  marked.jsonl, a line each: {"episode": "1", "number": "1", "head": "Ben", "relation": "sister", "tail": "Ana"}"""
