"""Words of organizations' names, nouns for organizations, and some that everybody knows."""

from __future__ import annotations

from convograph.extraction.words.listed import listed

ORGANIZATION_ENDINGS = listed("""
    academy, administration, agency, airlines, airways, alliance, army, assembly, associates, association,
    authority, bank, bar, bakery, band, board, brigade, brigades, bros, brothers, bureau, cafe, café, center,
    centre, church, clinic, club, co, co., coalition, college, commission, committee, communications, community,
    company, congress, consortium, cooperative, corp, corp., corporation, council, court, department, dept, dept.,
    diner, division, electric, energy, enterprises, entertainment, federation, films, firm, force, forces, forum,
    foundation, fund, gmbh, group, guild, holdings, hospital, hotel, house, inc, inc., industries, initiative,
    institute, institution, insurance, international, jihad, labs, laboratories, laboratory, league, legion,
    library, limited, llc, llp, llc., lp, ltd, ltd., magazine, media, militia, ministry, mission, motors, movement,
    museum, nations, navy, network, news, newspaper, office, orchestra, organisation, organization, parliament,
    partners, partnership, party, pictures, police, post, press, productions, project, records, registry,
    restaurant, salon, school, senate, services, society, solutions, software, spa, squad, station, store, studio,
    studios, symphony, systems, team, technologies, theater, theatre, times, trust, tribune, union, univ,
    university, ventures
""")
ORGANIZATION_OPENINGS = listed("""
    academy, assembly, association, bank, board, bureau, center, centre, chamber, church, college, commission,
    committee, council, department, federation, house, institute, ministry, museum, office, organization, school,
    society, union, university
""")  # in front of "of", as in "University of Utah"

ORGANIZATION_NOUNS = listed("""
    academy, agency, airline, army, association, band, bank, board, brand, bureau, business, charity, chain, choir,
    church group, club, college, commission, committee, company, congress, cooperative, corporation, council, court,
    crew, department, employer, enterprise, federation, firm, foundation, government, group, industry, institute,
    institution, jury, league, manufacturer, military, ministry, navy, nonprofit, non-profit, ngo, orchestra,
    organisation, organization, parliament, party, police, publisher, retailer, senate, society, sorority,
    fraternity, startup, start-up, support group, team, troop, troupe, union, vendor
""") - listed("party, chain, industry, employer, publisher, business")

# Companies, institutions and bodies, each known to nearly everybody.
KNOWN_ORGANIZATIONS = listed("""
    abc, accenture, adidas, adobe, airbnb, al qaeda, al-qaeda, al-qaida, xinhua, burger king, iaea, u.n., alibaba,
    aljazeera, al jazeera, amazon, american airlines, amex, amnesty international, aol, apple, arsenal, associated
    press, at&t, audi, bbc, bloomberg, bmw, boeing, bp, cbs, chase, chevron, chevrolet, chipotle, chrysler, cia,
    cisco, citibank, cnn, coca cola, coca-cola, comcast, congress, costco, dell, delta, democrats, deloitte, disney,
    doordash, dropbox, ebay, epa, espn, etsy, eu, european union, exxon, facebook, fatah, fbi, fda, fedex, fema,
    ferrari, fifa, ford, fox, fox news, gap, general electric, general motors, gm, goldman sachs, google,
    greenpeace, gucci, h&m, habitat for humanity, hamas, harvard, hbo, hezbollah, hilton, home depot, honda, hp,
    hsbc, hulu, hyundai, ibm, ikea, imf, instagram, intel, interpol, irs, isis, jpmorgan, kfc, kgb, kia, kmart,
    lego, lenovo, lexus, lg, linkedin, lockheed martin, lufthansa, lyft, macy's, marriott, mastercard, mattel,
    mazda, mcdonald's, mcdonalds, mercedes, meta, microsoft, mit, mossad, motorola, mozilla, msnbc, nasa, national
    geographic, nato, nba, nbc, nestle, netflix, new york times, nfl, nhl, nike, nintendo, nissan, nokia, nordstrom,
    nsa, nvidia, nypd, nyu, oracle, panasonic, paypal, pbs, pentagon, pepsi, petco, petsmart, pfizer, pinterest,
    pizza hut, pixar, porsche, princeton university, red cross, reddit, republicans, reuters, safeway, salesforce,
    samsung, sears, sec, siemens, snapchat, sony, spacex, spotify, sprint, stanford, starbucks, subaru, subway,
    supreme court, taco bell, taliban, target, tesla, the new york times, tiktok, toyota, trader joe's, twitch,
    twitter, uber, ucla, un, unesco, unicef, unilever, united airlines, united nations, ups, usc, usps, verizon,
    visa, vodafone, volkswagen, volvo, walgreens, walmart, wal-mart, warner bros, washington post, wells fargo,
    wendy's, who, whole foods, wikipedia, world bank, yahoo, yale, yamaha, ymca, youtube, zara, zoom
""") - listed("who, delta, gap, target, visa, zoom, zara, chase, subway, apple, fox, meta, sprint, sec")
# Left out of the list are words that also mean something common; capitals in the middle of a sentence tell:
AMBIGUOUS_ORGANIZATIONS = listed("apple, delta, fox, gap, meta, sec, subway, target, who, zoom")
