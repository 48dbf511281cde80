"""Trains a small spaCy pipeline on the same sentences and words as `train_syntax.py`, to compare the two.

    pip install 'convograph[syntax-training]'
    python scripts/train_syntax_rival.py --treebank DIRECTORY --minutes 40

A tagger of universal tags and features, an edit-tree lemmatizer and a transition parser share one small convolutional
network over hashed word features. Words are cut and read by convograph's rules, so that only the models differ.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import spacy
from spacy.language import Language
from spacy.tokens import Doc, Token
from spacy.training import Example
from spacy.util import fix_random_seed, minibatch

from convograph.parsers.tokenization import Token as Cut
from convograph.parsers.tokenization import words
from convograph.syntax import ROOT, Parse, Word
from shared.syntax_scores import figures, score_sentences, table, turns_of, turns_per_second
from shared.syntax_treebank import GoldSentence, in_chat, is_in_share, readings, treebank_part

SEED = 1
BATCH = 64  # sentences
DROPOUT = 0.1
NETWORK = {
    "@architectures": "spacy.HashEmbedCNN.v2",
    "pretrained_vectors": None,
    "width": 96,
    "depth": 4,
    "embed_size": 2000,
    "window_size": 1,
    "maxout_pieces": 3,
    "subword_features": True,
}
LISTENER = {"@architectures": "spacy.Tok2VecListener.v1", "width": 96, "upstream": "*"}
TAGGER = {"@architectures": "spacy.Tagger.v2", "nO": None, "normalize": False, "tok2vec": LISTENER}
PARSER = {
    "@architectures": "spacy.TransitionBasedParser.v2",
    "state_type": "parser",
    "extra_state_tokens": False,
    "hidden_width": 64,
    "maxout_pieces": 2,
    "use_upper": True,
    "nO": None,
    "tok2vec": LISTENER,
}


@dataclass(frozen=True, slots=True)
class SpacyParser:
    """A spaCy pipeline as a parser of convograph, over convograph's words."""

    pipeline: Language
    name: str = "spacy"
    fingerprint: str = ""

    def parse(self, sentences: Sequence[str]) -> list[Parse]:
        """One parse for each sentence."""
        cut = [words(sentence) for sentence in sentences]
        documents = [document(self.pipeline, [token.reading for token in tokens]) for tokens in cut]
        parses = []
        for sentence, tokens, parsed in zip(sentences, cut, self.pipeline.pipe(documents), strict=True):
            pairs = zip(tokens, parsed, strict=True)
            parses.append(Parse(tuple(_word(sentence, token, word) for token, word in pairs)))
        return parses


def main(arguments: list[str] | None = None) -> None:
    """Train, print scores after each pass, and keep the pass with the best LAS on the development part."""
    options = parse(arguments)
    fix_random_seed(SEED)
    training, heldout = treebank_part(options.treebank, "train"), treebank_part(options.treebank, "dev")
    training += [in_chat(sentence) for sentence in training if is_in_share(sentence, options.chat_share)]
    heldout += [in_chat(sentence) for sentence in heldout]
    pipeline = blank_pipeline()
    examples = [example(pipeline, sentence) for sentence in training]
    train(pipeline, examples, heldout, options)
    parser, test = SpacyParser(spacy.load(options.output)), treebank_part(options.treebank, "test")
    size = sum(file.stat().st_size for file in options.output.rglob("*") if file.is_file())
    print(f"{size:,} bytes")
    print(table(figures(parser, test)))
    if options.turns is not None:
        print(f"{turns_per_second(parser, turns_of(options.turns)):.0f} turns in a second of one core")


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """The command line's options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--treebank", type=Path, required=True, help="folder of UD English-EWT")
    parser.add_argument("--output", type=Path, default=Path("build/syntax-rival"))
    parser.add_argument("--chat-share", type=float, default=0.3)
    parser.add_argument("--minutes", type=float, default=40, help="no pass over the treebank is begun after these")
    parser.add_argument("--turns", type=Path, help="a file of conversations, to measure the speed on")
    return parser.parse_args(arguments)


def blank_pipeline() -> Language:
    """The untrained pipeline."""
    pipeline = spacy.blank("en")
    pipeline.add_pipe("tok2vec", config={"model": NETWORK})
    pipeline.add_pipe("morphologizer", config={"model": TAGGER})
    pipeline.add_pipe("trainable_lemmatizer", config={"model": TAGGER})
    pipeline.add_pipe("parser", config={"model": PARSER})
    return pipeline


def train(
    pipeline: Language, examples: list[Example], heldout: Sequence[GoldSentence], options: argparse.Namespace
) -> None:
    """Pass over the examples until the time is up, keeping the best model in the output folder."""
    optimizer = pipeline.initialize(lambda: examples)
    best, started, order = -1.0, time.monotonic(), random.Random(SEED)  # noqa: S311 - no secret
    while time.monotonic() - started < 60 * options.minutes:
        order.shuffle(examples)
        for batch in minibatch(examples, BATCH):
            pipeline.update(batch, drop=DROPOUT, sgd=optimizer)
        with pipeline.use_params(optimizer.averages):
            scores = score_sentences(SpacyParser(pipeline), heldout)
            if scores.labelled > best:
                best = scores.labelled
                pipeline.to_disk(options.output)
        print(f"{(time.monotonic() - started) / 60:.1f} minutes: {scores}", flush=True)


def document(pipeline: Language, forms: Sequence[str]) -> Doc:
    """A document of given words."""
    return Doc(pipeline.vocab, words=list(forms))


def example(pipeline: Language, sentence: GoldSentence) -> Example:
    """A training example of a sentence."""
    forms = readings(sentence)
    gold = Doc(
        pipeline.vocab,
        words=forms,
        pos=[word.tag for word in sentence.words],
        morphs=[word.features for word in sentence.words],
        lemmas=[word.lemma for word in sentence.words],
        heads=[place if word.head < 0 else word.head for place, word in enumerate(sentence.words)],
        deps=[word.relation for word in sentence.words],
    )
    return Example(document(pipeline, forms), gold)


def _word(sentence: str, cut: Cut, token: Token) -> Word:
    """A word of a parsed sentence."""
    return Word(
        form=sentence[cut.start : cut.end],
        start=cut.start,
        end=cut.end,
        lemma=token.lemma_,
        tag=token.pos_,
        features=str(token.morph),
        head=ROOT if token.head.i == token.i else token.head.i,
        relation=token.dep_.lower(),
    )


if __name__ == "__main__":
    main()
