"""The architectures of a run by name: the library's and the baselines. The unit sets what they search or chunk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from convograph.architectures import associa, lightgmem
from convograph.architectures.associa import Associa, AssociaSettings, ChatDeliberator
from convograph.architectures.glong import EVALUATION, OFFICIAL, PAPER, WITH_SOURCES, GLong, GLongSettings
from convograph.architectures.lightgmem import EpisodeUnit, LightGMEM, LightGMEMSettings
from convograph.architectures.rag import Rag
from convograph.architectures.search import Search, Signals
from convograph.architectures.sgmem import LOCOMO, LONGMEMEVAL, STRONG_SEEDS, SGMem, SGMemSettings
from convograph.architectures.unified import Unified
from convograph.build import (
    ARCHITECTURE_ENTRIES,
    ARCHITECTURE_NAMES,
    TOO_LONG,
    ArchitectureEntry,
    Parts,
    make_importance_scorer,
    make_reader,
)
from convograph.encoders.word_table import bundled_words
from convograph.errors import InputError, UnsupportedError
from convograph.extraction.reading import Reader
from convograph.protocols import Architecture, ChatModel, Encoder, ImportanceScorer, Reranker
from convograph.types import Unit
from convograph_eval.baselines import (
    FORMS,
    SYNONYMS,
    Dialogue,
    Form,
    History,
    LongChunks,
    PieceSearch,
    TripletPageRank,
    Triplets,
    WithFacts,
    WrittenMemory,
)
from convograph_eval.brought import Share, needed_triplets
from convograph_eval.left_out import weights_without
from convograph_eval.units import TRIPLET, known_unit

NOTHING = Share()

_FINEST_CHUNK: Mapping[Unit, Unit] = {"round": "round", "session": "session"}  # turns for all other units
_SIZE: Mapping[Unit, int] = {
    "triplet": 1,
    "turn": 1,
    "user-turn": 1,
    "round": 2,
    "block4": 3,
    "chunk500": 4,
    "session": 5,
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an architecture is made for: the unit, the conversation's share of files, whether texts name speakers.

    `conversation` is the name of the conversation: weights that were trained on it are not used to rank its turns.
    What follows is for the architectures that use it: `scorer` scores the importance of triplets, `depth` selects the
    sentences of a turn that are parsed (`None`: the library's default), `deliberator` says what the first pass of a
    recall left out (`None`: rules), and `reranker` reorders the best hits.
    """

    unit: Unit
    share: Share = NOTHING
    speakers: bool = True
    scorer: ImportanceScorer | None = None
    depth: str | None = None
    conversation: str = ""
    deliberator: ChatModel | None = None
    reranker: Reranker | None = None


Make = Callable[[Encoder, Wanted], Architecture]

Use = Literal["triplets", "importance", "syntax", "deliberator", "reranker", "trained weights"]
"""What only some architectures use: the unit triplet, a scorer of their importance, parsed sentences (to a depth), a
model that deliberates, a reranker, weights fitted on some of the data sets."""


@dataclass(frozen=True, slots=True)
class RunEntry:
    """How an architecture of a run is made, and what it uses of what only some do."""

    make: Make
    uses: frozenset[Use] = frozenset()


def _search(signals: Signals) -> RunEntry:
    """The library's search over units of dialogue with speakers; a `PieceSearch` over triplets or without speakers."""

    def make(encoder: Encoder, wanted: Wanted) -> Architecture:
        if wanted.unit == TRIPLET:
            return PieceSearch(encoder, signals, Triplets(tuple(needed_triplets(wanted.share.triplets))))
        if not wanted.speakers:
            return PieceSearch(encoder, signals, Dialogue(wanted.unit, speakers=False))
        return Search(encoder, signals, wanted.unit)

    return RunEntry(make, frozenset({"triplets"}))


def _user_facts(encoder: Encoder, wanted: Wanted) -> Architecture:
    if wanted.share.facts is None:
        raise InputError("longmemeval-uf needs facts; name their file with --memos FILE")
    pieces = WithFacts(Dialogue(wanted.unit, wanted.speakers), wanted.share.facts)
    return PieceSearch(encoder, "dense", pieces, "longmemeval-uf")


