"""Other search engines on the same sentences and questions, each in a fresh process.

They receive precomputed sentences and vectors, while our ingestion includes splitting and encoding.
"""
