"""The bundled parser: what it says of sentences, exact places, and that nothing beside a sentence changes it."""

from __future__ import annotations

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from convograph.errors import InputError
from convograph.parsers.udpipe import BUNDLED_MODEL, CONTINUATION, MAX_WORDS, UDPipeParser
from convograph.protocols import Parser
from convograph.syntax import ROOT, Parse

UNIVERSAL_TAGS = frozenset("ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X".split())
MAXIMUM_BYTES = 20_000_000
HOSTILE = [
    "\x00",
    "\ud800 lone surrogate",
    "a\u200bb \ufeff c",
    "1\t2\t_\t_\n# text = no",
    "🇵🇹👩‍👩‍👧‍👦🏳️‍🌈",
    "مرحبا بالعالم 你好",
    "Z̷a̵l̴g̸o̶ text",
    ")" * 50,
    "x" * 5_000,
    "<root>&amp;\\n%s{}",
]


@pytest.fixture(scope="module")
def parser() -> UDPipeParser:
    """The parser that ships with the package."""
    return UDPipeParser()


def arcs(parse: Parse) -> list[str]:
    """Each word as "relation(head, word)"."""
    heads = ["root" if word.head == ROOT else parse.words[word.head].form for word in parse.words]
    return [f"{word.relation}({head}, {word.form})" for head, word in zip(heads, parse.words, strict=True)]


def tags(parse: Parse) -> str:
    """The tags of all words."""
    return " ".join(word.tag for word in parse.words)


def test_it_is_a_parser(parser: UDPipeParser) -> None:
    """It has what the seam asks for."""
    seam: Parser = parser
    assert seam.name == "udpipe"
    assert re.fullmatch(r"udpipe:[0-9a-f]{16}:words-\d+:lemmas-\d+", seam.fingerprint)


def test_a_plain_sentence(parser: UDPipeParser) -> None:
    """Tags, lemmas, features and tree of a sentence that any parser gets."""
    (parse,) = parser.parse(["She bought three books from Ana."])
    assert tags(parse) == "PRON VERB NUM NOUN ADP PROPN PUNCT"
    assert [word.lemma for word in parse.words] == ["she", "buy", "three", "book", "from", "Ana", "."]
    assert {
        "nsubj(bought, She)",
        "root(root, bought)",
        "nummod(books, three)",
        "obj(bought, books)",
        "case(Ana, from)",
        "punct(bought, .)",
    } <= set(arcs(parse))
    assert "Tense=Past" in parse.words[1].features.split("|")
    assert "Number=Plur" in parse.words[3].features.split("|")


def test_a_possessive_and_a_negation(parser: UDPipeParser) -> None:
    """Clitics are words of their own."""
    (parse,) = parser.parse(["My sister's dog doesn't like the cat."])
    assert [word.form for word in parse.words] == "My sister 's dog does n't like the cat .".split()
    assert {"nmod:poss(dog, sister)", "case(sister, 's)", "nsubj(like, dog)", "obj(like, cat)"} <= set(arcs(parse))
    assert [parse.words[5].lemma, parse.words[5].features] == ["not", "Polarity=Neg"]


@pytest.mark.parametrize(
    ("sentence", "subject", "root"),
    [
        ("im gonna call u tomorrow", "i", "call"),
        ("i dont like it", "i", "like"),
        ("we didnt see the movie", "we", "see"),
        ("thats great", "that", "great"),
        ("he bought a car", "he", "bought"),
    ],
)
def test_chat_spelling_survives(parser: UDPipeParser, sentence: str, subject: str, root: str) -> None:
    """Lower case and missing apostrophes hide neither the subject nor what is said."""
    (parse,) = parser.parse([sentence])
    found = {word.form for word in parse.words if word.relation.partition(":")[0] == "nsubj"}
    assert subject in found
    assert root in {word.form for word in parse.words if word.tag in {"VERB", "ADJ"}}


def test_chat_words_get_the_lemmas_of_what_they_stand_for(parser: UDPipeParser) -> None:
    """Lemmas are those of the standard spelling; an emoji is its own."""
    (parse,) = parser.parse(["im gonna call u 🎉"])
    assert [word.form for word in parse.words] == ["i", "m", "gon", "na", "call", "u", "🎉"]
    assert [word.lemma for word in parse.words] == ["I", "be", "go", "to", "call", "you", "🎉"]
    assert tags(parse) == "PRON AUX VERB PART VERB PRON SYM"


def test_names_keep_their_capitals(parser: UDPipeParser) -> None:
    """The lemma of a name is the name as written."""
    (parse,) = parser.parse(["Caroline met Melanie in Boston."])
    names = [(word.form, word.lemma) for word in parse.words if word.tag == "PROPN"]
    assert names == [("Caroline", "Caroline"), ("Melanie", "Melanie"), ("Boston", "Boston")]


@pytest.mark.parametrize("sentence", ["", " ", "\n\t", "\u2003"])
def test_a_blank_sentence_has_no_words(parser: UDPipeParser, sentence: str) -> None:
    """No words, and no failure."""
    assert parser.parse([sentence]) == [Parse(())]


def test_no_sentences_no_parses(parser: UDPipeParser) -> None:
    """Nothing gives nothing."""
    assert parser.parse([]) == []


