"""The offline language layer, measured against annotations of people and of a large model.

sessions ── read ──▶ triplets, events ── matched with gold ──▶ a record per item, then a summary

`personaext`, `dialogre` and `recorded` each read a data set and score what was extracted from it; `speed` measures
turns per second. Matching rules and the mappings of our relations to a data set's labels are here: the extraction knows
nothing of them.
"""
