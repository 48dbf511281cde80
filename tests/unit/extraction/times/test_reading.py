"""Times in chat: which words are read as which time, and which are none. Reckoned by hand from Monday, 8 May 2023."""

from __future__ import annotations

import re
from datetime import date, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from convograph.extraction.times import times_in
from convograph.extraction.times.recognition import _LIKELY, _MONTH, _NAMES, RULES
from convograph.extraction.times.recognition import _is_likely as is_likely
from convograph.times import parse_said
from convograph.types import When

SAID = parse_said("2023-05-08 13:56")  # a Monday


def when(shorthand: str) -> When | None:
    """A time from "start / end / grain", then "about" or "every ..."; "-" is an open end, "?" no time."""
    if shorthand == "?":
        return None
    start, end, grain, *more = (part.strip() for part in shorthand.split("/"))
    every = next((one.removeprefix("every ") for one in more if one.startswith("every ")), None)
    return When(
        *(None if one == "-" else datetime.fromisoformat(one) for one in (start, end)), grain, "about" in more, every
    )


CASES = [  # text, mention, time
    # days by name
    ("I saw it today.", "today", "2023-05-08 / 2023-05-09 / day"),
    ("we met yesterday", "yesterday", "2023-05-07 / 2023-05-08 / day"),
    ("see you tomorrow!", "tomorrow", "2023-05-09 / 2023-05-10 / day"),
    ("It was the day before yesterday.", "the day before yesterday", "2023-05-06 / 2023-05-07 / day"),
    ("the day after tomorrow then", "the day after tomorrow", "2023-05-10 / 2023-05-11 / day"),
    ("Just the other day I saw her", "the other day", "2023-05-01 / 2023-05-08 / day / about"),
    ("I recently moved", "recently", "2023-04-08 / 2023-05-08T13:56 / month / about"),
    ("tmrw works", "tmrw", "2023-05-09 / 2023-05-10 / day"),
    ("yday was fun", "yday", "2023-05-07 / 2023-05-08 / day"),
    ("busy 2day", "2day", "2023-05-08 / 2023-05-09 / day"),
    # parts of a day
    ("last night was wild", "last night", "2023-05-07T18:00 / 2023-05-08T05:00 / hour"),
    ("see you tonight", "tonight", "2023-05-08T18:00 / 2023-05-09T05:00 / hour"),
    ("I ran this morning", "this morning", "2023-05-08T05:00 / 2023-05-08T12:00 / hour"),
    ("the night before last", "the night before last", "2023-05-06T18:00 / 2023-05-07T05:00 / hour"),
    ("We talked yesterday evening.", "yesterday evening", "2023-05-07T18:00 / 2023-05-08T00:00 / hour"),
    ("I was out on the evening of May 3", "the evening of May 3", "2023-05-03T18:00 / 2023-05-04T00:00 / hour"),
    # weekdays
    ("I went there last Friday.", "last Friday", "2023-05-05 / 2023-05-06 / day"),
    ("this past Sunday", "this past Sunday", "2023-05-07 / 2023-05-08 / day"),
    ("last Monday", "last Monday", "2023-05-01 / 2023-05-02 / day"),
    ("this Friday", "this Friday", "2023-05-12 / 2023-05-13 / day"),
    ("this Monday", "this Monday", "2023-05-08 / 2023-05-09 / day"),
    ("next Friday", "next Friday", "2023-05-19 / 2023-05-20 / day"),
    ("this coming Friday", "this coming Friday", "2023-05-12 / 2023-05-13 / day"),
    ("On Friday we went out", "Friday", "2023-05-05 / 2023-05-06 / day"),
    ("On Friday we will go out", "Friday", "2023-05-12 / 2023-05-13 / day"),
    ("I'm seeing her on Monday", "Monday", "2023-05-15 / 2023-05-16 / day"),
    ("Friday last week", "Friday last week", "2023-05-05 / 2023-05-06 / day"),
    ("last fri I was ill", "last fri", "2023-05-05 / 2023-05-06 / day"),
    ("two weeks ago on Saturday", "two weeks ago on Saturday", "2023-04-29 / 2023-04-30 / day"),
    ("two Fridays ago", "two Fridays ago", "2023-04-28 / 2023-04-29 / day"),
    # so far away
    ("3 days ago", "3 days ago", "2023-05-05 / 2023-05-06 / day"),
    ("two weeks ago", "two weeks ago", "2023-04-24 / 2023-05-01 / week"),
    ("a couple of weeks ago", "a couple of weeks ago", "2023-04-24 / 2023-05-01 / week / about"),
    ("a few months ago", "a few months ago", "2023-01-01 / 2023-04-01 / month / about"),
    ("about five years ago", "about five years ago", "2018-01-01 / 2019-01-01 / year / about"),
    ("half a year ago", "half a year ago", "2022-11-01 / 2022-12-01 / month"),
    ("two and a half years ago", "two and a half years ago", "2020-11-01 / 2020-12-01 / month"),
    ("half an hour ago", "half an hour ago", "2023-05-08T13:26 / 2023-05-08T13:27 / minute"),
    ("a few years back", "a few years back", "2019-01-01 / 2022-01-01 / year / about"),
    ("two years from now", "two years from now", "2025-01-01 / 2026-01-01 / year"),
    ("I leave in two weeks", "in two weeks", "2023-05-22 / 2023-05-29 / week"),
    ("done within a month", "within a month", "2023-05-08T13:56 / 2023-06-08T13:56 / month"),
    ("two weekends ago", "two weekends ago", "2023-04-29 / 2023-05-01 / day"),
    ("two summers ago", "two summers ago", "2021-06-01 / 2021-09-01 / season"),
    ("two weeks later he called", "two weeks later", "?"),
    ("the next day he called", "the next day", "?"),
    ("I read it a while back", "a while back", "?"),
    ("two days before Christmas 2022", "two days before Christmas 2022", "2022-12-23 / 2022-12-24 / day"),
    ("a week from Friday", "a week from Friday", "2023-05-19 / 2023-05-20 / day"),
    ("1 year and 2 months ago", "1 year and 2 months ago", "2022-03-01 / 2022-04-01 / month"),
    ("a year, 2 months and ten days ago", "a year, 2 months and ten days ago", "2022-02-26 / 2022-02-27 / day"),
    ("It pays off in 7 years and 9 months.", "in 7 years and 9 months", "2031-02-01 / 2031-03-01 / month"),
    ("around 2 years and 3 months ago", "around 2 years and 3 months ago", "2021-02-01 / 2021-03-01 / month / about"),
    ("in a week, four hours a day", "in a week", "2023-05-15 / 2023-05-22 / week"),
    # periods by their side
    ("last week was hard", "last week", "2023-05-01 / 2023-05-08 / week"),
    ("this week", "this week", "2023-05-08 / 2023-05-15 / week"),
    ("next wk", "next wk", "2023-05-15 / 2023-05-22 / week"),
    ("the week before last", "the week before last", "2023-04-24 / 2023-05-01 / week"),
    ("the month after next", "the month after next", "2023-07-01 / 2023-08-01 / month"),
    ("last weekend", "last weekend", "2023-05-06 / 2023-05-08 / day"),
    ("this weekend", "this weekend", "2023-05-13 / 2023-05-15 / day"),
    ("next weekend", "next weekend", "2023-05-20 / 2023-05-22 / day"),
    ("What did you do over the weekend?", "weekend", "2023-05-06 / 2023-05-08 / day"),
    ("Any plans for the weekend?", "weekend", "2023-05-13 / 2023-05-15 / day"),
    ("last month", "last month", "2023-04-01 / 2023-05-01 / month"),
    ("next month I fly", "next month", "2023-06-01 / 2023-07-01 / month"),
    ("last year", "last year", "2022-01-01 / 2023-01-01 / year"),
    ("last summer", "last summer", "2022-06-01 / 2022-09-01 / season"),
    ("this summer", "this summer", "2023-06-01 / 2023-09-01 / season"),
    ("last winter", "last winter", "2022-12-01 / 2023-03-01 / season"),
    ("next winter", "next winter", "2023-12-01 / 2024-03-01 / season"),
    ("we moved in the fall", "fall", "2022-09-01 / 2022-12-01 / season"),
    ("the summer of 2019", "summer of 2019", "2019-06-01 / 2019-09-01 / season"),
    ("Last season we lost", "Last season", "?"),
    ("the first weekend of June 2022", "the first weekend of June 2022", "2022-06-04 / 2022-06-06 / day"),
    ("the second Tuesday of next month", "the second Tuesday of next month", "2023-06-13 / 2023-06-14 / day"),
    # parts of periods
    ("I was ill earlier this month", "earlier this month", "2023-05-01 / 2023-05-08 / month / about"),
    ("later this week", "later this week", "2023-05-09 / 2023-05-15 / week / about"),
    ("It was at the end of May 2021", "the end of May 2021", "2021-05-21 / 2021-06-01 / month / about"),
    ("early June 2022", "early June 2022", "2022-06-01 / 2022-06-11 / month / about"),
    ("in mid-2021", "mid-2021", "2021-05-01 / 2021-09-01 / year / about"),
    ("in late 2019", "late 2019", "2019-09-01 / 2020-01-01 / year / about"),
    ("the beginning of the year", "the beginning of the year", "2023-01-01 / 2023-05-01 / year / about"),
    # months and dates
    ("Since Dec. 3, 2022, or so.", "Since Dec. 3, 2022", "2022-12-03 / - / day"),
    ("We moved in March.", "March", "2023-03-01 / 2023-04-01 / month"),
    ("We moved in June", "June", "2022-06-01 / 2022-07-01 / month"),
    ("We will move in March", "March", "2024-03-01 / 2024-04-01 / month"),
    ("I'm planning a trip in November and I was wondering", "November", "2023-11-01 / 2023-12-01 / month"),
    ("last March", "last March", "2023-03-01 / 2023-04-01 / month"),
    ("last August", "last August", "2022-08-01 / 2022-09-01 / month"),
    ("next April", "next April", "2024-04-01 / 2024-05-01 / month"),
    ("It started August last year", "August last year", "2022-08-01 / 2022-09-01 / month"),
    ("May 2023", "May 2023", "2023-05-01 / 2023-06-01 / month"),
    ("I was born March 3rd", "March 3rd", "2023-03-03 / 2023-03-04 / day"),
    ("my flight leaves, hopefully, on March 3rd", "March 3rd", "2024-03-03 / 2024-03-04 / day"),
    ("3 March 2021", "3 March 2021", "2021-03-03 / 2021-03-04 / day"),
    ("Friday, March 5th, 2021", "Friday, March 5th, 2021", "2021-03-05 / 2021-03-06 / day"),
    ("We met on the 5th.", "the 5th", "2023-05-05 / 2023-05-06 / day"),
    ("We met on the 15th.", "the 15th", "2023-04-15 / 2023-04-16 / day"),
    ("05/06/2023", "05/06/2023", "2023-05-06 / 2023-05-07 / day"),
    ("25/06/2023", "25/06/2023", "2023-06-25 / 2023-06-26 / day"),
    ("2023-05-07", "2023-05-07", "2023-05-07 / 2023-05-08 / day"),
    ("7.5.2023", "7.5.2023", "2023-05-07 / 2023-05-08 / day"),
    ("7-May-2021", "7-May-2021", "2021-05-07 / 2021-05-08 / day"),
    ("2023-05-07T13:56:00Z", "2023-05-07T13:56:00Z", "2023-05-07T13:56 / 2023-05-07T13:57 / minute"),
    (
        "it began 2018-05-01T05:30:00.000+02:00",
        "2018-05-01T05:30:00.000+02:00",
        "2018-05-01T05:30 / 2018-05-01T05:31 / minute",
    ),
    ("7-may-49", "7-may-49", "2049-05-07 / 2049-05-08 / day"),
    ("N Engl J Med. 2010 Feb 4;362", "2010 Feb 4", "2010-02-04 / 2010-02-05 / day"),
    ("Johnson, K. (2020, March 10).", "2020, March 10", "2020-03-10 / 2020-03-11 / day"),
    ("-rw-r--r-- 1 0 0 1992 Jan 28 2022 shadow", "Jan 28 2022", "2022-01-28 / 2022-01-29 / day"),
    ("2023-13-07T13:56", "2023-13-07T13:56", "?"),
    ("the exam is on Friday 15 December", "Friday 15 December", "2023-12-15 / 2023-12-16 / day"),
    ("on Wednesday at 9.15", "Wednesday at 9.15", "2023-05-03T09:15 / 2023-05-03T09:16 / minute"),
    (
        "Mum comes on Tuesday the 9th, at 7.15",
        "Tuesday the 9th, at 7.15",
        "2023-05-09T07:15 / 2023-05-09T07:16 / minute",
    ),
    ("It sold at 9.15 on Wednesday.", "Wednesday", "2023-05-03 / 2023-05-04 / day"),
    ("We're away from Mon 15th to Fri 19th", "from Mon 15th to Fri 19th", "2023-05-15 / 2023-05-20 / day"),
    ("We stay until Friday 19th", "until Friday 19th", "- / 2023-05-20 / day"),
    ("On Wednesday the 2nd coat dried.", "Wednesday", "2023-05-03 / 2023-05-04 / day"),
    ("On Wednesday 3rd graders sang.", "Wednesday", "2023-05-03 / 2023-05-04 / day"),
    ("On Wednesday 3rd-graders sang.", "Wednesday", "2023-05-03 / 2023-05-04 / day"),
    ("Thursday the 15th of December", "Thursday the 15th of December", "2022-12-15 / 2022-12-16 / day"),
    ("Fri, Dec 15 at 9 am", "Fri, Dec 15 at 9 am", "2023-12-15T09:00 / 2023-12-15T10:00 / hour"),
    ("It began on Sunday, April 14th", "Sunday, April 14th", "2024-04-14 / 2024-04-15 / day"),
    ("We met on Monday the 9th of April", "Monday the 9th of April", "2023-04-09 / 2023-04-10 / day"),
    ("from June 3 to July 5, 2024", "from June 3 to July 5, 2024", "2024-06-03 / 2024-07-06 / day"),
    ("We were away from 3 to 10 May.", "3 to 10 May", "2022-05-03 / 2022-05-11 / day"),
    ("We were away between the 3rd and 10th of April", "the 3rd and 10th of April", "2023-04-03 / 2023-04-11 / day"),
    ("it's 3-10 October 2024", "3-10 October 2024", "2024-10-03 / 2024-10-11 / day"),
    ("on 3 and 10 April", "10 April", "2023-04-10 / 2023-04-11 / day"),
    ("from 10 to 3 April", "10 to 3 April", "?"),
    ("It was moved from 3 to 10 October.", "3 to 10 October", "2023-10-10 / 2023-10-11 / day"),
    ("It was moved from 10 to 3 October.", "10 to 3 October", "2023-10-03 / 2023-10-04 / day"),
    ("It was postponed until Friday.", "Friday", "2023-05-12 / 2023-05-13 / day"),
    ("I haven't moved since Friday.", "since Friday", "2023-05-05 / - / day"),
    ("March 3-5", "March 3-5", "2023-03-03 / 2023-03-06 / day"),
    ("We met on the twentieth of April.", "the twentieth of April", "2023-04-20 / 2023-04-21 / day"),
    ("It opens on the twenty-second of May", "the twenty-second of May", "2023-05-22 / 2023-05-23 / day"),
    ("the thirty first  of december 2022", "the thirty first  of december 2022", "2022-12-31 / 2023-01-01 / day"),
    ("My birthday is June the twentieth.", "June the twentieth", "2023-06-20 / 2023-06-21 / day"),
    ("December nineteenth works", "December nineteenth", "2022-12-19 / 2022-12-20 / day"),
    ("See you on the fifteenth!", "the fifteenth", "2023-05-15 / 2023-05-16 / day"),
    ("We leave on Tuesday the sixteenth.", "Tuesday the sixteenth", "2023-05-16 / 2023-05-17 / day"),
    ("It's a Friday, the twelfth.", "Friday, the twelfth", "2023-05-12 / 2023-05-13 / day"),
    ("The Friday after, the twenty-sixth.", "Friday after, the twenty-sixth", "2023-05-26 / 2023-05-27 / day"),
    (
        *("I'm away from the eleventh to the fourteenth of June", "the eleventh to the fourteenth of June"),
        "2023-06-11 / 2023-06-15 / day",
    ),
    ("29 February", "29 February", "2020-02-29 / 2020-03-01 / day"),
    ("31 February 2023", "31 February 2023", "?"),
    # years
    ("in 2016", "2016", "2016-01-01 / 2017-01-01 / year"),
    ("since 2016", "since 2016", "2016-01-01 / - / year"),
    ("until 2020", "until 2020", "- / 2021-01-01 / year"),
    ("before 2020", "before 2020", "- / 2020-01-01 / year"),
    ("from 2015 to 2018", "from 2015 to 2018", "2015-01-01 / 2019-01-01 / year"),
    ("between May and July", "between May and July", "2023-05-01 / 2023-08-01 / month"),
    ("back in '98", "'98", "1998-01-01 / 1999-01-01 / year"),
    ("the 90s", "90s", "1990-01-01 / 2000-01-01 / decade"),
    ("in the early 2000s", "the early 2000s", "2000-01-01 / 2004-01-01 / decade / about"),
    # holidays
    ("We met at Christmas.", "Christmas", "2022-12-25 / 2022-12-26 / day"),
    ("on New Year's Eve", "New Year's Eve", "2022-12-31 / 2023-01-01 / day"),
    ("last Halloween", "last Halloween", "2022-10-31 / 2022-11-01 / day"),
    ("on Valentine’s Day", "Valentine’s Day", "2023-02-14 / 2023-02-15 / day"),
    ("last Thanksgiving", "last Thanksgiving", "2022-11-24 / 2022-11-25 / day"),
    ("at Easter 2024", "Easter 2024", "2024-03-31 / 2024-04-01 / day"),
    ("next July 4th", "next July 4th", "2023-07-04 / 2023-07-05 / day"),
    ("Christmas last year", "Christmas last year", "2022-12-25 / 2022-12-26 / day"),
    # clocks
    ("I woke up at 5 am", "5 am", "2023-05-08T05:00 / 2023-05-08T06:00 / hour"),
    ("around noon", "around noon", "2023-05-08T12:00 / 2023-05-08T13:00 / hour / about"),
    ("it starts at 17:30", "17:30", "2023-05-08T17:30 / 2023-05-08T17:31 / minute"),
    ("tomorrow at 5 pm", "tomorrow at 5 pm", "2023-05-09T17:00 / 2023-05-09T18:00 / hour"),
    ("last Friday night at 8", "last Friday night at 8", "2023-05-05T20:00 / 2023-05-05T21:00 / hour"),
    ("5:30 pm last Sunday", "5:30 pm last Sunday", "2023-05-07T17:30 / 2023-05-07T17:31 / minute"),
    ("from 5 to 7 pm", "from 5 to 7 pm", "2023-05-08T17:00 / 2023-05-08T19:00 / hour"),
    ("from 11 to 1 pm", "from 11 to 1 pm", "2023-05-08T11:00 / 2023-05-08T13:00 / hour"),
    ("between 11:30 and 12:15 pm", "between 11:30 and 12:15 pm", "2023-05-08T11:30 / 2023-05-08T12:15 / minute"),
    ("from 9 to 5 pm", "from 9 to 5 pm", "2023-05-08T09:00 / 2023-05-08T17:00 / hour"),
    ("10pm to 2am", "10pm to 2am", "2023-05-08T22:00 / 2023-05-09T02:00 / hour"),
    ("from 10 to 2 am", "from 10 to 2 am", "2023-05-08T22:00 / 2023-05-09T02:00 / hour"),
    ("from 8 to 12 am", "from 8 to 12 am", "2023-05-08T20:00 / 2023-05-09T00:00 / hour"),
    ("last Friday from 10 pm to 2 am", "last Friday from 10 pm to 2 am", "2023-05-05T22:00 / 2023-05-06T02:00 / hour"),
    ("from 22:00 until 02:00", "from 22:00 until 02:00", "2023-05-08T22:00 / 2023-05-09T02:00 / minute"),
    ("from 11:30 until 1:30", "from 11:30 until 1:30", "2023-05-08T11:30 / 2023-05-08T13:30 / minute"),
    ("from 8 pm to half past one", "from 8 pm to half past one", "2023-05-08T20:00 / 2023-05-09T01:30 / minute"),
    ("from 1 pm until noon", "from 1 pm until noon", "2023-05-08T13:00 / 2023-05-09T12:00 / hour"),
    ("see you at half past ten", "half past ten", "2023-05-08T10:30 / 2023-05-08T10:31 / minute"),
    ("at half past ten tonight", "half past ten tonight", "2023-05-08T22:30 / 2023-05-08T22:31 / minute"),
    ("quarter to nine on Friday", "quarter to nine on Friday", "2023-05-05T08:45 / 2023-05-05T08:46 / minute"),
    ("I got up at five to seven", "five to seven", "2023-05-08T06:55 / 2023-05-08T06:56 / minute"),
    # intervals
    ("for the past two years", "for the past two years", "2021-05-08T13:56 / 2023-05-08T13:56 / year"),
    ("over the last month", "over the last month", "2023-04-08T13:56 / 2023-05-08T13:56 / month"),
    ("for 3 years now", "for 3 years now", "2020-05-08T13:56 / 2023-05-08T13:56 / year"),
    ("I've known her for 4 years", "for 4 years", "2019-05-08T13:56 / 2023-05-08T13:56 / year"),
    ("in the next few weeks", "in the next few weeks", "2023-05-08T13:56 / 2023-06-05T13:56 / week / about"),
    ("we worked from Monday to Friday", "from Monday to Friday", "2023-05-01 / 2023-05-06 / day"),
    ("from June 3 to July 5, 2022", "from June 3 to July 5, 2022", "2022-06-03 / 2022-07-06 / day"),
    # open ends
    ("since last March", "since last March", "2023-03-01 / - / month"),
    ("from now on", "from now on", "2023-05-08 / - / day"),
    ("until next week", "until next week", "- / 2023-05-22 / week"),
    ("from next week on", "from next week on", "2023-05-15 / - / week"),
    ("done by the end of summer", "by the end of summer", "- / 2023-09-01 / season / about"),
    # what recurs
    ("every Tuesday", "every Tuesday", "2023-05-09 / 2023-05-10 / day / every Tuesday"),
    ("on Sundays", "Sundays", "2023-05-14 / 2023-05-15 / day / every Sunday"),
    ("every Friday night", "every Friday night", "2023-05-12T18:00 / 2023-05-13T05:00 / hour / every Friday night"),
    ("every other Monday", "every other Monday", "- / - / day / every other Monday"),
    ("twice a week", "twice a week", "- / - / week / every week"),
    ("every summer", "every summer", "2023-06-01 / 2023-09-01 / season / every summer"),
    ("I run daily", "daily", "- / - / day / every day"),
    ("each year", "each year", "- / - / year / every year"),
    ("every two weeks", "every two weeks", "- / - / week / every 2 weeks"),
    ("on the weekends", "on the weekends", "2023-05-13 / 2023-05-15 / day / every weekend"),
    ("every Christmas", "every Christmas", "2023-12-25 / 2023-12-26 / day / every Christmas"),
    # ages
    ("when I was 10", "when I was 10", "?"),
    ("since I was a kid", "since I was a kid", "?"),
    ("when she was ten years old", "when she was ten years old", "?"),
    # off the calendar
    ("999999999 years ago", "999999999 years ago", "?"),
    ("9999 years and 1 day ago", "9999 years and 1 day ago", "?"),
    ("in 99999999999 days", "in 99999999999 days", "?"),
    ("on 2023-13-45", "2023-13-45", "?"),
    ("0000-00-00", "0000-00-00", "?"),
]


