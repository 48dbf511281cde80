"""What kind of thing a value is."""

from __future__ import annotations

from convograph.facts.values.kinds import is_job, is_name, is_one


def test_names_jobs_and_single_ones() -> None:
    """A name has a capital or is a known place; a job is a known one, not praised; "few bands" are several."""
    assert [is_name(one) for one in ("Porto", "porto", "bedroom", "16", "")] == [True, True, False, False, False]
    assert [is_job(one) for one in ("nurse", "a great nurse", "strangest baker", "habit", "")] == [True, *[False] * 4]
    assert [is_one(one) for one in ("band", "few bands", "all kinds", "")] == [True, False, False, False]
