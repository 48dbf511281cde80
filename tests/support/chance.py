"""Chance for tests that break things where nobody looked yet."""

from __future__ import annotations

import os
import random


def chance() -> random.Random:
    """Other numbers in every run, but the same where `CI` is set."""
    return random.Random(0 if os.environ.get("CI") else None)