@pytest.mark.parametrize(("text", "mention", "expected"), CASES)
def test_words_are_read_as_the_time_they_mean(text, mention, expected):
    """One mention, of exactly these characters, with exactly this time."""
    (found,) = times_in(text, SAID)
    assert (found.text, found.when) == (mention, when(expected))


@pytest.mark.parametrize(
    "text",
    [
        "we are here, and so are they",
        "I may go, may I?",
        "May you be happy",
        '"Hi", May said',
        "in May's house",
        "the sun is out and we sat in it",
        "my second child is on the second floor",
        "wait a second",
        "they march on, step by step",
        "this march for equality was moving",
        "leaves fall off the trees",
        "we drank spring water",
        "I have 2016 photos and 2016 followers",
        "in 2016 people we trust",
        "it costs $2016 or 2016 dollars",
        "version 2.0.2023 and v1.2.2021",
        "call 555-2016 or +1 555 123 2016",
        "2016 Main Street",
        "my friend April and her sister June",
        "ask April about August",
        "we walked for two hours",
        "it took me three days",
        "I lost it in two weeks",
        "I finished in 4 hours and 22 minutes",
        "a Christmas tree, an Easter bunny, and Halloween costumes",
        "open 24/7",
        "at the end of the day it is fine",
        "Sunday school",
        "we watched Friday the 13th",
        "one of these days",
        "she is ten years old",
        "the day before",
        "we watched Friday the thirteenth",
        "the nineteenth floor, the eighteenth century, my thirteenth birthday",
        "it was the twentieth of them",
        "I have one quince left, the twenty-third.",
        "they may first need to call",
        "the mon ami, the wed couple, the sat nav",
        "",
    ],
)
def test_words_that_only_look_like_times_are_none(text):
    """Verbs, names, numbers and lengths of time are not times."""
    assert times_in(text, SAID) == []


