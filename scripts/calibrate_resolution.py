"""Fit the weights of the resolver without a model: `convograph/weights/resolution/weights.json`.

    python scripts/calibrate_resolution.py data/names DATA --write
    python scripts/calibrate_resolution.py data/names DATA --ablate

`data/names` has labels of the entities meant; `DATA` has a folder for each source (longmemeval). Reads only the fitting
part: fitting.jsonl, and the fitting conversations of made.jsonl. Conversations are resolved with the gold labels as the
resolver, once with the paper's settings and once with ours; the candidates it is asked about, with their features, are
the training data. The weights are a logistic regression with a penalty on the distance from the hand-set weights, so
that features that are rare in the labels keep theirs. Its scores are then made probabilities: a slope and a shift of
the log odds are fitted to the best candidates in left-out conversations, resolved as a memory would, and put into the
weights. The threshold is the one with the best entities (B³) in conversations left out of the fit.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from convograph.build import make_encoder, make_reader
from convograph.extraction.descriptions import Description, descriptions_in
from convograph.extraction.descriptions.nouns import is_kin
from convograph.extraction.lexicon import word_list
from convograph.extraction.reading import Reader
from convograph.graph.vectors import rounded
from convograph.protocols import Encoder
from convograph.resolution import (
    OFFLINE,
    PAPER,
    Choice,
    Mention,
    OfflineResolver,
    Question,
    ResolutionSettings,
    Resolved,
    Resolver,
    beginning,
    by_ground,
    resolve,
)
from convograph.resolution.described import Described, Identities
from convograph.resolution.evidence import FEATURES, evidence
from convograph.resolution.name_signs import name_signs
from convograph.resolution.weights import ResolutionWeights
from convograph.resolution.wording import titles
from convograph.segmentation.windows import windows
from convograph.types import Conversation, Session, SourceTurn, Turn
from convograph_eval.b_cubed import BCubed, b_cubed
from convograph_eval.datasets import turn_ids
from convograph_eval.names import NamedMention, read_made, read_names
from shared.hand_set_weights import HAND_SET

WEIGHTS = Path(__file__).parents[1] / "src" / "convograph" / "weights" / "resolution" / "weights.json"
PENALTY = 1.0  # on the squared distance of a weight from the hand-set one
STEPS, SMALLEST_STEP = 50, 1e-9  # of Newton's method
PARTS = 5  # folds of conversations for cross-validation
GRID = tuple(step / 20 for step in range(10, 20))  # `join` thresholds: .50 to .95, never joining against the odds
APART = tuple(step / 20 for step in range(1, 11))  # `apart` thresholds: .05 to .50
MISSED = 0.1  # maximum share of true matches among candidates kept apart
DECIMALS = 3
SETTINGS = {"paper": PAPER, "ours": OFFLINE}

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True)
class LabelledConversation:
    """A conversation as mentions in order of time; `entities` has the label of each, and whether it counts.

    `described` has the mentions as they are resolved if descriptions count as mentions too.
    """

    name: str
    mentions: tuple[Mention, ...]
    entities: tuple[tuple[str, bool], ...]
    contexts: npt.NDArray[np.float32]
    described: tuple[Mention, ...]


def main(arguments: list[str] | None = None) -> None:
    """Fit the weights, and print the resolver's quality in conversations left out of the fit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", type=Path, help="the folder of labels")
    parser.add_argument("data", type=Path, help="the folder of data sets")
    parser.add_argument("--encoder", default="static-sentences")
    parser.add_argument("--write", action="store_true", help=f"write {WEIGHTS.name}")
    parser.add_argument("--ablate", action="store_true", help="leave out one feature after the other")
    given = parser.parse_args(arguments)
    conversations = fitting(given.names, given.data, make_encoder(given.encoder))
    parts = [conversations[part::PARTS] for part in range(PARTS)]
    asked = [table(part) for part in parts]
    weights = calibrated(parts, asked)
    print(json.dumps(as_json(weights), indent=1))
    report(parts, asked, weights)
    if given.ablate:
        ablate(parts, asked, weights)
    if given.write:
        WEIGHTS.write_text(json.dumps(as_json(weights), indent=1) + "\n", encoding="utf-8")


# The labels as mentions


def fitting(names: Path, data: Path, encoder: Encoder) -> list[LabelledConversation]:
    """The conversations of the fitting part."""
    found = [
        *read_names(names / "fitting.jsonl", names.parent, ["chronicles"]),
        *read_names(names / "fitting.jsonl", data, ["longmemeval"]),
        *read_made(names / "made.jsonl", "fitting"),
    ]
    reader = make_reader()
    return [labelled(one.conversation, spans_of(one.conversation, one.mentions), encoder, reader) for one in found]


