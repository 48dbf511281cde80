r"""Fit the learned reader of facts (`convograph.facts.learned_reader.tagger`).

    DATA="data/fact_sentences data/update_chains/wordings.dev.json longmemeval_s_dev.json.xz data/chronicles"
    python scripts/train_fact_reader.py $DATA --write first.npz
    python scripts/train_fact_reader.py $DATA --begin first.npz --turns 100000 --talk 24000 --epochs 2 --seed 1 \
        --rate 5e-4 --keep 0.5 --write

Trained on turns generated from our own sentences and the update chains' wordings for development, and on people's turns
in LongMemEval's development half (MIT) and the chronicles (Apache-2.0) as examples that state nothing: pieces in which
a rule of `frames.txt` finds something are left out, and each piece is repeated with somebody addressed by name. The
second training has a larger share of real talk, without which the reader is overconfident in real conversations. The
mean of the weights before and after it finds as much as those before, and is nearly as precise as those after (Wortsman
et al. 2022, "Robust fine-tuning of zero-shot models"). Uses only numpy; takes an hour on one core. Without `--write`,
it only prints the loss.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from convograph.encoders.static import WORDS, bundled_encoder
from convograph.facts.learned_reader.chunks import chunks_of
from convograph.facts.learned_reader.tagger import (
    BUNDLED_FILE,
    DILATIONS,
    FORCES,
    MARK_COUNT,
    OUTSIDE,
    RELATIONS,
    SCALES,
    TAGS,
    Tagger,
    first_tag,
    shifted,
    softmax,
    times,
)
from convograph.facts.learned_reader.token_window import MARKS, marks_of, people_in, tokens_of, without_whence
from convograph.facts.reading.frames import framed
from convograph.segmentation import is_assistant
from convograph.tokens import BUNDLED_FOLDER, load_tokenizer
from convograph_eval.datasets import load
from convograph_eval.update_chains import read_wordings
from shared.fact_sentences import LabelledTurn, Sentences

WIDTH, HIDDEN = 96, 192
KNOWN = 11_000  # words of the static table that get a vector: the first in its vocabulary
BATCH = 64
RATE, DECAY = 3e-3, 1e-4
UNKNOWN = 0.1  # share of words hidden in training, so that the context must decide
NAMELESS = 0.3  # share of examples whose values and known names are hidden, including marks from name lists
SPEAKER = "Zzz"
UNLABELLED = -1
_OF_NAMES = np.array([MARKS.index(one) for one in ("place", "given", "job")])
_SPECIAL = ("n't", "'s", "'m", "'re", "'ve", "'d", "'ll")

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Example:
    """One reading of a turn: word rows, marks, tags, forces (`UNLABELLED` outside values); a mask of naming words."""

    rows: Integers
    marks: Floats
    tags: Integers
    forces: Integers
    naming: npt.NDArray[np.bool_]

    def nameless(self) -> Example:
        """A copy with its values and all known names hidden, so that the context must decide."""
        rows, marks = np.where(self.naming, 0, self.rows), self.marks.copy()
        marks[np.ix_(self.naming, _OF_NAMES)] = 0
        return replace(self, rows=rows, marks=marks)


def main() -> None:
    """Train, and optionally write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sentences", type=Path)
    parser.add_argument("wordings", type=Path)
    parser.add_argument("longmemeval", type=Path)
    parser.add_argument("chronicles", type=Path)
    parser.add_argument("--turns", type=int, default=300_000)
    parser.add_argument("--talk", type=int, default=8_000, help="pieces of either data set")
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--begin", type=Path, help="weights to train on from")
    parser.add_argument("--keep", type=float, default=0.0, help="the share of the weights before it in the result")
    parser.add_argument("--write", nargs="?", type=Path, const=BUNDLED_FILE)
    given = parser.parse_args()
    words = vocabulary()
    numbers = {word: row for row, word in enumerate(words, 1)}
    draw = Random(given.seed)  # noqa: S311 - a sample, no secret
    sentences = Sentences(given.sentences, draw, read_wordings(given.wordings))
    made = sentences.turns(given.turns)
    examples = [one for turn in made for one in examples_of(turn, numbers)]
    picked = [
        *_drawn(talk_of("longmemeval", given.longmemeval), given.talk, draw),
        *_drawn(talk_of("chronicles", given.chronicles), given.talk, draw),
    ]
    talk = [*picked, *map(sentences.called, picked)]
    examples += [one for text in talk for one in examples_of(LabelledTurn(text), numbers, 1)]
    print(f"{len(examples)} readings of {len(made)} made turns and {len(picked)} pieces of talk", flush=True)
    static = static_vectors(words)
    random = np.random.default_rng(given.seed)
    net = first_weights(random, *static.shape) if given.begin is None else learned(given.begin)
    weights = train(net, examples, static, random, epochs=given.epochs, rate=given.rate)
    if given.begin is not None:
        before = Tagger.load(given.begin).weights
        weights = {name: given.keep * before[name] + (1 - given.keep) * each for name, each in weights.items()}
    if given.write is not None:
        write(weights, words, given.write)