def _bm25_of_events(encoder: Encoder, wanted: Wanted) -> Architecture:
    if wanted.share.events is None:
        raise InputError("bm25-events needs events; name their file with --memos FILE")
    pieces = WithFacts(Dialogue(wanted.unit, wanted.speakers), wanted.share.events)
    return PieceSearch(encoder, "bm25", pieces, "bm25-events")


def _sgmem(settings: SGMemSettings) -> RunEntry:
    return RunEntry(lambda encoder, wanted: SGMem(encoder, settings, _chunk(wanted.unit)))


def _glong(settings: GLongSettings) -> RunEntry:
    """A scorer is used where importance has a weight, and how it is computed is not what the settings ablate."""
    weighs = settings.importance_weight and settings.importance == EVALUATION.importance
    return RunEntry(
        lambda encoder, wanted: GLong(encoder, _reader(wanted.depth), settings, scorer=wanted.scorer),
        frozenset({"triplets", "syntax", "importance"} if weighs else {"triplets", "syntax"}),
    )


def _associa(settings: AssociaSettings) -> RunEntry:
    def make(encoder: Encoder, wanted: Wanted) -> Architecture:
        unit = wanted.unit if wanted.unit in associa.UNITS else "turn"
        deliberator = None if wanted.deliberator is None else ChatDeliberator(wanted.deliberator)
        return Associa(encoder, _reader(wanted.depth), settings, unit=unit, deliberator=deliberator)

    return RunEntry(make, frozenset({"syntax", "deliberator"} if settings.passes > 1 else {"syntax"}))


def _hipporag(settings: GLongSettings, synonyms: float | None) -> RunEntry:
    return RunEntry(
        lambda encoder, wanted: TripletPageRank(GLong(encoder, _reader(wanted.depth), settings), synonyms=synonyms),
        frozenset({"syntax"}),
    )


def _written(form: Form) -> RunEntry:
    return RunEntry(lambda encoder, wanted: WrittenMemory(encoder, form))


def _lightgmem(settings: LightGMEMSettings) -> RunEntry:
    def make(encoder: Encoder, wanted: Wanted) -> Architecture:
        unit: EpisodeUnit = "chunk500" if _SIZE[wanted.unit] >= _SIZE["chunk500"] else "turn"
        return LightGMEM(encoder, _reader(wanted.depth), settings, unit=unit, reranker=wanted.reranker)

    return RunEntry(make, frozenset({"syntax", "reranker"}))


@cache
def _reader(depth: str | None) -> Reader:
    """The reader of this process, kept because it remembers the parses of earlier cases."""
    return make_reader(depth=depth)


def _unified(*, times: bool) -> RunEntry:
    def make(encoder: Encoder, wanted: Wanted) -> Architecture:
        weights = weights_without(wanted.conversation)
        return Unified(encoder, bundled_words(), unit=wanted.unit, weights=weights, times=times)

    return RunEntry(make, frozenset({"trained weights"}))


def _of_library(entry: ArchitectureEntry) -> RunEntry:
    """An architecture as the library makes it by name, whatever the unit."""
    return RunEntry(
        lambda encoder, wanted: entry.make(Parts(encoder, scorer=wanted.scorer, reranker=wanted.reranker)), entry.uses
    )


