"""Parsers turn sentences into words with tags and a tree. See `convograph.protocols.Parser`."""
