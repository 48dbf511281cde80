"""Mentions of a turn: where they stand, what they are called."""

from __future__ import annotations

import pytest
from hypothesis import given

from convograph.build import make_parser
from convograph.extraction.mentions import mentions_in
from convograph.extraction.mentions.names import name_spans
from convograph.extraction.types import Mention, ParsedSentence, ParsedTurn, TurnInContext
from convograph.types import SourceTurn
from support.any_parses import sentences
from support.parses import parsed, said


def names_and_kinds(mentions: list[Mention]) -> list[tuple[str, str]]:
    """What mentions are called, and their kinds."""
    return [(one.name, one.kind) for one in mentions]


def test_phrases_are_trimmed_of_articles_and_possessors() -> None:
    """Adjectives, compounds and a short of-phrase stay, "my" and "the" do not; "I" is the speaker."""
    sentence = parsed("""
        I I PRON 2 nsubj
        drank drink VERB 0 root
        my my PRON 5 nmod:poss
        first first ADJ 5 amod
        cup cup NOUN 2 obj
        of of ADP 7 case
        coffee coffee NOUN 5 nmod
        at at ADP 11 case
        the the DET 11 det
        train train NOUN 11 compound
        station station NOUN 2 obl
    """)
    found = mentions_in(said(sentence, speaker="Ana", addressee="Ben"))
    assert names_and_kinds(found) == [
        ("Ana", "person"),
        ("Ana", "person"),
        ("first cup of coffee", "thing"),
        ("train station", "place"),
    ]
    assert [(one.start, one.end, one.text) for one in found[1:3]] == [(8, 10, "my"), (11, 30, "first cup of coffee")]


def test_names_are_mentions_of_their_own_inside_phrases() -> None:
    """Of what begins together, the longer comes first."""
    sentence = parsed("""
        Google Google PROPN 2 compound
        accounts account NOUN 3 nsubj Number=Plur
        help help VERB 0 root
        you you PRON 3 obj
    """)
    assert names_and_kinds(mentions_in(said(sentence))) == [
        ("Google accounts", "thing"),
        ("Google", "organization"),
        ("Ben", "person"),
    ]


def test_participants_are_spelled_as_they_are() -> None:
    """Nicknames and lower case mean the participant; a title is left out."""
    sentence = parsed(
        "hey hey INTJ 0 root\nMel Mel NOUN 1 vocative\nben ben NOUN 1 list\n"
        "Dr. Dr. PROPN 5 nmod:desc\nDorn Dorn PROPN 1 list"
    )
    found = mentions_in(said(sentence, speaker="Ben", addressee="Melanie"))
    assert [(one.text, one.name) for one in found] == [("Mel", "Melanie"), ("ben", "Ben"), ("Dorn", "Dorn")]


def test_pronouns_count_where_somebody_is_known() -> None:
    """Without a speaker "I" is nobody; other pronouns count only when they are resolved."""
    sentence = parsed("I I PRON 2 nsubj\nlike like VERB 0 root\nher she PRON 2 obj")
    assert mentions_in(said(sentence, speaker=None, addressee=None)) == []
    found = mentions_in(said(sentence), referents={(7, 10): "Mia"})
    assert [(one.text, one.name, one.kind) for one in found] == [("I", "Ana", "person"), ("her", "Mia", "person")]


def before(sentence: ParsedSentence) -> ParsedTurn:
    """An earlier turn of one sentence."""
    return ParsedTurn(SourceTurn(0, "t0", "s", 0, "Ben", sentence.text, None), (sentence,))


def test_the_context_tells_what_a_sentence_leaves_open() -> None:
    """Vorn is a person because "my uncle Vorn" was; and may lose its capital."""
    uncle = parsed("my my PRON 2 nmod:poss\nuncle uncle NOUN 4 nsubj\nVorn Vorn PROPN 2 flat\ncame come VERB 0 root")
    sentence = parsed("vorn vorn NOUN 2 nsubj\nhelps help VERB 0 root\nout out ADV 2 advmod")
    alone = said(sentence)
    assert names_and_kinds(mentions_in(alone)) == [("vorn", "thing")]
    informed = TurnInContext(alone.parsed, (before(uncle),), alone.participants, alone.addressee)
    assert names_and_kinds(mentions_in(informed)) == [("vorn", "person")]


