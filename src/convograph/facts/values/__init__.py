"""The values of relations: their written forms, when two are the same, and which ones a relation can have."""
