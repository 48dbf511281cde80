"""Random sequences of calls, checked against a simple model of the expected content."""
