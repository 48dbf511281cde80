"""Training examples for the triplet extractor, from PersonaExt's annotated sentences (G-Long, extractor fine-tuning).

The prompt is the one that `convograph enrich --kinds triplet` sends for a single turn; the completion is the JSON
object that it asks for, with the annotated triplets of the sentence. The prompt names a speaker but the sentences do
not, so each is given one; "I" and "my" in a triplet become that name, as the prompt demands.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable
from hashlib import sha256

from convograph.errors import InputError
from convograph.formats.memo_limits import check_triplet
from convograph.generation.memos.triplets import triplet_request
from convograph.types import SourceTurn, Triplet
from convograph_eval.language.personaext.corpus import MarkedSentence, MarkedTriplet
from convograph_eval.training.examples import ChatExample, Collected

SPEAKERS = (
    *("Ana", "Ben", "Chloe", "Daniel", "Elif", "Farid", "Grace", "Hugo", "Ines", "Jamal", "Keiko", "Liam", "Maya"),
    *("Noah", "Olga", "Priya", "Quentin", "Rosa", "Samir", "Tess", "Umar", "Vera", "Wei", "Yusuf", "Zoe"),
    *("SPEAKER_1", "SPEAKER_2", "Speaker A", "Speaker B", "user"),
)
"""The speakers assigned to sentences, so that a model learns to copy the name from the line.

They are names of people and labels that data sets use instead.
"""

ALSO_EVALUATED = "also in the sentences to leave out"
UNRESOLVED = "a head that the sentence alone does not resolve"
NOT_STORABLE = "a part that cannot be stored"

_SPEAKER = frozenset({"i", "me", "myself", "mine"})
_OF_SPEAKER = "my"
_OTHERS = frozenset("we us our ours he him his she her hers they them their it its this that".split())


def triplet_examples(sentences: Iterable[MarkedSentence], apart: Collection[str] = ()) -> Collected:
    """An example for each sentence that is not `apart` and whose triplets the extractor could store."""
    found: list[ChatExample] = []
    left_out: Counter[str] = Counter()
    for number, sentence in enumerate(sentences):
        if sentence.text in apart:
            left_out[ALSO_EVALUATED] += 1
            continue
        speaker = speaker_of(sentence.text)
        triplets = [spoken_triplet(one, speaker) for one in sentence.marked]
        if reason := _reason(sentence.marked, triplets):
            left_out[reason] += 1
            continue
        turn = SourceTurn(number, f"personaext:{number}", "personaext", 0, speaker, sentence.text, None)
        prompt = triplet_request("", [turn]).messages
        found.append(ChatExample(turn.id, sentence.text, prompt, completion_of(triplets)))
    return Collected(tuple(found), dict(left_out))


def speaker_of(text: str) -> str:
    """The speaker assigned to a sentence: a hash of the text chooses each of `SPEAKERS` about equally often."""
    return SPEAKERS[int(sha256(text.encode()).hexdigest()[:8], 16) % len(SPEAKERS)]


def spoken_triplet(marked: MarkedTriplet, speaker: str) -> Triplet:
    """The annotated triplet with the speaker's name in place of "I" and "my"; its relation is the annotated label."""
    return Triplet(_named(marked.head, speaker), marked.label, _named(marked.tail, speaker))


def completion_of(triplets: Iterable[Triplet]) -> str:
    """The reply that the prompt asks for."""
    listed = [{"subject": one.subject, "relation": one.relation, "object": one.object} for one in triplets]
    return json.dumps({"triplets": listed}, ensure_ascii=False)


def _named(phrase: str, speaker: str) -> str:
    """A phrase with the speaker's name in place of first-person pronouns, as a possessive in place of "my"."""
    words = phrase.split()
    if len(words) == 1 and words[0].lower() == _OF_SPEAKER:
        return speaker  # the head of "my hobby is …" is the owner of the hobby
    names = {**dict.fromkeys(_SPEAKER, speaker), _OF_SPEAKER: f"{speaker}'s"}
    return " ".join(names.get(word.lower(), word) for word in words)


def _reason(marked: Iterable[MarkedTriplet], triplets: Iterable[Triplet]) -> str | None:
    """The reason why a sentence gives no example; `None` if it gives one."""
    if any(_OTHERS & set(one.head.lower().split()) for one in marked):
        return UNRESOLVED
    try:
        for triplet in triplets:
            check_triplet(triplet, "an annotated triplet")
    except InputError:
        return NOT_STORABLE
    return None
