"""What is said of a value: one vocabulary, of which phrases, statements and readings each know a part."""

from __future__ import annotations

from typing import Literal

Act = Literal["holds", "begins", "further", "ends", "past", "corrects", "nothing"]
"""That a value holds, begins to ("move to"), begins besides others ("also"), ends ("break up with"), was so formerly,
or takes the place of one just stated; `"nothing"` if it is supposed, wished, asked, quoted, or of somebody else."""

PhraseAct = Literal["holds", "begins", "ends"]
"""What a phrase or a frame says."""

StatedAct = Literal["holds", "begins", "ends", "past", "corrects"]
"""What a statement tells; one of a further value begins, and says besides that it is `further`."""

ReadAct = Literal["holds", "begins", "further", "ends", "past", "nothing"]
"""Which force the learned reader finds, in the order of its weights."""
