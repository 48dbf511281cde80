"""Examples for the deliberating model: what is shown with the evidence and without it, and what is then missing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from convograph.chat import ChatReply
from convograph.errors import InputError
from convograph.extraction.reading import Reader
from convograph.generation.deliberation import deliberate, deliberation_request
from convograph.llm.scripted import ScriptedChat
from convograph.parsers.udpipe import UDPipeParser
from convograph_eval.training.coqa import Passage, PassageQuestion, read_coqa
from convograph_eval.training.deliberation import COVERED, NEEDS_OTHERS, NO_EVIDENCE, NO_WORD, SHOWN, PassageReader
from convograph_eval.training.examples import ChatExample
from convograph_eval.training.passages import graph_of, standing_alone
from support.training import STORY, coqa

READER = Reader(UDPipeParser(), pronouns=True)


@pytest.fixture(scope="module")
def passage(tmp_path_factory: pytest.TempPathFactory) -> Passage:
    """The made passage."""
    (read,) = read_coqa(coqa(tmp_path_factory.mktemp("coqa") / "coqa.json"))
    return read


@pytest.fixture(scope="module")
def made(passage: Passage) -> dict[str, ChatExample]:
    """Its examples by their ids."""
    return {one.id: one for one in PassageReader(READER).examples([passage]).examples}


def shown(example: ChatExample) -> dict[str, list[str]]:
    """The three lists of a prompt."""
    lines = [line.split(": ", 1) for line in example.prompt[1].content.split("\n\n")]
    return {name: json.loads(texts) for name, texts in lines[:3]}


def test_a_passage_is_read_with_its_spans(passage: Passage) -> None:
    """Without an evidence span there is no evidence."""
    assert (passage.id, passage.text, len(passage.questions)) == ("barn", STORY, 6)
    assert passage.questions[5].evidence is None
    start, end = passage.questions[1].evidence or (0, 0)
    assert STORY[start:end] == "Mary Hill fed the kitten"


def test_sentences_are_found_by_the_characters_of_the_evidence(passage: Passage) -> None:
    """All that the span touches: one sentence, or two."""
    graph = graph_of(passage, READER)
    assert [node.text for node in graph.chunks] == [STORY[start:end] for start, end in graph.spans]
    first = passage.questions[0].evidence or (0, 0)
    assert graph.sentences_at(first) == {0}
    assert graph.sentences_at((first[1] - 1, first[1] + 10)) == {0, 1}
    assert all(node.sentence < len(graph.spans) for kind in graph.kinds for node in kind)


def test_the_evidence_is_shown_or_it_is_not(passage: Passage, made: dict[str, ChatExample]) -> None:
    """Of every positive example something of the evidence's sentence, of a negative one nothing; never too much."""
    graph = graph_of(passage, READER)
    for name, example in made.items():
        question = passage.questions[int(name.split(":")[1][:-1]) - 1]
        gold = graph.sentences_at(question.evidence or (0, 0))
        evidence = {node.text for kind in graph.kinds for node in kind if node.sentence in gold}
        texts = {text for texts in shown(example).values() for text in texts}
        assert bool(evidence & texts) is name.endswith("+")
        assert all(len(texts) <= SHOWN for texts in shown(example).values())


def test_nothing_is_missing_where_the_evidence_is(made: dict[str, ChatExample]) -> None:
    """Both lists are empty."""
    positive = [example for name, example in made.items() if name.endswith("+")]
    assert len(positive) == 3
    assert {example.completion for example in positive} == {'{"add_entity": [], "unrelated_content": []}'}


def test_a_negative_example_names_what_no_shown_text_covers(made: dict[str, ChatExample]) -> None:
    """Phrases of the question; unrelated is what shares no word with it."""
    example = made["barn:1-"]
    said = json.loads(example.completion)
    assert "colour" in said["add_entity"]
    assert "Cotton" in said["add_entity"]
    texts = {text for texts in shown(example).values() for text in texts}
    assert set(said["unrelated_content"]) <= texts
    assert texts == set(said["unrelated_content"])


def test_what_is_asked_is_missing_where_its_phrases_stand_apart(made: dict[str, ChatExample]) -> None:
    """A kitten is shown, and not who fed it; what shares a word with the question is not unrelated."""
    said = json.loads(made["barn:2-"].completion)
    assert said["add_entity"] == ["fed the kitten every morning"]
    assert not any("kitten" in one for one in said["unrelated_content"])


def test_a_question_that_a_text_covers_makes_no_negative_example() -> None:
    """Although it is not the evidence."""
    text = "Tom fed the cat. The cat was fed by Tom, and slept."
    passage = Passage("p", text, (PassageQuestion(1, "Who fed the cat?", "Tom", (0, 16)),))
    collected = PassageReader(READER).examples([passage])
    assert ([one.id for one in collected.examples], collected.left_out) == (["p:1+"], {COVERED: 1})


def test_completions_are_read_as_at_run_time(made: dict[str, ChatExample]) -> None:
    """By the deliberator's own reading, whole or ended behind the entities."""
    request = deliberation_request("?", [], [], [])
    for example in made.values():
        cut = example.completion.split('"unrelated_content"')[0]
        whole = json.loads(example.completion)["add_entity"]
        for text in (example.completion, cut):
            model = ScriptedChat(lambda asked, text=text: ChatReply(text, "m", 1, 1, 0.0))
            assert deliberate(model, request).value.add_entity == whole


def test_questions_that_need_others_are_left_out(passage: Passage) -> None:
    """A "she" is resolved where one person can be meant, "it" is not; "why" asks for nothing by itself."""
    collected = PassageReader(READER).examples([passage])
    assert {name: collected.left_out[name] for name in (NO_EVIDENCE, NEEDS_OTHERS, NO_WORD)} == {
        NO_EVIDENCE: 1,
        NEEDS_OTHERS: 1,
        NO_WORD: 1,
    }
    assert standing_alone(passage.questions[2], passage, READER) == "Where was Mary Hill from?"
    assert standing_alone(passage.questions[4], passage, READER) is None


def test_possessive_pronouns_become_owners() -> None:
    """In "her brother" it is whose brother he is."""
    asked = PassageQuestion(2, "What did her brother paint?", "a barn", (0, 9))
    text = "Mary Hill moved."
    passage = Passage("p", text, (PassageQuestion(1, "Who moved?", "Mary Hill", (0, len(text))), asked))
    assert standing_alone(asked, passage, READER) == "What did Mary Hill's brother paint?"


def test_the_seed_says_what_is_shown(passage: Passage) -> None:
    """The same seed gives the same examples, another seed others."""
    first, again, other = (PassageReader(READER, seed).examples([passage]).examples for seed in (0, 0, 1))
    assert first == again
    assert first != other


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"answers": []}, "barn.* has no answer to question 1; give CoQA's file"),
        ({"story": "Short."}, "barn.* has no characters 0 to 68"),
        ({"story": 7}, "story is not a string"),
    ],
)
def test_a_wrong_file_is_named(tmp_path: Path, change: dict[str, object], says: str) -> None:
    """With what is wrong in it."""
    file = coqa(tmp_path / "coqa.json")
    data = json.loads(file.read_text())
    data["data"][0] |= change
    file.write_text(json.dumps(data))
    with pytest.raises(InputError, match=says):
        read_coqa(file)
