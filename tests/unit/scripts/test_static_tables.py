"""What the scripts share that make static encoders: their files, and where these come from."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest

from convograph.encoders.static import BUNDLED, WORDS, StaticEncoder
from convograph.tokens import load_tokenizer
from shared import static_tables
from shared.static_tables import known_tokens, report, stored, write_model, write_provenance

TOKENIZER = load_tokenizer(BUNDLED[WORDS])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The files of a table with a random vector for each token."""
    table = np.random.default_rng(0).normal(size=(TOKENIZER.get_vocab_size(), 8))
    write_model(tmp_path, stored(table, "int8"), TOKENIZER, None)
    write_provenance(tmp_path, ["Changes: none.", "", "Command: python made.py"], ("numpy",))
    return tmp_path


def test_what_is_written_is_an_encoder(folder: Path) -> None:
    """Of as many dimensions as the table has, with unit vectors."""
    vectors = StaticEncoder(folder, "made").encode(["the cat"], "passage")
    assert vectors.shape == (1, 8)
    assert np.linalg.norm(vectors) == pytest.approx(1)


def test_the_source_names_teacher_command_libraries_and_hashes(folder: Path) -> None:
    """In this order; the licence lies beside it."""
    lines = (folder / "SOURCE").read_text().splitlines()
    assert static_tables.TEACHER_SHA256 in lines[1]
    assert lines[3:6] == ["Changes: none.", "", "Command: python made.py"]
    assert lines[6:9] == [f"Libraries: numpy {np.__version__}", "", "sha256 of the files made:"]
    for line in lines[9:]:
        digest, name = line.split()
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
    assert "Apache License" in (folder / "LICENSE").read_text()


def test_what_is_too_large_for_a_wheel_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """After all sizes were told."""
    report(folder)
    monkeypatch.setattr(static_tables, "MAXIMUM_BYTES", 1_000)
    with pytest.raises(SystemExit, match="too large to be bundled"):
        report(folder)
    assert capsys.readouterr().out.count("model.safetensors") == 2


def test_tokens_that_the_vocabulary_lacks_are_left_out() -> None:
    """A text of such alone has none."""
    cat, none, both = known_tokens(TOKENIZER, ["cat", "\U000f0000", "cat \U000f0000"])
    assert (len(cat), none, both) == (1, [], cat)
