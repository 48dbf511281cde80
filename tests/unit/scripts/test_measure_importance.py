"""The script that measures importance by a T5 of t5-small's size."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from measure_importance import main, session


def test_sessions_are_of_triplets_that_differ() -> None:
    """Else the same triplet would be scored over and over."""
    assert len({one.text for one in session(300)}) == 300
    assert session(20) == session(300)[:20]


@pytest.mark.models
@pytest.mark.slow
def test_a_t5_of_that_size_scores_a_session(capsys: pytest.CaptureFixture[str]) -> None:
    """Sixty million numbers: at each position attention over the triplets sums to 1 (G-Long, equation 2)."""
    pytest.importorskip("transformers", reason="the extra `models` is not installed")
    main(["--triplets", "8"])
    said = capsys.readouterr().out
    found = re.search(r"8 triplets: +[\d.]+ s, +[\d.]+ s of work, 1 windows; attention ([\d.]+) of (\d+)", said)
    assert found is not None
    assert float(found[1]) == pytest.approx(float(found[2]), abs=0.1)
    assert 10 <= int(found[2]) <= 151
    assert re.search(r"at most [\d,]+ MB", said)


def test_a_folder_without_a_model_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 2, as for any wrong argument."""
    with pytest.raises(SystemExit):
        main(["--folder", str(tmp_path / "nowhere")])
    assert "no folder" in capsys.readouterr().err