@dataclass(frozen=True)
class Span:
    """A labelled span of a turn."""

    start: int
    end: int
    kind: str
    entity: str


def spans_of(conversation: Conversation, mentions: Sequence[NamedMention]) -> dict[tuple[int, int], list[Span]]:
    """The labelled spans of each turn, by the indexes of session and turn."""
    places = {
        name: (session, turn)
        for session, one in enumerate(conversation.sessions)
        for turn, name in enumerate(turn_ids(one))
    }
    found: dict[tuple[int, int], list[Span]] = {}
    for one in mentions:
        found.setdefault(places[one.turn], []).append(Span(one.start, one.end, one.kind, one.entity))
    return found


def labelled(
    conversation: Conversation, spans: Mapping[tuple[int, int], list[Span]], encoder: Encoder, reader: Reader
) -> LabelledConversation:
    """Mentions as an architecture would make them: chunks as episodes, speakers seeded, one context vector per turn."""
    drafts: list[tuple[Mention, str, bool]] = []
    texts: list[str] = []
    described: dict[int, tuple[Described, int]] = {}
    told: list[tuple[Described, int]] = []
    episode, seen = 0, set()
    for session, one in enumerate(conversation.sessions):
        lines = [f"{turn.speaker}: {turn.text}" for turn in one.turns]
        starts = [window.start for window in windows(lines)]
        ends = [*(window.stop for window in windows(lines)), len(lines)]
        for place, (turn, found) in enumerate(zip(one.turns, described_in(one, reader), strict=True)):
            number = episode + next(each for each, end in enumerate(ends) if place < end)
            if turn.speaker and turn.speaker not in seen:
                seen.add(turn.speaker)
                said = Mention(
                    turn.speaker, "person", number, 0, session, turn.speaker, context=len(texts), seeded=True
                )
                drafts.append((said, turn.speaker, False))
            own = sorted(spans.get((session, place), ()), key=lambda each: (each.start, each.end))
            as_told = [(description, as_described(turn, description, own)) for description in found]
            told += [(each, session) for _, each in as_told]
            for span in own:
                surface = surface_of(turn, span)
                said = Mention(surface, span.kind, number, 0, session, turn.speaker, context=len(texts))
                meant = next((each for description, each in as_told if stands_for(turn, span, description)), None)
                if meant is not None:
                    described[len(drafts)] = meant, session
                drafts.append((said, span.entity, True))
            texts.append(lines[place])
        episode += len(starts)
    vectors = rounded(encoder.encode(texts, "passage"))
    mentions = [replace(said, position=place) for place, (said, _, _) in enumerate(drafts)]
    identities = Identities.of(told, seen)
    as_meant = [
        said if place not in described else resolved_as(said, *described[place], identities)
        for place, said in enumerate(mentions)
    ]
    return LabelledConversation(
        conversation.name,
        with_names_beside(mentions),
        tuple((entity, counts) for _, entity, counts in drafts),
        vectors,
        with_names_beside(as_meant),
    )


def described_in(session: Session, reader: Reader) -> list[list[Description]]:
    """The descriptions of each turn, as a memory extracts them."""
    turns = [
        SourceTurn(place, name, "", place, turn.speaker, turn.text, None)
        for place, (name, turn) in enumerate(zip(turn_ids(session), session.turns, strict=True))
    ]
    return [descriptions_in(read, mentioned) for read, mentioned in reader.mentions_of(turns)]


def as_described(turn: Turn, one: Description, spans: Sequence[Span]) -> Described:
    """A description as input of resolution, with the surface of the labelled mention that its turn calls it."""
    name = None
    if one.called is not None:
        called = one.called
        name = next(
            (
                surface_of(turn, span)
                for span in spans
                if span.start < called.end and called.start < span.end and not span.start <= one.start < span.end
            ),
            called.name,
        )
    return Described.of(one, name)


def stands_for(turn: Turn, span: Span, one: Description) -> bool:
    """Whether a labelled span is this description and not a name."""
    text = turn.text[span.start : span.end]
    is_name = any(word[0].isupper() for word in text.split()) and not is_kin(one.noun)
    return span.start <= one.start < span.end <= one.end + len("'ll") and not is_name


