"""What several scripts use: texts and labels to train on, measures, and tables."""
