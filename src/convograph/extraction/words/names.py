"""Names that are neither people's, places' nor organizations', and words whose capitals mean nothing."""

from __future__ import annotations

from convograph.extraction.words.listed import listed

# Peoples, their languages and faiths: written with a capital, and no entity of their own.
PEOPLES = listed("""
    afghan, african, african american, african-american, albanian, american, arab, arabic, argentinian, argentine,
    asian, australian, austrian, bangladeshi, belgian, brazilian, british, bulgarian, cambodian, canadian,
    cantonese, catalan, chilean, chinese, colombian, croatian, cuban, czech, danish, dutch, egyptian, english,
    ethiopian, european, filipino, finnish, french, german, greek, gujarati, haitian, hawaiian, hebrew, hindi,
    hispanic, hungarian, icelandic, indian, indonesian, iranian, iraqi, irish, israeli, italian, jamaican, japanese,
    kenyan, korean, kurd, kurdish, latin, latina, latino, lebanese, malay, malaysian, mandarin, mexican, mongolian,
    moroccan, native american, nepali, nigerian, norwegian, pakistani, palestinian, persian, peruvian, polish,
    portuguese, romanian, roman, russian, saudi, scot, scottish, serbian, somali, spaniard, spanish, sudanese,
    swede, swedish, swiss, syrian, taiwanese, tamil, thai, tibetan, turk, turkish, ukrainian, urdu, vietnamese,
    welsh, yiddish, zulu, texan, californian, new yorker, londoner, buddhist, catholic, christian, hindu, jew,
    jewish, methodist, mormon, muslim, protestant, shia, shiite, sikh, sunni, islam, christianity, judaism,
    buddhism, hinduism, islamic, baptist, zionist, baathist, communist, nazi, republican, democrat, marxist,
    anglican, lutheran, evangelical, atheist
""")
PRODUCTS = listed("""
    android, bible, quran, koran, torah, ipad, iphone, ipod, mac, macbook, windows, linux, xbox, playstation,
    nintendo switch, kindle, excel, powerpoint, photoshop, gmail, outlook, internet, web, wifi, java, python,
    javascript, html, covid, covid-19, aids, hiv, dna, pdf, gps, cd, dvd, tv, pc, usb, ai, faq, diy, suv, atm, vip,
    ceo, cfo, cto, phd, mba, gpa, id, god, lord, lgbt, lgbtq, lgbtq+, adhd, ptsd, url, http, ps4, ps5, minecraft,
    monopoly, scrabble, frisbee, lego, santa, moon, earth, mars, venus, jupiter, ps, p.s., ok, lol, omg, btw, fyi,
    asap, rsvp, re, q, a
""")

# Names that are words as well: without a capital they are taken for the word.
ALSO_WORDS = listed("""
    amber, amazon, angel, april, arsenal, art, ash, aspen, aurora, austin, autumn, basil, bath, bill, blake,
    boulder, bonnie, brandy, brook, brooke, bud, buffalo, carol, chance, charity, chase, chuck, clay, cliff, cody,
    cologne, congress, cork, crystal, daisy, dale, dawn, dean, dell, delta, democrats, destiny, dolores, dominic,
    dominica, don, drew, earl, eugene, faith, fay, felicity, fiji, finn, flora, ford, fox, francisco, frank, gale,
    gene, ginger, glen, grace, grant, gray, guinea, guy, harley, harper, hazel, heather, holly, homer, hope, hunter,
    indigo, iris, ivy, jack, jade, jasmine, java, jay, jean, jersey, jesus, josh, joy, june, kit, lance, lane,
    laurel, lego, lily, limerick, lost, louvre, luna, madeira, mark, mars, marshall, mason, max, may, medina,
    mercedes, mercy, meta, miles, mindy, misty, mobile, native, nice, nick, norm, odessa, olive, oracle, orange,
    panama, parker, pat, patience, patty, pearl, penny, pentagon, perry, phoenix, pierce, pilar, pisa, porto,
    providence, queens, ray, reading, red, reno, republicans, rich, richmond, river, rob, robin, rocky, rod, roman,
    rose, rosemary, ruby, rusty, sage, sally, sandy, sawyer, sears, shay, siena, sierra, sky, sprint, stella,
    sterling, subway, sue, summer, sunny, target, taylor, theo, toledo, tony, trinity, troy, turkey, vegas, victor,
    viola, violet, visa, wade, ward, washington, wayne, who, will, willow, winter, wren, york, zoom
""")
