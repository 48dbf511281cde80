"""SGMem: sentence graph memory (arXiv 2509.21212), without generated memory.

Writing: dialogue is cut into sentences, each encoded once (`layers.text`). Recall (§2.4): the sentences nearest to the
question are the seeds; the KNN graph adds the sentences nearest to the seeds; all of them vote for the chunks that
contain them; the best chunks are returned, with the sentences that voted for them.

    sim(q, c)   = cos(e_q, e_c) + 1
    seeds       = the n best c with sim(q, c) >= gamma
    C*          = seeds and the sentences within h hops over sentence edges
    score(k_p)  = mean of sim(q, c) over the c of C* in chunk k_p

Differences from the paper: neighbours are not stored but computed at recall for the sentences walked from, so they stay
exact when turns are added or forgotten; pysbd splits sentences instead of NLTK; with the bundled encoder, gamma is
converted to its scale by a table (`convograph.calibration`).
"""

from convograph.architectures.sgmem.architecture import SGMem
from convograph.architectures.sgmem.settings import LOCOMO, LONGMEMEVAL, STRONG_SEEDS, SGMemSettings

__all__ = ["LOCOMO", "LONGMEMEVAL", "STRONG_SEEDS", "SGMem", "SGMemSettings"]
