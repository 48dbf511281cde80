"""PersonaExt: reading its lines, mapping to its labels, and scoring what was found."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from convograph.errors import InputError
from convograph_eval.language.personaext.corpus import MarkedSentence, MarkedTriplet, joined, read_personaext
from convograph_eval.language.personaext.labels import labels
from convograph_eval.language.personaext.scores import SPEAKER, head_matches, match, measure, miss
from support.findings import reads, triplet

DOG = MarkedSentence("i have a dog.", (MarkedTriplet("i", "dog", "have_pet"),))


def line(tokens: str, head: Sequence[int], tail: Sequence[int], label: str) -> str:
    return json.dumps({"triplets": [{"tokens": tokens.split(), "head": head, "tail": tail, "label": label}]}) + "\n"


def test_splits_that_overlap_are_read_once(tmp_path: Path) -> None:
    """The same sentence in two files, with two triplets: one sentence, each triplet once, in the order of the files."""
    first = line("i have a dog .", [0], [3], "have_pet") + line("i like my dog", [0], [1, 3], "like_activity")
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(first.encode()))
    (tmp_path / "b.jsonl").write_text(
        line("i have a dog .", [0], [3], "have_pet") + line("i have a dog .", [0], [2], "has")
    )
    assert read_personaext(tmp_path) == (
        MarkedSentence("i have a dog.", (MarkedTriplet("i", "dog", "have_pet"), MarkedTriplet("i", "a", "has"))),
        MarkedSentence("i like my dog", (MarkedTriplet("i", "like dog", "like_activity"),)),
    )


def test_wrong_lines_are_named(tmp_path: Path) -> None:
    """An empty folder, and places beyond the sentence, are errors that say where."""
    with pytest.raises(InputError, match="no file"):
        read_personaext(tmp_path)
    (tmp_path / "a.jsonl").write_text(line("i run", [0], [2], "like_activity"))
    with pytest.raises(InputError, match=r"a\.jsonl: line 1: has no tokens at \[2\]"):
        read_personaext(tmp_path)


def test_tokens_are_joined_as_they_are_written() -> None:
    """Marks stand at the word before them."""
    assert joined("hi ! i am ok , you ?".split()) == "hi! i am ok, you?"


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (triplet("Alex", "has_pet", "dog"), ["have_pet"]),
        (triplet("Alex", "adopt", "two cats"), ["have_pet"]),
        (triplet("Alex", "likes", "baking cakes", phrase="love"), ["like_activity"]),
        (triplet("Alex", "likes", "coffee", phrase="love"), ["like_drink"]),
        (triplet("Alex", "drink", "green tea"), ["like_drink"]),
        (triplet("Alex", "likes", "soccer", phrase="like", kind="activity"), ["favorite_sport", "like_activity"]),
        (triplet("Alex", "watch", "the office"), ["like_watching", "favorite_show"]),
        (triplet("Alex", "likes", "watching polo", phrase="love"), ["favorite_show", "like_watching", "like_activity"]),
        (triplet("Alex", "favorite show", "friends"), ["favorite_show"]),
        (triplet("Alex", "play in", "a jazz band"), ["member_of"]),
        (triplet("Alex", "has", "diabetes", phrase="have"), ["health_status"]),
        (triplet("Alex", "travel to", "Mexico", kind="place"), ["international_exp"]),
        (triplet("Alex", "can not", "swim", kind="activity", negated=True), ["weakness"]),
        (triplet("Alex", "dislikes", "driving", phrase="hate"), ["dislike_activity"]),
        (triplet("Alex", "not like", "cooking", kind="activity", negated=True), ["dislike_activity"]),
        (triplet("Alex", "likes", "cooking", phrase="like", kind="activity"), ["like_activity"]),
        (triplet("Alex", "likes", "pizza", phrase="like"), []),
        (triplet("Alex", "likes", "coffee", phrase="like", hypothetical=True), []),
    ],
)
def test_labels_follow_from_relation_and_object(found, expected) -> None:
    """The relation or the verb, and the object's words or kind; nothing for what is asked, or measured nowhere."""
    assert list(labels(found)) == expected


