"""Names that are known, where one is asked for that nobody has."""

from __future__ import annotations

import pytest

from convograph.memory.names.nearest_names import known_instead


@pytest.mark.parametrize(
    ("name", "known", "expected"),
    [
        ("Cleo", [], ""),
        ("Cleo", ["Ana"], "known: 'Ana'; "),
        ("mar", ["Mat", "Ana", "Mara"], "known: 'Mara', 'Mat', 'Ana'; "),
        ("Bne", ["Ana", "Ben", "ben"], "known: 'Ben', 'Ana'; "),
        ("ngozi", ["Tom", "Ngozi Obi", "Ana"], "known: 'Ngozi Obi', 'Tom', 'Ana'; "),
        ("my sister", ["user", "user's sister"], "known: \"user's sister\", 'user'; "),
        ("C", list("QRSTUVW"), "known: 'Q', 'R', 'S', 'T', 'U' and 2 more; "),
        ("?", ["Ana"], "known: 'Ana'; "),
    ],
)
def test_the_nearest_come_first(name: str, known: list[str], expected: str) -> None:
    """Each once, at most five of them."""
    assert known_instead(name, known) == expected
