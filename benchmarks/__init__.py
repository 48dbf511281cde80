"""Benchmarks of ingestion, recall, memory and disk, compared with other search engines.

corpus ──▶ ours (a memory of each size, with its sentences as files) ──▶ peers ──▶ table, JSON, page
Each measurement runs in its own process, so that its peak memory is measured separately.
"""

ARCHITECTURE = "unified"
"""The architecture measured by default."""
