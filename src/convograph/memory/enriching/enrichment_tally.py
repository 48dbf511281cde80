"""What a run of enrichment has done so far: memos written, calls, failures, and whether to give up."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from convograph.errors import CallLimitError, ModelError, ModelRefusedError
from convograph.types import EnrichFailure, WrittenKind

FAILURES_IN_A_ROW = 8  # the server is probably down: the rest would fail too

_UNAUTHORIZED = 401  # a 403 may concern one text only


@dataclass(slots=True)
class Tally:
    """Running totals."""

    written: Counter[WrittenKind] = field(default_factory=Counter)
    sessions: set[int] = field(default_factory=set)
    failures: list[EnrichFailure] = field(default_factory=list)
    calls: int = 0
    kept: int = 0
    untried: int = 0
    in_a_row: int = 0
    gave_up: bool = False

    def count(self, kind: WrittenKind, about: str, calls: int, failure: ModelError | None) -> None:
        """Count the outcome of a request, but not the memos made from it, and decide whether to give up."""
        self.calls += calls
        if isinstance(failure, CallLimitError):
            self.untried += 1
        elif failure is not None:
            self.failures.append(EnrichFailure(kind, about, str(failure)))
            self.in_a_row += 1
            self.gave_up = self.gave_up or refuses_key(failure) or self.in_a_row >= FAILURES_IN_A_ROW
        else:
            self.kept += calls == 0
            self.in_a_row = 0


def refuses_key(outcome: object) -> bool:
    """Whether the server refuses the key, so that every request would fail."""
    return isinstance(outcome, ModelRefusedError) and outcome.status == _UNAUTHORIZED