def test_several_times_come_in_order():
    """Each mention of a text has its own place and its own direction."""
    text = "On Friday I was ill. On Friday I will be fine, I hope."
    found = times_in(text, SAID)
    assert [(one.start, one.when.start) for one in found] == [(3, datetime(2023, 5, 5)), (24, datetime(2023, 5, 12))]


@pytest.mark.parametrize(
    ("tense", "start"),
    [("past", "2022-06-01"), ("present", "2023-06-01"), ("future", "2023-06-01"), (None, "2023-06-01")],
)
def test_the_tense_of_the_verb_decides_the_direction(tense, start):
    """A month without a year is the last one for the past, the next for present and future, else the nearer."""
    (found,) = times_in("in June", SAID, tense=tense)
    assert found.when.start == datetime.fromisoformat(start)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("My flight to Rome leaves on 12 March.", "2024-03-12"),
        ("I start at Siemens in March.", "2024-03-01"),
        ("I finished my thesis and I start at Siemens in March.", "2024-03-01"),
        ("The wedding's on the 12th of March.", "2024-03-12"),
        ("The wedding is actually on the 12th of March.", "2024-03-12"),
        ("My last day is 12 March.", "2024-03-12"),
        ("The taxes are due in March.", "2024-03-01"),
        ("I've got an appointment on 12 March.", "2024-03-12"),
        ("I bought a coat, and have an exam in March.", "2024-03-01"),
        ("I booked a table for 12 March.", "2024-03-12"),
        ("The flight is booked, 12 March.", "2024-03-12"),
        ("half the rent starting on 12 March", "2024-03-12"),
        ("I booked my flight on 12 March.", "2023-03-12"),
        ("I've got a lot of pictures from 12 March.", "2023-03-12"),
        ("The flight in March was awful.", "2023-03-01"),
        ("It is 12 March.", "2023-03-12"),
        ("I got two coats at Macy's on 12 March.", "2023-03-12"),
        ("I remember hiking in July.", "2022-07-01"),
        ("He started in July.", "2022-07-01"),
        ("The play is at half past seven on the 3rd.", "2023-06-03T07:30"),
        ("I'm on holiday from 3 to 10 April.", "2024-04-03"),
        ("I'm on holiday from 3 to 10 May.", "2023-05-03"),
        ("She's in Rome in April.", "2024-04-01"),
        ("You're free Thursday, then.", "2023-05-11"),
        ("My grandma died on Sunday.", "2023-05-07"),
        ("They built it in July.", "2022-07-01"),
    ],
)
def test_words_for_plans_look_ahead_unless_the_past_is_told(text, start):
    """Verbs in the present with a date, and what people have planned; a tense that is told is nearer to its time."""
    (found,) = times_in(text, SAID)
    assert found.when.start == datetime.fromisoformat(start)


