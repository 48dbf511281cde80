"""What is read off correct trees: the constructions that triplets come from."""

from __future__ import annotations

import pytest

from convograph.extraction.triplets import triplets_in
from convograph.extraction.types import FoundTriplet
from support.parses import parsed, said


def found(rows: str, **names: str | None) -> list[FoundTriplet]:
    """The triplets of one sentence that Ana says to Ben."""
    return triplets_in(said(parsed(rows), **names))


def plain(rows: str) -> list[tuple[str, str, str]]:
    """Subject, relation and object of each."""
    return [one.triplet.parts for one in found(rows)]


PORTO = """
    I I PRON 2 nsubj
    went go VERB 0 root Tense=Past|VerbForm=Fin
    to to ADP 4 case
    Porto Porto PROPN 2 obl
    with with ADP 7 case
    my my PRON 7 nmod:poss
    sister sister NOUN 2 obl
    Maria Maria PROPN 7 appos
    last last ADJ 10 amod
    week week NOUN 2 obl:unmarked
    +. . PUNCT 2 punct
"""
BRUNO = """
    We we PRON 2 nsubj
    adopted adopt VERB 0 root Tense=Past|VerbForm=Fin
    a a DET 4 det
    dog dog NOUN 2 obj
    +, , PUNCT 6 punct
    Bruno Bruno PROPN 4 appos
    +, , PUNCT 6 punct
    in in ADP 9 case
    May May PROPN 2 obl
    +. . PUNCT 2 punct
"""
NURSE = """
    I I PRON 4 nsubj
    +'m be AUX 4 cop Tense=Pres|VerbForm=Fin
    a a DET 4 det
    nurse nurse NOUN 0 root
    at at ADP 7 case
    St. St. PROPN 7 compound
    Mary Mary PROPN 4 nmod
    and and CCONJ 9 cc
    love love VERB 4 conj Tense=Pres|VerbForm=Fin
    my my PRON 11 nmod:poss
    job job NOUN 9 obj
"""
GERUNDS = """
    I I PRON 2 nsubj
    love love VERB 0 root Tense=Pres|VerbForm=Fin
    hiking hike VERB 2 xcomp VerbForm=Ger
    +, , PUNCT 5 punct
    painting paint VERB 3 conj VerbForm=Ger
    and and CCONJ 7 cc
    reading read VERB 3 conj VerbForm=Ger
"""
GERUNDS_ON_THE_VERB = """
    I I PRON 2 nsubj
    love love VERB 0 root Tense=Pres|VerbForm=Fin
    hiking hike VERB 2 xcomp VerbForm=Ger
    and and CCONJ 5 cc
    reading read VERB 2 conj VerbForm=Ger
"""
VIOLIN = """
    My my PRON 2 nmod:poss
    son son NOUN 9 nsubj
    Tom Tom PROPN 2 appos
    +, , PUNCT 7 punct
    who who PRON 7 nsubj PronType=Rel
    is be AUX 7 cop Tense=Pres|VerbForm=Fin
    10 10 NUM 2 acl:relcl
    +, , PUNCT 7 punct
    plays play VERB 0 root Tense=Pres|VerbForm=Fin
    the the DET 11 det
    violin violin NOUN 9 obj
"""
MARRIED = """
    Tom Tom PROPN 5 nsubj
    and and CCONJ 3 cc
    I I PRON 1 conj
    got get AUX 5 aux:pass Tense=Past|VerbForm=Fin
    married marry VERB 0 root Tense=Past|VerbForm=Part
    in in ADP 7 case
    2015 2015 NUM 5 obl
"""
GIVEN = """
    The the DET 2 det
    book book NOUN 8 nsubj
    that that PRON 5 obj PronType=Rel
    Ben Ben PROPN 5 nsubj
    gave give VERB 2 acl:relcl Tense=Past|VerbForm=Fin
    me I PRON 5 iobj
    was be AUX 8 cop Tense=Past|VerbForm=Fin
    long long ADJ 0 root
"""
COLLEAGUES = """
    The the DET 2 det
    people people NOUN 7 nsubj
    I I PRON 4 nsubj
    work work VERB 2 acl:relcl Tense=Pres|VerbForm=Fin
    with with ADP 4 obl
    are be AUX 7 cop Tense=Pres|VerbForm=Fin
    kind kind ADJ 0 root
"""
LUNA = """
    We we PRON 2 nsubj
    named name VERB 0 root Tense=Past|VerbForm=Fin
    our our PRON 4 nmod:poss
    cat cat NOUN 2 obj
    Luna Luna PROPN 2 xcomp
"""
SING = """
    I I PRON 3 nsubj
    can can AUX 3 aux VerbForm=Fin
    play play VERB 0 root VerbForm=Inf
    guitar guitar NOUN 3 obj
    and and CCONJ 6 cc
    draw draw VERB 3 conj VerbForm=Inf
    cats cat NOUN 6 obj
"""
WISH_LIST = """
    I I PRON 3 nsubj
    +'d would AUX 3 aux VerbForm=Fin
    love love VERB 0 root VerbForm=Inf
    to to PART 5 mark
    visit visit VERB 3 xcomp VerbForm=Inf
    Japan Japan PROPN 5 obj
    and and CCONJ 8 cc
    see see VERB 5 conj VerbForm=Inf
    Kyoto Kyoto PROPN 8 obj
"""
SWIM = """
    I I PRON 2 nsubj
    know know VERB 0 root Tense=Pres|VerbForm=Fin
    how how ADV 5 advmod
    to to PART 5 mark
    swim swim VERB 2 ccomp VerbForm=Inf
"""
HOBBY = """
    My my PRON 2 nmod:poss
    hobby hobby NOUN 4 nsubj
    is be AUX 4 aux Tense=Pres|VerbForm=Fin
    painting paint VERB 0 root VerbForm=Part
"""
STUDIO = """
    My my PRON 2 nmod:poss
    goal goal NOUN 5 nsubj
    is be AUX 5 cop Tense=Pres|VerbForm=Fin
    to to PART 5 mark
    open open VERB 0 root VerbForm=Inf
    a a DET 7 det
    studio studio NOUN 5 obj
"""
SEARCHING = """
    Searching search VERB 7 csubj VerbForm=Ger
    for for ADP 4 case
    a a DET 4 det
    studio studio NOUN 1 obl
    has have AUX 7 aux Tense=Pres|VerbForm=Fin
    been be AUX 7 cop Tense=Past|VerbForm=Part
    hard hard ADJ 0 root
"""
SISTERS_NAME = """
    My my PRON 2 nmod:poss
    sister sister NOUN 4 nmod:poss
    +'s 's PART 2 case
    name name NOUN 6 nsubj
    is be AUX 6 cop Tense=Pres|VerbForm=Fin
    Maria Maria PROPN 0 root
"""
PARAKEET = """
    I I PRON 2 nsubj
    have have VERB 0 root Tense=Pres|VerbForm=Fin
    a a DET 4 det
    parakeet parakeet NOUN 2 obj
    named name VERB 4 acl Tense=Past|VerbForm=Part
    Cookie Cookie PROPN 5 xcomp
"""
NO_SIBLINGS = """
    I I PRON 2 nsubj
    have have VERB 0 root Tense=Pres|VerbForm=Fin
    no no DET 4 det
    siblings sibling NOUN 2 obj
"""
NECKLACE = """
    My my PRON 2 nmod:poss
    grandma grandma NOUN 3 nsubj
    gave give VERB 0 root Tense=Past|VerbForm=Fin
    me I PRON 3 iobj
    a a DET 6 det
    necklace necklace NOUN 3 obj
"""
ACCEPTED = """
    The the DET 3 det
    support support NOUN 3 compound
    group group NOUN 4 nsubj
    made make VERB 0 root Tense=Past|VerbForm=Fin
    me I PRON 4 obj
    feel feel VERB 4 xcomp VerbForm=Inf
    accepted accept VERB 6 xcomp Tense=Past|VerbForm=Part
"""
BIOLOGY = """
    I I PRON 2 nsubj
    studied study VERB 0 root Tense=Past|VerbForm=Fin
    biology biology NOUN 2 obj
    at at ADP 5 case
    Stanford Stanford PROPN 3 nmod
"""
SUNSET = """
    I I PRON 2 nsubj
    made make VERB 0 root Tense=Past|VerbForm=Fin
    a a DET 7 det
    very very ADV 5 advmod
    nice nice ADJ 7 amod
    oil oil NOUN 7 compound
    painting painting NOUN 2 obj
    of of ADP 10 case
    a a DET 10 det
    sunset sunset NOUN 7 nmod
"""
QUANTITY = """
    I I PRON 2 nsubj
    own own VERB 0 root Tense=Pres|VerbForm=Fin
    a a DET 4 det
    lot lot NOUN 2 obj
    of of ADP 6 case
    books book NOUN 4 nmod
"""
GOOD_AT = """
    I I PRON 3 nsubj
    am be AUX 3 cop Tense=Pres|VerbForm=Fin
    good good ADJ 0 root
    at at SCONJ 5 mark
    swimming swim VERB 3 advcl VerbForm=Ger
"""
EXCITED = """
    I I PRON 3 nsubj
    am be AUX 3 cop Tense=Pres|VerbForm=Fin
    excited excited ADJ 0 root
    to to PART 5 mark
    see see VERB 3 xcomp VerbForm=Inf
    Rome Rome PROPN 5 obj
"""
OLD = """
    I I PRON 5 nsubj
    am be AUX 5 cop Tense=Pres|VerbForm=Fin
    30 30 NUM 4 nummod
    years year NOUN 5 obl:unmarked
    old old ADJ 0 root
"""
BLESSING = """
    So so ADV 2 advmod
    happy happy ADJ 0 root
    for for ADP 4 case
    you you PRON 2 obl
"""
RELATIVE = """
    Tom Tom PROPN 4 nsubj
    is be AUX 4 cop Tense=Pres|VerbForm=Fin
    a a DET 4 det
    nurse nurse NOUN 0 root
    who who PRON 6 nsubj PronType=Rel
    lives live VERB 4 acl:relcl Tense=Pres|VerbForm=Fin
    in in ADP 8 case
    Oslo Oslo PROPN 6 obl
"""
ADVICE = """
    My my PRON 2 nmod:poss
    advice advice NOUN 7 nsubj:outer
    is be AUX 7 cop Tense=Pres|VerbForm=Fin
    that that SCONJ 7 mark
    you you PRON 7 nsubj
    should should AUX 7 aux VerbForm=Fin
    rest rest VERB 0 root VerbForm=Inf
"""
HIKED = """
    Went go VERB 0 root Tense=Past|VerbForm=Fin
    hiking hike VERB 1 xcomp VerbForm=Ger
    with with ADP 5 case
    the the DET 5 det
    kids kid NOUN 2 obl
"""
NOT_COMING = """
    I I PRON 3 nsubj
    +'ve have AUX 3 aux Tense=Pres|VerbForm=Fin
    told tell VERB 0 root Tense=Past|VerbForm=Part
    Tom Tom PROPN 3 iobj
    I I PRON 8 nsubj
    +'m be AUX 8 aux Tense=Pres|VerbForm=Fin
    not not PART 8 advmod
    coming come VERB 3 ccomp VerbForm=Part
"""
FOUND_A_GROUP = """
    I I PRON 3 nsubj
    +'m be AUX 3 cop Tense=Pres|VerbForm=Fin
    glad glad ADJ 0 root
    you you PRON 5 nsubj
    found find VERB 3 ccomp Tense=Past|VerbForm=Fin
    a a DET 8 det
    great great ADJ 8 amod
    group group NOUN 5 obj
"""
ALRIGHT = """
    I I PRON 2 nsubj
    hope hope VERB 0 root Tense=Pres|VerbForm=Fin
    you you PRON 5 nsubj
    +'re be AUX 5 aux Tense=Pres|VerbForm=Fin
    doing do VERB 2 ccomp VerbForm=Part
    well well ADV 5 advmod
"""
WORRIES = """
    I I PRON 2 nsubj
    know know VERB 0 root Tense=Pres|VerbForm=Fin
    you you PRON 4 nsubj
    worry worry VERB 2 ccomp Tense=Pres|VerbForm=Fin
    now now ADV 4 advmod
"""
LONG_ACTIVITY = """
    I I PRON 2 nsubj
    love love VERB 0 root Tense=Pres|VerbForm=Fin
    painting paint VERB 2 xcomp VerbForm=Ger
    big big ADJ 5 amod
    pictures picture NOUN 3 obj
    of of ADP 8 case
    wild wild ADJ 8 amod
    horses horse NOUN 5 nmod
    in in ADP 11 case
    the the DET 11 det
    garden garden NOUN 3 obl
    behind behind ADP 13 case
    home home NOUN 11 nmod
"""
ME_TIME = """
    I I PRON 2 nsubj
    need need VERB 0 root Tense=Pres|VerbForm=Fin
    me I PRON 5 compound
    +- - PUNCT 3 punct
    +time time NOUN 2 obj
"""
GUITAR_YESTERDAY = """
    I I PRON 2 nsubj
    bought buy VERB 0 root Tense=Past|VerbForm=Fin
    a a DET 4 det
    guitar guitar NOUN 2 obj
    yesterday yesterday NOUN 4 compound
"""
RACE_LAST_SATURDAY = """
    I I PRON 2 nsubj
    ran run VERB 0 root Tense=Past|VerbForm=Fin
    a a DET 5 det
    summer summer NOUN 5 compound
    race race NOUN 2 obj
    for for ADP 7 case
    charity charity NOUN 5 nmod
    last last ADJ 9 amod
    Saturday Saturday PROPN 7 flat
"""
BRUNO_IN_MAY = """
    Bruno Bruno PROPN 6 nsubj
    +, , PUNCT 4 punct
    in in ADP 4 case
    May May PROPN 1 nmod
    +, , PUNCT 4 punct
    lost lose VERB 0 root Tense=Past|VerbForm=Fin
    a a DET 8 det
    tooth tooth NOUN 6 obj
"""
SCREEN_YESTERDAY = """
    It it PRON 2 nsubj
    made make VERB 0 root Tense=Past|VerbForm=Fin
    Tom Tom PROPN 2 obj
    and and CCONJ 6 cc
    I I PRON 6 nsubj
    saw see VERB 2 conj Tense=Past|VerbForm=Fin
    the the DET 10 det
    big big ADJ 9 amod
    screen screen NOUN 10 compound
    yesterday yesterday NOUN 6 obj
"""
ELLIPSIS = """
    I I PRON 2 nsubj
    do do AUX 6 aux Tense=Pres|VerbForm=Fin
    not not PART 6 advmod
    but but CCONJ 6 cc
    I I PRON 6 nsubj
    love love VERB 0 root Tense=Pres|VerbForm=Fin
    to to PART 8 mark
    cook cook VERB 6 xcomp VerbForm=Inf
"""
NO_WATCH = """
    I I PRON 4 nsubj
    +'d would AUX 4 cop VerbForm=Fin
    no no DET 4 det
    watch watch NOUN 0 root
    and and CCONJ 7 cc
    no no DET 7 det
    money money NOUN 4 conj
"""
NO_EXPERT = """
    I I PRON 4 nsubj
    +'m be AUX 4 cop Tense=Pres|VerbForm=Fin
    no no DET 4 det
    fool fool NOUN 0 root
"""
CHESS = """
    I I PRON 2 nsubj
    like like VERB 0 root Tense=Pres|VerbForm=Fin
    chess chess NOUN 2 obj
    haha haha NOUN 3 flat
"""
GARDENING = """
    I I PRON 2 nsubj
    enjoy enjoy VERB 0 root Tense=Pres|VerbForm=Fin
    gardening garden VERB 2 xcomp VerbForm=Ger
    though though ADV 3 advmod
"""
JELLY_CAKE = """
    I I PRON 2 nsubj
    love love VERB 0 root Tense=Pres|VerbForm=Fin
    baking bake VERB 2 xcomp VerbForm=Ger
    jelly jelly NOUN 5 compound
    cake cake NOUN 3 obj
    what what PRON 3 obj
    about about ADP 8 case
    you you PRON 3 obl
"""
LEARNING = """
    I I PRON 2 nsubj
    started start VERB 0 root Tense=Past|VerbForm=Fin
    learning learn VERB 4 amod VerbForm=Ger
    guitar guitar NOUN 2 obj
"""
OWN_STORY = """
    Tom Tom PROPN 2 nsubj
    helped help VERB 0 root Tense=Past|VerbForm=Fin
    me I PRON 2 obj
    finish finish VERB 2 xcomp VerbForm=Inf
    my my PRON 6 nmod:poss
    story story NOUN 4 obj
"""
TALKED = """
    I I PRON 2 nsubj
    talked talk VERB 0 root Tense=Past|VerbForm=Fin
    about about ADP 5 case
    my my PRON 5 nmod:poss
    story story NOUN 2 obl
    and and CCONJ 8 cc
    my my PRON 8 nmod:poss
    plans plan NOUN 5 conj
"""
TOMS_GUITAR = """
    Tom Tom PROPN 2 nsubj
    plays play VERB 0 root Tense=Pres|VerbForm=Fin
    Tom Tom PROPN 5 nmod:poss
    +'s 's PART 3 case
    record record NOUN 2 obj
"""
PORTRAIT = """
    I I PRON 2 nsubj
    painted paint VERB 0 root Tense=Past|VerbForm=Fin
    my my PRON 4 nmod:poss
    sister sister NOUN 6 nmod:poss
    +'s 's PART 4 case
    portrait portrait NOUN 2 obj
"""
WITHOUT_A_TRIPLET = {
    "an unresolved pronoun": """
        She she PRON 2 nsubj
        lives live VERB 0 root Tense=Pres|VerbForm=Fin
        in in ADP 4 case
        Oslo Oslo PROPN 2 obl
    """,
    "a command": """
        Do do AUX 4 aux Mood=Imp|VerbForm=Fin
        +n't not PART 4 advmod
        be be AUX 4 cop Mood=Imp|VerbForm=Fin
        scared scared ADJ 0 root
    """,
    "filler": """
        That that PRON 3 nsubj
        +'s be AUX 3 cop Tense=Pres|VerbForm=Fin
        great great ADJ 0 root
    """,
    "something that acts on the speaker, unnamed": """
        Really really ADV 2 advmod
        made make VERB 0 root Tense=Past|VerbForm=Fin
        me I PRON 2 obj
        think think VERB 2 xcomp VerbForm=Inf
    """,
    "a plain intransitive verb": """
        I I PRON 2 nsubj
        slept sleep VERB 0 root Tense=Past|VerbForm=Fin
    """,
    "existence": """
        There there PRON 2 expl
        is be VERB 0 root Tense=Pres|VerbForm=Fin
        a a DET 4 det
        park park NOUN 2 nsubj
    """,
    "congratulations to somebody": """
        Congrats congrats NOUN 0 root
        +, , PUNCT 3 punct
        Ben Ben PROPN 1 appos
    """,
}


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (PORTO, [("Ana", "visited", "Porto"), ("Ana", "go with", "Maria"), ("Ana", "sister", "Maria")]),
        (BRUNO, [("Ana", "has_pet", "Bruno"), ("Bruno", "is", "dog")]),
        (NURSE, [("Ana", "occupation", "nurse"), ("Ana", "be nurse at", "St. Mary"), ("Ana", "likes", "job")]),
        (GERUNDS, [("Ana", "likes", "hiking"), ("Ana", "likes", "painting"), ("Ana", "likes", "reading")]),
        (GERUNDS_ON_THE_VERB, [("Ana", "likes", "hiking"), ("Ana", "likes", "reading")]),
        (VIOLIN, [("Tom", "play", "violin"), ("Tom", "age", "10"), ("Ana", "son", "Tom")]),
        (
            MARRIED,
            [
                ("Tom", "is", "married"),
                ("Tom", "be married in", "2015"),
                ("Ana", "is", "married"),
                ("Ana", "be married in", "2015"),
            ],
        ),
        (GIVEN, [("book", "is", "long"), ("Ben", "give", "book"), ("Ben", "give book to", "Ana")]),
        (COLLEAGUES, [("people", "is", "kind"), ("Ana", "work with", "people")]),
        (LUNA, [("Ana", "has_pet", "Luna"), ("Luna", "is", "cat")]),
        (SING, [("Ana", "can play", "guitar"), ("Ana", "can draw", "cats")]),
        (WISH_LIST, [("Ana", "want to visit", "Japan"), ("Ana", "want to see", "Kyoto")]),
        (SWIM, [("Ana", "skill", "swimming")]),
        (HOBBY, [("Ana", "hobby", "painting")]),
        (STUDIO, [("Ana", "goal", "opening studio")]),
        (SEARCHING, [("searching for studio", "is", "hard")]),
        (SISTERS_NAME, [("Ana", "sister", "Maria")]),
        (PARAKEET, [("Ana", "has_pet", "Cookie"), ("Cookie", "is", "parakeet")]),
        (NO_SIBLINGS, [("Ana", "not have", "siblings")]),
        (
            NECKLACE,
            [
                ("Ana's grandma", "give", "necklace"),
                ("Ana's grandma", "give necklace to", "Ana"),
                ("Ana", "family_member", "Ana's grandma"),
            ],
        ),
        (ACCEPTED, [("support group", "make Ana", "feel accepted")]),
        (BIOLOGY, [("Ana", "study", "biology"), ("Ana", "study at", "Stanford")]),
        (SUNSET, [("Ana", "make", "nice oil painting of sunset")]),
        (QUANTITY, [("Ana", "owns", "books")]),
        (GOOD_AT, [("Ana", "skill", "swimming")]),
        (EXCITED, [("Ana", "emotion", "excited"), ("Ana", "be excited to see", "Rome")]),
        (OLD, [("Ana", "age", "30")]),
        (BLESSING, [("Ana", "emotion", "happy"), ("Ana", "be happy for", "Ben")]),
        (RELATIVE, [("Tom", "occupation", "nurse"), ("Tom", "lives_in", "Oslo")]),
        (ADVICE, [("Ana's advice", "is", "Ben should rest")]),
        (NOT_COMING, [("Ana", "tell", "Tom"), ("Ana", "tell", "Ana is not coming")]),
        (FOUND_A_GROUP, [("Ana", "emotion", "glad"), ("Ben", "find", "great group")]),
        (ALRIGHT, [("Ana", "hope", "Ben is doing well")]),
        (WORRIES, [("Ana", "know", "Ben worries")]),
        (LONG_ACTIVITY, [("Ana", "likes", "painting big pictures of wild horses")]),
        (ME_TIME, [("Ana", "need", "me-time")]),
        (GUITAR_YESTERDAY, [("Ana", "buy", "guitar")]),
        (RACE_LAST_SATURDAY, [("Ana", "run", "summer race for charity")]),
        (BRUNO_IN_MAY, [("Bruno", "lose", "tooth")]),
        (SCREEN_YESTERDAY, [("Ana", "see", "big screen")]),
        (ELLIPSIS, [("Ana", "likes", "cooking")]),
        (NO_WATCH, [("Ana", "not have", "watch"), ("Ana", "not have", "money")]),
        (NO_EXPERT, [("Ana", "not be", "fool")]),
        (CHESS, [("Ana", "likes", "chess")]),
        (GARDENING, [("Ana", "likes", "gardening")]),
        (JELLY_CAKE, [("Ana", "likes", "baking jelly cake")]),
        (LEARNING, [("Ana", "start learning", "guitar")]),
        (OWN_STORY, [("Tom", "help Ana", "finish story")]),
        (TALKED, [("Ana", "talk about", "story"), ("Ana", "talk about", "plans")]),
        (TOMS_GUITAR, [("Tom", "play", "record")]),
        (PORTRAIT, [("Ana", "paint", "Ana's sister's portrait"), ("Ana", "family_member", "Ana's sister")]),
        (HIKED, [("Ana", "go", "hiking with kids"), ("Ana", "go hiking with", "kids")]),
    ],
)
def test_each_construction_gives_its_triplets(rows: str, expected: list[tuple[str, str, str]]) -> None:
    """Subject, relation and object, in the order in which the sentence states them."""
    assert plain(rows) == expected


