"""Values kept in memory, the latest first."""

from __future__ import annotations

from convograph.recent import RecentCache


def test_what_was_asked_for_longest_ago_goes_first() -> None:
    """Keeping again counts as asking."""
    recent: RecentCache[str, int] = RecentCache(2)
    recent.keep({"a": 1, "b": 2})
    recent.keep({"a": 3})
    recent.keep({"c": 4})
    assert recent.found("abc") == {"a": 3, "c": 4}


def test_keys_may_weigh_more_than_one() -> None:
    """What is too heavy for all of the room is not kept, and pushes out what was there."""
    recent: RecentCache[str, int] = RecentCache(4, len)
    recent.keep({"aa": 1, "bb": 2})
    recent.keep({"ccc": 3})
    assert recent.found(["aa", "bb", "ccc"]) == {"ccc": 3}
    recent.keep({"d": 4})
    assert recent.found(["ccc", "d"]) == {"ccc": 3, "d": 4}
    recent.keep({"eeeee": 5})
    assert recent.found(["ccc", "d", "eeeee"]) == {}
