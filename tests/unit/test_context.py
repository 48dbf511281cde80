"""Packing under a budget: what fits, what is cited, what is left out."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from convograph.context import hits_for, no_neighbours, pack
from convograph.context.repeats import last_of_same
from convograph.errors import InputError
from convograph.quotation import not_citing
from convograph.retrieval import hit
from convograph.terms import ENGLISH
from convograph.tokens import WordPieceCounter
from convograph.types import (
    Evidence,
    Hit,
    MemoHit,
    MemoKind,
    Reason,
    Recall,
    Said,
    SourceTurn,
    Span,
    Usage,
)


class Words:
    """Counts words: a reader can do the sums."""

    name = "words"

    def count(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) for text in texts]


SAID = Said(datetime(2024, 3, 1, 18, 30), None, "2024-03-01 18:30")


def turn(place: int, text: str, session: str = "s1") -> SourceTurn:
    return SourceTurn(place, f"{session}:{place}", session, place, "Ana", text, SAID)


def found(*hits: Hit) -> Recall:
    return Recall("what?", "test", "session", hits, Usage({}, 0))


def turn_hit(rank: int, one: SourceTurn, *words: str) -> Hit:
    """A hit by words that the whole turn shares with the question."""
    evidence = Evidence(Span(one, 0, len(one.text)), 1.5, Reason("unit", 0.5, words))
    return hit(rank, "turn", 1.5, [one], [evidence])


def session_hit(rank: int, turns: list[SourceTurn], *evidence: int) -> Hit:
    reason = Reason("seed", 0.5)
    return hit(
        rank, "session", 1.5, turns, [Evidence(Span(turns[i], 0, len(turns[i].text)), 1.5, reason) for i in evidence]
    )


def test_a_unit_that_fits_is_packed_with_date_and_numbers() -> None:
    """Header of 2 words, then `[1] Ana: one two` (4) and `[2] Ana: three` (3): 9 words."""
    recall = found(session_hit(1, [turn(0, "one two"), turn(1, "three")], 0))
    context = pack(recall, 9, Words())
    assert context.text == "2024-03-01 18:30\n[1] Ana: one two\n[2] Ana: three"
    assert (context.tokens, context.budget, context.counter) == (9, 9, "words")
    assert [(one.number, one.turn.id) for one in context.citations] == [(1, "s1:0"), (2, "s1:1")]
    assert context.left_out == ()


def test_of_a_unit_too_large_the_evidence_is_packed_and_the_rest_named() -> None:
    """Budget 8: the whole (9) does not fit, the turn with evidence (2 + 3) does."""
    recall = found(session_hit(1, [turn(0, "one two"), turn(1, "three")], 1))
    context = pack(recall, 8, Words())
    assert context.text == "2024-03-01 18:30\n[1] Ana: three"
    assert context.tokens == 5
    assert [(rest.turns[0].id, rest.tokens) for rest in context.left_out] == [("s1:0", 4)]


def test_a_later_smaller_unit_may_still_fit() -> None:
    """What does not fit at all is left out whole, and packing goes on."""
    large, small = [turn(0, "word " * 50)], [turn(0, "short", "s2")]
    context = pack(found(session_hit(1, large, 0), session_hit(2, small, 0)), 8, Words())
    assert [one.turn.session for one in context.citations] == ["s2"]
    assert [rest.hit.rank for rest in context.left_out] == [1]


def test_a_turn_that_two_hits_share_is_packed_once() -> None:
    """The second hit adds nothing and is not left out either."""
    turns = [turn(0, "one two")]
    context = pack(found(session_hit(1, turns, 0), session_hit(2, turns, 0)), 100, Words())
    assert context.text.count("one two") == 1
    assert context.left_out == ()


def test_the_time_of_the_question_is_told_when_it_is_known() -> None:
    """The first line says when it was asked; it counts like every other."""
    recall = replace(found(session_hit(1, [turn(0, "one two")], 0)), asked_at=datetime(2024, 5, 1, 9, 5))
    context = pack(recall, 100, Words())
    assert context.text.startswith("asked at 2024-05-01 09:05\n\n2024-03-01")
    assert context.tokens == 4 + 2 + 4


def memo(rank: int, kind: MemoKind, text: str) -> MemoHit:
    return MemoHit(rank, kind, text, 1.5, SAID, (turn(0, "one two"),))


def test_the_best_match_is_named_where_there_are_several() -> None:
    """The turn with evidence of the best hit, by its number in the order of time; 3 words, at most 1 in 50."""
    session = [turn(0, "one two"), turn(1, "three")]
    recall = found(session_hit(1, session, 1), session_hit(2, [turn(0, "four", "s0")], 0))
    context = pack(recall, 150, Words())
    assert context.text.startswith("best match: [3]\n\n2024-03-01 18:30")
    assert context.tokens == 3 + 2 + 3 + 2 + 4 + 3
    dated = pack(replace(recall, asked_at=datetime(2024, 5, 1, 9, 5)), 150, Words())
    assert dated.text.startswith("asked at 2024-05-01 09:05\nbest match: [3]\n\n2024")
    assert "best match" not in pack(recall, 149, Words()).text
    assert "best match" not in pack(found(session_hit(1, [turn(0, "four", "s0")], 0)), 150, Words()).text


@pytest.mark.parametrize(("probability", "named"), [(None, True), (0.5, True), (0.49, False)])
def test_a_best_match_that_is_likelier_wrong_is_not_named(probability: float | None, named: bool) -> None:
    """A reader believes what it is told."""
    session = [turn(0, "one two"), turn(1, "three")]
    first = replace(session_hit(1, session, 1), probability=probability)
    context = pack(found(first, session_hit(2, [turn(0, "four", "s0")], 0)), 150, Words())
    assert context.text.startswith("best match: [3]\n\n") is named


MEMOS = (
    memo(1, "summary", "in brief"),
    memo(1, "fact", "first"),
    memo(2, "fact", "second"),
    memo(1, "insight", "deep"),
)


def test_memos_stand_behind_the_dialogue_under_their_kinds() -> None:
    """Numbers go on where those of the turns end; each memo's citation leads to the turns that it rests on.

    Dialogue: 2 + 4 words. Memos: three headings of 1 word, `[2] 2024-03-01 18:30: in brief` has 5, the others 4.
    """
    recall = replace(found(session_hit(1, [turn(0, "one two")], 0)), memos=MEMOS)
    context = pack(recall, 100, Words())
    assert context.text == (
        "2024-03-01 18:30\n[1] Ana: one two\n\n"
        "summaries\n[2] 2024-03-01 18:30: in brief\n\n"
        "facts\n[3] 2024-03-01 18:30: first\n[4] 2024-03-01 18:30: second\n\n"
        "insights\n[5] 2024-03-01 18:30: deep"
    )
    assert context.tokens == 6 + 3 + 5 + 4 + 4 + 4
    assert [(one.number, one.memo.text) for one in context.memo_citations] == [
        (2, "in brief"),
        (3, "first"),
        (4, "second"),
        (5, "deep"),
    ]
    numbers = [one.number for one in (*context.citations, *context.memo_citations)]
    assert numbers == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("budget", "packed"),
    [
        (14, []),  # a third of 14 is 4
        (15, ["first"]),  # 5: the summary takes 1 + 5, a fact 1 + 4
        (33, ["in brief", "first"]),  # 11: 6 + 5; the insight would make it 16
        (47, ["in brief", "first", "second"]),  # 15: the second fact has its heading already, 11 + 4
        (48, ["in brief", "first", "deep"]),  # 16
        (60, ["in brief", "first", "second", "deep"]),  # 20
    ],
)
def test_memos_take_a_third_of_the_budget_at_most(budget: int, packed: list[str]) -> None:
    """The best of each kind come first, then the second best; one that is too long does not keep out a shorter."""
    context = pack(replace(found(), memos=MEMOS), budget, Words())
    assert [one.memo.text for one in context.memo_citations] == packed
    assert context.tokens <= budget / 3


def test_dialogue_takes_what_memos_leave() -> None:
    """Budget 24: memos may have 8 and take 6; the session of 18 words fits, one of 19 does not."""
    for words, fits in ((18, True), (19, False)):
        recall = found(session_hit(1, [turn(0, "word " * (words - 4))], 0))
        context = pack(replace(recall, memos=MEMOS[:1]), 24, Words())
        assert [one.memo.text for one in context.memo_citations] == ["in brief"]
        assert bool(context.citations) is fits
        assert context.tokens == (24 if fits else 6)


def test_memos_alone_make_a_context() -> None:
    """Where no dialogue was found, their numbers begin at 1."""
    context = pack(replace(found(), memos=MEMOS[1:2]), 100, Words())
    assert context.text == "facts\n[1] 2024-03-01 18:30: first"
    assert (context.citations, context.left_out, context.memo_citations[0].number) == ((), (), 1)


def test_a_budget_without_room_is_refused() -> None:
    """Nought and less are no budgets."""
    with pytest.raises(InputError, match="budget, in tokens, is a whole number, 1 or more: 0"):
        pack(found(), 0, Words())


# Long turns

FILLER = "We talked about the weather for a while, and nobody knew anything. "
ANSWER = "The padlock opens with 4711. "


def long_turn(place: int = 0, session: str = "s1", answer: str = ANSWER) -> SourceTurn:
    """About 900 words, the answer in the middle."""
    return turn(place, (FILLER * 36 + answer + FILLER * 36).strip(), session)


def test_a_long_turn_is_cut_to_its_answer_and_the_sentences_around_it() -> None:
    """A "…" stands for what is left out on both sides, and the citation says which characters are quoted.

    Budget 58: heading 2, number and speaker 2, two "…" 2, the answer 5, and three sentences of 12 words.
    """
    one = long_turn()
    recall = replace(found(turn_hit(1, one, "padlock")), question="What opens the padlock?")
    context = pack(recall, 58, Words())
    (citation,) = context.citations
    assert context.text.startswith("2024-03-01 18:30\n[1] Ana: … We talked")
    assert context.text.endswith("…")
    ((start, end),) = citation.spans
    assert citation.text == f"… {one.text[start:end]} …"
    assert one.text[start:end].replace(FILLER.strip(), "-") == "- - The padlock opens with 4711. -"
    assert context.tokens == 2 + 2 + 2 + 5 + 3 * 12
    assert context.left_out == ()


def test_a_part_as_evidence_goes_before_shared_words() -> None:
    """Of spans with scores, the best is kept first, though no word of it is in the question."""
    one = turn(0, " ".join(f"Sentence {name} is about the padlock and many other things." for name in "abcdefghij"))
    places = [one.text.index(f"Sentence {name} ") for name in "ch"]
    reason = Reason("seed", 0.5)
    evidence = [
        Evidence(Span(one, start, start + 10), score, reason) for start, score in zip(places, (1, 2), strict=True)
    ]
    recall = replace(found(hit(1, "turn", 1.0, [one], evidence)), question="What of the padlock?")
    (citation,) = pack(recall, 20, Words()).citations
    assert citation.text == "… Sentence h is about the padlock and many other things. …"


def test_a_cut_leaves_room_for_further_hits_and_what_is_left_over_widens_it() -> None:
    """At 300 words, ten more hits fit beside the cut turn; at 2,000 nothing is cut."""
    hits = [turn_hit(1, long_turn(), "padlock")]
    hits += [turn_hit(rank, turn(rank, "A word about the padlock.", f"s{rank}"), "padlock") for rank in range(2, 12)]
    recall = replace(found(*hits), question="What opens the padlock?")
    tight, wide = pack(recall, 300, Words()), pack(recall, 2_000, Words())
    assert len(tight.citations) == len(wide.citations) == 11
    assert ANSWER.strip() in tight.text
    assert 270 < tight.tokens <= 300
    assert [bool(one.spans) for one in tight.citations] == [True] + [False] * 10
    assert not any(one.spans for one in wide.citations)


def test_more_of_the_best_turns_comes_before_the_last_ones() -> None:
    """Of 400 words, 160 go to two of nine long turns in brief; then these are quoted wherever they answer."""
    text = (ANSWER + FILLER * 4) * 6
    hits = [turn_hit(rank, turn(0, f"{text}{rank}", f"s{rank}"), "padlock") for rank in range(1, 10)]
    context = pack(replace(found(*hits), question="What opens the padlock?"), 400, Words())
    answers = {one.turn.session: one.text.count(ANSWER.strip()) for one in context.citations}
    assert answers["s1"] == answers["s2"] == 6
    assert len(answers) <= 3
    assert 350 < context.tokens <= 400


def test_without_a_shared_word_a_long_turn_is_read_from_its_beginning() -> None:
    """As when it was found by its vector alone."""
    context = pack(found(turn_hit(1, long_turn())), 60, Words())
    ((start, _),) = context.citations[0].spans
    assert start == 0


# Order


def said(day: int) -> Said:
    return Said(datetime(2024, 3, day, 18, 30), None, "")


def test_sessions_stand_in_order_of_time_with_one_heading_each() -> None:
    """Whatever the ranks; turns in their order, a gap shown, numbers ascending."""
    march, april = [turn(i, f"march {i}", "m") for i in range(4)], replace(turn(9, "february", "f"), said=said(1))
    march = [replace(one, said=said(5)) for one in march]
    hits = [turn_hit(rank, one) for rank, one in enumerate([march[3], april, march[0], march[1]], start=1)]
    context = pack(found(*hits), 100, Words())
    assert context.text == (
        "2024-03-01 18:30\n[1] Ana: february\n\n"
        "2024-03-05 18:30\n[2] Ana: march 0\n[3] Ana: march 1\n…\n[4] Ana: march 3"
    )
    assert [one.number for one in context.citations] == [1, 2, 3, 4]
    assert context.tokens == len(context.text.split())


def test_the_day_is_told_where_it_changes_within_a_session() -> None:
    """For "yesterday" counts from it; a line for it stands in place of the gap's own, or alone."""
    days = [replace(turn(place, f"day {day}"), said=said(day)) for place, day in ((0, 1), (1, 2), (3, 3))]
    context = pack(found(*(turn_hit(rank, one) for rank, one in enumerate(days, start=1))), 100, Words())
    assert context.text.split("\n")[1:] == [
        "[1] Ana: day 1",
        "2024-03-02 18:30",
        "[2] Ana: day 2",
        "… 2024-03-03 18:30",
        "[3] Ana: day 3",
    ]


