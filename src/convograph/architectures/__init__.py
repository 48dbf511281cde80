"""Ways to remember, side by side over one store; none of them knows of another.

In comments, here and in the packages that they are made of, `[R]` marks our interpretation where a paper is silent, and
`[C]` what its authors' code does. docs/papers says why, paper by paper.
"""