@pytest.mark.parametrize(
    ("text", "said", "mention", "start"),
    [
        (
            *("My appointment with Dr Shah is on Monday 18th at 3pm", "2024-11-06"),
            *("Monday 18th at 3pm", "2024-11-18T15:00"),
        ),
        ("Let's meet Priya on Thursday the 12th.", "2024-09-01", "Thursday the 12th", "2024-09-12"),
        ("We met the surveyor on Monday 2nd.", "2024-09-10", "Monday 2nd", "2024-09-02"),
        ("Flight to Oslo on Sunday 29th.", "2024-09-10", "Sunday 29th", "2024-09-29"),
        ("The gym moved my induction to Monday 18th", "2024-11-06", "Monday 18th", "2024-11-18"),
        ("Vet on Wednesday 22nd", "2024-05-19", "Wednesday 22nd", "2024-05-22"),
        ("moved it to fri 23rd at 9.15", "2024-08-10", "fri 23rd at 9.15", "2024-08-23T09:15"),
        ("thurs 5th", "2024-08-10", "thurs 5th", "2024-09-05"),
        ("We met on Sunday 29th.", "2024-09-29", "Sunday 29th", "2024-09-29"),
        ("Let's meet on Friday the 13th.", "2024-09-10", "Friday the 13th", "2024-09-13"),
        ("We met on Wednesday 31st.", "2024-09-10", "Wednesday 31st", "2024-07-31"),
        ("next Sunday 29th", "2024-09-10", "next Sunday 29th", "2024-09-29"),
    ],
)
def test_a_weekday_with_a_day_of_the_month_is_the_nearest_day_that_is_both(text, said, mention, start):
    """On the side to which the sentence looks, or on either."""
    (found,) = times_in(text, parse_said(said))
    assert (found.text, found.when.start) == (mention, datetime.fromisoformat(start))


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("We met on Monday 17th.", "2023-04-17"),
        ("We met on Saturday 15th.", "2023-04-15"),
        ("We'll meet on Saturday 15th.", "2023-07-15"),
        ("We booked it for Friday 9th.", "2023-06-09"),
        ("We'll meet on Friday 13th.", "2023-05-13"),
        ("We met on Wednesday 12th.", "2023-04-12"),
        ("We met on Tuesday 12th.", "2023-04-12"),
    ],
)
def test_a_weekday_looks_to_the_other_side_only_if_its_day_is_near_there(text, start):
    """Where none is near, the day of the month counts, and not the weekday."""
    (found,) = times_in(text, SAID)
    assert found.when.start == datetime.fromisoformat(start)


