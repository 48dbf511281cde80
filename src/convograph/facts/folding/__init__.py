"""Statements in the order of saying folded into facts, and what is outdated among what was recalled."""
