"""What a run derives from a conversation, kept for the next run: vectors and extracted items.

    layer ── CachedLayer ──┐
                           ├──▶ CacheFile: digest of (fingerprint, text, speaker, time …) → bytes
    encoder ─ CachedEncoder┘

A memory is built anew for every run; only what models, parsers and splitters say about a text is kept. The file
holds digests, vectors and hashes of words, no text.
"""

from convograph_eval.cache.architecture import CachedArchitecture
from convograph_eval.cache.encoder import CachedEncoder
from convograph_eval.cache.file import CacheFile, default_folder

__all__ = ["CacheFile", "CachedArchitecture", "CachedEncoder", "default_folder"]