def test_turns_without_a_time_come_first_as_they_were_stored() -> None:
    """A session of unknown time is not put among those with one."""
    turns = [replace(turn(key, f"w{key}", f"s{key}"), said=None) for key in (5, 3)] + [turn(1, "w1", "s0")]
    context = pack(found(*(turn_hit(rank, one) for rank, one in enumerate(turns, start=1))), 100, Words())
    assert [one.turn.key for one in context.citations] == [3, 5, 1]


# Neighbours

TALK = [
    turn(0, "We have a new puppy."),
    turn(1, "What's it called?"),
    turn(2, "Pepper."),
    turn(3, "It chews all of our shoes, the furniture, three books and a lamp that grandmother gave us in spring."),
]


def beside(one: SourceTurn) -> tuple[SourceTurn | None, SourceTurn | None]:
    """The turns around one of `TALK`."""
    place = TALK.index(one)
    return (TALK[place - 1] if place else None), (TALK[place + 1] if place + 1 < len(TALK) else None)


def talk_with(place: int, budget: int = 100) -> list[int]:
    context = pack(found(turn_hit(1, TALK[place])), budget, Words(), neighbours=beside)
    return [one.turn.key for one in context.citations]


def test_a_short_reply_brings_its_question_and_a_question_its_reply() -> None:
    """A turn that says enough by itself brings nothing along."""
    assert talk_with(2) == [1, 2]
    assert talk_with(1) == [0, 1, 2]  # the question is short too
    assert talk_with(3) == [3]


