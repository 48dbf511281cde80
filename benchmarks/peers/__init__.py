"""Other search engines on the same sentences and questions, each in a fresh process.

They get precomputed sentences and vectors; our ingestion includes splitting and encoding.
"""