def _drawn(talk: Iterator[str], most: int, draw: Random) -> list[str]:
    pieces = sorted(set(talk))
    return draw.sample(pieces, min(most, len(pieces)))


def vocabulary() -> list[str]:
    """The words with their own vectors."""
    listed = load_tokenizer(BUNDLED_FOLDER).get_vocab()
    whole = [word for word, _ in sorted(listed.items(), key=lambda one: one[1]) if word.isalpha() and word.isascii()]
    marks = [word for word in listed if len(word) == 1 and not word.isalnum()]
    return [*_SPECIAL, *sorted(marks), *whole[:KNOWN]]


def static_vectors(words: Sequence[str]) -> Floats:
    """The words' unit vectors in the bundled static table, after a row of zeros."""
    vectors = np.asarray(
        bundled_encoder(WORDS).encode([word.replace("n't", "not") for word in words], "passage"), np.float32
    )
    return np.vstack([np.zeros((1, vectors.shape[1]), np.float32), vectors])


def talk_of(name: str, path: Path) -> Iterator[str]:
    """Pieces of people's turns in which no frame finds anything."""
    for case in load(name, path).cases:
        for session in case.conversation.sessions:
            for turn in session.turns:
                if not is_assistant(turn.speaker):
                    yield from (text for _, text in chunks_of(turn.text) if not framed(text, SPEAKER))


def examples_of(turn: LabelledTurn, numbers: dict[str, int], most: int = 2) -> Iterator[Example]:
    """The turn's readings for its speaker and the people it names, at most `most` if it is about its speaker."""
    people = people_in(turn.text, SPEAKER)
    tokens = without_whence(turn.text, tokens_of(turn.text), people)
    values = {span[:2]: span for span in turn.values}
    able = [
        one for one in people if not any(start >= at and end <= to for start, end in one.spans for at, to in values)
    ]
    if turn.about is None and turn.values and all(force == "nothing" for *_, force in turn.values):
        able = [person for person in able if not person.spans]  # whether it is true of others is unlabelled
    for person in able[:most] if turn.about is None else able:
        mine = not person.spans if turn.about is None else _is_named(turn, person.spans)
        tags = np.full(len(tokens), OUTSIDE, np.int64)
        forces = np.full(len(tokens), UNLABELLED, np.int64)
        if mine:
            for start, end, relation, force in turn.values:
                inside = [place for place, token in enumerate(tokens) if start <= token.start < end]
                tag = first_tag(RELATIONS.index(relation))
                tags[inside] = tag + 1
                tags[inside[:1]] = tag
                forces[inside] = FORCES.index(force)
        rows = np.array([numbers.get(token.word, 0) for token in tokens], np.int64)
        if len(tokens):
            marks = marks_of(tokens, person, people)
            valued = [any(start <= token.start < end for start, end in values) for token in tokens]
            yield Example(rows, marks, tags, forces, np.array(valued) | marks[:, _OF_NAMES].any(axis=1))


def _is_named(turn: LabelledTurn, spans: Sequence[tuple[int, int]]) -> bool:
    at = turn.text.lower().find((turn.about or "").lower())
    return any(start < at + len(turn.about or "") and end > at for start, end in spans)


def learned(path: Path) -> dict[str, Floats]:
    """The weights of a file in the form for training: its vectors become the words' own, with no projection."""
    weights = dict(Tagger.load(path).weights)
    vectors = weights.pop("vectors")
    dimensions = static_vectors(["a"]).shape[1]
    return {**weights, "own": vectors, "project": np.zeros((dimensions, vectors.shape[1]), np.float32)}


