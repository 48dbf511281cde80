"""The treebank English-EWT as sentences with character offsets, and copies in chat style."""

from __future__ import annotations

import gzip
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from convograph.parsers.tokenization import reading, words

APOSTROPHES = re.compile("['’`]")


@dataclass(frozen=True, slots=True)
class GoldWord:
    """A word of the treebank: `[start, end)` in the sentence; `head` is the index of its head, -1 for the root."""

    start: int
    end: int
    lemma: str
    tag: str
    features: str
    head: int
    relation: str


@dataclass(frozen=True, slots=True)
class GoldSentence:
    """A sentence with its words; `before` is the whitespace between it and the previous one."""

    text: str
    words: tuple[GoldWord, ...]
    opens_document: bool
    before: str

    def form(self, word: GoldWord) -> str:
        """The word as written."""
        return self.text[word.start : word.end]


def treebank_part(folder: Path, name: str) -> list[GoldSentence]:
    """The training ("train"), development ("dev") or test ("test") sentences of UD English-EWT."""
    found = sorted(folder.glob(f"en_ewt-ud-{name}.conllu*"))
    if not found:
        sys.exit(f"no en_ewt-ud-{name}.conllu in {folder}: name the folder of UD English-EWT")
    return read_treebank(found[0])


def is_in_share(sentence: GoldSentence, share: float) -> bool:
    """Whether a sentence is in a pseudo-random `share` of all sentences, chosen by a hash of the text."""
    return int.from_bytes(sha256(sentence.text.encode()).digest()[:4]) < share * (1 << 32)


def read_treebank(path: Path) -> list[GoldSentence]:
    """The sentences of a CoNLL-U file, gzipped or not."""
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as file:
        blocks = file.read().strip().split("\n\n")
    sentences: list[GoldSentence] = []
    glued = False
    for block in blocks:
        sentence, glued = _sentence(block.split("\n"), glued)
        sentences.append(sentence)
    return sentences


def _sentence(lines: Sequence[str], glued: bool) -> tuple[GoldSentence, bool]:
    """A sentence, and whether the next one follows without a space."""
    text = next(line.removeprefix("# text = ") for line in lines if line.startswith("# text = "))
    opens_document = any(line.startswith("# newdoc") for line in lines)
    opens_paragraph = any(line.startswith("# newpar") for line in lines)
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    before = "" if opens_document else "\n" if opens_paragraph else "" if glued else " "
    return GoldSentence(text, tuple(_words(text, rows)), opens_document, before), "SpaceAfter=No" in rows[-1][9]


def _words(text: str, rows: Sequence[Sequence[str]]) -> Iterator[GoldWord]:
    """The syntactic words; lines of multiword tokens ("1-2") and of empty nodes ("1.1") are skipped."""
    at = 0
    for row in rows:
        if row[0].isdigit():
            at = text.index(row[1], at)
            features = "" if row[5] == "_" else row[5]
            yield GoldWord(at, at + len(row[1]), row[2], row[3], features, int(row[6]) - 1, row[7])
            at += len(row[1])


def in_chat(sentence: GoldSentence) -> GoldSentence:
    """The sentence in lower case, without apostrophes and without punctuation at its end.

    Punctuation that is the head of other words, or the only word, stays.
    """
    kept = list(sentence.words)
    heads = {word.head for word in kept}
    while len(kept) > 1 and kept[-1].tag == "PUNCT" and len(kept) - 1 not in heads:
        kept.pop()
    text, made, at = "", [], 0
    for word in kept:
        form = sentence.form(word).lower()
        form = APOSTROPHES.sub("", form) or form
        text += sentence.text[at : word.start]
        lemma = word.lemma if form == "i" else word.lemma.lower()
        made.append(replace(word, start=len(text), end=len(text) + len(form), lemma=lemma))
        text += form
        at = word.end
    return replace(sentence, text=text, words=tuple(made))


def readings(sentence: GoldSentence) -> list[str]:
    """The form in which a model reads each word: of the equal token cut by the rules, or of the word itself."""
    cut = {(token.start, token.end): token.reading for token in words(sentence.text)}
    return [cut.get((word.start, word.end)) or reading(sentence.form(word)) for word in sentence.words]


def conllu(sentences: Sequence[GoldSentence], tagged: Sequence[Sequence[tuple[str, str]]] | None = None) -> str:
    """CoNLL-U for UDPipe, with the readings as forms; `tagged` overrides tags and features."""
    return "".join(
        _block(sentence, None if tagged is None else tagged[place]) for place, sentence in enumerate(sentences)
    )


def _block(sentence: GoldSentence, tagged: Sequence[tuple[str, str]] | None) -> str:
    tags = tagged or [(word.tag, word.features) for word in sentence.words]
    lines = [
        f"{place}\t{form}\t{word.lemma}\t{tag}\t_\t{features or '_'}\t{word.head + 1}\t{word.relation}\t_\t_\n"
        for place, (form, word, (tag, features)) in enumerate(
            zip(readings(sentence), sentence.words, tags, strict=True), start=1
        )
    ]
    return "".join(lines) + "\n"
