"""When what a quoted sentence tells took place, for a question that asks for it: "yesterday" alone tells nobody.

What is added is worked out and no quotation, so it stands behind the sentence, in parentheses.
"""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta

from convograph.extraction.asking import kinds_of
from convograph.extraction.times import TimeMention, show_when, times_in
from convograph.types import Said, When

_HOW_LONG_AGO = re.compile(r"\bhow long (?:ago|since|is it since)\b", re.IGNORECASE)


def asks_when(question: str) -> bool:
    """Whether a question asks for a time.

    >>> [asks_when(one) for one in ("When did Ana move?", "How long ago did Ana move?", "Where did Ana move?")]
    [True, True, False]
    """
    return "when" in kinds_of(question) or bool(_HOW_LONG_AGO.search(question))


def dated(text: str, said: Said | None, *, or_day: bool = True) -> str:
    """A sentence with what its times mean, seen from when it was said; if it names no time, with that day (`or_day`).

    As it is where it names dates, or where it is not known when it was said.

    >>> dated("We moved yesterday.", Said(datetime(2023, 5, 8, 13, 56), None, ""))
    'We moved yesterday. (yesterday: 7 May 2023)'
    >>> dated("We moved!", Said(datetime(2023, 5, 8, 13, 56), None, ""))
    'We moved! (said on 8 May 2023)'
    """
    if said is None:
        return text
    mentions = times_in(text, said)
    if not mentions:
        return f"{text} (said on {show_when(_day(said))})" if or_day else text
    dates = {one.text for one in times_in(text, None) if one.when is not None}
    told = {one.text.casefold(): one for one in reversed(mentions) if one.text not in dates and _is_date(one)}
    behind = "; ".join(f"{one.text}: {show_when(one.when)}" for one in reversed(told.values()))
    return f"{text} ({behind})" if behind else text


def _day(said: Said) -> When:
    start = datetime.combine(said.local, time())
    return When(start, start + timedelta(days=1), "day")


def _is_date(mention: TimeMention) -> bool:
    return mention.when is not None and mention.when.every is None
