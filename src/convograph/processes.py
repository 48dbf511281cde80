"""What processes that work for another one need."""

from __future__ import annotations

import os
import threading
import time

PARENT_SECONDS = 1.0  # between two looks at whether the parent lives


def end_with_parent() -> None:
    """End this process soon after the one that began it, which may be killed without a chance to say so."""
    threading.Thread(target=_watch, args=(os.getppid(),), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(PARENT_SECONDS)
    os._exit(1)
