"""The debt of a scrub: deleted rows are gone at once; their remains in the file are overwritten as soon as possible.

A transaction that deletes content also records the debt. Only a finished scrub clears it, so it survives blocking
readers and the end of the process: the next writer that can scrubs.
"""

from __future__ import annotations

import os

from convograph.graph.rows import SettingRow
from convograph.graph.tables import SETTING, SHARED_OWNER
from convograph.protocols import OwnerView, OwnerWrite, Store

_DEBT = "owes_scrub"


def record_scrub_debt(writing: OwnerWrite) -> None:
    """Record that deleted rows have to be overwritten, with a new value each time: no scrub clears a later debt."""
    writing.put(SETTING, [SettingRow(_DEBT, os.urandom(8).hex())])


def scrub_debt(reading: OwnerView) -> str | None:
    """The value that identifies the debt; `None` while nothing is owed."""
    return next((row.value for row in reading.rows(SETTING) if row.name == _DEBT), None)


def owes_scrub(store: Store) -> bool:
    """Whether deleted rows have not been overwritten yet."""
    with store.read(SHARED_OWNER) as reading:
        return scrub_debt(reading) is not None


def scrub(store: Store, *, patient: bool = True) -> bool:
    """Overwrite the remains of deleted rows and clear the debt; false while that cannot be done.

    A `patient` call waits for readers as long as the store waits for a lock; any other does not wait.
    """
    with store.read(SHARED_OWNER) as reading:
        debt = scrub_debt(reading)
    if not store.scrub(patient=patient):
        return False
    if debt is not None:
        with store.write(SHARED_OWNER) as writing:
            if scrub_debt(writing) == debt:
                writing.remove(SETTING, name=_DEBT)
    return True
