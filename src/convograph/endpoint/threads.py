"""Concurrent requests in threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def in_threads(function: Callable[[T], R], items: Sequence[T], workers: int) -> list[R]:
    """`function` of each item, in order, at most `workers` at once; an interrupt cancels the calls not yet started."""
    if min(len(items), workers) < 2:
        return [function(item) for item in items]
    pool = ThreadPoolExecutor(min(len(items), workers), thread_name_prefix="convograph-model")
    try:
        return list(pool.map(function, items))
    finally:
        pool.shutdown(cancel_futures=True)
