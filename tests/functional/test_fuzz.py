"""Whatever strangers write is read, or refused by an error of convograph's own, on one line and soon."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from convograph.errors import ConvographError, InputError
from convograph.formats import FORMATS
from convograph.generation.memos import KINDS
from convograph_eval.datasets import DATASETS
from convograph_eval.judges import JUDGES
from faults.fuzzing import trial as fuzzing
from faults.fuzzing.corpus import CORPUS, corpus_files, smaller
from faults.fuzzing.mutation import LONGEST, mutated
from faults.fuzzing.parser import Parser, pure, values
from faults.fuzzing.parsers import PARSERS
from faults.fuzzing.trial import PREFIX, FuzzTrial
from faults.report import FOREIGN, SAME, TOLD
from support.chance import chance

SEEDS = 3
CHANCE = chance()
CORPUS_CASES = [(name, path.name) for name in PARSERS for path in corpus_files(name)]


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> FuzzTrial:
    return FuzzTrial(tmp_path_factory.mktemp("fuzz"), keeps=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", PARSERS)
def test_hostile_inputs_end_in_a_value_or_in_an_error_of_ours(trial: FuzzTrial, name: str) -> None:
    """Other seeds in every run; a failure names its own: `python -m faults --only fuzz-NAME --seed SEED --count 1`."""
    for seed in CHANCE.sample(range(1 << 30), SEEDS):
        outcome = trial.run(PREFIX + name, seed)
        assert outcome.verdict in {SAME, TOLD}, str(outcome)


@pytest.mark.parametrize(("name", "file"), CORPUS_CASES)
def test_an_input_that_once_failed_does_not_fail_again(trial: FuzzTrial, name: str, file: str) -> None:
    """Each was found by chance, and is kept."""
    failure = trial.failure(name, (CORPUS / name / file).read_bytes())
    assert failure is None or isinstance(failure, ConvographError), repr(failure)


@pytest.mark.parametrize("name", PARSERS)
def test_a_parser_reads_what_its_inputs_are_made_from(trial: FuzzTrial, name: str) -> None:
    """Else all that is fuzzed is a first check."""
    assert None in [trial.failure(name, sample) for sample in PARSERS[name].samples]


def test_what_is_registered_is_fuzzed() -> None:
    """Formats, data sets, judges and kinds of memos; and nothing is kept for a parser that is none."""
    needed = {*FORMATS, *(f"dataset-{name}" for name in DATASETS), *(f"judge-{name}" for name in JUDGES)}
    assert PARSERS.keys() >= needed | {f"{kind}-reply" for kind in KINDS}
    assert {folder.name for folder in CORPUS.iterdir()} <= PARSERS.keys()


def failing(content: bytes) -> None:
    if b'"a"' in content:
        raise KeyError("a")


def endless(content: bytes) -> None:
    while True:
        pass


def wordy(content: bytes) -> None:
    raise InputError("two\nlines")


@pytest.mark.parametrize(("read", "error"), [(failing, "KeyError"), (endless, "TooSlow"), (wordy, "MessageError")])
def test_the_trial_would_notice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read, error: str) -> None:
    """Another exception, an input that takes too long, and an error on two lines; all by the same seed again."""
    monkeypatch.setitem(PARSERS, "none", Parser(values({"a": 1}), pure(read), 20))
    monkeypatch.setattr(fuzzing, "LIMIT_SECONDS", 0.02)
    monkeypatch.setattr("faults.fuzzing.corpus.MOST_TRIALS", 10)
    outcome, again = (FuzzTrial(tmp_path / each, keeps=False).run("fuzz-none", 7) for each in made(tmp_path))
    assert outcome.verdict == FOREIGN
    assert error in outcome.detail
    assert again == outcome


def made(folder: Path) -> tuple[str, str]:
    for name in ("one", "other"):
        (folder / name).mkdir()
    return "one", "other"


def test_inputs_follow_from_the_seed_and_are_bounded() -> None:
    """And differ from each other."""
    samples = values({"a": [1, "b"]}, [{"c": None}])
    inputs = [[mutated(samples, chance) for _ in range(500)] for chance in (random.Random(1), random.Random(1))]
    assert inputs[0] == inputs[1]
    assert len(set(inputs[0])) > 300
    assert max(map(len, inputs[0])) <= LONGEST


def test_an_input_is_made_small() -> None:
    """To the part that fails."""
    assert smaller(b"some [words] and more", lambda content: b"[" in content and b"]" in content) == b"[]"
