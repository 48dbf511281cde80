"""Sentences that a model or a rule may turn into their opposite: negation, verbs tagged as nouns, vocatives."""

from __future__ import annotations

import pytest

from convograph.extraction.in_context import turns_in_context
from convograph.extraction.triplets import triplets_in
from convograph.parsers.udpipe import UDPipeParser
from convograph.types import SourceTurn
from support.parses import parsed, said

Stated = list[tuple[str, str, str]]

DENIALS: dict[str, Stated] = {
    "I don't drink and I love running.": [("Ana", "likes", "running")],
    "I don't drink and work at Google.": [("Ana", "work at", "Google")],
    "I don't smoke and love running.": [("Ana", "likes", "running")],
    "I'm not rich and live in a flat.": [("Ana", "not be", "rich"), ("Ana", "lives_in", "flat")],
    "Tom is not rich and lives in a flat.": [("Tom", "not be", "rich"), ("Tom", "lives_in", "flat")],
    "She's not rich and lives in a flat.": [],
    "I'm not alone and have a great community around me.": [
        ("Ana", "not be", "alone"),
        ("Ana", "has", "great community around Ana"),
    ],
    "I don't smoke or drink coffee.": [("Ana", "not drink", "coffee")],
    "I don't like tea and coffee.": [("Ana", "dislikes", "tea"), ("Ana", "dislikes", "coffee")],
    "I didn't stop and help Tom.": [("Ana", "not help", "Tom")],
    "I don't want to visit Porto and see Rome.": [
        ("Ana", "not want to visit", "Porto"),
        ("Ana", "not want to see", "Rome"),
    ],
    "Neither my brother nor I can swim.": [
        ("Ana's brother", "can not", "swim"),
        ("Ana", "can not", "swim"),
        ("Ana", "family_member", "Ana's brother"),
    ],
    "Neither of my brothers can swim.": [],
    "I like neither tea nor coffee.": [("Ana", "dislikes", "tea"), ("Ana", "dislikes", "coffee")],
}
VERBS_READ_AS_NOUNS: dict[str, Stated] = {
    "Maria lives in Porto.": [("Maria", "lives_in", "Porto")],
    "My sister Maria lives in Porto.": [("Maria", "lives_in", "Porto"), ("Ana", "sister", "Maria")],
    "John Smith lives in London.": [("John Smith", "lives_in", "London")],
    "My sister Maria Silva lives in Lisbon.": [("Maria Silva", "lives_in", "Lisbon"), ("Ana", "sister", "Maria Silva")],
    "My friend Tom Becker lives in Faro.": [("Tom Becker", "lives_in", "Faro"), ("Ana", "friend", "Tom Becker")],
    "My brother lives in London.": [
        ("Ana's brother", "lives_in", "London"),
        ("Ana", "family_member", "Ana's brother"),
    ],
    "My dog Rex lives in Paris.": [("Rex", "lives_in", "Paris"), ("Ana", "has_pet", "Rex"), ("Rex", "is", "dog")],
    "My brother lives in Rome and Tom lives with me.": [
        ("Ana's brother", "lives_in", "Rome"),
        ("Tom", "live with", "Ana"),
        ("Ana", "family_member", "Ana's brother"),
    ],
    "I think my sister lives in Rome.": [
        ("Ana's sister", "lives_in", "Rome"),
        ("Ana", "family_member", "Ana's sister"),
    ],
    "My brother-in-law is building a cot.": [
        ("Ana's brother-in-law", "build", "cot"),
        ("Ana", "family_member", "Ana's brother-in-law"),
    ],
    "My sister paints.": [("Ana's sister", "hobby", "painting"), ("Ana", "family_member", "Ana's sister")],
    "My life in Rome is great.": [("Ana's life in Rome", "is", "great")],
}
NAMES_AND_LISTS: dict[str, Stated] = {
    "Thanks, Ben! Your art is amazing, Ben": [("Ben's art", "is", "amazing")],
    "Your painting is a gem, Ben!": [("Ben's painting", "is", "gem")],
    "i got 2 dogs and a parrot named Kiwi": [
        ("Ana", "has_pet", "2 dogs"),
        ("Ana", "has_pet", "Kiwi"),
        ("Kiwi", "is", "parrot"),
    ],
}
CALLED_BY_NAME: dict[str, Stated] = {  # neither Ana nor Ben
    "I'm sorry, Priya.": [("Ana", "is", "sorry")],
    "I'm so sorry to hear it, Priya.": [("Ana", "is", "sorry")],
    "Thanks, I'm happy, Tom.": [("Ana", "emotion", "happy")],
    "We're proud of you, Priya!": [("Ana", "emotion", "proud"), ("Ana", "be proud of", "Ben")],
    "I was excited, Jo, and nervous.": [("Ana", "emotion", "excited"), ("Ana", "emotion", "nervous")],
    "I'm fine, Mrs Patel.": [],
    "I'm impressed, Wren!": [("Ana", "emotion", "impressed")],
    "I'm free on Monday, Priya.": [("Ana", "is", "free")],
    "Nice to meet you, Priya!": [],
    "I'm Priya, Tom.": [("Ana", "is", "Priya")],
    "I'm Priya.": [("Ana", "is", "Priya")],
    "My name is Priya.": [("Ana", "name", "priya")],
    "I'm Irish, Welsh.": [("Ana", "is", "irish"), ("Ana", "is", "Welsh")],
    "I'm from Cork, Ireland.": [("Ana", "originates from", "Cork")],
    "My favourite bands are Blur, Pulp.": [("Ana", "favourite band", "Blur"), ("Ana", "favourite band", "Pulp")],
    "My sister, Priya, is tall.": [("Priya", "is", "tall"), ("Ana", "sister", "Priya")],
    "I'm tall, Priya is short.": [("Ana", "is", "tall"), ("Priya", "is", "short")],
}
SENTENCES = DENIALS | VERBS_READ_AS_NOUNS | NAMES_AND_LISTS | CALLED_BY_NAME

