"""Decoys: phrases that look like times. Where a decoy is the longest match, no other rule gets its words."""

from __future__ import annotations

from convograph.extraction.times.rule import Rule, no_time

RULES: tuple[Rule, ...] = tuple(
    Rule(name, "decoy", form, no_time)
    for name, form in {
        "around the clock": r"(?<!\d)24/7(?!\d)",
        "Friday the 13th": r"(?<!\bon\x20)(?<!\bby\x20)(?<!\bto\x20)(?<!\buntil\x20)\bFriday the (?:13th|thirteenth)\b",
        "weekday as a modifier": r"\b(?:Sunday|Monday|Friday) (?:school|roast|blues|best)\b",
        "version": r"\bv(?:ersion)?\.? ?\d+(?:\.\d+)+",
        "price": r"[$€£] ?\d[\d.,]*",
        "IP address": r"\b\d{1,3}(?:\.\d{1,3}){3}\b",
        "street address": r"\b\d{1,5} (?:\w+ )?(?:street|avenue|road|lane|blvd|drive)\b",
        "end of the day": r"\bat the end of the day\b",
        "one of these days": r"\bone of these days\b",
        "a march": r"\b(?:last|next|this) march (?:for|against|on|through)\b",
        "night club": r"\bnight (?:club|shift|owl|sky)\b",
    }.items()
)