def test_a_weekday_with_its_day_of_the_month_is_told_without_a_moment_as_any_relative_day():
    """Nobody knows of which month; a day that no month has is none."""
    (found,) = times_in("on Monday 18th", None)
    assert (found.text, found.when) == ("Monday 18th", None)
    (found,) = times_in("on Monday 39th", SAID)
    assert (found.text, found.when) == ("Monday 39th", None)


@pytest.mark.parametrize(
    ("text", "said", "end"),
    [
        ("The cafe is closed until Easter", "2023-10-29", "2024-04-01"),
        ("The café’s closed until Easter", "2023-10-29", "2024-04-01"),
        (
            "She's with us till Christmas, then she goes back to Oban if the stairs are sorted.",
            *("2023-10-29", "2023-12-26"),
        ),
        ("She's with us till Christmas if it rains.", "2023-10-29", "2023-12-26"),
        ("We meet on Friday if it's dry", "2023-10-31", "2023-11-04"),
        ("Picnic on Friday unless it rains", "2023-10-31", "2023-11-04"),
        ("on Friday if the stairs are sorted", "2023-10-31", "2023-11-04"),
        ("It's all booked until Friday", "2023-10-31", "2023-11-04"),
        ("It will be opened on Friday.", "2023-10-31", "2023-11-04"),
        ("I'm supposed to see her on Friday", "2023-10-31", "2023-11-04"),
        ("I lived there until June", "2023-10-29", "2023-07-01"),
        ("The cafe was closed until Easter", "2023-10-29", "2023-04-10"),
        ("He's lost his job, he worked until Easter", "2023-10-29", "2023-04-10"),
        ("He's just started on Friday", "2023-10-31", "2023-10-28"),
        ("Inés worked until Easter", "2023-10-29", "2023-04-10"),
        ("I wonder if it's dry, on Friday", "2023-10-31", "2023-10-28"),
    ],
)
def test_what_is_closed_or_sorted_now_tells_no_past(text, said, end):
    """A participle beside "is" tells how it is; what was, or has been, looks back. A condition looks ahead."""
    (found,) = times_in(text, parse_said(said))
    assert found.when.end == datetime.fromisoformat(end)


@pytest.mark.parametrize("tense", [None, "past"])
@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("They rescheduled my surgery to Monday.", "2023-05-15"),
        ("My exam was moved to 19 February.", "2024-02-19"),
        ("exam moved to feb 19", "2024-02-19"),
        ("My exam was moved to the 3rd.", "2023-06-03"),
        ("The concert got postponed to 8 January.", "2024-01-08"),
        ("They pushed it back to Friday.", "2023-05-12"),
        ("They brought the meeting forward to Friday.", "2023-05-12"),
        ("We put it off til January.", "2024-01-01"),
        ("It's been changed to Friday at 9:30.", "2023-05-12T09:30"),
    ],
)
def test_what_was_moved_to_a_date_lies_ahead(text, start, tense):
    """Although the verb is in the past."""
    (found,) = times_in(text, SAID, tense=tense)
    assert found.when.start == datetime.fromisoformat(start)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("the new printer comes thursday", "2023-05-11"),
        ("she gets it monday", "2023-05-15"),
        ("They deliver the sofa on Saturday", "2023-05-13"),
        ("I see the dentist friday", "2023-05-12"),
        ("the kids have swimming friday", "2023-05-12"),
        ("call him on friday", "2023-05-12"),
        ("friday works", "2023-05-12"),
        ("It goes on sale tuesday the 23rd", "2023-05-23"),
        ("I'm there from the 12th to the 19th.", "2023-05-12"),
        ("It stays shut from the 31st.", "2023-05-31"),
    ],
)
def test_a_present_or_a_request_before_a_date_looks_ahead(text, start):
    """People tell plans in the present, more often than they tell memories in it."""
    found, *_ = [one for one in times_in(text, SAID) if one.when]
    assert found.when.start == datetime.fromisoformat(start)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("We watched it friday, she says it's good", "2023-05-05"),
        ("He went to see her on friday", "2023-05-05"),
        ("On Friday he came and brings me this?", "2023-05-05"),
    ],
)
def test_a_nearer_past_looks_back_all_the_same(text, start):
    """A verb in the present elsewhere in the sentence tells nothing of the date."""
    (found,) = times_in(text, SAID)
    assert found.when.start == datetime.fromisoformat(start)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("sorry, the 25th", ["2023-04-25"]),
        ("the 14th suits me", ["2023-05-14"]),
        ("then the 12th to the 19th, and home", ["2023-05-12"]),
        ("In September, the 14th.", ["2023-09-01"]),
        ("the 2nd, the red one", []),
        ("on the 12th floor, the 18th century", []),
    ],
)
def test_a_day_of_the_month_may_stand_alone(text, days):
    """The nearer one, where nothing tells the side; not small numbers, which count things, nor what has its month."""
    found = [one.when.start.date().isoformat() for one in times_in(text, SAID) if one.when and one.when.start]
    assert found == days


@pytest.mark.parametrize("tense", [None, "past"])
@pytest.mark.parametrize(
    ("text", "said", "start"),
    [
        ("booked the ferry, 12 july to 19 july", "2024-06-02", "2024-07-12"),
        ("I got tickets for 20 July", "2024-06-02", "2024-07-20"),
        ("i bought tickets, 20 july", "2024-06-02", "2024-07-20"),
        ("Booked, in Papa's name, for the 17th of August.", "2024-06-04", "2024-08-17"),
        ("I ordered the cake for 20 July", "2024-06-02", "2024-07-20"),
        ("I ordered the cake for Friday", "2024-06-02", "2024-06-07"),
        ("We booked a hotel for a week in August", "2024-10-02", "2025-08-01"),
        ("They've set a date, 30 December.", "2023-06-12", "2023-12-30"),
        ("mum's got a date for her hip, 24th of may.", "2022-04-22", "2022-05-24"),
        ("got an appointment w dr halloran on the 14th", "2024-02-08", "2024-02-14"),
        ("He's got the knee op on the 12th", "2024-06-06", "2024-06-12"),
        ("we moved the wedding, now it's 4 september", "2024-06-02", "2024-09-04"),
        ("the agency moved our start date, now the 18th of may", "2024-04-20", "2024-05-18"),
    ],
)
def test_what_was_booked_for_a_date_lies_ahead(text, said, start, tense):
    """Although the verb is in the past: a plan is made before its time."""
    (found,) = times_in(text, parse_said(said), tense=tense)
    assert found.when.start == datetime.fromisoformat(start)


