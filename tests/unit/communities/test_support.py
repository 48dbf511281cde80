"""Which episodes support a community, and which communities have enough."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from convograph.communities.support import NAMING_EPISODES, Community, SupportSettings, supported

ANA, BEN, DOG, VET = range(4)
MENTIONS = np.array(
    [(0, ANA), (0, DOG), (1, ANA), (1, BEN), (2, ANA), (2, DOG), (2, VET), (3, BEN), (4, VET), (4, DOG)]
)


def found(
    communities: list[list[int]], mentions: np.ndarray = MENTIONS, hubs: tuple[int, ...] = (), **settings: int
) -> list[tuple[list[int], list[int]]]:
    sets = [np.array(members, np.int64) for members in communities]
    kept = supported(sets, mentions, SupportSettings(**settings), hubs=hubs)
    return [(one.members.tolist(), one.episodes.tolist()) for one in kept]


def test_episodes_with_most_members_come_first_then_the_latest() -> None:
    """Of Ana, the dog and the vet, episode 2 mentions three; 4 and 0 mention two; 1 and 3 do not support them."""
    assert found([[ANA, DOG, VET]]) == [([ANA, DOG, VET], [2, 4, 0])]


def test_two_entities_and_two_episodes_are_enough() -> None:
    """Ana and Ben share one episode, and one entity is no community; both limits can be set."""
    assert found([[ANA, BEN], [DOG], [ANA, DOG]]) == [([ANA, DOG], [2, 0])]
    assert found([[ANA, BEN], [DOG], [ANA, DOG]], episodes=1) == [([ANA, BEN], [1]), ([ANA, DOG], [2, 0])]
    assert found([[DOG]], entities=1, shared=1) == [([DOG], [4, 2, 0])]


def test_mentions_count_once_in_an_episode_in_any_order() -> None:
    """However often they are given."""
    often = np.concatenate((MENTIONS[::-1], MENTIONS))
    assert found([[ANA, DOG, VET]], often) == found([[ANA, DOG, VET]])


def test_speakers_alone_do_not_support_a_community() -> None:
    """Episode 1 mentions nobody but the two speakers, who are hubs; without hubs it supports what has both."""
    with_ben = [[ANA, BEN, DOG]]
    assert found(with_ben) == [([ANA, BEN, DOG], [2, 1, 0])]
    assert found(with_ben, hubs=(ANA, BEN)) == [([ANA, BEN, DOG], [2, 0])]


def test_a_name_is_taken_from_twelve_episodes() -> None:
    """The first of them."""
    community = Community(np.arange(2), np.arange(20))
    assert NAMING_EPISODES == 12
    assert community.naming_episodes.tolist() == list(range(12))


def test_nothing_supports_nothing() -> None:
    """No communities, or no mentions."""
    assert found([]) == []
    assert found([[ANA, DOG]], np.empty((0, 2), np.int64)) == []


@given(
    communities=st.lists(st.sets(st.integers(0, 5), min_size=1), max_size=4),
    mentions=st.sets(st.tuples(st.integers(0, 6), st.integers(0, 5))),
    shared=st.integers(1, 3),
)
def test_it_is_what_counting_says(communities: list[set[int]], mentions: set[tuple[int, int]], shared: int) -> None:
    """Community by community, episode by episode."""
    expected = []
    for members in map(sorted, communities):
        counts = {episode: sum((episode, node) in mentions for node in members) for episode in range(7)}
        episodes = sorted((one for one in counts if counts[one] >= shared), key=lambda one: (-counts[one], -one))
        if len(members) > 1 and len(episodes) > 1:
            expected.append((members, episodes))
    rows = np.array(sorted(mentions), np.int64).reshape(-1, 2)
    assert found([sorted(members) for members in communities], rows, shared=shared) == expected
