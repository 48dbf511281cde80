"""Token counts by the bundled WordPiece tokenizer, which the static encoder shares."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from convograph.errors import InputError
from convograph.quotation import on_one_line

if TYPE_CHECKING:
    from tokenizers import Tokenizer

BUNDLED_FOLDER = Path(__file__).parent / "weights" / "static-minilm-256"
TOKENIZER_FILE = "tokenizer.json"

# The tokenizer needs up to 250 bytes per character: a batch stays below 70 MB, except for a single long text.
BATCH_CHARACTERS = 1 << 18
BATCH_TEXTS = 1024

FEW_TEXTS = 4  # a question, a turn: waking the tokenizer's threads costs more, milliseconds on busy cores

NEAR = 0.1  # of a budget: joining texts changes their number of tokens by far less

LONGEST_WORD = 100  # characters: the tokenizer makes one unknown token of any longer word

_LONG_WORD = re.compile(rf"\S{{{LONGEST_WORD + 1},}}")
_UNKNOWN = "\uffff"  # not in any vocabulary
_SHOWN = 80  # characters of a path or a reason in a message

_loading = Lock()


class Counts(Protocol):
    """A token counter: see `convograph.protocols.TokenCounter`."""

    def count(self, texts: Sequence[str]) -> list[int]:
        """The number of tokens of each text."""
        ...


class WordPieceCounter:
    """Counts the tokens of the bundled tokenizer: whole texts, without special tokens around them."""

    @property
    def name(self) -> str:
        """The name reported with every count."""
        return "wordpiece"

    def count(self, texts: Sequence[str]) -> list[int]:
        """The number of tokens of each text; 0 for a blank text.

        A run of over 100 characters without a space, such as a key or a long link, is counted in pieces of 100; a piece
        with characters unknown to the tokenizer counts as one token per character.
        """
        tokenizer = load_tokenizer(BUNDLED_FOLDER)
        counts = [len(ids) for batch in token_ids(tokenizer, texts) for ids in batch]
        for place, text in enumerate(texts):
            if _LONG_WORD.search(text):
                counts[place] = _count_with_long_words(tokenizer, text)
        return counts


def _count_with_long_words(tokenizer: Tokenizer, text: str) -> int:
    """The number of tokens of a text, with long words counted in pieces."""
    pieces = [
        word[start : start + LONGEST_WORD]
        for word in _LONG_WORD.findall(text)
        for start in range(0, len(word), LONGEST_WORD)
    ]
    unknown = tokenizer.encode(_UNKNOWN, add_special_tokens=False).ids[0]
    rest, *counted = (ids for batch in token_ids(tokenizer, [_LONG_WORD.sub(" ", text), *pieces]) for ids in batch)
    of_pieces = zip(pieces, counted, strict=True)
    return len(rest) + sum(len(piece) if unknown in ids else len(ids) for piece, ids in of_pieces)


class Fitting:
    """Checks whether texts fit into a budget together, without recounting all of them for each added text.

    The sum of the counts and the count of the joined texts differ little: only if the sum is within `NEAR` of the
    budget are the texts counted together.
    """

    def __init__(self, counter: Counts, separator: str) -> None:
        self._counter = counter
        self._separator = separator
        self._counts: dict[str, int] = {}

    def fit(self, texts: Sequence[str], budget: int) -> bool:
        """Whether the texts, joined by the separator, take at most `budget` tokens."""
        fresh = [text for text in dict.fromkeys(texts) if text not in self._counts]
        counts = self._counter.count([f"{self._separator}{text}" for text in fresh])
        self._counts.update(zip(fresh, counts, strict=True))
        total = sum(self._counts[text] for text in texts)
        if abs(total - budget) > NEAR * budget:
            return total < budget
        return self._counter.count([self._separator.join(texts)])[0] <= budget


def load_tokenizer(folder: Path) -> Tokenizer:
    """The tokenizer of a folder, read once and then shared by all threads; it neither truncates nor pads.

    Folders with equal files share one tokenizer: loading takes 20 ms and 20 MB.
    Raises `InputError` if the folder has none.
    """
    with _loading:
        return _read_tokenizer(folder)


@cache
def word_ranks() -> Mapping[str, int]:
    """The positions of the bundled tokenizer's whole words in its vocabulary, where common words come first."""
    vocabulary = load_tokenizer(BUNDLED_FOLDER).get_vocab()
    return MappingProxyType({token: place for token, place in vocabulary.items() if not token.startswith("##")})


@cache
def _read_tokenizer(folder: Path) -> Tokenizer:
    path = folder / TOKENIZER_FILE
    if not path.is_file():
        raise InputError(f"no {TOKENIZER_FILE} in {str(folder)[-_SHOWN:]!r}: name the folder of a static encoder")
    try:
        return _parsed(path.read_bytes())
    except Exception as error:  # tokenizers raises nothing narrower
        reason = on_one_line(str(error), _SHOWN)
        raise InputError(f"no tokenizer in {str(path)[-_SHOWN:]!r} ({reason}): give one of `tokenizers`") from error


@cache
def _parsed(content: bytes) -> Tokenizer:
    from tokenizers import Tokenizer  # noqa: PLC0415 - 20 ms that `import convograph` should not take

    tokenizer = Tokenizer.from_buffer(content)
    tokenizer.encode(_UNKNOWN)  # some fail only here, if they have no token for it
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def token_ids(tokenizer: Tokenizer, texts: Iterable[str]) -> Iterator[list[list[int]]]:
    """The token ids of each text, in order, in batches of bounded size.

    A lone surrogate, which tokenizers reject, is replaced by a question mark.
    """
    for batch in _batches(texts):
        clean = [text.encode("utf-8", "replace").decode("utf-8") for text in batch]
        if len(clean) <= FEW_TEXTS:
            yield [tokenizer.encode(text, add_special_tokens=False).ids for text in clean]
        else:
            yield [encoding.ids for encoding in tokenizer.encode_batch_fast(clean, add_special_tokens=False)]


def _batches(texts: Iterable[str]) -> Iterator[list[str]]:
    """Texts in order, in batches of at most `BATCH_TEXTS` and `BATCH_CHARACTERS`."""
    batch: list[str] = []
    characters = 0
    for text in texts:
        if batch and (len(batch) == BATCH_TEXTS or characters + len(text) > BATCH_CHARACTERS):
            yield batch
            batch, characters = [], 0
        batch.append(text)
        characters += len(text)
    if batch:
        yield batch
