"""A small network that reads what a turn states, of whom, and with which force: weights, inputs, readings."""
