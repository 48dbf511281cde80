"""Optional neural extractors with the same interfaces as the rules."""
