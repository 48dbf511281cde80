"""DialogRE: annotated relations between two names or words of a television dialogue."""