@pytest.mark.parametrize("rows", WITHOUT_A_TRIPLET.values(), ids=WITHOUT_A_TRIPLET)
def test_what_states_nothing_about_anybody_gives_none(rows: str) -> None:
    """Fillers, commands, unknown subjects."""
    assert plain(rows) == []


def test_the_span_covers_subject_verb_and_object_and_no_more() -> None:
    """The rest of the sentence is not part of it."""
    visited, went_with, sister = found(PORTO)
    text = visited.turn.text
    assert text[visited.start : visited.end] == "I went to Porto"
    assert text[went_with.start : went_with.end] == "I went to Porto with my sister Maria"
    assert text[sister.start : sister.end] == "my sister Maria"


def test_a_label_stands_beside_the_words() -> None:
    """`relation` is G-Long's, `phrase` the turn's."""
    visited = found(PORTO)[0]
    assert (visited.triplet.relation, visited.stated.phrase, visited.stated.tense, visited.stated.object_kind) == (
        "visited",
        "go to",
        "past",
        "place",
    )


def test_modality_is_kept_apart_and_in_the_phrase() -> None:
    """What somebody would love to do is a want, and no taste."""
    japan = found(WISH_LIST)[0]
    assert (japan.stated.phrase, japan.stated.modality, japan.hypothetical) == ("want to visit", "want", False)


