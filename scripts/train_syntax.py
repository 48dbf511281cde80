"""Trains the bundled parser on the treebank UD English-EWT: a UDPipe 1 model with a tagger and a parser.

    pip install 'convograph[syntax-training]'
    python scripts/train_syntax.py --treebank DIRECTORY --conversations longmemeval_s.json.xz

DIRECTORY holds `en_ewt-ud-train.conllu.gz`, `-dev` and `-test`. Unlike in plain training, words have the readings of
`convograph.parsers.tokenization`; a share of the sentences is repeated in chat style; the parser starts from word
vectors of conversations and is trained on predicted tags (of a first tagger trained on half of the treebank). Tagger
and parser are trained in parallel on two cores, with fixed seeds. Files in the work folder are reused, so that an
interrupted run can resume.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from importlib.metadata import version
from itertools import chain
from pathlib import Path

for _threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_threads] = "1"  # floating-point sums depend on how threads share the work

from ufal.udpipe import InputFormat, Model, ProcessingError, Sentence, Sentences, Trainer  # noqa: E402

from convograph.parsers.udpipe import UDPipeParser  # noqa: E402
from shared.syntax_scores import figures, table, turns_of, turns_per_second  # noqa: E402
from shared.syntax_treebank import GoldSentence, conllu, in_chat, is_in_share, readings, treebank_part  # noqa: E402
from shared.syntax_vectors import conversation_lines, frequent, vector_form, word_vectors, write_vectors  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
OUTPUT = ROOT / "src" / "convograph" / "weights" / "syntax"
MODEL_FILE = "english-ewt.udpipe"
METHOD = "morphodita_parsito"
LIBRARIES = ("ufal.udpipe", "numpy", "scipy")
CHAT_SHARE = 0.3  # of the training sentences, repeated in chat style
VOCABULARY = 30_000  # words with vectors: 6 MB
DIMENSIONS = 50
GUESSER = "guesser_suffix_rules=4;guesser_enrich_dictionary=2"  # below the defaults, for several times the speed
COLUMNS = "use_xpostag=0;provide_xpostag=0;use_feats=1;provide_feats=1"
TAGGER = f"models=1;use_lemma=1;provide_lemma=1;{COLUMNS};{GUESSER}"
FIRST_TAGGER = f"models=1;use_lemma=0;provide_lemma=0;{COLUMNS};{GUESSER}"
PARSER = (
    "embedding_upostag=20;embedding_feats=20;embedding_xpostag=0;embedding_form=50;embedding_lemma=0"
    ";embedding_deprel=20;embedding_form_mincount=1000000;hidden_layer=100;batch_size=10;learning_rate=0.02"
    ";learning_rate_final=0.001;l2=0.3;transition_system=projective;transition_oracle=dynamic;structured_interval=0"
    ";use_gold_tags=1"
)


def main(arguments: list[str] | None = None) -> None:
    """Train, write the folder, and print the scores."""
    options = parse(arguments)
    options.work.mkdir(parents=True, exist_ok=True)
    if not options.evaluate_only:
        train(options)
    report(options)


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """The command line's options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--treebank", type=Path, required=True, help="folder of UD English-EWT")
    parser.add_argument("--conversations", type=Path, help="LongMemEval file, whose text gives word vectors")
    parser.add_argument("--output", type=Path, default=OUTPUT)
    parser.add_argument("--work", type=Path, default=Path("build/syntax"), help="folder for what is made on the way")
    parser.add_argument("--chat-share", type=float, default=CHAT_SHARE)
    parser.add_argument("--vocabulary", type=int, default=VOCABULARY)
    parser.add_argument("--first-iterations", type=int, default=1)
    parser.add_argument("--tagger-iterations", type=int, default=3)
    parser.add_argument("--parser-iterations", type=int, default=3)
    parser.add_argument("--tagger", default=TAGGER, help="UDPipe's options")
    parser.add_argument("--parser", default=PARSER, help="UDPipe's options")
    parser.add_argument("--turns", type=Path, help="a file of conversations, to measure the speed on")
    parser.add_argument("--evaluate-only", action="store_true", help="only print the figures of the output's model")
    return parser.parse_args(arguments)


def train(options: argparse.Namespace) -> None:
    """Make the missing files (word vectors, taggers, parser), and join tagger and parser into one model.

    The tagger is trained in parallel to everything else.
    """
    training, heldout = treebank_part(options.treebank, "train"), treebank_part(options.treebank, "dev")
    halves = [training[::2], training[1::2]]
    for half in halves:
        half += [in_chat(sentence) for sentence in half if is_in_share(sentence, options.chat_share)]
    everything = halves[0] + halves[1]
    heldout += [in_chat(sentence) for sentence in heldout]
    with ProcessPoolExecutor(max_workers=2) as pool:
        settings = f"{options.tagger};iterations={options.tagger_iterations}"
        task = (conllu(everything), conllu(heldout), settings, "none")
        tagger = pool.submit(made, options.work / "tagger.udpipe", task)
        settings = f"{options.parser};iterations={options.parser_iterations}"
        if options.conversations is not None:
            settings += f";embedding_form_file={vectors_file(training, options)}"
        task = (conllu(halves[0]), conllu(heldout), f"{FIRST_TAGGER};iterations={options.first_iterations}", "none")
        pool.submit(made, options.work / "first.udpipe", task).result()
        learned, checked = (tagged(options.work / "first.udpipe", some) for some in (everything, heldout[::2]))
        pool.submit(made, options.work / "parser.udpipe", (learned, checked, "none", settings)).result()
        tagger.result()
    options.output.mkdir(parents=True, exist_ok=True)
    (options.output / MODEL_FILE).write_bytes(joined(options.work))
    write_source(options)


