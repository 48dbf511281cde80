"""Faults that a store must survive: what is done to its file, and what its memory then says.

`python -m faults` damages copies of a small store thousands of times and counts what came of it. A store that is
damaged may fail with an error of its own or go on with a warning; it must never give another answer silently.
"""
