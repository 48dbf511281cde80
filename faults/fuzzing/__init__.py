"""Hostile inputs for all that reads what strangers write: each must give a value or the library's own error, soon."""
