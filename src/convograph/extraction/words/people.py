"""Nouns and titles for people, with the pronoun that fits where a word tells."""

from __future__ import annotations

from convograph.extraction.words.listed import listed

HER_KIN = listed("""
    aunt, auntie, aunty, bride, daughter, ex-girlfriend, ex-wife, fiancée, gal, girl, girlfriend, goddaughter,
    godmother, gran, grandma, granddaughter, grandmother, granny, lady, ma, mama, mom, momma, mommy, mother,
    mother-in-law, mum, mummy, nana, niece, sister, sister-in-law, stepdaughter, stepmom, stepmother, stepsister,
    daughter-in-law, widow, wife, woman
""")
HIS_KIN = listed("""
    boy, boyfriend, bro, brother, brother-in-law, dad, dada, daddy, ex-boyfriend, ex-husband, father, father-in-law,
    gentleman, godfather, godson, granddad, grandad, grandfather, grandpa, grandson, groom, gramps, guy, husband,
    hubby, man, nephew, pa, papa, pop, son, son-in-law, stepbrother, stepdad, stepfather, stepson, uncle, widower,
    dude
""")
HER_ROLES = listed("""
    actress, businesswoman, congresswoman, countess, duchess, empress, goddess, heiress, hostess, mistress, nun,
    policewoman, princess, queen, saleswoman, spokeswoman, stewardess, waitress, witch
""")
HIS_ROLES = listed("""
    businessman, congressman, cowboy, duke, emperor, fireman, handyman, king, mailman, monk, policeman, priest,
    prince, salesman, spokesman, waiter, wizard
""")
HER_NOUNS = HER_KIN | HER_ROLES
HIS_NOUNS = HIS_KIN | HIS_ROLES

ANYONES_KIN = listed("""
    adult, baby, buddy, child, co-worker, cousin, colleague, couple, coworker, crush, ex, family, fiance, fiancé,
    folk, folks, friend, grandchild, grandparent, guardian, human, in-law, infant, kid, kiddo, little one, mate,
    neighbor, neighbour, newborn, pal, parent, partner, people, person, relative, roommate, flatmate, housemate,
    classmate, schoolmate, teammate, sibling, spouse, teen, teenager, toddler, triplet, twin, youngster, youth,
    bestie
""") - listed("family, couple, triplet, youth, crush")
KIN = HER_KIN | HIS_KIN | ANYONES_KIN

ROLES = (
    HER_ROLES
    | HIS_ROLES
    | listed("""
    accountant, activist, actor, adviser, advisor, agent, ambassador, analyst, apprentice, architect, artist,
    assistant, astronaut, athlete, attendant, attorney, author, babysitter, baker, banker, barber, barista,
    bartender, beginner, blogger, boss, buyer, candidate, captain, caregiver, carpenter, cashier, celebrity,
    champion, chef, citizen, cleric, client, clerk, coach, collector, comedian, commander, commuter, composer,
    consultant, contractor, cook, counselor, counsellor, critic, customer, dancer, dealer, dentist, deputy,
    designer, developer, diplomat, director, doctor, donor, driver, editor, electrician, employee, employer,
    engineer, enthusiast, entrepreneur, executive, expert, fan, farmer, fellow, fighter, firefighter, follower,
    foreigner, founder, gamer, gardener, genius, governor, graduate, guest, guide, hairdresser, hero, hiker,
    historian, host, immigrant, inspector, instructor, intern, interviewer, inventor, investor, janitor, journalist,
    judge, juror, landlord, lawyer, leader, lecturer, librarian, local, lover, maid, manager, marine, mayor,
    mechanic, member, mentor, minister, model, musician, nanny, native, newcomer, nurse, nutritionist, officer,
    official, opponent, owner, painter, paramedic, participant, passenger, pastor, patient, performer, pharmacist,
    philosopher, photographer, physician, physicist, pianist, pilot, planner, player, plumber, poet, politician,
    president, principal, prisoner, producer, professor, programmer, psychiatrist, psychologist, publisher, rapper,
    reader, realtor, recruiter, refugee, reporter, representative, researcher, resident, rival, runner, sailor,
    scholar, scientist, sculptor, secretary, senator, sergeant, servant, shopper, singer, soldier, specialist,
    spokesperson, staffer, star, stranger, student, supervisor, supporter, surgeon, survivor, tailor, teacher,
    technician, tenant, therapist, tourist, trainee, trainer, translator, traveler, traveller, trustee, tutor,
    veteran, vet, victim, villager, visitor, volunteer, voter, witness, worker, writer, youtuber
""")
) - listed("fan, star, local, model, host, native")

PERSON_NOUNS = KIN | ROLES | listed("fan, host, somebody, someone, men, women, children, kids, parents, guys")

HER_TITLES = listed(
    "mrs, mrs., ms, ms., miss, madam, madame, lady, queen, princess, sister, aunt, auntie, grandma, mama"
)
HIS_TITLES = listed("mr, mr., sir, king, prince, lord, uncle, grandpa, brother, father, pope, papa")
TITLES = (
    HER_TITLES
    | HIS_TITLES
    | listed("""
    dr, dr., doctor, prof, prof., professor, president, senator, sen., governor, gov., mayor, judge, justice,
    captain, capt., colonel, col., general, gen., lieutenant, lt., sergeant, sgt., officer, detective, inspector,
    rev., reverend, rabbi, imam, ayatollah, sheikh, sheik, cardinal, bishop, archbishop, minister, secretary,
    congressman, congresswoman, rep., ambassador, chancellor, coach, saint, cousin, grandmaster, chef, nurse, dj,
    hon., emperor, mullah
""")
)

# Verbs whose subject is somebody, and not something.
SAYING = listed("""
    add, admit, advise, agree, announce, answer, apologize, argue, ask, believe, care, chat, chuckle, claim,
    comment, complain, confess, cry, decide, declare, deny, enjoy, explain, feel, forget, giggle, guess, hate, hope,
    hug, insist, invite, joke, kiss, laugh, like, love, marry, mention, miss, nod, notice, opine, own, plan,
    promise, reckon, recommend, remark, remember, reply, respond, say, sing, smile, state, suggest, swear, teach,
    tell, text, thank, think, visit, wake, want, warn, whisper, wish, wonder, worry, write
""")