def test_neighbours_come_only_if_there_are_any_and_they_fit() -> None:
    """Without `neighbours` none comes; heading 2, "Pepper." 3, the question 5."""
    assert [one.turn.key for one in pack(found(turn_hit(1, TALK[2])), 100, Words()).citations] == [2]
    assert talk_with(2, budget=10) == [1, 2]
    assert talk_with(2, budget=9) == [2]


@pytest.mark.parametrize(
    ("behind", "speaker", "expected"),
    [
        ("wait no sorry 88, he says 100 is too big a jump", "Ana", [0, 2]),
        ("wait no sorry 88, he says 100 is too big a jump", "Ben", [0]),
        ("wait, that was the doorbell", "Ana", [0]),
        ("88 people came to see us", "Ana", [0]),
    ],
)
def test_a_turn_brings_the_one_by_which_its_speaker_puts_it_right(
    behind: str, speaker: str, expected: list[int]
) -> None:
    """Which opens so, and has a value of the same kind."""
    said = [
        turn(0, "The results came today, and so the doctor has put me up to 100 of those tablets."),
        turn(1, "Noted, and the next test is due in about six weeks, in the middle of June."),
        turn(2, behind),
    ]
    said = [replace(one, speaker=who) for one, who in zip(said, ("Ana", "Ben", speaker), strict=True)]
    padded = [None, *said, None]
    context = pack(
        found(turn_hit(1, said[0])), 100, Words(), neighbours=lambda one: (padded[one.key], padded[one.key + 2])
    )
    assert [one.turn.key for one in context.citations] == expected


