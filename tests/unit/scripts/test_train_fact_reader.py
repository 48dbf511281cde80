"""The scripts that make labelled turns and fit the learned reader to them."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

from convograph.facts.learned_reader.tagger import FORCES, OUTSIDE, RELATIONS, TAGS, Tagger, first_tag
from convograph_eval.update_chains import read_wordings
from shared.fact_forms import spoken, with_verb
from shared.fact_sentences import LabelledTurn, Sentences
from shared.fact_wordings import RELATION_OF
from train_fact_reader import examples_of, first_weights, main, static_vectors, step, vocabulary

DATA = Path(__file__).parents[3] / "data"
WORDINGS = DATA / "update_chains" / "wordings.dev.json"


def drawn(count: int, seed: int = 0) -> list[LabelledTurn]:
    """Turns of the files that ship."""
    return Sentences(DATA / "fact_sentences", Random(seed), read_wordings(WORDINGS)).turns(count)


def test_turns_are_the_same_for_a_seed() -> None:
    """And others for another."""
    assert drawn(20) == drawn(20) != drawn(20, seed=1)


def test_turns_are_whole() -> None:
    """No slot, choice or form is left in them; what is labelled stands there, in a known relation and force."""
    turns = drawn(3000)
    for turn in turns:
        assert not set("{}[]|\x01\x02\x03\x04") & set(turn.text), turn
        assert not re.search(r"<\w+>", turn.text), turn
        for start, end, relation, force in turn.values:
            assert turn.text[start:end].strip() == turn.text[start:end] != "", turn
            assert relation in RELATIONS, turn
            assert force in FORCES, turn
    met = {(relation, force) for turn in turns for _, _, relation, force in turn.values}
    assert {relation for relation, _ in met} == set(RELATIONS)
    assert {force for _, force in met} == set(FORCES)


def test_all_relations_of_the_wordings_that_are_read_have_a_name() -> None:
    """A relation of the file that nobody reads is left out: whose brothers are called what."""
    assert set(read_wordings(WORDINGS).relations) - set(RELATION_OF) == {"brothers"}
    assert set(RELATION_OF.values()) <= set(RELATIONS)


@pytest.mark.parametrize(
    ("text", "mention", "you", "said"),
    [
        ("[I] [live] with [my] dog", None, False, "I live with my dog"),
        ("[I] [live] with [my] dog", "Tom", False, "Tom lives with his dog"),
        ("[my] dog bit [me]", "my aunt", False, "my aunt's dog bit him"),
        ("[I]['m] here", "Tom", False, "Tom's here"),
        ("[I]['m] here with [my] dog", None, True, "you're here with your dog"),
        ("[I] have moved", "Tom", False, "Tom has moved"),
        ("nobody", "Tom", False, "nobody"),
    ],
)
def test_forms(text: str, mention: str | None, you: bool, said: str) -> None:
    """As said of the speaker, of somebody else, and to somebody."""

    class First(Random):
        def choice(self, seq):  # type: ignore[no-untyped-def]
            return seq[0]

        def random(self) -> float:
            return 1.0

    assert spoken(text, mention, First(), you=you) == said


def test_verbs() -> None:
    """The base form changes with the person, the others do not."""
    forms = ["live in {v}", "lived in {v}", "living in {v}", "lived in {v}"]
    assert with_verb("[I] <base>, <past>, <ing>, <pp>, to <inf>", forms) == (
        "[I] [live] in {v}, lived in {v}, living in {v}, lived in {v}, to live in {v}"
    )


def test_a_turn_is_read_for_each_of_its_people() -> None:
    """The one whom it is about has the tags, the others have none."""
    text = "My aunt moved to New Ulm."
    turn = LabelledTurn(text, "my aunt", ((17, 24, "lives_in", "begins"),))
    speaker, aunt = examples_of(turn, {"moved": 1})
    begin = first_tag(RELATIONS.index("lives_in"))
    assert speaker.tags.tolist() == [OUTSIDE] * 7
    assert aunt.tags.tolist() == [0, 0, 0, 0, begin, begin + 1, 0]
    assert [FORCES[force] for force in aunt.forces if force >= 0] == ["begins", "begins"]
    assert aunt.rows.tolist() == [0, 0, 1, 0, 0, 0, 0]


def test_slopes_are_those_of_the_loss() -> None:
    """Each part of the network, against differences of the loss; the same words and weights are dropped."""
    numbers = {word: row for row, word in enumerate(("i", "moved", "to", "rome", "tea"), 1)}
    turns = [
        LabelledTurn("I moved to Rome", None, ((11, 15, "lives_in", "begins"),)),
        LabelledTurn("Tea. I like tea, I do"),
    ]
    batch = [one for turn in turns for one in examples_of(turn, numbers)]
    static = np.random.default_rng(1).normal(scale=0.1, size=(6, 8))
    net = {name: each.astype(np.float64) for name, each in first_weights(np.random.default_rng(2), 6, 8).items()}
    net["own"] += np.random.default_rng(3).normal(scale=0.1, size=net["own"].shape)

    def loss() -> float:
        return step(net, static, batch, np.random.default_rng(4))[0]

    _, slopes = step(net, static, batch, np.random.default_rng(4))
    for name, slope in slopes.items():
        place = np.unravel_index(np.abs(slope).argmax(), slope.shape)
        held, width = net[name][place], 1e-4
        net[name][place] = held + width
        above = loss()
        net[name][place] = held - width
        below = loss()
        net[name][place] = held
        assert slope[place] == pytest.approx((above - below) / (2 * width), rel=2e-2), name


def test_a_small_training_writes_weights_that_load(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two passes over some turns: the loss falls, goes on from there, and the tagger has the shapes."""
    monkeypatch.setattr("train_fact_reader.KNOWN", 200)
    monkeypatch.setattr("train_fact_reader.talk_of", lambda *_: ["Nice weather today.", "I am tired."])
    written = tmp_path / "weights.npz"
    given = [DATA / "fact_sentences", WORDINGS, tmp_path, tmp_path]
    options = ["--turns", "150", "--epochs", "2", "--write", written]
    monkeypatch.setattr(sys, "argv", ["train_fact_reader.py", *map(str, [*given, *options])])
    main()
    losses = [float(line.split()[-1]) for line in capsys.readouterr().out.splitlines() if line.startswith("epoch")]
    assert losses[1] < losses[0]
    monkeypatch.setattr(sys, "argv", [*sys.argv, "--begin", str(written), "--rate", "1e-3"])
    main()
    more = [float(line.split()[-1]) for line in capsys.readouterr().out.splitlines() if line.startswith("epoch")]
    assert more[0] < losses[1]
    tagger = Tagger.load(written)
    assert tagger.weights["tags"].shape[1] == TAGS
    assert len(tagger.weights["vectors"]) == len(tagger.numbers) + 1


def test_the_vocabulary_has_short_forms_and_marks_first() -> None:
    """Each once; the vectors have a row of zeros more, for all other words."""
    words = vocabulary()
    assert words[0] == "n't"
    assert len(words) == len(set(words))
    vectors = static_vectors(words[:20])
    assert vectors.shape[0] == 21
    assert not vectors[0].any()
