"""The script that measures communities: whole conversations, and what it averages."""

from __future__ import annotations

from datetime import datetime

import numpy as np
import pytest

from convograph.architectures.lightgmem import LightGMEM
from convograph.build import make_reader
from convograph.communities.weighted_graph import graph_of
from convograph.types import Conversation, Session, Turn
from measure_communities import METHODS, averaged, groups, of_conversation
from support.conversations import said_at
from support.encoders import HashingEncoder


def test_a_conversation_is_measured_by_every_method() -> None:
    """Two meetings of Tom and Maria two days apart: one community of three, with Ana who speaks, and one relation."""
    sessions = tuple(
        Session((Turn("Tom met Maria.", "Ana"),), f"s{day}", said_at(datetime(2024, 1, day))) for day in (1, 3)
    )
    found = of_conversation(Conversation("one", sessions), LightGMEM(HashingEncoder(), make_reader()))
    assert found.keys() == METHODS.keys()
    for figures in found.values():
        assert (figures["communities"], figures["entities"]) == (1, 3)
        assert figures["coherence"] == pytest.approx(1)
        assert figures["density"] == pytest.approx(1 / 3)
        assert (figures["days"], figures["gini"], figures["separation"]) == (1, 0, None)


def test_means_leave_out_what_has_no_value() -> None:
    """Of two conversations one has no pair of communities."""
    assert averaged([{"a": 1.0, "b": None}, {"a": 2.0, "b": 4.0}]) == {"a": 1.5, "b": 4.0}


def test_nodes_without_edges_are_in_no_group() -> None:
    """As in ego-splitting."""
    graph = graph_of(4, np.array([[0, 1], [1, 3]]), np.ones(2))
    assert [group.tolist() for group in groups(np.array([0, 0, 1, 2]), graph)] == [[0, 1], [3]]
