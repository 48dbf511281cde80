"""DialogRE: relations that people marked between two names or words of a television dialogue."""
