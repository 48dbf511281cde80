"""PersonaExt: sentences of chat in which people marked who (head), what (tail) and how they are related (label)."""