def train(
    net: dict[str, Floats],
    examples: Sequence[Example],
    static: Floats,
    random: np.random.Generator,
    *,
    epochs: int,
    rate: float,
) -> dict[str, Floats]:
    """Minimise the cross entropy of tags and forces by Adam; return the mean weights over the last epoch's steps."""
    moments = {name: (np.zeros_like(each), np.zeros_like(each)) for name, each in net.items()}
    mean = {name: np.zeros_like(each) for name, each in net.items()}
    order = sorted(range(len(examples)), key=lambda one: len(examples[one].rows))
    batches = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
    steps, averaged = 0, 0
    for epoch in range(epochs):
        losses = []
        slower = rate * (1 - 0.9 * epoch / max(epochs - 1, 1))
        for number in random.permutation(len(batches)):
            steps += 1
            batch = [examples[one] for one in batches[number]]
            hiding = random.random(len(batch)) < NAMELESS
            batch = [one.nameless() if hidden else one for one, hidden in zip(batch, hiding, strict=True)]
            loss, slopes = step(net, static, batch, random)
            losses.append(loss)
            for name, slope in slopes.items():
                decay = DECAY * (50 if name == "own" else 1)
                adapt(net[name], slope, moments[name], steps, rate=slower, decay=decay)
            if epoch == epochs - 1:
                averaged += 1
                for name, each in net.items():
                    mean[name] += (each - mean[name]) / averaged
        print(f"epoch {epoch}: {np.mean(losses):.4f}", flush=True)
    vectors = static @ mean.pop("project") + mean.pop("own")
    return {**mean, "vectors": vectors.astype(np.float32)}


def adapt(
    held: Floats, slope: Floats, moments: tuple[Floats, Floats], steps: int, *, rate: float, decay: float
) -> None:
    """Take one step of Adam with decoupled weight decay, in place."""
    first, second = moments
    first *= 0.9
    first += 0.1 * slope
    np.square(slope, out=slope)
    slope *= 0.001
    second *= 0.999
    second += slope
    np.sqrt(second, out=slope)
    slope *= 1 / np.sqrt(1 - 0.999**steps)
    slope += 1e-8
    np.divide(first, slope, out=slope)
    slope *= rate / (1 - 0.9**steps)
    held *= 1 - rate * decay
    held -= slope


def first_weights(random: np.random.Generator, words: int, dimensions: int) -> dict[str, Floats]:
    """Random initial weights."""

    def drawn(rows: int, columns: int) -> Floats:
        return random.normal(0, np.sqrt(2 / rows), (rows, columns)).astype(np.float32)

    net = {"project": drawn(dimensions, WIDTH) * 4, "own": np.zeros((words, WIDTH), np.float32)}
    for layer in range(len(DILATIONS)):
        net[f"conv{layer}"] = drawn(3 * (WIDTH + MARK_COUNT if layer == 0 else HIDDEN), HIDDEN)
        net[f"bias{layer}"] = np.zeros(HIDDEN, np.float32)
    net["top"], net["top_bias"] = drawn(2 * HIDDEN, HIDDEN), np.zeros(HIDDEN, np.float32)
    net["tags"], net["tags_bias"] = drawn(HIDDEN, TAGS), np.zeros(TAGS, np.float32)
    net["forces"], net["forces_bias"] = drawn(HIDDEN, len(FORCES)), np.zeros(len(FORCES), np.float32)
    return net


def step(
    net: dict[str, Floats], static: Floats, batch: Sequence[Example], random: np.random.Generator
) -> tuple[float, dict[str, Floats]]:
    """The loss of a batch, and its gradient for each weight, by backpropagation through `Tagger.probabilities`."""
    rows, marks, tags, forces, real = padded(batch)
    rows = np.where(random.random(rows.shape) < UNKNOWN, 0, rows)
    vectors = times(static[rows], net["project"]) + net["own"][rows]
    inputs = np.concatenate([vectors, marks], axis=2) * real[..., None]
    seen, outs = [], [inputs]
    for layer, dilation in enumerate(DILATIONS):
        wide = shifted(outs[-1], dilation)
        found = np.maximum(times(wide, net[f"conv{layer}"]) + net[f"bias{layer}"], 0) * real[..., None]
        kept = kept_of(random, found.shape, 0.1)
        found *= kept
        seen.append((wide, found > 0, kept))
        outs.append(found if layer == 0 else outs[-1] + found)
    hidden = outs[-1]
    peak = np.where(real[..., None] > 0, hidden, -np.inf).argmax(axis=1)
    whole = np.take_along_axis(hidden, peak[:, None, :], 1)
    joined = np.concatenate([hidden, np.broadcast_to(whole, hidden.shape)], axis=2)
    top = np.maximum(times(joined, net["top"]) + net["top_bias"], 0)
    kept_top = kept_of(random, top.shape, 0.15)
    top *= kept_top
    slopes: dict[str, Floats] = {}
    loss, slope_top = 0.0, np.zeros_like(top)
    for name, wanted, weigh in (("tags", tags, real), ("forces", forces, (forces >= 0).astype(np.float32))):
        odds = softmax(times(top, net[name]) + net[f"{name}_bias"])
        of_right = np.take_along_axis(odds, np.maximum(wanted, 0)[..., None], 2)[..., 0]
        loss += float(-(np.log(of_right + 1e-9) * weigh).sum() / len(batch))
        slope = odds
        np.put_along_axis(slope, np.maximum(wanted, 0)[..., None], of_right[..., None] - 1, 2)
        slope *= weigh[..., None] / np.float32(len(batch))
        slopes[name] = flat(top).T @ flat(slope)
        slopes[f"{name}_bias"] = flat(slope).sum(axis=0)
        slope_top += times(slope, net[name].T)
    slope_top *= (top > 0) * kept_top
    slopes["top"], slopes["top_bias"] = flat(joined).T @ flat(slope_top), flat(slope_top).sum(axis=0)
    slope_joined = times(slope_top, net["top"].T)
    slope = slope_joined[..., :HIDDEN].copy()
    of_peak = slope_joined[..., HIDDEN:].sum(axis=1)
    places = np.arange(len(batch))[:, None], peak, np.arange(HIDDEN)[None, :]
    slope[places] += of_peak
    for layer in range(len(DILATIONS) - 1, -1, -1):
        wide, alive, kept = seen[layer]
        inner = slope * alive * kept * real[..., None]
        slopes[f"conv{layer}"], slopes[f"bias{layer}"] = flat(wide).T @ flat(inner), flat(inner).sum(axis=0)
        back = narrow(times(inner, net[f"conv{layer}"].T), DILATIONS[layer])
        slope = back if layer == 0 else slope + back
    of_words = (slope[..., :WIDTH] * real[..., None]).astype(np.float32)
    slopes["project"] = flat(static[rows]).T @ flat(of_words)
    slopes["own"] = summed_by_row(rows.ravel(), flat(of_words), len(net["own"]))
    slopes["own"][0] = 0
    return loss, slopes


