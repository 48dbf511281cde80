"""Retrieval architectures over one store, independent of each other.

In comments, here and in the packages they use, `[R]` marks our interpretation where a paper is silent, and `[C]` what
its authors' code does. docs/papers gives the reasons, paper by paper.
"""
