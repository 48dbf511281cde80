"""One owner's graph as arrays in memory, and the algorithms on it. No I/O."""