@pytest.mark.parametrize("tense", [None, "past"])
@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("Noted: the dentist on 27 July.", "2023-07-27"),
        ("Got it: dentist on 27 July.", "2023-07-27"),
        ("Added: car service, 3 August.", "2023-08-03"),
        ("Confirmed: dinner on 2 February.", "2024-02-02"),
        ("Understood, the exam on 1 July.", "2023-07-01"),
        ("I've noted the dentist for 27 July.", "2023-07-27"),
        ("Added the dentist for 2 February.", "2024-02-02"),
        ("I've added the visit on 9 September to your calendar.", "2023-09-09"),
        ("Your visit on 9 September has been added.", "2023-09-09"),
    ],
)
def test_what_an_assistant_has_noted_lies_ahead(text, start, tense):
    """Or is the nearer date, where it may be the day on which that was done."""
    (found,) = times_in(text, SAID, tense=tense)
    assert found.when.start == datetime.fromisoformat(start)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("Noted: you moved house on 27 July.", "2022-07-27"),
        ("I know where I got it, on 3 June.", "2022-06-03"),
        ("He's getting married on 13 June.", "2023-06-13"),
        ("I am getting married on 13 June!", "2023-06-13"),
        ("They will get divorced on 13 February.", "2024-02-13"),
        ("They got married on 13 June.", "2022-06-13"),
        ("I remember getting hired on 13 June.", "2022-06-13"),
    ],
)
def test_a_participle_is_past_unless_somebody_gets_it_done(text, start):
    """What "gets painted" or "is getting married" is not over yet."""
    (found,) = times_in(text, SAID)
    assert found.when.start == datetime.fromisoformat(start)


@pytest.mark.parametrize("tense", [None, "past"])
@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("They asked whether the fifth of June suits us.", "2023-06-05"),
        ("They asked if Friday the ninth of June is any good.", "2023-06-09"),
        ("We said the third of July.", "2023-07-03"),
        ("We said 3 April.", "2023-04-03"),
        ("Did they say 4 September?", "2023-09-04"),
        ("We agreed on 14 October.", "2023-10-14"),
        ("She suggested 7 July for the picnic.", "2023-07-07"),
        ("They offered me 2 August.", "2023-08-02"),
        ("He proposed 9 October instead.", "2023-10-09"),
        ("We settled on 25 June in the end.", "2023-06-25"),
        ("We decided on 30 August for the move.", "2023-08-30"),
        ("He said the wedding was on 13 June.", "2023-06-13"),
        ("She said she'd be back on 5 June.", "2023-06-05"),
        ("They asked whether we were free on 5 June.", "2023-06-05"),
    ],
)
def test_the_nearer_date_is_meant_of_which_people_talked(text, start, tense):
    """Though the verb is in the past: it is that of what they planned."""
    (found,) = times_in(text, SAID, tense=tense)
    assert found.when.start == datetime.fromisoformat(start)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("She said it started on 3 June.", "2022-06-03"),
        ("She said yes on 4 July.", "2022-07-04"),
        ("He proposed to me on 4 July.", "2022-07-04"),
        ("I told them about the leak on 28 June.", "2022-06-28"),
        ("He told me that he moved here on 12 June.", "2022-06-12"),
        ("She said it starts on 3 March.", "2024-03-03"),
        ("Bo wants the third of March.", "2024-03-03"),
    ],
)
def test_other_verbs_beside_what_people_said_decide_as_ever(text, start):
    """So does saying itself, where the date is that on which it was said."""
    (found,) = times_in(text, SAID)
    assert found.when.start == datetime.fromisoformat(start)


@pytest.mark.parametrize(
    ("text", "mention", "start"),
    [
        ("Let's say the 19th of May, it's a Friday.", "the 19th of May", "2023-05-19"),
        ("Let's take 21 May, that's a Sunday.", "21 May", "2023-05-21"),
        ("19 May is a Friday", "19 May", "2023-05-19"),
        ("We leave on the 26th, which is a Friday.", "the 26th", "2023-05-26"),
        ("The show is on 3 June, a Saturday.", "3 June", "2023-06-03"),
        ("The show is on 3 June (Saturday).", "3 June (Saturday)", "2023-06-03"),
        ("It's on 3 June (Saturday) at 5 pm.", "3 June (Saturday) at 5 pm", "2023-06-03T17:00"),
        ("tomorrow, Tuesday, at 5 pm", "tomorrow, Tuesday, at 5 pm", "2023-05-09T17:00"),
    ],
)
def test_a_weekday_told_of_a_date_is_no_other_day(text, mention, start):
    """It says what day of the week that is."""
    (found,) = times_in(text, SAID)
    assert (found.text, found.when.start) == (mention, datetime.fromisoformat(start))


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("I'm off on 3 June, on Sunday I work.", ["2023-06-03", "2023-05-14"]),
        ("I'm off on 3 June, next Sunday I work.", ["2023-06-03", "2023-05-21"]),
        ("I'm off on 3 June, Sunday I work.", ["2023-06-03", "2023-05-14"]),
    ],
)
def test_a_weekday_that_is_not_told_of_the_date_is_a_day_of_its_own(text, days):
    """Beside a date alone, it is that day's if it fits."""
    assert [one.when.start.date().isoformat() for one in times_in(text, SAID)] == days


@pytest.mark.parametrize(
    ("text", "start"),
    [("We were; ten days from the 28th.", "2023-05-08"), ("two weeks from 3 May", "2023-05-17")],
)
def test_a_distance_from_a_date_starts_at_the_nearer_one(text, start):
    """As where the date stands alone; from a weekday it starts at the next."""
    (found,) = times_in(text, SAID)
    assert found.when.start == datetime.fromisoformat(start)


@pytest.mark.parametrize("otherwise", [None, "past", "future"])
@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("I booked my flight on 12 March.", "2023-03-12"),
        ("I booked my flight on 12 July.", "2023-07-12"),
        ("We were booked for 12 March, and it rained.", "2023-03-12"),
        ("I booked the vet on the 28th.", "2023-04-28"),
        ("I booked the vet on the 14th.", "2023-05-14"),
        ("I signed up for a class on 15 March.", "2023-03-15"),
        ("I set a date for the party on the calendar that we keep, like 12 April.", "2023-04-12"),
        ("I signed up on the 14th.", "2023-04-14"),
        ("I got a parking ticket, 12 July.", "2022-07-12"),
        ("I had booked my flight for 12 July.", "2022-07-12"),
        ("I booked a table, and we went there on 12 July.", "2022-07-12"),
        ("I got the results of my exam on 12 July.", "2022-07-12"),
        ("I moved my things on 12 July.", "2022-07-12"),
        ("Bo owes me April and now July as well, he said.", "2022-07-01"),
    ],
)
def test_the_nearer_date_is_meant_on_which_something_was_booked(text, start, otherwise):
    """It is that of the plan, or the day on which it was made; another verb that is nearer decides as ever."""
    (found,) = times_in(text, SAID, otherwise=otherwise)[-1:]
    assert found.when.start == datetime.fromisoformat(start)


def test_what_was_moved_from_a_day_to_a_day_took_not_all_the_days_between():
    """Both lie ahead."""
    found = times_in("My exam was moved from Thursday to Friday.", SAID)
    assert [(one.text, one.when.start) for one in found] == [
        ("Thursday", datetime(2023, 5, 11)),
        ("Friday", datetime(2023, 5, 12)),
    ]


