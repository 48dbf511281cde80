"""Stores: they keep rows, isolate owners and serialise writers; computation is on snapshots."""
