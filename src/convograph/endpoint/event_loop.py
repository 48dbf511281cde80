"""An event loop in its own thread, which runs requests as coroutines: these can be abandoned at any moment.

A blocking read cannot be: its timeout restarts with every byte.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Future
from threading import Thread, current_thread
from typing import Any, TypeVar

T = TypeVar("T")

_CLOSE_SECONDS = 1.0  # closing idle connections takes milliseconds


class EventLoop:
    """Runs coroutines for any number of threads. Its own thread is a daemon: no request outlives the process.

    A forked process does not inherit the thread and needs its own loop: `is_ours` is false there.
    """

    def __init__(self) -> None:
        self._process = os.getpid()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._run, name="convograph-requests", daemon=True)
        self._thread.start()

    @property
    def is_ours(self) -> bool:
        """Whether this process started the loop."""
        return self._process == os.getpid()

    def begin(self, coroutine: Coroutine[Any, Any, T]) -> Future[T]:
        """Start the coroutine; returns a future of its result. Cancelling it abandons the coroutine where it waits."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)

    def close(self, last: Callable[[], Awaitable[object]]) -> None:
        """Abandon running coroutines, await `last`, and end the thread, if this process started it."""
        if not self.is_ours:
            return
        self.begin(self._ended(last))
        if current_thread() is not self._thread:
            self._thread.join(_CLOSE_SECONDS)

    def _run(self) -> None:
        self._loop.run_forever()
        self._loop.close()

    async def _ended(self, last: Callable[[], Awaitable[object]]) -> None:
        running = asyncio.all_tasks() - {asyncio.current_task()}
        for task in running:
            task.cancel()
        try:
            await asyncio.gather(*running, return_exceptions=True)
            await last()
        finally:
            self._loop.stop()