def test_a_denied_object_denies_the_statement() -> None:
    """The "no" of "no siblings" belongs to the verb."""
    (siblings,) = found(NO_SIBLINGS)
    assert siblings.stated.negated
    assert siblings.stated.phrase == "not have"


def test_a_pronoun_is_who_its_referent_is() -> None:
    """Third persons by the characters of the pronoun in the turn."""
    turn = said(parsed(WITHOUT_A_TRIPLET["an unresolved pronoun"]))
    (lives,) = triplets_in(turn, referents={(0, 3): "Maria"})
    assert lives.triplet.parts == ("Maria", "lives_in", "Oslo")


def test_without_an_addressee_you_is_nobody() -> None:
    """What is said of "you" is left out; the rest stays."""
    assert [one.triplet.object for one in found(BLESSING, addressee=None)] == ["happy"]


def test_a_speaker_without_a_name_is_called_the_speaker() -> None:
    """Transcripts may lack names."""
    assert found(OLD, speaker=None)[0].triplet.subject == "speaker"


def test_kinds_come_from_whoever_tells_them() -> None:
    """A caller's own reading of kinds replaces the usual one."""
    (swimming,) = triplets_in(said(parsed(GOOD_AT)), kind_of=lambda sentence, place, people: "work")
    assert swimming.stated.object_kind == "activity"  # a verb is one by itself
    (books,) = triplets_in(said(parsed(QUANTITY)), kind_of=lambda sentence, place, people: "work")
    assert books.stated.object_kind == "work"


def test_what_is_nothing_but_a_question_back_is_no_argument() -> None:
    """As in "how about four hours": no word is left before the question."""
    rows = """
        How how ADV 3 advmod
        about about ADV 3 advmod
        four four NUM 4 nummod
        hours hour NOUN 5 nsubj
        tire tire VERB 0 root Tense=Pres|VerbForm=Fin
        Ben Ben PROPN 5 obj
    """
    assert plain(rows) == []
