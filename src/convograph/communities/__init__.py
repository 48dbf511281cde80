"""Overlapping communities of entities, what supports them and what they are about. Pure functions over arrays.

entities, relations ── ego_splitting ──▶ members ── support ──▶ episodes ── description ──▶ a name and a description
"""