@pytest.mark.parametrize(
    ("rows", "names"),
    [
        ("University University PROPN 0 root\nof of ADP 3 case\nUtah Utah PROPN 1 nmod", ["University of Utah"]),
        ("Max Max PROPN 0 root\nof of ADP 3 case\nUtah Utah PROPN 1 nmod", ["Max", "Utah"]),
        ("Ana Ana PROPN 0 root\n+, , PUNCT 3 punct\nMia Mia PROPN 1 conj", ["Ana", "Mia"]),
        ("al al PROPN 3 nsubj\n+- - PUNCT 1 punct\n+Sadr Sadr PROPN 0 root", ["al-Sadr"]),
        ("new new ADJ 2 amod\nyork york NOUN 0 root", ["new york"]),
        ("Congrats congrats PROPN 0 root\nJon Jon PROPN 1 flat", ["Jon"]),
        ("see see VERB 0 root\nwww.foo.com www.foo.com PROPN 1 obj", []),
        ("Great great ADJ 2 amod\nService service NOUN 0 root", []),  # a heading
        ("we we PRON 2 nsubj\nsaw see VERB 0 root\nthe the DET 4 det\nHobbit hobbit NOUN 2 obj", ["Hobbit"]),
        ("we we PRON 2 nsubj\nsaw see VERB 0 root\nthe the DET 4 det\nIrish Irish ADJ 2 obj", []),
    ],
)
def test_where_names_begin_and_end(rows: str, names: list[str]) -> None:
    """By tags, trees, capitals and lists; small words join only what they join in names."""
    sentence = parsed(rows)
    words = sentence.parse.words
    found = [sentence.text[words[first].start : words[last - 1].end] for first, last in name_spans(words)]
    assert found == names


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("So here's plan B. Gil's cousin helps.", ["Gil"]),
        ("She loves the sticking middle C. Marek agrees.", ["Marek"]),
        ("I take vitamin C. Anna says it helps.", ["Anna"]),
        ("We chose option A. Tom was cross.", ["Tom"]),
        ("She is in class B. Maria teaches it.", ["Maria"]),
        ("We parked in zone D. Ruth walked.", ["Ruth"]),
        ("Plan B. Gil helps.", ["Gil"]),
        ("J. Smith called me.", ["J. Smith"]),
        ("I met my friend B. Gil yesterday.", ["B. Gil"]),
        ("My boss A. Kaya is nice.", ["A. Kaya"]),
        ("My dentist is called R. Osei.", ["R. Osei"]),
        ("I read a book by J. K. Rowling.", ["J. K. Rowling"]),
    ],
)
def test_a_letter_of_a_thing_is_no_initial(text: str, expected: list[str]) -> None:
    """What a capital behind a noun belongs to: the thing before it, or the name after it."""
    words = make_parser().parse([text])[0].words
    assert [text[words[first].start : words[last - 1].end] for first, last in name_spans(words)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("This week: Dan kitchen, Lou bathroom", ["Dan", "Lou"]),
        ("Rota: Mon Dan dishes, Tue Lou bathroom", ["Rota", "Dan", "Lou"]),
        ("On Tuesday Desmond Pike put his crowbar down.", ["Desmond Pike"]),
        ("Dan Kitchen is here.", ["Dan Kitchen"]),
        ("We live on Nelson street.", ["Nelson street"]),
        ("May Lee called.", ["May Lee"]),
        ("I met Maria garcia yesterday.", ["Maria garcia"]),
    ],
)
def test_a_rota_names_people_alone(text: str, expected: list[str]) -> None:
    """Neither their days nor their chores belong to their names."""
    words = make_parser().parse([text])[0].words
    assert [text[words[first].start : words[last - 1].end] for first, last in name_spans(words)] == expected


def test_a_verb_that_was_tagged_as_a_noun_is_no_thing() -> None:
    """Whoever "lives" somewhere is mentioned, and where; their name is whole."""
    sentence = parsed("""
        My my PRON 2 nmod:poss
        sister sister NOUN 5 nsubj
        Maria Maria PROPN 2 appos
        Silva Silva PROPN 3 flat
        lives life NOUN 0 root
        in in ADP 7 case
        Lisbon Lisbon PROPN 5 nmod
    """)
    found = names_and_kinds(mentions_in(said(sentence, speaker="Ana")))
    assert found == [("Ana", "person"), ("sister", "person"), ("Maria Silva", "person"), ("Lisbon", "place")]


@given(sentences())
def test_any_parse_gives_mentions_whose_characters_are_theirs(sentence: ParsedSentence) -> None:
    """Whatever the tree, nothing is raised, spans are those of the text, and a second reading finds the same."""
    turn = said(sentence)
    found = mentions_in(turn)
    assert found == mentions_in(turn)
    for one in found:
        assert 0 <= one.start < one.end <= len(sentence.text)
        assert one.text == sentence.text[one.start : one.end]
        assert one.name
    assert len({(one.start, one.end) for one in found}) == len(found)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("on on ADP 2 case\nValentine Valentine PROPN 0 root\n's 's PART 2 case\nwith with ADP 5 case", []),
        ("at at ADP 4 case\nValentine Valentine PROPN 4 nmod:poss\n's 's PART 2 case\nflat flat NOUN 0 root", [(1, 2)]),
        ("Corrected Corrected PROPN 0 root\n. . PUNCT 1 punct", []),
        ("Manfred Manfred PROPN 0 root\nsang sing VERB 1 dep", [(0, 1)]),
    ],
)
def test_a_feast_and_a_participle_alone_are_no_names(lines: str, expected: list[tuple[int, int]]) -> None:
    """Though a parser takes them for some; what is Valentine's is."""
    assert name_spans(parsed(lines).parse.words) == expected
