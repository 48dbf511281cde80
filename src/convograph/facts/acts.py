"""What can be said about a value: one vocabulary, of which phrases, statements and readings each use a subset."""

from __future__ import annotations

from typing import Literal

Act = Literal["holds", "begins", "further", "ends", "past", "corrects", "nothing"]
"""A value holds, begins ("move to"), begins in addition to others ("also"), ends ("break up with"), held in the past,
or replaces one just stated; `"nothing"` if it is supposed, wished, asked or quoted, or is about somebody else."""

PhraseAct = Literal["holds", "begins", "ends"]
"""What a phrase or a frame can say."""

StatedAct = Literal["holds", "begins", "ends", "past", "corrects"]
"""What a statement can say; that a value comes on top of others is marked by `Statement.further` instead."""

ReadAct = Literal["holds", "begins", "further", "ends", "past", "nothing"]
"""The forces that the learned reader tells apart, in the order of its output weights."""
