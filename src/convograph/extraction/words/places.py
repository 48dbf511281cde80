"""Names of places, and nouns for places."""

from __future__ import annotations

from convograph.extraction.words.listed import listed

COUNTRIES = listed("""
    afghanistan, albania, algeria, america, andorra, angola, argentina, armenia, australia, austria, azerbaijan,
    bahamas, bahrain, bangladesh, barbados, belarus, belgium, belize, benin, bhutan, bolivia, bosnia, botswana,
    brazil, britain, brunei, bulgaria, burkina faso, burma, burundi, cambodia, cameroon, canada, cape verde, chad,
    chile, china, colombia, comoros, congo, costa rica, croatia, cuba, cyprus, czech republic, czechia, denmark,
    djibouti, dominica, dominican republic, east timor, ecuador, egypt, el salvador, england, equatorial guinea,
    eritrea, estonia, eswatini, ethiopia, fiji, finland, france, gabon, gambia, germany, ghana, great britain,
    greece, greenland, grenada, guatemala, guinea, guyana, haiti, holland, honduras, hungary, iceland, india,
    indonesia, iran, iraq, ireland, israel, italy, ivory coast, jamaica, japan, kazakhstan, kenya, kiribati, kosovo,
    kuwait, kyrgyzstan, laos, latvia, lebanon, lesotho, liberia, libya, liechtenstein, lithuania, luxembourg,
    madagascar, malawi, malaysia, maldives, mali, malta, mauritania, mauritius, mexico, micronesia, moldova, monaco,
    mongolia, montenegro, morocco, mozambique, myanmar, namibia, nauru, nepal, netherlands, new zealand, nicaragua,
    niger, nigeria, north korea, north macedonia, northern ireland, norway, oman, pakistan, palau, palestine,
    panama, papua new guinea, paraguay, peru, philippines, poland, portugal, puerto rico, qatar, romania, russia,
    rwanda, samoa, san marino, saudi arabia, scotland, senegal, serbia, seychelles, sierra leone, singapore,
    slovakia, slovenia, solomon islands, somalia, south africa, south korea, south sudan, soviet union, spain, sri
    lanka, sudan, suriname, sweden, switzerland, syria, taiwan, tajikistan, tanzania, thailand, togo, tonga,
    trinidad, tunisia, turkey, turkmenistan, tuvalu, u.k., u.s., u.s.a., uae, uganda, uk, ukraine, united arab
    emirates, united kingdom, united states, united states of america, uruguay, us, usa, ussr, uzbekistan, vanuatu,
    vatican, venezuela, vietnam, wales, yemen, yugoslavia, zambia, zimbabwe
""")

REGIONS = listed("""
    alabama, alaska, arizona, arkansas, california, colorado, connecticut, delaware, florida, georgia, hawaii,
    idaho, illinois, indiana, iowa, kansas, kentucky, louisiana, maine, maryland, massachusetts, michigan,
    minnesota, mississippi, missouri, montana, nebraska, nevada, new hampshire, new jersey, new mexico, new york,
    north carolina, north dakota, ohio, oklahoma, oregon, pennsylvania, rhode island, south carolina, south dakota,
    tennessee, texas, utah, vermont, virginia, washington, west virginia, wisconsin, wyoming, new england, midwest,
    silicon valley, alberta, british columbia, manitoba, new brunswick, newfoundland, nova scotia, ontario, quebec,
    saskatchewan, yukon, new south wales, queensland, tasmania, north america, south america, latin america, central
    america, europe, asia, africa, antarctica, oceania, middle east, far east, scandinavia, caribbean, balkans,
    southeast asia, western europe, eastern europe, northern europe, central asia, crimea, siberia, catalonia,
    andalusia, tuscany, sicily, sardinia, lombardy, provence, normandy, brittany, bavaria, saxony, cornwall, devon,
    yorkshire, kerala, punjab, goa, gujarat, rajasthan, kashmir, tamil nadu, kurdistan, gaza, west bank, chechnya,
    bali, java, sumatra, borneo, hokkaido, tibet, patagonia, galapagos, crete, corsica, majorca, ibiza, canary
    islands, azores, madeira, maui, oahu, kauai, bermuda, aruba, himalayas, alps, andes, rockies, pyrenees,
    appalachians, sahara, amazon rainforest, grand canyon, yosemite, yellowstone, everest, mount everest,
    kilimanjaro, mount fuji, atlantic, pacific, atlantic ocean, pacific ocean, indian ocean, mediterranean, baltic
    sea, black sea, red sea, dead sea, nile, amazon river, danube, rhine, thames, ganges, manhattan, brooklyn,
    queens, bronx, harlem, hollywood, wall street, times square, central park, broadway, eiffel tower, big ben,
    great wall, taj mahal, colosseum, white house, statue of liberty, louvre
""")

