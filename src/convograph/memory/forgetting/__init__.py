"""What `forget` means, what it removes, and the proof that it is gone."""
