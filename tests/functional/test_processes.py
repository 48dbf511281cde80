"""Worker processes of a parent that is killed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from convograph.processes import end_with_parent

SCRIPT = """
import multiprocessing, os, sys, time
from convograph.processes import end_with_parent

def work(late):
    if late:
        time.sleep(1.0)  # as if it were still importing when the parent ends
    end_with_parent()
    print("working", flush=True)
    time.sleep(600)

if __name__ == "__main__":
    late = sys.argv[1] == "late"
    multiprocessing.get_context("spawn").Process(target=work, args=(late,)).start()
    time.sleep(0.5 if late else 3.0)
    os._exit(0)
"""


@pytest.mark.parametrize("begun", ["early", "late"])
def test_a_worker_ends_with_its_parent(tmp_path: Path, begun: str) -> None:
    """Also one that comes to watching only when the parent is gone."""
    script = tmp_path / "parent.py"
    script.write_text(SCRIPT)
    # The output ends when the last process that holds it has ended.
    subprocess.run([sys.executable, str(script), begun], stdout=subprocess.PIPE, timeout=60, check=True)


def test_only_a_worker_has_a_parent_to_end_with() -> None:
    """A main program is told so."""
    with pytest.raises(RuntimeError, match="nobody's worker"):
        end_with_parent()
