"""A conversation cut into pieces: sentences of a turn, units of a session. Pure."""

from convograph.segmentation.sentences import FINGERPRINT, MAX_SENTENCE, sentence_spans
from convograph.segmentation.units import DIALOGUE_UNITS, Spoken, grouped, grouping, is_user, line, rounds

__all__ = [
    "DIALOGUE_UNITS",
    "FINGERPRINT",
    "MAX_SENTENCE",
    "Spoken",
    "grouped",
    "grouping",
    "is_user",
    "line",
    "rounds",
    "sentence_spans",
]