_GLONG_SETTINGS: Mapping[str, GLongSettings] = {
    "glong": EVALUATION,
    "glong-official": replace(OFFICIAL, semantic=None),
    "glong-two-hops": replace(EVALUATION, hops=2),
    "glong-two-hops-hub": replace(EVALUATION, hops=2, hub=20),
    "glong-no-importance": replace(EVALUATION, importance_weight=0.0),
    "glong-tfidf": replace(EVALUATION, importance="tfidf"),
    "glong-centrality": replace(EVALUATION, importance="centrality"),
    "glong-read": replace(EVALUATION, triplets="read"),
    "glong-mentioned": replace(EVALUATION, mentioned=True),
    "glong-sources": replace(WITH_SOURCES, semantic=None),
    "glong-sources-weighted": replace(
        WITH_SOURCES, semantic=None, importance_weight=PAPER.importance_weight, recency_weight=PAPER.recency_weight
    ),
}
_ASSOCIA_SETTINGS: Mapping[str, AssociaSettings] = {
    **associa.NAMED,
    "associa-one-pass": replace(associa.PAPER, passes=1),
    "associa-similarity": replace(associa.PAPER, ranking="similarity"),
    "associa-no-ranking": replace(associa.PAPER, ranking="none"),
    "associa-clusters": replace(associa.PAPER, duplicates="clusters"),
    "associa-no-merging": replace(associa.PAPER, duplicates="kept"),
    "associa-sources-merging": replace(associa.WITH_SOURCES, duplicates="nearest"),
    "associa-grounds": replace(associa.PAPER, grounds=True),
    "associa-trees": replace(associa.PAPER, trees=3),
    "associa-paths": replace(associa.PAPER, solver="paths"),
    "associa-time": replace(associa.PAPER, time=associa.WITH_SOURCES.time),
    "associa-sources-no-time": replace(associa.WITH_SOURCES, time=0.0),
    "associa-sources-similarity": replace(associa.WITH_SOURCES, ranking="similarity"),
    "associa-sources-pagerank": replace(associa.WITH_SOURCES, ranking="pagerank"),
}
_LIGHTGMEM_SETTINGS: Mapping[str, LightGMEMSettings] = {
    **lightgmem.NAMED,
    "lightgmem-linear": replace(lightgmem.PAPER, fusion="linear"),
    "lightgmem-no-profiles": replace(lightgmem.PAPER, profiles=0),
    "lightgmem-no-prior": replace(lightgmem.PAPER, profile_bonus=0.0),
    "lightgmem-no-expansion": replace(lightgmem.PAPER, profile_episodes=0),
    "lightgmem-no-entities": replace(lightgmem.PAPER, entity_bonus=0.0),
    "lightgmem-no-relations": replace(lightgmem.PAPER, relation_bonus=0.0),
    "lightgmem-no-bonuses": replace(lightgmem.PAPER, profiles=0, entity_bonus=0.0, relation_bonus=0.0),
    "lightgmem-linear-no-profiles": replace(lightgmem.PAPER, fusion="linear", profiles=0),
    "lightgmem-linear-no-prior": replace(lightgmem.PAPER, fusion="linear", profile_bonus=0.0),
    "lightgmem-linear-no-bonuses": replace(
        lightgmem.PAPER, fusion="linear", profiles=0, entity_bonus=0.0, relation_bonus=0.0
    ),
    "lightgmem-sentences-ranks": replace(lightgmem.PAPER, sentences=True),
    "lightgmem-sentences-no-bonuses": replace(
        lightgmem.WITH_SENTENCES, profiles=0, entity_bonus=0.0, relation_bonus=0.0
    ),
}
_OWN_ENTRIES: Mapping[str, RunEntry] = {
    "unified": _unified(times=True),
    "unified-no-times": _unified(times=False),
    "bm25": _search("bm25"),
    "dense": _search("dense"),
    "bm25+dense": _search("hybrid"),
    "hybrid": _search("hybrid"),
    "longmemeval-uf": RunEntry(_user_facts),
    "bm25-events": RunEntry(_bm25_of_events),
    "recent": RunEntry(lambda encoder, wanted: History(encoder, newest_first=True)),
    "full": RunEntry(lambda encoder, wanted: History(encoder, newest_first=False)),
    "rag": RunEntry(lambda encoder, wanted: Rag(encoder, _chunk(wanted.unit))),
    "rag-4096": RunEntry(lambda encoder, wanted: LongChunks(encoder)),
    "sgmem": _sgmem(LONGMEMEVAL),
    "sgmem-locomo": _sgmem(LOCOMO),
    "sgmem-shipped": _sgmem(STRONG_SEEDS),
    **{name: _glong(settings) for name, settings in _GLONG_SETTINGS.items()},
    **{name: _associa(settings) for name, settings in _ASSOCIA_SETTINGS.items()},
    **{name: _lightgmem(settings) for name, settings in _LIGHTGMEM_SETTINGS.items()},
    **{name: _written(form) for name, form in FORMS.items()},
    "hipporag": _hipporag(replace(PAPER, mentioned=True), SYNONYMS),
    "hipporag-glong": _hipporag(PAPER, None),
}

RUN_ENTRIES: Mapping[str, RunEntry] = {
    **_OWN_ENTRIES,
    **{name: _of_library(entry) for name, entry in ARCHITECTURE_ENTRIES.items() if name not in _OWN_ENTRIES},
}
"""All architectures of runs by name; the rest of the library's are as it makes them."""

RUN_NAMES = ", ".join([*(name for name in RUN_ENTRIES if name not in ARCHITECTURE_ENTRIES), ARCHITECTURE_NAMES])
"""All names of `RUN_ENTRIES` in one line, for messages."""