def check(sentence: str, parse: Parse) -> None:
    """What holds of every parse: exact places, one root, no cycles, universal tags."""
    for word in parse.words:
        assert sentence[word.start : word.end] == word.form
        assert word.tag in UNIVERSAL_TAGS
        assert word.relation
        assert word.lemma
        assert ROOT <= word.head < len(parse.words)
    if parse.words:
        assert sum(word.head == ROOT for word in parse.words) == 1
    for place in range(len(parse.words)):
        seen: set[int] = set()
        while place != ROOT:
            assert place not in seen
            seen.add(place)
            place = parse.words[place].head  # noqa: PLW2901 - climbs to the root


@pytest.mark.parametrize("sentence", HOSTILE)
def test_hostile_sentences_are_parsed(parser: UDPipeParser, sentence: str) -> None:
    """Control characters, lone surrogates, foreign scripts and markup are words like others."""
    (parse,) = parser.parse([sentence])
    check(sentence, parse)
    assert parse.words


@settings(max_examples=50)
@given(st.text(alphabet=st.characters(exclude_categories=()), max_size=80))
def test_every_text_has_a_tree(sentence: str) -> None:
    """Whatever the text, places are exact and the words make one tree."""
    (parse,) = shared.parse([sentence])
    check(sentence, parse)


def test_a_huge_sentence_is_parsed_in_pieces(parser: UDPipeParser) -> None:
    """Beyond `MAX_WORDS`, pieces hang to the first one's root, and no word is lost."""
    sentence = "I like dogs and " * MAX_WORDS
    (parse,) = parser.parse([sentence])
    assert len(parse.words) == 4 * MAX_WORDS
    check(sentence, parse)
    assert sum(word.relation == CONTINUATION and word.head < MAX_WORDS for word in parse.words[MAX_WORDS:]) >= 3


def test_a_parse_does_not_depend_on_the_others(parser: UDPipeParser) -> None:
    """Alone, in a batch, in another order, by another instance: the same."""
    sentences = ["Ana moved to Lisbon.", "", "im gonna call u", "He said he'd come, didn't he?", "lol"]
    alone = [parser.parse([sentence])[0] for sentence in sentences]
    assert parser.parse(sentences) == alone
    assert parser.parse(sentences[::-1]) == alone[::-1]
    assert UDPipeParser().parse(sentences) == alone


def test_threads_may_share_a_parser() -> None:
    """A fresh instance, read at first use by eight threads at once, says what one thread is told."""
    sentences = [f"Ana bought {number} books and read them in Lisbon." for number in range(100)]
    fresh = UDPipeParser()
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda sentence: fresh.parse([sentence])[0], sentences))
    assert found == shared.parse(sentences)


def test_a_missing_model_is_named() -> None:
    """At first use, with its path and what to give instead."""
    absent = UDPipeParser(Path("nowhere") / "absent.udpipe")
    with pytest.raises(InputError, match=r"no UDPipe model in '.*absent\.udpipe'.*name a \.udpipe file"):
        absent.parse(["Hi."])
    with pytest.raises(InputError, match=r"absent\.udpipe"):
        _ = absent.fingerprint


@pytest.mark.parametrize("damage", ["empty", "text", "cut"])
def test_a_damaged_model_is_refused(tmp_path: Path, damage: str) -> None:
    """Neither an empty file, nor another kind of file, nor half a model is taken for one."""
    whole = BUNDLED_MODEL.read_bytes()
    file = tmp_path / "model.udpipe"
    file.write_bytes({"empty": b"", "text": b"no model at all", "cut": whole[: len(whole) // 2]}[damage])
    with pytest.raises(InputError, match=r"no UDPipe model in '.*model\.udpipe'"):
        UDPipeParser(file).parse(["Hi."])


def test_the_fingerprint_changes_with_the_model(tmp_path: Path, parser: UDPipeParser) -> None:
    """Another file, another fingerprint; the same file elsewhere, the same."""
    (tmp_path / "same").write_bytes(BUNDLED_MODEL.read_bytes())
    (tmp_path / "other").write_bytes(b"other")
    assert UDPipeParser(tmp_path / "same").fingerprint == parser.fingerprint
    assert UDPipeParser(tmp_path / "other").fingerprint != parser.fingerprint


def test_the_bundled_model_is_light_and_says_where_it_comes_from() -> None:
    """At most 20 MB, beside its licence and its source with the model's hash."""
    assert BUNDLED_MODEL.stat().st_size <= MAXIMUM_BYTES
    assert "Attribution-ShareAlike 4.0" in (BUNDLED_MODEL.parent / "LICENSE").read_text(encoding="utf-8")
    source = (BUNDLED_MODEL.parent / "SOURCE").read_text(encoding="utf-8")
    assert shared.fingerprint.split(":")[1] in source


def test_importing_the_module_loads_nothing() -> None:
    """Neither UDPipe nor the model is touched before the first parse."""
    code = "import sys, convograph.parsers.udpipe as u; u.UDPipeParser(); sys.exit('ufal.udpipe' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


shared = UDPipeParser()  # for property tests, which take no fixtures


def test_without_trees_words_have_tags_only() -> None:
    """The same words, lemmas and tags; every word stands for itself, and the fingerprint tells the two apart."""
    sentence = "My sister Maria lives in Porto."
    (whole,), (tagged,) = UDPipeParser().parse([sentence]), UDPipeParser(trees=False).parse([sentence])
    assert [(w.form, w.lemma, w.tag) for w in tagged.words] == [(w.form, w.lemma, w.tag) for w in whole.words]
    assert {word.head for word in tagged.words} == {ROOT}
    assert UDPipeParser(trees=False).fingerprint != UDPipeParser().fingerprint
