"""Whom third-person pronouns mean."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from convograph.extraction.pronouns import referents
from convograph.extraction.types import ParsedSentence, ParsedTurn, TurnInContext
from convograph.types import SourceTurn
from support.any_parses import sentences
from support.parses import parsed, said

SHE_SINGS = "She she PRON 2 nsubj\nsings sing VERB 0 root"
MY_SISTER = "my my PRON 2 nmod:poss\nsister sister NOUN 3 nsubj\ncame come VERB 0 root"
AND_MOTHER = "and and CCONJ 4 cc\nmother mother NOUN 2 conj\n"
MY_SISTER_MIA = "my my PRON 2 nmod:poss\nsister sister NOUN 4 nsubj\nMia Mia PROPN 2 flat\ncame come VERB 0 root"


def after(rows: str, *earlier: str) -> TurnInContext:
    """A turn of one sentence behind others, from Ana to Ben."""
    turn = said(parsed(rows))
    before = (
        ParsedTurn(SourceTurn(0, f"b{place}", "s", place, "Ben", sentence.text, None), (sentence,))
        for place, sentence in enumerate(map(parsed, earlier))
    )
    return replace(turn, before=tuple(before))


def test_the_only_one_who_fits_is_meant() -> None:
    """By the characters of the pronoun."""
    assert referents(after(SHE_SINGS, MY_SISTER)) == {(0, 3): "sister"}
    assert referents(after(SHE_SINGS)) == {}


def test_gender_decides_and_doubt_abstains() -> None:
    """No brother is she; of two sisters in one turn neither is chosen; a friend may be either."""
    brother = MY_SISTER.replace("sister", "brother")
    both = MY_SISTER.replace("sister sister NOUN 3", "sister sister NOUN 5").replace("came", AND_MOTHER + "came")
    friend = MY_SISTER.replace("sister", "friend")
    assert referents(after(SHE_SINGS, brother)) == {}
    assert referents(after(SHE_SINGS, MY_SISTER, brother)) == {(0, 3): "sister"}
    assert referents(after(SHE_SINGS, both)) == {}
    assert referents(after(SHE_SINGS, friend)) == {(0, 3): "friend"}
    assert referents(after(SHE_SINGS, MY_SISTER, friend)) == {}  # the friend is nearer, the sister surer


def test_first_names_tell_the_gender() -> None:
    """Mia is she, Omar is not; those of nobody's list may be."""
    came = "{0} {0} PROPN 2 nsubj\nwrote write VERB 0 root"
    assert referents(after(SHE_SINGS, came.format("Mia"))) == {(0, 3): "Mia"}
    assert referents(after(SHE_SINGS, came.format("Omar"))) == {}
    assert referents(after(SHE_SINGS, came.format("Zyxa"))) == {(0, 3): "Zyxa"}


def test_a_noun_goes_by_the_name_that_it_has_elsewhere() -> None:
    """My sister Mia gives the sister a name."""
    assert referents(after(SHE_SINGS, MY_SISTER_MIA)) == {(0, 3): "Mia"}
    assert referents(after(SHE_SINGS, MY_SISTER_MIA, MY_SISTER)) == {(0, 3): "Mia"}


def test_speaker_and_addressee_are_never_meant() -> None:
    """Ana and Ben talk to each other, not of each other."""
    assert referents(after(SHE_SINGS, "Ana Ana PROPN 2 nsubj\nwrote write VERB 0 root")) == {}


def test_nobody_in_particular_is_not_meant() -> None:
    """She who is a teacher is nobody new, every aunt is no one aunt, many are not one, and an aside is not said."""
    teacher = "she she PRON 4 nsubj\nis be AUX 4 cop\na a DET 4 det\nteacher teacher NOUN 0 root"
    every = "every every DET 2 det\naunt aunt NOUN 3 nsubj\nsings sing VERB 0 root"
    many = "my my PRON 2 nmod:poss\naunts aunt NOUN 3 nsubj Number=Plur\nsing sing VERB 0 root"
    aside = "[shares share VERB 0 root\na a DET 3 det\nwoman] woman NOUN 1 obj"
    for rows in (teacher, every, many, aside):
        assert referents(after(SHE_SINGS, rows)) == {}


def test_the_object_of_a_verb_is_not_its_subject() -> None:
    """Whom Mia saw is somebody else, unless she saw herself; whose mother it is may be Mia's."""
    rows = "Mia Mia PROPN 2 nsubj\nsaw see VERB 0 root\n{} she PRON {}"
    assert referents(after(rows.format("her", "2 obj"))) == {}
    assert referents(after(rows.format("herself", "2 obj"))) == {(8, 15): "Mia"}
    assert referents(after(rows.format("her", "4 nmod:poss") + "\nmother mother NOUN 2 obj")) == {(8, 11): "Mia"}


def test_they_and_it_are_left_alone() -> None:
    """Whatever was named before."""
    assert (
        referents(
            after("they they PRON 2 nsubj\nsing sing VERB 0 root", "my my PRON 2 nmod:poss\ndogs dog NOUN 0 root")
        )
        == {}
    )
    assert (
        referents(after("it it PRON 2 nsubj\nsings sing VERB 0 root", "my my PRON 2 nmod:poss\ndog dog NOUN 0 root"))
        == {}
    )


def test_in_a_group_only_the_turn_itself_counts() -> None:
    """A third may be meant whom nobody names."""
    group = replace(after(SHE_SINGS, MY_SISTER), participants=("Ana", "Ben", "Cleo"))
    assert referents(group) == {}


def test_far_back_nobody_is_found() -> None:
    """Three turns back somebody may be meant, four not."""
    rain = "it it PRON 2 nsubj\nrained rain VERB 0 root"
    assert referents(after(SHE_SINGS, MY_SISTER, rain, rain)) == {(0, 3): "sister"}
    assert referents(after(SHE_SINGS, MY_SISTER, rain, rain, rain)) == {}


@given(sentences(), sentences())
def test_any_parse_gives_names_for_its_own_pronouns(earlier: ParsedSentence, sentence: ParsedSentence) -> None:
    """Whatever the trees, nothing is raised, the characters are a pronoun's, and a second reading finds the same."""
    before = ParsedTurn(SourceTurn(0, "t0", "s", 0, "Ben", earlier.text, None), (earlier,))
    turn = replace(said(sentence), before=(before,))
    found = referents(turn)
    assert found == referents(turn)
    assert {sentence.text[start:end] for start, end in found} <= {"he", "her"}
