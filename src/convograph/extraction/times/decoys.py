"""What looks like a time and is none. A decoy takes its words away from every rule, where it is the longest match."""

from __future__ import annotations

from convograph.extraction.times.rule import Rule, no_time

RULES: tuple[Rule, ...] = tuple(
    Rule(name, "decoy", form, no_time)
    for name, form in {
        "around the clock": r"(?<!\d)24/7(?!\d)",
        "Friday the 13th": r"\bFriday the 13th\b",
        "thing of a Sunday": r"\b(?:Sunday|Monday|Friday) (?:school|roast|blues|best)\b",
        "version": r"\bv(?:ersion)?\.? ?\d+(?:\.\d+)+",
        "price": r"[$€£] ?\d[\d.,]*",
        "address of a machine": r"\b\d{1,3}(?:\.\d{1,3}){3}\b",
        "street": r"\b\d{1,5} (?:\w+ )?(?:street|avenue|road|lane|blvd|drive)\b",
        "end of the day": r"\bat the end of the day\b",
        "one of these days": r"\bone of these days\b",
        "a march": r"\b(?:last|next|this) march (?:for|against|on|through)\b",
        "night club": r"\bnight (?:club|shift|owl|sky)\b",
    }.items()
)
