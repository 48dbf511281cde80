"""Our own architecture, the default: a linear model over all signals that a turn answers a question.

docs/unified.md has measurements and ablations.
"""

from convograph.architectures.unified.architecture import Unified
from convograph.architectures.unified.scored import Scored
from convograph.architectures.unified.weights import FORMS, Form, FormWeights, RankerWeights, weights_of

__all__ = ["FORMS", "Form", "FormWeights", "RankerWeights", "Scored", "Unified", "weights_of"]
