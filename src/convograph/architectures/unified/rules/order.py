"""The order of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from convograph.architectures.unified.rules.asked_time import prefer_asked_time
from convograph.architectures.unified.rules.compared_things import raise_compared_things
from convograph.architectures.unified.rules.direct_statements import put_direct_statements_first
from convograph.architectures.unified.rules.literal_matches import put_literal_matches_first
from convograph.architectures.unified.rules.period import prefer_period
from convograph.architectures.unified.rules.repeated_questions import lower_repeated_questions
from convograph.architectures.unified.scored import Scored
from convograph.protocols import Query
from convograph.terms import Analyzer


def apply_rules(scored: Scored, query: Query, compared: Sequence[Scored], analyzer: Analyzer) -> Scored:
    """The scored turns after all rules; `compared` are the turns scored for each thing that the question compares.

    1. Repeated questions are lowered first, so that they are not among the best turns that later rules look at.
    2. A question that asks only what was at a time gets turns about that time. Matches are no evidence there, so this
       replaces their part of the scores before anything is compared with it.
    3. Of things compared in time, the best turn for each is raised; no period applies. Otherwise, turns from the
       period asked about are preferred.
    4. Literal matches are put above all those: whoever asks for "2026-0147" wants the turns that contain it.
    5. Direct statements come last, and so first in the ranking: they say just what is asked.

    Rankings of sessions leave out the third and fourth: sessions have a model of their own.
    """
    scored = lower_repeated_questions(scored, query.question, analyzer)
    scored = prefer_asked_time(scored)
    if query.unit != "session":
        scored = raise_compared_things(scored, compared) if compared else prefer_period(scored, query.moment)
        scored = put_literal_matches_first(scored, query.question, query.moment, analyzer)
    return put_direct_statements_first(scored)
