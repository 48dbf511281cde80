"""Measures the cost of importance scores by a T5, in seconds and memory, with random weights of t5-small's size.

    python scripts/measure_importance.py --triplets 20 60 120

Only the size matters for the cost: 60 million parameters, six layers, eight heads. With random weights a T5 never ends
its summary before the limit of 150 tokens, which a trained one seldom reaches: the seconds are an upper bound.
`--folder` measures a T5 of your own. Needs the extra `models`.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
from pathlib import Path
from time import perf_counter, process_time

from convograph.errors import ConvographError
from convograph.extractors.t5_importance import T5Importance
from convograph.types import Triplet

PEOPLE = ("Ana", "Ben", "Chloe", "Daniel", "Elif")
RELATIONS = ("likes", "lives in", "works for", "went to", "is not allergic to")
THINGS = ("the old boat", "Porto", "a bakery at the station", "dogs and cats", "the sea")
SPARE = "unused"  # tokens that fill the vocabulary up to t5-small's


def main(arguments: list[str] | None = None) -> None:
    """Print wall-clock and CPU seconds per session by its number of triplets, and the peak memory."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--triplets", type=int, nargs="+", default=[20, 60, 120], help="sizes of sessions")
    parser.add_argument("--folder", type=Path, help="a T5 of one's own")
    parser.add_argument("--device", default="cpu")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as made:
        started = perf_counter()
        try:
            folder = given.folder or t5_small(Path(made))
            before = perf_counter()
            scorer = T5Importance(folder, given.device)
        except (ConvographError, ImportError) as error:
            parser.error(str(error))
        print(f"made in {before - started:.1f} s, loaded in {perf_counter() - before:.1f} s")
        for count in given.triplets:
            print(measured(scorer, count))
    print(f"at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB")


def measured(scorer: T5Importance, count: int) -> str:
    """A line with the figures for a session of `count` triplets."""
    started, worked = perf_counter(), process_time()
    windows = scorer.windows(session(count))
    seconds, work = perf_counter() - started, process_time() - worked
    sums = ", ".join(f"{window.scores.sum():.1f} of {window.length}" for window in windows)
    return f"{count:4d} triplets: {seconds:6.2f} s, {work:6.2f} s of work, {len(windows)} windows; attention {sums}"


def session(count: int) -> list[Triplet]:
    """`count` distinct triplets of about five words each."""
    return [
        Triplet(
            PEOPLE[number % 5],
            RELATIONS[number // 5 % 5],
            f"{THINGS[number // 25 % 5]} {'and more ' * (number // 125)}",
        )
        for number in range(count)
    ]


def t5_small(folder: Path, seed: int = 0) -> Path:
    """Create a T5 with t5-small's configuration and random weights, and a word tokenizer that fills its vocabulary."""
    import tokenizers  # noqa: PLC0415 - an extra, and seconds to load
    import torch  # noqa: PLC0415
    from transformers import PreTrainedTokenizerFast, T5Config, T5ForConditionalGeneration  # noqa: PLC0415

    config = T5Config(decoder_start_token_id=0)  # the defaults of the class are those of t5-small
    words = sorted({word for one in session(126) for word in f"{one.text}. ".replace(".", " .").split()})
    tokens = ["<pad>", "</s>", "<unk>", *words]
    tokens += [f"{SPARE}{number}" for number in range(config.vocab_size - len(tokens))]
    vocabulary = {token: number for number, token in enumerate(tokens)}
    model = tokenizers.Tokenizer(tokenizers.models.WordLevel(vocabulary, "<unk>"))
    model.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    marks = {"unk_token": "<unk>", "pad_token": "<pad>", "eos_token": "</s>"}
    PreTrainedTokenizerFast(tokenizer_object=model, **marks).save_pretrained(str(folder))
    torch.manual_seed(seed)
    T5ForConditionalGeneration(config).save_pretrained(str(folder))
    return folder


if __name__ == "__main__":
    main()
