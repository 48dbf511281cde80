"""Optional neural extractors, with the same protocols as the rules."""
