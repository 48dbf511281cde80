"""SGMem: sentence graph memory (arXiv 2509.21212), without generated memory.

Writing: dialogue is cut into sentences, each encoded once (`layers.text`). Recall (§2.4): the best
sentences for the question are the seeds; the sentences nearest to them join over the KNN graph; all of
them vote for the chunk that contains them; the best chunks come back, with the sentences that voted for them.

    sim(q, c)   = cos(e_q, e_c) + 1
    seeds       = the n best c with sim(q, c) >= gamma
    C*          = seeds and the sentences within h hops over sentence edges
    score(k_p)  = mean of sim(q, c) over the c of C* in chunk k_p

What differs from the paper: neighbours are computed at recall for the sentences walked from, not
stored, hence exact after any adding and forgetting; sentences come from pysbd instead of NLTK; with
the bundled encoder, gamma is carried over to its scale by a table (`convograph.calibration`).
"""

from convograph.architectures.sgmem.architecture import SGMem
from convograph.architectures.sgmem.settings import LOCOMO, LONGMEMEVAL, STRONG_SEEDS, SGMemSettings

__all__ = ["LOCOMO", "LONGMEMEVAL", "STRONG_SEEDS", "SGMem", "SGMemSettings"]
