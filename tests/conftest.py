"""What every test may use: files of real conversations, an encoder, a store."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

from convograph.build import ENGINES
from support import data_files
from support.data_files import DataFile
from support.stores import new_location

# Timing is for benchmarks, and a clean checkout is judged by the same examples every time.
settings.register_profile("convograph", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("convograph")


def pytest_configure() -> None:
    """Processes that the tests start can be interrupted, also where a shell began the tests in the background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def data_file() -> DataFile:
    """Finds real conversations by the path of their file or folder; the test is skipped if they are not there."""
    return data_files.found


@pytest.fixture(params=ENGINES)
def location(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a test's store lies, once on each engine: for tests that neither open it again nor look at the file."""
    return new_location(request.param, tmp_path)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Where nothing may be missing (`CONVOGRAPH_NO_SKIPS`), a skipped test is a failure."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CONVOGRAPH_NO_SKIPS") and reporter and reporter.stats.get("skipped") and exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