CITIES = listed("""
    aberdeen, abu dhabi, abuja, accra, acapulco, addis ababa, adelaide, agra, albany, albuquerque, aleppo,
    alexandria, algiers, amman, amsterdam, anaheim, anchorage, ankara, ann arbor, antwerp, asheville, aspen,
    asuncion, athens, atlanta, atlantic city, auckland, austin, baghdad, bakersfield, baku, baltimore, bangalore,
    bangkok, barcelona, basel, basra, baton rouge, beijing, beirut, belfast, belgrade, bergen, berkeley, berlin,
    bern, bilbao, birmingham, bogota, boise, bologna, bombay, bordeaux, boston, boulder, bratislava, brasilia,
    bremen, brighton, brisbane, bristol, bruges, brussels, bucharest, budapest, buenos aires, buffalo, burlington,
    cairo, calcutta, calgary, cambridge, canberra, cancun, cape town, caracas, cardiff, cartagena, casablanca,
    charleston, charlotte, chennai, chicago, cincinnati, cleveland, cologne, colombo, columbus, copenhagen, corpus
    christi, cusco, dakar, dallas, damascus, dar es salaam, darwin, dayton, daytona beach, delhi, denver, des
    moines, detroit, dhaka, doha, dresden, dubai, dublin, dubrovnik, durban, durham, dusseldorf, edinburgh,
    edmonton, el paso, eugene, exeter, fallujah, florence, fort worth, frankfurt, fresno, galway, gdansk, geneva,
    genoa, glasgow, gothenburg, granada, grand rapids, guadalajara, guangzhou, guatemala city, halifax, hamburg,
    hamilton, hanoi, hanover, harare, hartford, havana, helsinki, hiroshima, ho chi minh city, hobart, hong kong,
    honolulu, houston, hyderabad, indianapolis, irvine, islamabad, istanbul, izmir, jacksonville, jaipur, jakarta,
    jerusalem, johannesburg, juneau, kabul, kampala, kansas city, karachi, kathmandu, key west, kharkiv, khartoum,
    kiev, kyiv, kigali, kingston, kobe, kolkata, krakow, kuala lumpur, kuwait city, kyoto, la paz, lagos, lahore,
    las vegas, lausanne, leeds, leicester, leipzig, lexington, lima, lisbon, liverpool, ljubljana, london, long
    beach, los angeles, louisville, lucerne, lyon, macau, madrid, malaga, malmo, manchester, manila, marrakesh,
    marseille, mecca, medellin, medina, melbourne, memphis, mexico city, miami, milan, milwaukee, minneapolis,
    minsk, mobile, mogadishu, monterey, monterrey, montevideo, montreal, moscow, mosul, mountain view, mumbai,
    munich, nagasaki, nagoya, nairobi, nantes, naples, nashville, new delhi, new haven, new orleans, new york city,
    newark, newcastle, nice, norfolk, nottingham, nuremberg, nyc, oakland, odessa, oklahoma city, omaha, orlando,
    osaka, oslo, ottawa, oxford, palermo, palm springs, palo alto, panama city, paris, pasadena, perth,
    philadelphia, phnom penh, phoenix, phuket, pisa, pittsburgh, port au prince, portland, porto, portsmouth,
    prague, pretoria, princeton, providence, pyongyang, quito, raleigh, ramallah, rangoon, reno, reykjavik,
    richmond, riga, rio, rio de janeiro, riyadh, rochester, rome, rotterdam, sacramento, saigon, salem, salt lake
    city, salzburg, samarkand, san antonio, san bernardino, san diego, san francisco, san jose, san juan, san
    salvador, santa barbara, santa cruz, santa fe, santa monica, santiago, santo domingo, sao paulo, sapporo,
    sarajevo, savannah, scottsdale, seattle, seoul, seville, shanghai, sheffield, shenzhen, sofia, southampton,
    spokane, springfield, st. louis, st louis, st. paul, st. petersburg, st petersburg, stockholm, strasbourg,
    stuttgart, sydney, syracuse, tacoma, taipei, tallahassee, tallinn, tampa, tashkent, tbilisi, tehran, tel aviv,
    thessaloniki, tijuana, tirana, tokyo, toledo, toronto, toulouse, trenton, tripoli, tucson, tulsa, tunis, turin,
    ulaanbaatar, utrecht, valencia, valparaiso, vancouver, vegas, venice, verona, vienna, vientiane, vilnius,
    warsaw, washington dc, washington d.c., d.c., dc, wellington, wichita, winnipeg, wroclaw, yangon, yerevan, york,
    zagreb, zurich, l.a., la, sf, nj, ny
""")

