"""Settings from the environment."""

from __future__ import annotations

import pytest

from convograph.config import Settings, settings_from_environment
from convograph.errors import InputError


def test_defaults_hold_where_nothing_is_set() -> None:
    """An empty environment gives the documented defaults."""
    assert settings_from_environment({}) == Settings("memory.db", "default", 10.0)


def test_each_variable_is_read() -> None:
    """Store, owner and patience."""
    values = {"CONVOGRAPH_STORE": "a.db", "CONVOGRAPH_OWNER": "ana", "CONVOGRAPH_LOCK_SECONDS": "0.5"}
    assert settings_from_environment(values) == Settings("a.db", "ana", 0.5, owner_named=True)


def test_a_number_that_is_none_is_named() -> None:
    """The message names the variable and its value."""
    with pytest.raises(InputError, match="CONVOGRAPH_LOCK_SECONDS is not a number: 'soon'"):
        settings_from_environment({"CONVOGRAPH_LOCK_SECONDS": "soon"})
