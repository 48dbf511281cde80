"""Nouns for what people do: sports, hobbies, gatherings, studies and chores."""

from __future__ import annotations

from convograph.extraction.words.listed import listed

ACTIVITIES = listed("""
    acrobatics, activism, acupuncture, adoption, aerobics, anniversary party, appointment, apprenticeship, archery,
    athletics, audition, babysitting, badminton, ballet, barbecue, baseball, basketball, bbq, bingo, birthday party,
    birdwatching, book club, bowling, boxing, brainstorming, bungee, cabaret, camping, campout, canoeing, carpentry,
    celebration, ceremony, championship, charity run, checkers, cheerleading, chess, chore, christening, class,
    classes, cleanup, climb, commute, competition, concert, conference, contest, convention, cookout, cosplay,
    course, cricket, crochet, crossfit, cruise, cycling, dance, darts, date, debate, dinner party, discus, drama,
    drawing, drive, embroidery, event, excursion, exercise, exhibition, expedition, fair, fencing, festival, field
    trip, figure skating, film festival, fishing, fitness, flight, football, fundraiser, funeral, gala, gardening,
    getaway, graduation, gymnastics, hackathon, hike, hiking, hobby, hockey, homework, honeymoon, horseback riding,
    housework, hunting, internship, interview, jog, jogging, journaling, journey, judo, juggling, karaoke, karate,
    kayaking, kickboxing, knitting, lacrosse, laundry, lecture, lesson, marathon, match, meditation, meetup,
    meeting, midterm, mindfulness, mountaineering, origami, outing, painting class, parade, party, performance,
    photography, picnic, pilates, pilgrimage, ping pong, poker, polo, pool party, potluck, pottery, practice, prom,
    promotion party, protest, pub quiz, quilting, race, rally, recital, rehearsal, renovation, research, retreat,
    reunion, ride, road trip, roleplay, rowing, rugby, run, running, safari, sailing, scavenger hunt, sculpting,
    scuba, seminar, sewing, shopping, show, shower, sightseeing, skateboarding, skating, skiing, sledding,
    sleepover, snorkeling, snowboarding, soccer, softball, spa day, speech, sport, squash, studies, surfing,
    surgery, sweepstakes, swim, swimming, tai chi, talk, tennis, tour, tournament, track and field, training,
    travel, trek, trip, tutoring, vacation, visit, volleyball, volunteering, voyage, walk, wedding, weightlifting,
    woodworking, work, workout, workshop, wrestling, writing, yard sale, yoga, zumba
""") - listed("date, drive, shower, show, class, classes, talk, run, practice, work, match")
