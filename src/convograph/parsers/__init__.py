"""Parsers: sentences to words with tags and a tree. See `convograph.protocols.Parser`."""
