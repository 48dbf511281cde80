"""A store whose file is damaged never gives other results silently, nor fails with an exception not its own."""

from __future__ import annotations

import pytest

from faults import corruption
from faults.corruption import CorruptionTrial
from faults.injection import FAULTS
from faults.report import FOREIGN, SAME, SILENT, TOLD, Report
from support.chance import chance

EACH = 10
CHANCE = chance()


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> CorruptionTrial:
    return CorruptionTrial(tmp_path_factory.mktemp("corruption"))


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_no_damage_passes_for_an_answer(trial: CorruptionTrial, fault: str) -> None:
    """Other seeds in every run; a failure names its own: `python -m faults --only FAULT --seed SEED --count 1`."""
    report = Report()
    for seed in CHANCE.sample(range(1 << 30), EACH):
        report.add(trial.run(fault, seed))
    assert report.failures == []
    assert set(report.counts[fault]) <= {SAME, TOLD}


def test_the_trial_would_notice(trial: CorruptionTrial, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another result without a word is silent, and an exception that is no error of ours is foreign."""
    monkeypatch.setitem(FAULTS, "nothing", lambda content, chance: content + b"")
    assert trial.run("nothing", 0).verdict == SAME
    assert corruption._verdict(lambda: [1], [2])[0] == SILENT
    assert corruption._verdict(lambda: {}["a"], [2]) == (FOREIGN, "KeyError: 'a'")
