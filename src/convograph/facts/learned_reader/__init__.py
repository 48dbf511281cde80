"""A small network that reads what a turn states, about which person and with which force: weights, inputs, readings."""