def resolved_as(said: Mention, one: Described, session: int, identities: Identities) -> Mention:
    """A mention as resolved with descriptions: under its stated name, or as somebody's relative."""
    meant = identities.meant(one, session)
    if meant.named:
        return replace(said, surface=meant.surface, kind="thing")
    if one.whose is None or not is_kin(one.noun):
        return said
    return replace(said, surface=meant.surface, speaker=meant.whose or said.speaker, owner=meant.owner)


def with_names_beside(mentions: Sequence[Mention]) -> tuple[Mention, ...]:
    """The mentions with the other names of their episodes."""
    beside = names_beside(mentions)
    return tuple(replace(one, beside=tuple(names)) for one, names in zip(mentions, beside, strict=True))


def names_beside(mentions: Sequence[Mention]) -> Iterator[list[str]]:
    """The other names in the episode of each mention."""
    of: dict[int, dict[str, None]] = {}
    for one in mentions:
        of.setdefault(one.episode, {})[one.surface] = None
    return ([name for name in of[one.episode] if name != one.surface] for one in mentions)


def surface_of(turn: Turn, span: Span) -> str:
    """The text of a span with the title before it, and of relatives with their owner, as extraction names them.

    >>> surface_of(Turn("I called Dr. Ruiz.", "Ana"), Span(13, 17, "person", "Ruiz"))
    'Dr. Ruiz'
    >>> surface_of(Turn("My sister came.", "Ana"), Span(3, 9, "person", "Bea"))
    "Ana's sister"
    """
    text = turn.text[span.start : span.end]
    before = turn.text[: span.start].split()
    last = before[-1] if before and turn.text[span.start - 1] == " " else ""
    if last.lower().rstrip(".") in titles():
        return f"{last} {text}"
    if text.lower() in word_list("kin"):
        if last.lower() == "my" and turn.speaker:
            return f"{turn.speaker}'s {text}"
        if last.endswith(("'s", "’s")) and last[:1].isupper():
            return f"{last} {text}"
    return text


# The questions to the resolver


@dataclass
class Gold:
    """Resolves by the labels, and records every candidate's features with whether it is the right one."""

    conversation: LabelledConversation
    rows: list[tuple[tuple[float, ...], bool]] = field(default_factory=list)

    def decide(self, group: Sequence[Question]) -> list[Choice]:
        """The labels' choices."""
        return [self._choice(question) for question in group]

    def _choice(self, question: Question) -> Choice:
        meant = self.conversation.entities[question.mention.position][0]
        right = [self.conversation.entities[one.entity.first][0] == meant for one in question.candidates]
        self.rows += zip(evidence(question, name_signs), right, strict=True)
        return Choice(
            next(
                (one.entity.number for one, is_right in zip(question.candidates, right, strict=True) if is_right), None
            )
        )


@dataclass
class Noted:
    """Chooses like the resolver without a model, and records the best candidates.

    A row has the candidate's probability, whether it is right, by the label of its entity's first mention, and whether
    an entity was chosen.
    """

    conversation: LabelledConversation
    resolver: OfflineResolver
    rows: list[tuple[float, bool, bool]] = field(default_factory=list)

    def decide(self, group: Sequence[Question]) -> list[Choice]:
        """The resolver's choices."""
        choices = self.resolver.decide(group)
        for question, choice in zip(group, choices, strict=True):
            chances = [self.resolver.weights.probability(one) for one in evidence(question, name_signs)]
            best = question.candidates[int(np.argmax(chances))].entity
            meant = self.conversation.entities[question.mention.position][0]
            right = self.conversation.entities[best.first][0] == meant
            self.rows.append((max(chances), right, choice.entity is not None))
        return choices


def folded(one: LabelledConversation, resolver: Resolver, settings: ResolutionSettings) -> Resolved:
    """The resolved mentions of a conversation; uses one lane, since no model is waited for."""
    mentions = one.described if settings.descriptions else one.mentions
    return resolve(mentions, resolver, beginning(replace(settings, lanes=1)), one.contexts)


def table(conversations: Sequence[LabelledConversation]) -> tuple[Matrix, Matrix]:
    """The features of all candidates the resolver is asked about, and 1 for the right ones, else 0."""
    rows: list[tuple[tuple[float, ...], bool]] = []
    for one in conversations:
        for settings in SETTINGS.values():
            gold = Gold(one)
            folded(one, gold, settings)
            rows += gold.rows
    values = np.array([features for features, _ in rows], np.float64).reshape(-1, len(FEATURES))
    return values, np.array([float(right) for _, right in rows])


# The fit


