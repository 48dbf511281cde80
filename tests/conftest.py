"""What every test may use: the folder with the real conversations, an encoder, a store."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

from convograph.build import ENGINES
from support.stores import new_location

# Timing is for benchmarks, and a clean checkout is judged by the same examples every time.
settings.register_profile("convograph", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("convograph")


def pytest_configure() -> None:
    """Processes that the tests start can be interrupted, also where a shell began the tests in the background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """The real conversations for development; the test is skipped where there are none."""
    beside = Path(__file__).parents[2] / "shared" / "data"
    folder = Path(os.environ.get("CONVOGRAPH_DATA", beside))
    if not (folder / "README.md").exists():
        pytest.skip(f"no conversations at {folder}; set CONVOGRAPH_DATA")
    return folder


@pytest.fixture(params=ENGINES)
def location(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a test's store lies, once on each engine: for tests that neither open it again nor look at the file."""
    return new_location(request.param, tmp_path)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Where nothing may be missing (`CONVOGRAPH_NO_SKIPS`), a skipped test is a failure."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CONVOGRAPH_NO_SKIPS") and reporter and reporter.stats.get("skipped") and exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
