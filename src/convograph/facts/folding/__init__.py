"""Folding statements into facts in the order they were said, and finding outdated facts among recalled hits."""
