"""A run that was stopped goes on where it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from convograph.errors import InputError
from convograph_eval.retrieval.case import CaseRecords, QuestionRecord
from convograph_eval.retrieval.journal import journal

RUN = {"unit": "turn", "ks": [1, 3], "digests": {"f": "0"}}
RECORD = QuestionRecord("q", "c", "Why?", ("a", "b"), ("b",), 1.5, 0, 0, {"1": 12}, {"hit@1": 0.0, "mrr": 0.5})
DONE = CaseRecords("talk", (RECORD,), {"q2": "not answerable"}, 0.25, 2, 7)
OTHER = CaseRecords("walk", (), {}, 0.5, 1, 1)


def stop(report: Path, *cases: CaseRecords, run: dict = RUN) -> None:
    """A run that does some cases and is then interrupted."""
    with pytest.raises(KeyboardInterrupt), journal(report, run, CaseRecords.from_json) as kept:
        for case in cases:
            kept.keep(case)
        raise KeyboardInterrupt


def test_what_was_done_is_there_again(tmp_path: Path) -> None:
    """Two stops; the third start has the cases of both, equal in every field, and ends without a journal."""
    report = tmp_path / "r.json"
    stop(report, DONE)
    stop(report, OTHER)
    with journal(report, RUN, CaseRecords.from_json) as kept:
        assert kept.done == {"talk": DONE, "walk": OTHER}
    assert list(tmp_path.iterdir()) == []


def test_a_line_cut_short_by_a_crash_is_done_again(tmp_path: Path) -> None:
    """The whole lines before it count, and what comes next is written after them."""
    report = tmp_path / "r.json"
    stop(report, DONE, OTHER)
    path = tmp_path / "r.json.partial"
    path.write_bytes(path.read_bytes()[:-10])
    stop(report, OTHER)
    with journal(report, RUN, CaseRecords.from_json) as kept:
        assert kept.done == {"talk": DONE, "walk": OTHER}


def test_another_run_is_refused_by_what_differs(tmp_path: Path) -> None:
    """The error names the settings, and the journal stays as it was."""
    report = tmp_path / "r.json"
    stop(report, DONE)
    with (
        pytest.raises(InputError, match=r"r\.json\.partial is the journal of another.*different: unit"),
        journal(report, {**RUN, "unit": "session"}, CaseRecords.from_json),
    ):
        pass
    with journal(report, RUN, CaseRecords.from_json) as kept:
        assert set(kept.done) == {"talk"}


def test_a_run_that_did_nothing_yet_stands_in_nobodys_way(tmp_path: Path) -> None:
    """Stopped before its first case, it is no reason to refuse another."""
    report = tmp_path / "r.json"
    stop(report)
    stop(report, DONE, run={**RUN, "unit": "session"})
    with journal(report, {**RUN, "unit": "session"}, CaseRecords.from_json) as kept:
        assert kept.done == {"talk": DONE}


@pytest.mark.parametrize("text", ["holiday\n", "[1]\n", '{"unit": "turn"}\n{"case": "x"}\n', "5\n6\n"])
def test_a_file_that_is_no_journal_is_refused(text: str, tmp_path: Path) -> None:
    """It is not overwritten."""
    path = tmp_path / "r.json.partial"
    path.write_text(text)
    with pytest.raises(InputError, match=r"r\.json\.partial"), journal(tmp_path / "r.json", RUN, CaseRecords.from_json):
        pass
    assert path.read_text() == text


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    """By its number; without it the run goes on with all the others, so nobody is told to delete the file."""
    report, path = tmp_path / "r.json", tmp_path / "r.json.partial"
    stop(report, DONE)
    path.write_bytes(path.read_bytes() + b'{"case": "torn\n')
    damaged = pytest.raises(
        InputError, match=r"r\.json\.partial line 3: .*; delete this line, and the same command runs"
    )
    with damaged, journal(report, RUN, CaseRecords.from_json):
        pass
    path.write_bytes(path.read_bytes().rpartition(b'{"case": "torn')[0])
    with journal(report, RUN, CaseRecords.from_json) as kept:
        assert kept.done == {"talk": DONE}


def test_one_process_at_a_time(tmp_path: Path) -> None:
    """A second run with the same report is refused while the first goes on."""
    report = tmp_path / "r.json"
    with (
        journal(report, RUN, CaseRecords.from_json),
        pytest.raises(InputError, match="another process is writing"),
        journal(report, RUN, CaseRecords.from_json),
    ):
        pass


def test_without_a_report_nothing_is_kept(tmp_path: Path) -> None:
    """No file appears."""
    with journal(None, RUN, CaseRecords.from_json) as kept:
        kept.keep(DONE)
    assert kept.done == {}
    assert list(tmp_path.iterdir()) == []


def test_a_journal_is_for_its_owner(tmp_path: Path) -> None:
    """As a store is: it holds questions, and what was found."""
    stop(tmp_path / "r.json", DONE)
    assert (tmp_path / "r.json.partial").stat().st_mode & 0o777 == 0o600


def test_a_journal_that_stays_is_the_log_of_a_finished_run(tmp_path: Path) -> None:
    """The same run finds all of it there, under its own suffix."""
    report = tmp_path / "r.json"
    for known in ({}, {"talk": DONE}):
        with journal(report, RUN, CaseRecords.from_json, suffix=".log.jsonl", stays=True) as kept:
            assert kept.done == known
            if not known:
                kept.keep(DONE)
    assert [path.name for path in tmp_path.iterdir()] == ["r.json.log.jsonl"]
