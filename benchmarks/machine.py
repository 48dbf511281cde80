"""The machine and software versions of a measurement."""

from __future__ import annotations

import os
import platform
import sqlite3
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np

_PACKAGES = ("convograph", "numpy", "tokenizers", "pysbd", "chromadb")
_CPU = Path("/proc/cpuinfo")


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine and its software; `cores` are available to this process, `blas_threads` is `None` if unknown."""

    cpu: str
    cores: int
    system: str
    python: str
    sqlite: str
    blas_threads: int | None
    versions: dict[str, str] = field(default_factory=dict)
    date: str = ""


def this_machine() -> Machine:
    """The current machine."""
    return Machine(
        cpu=_cpu(),
        cores=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        sqlite=sqlite3.sqlite_version,
        blas_threads=_blas_threads(),
        versions={name: _version(name) for name in _PACKAGES},
        date=datetime.now(UTC).isoformat(timespec="minutes"),
    )


def _cpu() -> str:
    lines = _CPU.read_text().splitlines() if _CPU.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _blas_threads() -> int | None:
    np.ones((2, 2)) @ np.ones((2, 2))  # only loaded libraries can be queried
    try:
        from threadpoolctl import threadpool_info  # noqa: PLC0415 - an extra
    except ImportError:
        return None
    return max((library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"), default=None)
