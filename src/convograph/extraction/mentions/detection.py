"""The mentions of a turn: its names, its noun phrases, and the people that "I" and "you" refer to.

turn ──▶ names (with their kinds from the context) ─┐
     ──▶ noun phrases that are not names ───────────┼─▶ mentions, in order
     ──▶ pronouns: speakers, and resolved ones ─────┘
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from convograph.extraction.lexicon import word_list
from convograph.extraction.mentions.mention_names import Name, names_in
from convograph.extraction.mentions.name_kinds import called
from convograph.extraction.mentions.noun_kinds import noun_kind
from convograph.extraction.mentions.phrases import WordSpan, noun_phrase
from convograph.extraction.mistagged_verbs import with_mistagged_verbs
from convograph.extraction.types import Mention, ParsedSentence, TurnInContext
from convograph.syntax import Word

_NO_HEADS = frozenset({"compound", "flat", "fixed", "goeswith", "nmod:desc"})


def mentions_in(turn: TurnInContext, referents: Mapping[tuple[int, int], str] | None = None) -> list[Mention]:
    """The mentions of a turn, in order; of those that begin at the same character, the longer comes first.

    A name inside a noun phrase is a mention of its own ("Google" in "Google account"). "I" is the speaker and "you" the
    addressee, if known; other pronouns are left out, unless `referents` resolves them by their characters (see
    `convograph.extraction.pronouns`). Names of participants are spelled as in `turn.participants`.
    """
    names = names_in(turn)
    found = [_named(turn, name) for name in names]
    for sentence in turn.parsed.sentences:
        own = [name.span for name in names if name.sentence is sentence]
        found.extend(_phrases(turn, sentence, own))
        found.extend(_speakers(turn, sentence, own))
        found.extend(_resolved(turn, sentence, found, referents or {}))
    return sorted(_each_once(found), key=lambda mention: (mention.start, -mention.end))


def _named(turn: TurnInContext, name: Name) -> Mention:
    start, end = _characters(name.sentence, name.span)
    text = turn.turn.text[start:end]
    meant = called(name.spelled, turn.participants) or text
    return Mention(turn.turn, start, end, text, meant, name.kind, is_name=True)


def _phrases(turn: TurnInContext, sentence: ParsedSentence, names: Sequence[WordSpan]) -> Iterator[Mention]:
    """The noun phrases of a sentence that are neither names nor part of a longer phrase."""
    words = with_mistagged_verbs(sentence.parse.words)
    done = 0
    for head, word in enumerate(words):
        if head < done or not _heads_phrase(word) or any(first <= head < last for first, last in names):
            continue
        span = noun_phrase(words, head)
        done = span[1]
        start, end = _characters(sentence, span)
        text = turn.turn.text[start:end]
        yield Mention(turn.turn, start, end, text, text, noun_kind(words, head))


def _heads_phrase(word: Word) -> bool:
    if word.tag == "VERB":  # "hiking" in "I love hiking" is tagged as a verb
        return word.form.lower() in word_list("activities") and "VerbForm=Ger" in word.features
    if word.tag not in {"NOUN", "PROPN"} or word.relation in _NO_HEADS:
        return False
    return word.lemma.lower() not in word_list("quantity_nouns", "interjections", "empty_mentions") and any(
        letter.isalpha() for letter in word.form
    )


def _speakers(turn: TurnInContext, sentence: ParsedSentence, names: Sequence[WordSpan]) -> Iterator[Mention]:
    for place, word in enumerate(sentence.parse.words):
        lower = word.form.lower()
        name = turn.turn.speaker if lower in word_list("speaker_pronouns") else None
        name = turn.addressee if lower in word_list("addressee_pronouns") else name
        if name and not any(first <= place < last for first, last in names):
            yield _pronoun(turn, sentence, place, name)


def _resolved(
    turn: TurnInContext, sentence: ParsedSentence, found: Sequence[Mention], referents: Mapping[tuple[int, int], str]
) -> Iterator[Mention]:
    """The pronouns that `referents` resolves; each has the kind of its antecedent if this turn mentions that."""
    if not referents:
        return
    kinds = {mention.name: mention.kind for mention in found}
    for place in range(len(sentence.parse.words)):
        name = referents.get(_characters(sentence, (place, place + 1)))
        if name is not None:
            pronoun = _pronoun(turn, sentence, place, name)
            yield Mention(turn.turn, pronoun.start, pronoun.end, pronoun.text, name, kinds.get(name, "person"))


def _pronoun(turn: TurnInContext, sentence: ParsedSentence, place: int, name: str) -> Mention:
    start, end = _characters(sentence, (place, place + 1))
    return Mention(turn.turn, start, end, turn.turn.text[start:end], name, "person")


def _characters(sentence: ParsedSentence, span: WordSpan) -> tuple[int, int]:
    """The characters `[start, end)` of a span of words in the turn."""
    words = sentence.parse.words
    return sentence.start + words[span[0]].start, sentence.start + words[span[1] - 1].end


def _each_once(mentions: Iterable[Mention]) -> Iterator[Mention]:
    """The mentions without empty ones and without duplicates at the same characters."""
    seen: set[tuple[int, int]] = set()
    for mention in mentions:
        if mention.start < mention.end and (mention.start, mention.end) not in seen:
            seen.add((mention.start, mention.end))
            yield mention