def fit(values: Matrix, right: Matrix, prior: Matrix, penalty: float = PENALTY) -> Matrix:
    """The weights, with the bias last, of a logistic regression whose distance from `prior` is penalised.

    Uses Newton's method, halving each step until it reduces the loss.
    """
    design = np.column_stack((values, np.ones(len(values))))

    def loss(weights: Matrix) -> float:
        odds = design @ weights
        return float((np.logaddexp(0, odds) - right * odds).sum() + penalty / 2 * ((weights - prior) ** 2).sum())

    weights = prior.copy()
    for _ in range(STEPS):
        chances = np.exp(-np.logaddexp(0, -design @ weights))
        gradient = design.T @ (chances - right) + penalty * (weights - prior)
        curvature = (design * (chances * (1 - chances))[:, None]).T @ design + penalty * np.eye(len(weights))
        step = np.linalg.solve(curvature, gradient)
        while loss(weights - step) > loss(weights) and np.abs(step).max() > SMALLEST_STEP:
            step /= 2
        weights = weights - step
        if np.abs(step).max() <= SMALLEST_STEP:
            break
    return weights


def weights_of(values: Matrix, right: Matrix, join: float = 0.5) -> ResolutionWeights:
    """The weights fitted to a table; features whose weight would have the wrong sign are left out (0)."""
    names = list(FEATURES)
    while True:
        columns = [FEATURES.index(name) for name in names]
        prior = np.array([*(HAND_SET.features[name] for name in names), HAND_SET.bias])
        *found, bias = fit(values[:, columns], right, prior).round(DECIMALS).tolist()
        kept = [name for name, weight in zip(names, found, strict=True) if weight * HAND_SET.features[name] >= 0]
        if kept == names:
            return ResolutionWeights(
                dict.fromkeys(FEATURES, 0.0) | dict(zip(names, found, strict=True)), bias, join, 0.0
            )
        names = kept


@dataclass(frozen=True)
class Scale:
    """Turns log odds into probabilities: σ(slope · log odds + shift)."""

    slope: float
    shift: float

    def applied(self, weights: ResolutionWeights) -> ResolutionWeights:
        """The weights that give the scaled log odds."""
        features = {name: round(self.slope * weight, DECIMALS) for name, weight in weights.features.items()}
        return replace(weights, features=features, bias=round(self.slope * weights.bias + self.shift, DECIMALS))


def scale_of(chances: Matrix, right: Matrix) -> Scale:
    """The maximum-likelihood scale for some probabilities; the identity if all outcomes are equal, which has none."""
    if len(set(right.tolist())) < 2:
        return Scale(1.0, 0.0)
    log_odds = np.log(chances) - np.log1p(-chances)
    slope, shift = fit(log_odds[:, None], right, np.array([1.0, 0.0]), penalty=SMALLEST_STEP).tolist()
    return Scale(slope, shift)


def best_of(
    parts: Sequence[Sequence[LabelledConversation]], weights: Sequence[ResolutionWeights]
) -> tuple[Matrix, Matrix]:
    """The probabilities of the best candidates of all parts by each part's weights, and 1 for the right ones."""
    rows: list[tuple[float, bool, bool]] = []
    for part, of_part in zip(parts, weights, strict=True):
        for one in part:
            for settings in SETTINGS.values():
                noted = Noted(one, OfflineResolver(of_part))
                folded(one, noted, settings)
                rows += noted.rows
    return np.array([chance for chance, _, _ in rows]), np.array([float(right) for _, right, _ in rows])


def without_each(
    parts: Sequence[Sequence[LabelledConversation]], asked: Sequence[tuple[Matrix, Matrix]]
) -> tuple[list[ResolutionWeights], Scale]:
    """The scaled weights fitted without each part, and the scale."""
    left_out = [weights_of(*without(asked, part)) for part in range(len(parts))]
    scale = scale_of(*best_of(parts, left_out))
    return [scale.applied(one) for one in left_out], scale


def calibrated(
    parts: Sequence[Sequence[LabelledConversation]], asked: Sequence[tuple[Matrix, Matrix]]
) -> ResolutionWeights:
    """The weights fitted to all parts, with the scale and the thresholds that are best in the left-out parts."""
    left_out, scale = without_each(parts, asked)
    join = max(GRID, key=lambda bound: (mean_f1(parts, [replace(one, join=bound) for one in left_out]), bound))
    weights = replace(scale.applied(weights_of(*without(asked, None))), join=join)
    chances = np.concatenate([probabilities(one, values) for one, (values, _) in zip(left_out, asked, strict=True)])
    right = np.concatenate([each for _, each in asked])
    apart = max((bound for bound in APART if bound <= join and _misses(chances, right, bound) <= MISSED), default=0.0)
    return replace(weights, apart=apart)


