"""G-Long's Tables 1 to 14 and Figure 4, with the figures printed in its paper.

The figures of Tables 1 and 8 are those over all sessions. FraCom is not implemented, so its figures are left out, as is
the human evaluation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from convograph_eval.paper_tables.questions import Memory, QuestionTable
from convograph_eval.paper_tables.responses import ENRICHED, EXTRACTOR, UPKEEP, Published, ResponseTable
from convograph_eval.paper_tables.types import PaperTable

NO_HISTORY, LONG_CONTEXT = {"no-history": "No history"}, {"long-context": "Long context"}
MEMORY_BANK, LD_AGENT, GLONG = {"memorybank": "MemoryBank"}, {"ld-agent": "LD-Agent"}, {"glong": "G-Long"}
COMPARED = {**LONG_CONTEXT, **MEMORY_BANK, **LD_AGENT, **GLONG}

_OF_ALL = ("no-history", "long-context", "memorybank", "ld-agent", "glong")


def _published(dataset: str, agents: tuple[str, ...], *figures: tuple[float | None, ...]) -> Published:
    return {(dataset, agent): each for agent, each in zip(agents, figures, strict=True)}


TABLE_1 = ResponseTable(
    "responses over sessions",
    500,
    {**NO_HISTORY, **COMPARED},
    {
        **_published(
            "msc", _OF_ALL, *((4.56, 1.22, 15.96), (5.63, 1.61, 16.89), (5.43, 1.57, 17.04)),
            *((5.83, 1.63, 17.33), (6.40, 1.84, 17.98)),
        ),
        **_published(
            "cc", _OF_ALL, *((7.84, 3.34, 20.79), (9.64, 4.86, 22.98), (8.55, 3.88, 21.87)),
            *((9.78, 4.62, 22.82), (10.65, 5.46, 24.47)),
        ),
    },
    ("B-2", "B-3", "R-L"),
    by_session=True,
)  # fmt: skip
TABLE_2 = ResponseTable(
    "ratings by a judge",
    100,
    COMPARED,
    {
        **_published(
            "msc", _OF_ALL[1:], *((4.85, 4.13, 4.98, 4.653), (4.85, 4.31, 4.98, 4.713)),
            *((4.83, 4.19, 5.00, 4.673), (4.85, 4.71, 4.98, 4.846)),
        ),
        **_published(
            "cc", _OF_ALL[1:], *((4.86, 4.42, 4.95, 4.743), (4.88, 4.43, 4.96, 4.756)),
            *((4.87, 4.38, 4.96, 4.736), (4.87, 4.45, 4.98, 4.766)),
        ),
    },
    of="ratings",
)  # fmt: skip
TABLE_3 = ResponseTable(
    "responses of LoCoMo",
    50,
    {**NO_HISTORY, **MEMORY_BANK, **LD_AGENT, **GLONG},
    _published(
        "locomo", ("no-history", "memorybank", "ld-agent", "glong"),
        *((19.74, 7.17, 2.63, 1.12, 18.78), (20.90, 8.60, 3.96, 1.74, 20.59)),
        *((21.49, 9.07, 4.08, 1.62, 20.94), (24.03, 10.09, 4.67, 1.93, 22.31)),
    ),
    ("B-1", "B-2", "B-3", "B-4", "R-L"),
    datasets=("locomo",),
)  # fmt: skip
TABLE_6 = ResponseTable(
    "tokens of a dialogue and their cost",
    500,
    COMPARED,
    {
        **_published(
            "msc", _OF_ALL[1:], *((28_058, 0, 0, 4.21), (13_742, 14_645, 2_295, 5.63)),
            *((15_767, 11_352, 5_910, 7.61), (10_380, 0, 0, 1.56)),
        ),
        **_published(
            "cc", _OF_ALL[1:], *((20_327, 0, 0, 3.05), (13_709, 11_892, 2_116, 4.73)),
            *((13_412, 10_144, 4_481, 6.22), (9_230, 0, 0, 1.38)),
        ),
    },
    of="costs",
)  # fmt: skip
TABLE_8 = replace(
    TABLE_1,
    columns=("B-1", "B-4", "BS"),
    published={
        **_published(
            "msc", _OF_ALL, *((17.77, 0.43, 85.44), (19.10, 0.53, 85.73), (19.11, 0.53, 86.18)),
            *((19.50, 0.55, 85.73), (20.01, 0.63, 86.19)),
        ),
        **_published(
            "cc", _OF_ALL, *((20.86, 1.67, 86.57), (20.95, 2.58, 86.87), (21.50, 1.92, 87.35)),
            *((22.70, 2.39, 86.92), (24.13, 3.01, 88.42)),
        ),
    },
)  # fmt: skip

_ALL_SCORES = ("B-1", "B-2", "B-3", "B-4", "R-L")
_MSC_GLONG, _MSC_LD = (20.28, 6.23, 1.73, 0.60, 17.84), (19.53, 5.72, 1.50, 0.51, 17.24)
_CC_GLONG, _CC_LD = (23.92, 10.40, 5.25, 2.83, 24.34), (22.28, 9.37, 4.44, 2.27, 22.53)
_OF_100 = {("msc", "glong"): _MSC_GLONG, ("msc", "ld-agent"): _MSC_LD}

TABLE_9 = ResponseTable("responses of MSC", 100, {**GLONG, **LD_AGENT}, _OF_100, _ALL_SCORES, datasets=("msc",))
TABLE_10 = ResponseTable(
    "extraction by a large and by a small model",
    50,
    {ENRICHED: "G-Long"},
    {("msc", UPKEEP): (6.70, 1.78, 17.90), ("msc", EXTRACTOR): (6.70, 1.88, 17.90)},
    ("B-2", "B-3", "R-L"),
    datasets=("msc",),
    extractors=True,
)
TABLE_11 = ResponseTable(
    "another backbone: --model",
    100,
    {**LD_AGENT, **GLONG},
    {**_OF_100, ("cc", "glong"): _CC_GLONG, ("cc", "ld-agent"): _CC_LD},
    _ALL_SCORES,
)
TABLE_12 = ResponseTable(
    "another extractor: --extractor",
    100,
    {ENRICHED: "G-Long"},
    {("msc", EXTRACTOR): _MSC_GLONG, ("cc", EXTRACTOR): _CC_GLONG},
    _ALL_SCORES,
    extractors=True,
)
TABLE_14 = ResponseTable(
    "reranking",
    100,
    {"glong-no-rerank": "no rerank, top 5", "glong": "G-Long, top 3"},
    {
        ("msc", "glong-no-rerank"): (20.07, 5.65, 1.46, 0.54, 17.43),
        ("msc", "glong"): _MSC_GLONG,
        ("cc", "glong-no-rerank"): (23.36, 9.58, 4.52, 2.27, 23.62),
        ("cc", "glong"): _CC_GLONG,
    },
    _ALL_SCORES,
)

_BANK = Memory("MemoryBank", "memorybank", "round", (0.4422, 0.5693, 0.4405, 0.5282), upkeep=True)
_LD = Memory("LD-Agent", "ld-agent", "session", (0.4462, 0.5519, 0.4440, 0.5280), upkeep=True)
_GLONG = Memory("G-Long", "glong", "turn", (0.6286, 0.7220, 0.5783, 0.6200), weighed=True)
_RANKS = tuple(range(1, 21))
_UNPRINTED = (None,) * (len(_RANKS) - 1)

TABLE_4 = QuestionTable("retrieval and answers", (_BANK, _LD, _GLONG), (3, 5), accuracy=(3, 5))
TABLE_5 = QuestionTable(
    "memory architectures",
    (
        replace(_BANK, published=(0.40, 0.62, 0.77)),
        replace(_LD, published=(0.47, 0.68, 0.80)),
        Memory("HippoRAG", "hipporag", "turn", (0.12, 0.36, 0.46), upkeep=True),
        Memory("HippoRAG, G-Long's triplets", "hipporag-glong", "turn", (0.17, 0.66, 0.86)),
        replace(_GLONG, published=(0.71, 0.90, 0.92)),
    ),
    (1, 3, 5),
    sample=50,
)
TABLE_7 = QuestionTable(
    "hops",
    (
        Memory("G-Long, two hops", "glong-two-hops", "turn", (0.5314, 0.6042), weighed=True),
        replace(_LD, published=_LD.published[:2]),
        replace(_BANK, published=_BANK.published[:2]),
        replace(_GLONG, published=_GLONG.published[:2]),
    ),
    (3, 5),
)
TABLE_13 = QuestionTable(
    "importance",
    (
        Memory("without importance", "glong-no-importance", "turn", (0.6179, 0.5720)),
        replace(_GLONG, label="with importance", published=(0.6286, 0.5783)),
    ),
    (3,),
    accuracy=(3,),
    compares_importance=True,
)
FIGURE_4 = QuestionTable(
    "recall and reciprocal rank",
    (
        replace(_BANK, published=(*_UNPRINTED, None, 0.517)),
        replace(_LD, published=(*_UNPRINTED, None, 0.495)),
        replace(_GLONG, published=(*_UNPRINTED, 0.9321, 0.674)),
    ),
    _RANKS,
    reciprocal=True,
)

TABLES: Mapping[str, PaperTable] = {
    **{"1": TABLE_1, "2": TABLE_2, "3": TABLE_3, "4": TABLE_4, "5": TABLE_5, "6": TABLE_6, "7": TABLE_7, "8": TABLE_8},
    **{"9": TABLE_9, "10": TABLE_10, "11": TABLE_11, "12": TABLE_12, "13": TABLE_13, "14": TABLE_14},
    "figure-4": FIGURE_4,
}
