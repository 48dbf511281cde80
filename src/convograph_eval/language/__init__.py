"""The offline language layer, measured against annotations by people and by a large model.

sessions ── read ──▶ triplets, events ── matched with gold ──▶ a record per item, then a summary

`personaext`, `dialogre`, `recorded` and `statements` each read a data set and score what was extracted from it; `speed`
measures turns per second. Matching rules and the mappings of our relations to a data set's labels are only here, not in
the extraction.
"""
