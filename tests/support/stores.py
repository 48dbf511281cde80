"""Where a test's store may lie."""

from __future__ import annotations

import pytest

ON_FILE = pytest.mark.parametrize("location", ["file"], indirect=True)
"""For a test that opens its store again, or looks at the file, where its fixtures run on each engine."""