@pytest.mark.parametrize("otherwise", [None, "past", "future"])
@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("The landlord cancelled the inspection on 3 June.", "2023-06-03"),
        ("The landlord cancelled the inspection on 3 April.", "2023-04-03"),
        ("The wedding on 3 June was called off.", "2023-06-03"),
        ("The wedding was called off on 3 June.", "2022-06-03"),
        ("I cancelled my old gym membership on 3 June.", "2022-06-03"),
        ("I cancelled the visit because I was ill on 3 June.", "2022-06-03"),
    ],
)
def test_the_nearer_date_of_what_was_cancelled_is_meant(text, start, otherwise):
    """It is that of the thing, or of its end; only the latter beside a date of its own, and for what has none."""
    (found,) = times_in(text, SAID, otherwise=otherwise)
    assert found.when.start == datetime.fromisoformat(start)


def test_of_a_weekday_nothing_tells_whether_what_was_cancelled_lies_ahead():
    """`otherwise` decides."""
    text = "They canceled the trip on Friday."
    assert times_in(text, SAID, otherwise="past")[0].when.start == datetime(2023, 5, 5)
    assert times_in(text, SAID, otherwise="future")[0].when.start == datetime(2023, 5, 12)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Schiphol at 14:25", True),
        ("from 5 pm to 7 pm", True),
        ("until noon", True),
        ("from 5 to 7 pm", True),
        ("two hours before noon", True),
        ("tomorrow at 5 pm", False),
        ("5:30 pm last Sunday", False),
        ("this morning", False),
        ("half an hour ago", False),
        ("on Friday", False),
    ],
)
def test_a_time_of_day_alone_has_no_day(text, expected):
    """That on which it was said is only a guess."""
    (found,) = times_in(text, SAID)
    assert found.dayless == expected


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("July!", "2023-07-01"),
        ("3 October, if the roof behaves", "2023-10-03"),
        ("for Halloween", "2023-10-31"),
        ("December!", "2022-12-01"),
        ("3 February, an awful day", "2023-02-03"),
        ("for Christmas", "2022-12-25"),
        ("in May", "2023-05-01"),
        ("on the 14th", "2023-05-14"),
        ("on the 28th", "2023-04-28"),
        ("on Friday", "2023-05-05"),
    ],
)
def test_where_nothing_tells_the_nearer_date_is_meant(text, start):
    """Of dates without a year; a thing of the week, as all else, looks back. `otherwise` decides for all."""
    (found,) = times_in(text, SAID)
    assert found.when.start == datetime.fromisoformat(start)
    assert times_in(text, SAID, otherwise="past")[0].when.start <= SAID.local
    assert times_in(f"We went {text}", SAID, otherwise="future") == times_in(f"We went {text}", SAID)


@pytest.mark.parametrize(
    ("text", "said", "start"),
    [
        ("mothers day lunch was a disaster", "2024-03-10", "2024-03-10"),
        ("Mother's Day lunch was a disaster", "2024-03-13", "2024-03-10"),
        ("We'll visit her on Mother's Day", "2024-03-05", "2024-03-10"),
        ("Mother's Day lunch was a disaster", "2024-05-13", "2024-05-12"),
        ("We'll visit her on Mother's Day", "2024-04-20", "2024-05-12"),
        ("Mother's Day lunch was a disaster", "2024-03-30", None),
        ("last Mother's Day was nice", "2024-03-30", "2023-05-14"),
    ],
)
def test_mothers_day_is_that_of_britain_if_about_a_week_away(text, said, start):
    """Else that of the United States, unless it is more than half a year away and the other is nearer."""
    (found,) = times_in(text, parse_said(said))
    assert (found.when and found.when.start) == (start and datetime.fromisoformat(start))


@pytest.mark.parametrize(
    ("text", "mention"),
    [
        ("tenancy starts 11 may, deposit is 1095", "11 may"),
        ("on may 11, at noon", "may 11, at noon"),
        ("dentist: 3 march", "3 march"),
        ("we leave on 11 may at noon", "11 may at noon"),
        ("18 to 25 may, tickets booked", "18 to 25 may"),
        ("by 11 may we need it", "by 11 may"),
        ("booked! porto 16 to 23 may with lewis.", "16 to 23 may"),
        ("lisbon 3-6 may with the girls", "3-6 may"),
        ("on 10 may lol", "10 may"),
        ("gig 5 may xx", "5 may"),
        ("the gig is on 21 march if it's dry", "21 march"),
        ("it's 7 may - bring cake", "7 may"),
    ],
)
def test_may_and_march_in_lower_case_are_months_where_a_date_fits(text, mention):
    """And verbs elsewhere."""
    assert [one.text for one in times_in(text, SAID)] == [mention]


@pytest.mark.parametrize(
    "text",
    [
        *("it may 5 times", "they march 10 miles", "of 12 may be 3", "may 5 be enough", "on 45 may,", "is may 5 ok"),
        *("16 to 23 may attend", "10 to 12 may or may not come", "only 5 may come with us", "they march 5 to 10 miles"),
    ],
)
def test_may_and_march_beside_a_number_are_verbs_elsewhere(text):
    """Where the clause goes on, or no such day is."""
    assert times_in(text, SAID) == []


def test_last_and_next_are_stronger_than_the_tense():
    """What the words say is not overruled by a verb."""
    assert times_in("last June", SAID, tense="future")[0].when.start == datetime(2022, 6, 1)
    assert times_in("next June", SAID, tense="past")[0].when.start == datetime(2023, 6, 1)


@pytest.mark.parametrize(
    "text", ["yesterday", "in March", "last Friday", "at 5 pm", "two weeks ago", "since May", "Christmas Day"]
)
def test_without_an_anchor_relative_times_are_found_and_not_told(text):
    """Nobody knows when it was said."""
    (found,) = times_in(text, None)
    assert found.when is None


def test_without_an_anchor_absolute_and_recurring_times_are_told():
    """They do not depend on when it was said; of what recurs the first time stays open."""
    assert times_in("since 2016", None)[0].when == When(datetime(2016, 1, 1), None, "year")
    assert times_in("7 May 2023 at 5 pm", None)[0].when == When(
        datetime(2023, 5, 7, 17), datetime(2023, 5, 7, 18), "hour"
    )
    assert times_in("2023 May 7", None)[0].when == When(datetime(2023, 5, 7), datetime(2023, 5, 8), "day")
    assert times_in("every Tuesday", None)[0].when == When(None, None, "day", every="Tuesday")


def test_ages_are_told_from_the_speakers_birthday():
    """The speaker has a birthday here, "she" has none; an age lasts a year."""
    born = date(1990, 3, 14)
    assert times_in("when I was 10", SAID, born=born)[0].when == When(
        datetime(2000, 3, 14), datetime(2001, 3, 14), "year"
    )
    assert times_in("since I was ten", SAID, born=born)[0].when == When(datetime(2000, 3, 14), None, "year")
    assert times_in("when she was 10", SAID, born=born)[0].when is None
    assert times_in("when I was 999", SAID, born=born)[0].when is None


