"""Other ways to search the same sentences with the same questions, each measured in a fresh process.

They are given sentences and vectors ready made; ours splits and encodes within its ingestion.
"""
