"""Hostile inputs for every parser of untrusted data: each must quickly give a value or one of the library's errors."""
