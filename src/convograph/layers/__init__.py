"""Derived memory that several architectures share."""
