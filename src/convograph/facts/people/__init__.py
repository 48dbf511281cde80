"""Which names and nouns mean the same person, as turns tell and people decide."""
