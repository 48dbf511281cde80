"""Encoders: adapters from texts to vectors; `static` is the default and needs only the package."""
