"""The rules after the scores: each raises or lowers the fitted scores of some turns, by amounts set by hand."""

from convograph.architectures.unified.rules.direct_statements import STATED
from convograph.architectures.unified.rules.order import apply_rules

__all__ = ["STATED", "apply_rules"]
