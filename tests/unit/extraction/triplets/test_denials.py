"""What is denied, of whom, and how far: ellipsis, contrast, coordination, doubt, and names and dates as one span.

A statement is written as subject | phrase | object; it is denied where its phrase has "not" or "never".
"""

from __future__ import annotations

from datetime import datetime

import pytest

from convograph.extraction.reading import Reader, Reading
from convograph.parsers.udpipe import UDPipeParser
from convograph.times import parse_said
from convograph.types import SourceTurn

BAKERY = "My friend Tom runs a bakery."
SAID = parse_said("2023-05-08 13:56")  # a Monday

ELLIPSIS: dict[str, list[str]] = {
    "I'm allergic to peanuts but my wife isn't.": [
        "Ana | be allergic to | peanuts",
        "Ana's wife | not be allergic to | peanuts",
        "Ana | have | Ana's wife",
    ],
    "My wife can swim but I can't.": ["Ana's wife | can | swim", "Ana | can not | swim", "Ana | have | Ana's wife"],
    "I wanted to go to Rome but I couldn't.": ["Ana | want to go to | Rome", "Ana | could not go to | Rome"],
    "Tom will come to Porto, but Maria won't.": ["Tom | will come to | Porto", "Maria | will not come to | Porto"],
    "I never ate fish, but Tom did.": ["Ana | never eat | fish", "Tom | eat | fish"],
    "I don't eat meat, and Tom doesn't either.": ["Ana | not eat | meat", "Tom | not eat | meat"],
    "Tom has been to Rome, but Maria hasn't.": ["Tom | be to | Rome", "Maria | not be to | Rome"],
    "I like tea and so does Tom.": ["Ana | like | tea", "Tom | like | tea"],
    "I'm a nurse and so is Maria.": ["Ana | be | nurse", "Maria | be | nurse"],
    "I don't like fish and neither does Tom.": ["Ana | not like | fish", "Tom | not like | fish"],
    "I can't swim and neither can Tom.": ["Ana | can not | swim", "Tom | can not | swim"],
    "The snail drew a bigger crowd than I did.": ["snail | draw | bigger crowd"],
    "Both are real, and neither is yours to solve.": [],
    "I'm tired but Tom doesn't.": ["Ana | be | tired"],
    "No, I haven't.": [],
}
CONTRAST: dict[str, list[str]] = {
    "I don't drink coffee anymore, only tea.": ["Ana | not drink | coffee", "Ana | drink | tea"],
    "I do Pilates, not yoga.": ["Ana | do | Pilates", "Ana | not do | yoga"],
    "I live in Porto, not Lisbon.": ["Ana | live in | Porto", "Ana | not live in | Lisbon"],
    "I'm allergic to nuts, not to milk.": ["Ana | be allergic to | nuts", "Ana | not be allergic to | milk"],
    "I don't like tea but coffee.": ["Ana | not like | tea", "Ana | like | coffee"],
    "I'm not a nurse but a teacher.": ["Ana | not be | nurse", "Ana | be | teacher"],
    "I'm not only a nurse but also a painter.": ["Ana | be | nurse", "Ana | be | painter"],
    "I like tea, not coffee.": ["Ana | like | tea", "Ana | not like | coffee"],
    "I live in Porto, not in Lisbon.": ["Ana | live in | Porto", "Ana | not live in | Lisbon"],
    "We have a garden but no balcony.": ["Ana | have | garden", "Ana | not have | balcony"],
}
COORDINATION: dict[str, list[str]] = {
    "I can't sing or dance.": ["Ana | can not | sing", "Ana | can not | dance"],
    "I haven't played the video games or read the books.": ["Ana | not play | video games", "Ana | not read | books"],
    "I'm allowed to walk but not run.": ["Ana | be allowed to | walk", "Ana | not be allowed to | run"],
    "I can't wait to visit the Vatican and try out those restaurants.": [
        "Ana | can not wait to visit | Vatican",
        "Ana | can not wait to try out | restaurants",
    ],
    "I don't smoke, nor do I drink wine.": ["Ana | not drink | wine"],
    "I eat neither meat nor fish.": ["Ana | not eat | meat", "Ana | not eat | fish"],
    "Neither Tom nor Maria eats fish.": ["Tom | not eat | fish", "Maria | not eat | fish"],
    "The flat is neither big nor cheap.": ["flat | not be | big", "flat | not be | cheap"],
}
NO_LONGER: dict[str, list[str]] = {
    "I no longer like olives.": ["Ana | not like | olives"],
    "Tom no longer works at the bakery.": ["Tom | not work at | bakery"],
    "I'm no longer a vegan.": ["Ana | not be | vegan"],
    "I no longer smoke.": [],
    "It took me no longer than a day.": [],
    "I can't stand the noise.": ["Ana | can not stand | noise"],
    "I can't stand olives anymore.": ["Ana | can not stand | olives"],
    "I hardly ever see Tom.": ["Ana | not see | Tom"],
    "I stopped drinking coffee.": ["Ana | stop drinking | coffee"],
    "I used to play the drums but I don't anymore.": ["Ana | used to play | drums", "Ana | not play | drums"],
}
AS_IN_CHAT: dict[str, list[str]] = {
    "I don’t eat meat.": ["Ana | not eat | meat"],
    "i dont really like running": ["Ana | not like | running"],
    "I ain't got a car": ["Ana | not have | car"],
    "didn't enjoy the concert": ["Ana | not enjoy | concert"],
    "don't like lamb": ["Ana | not like | lamb"],
    "doesn't like lamb": [],
    "Not a fan of karaoke.": ["Ana | not be fan of | karaoke"],
    "when is the meeting again, cant find the email": [],
    "didnt Tom have a dog": [],
    "I'm no good at maths": ["Ana | not be good at | maths"],
    "I haven't seen Tom in ages!": ["Ana | not see | Tom"],
    "I've never been to college": ["Ana | never be to | college"],
}
DENIED_ELSEWHERE: dict[str, list[str]] = {
    "I don't think Tom likes fish.": ["Tom | not like | fish"],
    "I don't think so, I like fish.": ["Ana | like | fish"],
    "I can't believe Tom eats fish.": ["Tom | eat | fish"],
    "I didn't think Tom ate fish.": ["Tom | eat | fish"],
    "I no longer drink coffee.": ["Ana | not drink | coffee"],
    "Tom came with no luggage.": ["Tom | not come with | luggage"],
    "No doctor told me about the risks.": ["doctor | not tell | Ana", "doctor | not tell about | risks"],
    "No kayaks, the sea was rough.": ["sea | be | rough"],
    "I wasn't able to find the keys.": ["Ana | not be able to find | keys"],
    "I left without paying the bill.": ["Ana | not pay | bill"],
    "I prefer not to talk about politics.": ["Ana | prefer | not talking about politics"],
    "Renske lives in Halvers, so don't put me near Mill Street.": [],
    "Tom and Maria live in Rome and don't have a car.": [
        "Tom | live in | Rome",
        "Maria | live in | Rome",
        "Tom | not have | car",
        "Maria | not have | car",
    ],
    "Not everyone likes cats.": [],
    "I've no idea.": ["Ana | not have | idea"],
    "It keeps courage, so a bumpy talk next time isn't a failure.": ["bumpy talk next time | not be | failure"],
    "I do not want a bun, Jory.": ["Ana | not want | bun"],
    "I do not want your money, Jory.": ["Ana | not want | Ben's money"],
}
NOT_STATED: dict[str, list[str]] = {
    "I'm not sure if Tom likes fish.": [],
    "I don't know what Tom likes.": [],
    "I'm not sure what the rules are.": [],
    "I'm not sure what I want to do.": [],
    "I'm not ready to talk about it.": [],
    "I can't write about it.": [],
    "I don't think it helps.": [],
    "I don't do anything but work.": [],
    "The doctor said no coffee for a while.": [],
    "The boat went back yesterday, no paint.": [],
    "I didn't want to say until I could type it.": [],
    "The client cried, which I did not expect.": [],
    "I don't eat nuts because of my allergy.": ["Ana | not eat | nuts"],
    "I want to make sure I'm not missing any causes.": [],
    "Buy a lamp, so that the table isn't dark.": [],
    "If I sleep badly and I never clean the room, fine.": [],
}
NAMES_AND_TIMES: dict[str, list[str]] = {
    "We married on 12 July 2019.": ["Ana | marry on | 12 July 2019"],
    "My grandmother died on 3 May.": ["Ana's grandmother | die on | 3 May", "Ana | have | Ana's grandmother"],
    "I work at 8 am on Monday.": ["Ana | work at | 8 am", "Ana | work on | Monday"],
    "I get the key on 1 October.": ["Ana | get | key"],
    "My friend Tom runs a bakery.": ["Tom | run | bakery", "Ana | friend | Tom"],
    "i run a lot": ["Ana | run | running"],
    "Miss June taught me piano.": ["Miss June | teach Ana | piano"],
    "I met Miss June in May.": ["Ana | meet | Miss June"],
    "My colleague Rachel told me a story.": [
        "Rachel | tell | story",
        "Rachel | tell story to | Ana",
        "Ana | colleague | Rachel",
    ],
    "I'm going to be using the TV.": ["Ana | will use | TV"],
    "i do coding for several musicians.": ["Ana | code | coding", "Ana | code for | several musicians"],
}


