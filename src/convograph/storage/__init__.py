"""Stores: they keep rows, isolate owners and order writers; the mathematics happens on the snapshot."""
