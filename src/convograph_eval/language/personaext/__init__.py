"""PersonaExt: chat sentences annotated with who (head), what (tail) and their relation (label)."""
