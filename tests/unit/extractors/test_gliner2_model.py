"""GLiNER2 from a folder, on models of random numbers: spans, batches, chunks, and folders that hold none."""

from __future__ import annotations

import json
import shutil
import socket
import sys
from pathlib import Path
from typing import Any

import pytest

from convograph.errors import InputError, MissingExtraError
from convograph.extractors.gliner2_model import GLiNER2Model
from support.tiny_models import tiny_gliner2

TEXTS = ["My sister Maria lives in Porto", " \n", "I like dogs.", "", "Ana likes the sea, and dogs!"]
LABELS = ["Person", "Place"]
LOW = 0.4  # random numbers are sure of nothing


@pytest.fixture(scope="module", params=["span", "boundary"])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tiny model of each of the library's architectures."""
    return tiny_gliner2(tmp_path_factory.mktemp(request.param), request.param)


@pytest.fixture(scope="module")
def model(folder: Path) -> GLiNER2Model:
    """The model as a user gets it."""
    return GLiNER2Model(folder)


def libraries_own(folder: Path) -> Any:
    """The library's model, asked directly."""
    gliner2: Any = pytest.importorskip("gliner2")
    return gliner2.AutoExtractor.from_pretrained(str(folder))


@pytest.mark.models
def test_entities_are_the_librarys_own(folder: Path, model: GLiNER2Model) -> None:
    """Label, characters and confidence of each span, and spans do lie where they say."""
    text = TEXTS[4]
    answer = libraries_own(folder).extract_entities(
        text, LABELS, threshold=LOW, include_spans=True, include_confidence=True
    )
    expected = {
        (label, text[one["start"] : one["end"]], round(one["confidence"], 3))
        for label, found in answer["entities"].items()
        for one in found
        if any(each.isalnum() for each in one["text"])
    }
    (found,) = model.entities([text], LABELS, LOW)
    assert {(one.label, text[one.start : one.end], round(one.confidence, 3)) for one in found} == expected
    assert {label for label, _, _ in expected} == set(LABELS), "something is found, so that the test can fail"


@pytest.mark.models
def test_relations_are_the_librarys_own(folder: Path, model: GLiNER2Model) -> None:
    """From head to tail under each label, of which two words are one."""
    text = TEXTS[4]
    answer = libraries_own(folder).extract_relations(text, ["lives in", "likes"], threshold=LOW, include_spans=True)
    expected = {
        (label, one["head"]["text"], one["tail"]["text"])
        for label, pairs in answer["relation_extraction"].items()
        for one in pairs
        if all(any(each.isalnum() for each in one[end]["text"]) for end in ("head", "tail"))
    }
    (found,) = model.relations([text], ["lives in", "likes"], LOW)
    assert {(one.label, text[slice(*one.head)], text[slice(*one.tail)]) for one in found} == expected
    assert expected


@pytest.mark.models
def test_text_is_read_as_it_would_be_alone(model: GLiNER2Model) -> None:
    """In batches as one by one; in spaces nothing is found."""
    together = model.entities(TEXTS, LABELS, LOW)
    assert together[1] == together[3] == []
    for text, found in zip(TEXTS, together, strict=True):
        (alone,) = model.entities([text], LABELS, LOW)
        assert [(one.label, one.start, one.end) for one in found] == [(one.label, one.start, one.end) for one in alone]
    assert [bool(found) for found in model.relations(TEXTS, ["likes"], LOW)][1::2] == [False, False]


@pytest.mark.models
def test_spans_lie_within_the_text(model: GLiNER2Model) -> None:
    """Without the full stop that the library reads behind a text, and never of marks alone."""
    texts = ["Maria owns a boat", "Maria , ?", "  Ana ", "🦜 🦜"]
    for text, spans in zip(texts, model.entities(texts, LABELS, 0.0), strict=True):
        for one in spans:
            words = text[one.start : one.end]
            assert words == words.strip()
            assert any(each.isalnum() for each in words)


@pytest.mark.models
def test_long_turn_is_read_to_its_end(model: GLiNER2Model) -> None:
    """A thousand words go through the model in chunks that share some."""
    text = "Ana likes dogs. " * 250 + "Maria lives in Porto."
    (found,) = model.entities([text], ["Person"], LOW)
    assert max(one.end for one in found) > 0.9 * len(text)
    assert all(text[one.start : one.end].strip() for one in found)


@pytest.mark.models
def test_nothing_to_read(model: GLiNER2Model) -> None:
    """No texts, no answers."""
    assert model.entities([], LABELS, LOW) == []
    assert model.relations([""], ["likes"], LOW) == [[]]


@pytest.mark.models
def test_loading_asks_nobody(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not a socket is opened."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    assert GLiNER2Model(folder).entities(["Ana"], LABELS, 1.0) == [[]]


@pytest.mark.models
def test_fingerprint_is_that_of_the_model(folder: Path, model: GLiNER2Model, tmp_path: Path) -> None:
    """A copy elsewhere is the same model, other numbers are another."""
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    assert GLiNER2Model(copy).fingerprint == model.fingerprint
    architecture = json.loads((folder / "config.json").read_text())["architecture"]
    other = GLiNER2Model(tiny_gliner2(tmp_path / "other", architecture, seed=1))
    assert other.fingerprint != model.fingerprint
    assert model.name == f"gliner2:{folder}"


def test_without_the_library_the_install_line_is_printed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whoever lacks the extra is told how to get it."""
    monkeypatch.setitem(sys.modules, "gliner2", None)  # what Python takes for "not installed"
    with pytest.raises(MissingExtraError, match=r"pip install 'convograph\[gliner\]'"):
        GLiNER2Model(tmp_path)


def test_model_is_never_looked_for_elsewhere() -> None:
    """A name of the hub is no folder."""
    with pytest.raises(InputError, match="no folder 'fastino/gliner2-base-v1'"):
        GLiNER2Model("fastino/gliner2-base-v1")


@pytest.mark.models
def test_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    """Empty, or with a model of another kind."""
    pytest.importorskip("gliner2", reason="the extra `gliner` is not installed")
    with pytest.raises(InputError, match=r"does not hold a GLiNER2 model: config\.json"):
        GLiNER2Model(tmp_path)
    (tmp_path / "config.json").write_text('{"model_type": "bert"}')
    with pytest.raises(InputError, match=r"does not hold a GLiNER2 model: encoder_config/config\.json"):
        GLiNER2Model(tmp_path)


@pytest.mark.models
def test_damaged_model_is_refused(folder: Path, tmp_path: Path) -> None:
    """Weights cut short, then none at all."""
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    weights = copy / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:1000])
    with pytest.raises(InputError, match="cannot load a GLiNER2 model"):
        GLiNER2Model(copy)
    weights.unlink()
    with pytest.raises(InputError, match="cannot load a GLiNER2 model"):
        GLiNER2Model(copy)


@pytest.mark.models
def test_unknown_device_is_refused(folder: Path) -> None:
    """The message names it, and one that is there."""
    with pytest.raises(InputError, match=r"no device 'warp' .*'cpu' is always available"):
        GLiNER2Model(folder, "warp")


@pytest.mark.models
def test_code_of_a_model_is_not_run(folder: Path, tmp_path: Path) -> None:
    """The library would trust the folder with it."""
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    config = copy / "encoder_config" / "config.json"
    config.write_text(json.dumps({**json.loads(config.read_text()), "auto_map": {"AutoModel": "own.Model"}}))
    (copy / "own.py").write_text("raise SystemExit('run')")
    with pytest.raises(InputError, match="comes with its own code"):
        GLiNER2Model(copy)
