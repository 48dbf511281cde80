"""Chroma: an embedded vector store with an HNSW index, given our encoder's vectors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import mean
from time import perf_counter
from typing import Any

from benchmarks.peers.figures import Missing, Peer, PeerFigures
from benchmarks.processes import Progress, bytes_on_disk, peak_megabytes
from benchmarks.sentences import SentenceFiles, found_share
from benchmarks.timing import milliseconds, times
from convograph.encoders.static import StaticEncoder


def measure(folder: Path, files: SentenceFiles, questions: Sequence[str], count: int) -> Peer:
    """Query the `count` nearest by cosine with their texts; times include encoding the question, as in ours."""
    try:
        import chromadb  # noqa: PLC0415 - an extra
        from chromadb.config import Settings  # noqa: PLC0415
    except ImportError as error:
        return Missing(f"chromadb cannot be imported ({error}): pip install 'convograph[bench]'")
    path = folder / "chroma"
    client = chromadb.PersistentClient(path, Settings(anonymized_telemetry=False))
    collection = client.create_collection(
        "sentences", configuration={"hnsw": {"space": "cosine"}}, embedding_function=None
    )
    seconds = _filled(collection, files, client.get_max_batch_size())
    encoder = StaticEncoder()

    def ask(question: str) -> Any:
        vectors = encoder.encode([question], "query")
        return collection.query(query_embeddings=vectors, n_results=count, include=["documents", "distances"])

    ask(questions[0])
    measured = [milliseconds(partial(ask, question)) for question in questions]
    size, peak = bytes_on_disk(path), peak_megabytes()
    matrix = files.matrix()
    found = mean(
        found_share(
            [1 - distance for distance in ask(question)["distances"][0]],
            matrix @ encoder.encode([question], "query")[0],
            count,
        )
        for question in questions
    )
    return PeerFigures(round(files.count / seconds), round(size / files.count), times(measured), round(found, 3), peak)


def _filled(collection: Any, files: SentenceFiles, most: int) -> float:
    """Store the sentences; return the seconds in Chroma."""
    progress = Progress("Chroma", files.count)
    seconds, done = 0.0, 0
    for texts, vectors in files.batches(most):
        ids = [str(done + place) for place in range(len(texts))]
        start = perf_counter()
        collection.add(ids=ids, embeddings=vectors, documents=texts)
        seconds += perf_counter() - start
        done += len(texts)
        progress.reached(done)
    return seconds
