"""How fast a conversation becomes memory, how fast it answers, and what it takes, beside other ways to search.

corpus ──▶ ours (a memory of each size, its sentences left behind as files) ──▶ peers ──▶ table, JSON, page
Everything that is measured runs in a process of its own, so that its peak of memory is its own.
"""

ARCHITECTURE = (
    "sgmem"  # measured where nothing else is said: it has the most to derive and to walk of what reads no syntax
)
