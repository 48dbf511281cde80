"""Random sequences of calls against a simple model of what must be stored."""