STATE_CODES = listed("""
    al, ak, az, ar, ca, co, ct, de, fl, ga, hi, id, il, in, ia, ks, ky, la, me, md, ma, mi, mn, ms, mo, mt, ne, nv,
    nh, nj, nm, ny, nc, nd, oh, ok, or, pa, ri, sc, sd, tn, tx, ut, vt, va, wa, wv, wi, wy, dc
""")  # read only in capitals, behind the comma of "Austin, TX"

PLACE_NAMES = COUNTRIES | REGIONS | CITIES

# The last word of a place's name, or its first ("Lake Tahoe").
PLACE_ENDINGS = listed("""
    airport, alley, ave, avenue, bay, beach, blvd, boulevard, bridge, canal, canyon, cape, cathedral, cave, caves,
    cemetery, city, coast, county, creek, desert, drive, falls, forest, freeway, garden, gardens, gate, glacier,
    gulf, harbor, harbour, heights, highway, hill, hills, island, islands, isle, junction, lake, lakes, lane, mall,
    mountain, mountains, ocean, palace, park, peak, peninsula, pier, plaza, plains, port, province, reef, reserve,
    ridge, river, road, sea, shore, shores, springs, square, st., station, strait, street, strip, temple, tower,
    trail, valley, village, volcano, waterfall, woods, zoo
""")
PLACE_OPENINGS = listed("""
    cape, fort, gulf, lake, mount, mt, mt., port, rio, river, san, santa, saint, sao, st, st., isle, los, las, el
""")

PLACE_NOUNS = PLACE_ENDINGS | listed("""
    aisle, apartment, aquarium, arcade, area, arena, attic, backyard, bakery, balcony, ballpark, bar, barn,
    basement, bathroom, bedroom, bookshop, bookstore, boutique, building, bungalow, bunker, cabin, cafe, café,
    cafeteria, campsite, campground, campus, capital, casino, castle, church, cinema, classroom, cliff, clinic,
    coastline, condo, continent, corner, corridor, cottage, country, countryside, courtyard, deli, den, destination,
    diner, district, dorm, downtown, driveway, east, farm, farmhouse, field, flat, fort, fountain, gallery, garage,
    grave, graveyard, greenhouse, grocery, gym, hall, hallway, home, hometown, hospital, hostel, hotel, house, inn,
    jungle, kitchen, lab, laboratory, landmark, lawn, library, location, lobby, lodge, mansion, market, meadow,
    monument, mosque, motel, museum, nation, neighborhood, neighbourhood, nursery, oasis, observatory, office,
    orchard, park, parking lot, patio, pharmacy, place, planet, playground, pool, porch, prison, pub, ranch, region,
    resort, restaurant, room, rooftop, route, salon, sanctuary, school, seaside, shed, shop, shoreline, shrine,
    site, south, spa, spot, stadium, state, store, studio, suburb, subway, summit, supermarket, synagogue, terrace,
    territory, theater, theatre, town, trailhead, tunnel, university, venue, vineyard, warehouse, west, wilderness,
    winery, workplace, world, yard
""") - listed("gate, drive, strip, port, cape, st., peak, ridge, sea, shore")
PLACE_ADVERBS = listed(
    "here, there, home, abroad, upstairs, downstairs, outside, overseas, downtown, nearby, everywhere"
)
