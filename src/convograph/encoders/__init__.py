"""Encoders of texts as vectors; the default is a `static` one, which needs no extra."""
