"""Names that are known, where one is asked for that nobody has."""

from __future__ import annotations

import pytest

from convograph.memory.nearest_names import known_instead


@pytest.mark.parametrize(
    ("name", "known", "expected"),
    [
        ("Cleo", [], ""),
        ("Cleo", ["Ana"], "known are 'Ana'; "),
        ("mar", ["Mat", "Ana", "Mara"], "known are 'Mara', 'Mat', 'Ana'; "),
        ("Bne", ["Ana", "Ben", "ben"], "known are 'Ben', 'Ana'; "),
        ("ngozi", ["Tom", "Ngozi Obi", "Ana"], "known are 'Ngozi Obi', 'Tom', 'Ana'; "),
        ("my sister", ["user", "user's sister"], "known are \"user's sister\", 'user'; "),
        ("C", list("QRSTUVW"), "known are 'Q', 'R', 'S', 'T', 'U' and 2 more; "),
        ("?", ["Ana"], "known are 'Ana'; "),
    ],
)
def test_the_nearest_come_first(name: str, known: list[str], expected: str) -> None:
    """Each once, at most five of them."""
    assert known_instead(name, known) == expected
