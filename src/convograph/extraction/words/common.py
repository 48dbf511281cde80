"""Common words that rules ask for, whatever they are about."""

from __future__ import annotations

from convograph.extraction.words.listed import listed

# Nouns that say how much or which of something: what they are of is what is meant.
QUANTITY_NOUNS = listed("""
    amount, bit, bunch, couple, dozen, form, half, handful, kind, load, lot, lots, majority, number, pair, piece,
    plenty, rest, series, set, sort, ton, tons, type, variety
""")
# Cries, which parsers take for names where they open a sentence.
CRIES = listed("""
    ah, aha, amen, amazing, aw, awesome, aww, awww, bam, bravo, bro, bummer, bye, cheers, congrats, congratulations,
    cool, cozy, damn, dang, dear, dude, exactly, fingers, geez, goodbye, gosh, great, ha, haha, hahaha, hello, hey,
    hi, hmm, hooray, huh, hurray, jealous, kudos, lmao, lol, nah, nope, oh, ok, okay, omg, oof, ooh, oops, ouch,
    perfect, phew, please, right, shh, sorry, sup, super, sure, sweet, thank, thanks, thx, totally, ugh, uh,
    welcome, whoa, woah, woo, woohoo, wow, yay, yeah, yep, yes, yikes, yo, yum, yup
""")
# Common nouns that often open a sentence and are nobody's name.
COMMON_OPENERS = listed("""
    adoption, anime, art, beauty, books, business, cars, change, cooking, creativity, dance, dancing, dedication,
    dogs, education, exercise, faith, family, fashion, food, freedom, friends, friendship, fun, gaming, gratitude,
    growth, guitar, happiness, health, history, hope, identity, knowing, kindness, laughter, life, love, luck,
    magic, marketing, mindfulness, money, moments, music, nature, painting, patience, peace, people, pets,
    photography, piano, plants, poetry, pottery, progress, rest, school, science, seeing, service, sleep, snow,
    sports, stress, success, support, teamwork, technology, therapy, tradition, travel, travelling, traveling,
    trees, trust, water, winning, work, writing, yoga
""")
# Nouns that name nothing anybody would ask for.
EMPTY_NOUNS = (
    QUANTITY_NOUNS
    | CRIES
    | listed("""
    aspect, case, chance, deal, fact, luck, manner, matter, one, point, reason, respect, sake, sense, sir, stuff,
    thing, time, way
""")
)

PEOPLE_PRONOUNS = listed("""
    i, me, my, mine, myself, you, your, yours, yourself, yourselves, we, us, our, ours, ourselves, he, him, his,
    himself, she, her, hers, herself, they, them, their, theirs, themselves, who, whom, whose, whoever, anybody,
    anyone, everybody, everyone, nobody, somebody, someone, u, ya, y'all, y’all
""")
SPEAKER_PRONOUNS = listed("i, me, my, mine, myself, im")
ADDRESSEE_PRONOUNS = listed("you, your, yours, yourself, u, ya, ur")

# Nouns in -ing that are things, not doings.
THINGS_IN_ING = listed("""
    beginning, being, belonging, blessing, building, ceiling, clothing, earring, ending, evening, feeling, frosting,
    housing, icing, king, lighting, meaning, morning, offspring, opening, pudding, ring, rating, saving, seasoning,
    setting, sibling, something, spring, string, stocking, stuffing, surrounding, thing, topping, understanding,
    upbringing, warning, wedding ring, wing, anything, everything, nothing, filling, fling, duckling, sling, swing
""")
# Nouns in -ist that are not people.
THINGS_IN_IST = listed("checklist, fist, gist, list, mist, playlist, shortlist, twist, waist, wishlist, wrist, whist")

EATING = listed("bake, barbecue, boil, chop, cook, devour, eat, fry, grill, order, roast, serve, taste")

# Verbs by what goes with them: a place, or somebody.
GOING = listed("""
    arrive, commute, come, cruise, drive, escape, explore, flee, fly, go, head, hike, immigrate, leave, live,
    locate, migrate, move, relocate, return, ride, sail, settle, ship, situate, stay, tour, travel, visit, walk,
    trip, flight, train, bus, way, journey, trek, base
""")
VISITING = listed("explore, tour, visit, reach, leave, invade, liberate, occupy")
MEETING = listed("""
    ask, beat, call, comfort, congratulate, date, email, e-mail, greet, hug, introduce, invite, kiss, love, marry,
    meet, miss, phone, remind, tell, text, thank, welcome, accuse, assassinate, kill, arrest
""")
WORKING = listed("work, intern, study, volunteer, enroll, job, internship, graduate, career, employee")

# Nouns that a name stands in front of, by what the name then is: "the Enron board", "the Chicago area".
BESIDE_ORGANIZATIONS = listed("""
    account, agreement, board, building, ceo, contract, customer, deal, employee, employment, executive, founder,
    headquarters, leadership, leader, management, manager, member, militant, militia, office, official, party,
    policy, product, representative, share, shareholder, site, spokesman, spokesperson, spokeswoman, staff, stock,
    store, supporter, team, trader, website, worker, movement, group, network, report
""")
BESIDE_PLACES = listed("""
    airport, area, capital, city, coast, community, county, district, economy, embassy, government, market, metro,
    native, neighborhood, police, population, province, region, resident, road, state, street, suburb, town, trip,
    troop, university, war, weather, border, summer, winter
""")
PLACE_PREPOSITIONS = listed("across, around, in, inside, near, outside, throughout, within")
