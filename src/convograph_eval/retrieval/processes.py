"""Cases in worker processes. A process loads its models once; each case is measured separately."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from pathlib import Path

from convograph.build import make_chat_model, make_encoder, make_reranker
from convograph.encoders.static import StaticEncoder
from convograph.errors import ConvographError
from convograph.processes import end_with_parent
from convograph.protocols import Architecture, ChatModel, Encoder, ImportanceScorer, Reranker
from convograph.tokens import WordPieceCounter
from convograph_eval.architectures import architecture_for, scorer_for
from convograph_eval.brought import Brought, Share
from convograph_eval.cache import CachedArchitecture, CachedEncoder, CacheFile
from convograph_eval.datasets import Case
from convograph_eval.retrieval.case import BuiltMemory, CaseRecords, Protocol, Watch, ask, built
from convograph_eval.retrieval.settings import RunSettings
from convograph_eval.retrieval.summary import metric_names
from convograph_eval.retrieval.upkeep import MemoryStorage, MemoWriter
from convograph_eval.units import unit_map

NOWHERE = MemoryStorage()
AHEAD = 2  # cases submitted per process: the current and the next; not more, because a haystack has a megabyte


@dataclass
class Worker:
    """Runs cases one after the other; `cache` is the folder of extractions, `None` for no cache.

    If a model writes memos, `memories` says where the memories are kept.
    """

    settings: RunSettings
    brought: Brought
    cache: Path | None
    memories: MemoryStorage = NOWHERE

    def ask(self, case: Case, watch: Watch = lambda stage, done, total: None) -> CaseRecords:
        """Build the memory of a case and ask its questions."""
        share = self.brought.share(case.conversation.name)
        units = unit_map(case.conversation, self.settings.unit, triplets=share.triplets)
        with self.built(case, watch) as made:
            return ask(case, made, units, self._protocol, watch)

    def built(self, case: Case, watch: Watch) -> AbstractContextManager[BuiltMemory]:
        """The memory of a case, as `retrieval.case.built` makes it."""
        share = self.brought.share(case.conversation.name)
        architecture = self.architecture(share, case.conversation.name)
        return built(case, architecture, share.memos or (), watch, self.keeping)

    def architecture(self, share: Share, conversation: str) -> Architecture:
        """The architecture of the run for the conversation of this name, with its share of the files."""
        settings = self.settings
        made = architecture_for(
            settings.architecture,
            self.encoder,
            settings.unit,
            brought=share,
            speakers=settings.speakers,
            scorer=self.scorer,
            depth=settings.depth,
            conversation=conversation,
            deliberator=self.deliberator,
            reranker=self.reranker,
        )
        uncached = self._file is None or settings.upkeep is not None  # kept memories are not rebuilt
        return made if uncached or self._file is None else CachedArchitecture(made, self._file)

    @cached_property
    def encoder(self) -> Encoder:
        """The encoder of the run. The bundled encoder is not cached: it is as fast as reading a file."""
        encoder = make_encoder(self.settings.encoder)
        if self._file is None or isinstance(encoder, StaticEncoder):
            return encoder
        return CachedEncoder(encoder, self._file)

    @cached_property
    def scorer(self) -> ImportanceScorer | None:
        """The scorer of the importance of triplets, if not the architecture's own."""
        settings = self.settings
        return None if settings.importance is None else scorer_for(settings.architecture, settings.importance)

    @cached_property
    def deliberator(self) -> ChatModel | None:
        """The model that says what a first recall leaves out, if any."""
        name = self.settings.deliberator
        return None if name is None else make_chat_model(name)

    @cached_property
    def keeping(self) -> MemoWriter | None:
        """The model that writes memos in the memories, and their folder, if any."""
        name = self.settings.upkeep
        if name is None:
            return None
        return MemoWriter(
            make_chat_model(name, requests_a_minute=self.memories.requests_a_minute), self.memories.folder
        )

    @cached_property
    def reranker(self) -> Reranker | None:
        """The reranker of the best hits, if any."""
        name = self.settings.reranker
        return None if name is None else make_reranker(name)

    @cached_property
    def _file(self) -> CacheFile | None:
        return None if self.cache is None else CacheFile(self.cache)

    @cached_property
    def _protocol(self) -> Protocol:
        settings = self.settings
        return Protocol(
            metric_names(settings.ks), settings.ks, settings.ranked, settings.unit, WordPieceCounter(), settings.budgets
        )


def spread(worker: Worker, cases: Sequence[Case], processes: int, watch: Watch) -> Iterator[CaseRecords]:
    """The results of cases as they finish; with a single process, in order, and with progress within a case."""
    if processes == 1 or len(cases) <= 1:
        yield from (worker.ask(case, watch) for case in cases)
        return
    context = multiprocessing.get_context("spawn")  # forked processes would share open files and locks
    pool = ProcessPoolExecutor(
        min(processes, len(cases)),
        context,
        initializer=_begin,
        initargs=(worker.settings, worker.brought, worker.cache, _share(worker.memories, processes)),
    )
    try:
        yield from _completed(pool, cases, AHEAD * processes)
    except BrokenProcessPool as error:
        raise ConvographError(
            "a worker process was killed, perhaps for lack of memory; run again with fewer --processes to resume"
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


def _completed(pool: ProcessPoolExecutor, cases: Sequence[Case], at_once: int) -> Iterator[CaseRecords]:
    waiting = iter(cases)
    running: set[Future[CaseRecords]] = {pool.submit(_ask, case) for case in islice(waiting, at_once)}
    while running:
        done, running = wait(running, return_when=FIRST_COMPLETED)
        running |= {pool.submit(_ask, case) for case in islice(waiting, len(done))}
        for future in done:
            yield future.result()


_worker: Worker | None = None  # of this worker process


def _share(memories: MemoryStorage, processes: int) -> MemoryStorage:
    """The settings for one of the processes, with its part of the rate limit."""
    limit = memories.requests_a_minute
    return replace(memories, requests_a_minute=None if limit is None else max(1, limit // processes))


def _begin(settings: RunSettings, brought: Brought, cache: Path | None, memories: MemoryStorage) -> None:
    global _worker  # noqa: PLW0603 - a process pool offers no other place for per-process state
    end_with_parent()
    _worker = Worker(settings, brought, cache, memories)


def _ask(case: Case) -> CaseRecords:
    if _worker is None:
        raise RuntimeError("this process is not a worker of a run")
    return _worker.ask(case)
