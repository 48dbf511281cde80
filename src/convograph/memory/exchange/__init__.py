"""Export and import of an owner's content, line by line."""