def using(part: Use) -> tuple[str, ...]:
    """The names of the architectures that use something that only some do."""
    return tuple(name for name, entry in RUN_ENTRIES.items() if part in entry.uses)


def scorer_for(name: str, importance: str) -> ImportanceScorer:
    """The scorer that `importance` (`"t5:<folder>"`) selects for the architecture called `name`.

    Raises `InputError` if the architecture does not use one, and what `make_importance_scorer` raises.
    """
    _check_use(name, "importance")
    return make_importance_scorer(importance, TOO_LONG.get(name, "windows"))


def architecture_for(
    name: str,
    encoder: Encoder,
    unit: str,
    *,
    brought: Share = NOTHING,
    speakers: bool = True,
    scorer: ImportanceScorer | None = None,
    depth: str | None = None,
    conversation: str = "",
    deliberator: ChatModel | None = None,
    reranker: Reranker | None = None,
) -> Architecture:
    """The architecture called `name` for a run over one conversation; `brought` is the conversation's share of files.

    Without `speakers`, the baselines' texts do not name the speakers. The other arguments are those of `Wanted`.

    Raises `InputError` for an unknown name, for missing triplets or memos, and for a scorer, depth, deliberator or
    reranker that the architecture does not use. Raises `UnsupportedError` if hits are coarser than the unit (a session
    says nothing about its turns), or are turns if the unit is triplets; for triplets brought to an architecture that
    makes its own; and without `speakers` for an architecture that makes its own texts.
    """
    known = known_unit(unit)
    if name not in RUN_ENTRIES:
        raise InputError(f"no architecture is called {name!r}; there are {RUN_NAMES}")
    uses = RUN_ENTRIES[name].uses
    if known == TRIPLET and "triplets" not in uses:
        raise UnsupportedError(
            f"{name} finds turns, which say nothing of triplets; take {', '.join(using('triplets'))}"
        )
    if known == TRIPLET and "syntax" in uses and brought.triplets is not None:  # read from sentences
        raise UnsupportedError(f"{name} makes triplets itself; bring its own with --memos, not with --triplets")
    given: Mapping[Use, object] = {
        "importance": scorer,
        "syntax": depth,
        "deliberator": deliberator,
        "reranker": reranker,
    }
    for use, value in given.items():
        if value is not None:
            _check_use(name, use)
    wanted = Wanted(known, brought, speakers, scorer, depth, conversation, deliberator, reranker)
    made = RUN_ENTRIES[name].make(encoder, wanted)
    if not isinstance(made, PieceSearch):
        _check_library(name, made, known, speakers=speakers)
    return made


def finest_architecture(name: str, encoder: Encoder, units: Sequence[str], *, conversation: str) -> Architecture:
    """The architecture over the first of `units` that it supports.

    Weights that were trained on the conversation of this name are not used. If it supports none of the units, raises
    what `architecture_for` raises for the last.
    """
    *before, last = units
    for unit in before:
        with suppress(UnsupportedError):
            return architecture_for(name, encoder, unit, conversation=conversation)
    return architecture_for(name, encoder, last, conversation=conversation)


_UNUSED: Mapping[Use, str] = {
    "importance": "no scorer tells the importance of triplets in {name!r}; one may in {others}",
    "syntax": "{name} reads no syntax, to whatever depth; {others} do",
    "deliberator": "{name} asks nothing twice; a model may deliberate in {others}",
    "reranker": "no reranker orders the hits of {name!r}; one does in {others}",
}


def _check_use(name: str, part: Use) -> None:
    """Raise `InputError` if the architecture does not use what was given."""
    if name not in using(part):
        raise InputError(_UNUSED[part].format(name=name, others=", ".join(using(part))))


def _check_library(name: str, made: Architecture, unit: Unit, *, speakers: bool) -> None:
    coarsest = made.units[0]
    if _SIZE[coarsest] > _SIZE[unit]:
        raise UnsupportedError(f"{name} finds units of size {coarsest!r}, which say nothing of the finer {unit!r}")
    if not speakers:
        raise UnsupportedError(
            f"{name} makes its texts itself; only bm25, dense, hybrid and longmemeval-uf can omit speakers"
        )


def _chunk(unit: Unit) -> Unit:
    return _FINEST_CHUNK.get(unit, "turn")
