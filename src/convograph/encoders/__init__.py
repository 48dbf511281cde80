"""Adapters that turn texts into vectors; `static` is the default and needs nothing but the package."""
