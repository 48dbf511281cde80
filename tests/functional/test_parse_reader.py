"""`convograph parse --reader`: who finds mentions and triplets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from convograph.cli.commands import app
from support.tiny_models import tiny_gliner2

SAYING = "My sister Maria lives in Porto."


@pytest.mark.models
def test_model_in_a_folder_reads(tmp_path: Path) -> None:
    """What it finds stands in the text; random numbers find something."""
    folder = tiny_gliner2(tmp_path, "boundary")
    result = CliRunner().invoke(app, ["parse", SAYING, "--reader", f"gliner2:{folder}", "--json"])
    assert result.exit_code == 0, (result.output, result.exception)
    mentions = json.loads(result.stdout)["reading"]["mentions"]
    assert mentions
    assert all(SAYING[one["start"] : one["end"]] == one["text"] for one in mentions)


@pytest.mark.parametrize(
    ("reader", "message"),
    [("spacy", "'rules' and 'gliner2:<folder>'"), ("gliner2:nowhere", "no folder 'nowhere'")],
)
def test_unknown_reader_is_refused(reader: str, message: str) -> None:
    """The message names what there is."""
    result = CliRunner().invoke(app, ["parse", SAYING, "--reader", reader])
    assert result.exit_code not in {0, 1}
    assert message in " ".join(result.output.split())
