"""PersonaExt: chat sentences annotated with a person (head), a thing (tail) and their relation (label)."""
