"""Small conversations in the form of LoCoMo's file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Said = Sequence[tuple[str, str]]


def sample(name: str, sessions: Mapping[str, Said], questions: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """A sample of Ana and Ben: sessions by their time, each the speakers and texts of its turns, `D1:1` the first."""
    conversation: dict[str, Any] = {"speaker_a": "Ana", "speaker_b": "Ben"}
    for number, (time, said) in enumerate(sessions.items(), start=1):
        conversation[f"session_{number}_date_time"] = time
        conversation[f"session_{number}"] = [
            {"speaker": speaker, "dia_id": f"D{number}:{place}", "text": text}
            for place, (speaker, text) in enumerate(said, start=1)
        ]
    return {"sample_id": name, "conversation": conversation, "qa": list(questions)}
