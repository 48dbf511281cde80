"""Stores: they keep rows, isolate owners and serialise writers; all computation happens on snapshots."""