def test_heads_in_the_first_person_are_the_speaker() -> None:
    """Whoever else is meant has to be named, at least by half."""
    assert head_matches(SPEAKER, "i")
    assert head_matches("we", "we")
    assert head_matches("brother", "my brother")
    assert not head_matches("dog", "my")
    assert not head_matches(SPEAKER, "my brother")


def test_levels_of_a_match() -> None:
    """The tail may be the object, half of it, or in the relation's words only; nothing counts without the head."""
    guitar = MarkedTriplet("i", "electric guitar", "like_activity")
    exact = match(triplet(SPEAKER, "play", "the electric guitar"), guitar)
    assert (exact.strict, exact.tail, exact.said, exact.relation) == (True, True, True, False)
    half = match(triplet(SPEAKER, "likes", "guitar", phrase="like", kind="activity"), guitar)
    assert (half.strict, half.tail, half.relation) == (False, True, True)
    verb = match(triplet(SPEAKER, "hunt", "bears"), MarkedTriplet("i", "hunt", "like_activity"))
    assert (verb.tail, verb.said) == (False, True)
    other = match(triplet("brother", "likes", "guitar", kind="activity"), guitar)
    assert (other.head, other.tail, other.said, other.relation) == (False, False, False, False)


def test_a_miss_is_the_first_step_that_failed() -> None:
    """From no triplet at all to a wrong relation; the best of ours counts."""
    dog = MarkedTriplet("i", "dog", "have_pet")
    tried = {
        "no triplet": [],
        "head": [triplet("you", "has_pet", "dog")],
        "tail": [triplet(SPEAKER, "has_pet", "cat")],
        "tail in the relation": [triplet(SPEAKER, "walk dog in", "park"), triplet(SPEAKER, "has_pet", "cat")],
        "relation": [triplet(SPEAKER, "walk", "dog"), triplet("you", "has_pet", "dog")],
        None: [triplet(SPEAKER, "has_pet", "dog"), triplet(SPEAKER, "walk", "dog")],
    }
    assert {kind: miss([match(one, dog) for one in found]) for kind, found in tried.items()} == {
        kind: kind for kind in tried
    }


def test_precision_and_recall_by_hand() -> None:
    """Of three marked, two are found, one of them strictly; of four stated with a label, two were marked.

    What is stated twice counts once, and a label that is not measured counts nowhere.
    """
    tea = MarkedSentence(
        "we drink green tea", (MarkedTriplet("we", "tea", "like_drink"), MarkedTriplet("we", "4", "siblings"))
    )
    run = MarkedSentence("i run", (MarkedTriplet("i", "run", "like_activity"),))
    found = {
        DOG.text: [triplet(SPEAKER, "has_pet", pet) for pet in ("dog", "a dog", "cat")],
        tea.text: [triplet(SPEAKER, "drink", "green tea"), triplet(SPEAKER, "drink", "beer")],
    }
    measured = measure([DOG, tea, run], reads(found))
    summary = measured.summary
    assert (summary["sentences"], summary["marked"], summary["other_labels"]) == (3, 3, 1)
    relation = summary["levels"]["relation"]
    assert {name: relation[name] for name in ("right", "stated", "found", "gold")} == {
        "right": 2,
        "stated": 4,
        "found": 2,
        "gold": 3,
    }
    assert (relation["precision"], relation["recall"]) == (0.5, 2 / 3)
    assert relation["f1"] == pytest.approx(4 / 7)
    assert summary["levels"]["strict"]["found"] == 1
    assert summary["labels"]["have_pet"]["precision"] == 0.5
    assert summary["misses"] == {"no triplet": 1, "head": 0, "tail in the relation": 0, "tail": 0, "relation": 0}
    assert [one["miss"] for one in measured.items if one["item"] == "marked"] == [None, None, "tail", "no triplet"]


def test_a_triplet_of_several_labels_counts_as_the_marked_one() -> None:
    """A show that is watched may be loved best too: the label that somebody marked wins, else the first."""
    office = MarkedSentence("i watch the office", (MarkedTriplet("i", "the office", "favorite_show"),))
    found = {office.text: [triplet(SPEAKER, "watch", "the office"), triplet(SPEAKER, "watch", "news")]}
    stated = [one for one in measure([office], reads(found)).items if one["item"] == "stated"]
    assert [(one["label"], one["relation"]) for one in stated] == [("favorite_show", True), ("like_watching", False)]
