"""Generated conversations in which facts change, with known truth, and the scoring of a memory's facts on them.

wordings ── plan (topics, courses) ── conversation ──▶ chains ── a memory ──▶ facts ── scoring ── summary ──▶ report
"""

from convograph_eval.update_chains.baselines import BASELINES
from convograph_eval.update_chains.conversation import update_chains
from convograph_eval.update_chains.scoring import ChainRecord, FactMemory, score
from convograph_eval.update_chains.summary import report
from convograph_eval.update_chains.types import Chain, Change, Statement, Step, Subject, Topic
from convograph_eval.update_chains.wordings import Wordings, read_wordings

__all__ = [
    "BASELINES",
    "Chain",
    "ChainRecord",
    "Change",
    "FactMemory",
    "Statement",
    "Step",
    "Subject",
    "Topic",
    "Wordings",
    "read_wordings",
    "report",
    "score",
    "update_chains",
]
