"""What the offline language layer finds, measured against what people and a large model wrote.

sessions ── read ──▶ triplets, events ── matched with gold ──▶ a record an item, then a summary

`personaext`, `dialogre` and `recorded` each read a data set and score what was found in it; `speed` counts turns a
second. The rules of matching and the tables from our relations to a data set's labels are theirs: the extraction knows
none of them.
"""
