"""What a model writes about stored turns, within limits, with its usage recorded; its answers and replies."""
