"""The values of relations: how they are written, which are the same, and which a relation can have."""