_CLOCKS = st.builds(
    "{}{}{}".format,
    st.integers(0, 24),
    st.sampled_from(["", ":00", ":15", ":59"]),
    st.sampled_from(["", "", "am", " pm", " p.m.", " o'clock"]),
) | st.sampled_from(["noon", "midnight", "half past one", "quarter to nine", "five past ten"])
_DAYS = st.sampled_from(["3 May", "the 31st", "Friday", "12 December", "the twenty-first", "May 2024", "June", "2019"])
_RANGES = [
    "from {} to {}",
    "between {} and {}",
    "{} - {}",
    "{} until {}",
    "tomorrow from {} until {}",
    "{} to {} on Friday",
]


@given(st.sampled_from(_RANGES), _CLOCKS | _DAYS, _CLOCKS | _DAYS, st.sampled_from([None, "past", "future"]))
def test_a_range_ends_after_it_begins(form, first, last, tense):
    """Across noon, midnight, the end of a month and that of a year; what cannot is no time."""
    for one in times_in(form.format(first, last), SAID, tense=tense):
        if one.when and one.when.start and one.when.end:
            assert one.when.start < one.when.end


@given(st.integers(1, 12), st.sampled_from(["", "am", "pm"]), st.integers(1, 12), st.sampled_from(["am", "pm"]))
def test_a_range_of_clocks_ends_within_a_day(first, first_half, last, half):
    """At the hour that is told; one whose start has no half of its own takes less than twelve hours if it can."""
    (found,) = times_in(f"from {first}{first_half} to {last}{half}", SAID)
    start, end = found.when.start, found.when.end
    assert 0 < (end - start).total_seconds() <= 24 * 3600
    assert (start.hour % 12, end.hour % 12) == (first % 12, last % 12)
    assert end.hour // 12 == (half == "pm")
    assert start.hour // 12 == (first_half == "pm") or not first_half


_HOSTILE = ["9" * 30, "ſunday", "\x00", "mid-", "'", "’s", "🎉"]
_WORDS = [*sorted({word for text, *_ in CASES for word in text.split()}), *_HOSTILE]
_TEXTS = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(_WORDS), max_size=12).map(" ".join))
_MOMENTS = st.datetimes(datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
@settings(max_examples=30, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_whatever_a_rule_matches_it_can_read(rule, data):
    """No spelling that a pattern lets through is missing from the tables behind it."""
    text = data.draw(st.from_regex(re.compile(rule.pattern.pattern, rule.pattern.flags)))
    times_in(text, data.draw(st.sampled_from([None, SAID])))


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.names_a_month], ids=lambda rule: rule.name)
@settings(max_examples=30, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_rule_that_names_a_month_matches_nothing_without_one(rule, data):
    """Texts without the name of a month are not searched for it."""
    assert _MONTH.search(data.draw(st.from_regex(re.compile(rule.pattern.pattern, rule.pattern.flags))))


@given(_TEXTS, st.none() | _MOMENTS, st.sampled_from([None, "past", "present", "future"]), st.none() | st.dates())
def test_no_text_raises_and_mentions_are_well_formed(text, moment, tense, born):
    """Spans are in order and match their text; a time ends after it begins; the same text gives the same times."""
    said = None if moment is None else parse_said(moment)
    found = times_in(text, said, tense=tense, born=born)
    assert found == times_in(text, said, tense=tense, born=born)
    reached = 0
    for mention in found:
        assert reached <= mention.start < mention.end <= len(text)
        assert mention.text == text[mention.start : mention.end]
        reached = mention.end
        if mention.when and mention.when.start and mention.when.end:
            assert mention.when.start < mention.when.end


@pytest.mark.parametrize(
    "piece",
    [
        *("last ", "two days before ", "1 year ", "9", "   ", "have ", "- ", "when I was ", "May 3-"),
        *("moved to ", "put off ", "cancelled on ", "I'm away ", "3 to "),
    ],
)
def test_long_texts_take_time_in_proportion(piece):
    """A hundred thousand characters of one piece over and over are read."""
    times_in("yesterday " + piece * (100_000 // len(piece)), SAID)


@given(
    st.lists(
        st.sampled_from([*sorted(_NAMES), "when", "we", "were", "7", "dayly", "É", "'", "_", " ", "s"]), max_size=8
    )
)
def test_a_look_at_words_misses_no_likely_time(parts: list[str]) -> None:
    """It answers as the pattern does, whatever stands beside the words."""
    text = "".join(parts)
    assert is_likely(text) == bool(_LIKELY.search(text))
    assert is_likely(" ".join(parts).upper()) == bool(_LIKELY.search(" ".join(parts).upper()))


@pytest.mark.parametrize("tense", [None, "past"])
@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("I got a job at Acme starting in September", "2025-09-01"),
        ("they offered me a job, starting September 1", "2025-09-01"),
        ("she got a place at Leeds beginning in October", "2025-10-01"),
        ("moving out end of july :( got the grad scheme in bristol", "2025-07-21"),
        ("got the job in bristol, moving end of july", "2025-07-21"),
        ("Moving out at the end of July, I got the grad scheme", "2025-07-21"),
        ("moving in September because I got a job", "2025-09-01"),
        ("the landlord gave notice, moving out in August", "2025-08-01"),
        ("accepted the offer, start in September", "2025-09-01"),
        ("I got hired, starting Monday", "2025-06-23"),
        ("I signed the lease for July", "2025-07-01"),
        ("I signed the lease for the end of July", "2025-07-21"),
        ("we signed a contract for 1 August", "2025-08-01"),
        ("paid the deposit for October", "2025-10-01"),
        ("I paid the rent for July", "2025-07-01"),
    ],
)
def test_what_starts_or_is_arranged_lies_ahead_of_the_verb_in_the_past(text, start, tense):
    """The verb that governs the time decides, not one that tells how the plan was made."""
    (mention,) = times_in(text, parse_said("2025-06-20T10:00"), tense=tense)
    assert mention.when is not None
    assert str(mention.when.start)[:10] == start


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("We signed the lease in September", "2024-09-01"),
        ("I moved out at the end of July", "2024-07-21"),
        ("I started at Acme in September", "2024-09-01"),
        ("Moving in September was hard", "2024-09-01"),
        ("and moving in May nearly killed me", "2025-05-01"),
        ("Starting in September, I worked nights", "2024-09-01"),
        ("the course I took starting in February was dull", "2025-02-01"),
        ("I was moving in September", "2024-09-01"),
        ("after moving in September I was tired", "2024-09-01"),
        ("I hurt my back moving in May", "2025-05-01"),  # either: the nearer one
        ("we've loved it since moving in September", "2024-09-01"),
        ("we went camping in August", "2024-08-01"),
        ("I paid the rent for the flat in September", "2024-09-01"),
    ],
)
def test_a_participle_of_what_is_told_as_past_looks_back(text, start):
    """As do all verbs but those of what is to come, and signing by itself."""
    (mention,) = times_in(text, parse_said("2025-06-20T10:00"))
    assert mention.when is not None
    assert str(mention.when.start)[:10] == start


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("it's due a week on tuesday", "2025-01-14"),
        ("see you Tuesday week", "2025-01-14"),
        ("a fortnight on Saturday we move", "2025-01-25"),
        ("a week tomorrow", "2025-01-14"),
        ("fortnight ago I fell", "2024-12-23"),
        ("by the 20th they said", None),  # the deadline, not when they said so
    ],
)
def test_weeks_counted_from_a_day(text: str, start: str | None) -> None:
    """Said on Monday, 6 January 2025."""
    (one,) = times_in(text, parse_said("2025-01-06T10:00"))
    assert one.when is not None
    assert (None if one.when.start is None else str(one.when.start.date())) == start
    if start is None:
        assert one.when.end is not None
        assert one.when.end.date().isoformat() == "2025-01-21"
