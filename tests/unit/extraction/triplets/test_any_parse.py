"""What holds of the triplets of every parse, however odd."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from convograph.extraction.triplets import MOST_TRIPLETS, triplets_in
from convograph.extraction.triplets.realization import gerund
from convograph.extraction.types import ParsedSentence
from convograph.syntax import Parse, Word
from support.parses import parsed, said

FORMS = st.sampled_from(
    (
        'I you my she Tom dog sister named love go to not with Oslo who that be is had married favorite name 10 , ? " '
        "hiking years old because want a no would can not used got if know how"
    ).split()
)
TAGS = st.sampled_from("NOUN PROPN VERB AUX ADJ ADV PRON DET NUM ADP PART SCONJ CCONJ PUNCT X SYM INTJ".split())
RELATIONS = st.sampled_from(
    "root nsubj nsubj:pass obj iobj obl obl:unmarked nmod nmod:poss amod compound compound:prt flat appos acl acl:relcl"
    " advcl xcomp ccomp csubj conj cc case mark cop aux aux:pass det nummod advmod punct parataxis expl fixed".split()
)
FEATURES = st.sampled_from(["", "VerbForm=Fin|Tense=Past", "VerbForm=Inf", "VerbForm=Part|Tense=Past", "Mood=Imp"])


@st.composite
def sentences(draw: st.DrawFn) -> ParsedSentence:
    """Any words under any tree."""
    size = draw(st.integers(0, 14))
    order = draw(st.permutations(range(size)))
    heads = [-1] * size
    for number, place in enumerate(order[1:], start=1):
        heads[place] = order[draw(st.integers(0, number - 1))]
    text, words = "", []
    for place in range(size):
        form = draw(FORMS)
        text += form if not text else f" {form}"
        relation = draw(RELATIONS) if heads[place] >= 0 else "root"
        words.append(
            Word(form, len(text) - len(form), len(text), form, draw(TAGS), draw(FEATURES), heads[place], relation)
        )
    return ParsedSentence(0, len(text), text, Parse(tuple(words)))


@given(sentences())
def test_any_tree_is_read_without_harm(sentence: ParsedSentence) -> None:
    """Spans lie in the turn, ends are named and differ, nothing comes twice, and it is the same every time."""
    turn = said(sentence)
    found = triplets_in(turn)
    assert found == triplets_in(turn)
    for one in found:
        assert 0 <= one.start < one.end <= len(sentence.text)
        assert one.triplet.subject.strip()
        assert one.triplet.relation.strip()
        assert one.triplet.object.strip()
        assert one.triplet.subject.casefold() != one.triplet.object.casefold()
    keys = [(one.triplet.subject.casefold(), one.triplet.relation, one.triplet.object.casefold()) for one in found]
    assert len(keys) == len(set(keys)) <= MOST_TRIPLETS


def test_a_pasted_list_is_cut_short() -> None:
    """A hundred things that the speaker likes are more than a turn of a conversation says."""
    things = "\n".join(f"thing{number} thing{number} NOUN 3 conj" for number in range(1, 100))
    rows = f"I I PRON 2 nsubj\nlike like VERB 0 root VerbForm=Fin\nthing0 thing0 NOUN 2 obj\n{things}"
    assert len(triplets_in(said(parsed(rows)))) == MOST_TRIPLETS


def test_gerunds_follow_english_spelling() -> None:
    """Silent e, doubled consonants, ie, and stress on the last syllable."""
    verbs = ["dance", "swim", "lie", "see", "play", "fix", "visit", "begin", "be", "quit"]
    spelled = "dancing swimming lying seeing playing fixing visiting beginning being quitting"
    assert " ".join(gerund(verb) for verb in verbs) == spelled
