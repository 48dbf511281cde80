"""What tests of commands share."""

from __future__ import annotations

import pytest

from support.shell import Run, call


@pytest.fixture
def run() -> Run:
    """Calls a command and checks its exit code; what it wrote."""
    return call
