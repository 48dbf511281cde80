"""Benchmarks of ingestion, recall, memory and disk, compared with other search engines.

corpus ──▶ ours (a memory of each size, with its sentences as files) ──▶ peers ──▶ table, JSON, page
Each measurement runs in its own process, so that its peak memory is its own.
"""

ARCHITECTURE = (
    "sgmem"  # measured where nothing else is said: it has the most to derive and to walk of what reads no syntax
)
