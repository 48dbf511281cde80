"""Faults that a memory must survive, and what it then says.

`python -m faults` breaks things thousands of times and counts what came of it. What is damaged or interrupted may fail
with an error of convograph's own or go on with a warning; it must never lose what was acknowledged, give another
answer silently, or fail with an exception that is not convograph's.
"""