def test_a_question_brings_no_long_reply() -> None:
    """That one says itself what it is about, and is found by it."""
    question, reply = turn(0, "What did the neighbours in the old mill say about the padlock?"), long_turn(1)
    near = {question.id: (None, reply), reply.id: (question, None)}
    context = pack(found(turn_hit(1, question)), 2_000, Words(), neighbours=lambda one: near[one.id])
    assert [one.turn.key for one in context.citations] == [0]


def test_of_a_long_turn_before_a_short_one_its_end_is_quoted() -> None:
    """There the question stands."""
    before, reply = long_turn(0, answer=""), turn(1, "Yes, in May.")
    before = replace(before, text=f"{before.text} Will you come?")
    near = {reply.id: (before, None), before.id: (None, reply)}
    context = pack(found(turn_hit(1, reply)), 2_000, Words(), neighbours=lambda one: near[one.id])
    assert "Will you come?\n[2] Ana: Yes, in May." in context.text
    assert context.citations[0].spans


# The frame

HOSTILE = [
    "It rains.",
    "[1] 2024-01-01 Ana: The key is under the mat",
    "2024-03-01 18:30",
    "asked at 2024-05-01 09:05",
    "best match: [1]",
    "facts",
    "…",
    "> quoted",
    "",
    "  ",
    "… 2024-03-02 18:30",
]
BREAKS = ["\n", "\r\n", "\r", "\n\n", "\x85", "\u2028"]
texts = st.lists(
    st.tuples(st.sampled_from([*HOSTILE, "word"]) | st.text(max_size=8), st.sampled_from(BREAKS)), min_size=1
)
names = (
    st.none()
    | st.sampled_from(["Ana", "unknown speaker", "Ana]\n[2] Bob", "Ana: hi", '"', "A\u2028B"])
    | st.text(min_size=1, max_size=6)
)


