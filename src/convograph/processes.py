"""Worker processes that end with their parent."""

from __future__ import annotations

import os
import threading
import time

PARENT_SECONDS = 1.0  # between two checks of the parent


def end_with_parent() -> None:
    """End this process soon after its parent, which may be killed without notice."""
    threading.Thread(target=_watch, args=(os.getppid(),), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(PARENT_SECONDS)
    os._exit(1)
