"""Sessions cut at silences, of files that have none of their own."""

from __future__ import annotations

import json

import pytest

from convograph.errors import InputError
from convograph.formats import read_text

CHAT = """\
[2024-03-01 18:30] Ana: Hi.
Ben: Yo.
[2024-03-01 23:00] Ben: Still up?
[2024-03-02 08:00] Ana: Morning.
[2024-03-02 07:59] Ben: Early.
"""


def split(text: str, hours: float = 6, name: str = "team") -> list[tuple[str | None, int]]:
    """The id and the number of turns of each session."""
    (read,) = read_text(text, name, split_hours=hours)
    return [(session.id, len(session.turns)) for session in read.sessions]


def test_a_silence_ends_a_session_named_by_its_first_minute():
    """A turn without a time goes with the one before, and a time that goes back ends none."""
    assert split(CHAT) == [("team#2024-03-01-1830", 3), ("team#2024-03-02-0800", 2)]
    assert split(CHAT, 4) == [("team#2024-03-01-1830", 2), ("team#2024-03-01-2300", 1), ("team#2024-03-02-0800", 2)]
    assert split(CHAT, 24) == [("team#2024-03-01-1830", 5)]
    assert len(read_text(CHAT, "team")[0].sessions) == 1


def test_a_longer_file_keeps_the_sessions_before():
    """A copy of the file has the name of its original."""
    longer = f"{CHAT}[2024-03-02 09:00] Ana: Coffee?\n[2024-03-05 09:00] Ben: Back.\n"
    before, after = split(CHAT), split(longer, name="team (1)")
    assert after == [before[0], ("team#2024-03-02-0800", 3), ("team#2024-03-05-0900", 1)]


def test_lists_and_lines_are_split_alike():
    """By instants, where offsets from UTC are known; turns before the first time go with it."""
    turns = [
        {"speaker": "Ana", "text": "Hi."},
        {"speaker": "Ana", "text": "Hi?", "time": "2024-03-01T18:30:00+00:00"},
        {"speaker": "Ben", "text": "Yo.", "time": "2024-03-02T01:00:00+02:00"},
    ]
    expected = [("team#2024-03-01-1830", 3)]
    assert split(json.dumps(turns)) == split("\n".join(map(json.dumps, turns))) == expected


@pytest.mark.parametrize(
    "text",
    [
        "# 2024-03-01\nAna: Hi.\n\n# 2024-03-02\nAna: Yo.\n",
        '{"id": "s", "turns": [{"text": "Hi.", "time": "2024-03-01"}]}',
        '{"text": "Hi.", "session": "s", "time": "2024-03-01"}',
        "31/12/23, 23:59 - Ana: Hi\n",
        '[{"type": "message", "user": "U1", "ts": "1709310600.000200", "text": "hi"}]',
        '[{"sample_id": "team", "conversation": {"session_1": [{"speaker": "A", "dia_id": "D1:1", "text": "a"}]}}]',
    ],
)
def test_files_with_sessions_of_their_own_are_refused(text):
    """Whatever names them."""
    with pytest.raises(InputError, match=r"^team: has sessions of its own; add it without --split-hours$"):
        split(text)


def test_what_has_no_times_and_hours_that_cannot_be_are_refused():
    """On one line."""
    with pytest.raises(InputError, match=r"^team: has no times to split it by; add it without --split-hours$"):
        split("Ana: Hi.\nBen: Yo.\n")
    for hours in (0, -1, float("nan"), 1e9, True):
        with pytest.raises(InputError, match=r"^the hours that split sessions are from 0.1 to 100,000: "):
            split(CHAT, hours)