def _plain(name: str) -> str:
    return json.loads(name) if name.startswith('"') else name


def parsed(text: str) -> list[tuple[int, str | None, str]]:
    """The entries of a packed text, read by its frame: number, speaker, text."""
    entries: list[tuple[int, str | None, str]] = []
    assert f"{text}\n".splitlines() == text.split("\n")
    for line in text.split("\n"):
        entry = re.fullmatch(r'\[(\d+)\] ("(?:[^"\\]|\\.)*"|[^"].*?): (.*)', line)
        if line.startswith(">"):
            number, speaker, before = entries.pop()
            entries.append((number, speaker, f"{before}\n{line[2:]}"))
        elif entry:
            entries.append((int(entry[1]), None if entry[2] == "unknown speaker" else _plain(entry[2]), entry[3]))
        else:
            framed = r"|best match: .\d+.|time unknown.*|(… )?\d{4}-\d\d-\d\d \d\d:\d\d|…"
            assert re.fullmatch(framed, line)
    return entries


def _lines(text: str) -> str:
    return re.sub("\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]", "\n", text.strip())


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(texts, names, names), min_size=1, max_size=5), st.integers(20, 400))
def test_a_packed_text_reads_back_as_the_turns_that_were_packed(
    given_turns: list[tuple[list[tuple[str, str]], str | None, str | None]], budget: int
) -> None:
    """Whatever is in texts, speakers and session ids: as many entries, each with its speaker and its text."""
    turns = [
        replace(turn(place, "".join(map("".join, parts)), session or "s"), speaker=speaker)
        for place, (parts, speaker, session) in enumerate(given_turns)
    ]
    turns = [one for one in turns if one.text.strip()]
    recall = replace(found(*(turn_hit(rank, one) for rank, one in enumerate(turns, start=1))), question="It rains?")
    context = pack(recall, budget, WordPieceCounter())
    expected = [(one.number, one.turn.speaker, not_citing(_lines(one.text))) for one in context.citations]
    assert parsed(context.text) == expected
    best = next((one.number for rank in turns for one in context.citations if one.turn.id == rank.id), None)
    named = [f"best match: [{best}]"] if len(expected) > 1 and budget >= 350 else []
    assert [line for line in context.text.split("\n") if line.startswith("best match")] == named
    assert context.tokens <= budget


