"""Statements that the rules find in sentences, denied or not, measured against labels by hand."""
