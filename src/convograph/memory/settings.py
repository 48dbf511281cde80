"""Settings of a store: its secret, and what it was created with."""

from __future__ import annotations

import os

from convograph.graph.rows import SettingRow
from convograph.graph.tables import SETTING, SHARED_OWNER
from convograph.protocols import Store


def setting(store: Store, name: str) -> str | None:
    """A setting such as `"encoder"` or `"language"`; `None` while it is not set."""
    with store.read(SHARED_OWNER) as reading:
        found = {row.name: row.value for row in reading.rows(SETTING)}  # a full read detects missing rows
    return found.get(name)


def secret_of(store: Store) -> bytes:
    """The secret key for the hashed ids of sessions added without an id; generated on first use."""
    kept = setting(store, "secret")
    if kept is None:
        with store.write(SHARED_OWNER) as writing:
            kept = next((row.value for row in writing.rows(SETTING, name="secret")), None)  # another writer was faster
            if kept is None:
                kept = os.urandom(32).hex()
                writing.put(SETTING, [SettingRow("secret", kept)])
    return bytes.fromhex(kept)
