"""Words that decide how a statement is read, beside the shared lists of `convograph.extraction.words`."""

from __future__ import annotations

from convograph.extraction.words.listed import listed
from convograph.extraction.words.people import KIN, ROLES

FAMILY = KIN - listed("""
    adult, boy, buddy, co-worker, colleague, coworker, dude, folk, friend, gal, gentleman, girl, guardian, guy, human,
    infant, lady, man, mate, neighbor, neighbour, pal, people, person, roommate, flatmate, housemate, classmate,
    schoolmate, teammate, teen, teenager, toddler, woman, youngster, youth, bestie, bro, crush, couple
""") | listed("family, fam, stepchild, stepparent, grandkid, great-grandmother, great-grandfather")

# Whom somebody has: "my boss", "Tom's friend". With a name beside it the noun is the relation.
RELATED = KIN | ROLES | FAMILY | listed("host, fan")

OCCUPATIONS = ROLES - listed("""
    beginner, candidate, celebrity, champion, citizen, client, commuter, critic, customer, dealer, donor, enthusiast,
    expert, fan, fellow, follower, foreigner, genius, graduate, guest, hero, immigrant, local, lover, member, native,
    newcomer, opponent, owner, participant, passenger, patient, player, prisoner, reader, refugee, resident, rival,
    shopper, star, stranger, supporter, survivor, tenant, tourist, victim, villager, visitor, voter, witness,
    princess, queen, goddess, mistress, witch, king, wizard, leader, collector
""") | listed("""
    ceo, cto, cfo, freelancer, homemaker, housewife, retiree, biologist, chemist, economist, engineer, physiotherapist,
    veterinarian, optometrist, radiologist, dermatologist, cardiologist, stylist, florist, butcher, roofer, welder,
    machinist, beautician, cosmetologist, hygienist, paralegal, bookkeeper, cop, trucker, preacher, influencer,
    streamer, videographer, animator, illustrator, novelist, screenwriter, cartoonist, violinist, guitarist, drummer,
    bassist, dj, rn, stay-at-home
""")

# Ends of words for occupations that no list can hold: "cardiologist", "shopkeeper".
OCCUPATION_ENDINGS = (
    "ologist",
    "ician",
    "iatrist",
    "therapist",
    "keeper",
    "maker",
    "smith",
    "worker",
    "writer",
    "trader",
    "trainer",
)

# Qualities that say nothing when they stand alone.
EMPTY_QUALITIES = listed("able, back, done, due, fine, likely, ok, okay, right, such, sure, true, used, welcome, wrong")

EMOTIONS = listed("""
    afraid, amazed, amused, angry, annoyed, anxious, ashamed, astonished, bored, calm, cheerful, comfortable,
    concerned, confident, confused, content, crazy, curious, delighted, depressed, desperate, devastated,
    disappointed, discouraged, disgusted, down, drained, eager, ecstatic, elated, embarrassed, encouraged, energized,
    enthusiastic, envious, excited, exhausted, fearful, frightened, frustrated, fulfilled, furious, glad, gloomy,
    grateful, guilty, happy, heartbroken, helpless, homesick, honored, hopeful, hopeless, horrified, hurt, impatient,
    impressed, insecure, inspired, intimidated, irritated, jealous, joyful, lonely, lost, lucky, mad, miserable,
    motivated, nervous, nostalgic, optimistic, overjoyed, overwhelmed, panicked, passionate, peaceful, pessimistic,
    pleased, proud, psyched, pumped, refreshed, relaxed, relieved, restless, sad, satisfied, scared, shocked, shy,
    sleepy, startled, stoked, stressed, stuck, stunned, surprised, swamped, tense, terrified, thankful, thrilled,
    tired, torn, touched, troubled, uncomfortable, uneasy, unhappy, unsure, upset, weary, worried
""")

LIKING = listed("like, love, enjoy, adore, prefer")
DISLIKING = listed("dislike, hate, detest, loathe, despise")

# What remains of "a lot of books" is "books".
QUANTITIES = listed("""
    lot, lots, bunch, couple, ton, tons, plenty, number, kind, sort, type, bit, pair, handful, load, loads, dozen,
    variety, all, some, most, many, much, few, piece, amount, range
""")

# Nouns that say nothing when they stand alone.
EMPTY_NOUNS = QUANTITIES | listed("""
    thing, stuff, one, way, time, moment, while, part, point, anything, everything, something, nothing, today, now,
    here, there, sure, thanks, thank, luck, problem, worry, deal, case, fact, matter, reason, side, end, sense, course
""")

# Clauses under these are how people talk, not what they say.
FILLERS = listed("thank, mean, guess, bet, suppose, let, excuse, welcome, bless, pardon, congratulate, sound")

# What trails behind a phrase and says nothing of what it names: "chess haha", "gardening though".
ASIDES = listed("""
    ah, also, anyway, anyways, btw, either, eh, haha, hahaha, hahahaha, hehe, heh, huh, lmao, lmfao, lol, now, oh, ok,
    okay, omg, please, right, rofl, though, tho, too, wow, xd, yeah, yep, yes
""")

# Verbs that stand without a subject and yet are no command: "Love that painting!"
STATES = listed("love, hate, miss, want, need, hope, wish, like, prefer, appreciate, can, wonder")

# Verbs that mean what their object says: "have lunch with Tom".
LIGHT = listed("have, take, make, do, get, give, pay, spend")

# What somebody does, when the verb says it all: "I dance", "I'm cooking".
HABITS = listed("""
    bake, bike, box, camp, climb, code, cook, crochet, cycle, dance, draw, exercise, fish, game, garden, golf,
    hike, hunt, jog, journal, kayak, knit, meditate, paint, quilt, read, row, run, sail, sculpt, sew, sing, skate,
    skateboard, ski, snorkel, snowboard, surf, swim, travel, volunteer, wrestle, write
""")

BELONGINGS = listed("""
    apartment, bicycle, bike, boat, business, cabin, camera, car, company, condo, cottage, farm, garden, guitar,
    gym, house, jeep, laptop, motorbike, motorcycle, piano, phone, ranch, restaurant, salon, shop, store, studio,
    truck, van, violin
""")

# What somebody has that a clause gives a value to: "My major is biology" is (Ana, major, biology).
ATTRIBUTES = listed("""
    addiction, address, age, ambition, ancestry, background, birthday, birthplace, bday, career, degree, diet,
    dream, dream job, email, ethnicity, field, forte, gender, goal, height, heritage, hobby, hometown, instrument,
    interest, job, language, maiden name, major, middle name, motto, name, nationality, nickname, number, obsession,
    occupation, passion, pastime, plan, pronoun, profession, religion, role, sign, size, specialty, sport, strength,
    style, surname, talent, title, username, wish, weakness, zodiac
""")

FAVORITES = listed("favorite, favourite, fave, fav, favorites, favourites, favs, faves")

# What somebody is for a long time, said like something that was done: "I'm married".
LIFE_STATES = listed("""
    adopted, diagnosed, disabled, divorced, employed, engaged, fired, hired, injured, married, pregnant, promoted,
    retired, self-employed, separated, single, unemployed, widowed
""")
