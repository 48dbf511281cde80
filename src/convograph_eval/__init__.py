"""Measures convograph: data sets with questions and gold, metrics, baselines and reports."""