RUNNING = """
    I I PRON 4 nsubj
    do do AUX 4 aux VerbForm=Fin|Tense=Pres
    +n't not PART 4 advmod
    drink drink VERB 0 root VerbForm=Inf
    and and CCONJ 8 cc
    I I PRON 8 nsubj
    love love ADV 8 advmod
    running run NOUN 4 obj
"""
ALONE = """
    I I PRON 4 nsubj
    +'m be AUX 4 cop VerbForm=Fin|Tense=Pres
    not not PART 4 advmod
    alone alone ADJ 0 root
    and and CCONJ 6 cc
    have have VERB 4 conj VerbForm=Inf
    friends friend NOUN 6 obj
"""
BUS = """
    I I PRON 4 nsubj
    ca can AUX 4 aux VerbForm=Fin
    +n't not PART 4 advmod
    drive drive VERB 0 root VerbForm=Inf
    and and CCONJ 6 cc
    take take VERB 4 conj VerbForm=Inf
    buses bus NOUN 6 obj
"""
AMAZING = """
    Your your PRON 2 nmod:poss
    art art NOUN 6 nsubj
    is be AUX 6 cop VerbForm=Fin|Tense=Pres
    amazing amazing ADJ 6 amod
    +, , PUNCT 6 punct
    Ben Ben PROPN 0 root
"""
BY_HAND: dict[str, tuple[str, Stated]] = {
    "what stands behind a subject of its own is no object of a denied verb": (RUNNING, []),
    "a bare verb behind a denied state is a fact": (ALONE, [("Ana", "not be", "alone"), ("Ana", "has", "friends")]),
    "what a modal may or may not cover is left out": (BUS, [("Ana", "can not", "drive")]),
    "a name behind a comma is called": (AMAZING, [("Ben's art", "is", "amazing")]),
}


@pytest.fixture(scope="module")
def parser() -> UDPipeParser:
    """The bundled model, loaded once."""
    return UDPipeParser()


@pytest.mark.parametrize("text", SENTENCES)
def test_a_sentence_states_what_was_said(parser: UDPipeParser, text: str) -> None:
    """Of Ana, who says it to Ben; what is denied is so, and nothing else."""
    greeting = SourceTurn(1, "t1", "s", 0, "Ben", "Hello!", None)
    answer = SourceTurn(2, "t2", "s", 1, "Ana", text, None)
    found = triplets_in(turns_in_context([greeting, answer], parser)[1])
    assert [one.triplet.parts for one in found] == SENTENCES[text]
    denied = [one.triplet.relation.startswith(("not ", "can not", "dislikes")) for one in found]
    assert [one.stated.negated for one in found] == denied


@pytest.mark.parametrize("case", BY_HAND)
def test_a_tree_is_read_as_it_was_meant(case: str) -> None:
    """Trees that the model gives now and then."""
    rows, stated = BY_HAND[case]
    assert [one.triplet.parts for one in triplets_in(said(parsed(rows)))] == stated
