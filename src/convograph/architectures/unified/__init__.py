"""Our own architecture, the default: every sign that a turn answers a question, weighed by one linear model.

Measured, with its ablations, in docs/unified.md.
"""

from convograph.architectures.unified.architecture import Unified
from convograph.architectures.unified.scored import Scored
from convograph.architectures.unified.weights import FORMS, Form, FormWeights, RankerWeights, weights_of

__all__ = ["FORMS", "Form", "FormWeights", "RankerWeights", "Scored", "Unified", "weights_of"]
