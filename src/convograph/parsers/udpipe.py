"""The bundled parser: a UDPipe 1 model trained on English-EWT, with a rule-based tokenizer.

The model's SOURCE file says how it was trained. UDPipe's own tokenizer is not used: the rules are faster, give exact
offsets and handle chat spellings (see `convograph.parsers.tokenization`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from convograph.errors import InputError
from convograph.parsers import lemmas
from convograph.parsers.lemmas import mended
from convograph.parsers.spelling import EMOTICON
from convograph.parsers.tokenization import FINGERPRINT, Token, words
from convograph.syntax import ROOT, Parse, Word

if TYPE_CHECKING:
    from ufal.udpipe import Model, Sentence
    from ufal.udpipe import Word as UDPipeWord

BUNDLED_MODEL = Path(__file__).parents[1] / "weights" / "syntax" / "english-ewt.udpipe"
MAX_WORDS = 256  # parsed at once; a longer sentence is parsed in pieces, whose roots are attached to that of the first
CONTINUATION = "parataxis"  # the relation of a further piece to the first


class UDPipeParser:
    """Parses sentences with a UDPipe model.

    `path` names a model with a tagger and a parser, trained on words like those of `tokenization`; `None` means the
    bundled one. It is read at first use, which raises `InputError` if the file is not a UDPipe model. Without `trees`,
    words have only lemmas, tags and features, which takes less time. Threads may share an instance.
    """

    def __init__(self, path: Path | None = None, *, trees: bool = True) -> None:
        self._path = BUNDLED_MODEL if path is None else path
        self._trees = trees
        self._lock = Lock()

    @property
    def name(self) -> str:
        """The name that selects this parser."""
        return "udpipe"

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the model and the versions of the tokenization and lemma rules."""
        try:
            digest = hashlib.sha256(self._path.read_bytes())
        except OSError as error:
            raise _unreadable(self._path, error) from error
        name = "udpipe" if self._trees else "udpipe-tags"
        return f"{name}:{digest.hexdigest()[:16]}:{FINGERPRINT}:{lemmas.FINGERPRINT}"

    def parse(self, sentences: Sequence[str]) -> list[Parse]:
        """One parse per sentence, in their order; a blank sentence has no words."""
        return [self._parse(sentence) for sentence in sentences]

    def _parse(self, sentence: str) -> Parse:
        tokens = words(sentence)
        parsed: list[Word] = []
        for first in range(0, len(tokens), MAX_WORDS):
            parsed.extend(self._piece(sentence, tokens[first : first + MAX_WORDS], tuple(parsed)))
        return Parse(tuple(parsed))

    def _piece(self, sentence: str, tokens: Sequence[Token], before: Sequence[Word]) -> Iterator[Word]:
        """The words of a piece of a sentence; its root is attached to that of the words `before`, if any."""
        from ufal.udpipe import Sentence  # noqa: PLC0415 - at first use only

        tree = Sentence()
        for token in tokens:
            tree.addWord(token.reading.encode("utf-8", "replace").decode("utf-8"))
        with self._lock:
            self._model.tag(tree, self._model.DEFAULT)
            if self._trees:
                self._model.parse(tree, self._model.DEFAULT)
        return _words(sentence, tokens, tree, before if self._trees else ())

    @cached_property
    def _model(self) -> Model:
        from ufal.udpipe import Model  # noqa: PLC0415 - at first use only

        if not self._path.is_file():
            raise _unreadable(self._path, "no such file")
        model = Model.load(str(self._path))
        if model is None:
            raise _unreadable(self._path, "it is damaged or of another kind")
        return model


def _words(sentence: str, tokens: Sequence[Token], tree: Sentence, before: Sequence[Word]) -> Iterator[Word]:
    """The words of a tagged and parsed UDPipe tree, whose first word is an artificial root."""
    first_root = next((place for place, word in enumerate(before) if word.head == ROOT), ROOT)
    for place, token in enumerate(tokens, start=1):
        word = tree.words[place]
        form = sentence[token.start : token.end]
        is_root = word.head <= 0  # -1 without a tree
        yield Word(
            form=form,
            start=token.start,
            end=token.end,
            lemma=token.lemma or _lemma(form, token.reading, word),
            tag=word.upostag,
            features=word.feats,
            head=first_root if is_root else word.head - 1 + len(before),
            relation=CONTINUATION if is_root and before else word.deprel,
        )


def _lemma(form: str, reading: str, word: UDPipeWord) -> str:
    """The model's lemma, corrected; an emoji's is itself, and an uninflected name keeps its capitals."""
    is_name = word.upostag == "PROPN" and word.lemma.casefold() == form.casefold()
    if reading == EMOTICON or is_name or not word.lemma:
        return form
    return mended(reading, word.upostag, word.feats, word.lemma)


def _unreadable(path: Path, reason: object) -> InputError:
    """The error for a file that is not a UDPipe model."""
    return InputError(f"no UDPipe model in {str(path)[-80:]!r} ({reason}): name a .udpipe file with tagger and parser")
