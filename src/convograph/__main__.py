"""`python -m convograph` is the command line."""

from __future__ import annotations

from convograph.cli import main

if __name__ == "__main__":
    main()
