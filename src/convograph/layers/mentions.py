"""The mention layer: who and what each turn names, with kind and place, as input to resolution. No model call.

LightGMEM's mentions (section 4.3, stage 2), from any mention reader. The speakers of a session are seeded as persons,
each on their first turn [R]; names at the ends of relations that the reader missed are mentions too. Pronouns, noun
phrases and times are not [R].

With `descriptions` (ours), nouns that may stand for a name ("my sister", "the greyhound") are items too, with what
resolution needs to find whom they mean; it leaves out those that mean nobody known. So are rare words that are names to
nobody but this layer ("How is Joost?"), or may be ("teo"): resolution leaves out those that are no name elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any

from convograph.extraction.descriptions import Description, descriptions_in
from convograph.extraction.lexicon import word_list
from convograph.extraction.mentions.name_kinds import called
from convograph.extraction.mentions.possible_names import possible_names
from convograph.extraction.types import EntityKind, FoundTriplet, Mention, TurnInContext
from convograph.graph.columns import Listing
from convograph.graph.rows import WHOLE_TURN, NodeBatch
from convograph.graph.sessions import Part
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.turns import speaker_key
from convograph.layers.bases import ReadLayer
from convograph.layers.items import spanning_items
from convograph.resolution.described import Described, stands_alone
from convograph.resolution.wording import proper_words
from convograph.segmentation import is_tool
from convograph.types import SourceTurn

MOST_RELATED = 8  # names kept of those that a turn relates to one name: our choice

DESCRIPTIONS = 4  # raised by hand whenever the descriptions, or the rare words that may be names, in some text change

Span = tuple[int, int]
WHOLE: Span = (WHOLE_TURN, WHOLE_TURN)
_POSSIBLE = ["possible"]  # in a payload in place of a description


@dataclass(frozen=True, slots=True)
class NamedMention:
    """A name in a turn as its layer keeps it, without its place.

    `name` is what is resolved (for a participant, the speaker's own name), `text` the spelling in the turn. `related`
    are the other ends of statements about it in this turn. A `seeded` mention is a speaker. A mention by a noun is
    `described`, and its name says whose it is, if known ("Ana's mum"). A `possible` one is a word ("teo") that is a
    name ("Teo") only if the memory has that name elsewhere.
    """

    name: str
    kind: EntityKind
    text: str
    seeded: bool = False
    related: tuple[str, ...] = ()
    described: Described | None = None
    possible: bool = False

    @property
    def is_name(self) -> bool:
        """Whether it is a name wherever it stands: neither a description nor a word that only may be one."""
        return self.described is None and not self.possible

    @property
    def said(self) -> str:
        """The name as its turn has it: if the turn has only part of a participant's name ("Sam"), that part."""
        if self.text == self.name or self.seeded or not self.is_name:
            return self.name
        return self.text if called(speaker_key(self.text), [self.name]) else self.name


@dataclass(frozen=True, slots=True)
class MentionLayer(ReadLayer):
    """Names as items of scope `"session"`, each once per turn, at its characters; speakers rest on whole turns.

    The vector and the terms are those of the name; the payload is read by `mention_of`.
    """

    name = "mentions"
    version = "3"

    descriptions: bool = False

    @property
    def further(self) -> tuple[str, ...]:
        """The version of descriptions, if there are any."""
        return (f"descriptions-{DESCRIPTIONS}",) if self.descriptions else ()

    def extract(self, parts: Sequence[Part]) -> NodeBatch:
        """The names in the parts, in order."""
        found = [one for part in parts for one in self._of(part)]
        return spanning_items(
            [mention.name for mention, _, _ in found],
            [(turn.key, *span) for _, turn, span in found],
            self.model,
            analyzer=self.analyzer,
            payloads=tuple(payload_of(mention) for mention, _, _ in found),
        )

    def _of(self, part: Part) -> Iterator[tuple[NamedMention, SourceTurn, Span]]:
        known: set[str] | None = None if part.start else set()  # later turns of a session have no new speaker
        for (read, mentioned), (_, stated) in zip(self.mentioned(part), self.stated(part), strict=True):
            told = [one for one in stated if not one.hypothetical]
            described = descriptions_in(read, mentioned) if self.descriptions else []
            further = [*_descriptions(read, described)]
            if self.descriptions:
                further += _rare_words(read, mentioned, described)
            for mention, span in _of_turn(read, mentioned, told, known, further):
                yield mention, read.turn, span


def mention_of(payload: str) -> NamedMention:
    """The mention that an item of the layer holds."""
    name, kind, text, seeded, related, *more = json.loads(payload)
    described = Described(*more[0]) if more and more != _POSSIBLE else None
    return NamedMention(name, kind, text, bool(seeded), tuple(related), described, more == _POSSIBLE)


def as_named(mention: NamedMention, *, as_said: bool) -> NamedMention:
    """A mention under its name, or under the name as its turn has it."""
    return replace(mention, name=mention.said) if as_said else mention


def read_mentions(snapshot: Snapshot, key: Hashable, layer: LayerTable) -> Listing[NamedMention]:
    """The mention of each item of a mention layer, cached under `key`; only new items are read."""

    def more(held: Listing[NamedMention], payloads: Sequence[str]) -> Listing[NamedMention]:
        return held.extended(list(map(mention_of, payloads)))

    made: Listing[NamedMention] = snapshot.derived.incremental(
        ("read-mentions", key), layer.payloads, Listing[NamedMention], more
    )
    return made


def payload_of(mention: NamedMention) -> str:
    """The payload of a mention's item."""
    fields: list[Any] = [mention.name, mention.kind, mention.text, int(mention.seeded), mention.related]
    if mention.described is not None:
        fields.append(astuple(mention.described))
    if mention.possible:
        fields += _POSSIBLE
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def _of_turn(
    turn: TurnInContext,
    mentioned: Sequence[Mention],
    told: Sequence[FoundTriplet],
    known: set[str] | None,
    further: Sequence[tuple[NamedMention, Span]],
) -> Iterator[tuple[NamedMention, Span]]:
    """The names of a turn, each once, the speaker's first; `known` are the speakers so far, `None` to seed none.

    `further` are descriptions and rare words. A word for kin that is read both as a name ("Mum") and as a
    description is the description; a description that is also an end of a statement ("Ana's car") is a mention whether
    or not anybody says the name.
    """
    found: dict[str, tuple[NamedMention, Span]] = {}
    spans = {span for _, span in further}
    names = [(one, span) for one, span in _named(mentioned) if span not in spans]
    meant = {speaker_key(one.text): speaker_key(one.name) for one, _ in names}
    related = _related(told, meant)
    for mention, span in (*_seeded(turn, known), *names, *_ends(turn, told), *further):
        key = _key(mention.name, meant)
        if key in found:
            found[key] = _together(found[key][0], mention), found[key][1]
        elif key:
            found[key] = mention, span
    for key, (mention, span) in found.items():
        yield replace(mention, related=tuple(related.get(key, ()))[:MOST_RELATED]), span


def _together(held: NamedMention, mention: NamedMention) -> NamedMention:
    """Two mentions of one name in a turn as one, with what tells more about whom a description means.

    A name that is also a noun stays a name: "Baker" and "the baker". If "my mum" occurs once, it counts as possessed.
    """
    told, before = mention.described, held.described
    if told is None or (before is None and told.whose is None):
        return held
    if before is None:
        return replace(held, described=replace(told, stands=True))
    if before.called is not None:
        return held
    determiner = "possessed" if before.determiner == "possessed" else told.determiner
    return replace(held, described=replace(told, stands=before.stands, determiner=determiner))


def _descriptions(turn: TurnInContext, described: Sequence[Description]) -> Iterator[tuple[NamedMention, Span]]:
    for one in described:
        text = turn.turn.text[one.start : one.end]
        name = one.noun if one.whose is None else f"{one.whose}'s {one.noun}"
        called = None if one.called is None else one.called.name
        told = Described.of(one, called)
        told = replace(told, stands=stands_alone(told))
        yield NamedMention(name, one.kind, text, described=told), (one.start, one.end)


def _rare_words(
    turn: TurnInContext, mentioned: Sequence[Mention], described: Sequence[Description]
) -> Iterator[tuple[NamedMention, Span]]:
    """The rare words that are or may be names, outside names and descriptions."""
    names = [(one.start, one.end) for one in mentioned if one.is_name]
    for one in possible_names(turn, [*names, *((each.start, each.end) for each in described)]):
        text = turn.turn.text[one.start : one.end]
        yield NamedMention(text[0].upper() + text[1:], one.kind, text, possible=not one.sure), (one.start, one.end)


def _seeded(turn: TurnInContext, known: set[str] | None) -> Iterator[tuple[NamedMention, Span]]:
    speaker = turn.turn.speaker
    if known is not None and speaker and not is_tool(speaker) and speaker_key(speaker) not in known:
        known.add(speaker_key(speaker))
        yield NamedMention(speaker, "person", speaker, seeded=True), WHOLE


def _named(mentioned: Sequence[Mention]) -> Iterator[tuple[NamedMention, Span]]:
    for mention in mentioned:
        if mention.is_name and mention.kind != "time" and not _is_pronoun(mention.text, mention.kind):
            yield NamedMention(mention.name, mention.kind, mention.text), (mention.start, mention.end)


def _is_pronoun(text: str, kind: EntityKind) -> bool:
    """Whether a word read as a name is a pronoun: "Me and Tom went". "US" is a place."""
    return kind != "place" and text.lower() in word_list("people_pronouns")


def _ends(turn: TurnInContext, told: Sequence[FoundTriplet]) -> Iterator[tuple[NamedMention, Span]]:
    """Ends of statements that are names; participants are left to their own turns, since "I" is not a mention."""
    participants = set(map(speaker_key, turn.participants))
    for statement in told:
        stated = statement.stated
        ends = ((statement.triplet.subject, stated.subject_kind), (statement.triplet.object, stated.object_kind))
        for name, kind in ends:
            is_name = kind != "time" and proper_words(name) and not _is_pronoun(name, kind)
            if is_name and speaker_key(name) not in participants:
                yield NamedMention(name, kind, name), (statement.start, statement.end)


def _related(told: Sequence[FoundTriplet], meant: Mapping[str, str]) -> dict[str, dict[str, None]]:
    """For each end of some statements, by its key, the other ends."""
    found: dict[str, dict[str, None]] = {}
    for statement in told:
        subject, object_ = statement.triplet.subject, statement.triplet.object
        found.setdefault(_key(subject, meant), {})[object_] = None
        found.setdefault(_key(object_, meant), {})[subject] = None
    return found


def _key(name: str, meant: Mapping[str, str]) -> str:
    """The key of a name, or of the full name `meant` by it in its turn: "Sam" for the speaker Sam Okafor."""
    key = speaker_key(name)
    return meant.get(key, key)
