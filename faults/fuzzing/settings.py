"""Parsers of environment settings, model names, paths and weight files."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from shutil import rmtree

import numpy as np

import convograph
from convograph import tokens
from convograph.architectures.unified.weights import BUNDLED_FILE, read_weights
from convograph.build import make_chat_model, make_encoder, make_reader
from convograph.config import max_file_bytes, settings_from_environment
from convograph.encoders.static import WEIGHTS_FILE, StaticEncoder
from convograph.errors import ConvographError, InputError
from convograph.formats import read_file
from convograph.formats.memos import read_memos
from convograph.local_models import model_folder
from convograph.tokens import TOKENIZER_FILE
from faults.fuzzing.parser import FEW, SOME, Parser, Read, of_text, of_value, text_of, texts, values

ENVIRONMENT = {
    "CONVOGRAPH_STORE": "memory.db",
    "CONVOGRAPH_OWNER": "ana",
    "CONVOGRAPH_LOCK_SECONDS": "1.5",
    "CONVOGRAPH_BASE_URL": "http://localhost:1/v1",
    "CONVOGRAPH_API_KEY": "key",
    "CONVOGRAPH_MODEL_SECONDS": "60",
    "CONVOGRAPH_MAX_FILE_BYTES": "1000000",
}
TOKENIZER = {
    "version": "1.0",
    "added_tokens": [],
    "normalizer": {"type": "Lowercase"},
    "pre_tokenizer": {"type": "Whitespace"},
    "model": {"type": "WordLevel", "vocab": {"[UNK]": 0, "cat": 1, "dog": 2}, "unk_token": "[UNK]"},
}
MODELS = ("sentence-transformers:", "gliner2:")


def _environment(value: object) -> None:
    if not isinstance(value, dict):
        return
    environment = {name: each for name, each in value.items() if isinstance(each, str)}
    max_file_bytes(environment)
    settings = settings_from_environment(environment)
    with convograph.open(":memory:", owner=settings.owner, architecture="bm25", lock_seconds=settings.lock_seconds):
        make_chat_model("openai:small", settings)


def _names(text: str) -> None:
    """Read a name as an encoder, else as a reader; names that load a model are skipped."""
    if text.startswith(MODELS):
        return
    try:
        make_encoder(text)
    except InputError:
        make_reader(text)


def _paths(folder: Path) -> Read:
    """All calls that take a path to read or write, within one folder that is removed after each call."""
    store, copy, inside = folder / "memory.db", folder / "copy.db", folder / "inside"
    with convograph.open(store, architecture="bm25") as memory:
        memory.append({"text": "A cat."}, "s")
    convograph.backup(store, copy)
    memory = convograph.open(":memory:", architecture="bm25")
    calls: tuple[Callable[[str], object], ...] = (
        convograph.verify,
        lambda path: convograph.backup(store, path),
        lambda path: convograph.restore(copy, path),
        lambda path: convograph.backup(path, inside / "other.db", overwrite=True),
        lambda path: convograph.open(path, architecture="bm25", create=False).close(),
        lambda path: convograph.open_memories(path, architecture="bm25").close(),
        memory.export_to,
        memory.import_from,
        read_file,
        read_memos,
    )

    def read(content: bytes) -> None:
        text = text_of(content)
        if ".." in text:
            return
        for call in calls:
            inside.mkdir()
            try:
                call(f"{inside}/{text.lstrip('/')}")
            except ConvographError:
                pass  # its message may quote the path unescaped, since it is the caller's own
            finally:
                rmtree(inside)

    return read


def safetensors(tensors: Mapping[str, tuple[str, tuple[int, ...]]]) -> bytes:
    """A safetensors file with a tensor of each named dtype and shape."""
    header, body = {}, b""
    for name, (kind, shape) in tensors.items():
        raw = bytes(range(1, 4)) * (WIDTHS[kind] * int(np.prod(shape)) // 3) + bytes(7)
        raw = raw[: WIDTHS[kind] * int(np.prod(shape))]
        header[name] = {"dtype": kind, "shape": list(shape), "data_offsets": [len(body), len(body) + len(raw)]}
        body += raw
    head = json.dumps(header).encode()
    return len(head).to_bytes(8, "little") + head + body


WIDTHS = {"F32": 4, "F16": 2, "F64": 8, "BF16": 2, "I8": 1, "I64": 8, "BOOL": 1}
TABLE = (3, 2)  # the shape of the embeddings: (tokens, dimensions)
WEIGHTS = (
    *(safetensors({"embeddings": (kind, TABLE)}) for kind in WIDTHS),
    *(safetensors({"embeddings": (kind, TABLE), "weights": ("F16", (3,))}) for kind in ("F32", "I8", "I64")),
    *(safetensors({"embeddings": ("F32", shape)}) for shape in ((3,), (3, 0), (3, 2, 2), (0, 2), ())),
    safetensors({"embeddings": ("F32", TABLE), "weights": ("F32", (3, 1))}),
)


def _encoder(file: str) -> Callable[[Path], Read]:
    """A parser of one file in the folder of a static encoder."""

    def make(folder: Path) -> Read:
        (folder / WEIGHTS_FILE).write_bytes(safetensors({"embeddings": ("F16", TABLE)}))
        (folder / TOKENIZER_FILE).write_text(json.dumps(TOKENIZER))

        def read(content: bytes) -> None:
            (folder / file).write_bytes(content)
            tokens._read_tokenizer.cache_clear()
            encoder = StaticEncoder(folder)
            rows = encoder.encode(["a cat and a dog", ""], "passage")
            assert rows.shape == (2, encoder.dimensions)
            assert np.isfinite(rows).all()

        return read

    return make


def _ranker(folder: Path) -> Read:
    path = folder / "ranker.json"

    def read(content: bytes) -> None:
        path.write_bytes(content)
        read_weights(path)

    return read


PARSERS: Mapping[str, Parser] = {
    "environment": Parser(values(ENVIRONMENT), of_value(_environment), SOME),
    "names": Parser(texts("static", "openai:small", "rules"), of_text(_names)),
    "paths": Parser(texts("memory.db", "a b/ü.jsonl", "con.txt"), _paths, FEW),
    "model-folder": Parser(texts(".", "~", "/nowhere/model"), of_text(lambda text: model_folder(text, "a model"))),
    "weights": Parser(WEIGHTS, _encoder(WEIGHTS_FILE), SOME),
    "tokenizer": Parser(values(TOKENIZER), _encoder(TOKENIZER_FILE), SOME),
    "ranker": Parser((BUNDLED_FILE.read_bytes(),), _ranker, SOME),
}
"""Parsers of settings and weights, by name."""
