"""A cache of what a run derives from a conversation, for the next run: vectors and extracted items.

    layer ── CachedLayer ──┐
                           ├──▶ CacheFile: digest of (fingerprint, text, speaker, time …) → bytes
    encoder ─ CachedEncoder┘

Every run builds its memories anew; only the output of models, parsers and splitters is cached. The file holds
digests, vectors, hashed terms and the payloads of items.
"""

from convograph_eval.cache.architecture import CachedArchitecture
from convograph_eval.cache.encoder import CachedEncoder
from convograph_eval.cache.file import CacheFile, default_folder

__all__ = ["CacheFile", "CachedArchitecture", "CachedEncoder", "default_folder"]