@pytest.fixture(scope="module")
def reader() -> Reader:
    """Rules over the bundled model, loaded once."""
    return Reader(UDPipeParser())


def read(reader: Reader, text: str) -> Reading:
    """What Ana answers when Ben has greeted her."""
    greeting = SourceTurn(1, "t1", "s", 0, "Ben", "Hello!", SAID)
    answer = SourceTurn(2, "t2", "s", 1, "Ana", text, SAID)
    return reader.read([greeting, answer])[1]


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        each
        for group in (
            *(ELLIPSIS, CONTRAST, COORDINATION, NO_LONGER, AS_IN_CHAT),
            *(DENIED_ELSEWHERE, NOT_STATED, NAMES_AND_TIMES),
        )
        for each in group.items()
    ],
)
def test_a_sentence_states_what_was_said(reader: Reader, text: str, statements: list[str]) -> None:
    """As facts; what is asked, wished, aimed at or under a condition is none. Polarity is that of the phrase."""
    facts = [one for one in read(reader, text).triplets if not one.hypothetical]
    found = [f"{one.triplet.subject} | {one.stated.phrase} | {one.triplet.object}" for one in facts]
    assert found == statements
    denied = [not {"not", "never"}.isdisjoint(one.stated.phrase.split()) for one in facts]
    assert [one.stated.negated for one in facts] == denied


def test_an_hour_in_words_is_when_it_happens(reader: Reader) -> None:
    """With the part of the day beside it."""
    (event,) = read(reader, "I'm meeting Tom at half past ten tonight.").events
    assert event.when is not None
    assert event.when.start == datetime(2023, 5, 8, 22, 30)


def test_a_pastime_is_no_business(reader: Reader) -> None:
    """Who runs a bakery does not run."""
    labels = {text: [one.triplet.relation for one in read(reader, text).triplets] for text in ("i run a lot", BAKERY)}
    assert labels == {"i run a lot": ["hobby"], BAKERY: ["run", "friend"]}
