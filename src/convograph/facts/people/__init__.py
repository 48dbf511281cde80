"""Which names and nouns mean the same person, according to turns and to people's decisions."""
