"""A recall and its options: the question completed, times read, what the asker sees anyway left out."""