def without(asked: Sequence[tuple[Matrix, Matrix]], part: int | None) -> tuple[Matrix, Matrix]:
    """The joined tables of all parts but one, or of all."""
    kept = [each for place, each in enumerate(asked) if place != part]
    return np.concatenate([values for values, _ in kept]), np.concatenate([right for _, right in kept])


def probabilities(weights: ResolutionWeights, values: Matrix) -> Matrix:
    """The probability that each candidate is right."""
    return np.array([weights.probability(tuple(row)) for row in values.tolist()])


def _misses(chances: Matrix, right: Matrix, bound: float) -> float:
    below = right[chances <= bound]
    return float(below.mean()) if len(below) else 0.0


# Evaluation


def score(one: LabelledConversation, resolver: Resolver, settings: ResolutionSettings) -> BCubed:
    """B³ over the labelled mentions of a conversation."""
    found = folded(one, resolver, settings).resolutions
    pairs = [(each.entity, label) for each, (label, counts) in zip(found, one.entities, strict=True) if counts]
    return b_cubed([entity for entity, _ in pairs], [label for _, label in pairs])


def mean_f1(parts: Sequence[Sequence[LabelledConversation]], weights: Sequence[ResolutionWeights]) -> float:
    """The mean B³ F1 over both settings, weighted by mentions."""
    total = count = 0.0
    for part, of_part in zip(parts, weights, strict=True):
        for one in part:
            size = sum(counts for _, counts in one.entities)
            for settings in SETTINGS.values():
                total += size * score(one, OfflineResolver(of_part), settings).f1
                count += size
    return total / count


def report(
    parts: Sequence[Sequence[LabelledConversation]], asked: Sequence[tuple[Matrix, Matrix]], weights: ResolutionWeights
) -> None:
    """Print the scores in left-out conversations, compared with hand-set weights, no joins, and the labels."""
    values, right = without(asked, None)
    print(f"{len(values)} candidates, of which {int(right.sum())} are meant")
    left_out = [replace(one, join=weights.join, apart=weights.apart) for one in without_each(parts, asked)[0]]
    for name, settings in SETTINGS.items():
        print(f"\n{name:24}precision recall f1 (means over mentions; {len(parts)} parts)")
        for title, of in (
            ("fitted, left out", lambda part, one: OfflineResolver(left_out[part])),
            ("set by hand", lambda part, one: OfflineResolver(HAND_SET)),
            ("nobody is joined", lambda part, one: OfflineResolver(replace(HAND_SET, bias=-1e6))),
            ("the labels", lambda part, one: Gold(one)),
        ):
            print_scores(title, parts, of, settings)


def print_scores(
    title: str,
    parts: Sequence[Sequence[LabelledConversation]],
    of: Callable[[int, LabelledConversation], Resolver],
    settings: ResolutionSettings,
) -> None:
    """Print a row: means over mentions, and the counts of all resolutions by ground."""
    sums = np.zeros(3)
    size = 0
    grounds: dict[str, int] = {}
    for part, conversations in enumerate(parts):
        for one in conversations:
            count = sum(counts for _, counts in one.entities)
            scored = score(one, of(part, one), settings)
            sums += count * np.array([scored.precision, scored.recall, scored.f1])
            size += count
            for ground, number in by_ground(folded(one, of(part, one), settings).resolutions).items():
                grounds[ground] = grounds.get(ground, 0) + number
    told = ", ".join(f"{number} {ground}" for ground, number in sorted(grounds.items(), key=lambda each: -each[1]))
    print(f"{title:24}{' '.join(f'{value:9.3f}' for value in sums / size)}   {told}")


def ablate(
    parts: Sequence[Sequence[LabelledConversation]], asked: Sequence[tuple[Matrix, Matrix]], weights: ResolutionWeights
) -> None:
    """Print the change of F1 in left-out conversations when the weight of each feature is set to 0."""
    print("\nwithout a feature, F1 changes by")
    left_out = [replace(one, join=weights.join) for one in without_each(parts, asked)[0]]
    whole = mean_f1(parts, left_out)
    for name in FEATURES:
        blind = [replace(one, features={**one.features, name: 0.0}) for one in left_out]
        print(f"{name:16}{mean_f1(parts, blind) - whole:+.4f}")


def as_json(weights: ResolutionWeights) -> dict[str, object]:
    """The weights as stored in the file."""
    return {"features": dict(weights.features), "bias": weights.bias, "join": weights.join, "apart": weights.apart}


if __name__ == "__main__":
    main()
