"""Stored layers are derived again when the times that they were read by are read otherwise: their versions are raised.

Wording has the times of sentences, events have theirs, and triplets leave out words that only tell when.
"""

from __future__ import annotations

from hashlib import blake2b

from convograph.extraction import extractor, reading
from convograph.extraction.times import intervals_in, times_in
from convograph.layers import wording
from convograph.times import parse_said

SAID = parse_said("2023-05-08 13:56")  # a Monday
SENTENCES = (
    "We met yesterday evening.",
    "They moved my surgery to Monday.",
    "My exam was moved from 3 May to 10 May.",
    "They cancelled the visit on 3 April.",
    "We were away from 3 to 10 May.",
    "I'm on holiday from 3 to 10 October.",
    "We rented a car between 3 and 10 October 2022.",
    "The party is at half past seven on the 3rd.",
    "My flight leaves on 2 June.",
    "Grandma died on 2 June.",
    "She was born in the summer of 1984.",
    "We watch a film every other Friday since 2019.",
    "Let's have dinner next Friday at 8 pm.",
    "It took three days, two weeks ago.",
    "I've put it off till January.",
    "The wedding was at Easter, around noon.",
    "The gym moved my induction to Thursday 18th at 3pm.",
    "The cafe is closed until Christmas.",
    "The new printer comes thursday.",
    "Then the 12th to the 19th, or sorry, from the 25th.",
    "They asked whether the twenty-first of December suits us, it's a Thursday.",
    "Noted: the dentist on 27 July, from 11 to 1 pm.",
    "porto 16 to 23 may with lewis",
    "It's due a week on Tuesday, by the 20th they said.",
    "fortnight ago it was fine",
)
READ_BY = {("reading-10", "rules-12", "9"): "343fdfcaa056cd17"}
"""What `_read` gives, by the versions of reading, of rules and of wording that it belongs to."""


def test_who_reads_times_otherwise_raises_the_versions_of_what_is_stored() -> None:
    """Then the line of `READ_BY` is replaced; no store of an older version is taken for one of this."""
    versions = (reading.FINGERPRINT, extractor.FINGERPRINT, wording.VERSION)
    assert {versions: _read()} == READ_BY


def _read() -> str:
    """A digest of the times of all sentences."""
    found = [([(one.text, one.when) for one in times_in(text, SAID)], intervals_in(text, SAID)) for text in SENTENCES]
    return blake2b(repr(found).encode("utf-8"), digest_size=8).hexdigest()
