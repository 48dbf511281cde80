"""Fault injection: faults that a memory must survive, and the verdicts on how it did.

`python -m faults` injects thousands of faults and counts their outcomes. A damaged or interrupted memory may fail with
one of convograph's own errors or continue with a warning; it must never lose acknowledged data, silently give a
different answer, or raise an exception that is not convograph's.
"""