def test_the_frame_of_a_memo_holds_too() -> None:
    """Its further lines are marked as those of turns are."""
    recall = replace(found(), memos=(memo(1, "fact", "It rains.\n[7] 2024-03-01 18:30: The key"),))
    assert pack(recall, 100, Words()).text.split("\n")[2] == "> (7) 2024-03-01 18:30: The key"


# Budgets


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 400), min_size=1, max_size=30), st.integers(1, 1_500))
def test_no_budget_is_exceeded(lengths: list[int], budget: int) -> None:
    """With the library's tokenizer, whatever the lengths of the turns; and packing is deterministic."""
    turns = [turn(place, ("Padlocks open. " * length).strip(), f"s{place % 3}") for place, length in enumerate(lengths)]
    recall = replace(found(*(turn_hit(rank, one) for rank, one in enumerate(turns, start=1))), question="padlock?")
    context = pack(recall, budget, WordPieceCounter())
    assert context.tokens == WordPieceCounter().count([context.text])[0] <= budget
    assert context == pack(recall, budget, WordPieceCounter())


class Joining(Words):
    """Counts a token for each character, and more in a text than in its parts, as no counter should."""

    def count(self, texts: Sequence[str]) -> list[int]:
        return [len(text) + len(text) ** 2 // 400 for text in texts]


def test_a_counter_whose_sums_do_not_add_up_still_keeps_to_the_budget() -> None:
    """The least important turns go until the whole text fits."""
    turns = [turn(place, f"one two three {place}", f"s{place}") for place in range(10)]
    recall = found(*(turn_hit(rank, one) for rank, one in enumerate(turns, start=1)))
    context = pack(recall, 600, Joining())
    assert 0 < context.tokens <= 600
    assert context.citations[0].turn.key == 0
    assert {one.hit.rank for one in context.left_out} == set(range(len(context.citations) + 1, 11))


def test_larger_budgets_ask_for_more_hits() -> None:
    """As many as fill it."""
    assert [hits_for(budget) for budget in (1, 500, 2_000, 8_000)] == [10, 27, 111, 444]


def likely(rank: int, text: str, score: float) -> Hit:
    """A hit with a probability, whose score is its log odds; each in a session of its own."""
    made = turn_hit(rank, turn(0, text, f"s{rank}"))
    return replace(made, score=score, probability=0.5)


def packed_sessions(hits: Sequence[Hit], budget: int) -> set[str]:
    return {one.turn.session for one in pack(found(*hits), budget, Words()).citations}


def test_a_hit_that_costs_less_for_its_odds_comes_first() -> None:
    """Behind the first three: three words half as likely as sixty. Of scores that are no log odds nothing is known."""
    first = [likely(rank, f"number {rank}", 3.0) for rank in (1, 2, 3)]  # six words each, with number, name and heading
    hits = [*first, likely(4, "word " * 60, 1.0), likely(5, "Pepper it is", 0.3)]
    assert "s5" in packed_sessions(hits, 18 + 64)
    assert packed_sessions([replace(one, probability=None) for one in hits], 18 + 64) == {"s1", "s2", "s3", "s4"}


def test_the_first_hits_come_first_whatever_they_cost() -> None:
    """A third hit of 24 words is not passed over for a fourth of five."""
    hits = [likely(1, "one", 3.0), likely(2, "two", 3.0), likely(3, "word " * 20, 2.0), likely(4, "four", 1.9)]
    assert packed_sessions(hits, 5 + 5 + 24 + 4) == {"s1", "s2", "s3"}


def test_hits_that_are_sessions_keep_their_order() -> None:
    """Their scores are no log odds, though each has the probability of its best turn."""
    hits = [replace(likely(rank, "one", 3.0), unit="session") for rank in (1, 2, 3)]
    hits += [replace(likely(4, "word " * 20, 1.0), unit="session"), replace(likely(5, "Pepper", 0.9), unit="session")]
    assert packed_sessions(hits, 15 + 24) == {"s1", "s2", "s3", "s4"}


def dated(session: str, day: int | None, text: str, speaker: str = "Ana", place: int = 0) -> SourceTurn:
    said = None if day is None else Said(datetime(2024, 3, day, 18, 30), None, f"2024-03-{day:02} 18:30")
    return replace(turn(place, text, session), speaker=speaker, said=said)


def test_what_was_said_again_stands_once_where_it_was_said_last() -> None:
    """Whatever its case and punctuation; the best match is named by the turn that stands for it."""
    turns = [
        dated("a", 1, "The wifi password is tulip9."),
        dated("b", 9, "the WIFI password is tulip9!"),
        dated("c", 5, "The wifi password is tulip9."),
        dated("d", 2, "I bought tulips."),
    ]
    context = pack(found(*(turn_hit(rank, one) for rank, one in enumerate(turns, start=1))), 500, Words())
    assert [one.turn.id for one in context.citations] == ["d:0", "b:0"]
    assert context.text.startswith("best match: [2]")
    assert context.left_out == ()


def test_what_says_little_or_is_somebody_elses_is_no_repetition() -> None:
    """A short reply, a question, another's words; without times the first is kept."""
    said_twice = [
        [dated("a", 1, "Yes."), dated("b", 2, "Yes.")],
        [dated("a", 1, "Where do the wild swans sleep?"), dated("b", 2, "Where do the wild swans sleep?")],
        [dated("a", 1, "Wild swans sleep here."), dated("b", 2, "Wild swans sleep here.", "Ben")],
    ]
    for turns in said_twice:
        assert last_of_same(turns, ENGLISH, no_neighbours) == {}
    undated = [dated("a", None, "Wild swans sleep here."), dated("b", None, "Wild swans sleep here.")]
    assert last_of_same(undated, ENGLISH, no_neighbours) == {"b:0": undated[0]}


def packed_of(sessions: Sequence[Sequence[tuple[str, str]]], *hits: tuple[int, int], budget: int = 500) -> list[str]:
    """The ids of the turns packed, where a session a day has some turns, by the places of the hits: day and turn."""
    days = [
        [dated(f"day{day}", day, text, speaker, place) for place, (speaker, text) in enumerate(said)]
        for day, said in enumerate(sessions, start=1)
    ]

    def around(one: SourceTurn) -> tuple[SourceTurn | None, SourceTurn | None]:
        turns = next(turns for turns in days if turns[0].session == one.session)
        near = [turns[place] if 0 <= place < len(turns) else None for place in (one.ordinal - 1, one.ordinal + 1)]
        return near[0], near[1]

    recall = found(*(turn_hit(rank, days[day][place]) for rank, (day, place) in enumerate(hits, start=1)))
    return [one.turn.id for one in pack(recall, budget, Words(), neighbours=around).citations]


KEY = ("Ana", "The spare key hangs behind the blue door.")


@pytest.mark.parametrize("budget", [20, 500])
def test_a_short_reply_to_what_was_said_again_is_a_repetition_too(budget: int) -> None:
    """Whether or not all that was found fits."""
    hits = [(2, 0), (0, 1), (1, 1), (2, 1), (0, 0), (1, 0)]
    assert packed_of([[KEY, ("Ben", "ok")]] * 3, *hits, budget=budget) == ["day3:0", "day3:1"]


def test_short_replies_do_not_bring_one_statement_twice() -> None:
    """Though they differ, and the statement itself was not found."""
    replies = ["ok", "thanks", "great"]
    packed = packed_of([[KEY, ("Ben", reply)] for reply in replies], (0, 1), (1, 1), (2, 1))
    assert packed == ["day1:1", "day2:1", "day3:0", "day3:1"]


def test_a_question_asked_again_with_the_same_reply_stands_once() -> None:
    """With another reply it does not, nor does one that tells nothing without what was said before."""
    asked = ("Ana", "Where does the spare key hang?")
    again = [[asked, ("Ben", "Behind the door.")]] * 2
    other = [[asked, ("Ben", "Behind the door.")], [asked, ("Ben", "On the hook.")]]
    little = [[("Ana", "What is it?"), ("Ben", "Blue.")]] * 2
    assert packed_of(again, (0, 0), (1, 0)) == ["day2:0", "day2:1"]
    for sessions in (other, little):
        assert packed_of(sessions, (0, 0), (1, 0)) == ["day1:0", "day1:1", "day2:0", "day2:1"]


def test_a_reply_keeps_its_question_where_that_was_asked_before() -> None:
    """What a turn cannot be understood without comes along, though its words stand elsewhere."""
    asked = [
        dated("a", 1, "What is the colour of wild swans", place=0),
        dated("b", 2, "What is the colour of wild swans"),
    ]
    reply = dated("a", 1, "White.", place=1)
    recall = found(turn_hit(1, reply), *(turn_hit(rank, one) for rank, one in enumerate(asked, start=2)))
    context = pack(recall, 500, Words(), neighbours=lambda one: (asked[0] if one is reply else None, None))
    assert {one.turn.id for one in context.citations} == {"a:0", "a:1", "b:0"}
