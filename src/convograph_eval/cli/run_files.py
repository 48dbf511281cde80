"""The input files of a run, and their digests in its report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from convograph_eval.brought import EVENTS_FILE, brought_files
from convograph_eval.datasets import data_files
from convograph_eval.retrieval import RunSettings, files_digest


@dataclass(frozen=True, slots=True)
class RunFiles:
    """The paths given to a run: files, or folders for chronicles, triplets and memos."""

    dataset: str
    data: Path
    audit: Path | None = None
    triplets: Path | None = None
    memos: Path | None = None
    sentences: Path | None = None

    @property
    def read(self) -> tuple[Path, ...]:
        """All files that are read. Raises `InputError` for a folder without such files."""
        return tuple(file for _, files in self._named() for file in files)

    @property
    def digests(self) -> tuple[tuple[str, str], ...]:
        """The name of each input, with the SHA-256 of its files."""
        return tuple((name, files_digest(files)) for name, files in self._named())

    def named_in(self, settings: RunSettings) -> RunSettings:
        """The settings with the names and the digests of these files."""
        return replace(
            settings,
            dataset=self.dataset,
            data=self.data.name,
            audit=None if self.audit is None else self.audit.name,
            triplets=None if self.triplets is None else brought_name(self.triplets),
            memos=None if self.memos is None else brought_name(self.memos),
            sentences=None if self.sentences is None else self.sentences.name,
            digests=self.digests,
        )

    def _named(self) -> Iterator[tuple[str, tuple[Path, ...]]]:
        yield self.data.name, data_files(self.dataset, self.data)
        for file in (self.audit, self.sentences):
            if file is not None:
                yield file.name, (file,)
        for path in (self.triplets, self.memos):
            if path is not None:
                yield brought_name(path), brought_files(path)


def brought_name(path: Path) -> str:
    """The name of triplets or memos in a report; a folder's name differs from that of a folder of conversations."""
    return f"{path.name}/*{EVENTS_FILE}" if path.is_dir() else path.name
