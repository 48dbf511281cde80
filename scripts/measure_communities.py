"""Measures communities of entities as in LightGMEM's Table 15, for ego-splitting, label propagation and Leiden.

    python scripts/measure_communities.py /path/to/locomo_dev5.json

Entities and edges are those of `lightgmem`, with one memory per conversation; a community has at least two entities and
two episodes. Names, descriptions and vectors are made without a model. Each figure is the mean over conversations.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from statistics import fmean

import numpy as np
import numpy.typing as npt

import convograph
from convograph.architectures.lightgmem import LightGMEM
from convograph.architectures.lightgmem.communities import EntityCommunity, supported_communities, weighted_edges
from convograph.architectures.lightgmem.entity_graph import EntityGraph
from convograph.architectures.lightgmem.naming import description_of
from convograph.build import DEFAULT_ENCODER, make_encoder, make_reader
from convograph.communities.ego_splitting import LIGHTGMEM, SPLITTING, SplittingSettings, ego_splitting
from convograph.communities.partitions import LOUVAIN, NOTHING, PartitionMethod, partitioned
from convograph.communities.weighted_graph import WeightedGraph
from convograph.errors import ConvographError
from convograph.graph.rows import LayerKey
from convograph.graph.snapshot import LayerTable
from convograph.protocols import Query
from convograph.types import Conversation
from convograph_eval.community_metrics import coherence, fidelity, gini, relation_density, separation, temporal_spread
from convograph_eval.datasets import load

Members = Sequence[npt.NDArray[np.int64]]
Figures = Mapping[str, float | None]


def main(arguments: list[str] | None = None) -> None:
    """Print a row for each method."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("locomo", type=Path, help="the file of LoCoMo")
    parser.add_argument("--encoder", default=DEFAULT_ENCODER)
    options = parser.parse_args(arguments)
    try:
        cases = load("locomo", options.locomo).cases
        architecture = LightGMEM(make_encoder(options.encoder), make_reader())
    except ConvographError as error:
        parser.error(str(error))
    conversations = {case.conversation.name: case.conversation for case in cases}
    measured = [of_conversation(one, architecture) for one in conversations.values()]
    for method in METHODS:
        row = averaged([one[method] for one in measured])
        print(f"{method}: {', '.join(f'{name} {value:.3f}' for name, value in row.items())}")


def of_conversation(conversation: Conversation, architecture: LightGMEM) -> dict[str, Figures]:
    """The figures of each method on a conversation."""
    with convograph.open(":memory:", architecture=architecture) as memory:
        memory.add(list(conversation.sessions))
        snapshot = memory._keeper.caught_up()
    graph = architecture.entity_graph(snapshot, Query("", 1, architecture.unit))
    key: LayerKey = graph.keys.episodes
    episodes = snapshot.layers[key]
    edges = weighted_edges(graph, episodes)
    found = {}
    for name, method in METHODS.items():
        communities = supported_communities(graph, episodes, method(edges, graph.structure.speakers.tolist()))
        found[name] = figures(graph, episodes, communities, architecture)
    return found


def figures(
    graph: EntityGraph, episodes: LayerTable, communities: Sequence[EntityCommunity], architecture: LightGMEM
) -> Figures:
    """The six metrics, and three figures on size.

    These are the number of communities, the mean number of entities in each, and the share of entities in several.
    """
    vectors = [episodes.vectors.values[one.episodes].astype(np.float64) for one in communities]
    texts = [description_of(graph, one, episodes, architecture.analyzer) for one in communities]
    described = architecture.encoder.encode([f"{one.name}. {one.text}" for one in texts], "passage").astype(np.float64)
    sizes = [len(one.entities) for one in communities]
    memberships = Counter(entity for one in communities for entity in one.entities.tolist())
    return {
        "communities": float(len(communities)),
        "entities": fmean(sizes) if sizes else None,
        "in several": fmean(count > 1 for count in memberships.values()) if memberships else None,
        "coherence": coherence(vectors),
        "fidelity": fidelity(list(described), vectors),
        "separation": separation(vectors),
        "density": relation_density(
            [frozenset(one.entities.tolist()) for one in communities],
            [(one, other) for one, other in graph.relations.pairs.tolist()],
        ),
        "days": temporal_spread(_times(graph, episodes, one) for one in communities),
        "gini": gini(sizes),
    }


def averaged(rows: Iterable[Figures]) -> dict[str, float]:
    """The mean of each figure over the conversations that have it."""
    given = list(rows)
    values = {name: [value for row in given if (value := row[name]) is not None] for name in given[0]}
    return {name: fmean(each) if each else float("nan") for name, each in values.items()}


def groups(labels: npt.NDArray[np.int64], graph: WeightedGraph) -> Members:
    """The nodes with an edge, grouped by their labels."""
    nodes = np.unique(graph.ends)
    return [nodes[labels[nodes] == label] for label in np.unique(labels[nodes])]


def _times(graph: EntityGraph, episodes: LayerTable, community: EntityCommunity) -> list[datetime]:
    rows = episodes.first_turns()[community.episodes].tolist()
    said = [graph.snapshot.turns.source_turn(row).said for row in rows]
    return [one.local for one in said if one is not None]


def _partitioned(method: PartitionMethod) -> Callable[[WeightedGraph, Sequence[int]], Members]:
    return lambda graph, hubs: groups(partitioned(graph, method, NOTHING).labels, graph)


METHODS: Mapping[str, Callable[[WeightedGraph, Sequence[int]], Members]] = {
    "ego-splitting (Louvain)": lambda graph, hubs: ego_splitting(graph, LIGHTGMEM, hubs=hubs).communities,
    "ego-splitting (Leiden)": lambda graph, hubs: ego_splitting(graph, SPLITTING, hubs=hubs).communities,
    "ego-splitting (Louvain, also of ego nets)": lambda graph, hubs: (
        ego_splitting(graph, SplittingSettings(LOUVAIN, LOUVAIN), hubs=hubs).communities
    ),
    "ego-splitting (Louvain, label propagation of ego nets)": lambda graph, hubs: (
        ego_splitting(graph, SplittingSettings(PartitionMethod("label_propagation"), LOUVAIN), hubs=hubs).communities
    ),
    "label propagation": _partitioned(PartitionMethod("label_propagation")),
    "Leiden": _partitioned(PartitionMethod("leiden")),
}


if __name__ == "__main__":
    main()
