"""Nouns and names for times."""

from __future__ import annotations

from convograph.extraction.words.listed import listed

DAYS_AND_MONTHS = listed("""
    monday, tuesday, wednesday, thursday, friday, saturday, sunday, mon, tue, tues, wed, thu, thur, thurs, fri, sat,
    sun, january, february, march, april, may, june, july, august, september, october, november, december, jan, feb,
    mar, apr, jun, jul, aug, sep, sept, oct, nov, dec, mondays, tuesdays, wednesdays, thursdays, fridays, saturdays,
    sundays
""")
HOLIDAYS = listed("""
    christmas, christmas eve, christmas day, xmas, easter, halloween, thanksgiving, hanukkah, ramadan, eid, diwali,
    new year, new year's, new years, new year's eve, new year's day, valentine's day, valentines day, mother's day,
    father's day, labor day, memorial day, independence day, boxing day, good friday, passover, kwanzaa, lent,
    advent, st. patrick's day, earth day, black friday, pride month, ramadhan, yom kippur, rosh hashanah
""")
CLOCK_NAMES = listed("am, pm, a.m., p.m., est, pst, gmt, utc, edt, pdt, cst")
TIME_NOUNS = listed("""
    afternoon, age, birthday, century, childhood, date, day, daytime, deadline, decade, dawn, dusk, era, evening,
    fall, fortnight, future, holiday, hour, lifetime, lunchtime, midnight, minute, moment, month, morning, night,
    nightfall, noon, past, present, quarter, season, second, semester, spring, summer, summertime, sunrise, sunset,
    teenage, term, time, today, tomorrow, tonight, week, weekday, weekend, winter, year, yesterday, yr, autumn, wk,
    hr
""") - listed("sunset, sunrise, present, fall, age, term, quarter")
TIME_ADVERBS = listed("""
    today, tomorrow, tonight, yesterday, now, then, recently, lately, soon, nowadays, always, often, sometimes, ago
""")