def kept_of(random: np.random.Generator, shape: tuple[int, ...], dropped: float) -> Floats:
    """Dropout factors for an array, drawn as random bytes, which are faster than floats."""
    least = round(256 * dropped)
    kept = random.integers(0, 256, shape, np.uint8) >= least
    return kept.astype(np.float32) * np.float32(256 / (256 - least))


def padded(batch: Sequence[Example]) -> tuple[Integers, Floats, Integers, Integers, Floats]:
    """Rows, marks, tags, forces, and a mask of real tokens, each of shape (readings, tokens, …)."""
    longest = max(len(one.rows) for one in batch)
    rows, tags = np.zeros((len(batch), longest), np.int64), np.zeros((len(batch), longest), np.int64)
    forces = np.full((len(batch), longest), UNLABELLED, np.int64)
    marks = np.zeros((len(batch), longest, MARK_COUNT), np.float32)
    real = np.zeros((len(batch), longest), np.float32)
    for place, one in enumerate(batch):
        length = len(one.rows)
        rows[place, :length], tags[place, :length] = one.rows, one.tags
        forces[place, :length], marks[place, :length], real[place, :length] = one.forces, one.marks, 1
    return rows, marks, tags, forces, real


def narrow(slope: Floats, dilation: int) -> Floats:
    """The gradient with respect to the input of `shifted`."""
    before, found, after = np.split(slope, 3, axis=2)
    found = found.copy()
    found[:, :-dilation] += before[:, dilation:]
    found[:, dilation:] += after[:, :-dilation]
    return found


def flat(values: Floats) -> Floats:
    """An array of shape (readings, tokens, n) reshaped to (all tokens, n)."""
    found: Floats = values.reshape(-1, values.shape[-1])
    return found


def summed_by_row(rows: Integers, values: Floats, count: int) -> Floats:
    """The sums of the values for each of `count` rows; `np.add.at` takes ten times as long."""
    sums = np.zeros((count, values.shape[1]), np.float32)
    order = np.argsort(rows, kind="stable")
    numbers, starts = np.unique(rows[order], return_index=True)
    sums[numbers] = np.add.reduceat(values[order], starts)
    return sums


def write(weights: dict[str, Floats], words: Sequence[str], path: Path) -> None:
    """Write vectors and matrices as int8, with a scale per word or per column, and the rest as float16."""
    held: dict[str, Any] = {name: each.astype(np.float16) for name, each in weights.items() if each.ndim == 1}
    for name in weights.keys() - held.keys():
        largest = np.abs(weights[name]).max(axis=1 if name == "vectors" else 0, keepdims=True)
        scales = np.maximum(largest, 1e-6) / 127
        held[name], held[name + SCALES] = np.round(weights[name] / scales).astype(np.int8), scales.astype(np.float32)
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, words=np.frombuffer("\n".join(words).encode("utf-8"), np.uint8), **held)
    print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