def made(file: Path, task: tuple[str, str, str, str]) -> None:
    """Train a model unless its file exists; `task` has training and held-out CoNLL-U, tagger and parser options."""
    if not file.exists():
        training, heldout, tagger, parser = task
        error = ProcessingError()
        model = Trainer.train(
            METHOD, udpipe_sentences(training), udpipe_sentences(heldout), "none", tagger, parser, error
        )
        if error.occurred():
            sys.exit(f"UDPipe: {error.message}")
        file.write_bytes(model)


def udpipe_sentences(text: str) -> Sentences:
    """The sentences of CoNLL-U text."""
    reader, error, sentences, sentence = InputFormat.newConlluInputFormat(), ProcessingError(), Sentences(), Sentence()
    reader.setText(text)
    while reader.nextSentence(sentence, error):
        sentences.push_back(sentence)
        sentence = Sentence()
    if error.occurred():
        sys.exit(f"UDPipe: {error.message}")
    return sentences


def tagged(file: Path, sentences: Sequence[GoldSentence]) -> str:
    """The sentences in CoNLL-U, with tags and features predicted by a tagger."""
    tagger = Model.load(str(file))
    return conllu(sentences, [tags(tagger, sentence) for sentence in sentences])


def tags(tagger: Model, sentence: GoldSentence) -> list[tuple[str, str]]:
    """The predicted tag and features of each word."""
    tree = Sentence()
    for form in readings(sentence):
        tree.addWord(form)
    tagger.tag(tree, tagger.DEFAULT)
    return [(tree.words[place].upostag, tree.words[place].feats) for place in range(1, len(sentence.words) + 1)]


def joined(work: Path) -> bytes:
    """The joined model of the tagger and the parser in a folder."""
    error, none = ProcessingError(), Sentences()
    tagger, parser = (f"from_model=file:{work / name}.udpipe" for name in ("tagger", "parser"))
    model = Trainer.train(METHOD, none, none, "none", tagger, parser, error)
    if error.occurred():
        sys.exit(f"UDPipe: {error.message}")
    return bytes(model)


def vectors_file(training: Sequence[GoldSentence], options: argparse.Namespace) -> Path:
    """The file with the word vectors of the treebank and the conversations, created if missing."""
    file: Path = options.work / "vectors.txt"
    if not file.exists():
        forms = [vector_form(form) for sentence in training for form in readings(sentence)]
        lines = chain((sentence.text for sentence in training), conversation_lines(options.conversations))
        write_vectors(word_vectors(lines, frequent(forms, 2), options.vocabulary, DIMENSIONS), file)
    return file


def write_source(options: argparse.Namespace) -> None:
    """Write SOURCE beside the model: what it was made from, and how."""
    model = options.output / MODEL_FILE
    command = f"--treebank {options.treebank.name}"
    if options.conversations is not None:
        command += f" --conversations {options.conversations.name}"
    inputs = [file for name in ("train", "dev") for file in options.treebank.glob(f"en_ewt-ud-{name}.conllu*")]
    inputs += filter(None, [options.conversations])
    text = f"""Derived from the treebank UD English-EWT (training part; the development part chose the iterations),
which is under CC BY-SA 4.0: https://universaldependencies.org/treebanks/en_ewt. Changes: its statistics as a
UDPipe 1 model, in which sentences appear as weights only. Licence of the model: CC BY-SA 4.0, see LICENSE.
Word vectors were counted from the same sentences and the text of LongMemEval (MIT licence).

Command: python scripts/train_syntax.py {command}
Tagger: {options.tagger};iterations={options.tagger_iterations}
Parser: {options.parser};iterations={options.parser_iterations}
Chat share: {options.chat_share}; vocabulary: {options.vocabulary}
Libraries: {", ".join(f"{name} {version(name)}" for name in LIBRARIES)}

sha256 of what went in:
{hashes(inputs)}
sha256 of the file made:
{hashes([model])}"""
    (options.output / "SOURCE").write_text(text, encoding="utf-8")


def hashes(files: Sequence[Path]) -> str:
    """A line with hash and name for each file."""
    return "".join(f"{sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)


def report(options: argparse.Namespace) -> None:
    """Print the model's hash, size and scores."""
    file = options.output / MODEL_FILE
    parser, test = UDPipeParser(file), treebank_part(options.treebank, "test")
    print(f"{hashes([file]).rstrip()}, {file.stat().st_size:,} bytes")
    print(table(figures(parser, test)))
    if options.turns is not None:
        print(f"{turns_per_second(parser, turns_of(options.turns)):.0f} turns in a second of one core")


if __name__ == "__main__":
    main()
