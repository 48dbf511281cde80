"""The canonical set: all entities so far, with an index that finds those with similar names.

Every key has a bounded number of holders, so that resolution stays linear in the mentions: when an entity is filed
under a key with `MOST_HOLDERS` holders, the one mentioned longest ago is dropped from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from convograph.resolution.blocking import keys_to_file, keys_to_find
from convograph.resolution.decisions import NO_DECISIONS, Decisions
from convograph.resolution.entities import Entity
from convograph.resolution.names import Name

MOST_HOLDERS = 32  # entities per key: our choice

Key = tuple[str, str | int]


@dataclass(slots=True)
class CanonicalSet:
    """Entities by number, and the numbers of those under each key. Copies share the entities, which never change."""

    decisions: Decisions = NO_DECISIONS
    entities: dict[int, Entity] = field(default_factory=dict)
    _holders: dict[Key, tuple[int, ...]] = field(default_factory=dict)

    def copy(self) -> CanonicalSet:
        """A copy that can change without changing this set."""
        return CanonicalSet(self.decisions, dict(self.entities), dict(self._holders))

    def part(self, numbers: Iterable[int]) -> CanonicalSet:
        """A set of some of the entities that can change without changing this set."""
        found = CanonicalSet(self.decisions)
        for number in sorted(set(numbers)):
            found.put(self.entities[number])
        return found

    def put(self, entity: Entity) -> None:
        """Add an entity, or replace it by its current state."""
        held = self.entities.get(entity.number)
        self.entities[entity.number] = entity
        known = len(held.names) if held else 0
        for name in entity.names[known:]:
            for key in dict.fromkeys(_filed(name, self.decisions)):
                self._file(key, entity.number)

    def named(self, key: str) -> list[Entity]:
        """The entities with a name of this exact key, or with one decided to mean the same."""
        return self._at([("exact", self.decisions.root(key))])

    def in_buckets(self, name: Name) -> list[Entity]:
        """The entities with a name that shares a MinHash bucket with this one."""
        return self._at(("band", band) for band in name.bands)

    def with_word(self, word: str) -> list[Entity]:
        """The entities with a name that has this word, or begins with a short form of it."""
        return self._at([("word", word)])

    def similar(self, name: Name) -> list[Entity]:
        """The entities with a name similar to this one, by any key."""
        exact = ("exact", self.decisions.root(name.exact))
        return self._at([exact, *(("band", band) for band in name.bands), *keys_to_find(name)])

    def is_kept_apart(self, key: str, entity: Entity) -> bool:
        """Whether a decision says that the name with this key does not mean the entity."""
        return bool(self.decisions.apart) and self.decisions.keep_apart(key, entity.exact_keys)

    def _at(self, keys: Iterable[Key]) -> list[Entity]:
        numbers = dict.fromkeys(number for key in keys for number in self._holders.get(key, ()))
        return [self.entities[number] for number in numbers]

    def _file(self, key: Key, number: int) -> None:
        there = self._holders.get(key, ())
        if number in there:
            return
        if len(there) >= MOST_HOLDERS:
            oldest = min(there, key=self._last_mentioned)
            there = tuple(one for one in there if one != oldest)
        self._holders[key] = (*there, number)

    def _last_mentioned(self, number: int) -> tuple[int, int]:
        entity = self.entities[number]
        return entity.episodes[-1], entity.first


def _filed(name: Name, decisions: Decisions) -> Iterator[Key]:
    yield "exact", decisions.root(name.exact)
    for band in name.bands:
        yield "band", band
    yield from keys_to_file(name)
