"""What a chat model writes: memos about a conversation, and answers from memory (after SGMem and G-Long).

    a session's turns ──▶ summary request ──▶ one summary
                      ──▶ fact request ─────▶ facts
    all facts by time ──▶ insight requests ─▶ insights, a batch of facts each
    one turn, or some ──▶ triplet request ──▶ triplets, each of one turn
    a packed context ───▶ answer request ───▶ an answer, whose citations are checked

Each module holds a prompt and the schema of its reply. Text of the conversation goes into a prompt as data: a JSON
string, which no text can break out of.
"""

from convograph.generation.answers import answer_request, read_answer
from convograph.generation.citations import uncited
from convograph.generation.facts import Facts, fact_request
from convograph.generation.insights import BATCH, Insights, TimedFact, insight_request
from convograph.generation.summaries import Summary, summary_request
from convograph.generation.triplet_replies import triplet_reading
from convograph.generation.triplets import (
    MOST_LINES,
    NumberedStatements,
    Statements,
    has_words,
    stated_in,
    triplet_request,
)

__all__ = [
    "BATCH",
    "MOST_LINES",
    "Facts",
    "Insights",
    "NumberedStatements",
    "Statements",
    "Summary",
    "TimedFact",
    "answer_request",
    "fact_request",
    "has_words",
    "insight_request",
    "read_answer",
    "stated_in",
    "summary_request",
    "triplet_reading",
    "triplet_request",
    "uncited",
]
