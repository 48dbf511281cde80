"""Worker processes that end with their parent."""

from __future__ import annotations

import multiprocessing
import os
import threading


def end_with_parent() -> None:
    """End this worker process as soon as its parent ends, even if the parent is killed, or has been already.

    Raises `RuntimeError` in a process that `multiprocessing` did not start.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        raise RuntimeError("this process is nobody's worker")

    def end() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=end, daemon=True).start()
