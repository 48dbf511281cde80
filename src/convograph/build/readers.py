"""Parsers by language, which read syntax, and readers by name, which read mentions and triplets."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from convograph.formats.arguments import check_kind
from convograph.formats.named import Named
from convograph.protocols import Parser
from convograph.terms import DEFAULT_LANGUAGE

if TYPE_CHECKING:
    from convograph.extraction.depth import Depth
    from convograph.extraction.reading import Reader

SYNTAX = ("english",)
"""The languages whose sentences can be parsed."""

DEFAULT_READER = "rules"


def make_parser(language: str = DEFAULT_LANGUAGE, *, processes: int = 1) -> Parser:
    """The parser for a language: the bundled one for English, else one that finds words but no syntax.

    It caches recent parses, and spreads large batches over `processes`.
    """
    from convograph.parsers.cached import CachedParser  # noqa: PLC0415 - loaded only when syntax is read
    from convograph.parsers.plain import PlainParser  # noqa: PLC0415
    from convograph.parsers.udpipe import UDPipeParser  # noqa: PLC0415
    from convograph.parsers.worker_pool import ParallelParser  # noqa: PLC0415

    make = UDPipeParser if language in SYNTAX else PlainParser
    return CachedParser(make() if processes == 1 else ParallelParser(make, processes))


def make_reader(
    name: str = DEFAULT_READER,
    language: str = DEFAULT_LANGUAGE,
    *,
    pronouns: bool = False,
    processes: int = 1,
    depth: str | Depth | None = None,
) -> Reader:
    """The reader called `name`: `"rules"`, or `"gliner2:<folder>"` for mentions and triplets found by a model.

    `pronouns` and `processes` are those of `Reader` and `make_parser`. `depth` says for which sentences of a turn
    syntax is read (`"all"`, `"assistant=1,others=24"`); by default `Depth()` for rules, and all for a model, which
    reads the turns itself and takes negation from the syntax. Raises `InputError` for an unknown name, an invalid
    depth, or a folder without such a model, `MissingExtraError` if gliner2 is not installed.
    """
    return READERS.make(name, partial(make_parser, language, processes=processes), depth_of(depth), pronouns=pronouns)


def _rules(_: str, parser: Callable[[], Parser], depth: Depth | None, *, pronouns: bool) -> Reader:
    from convograph.extraction.depth import Depth  # noqa: PLC0415 - loaded only when syntax is read
    from convograph.extraction.reading import Reader  # noqa: PLC0415

    return Reader(parser(), pronouns, depth=depth or Depth())


def _gliner2(folder: str, parser: Callable[[], Parser], depth: Depth | None, *, pronouns: bool) -> Reader:
    from convograph.extraction.depth import EVERYTHING  # noqa: PLC0415 - loaded only for their users
    from convograph.extraction.reading import Reader  # noqa: PLC0415
    from convograph.extractors.gliner2 import GLiNER2Mentions, GLiNER2Triplets  # noqa: PLC0415
    from convograph.extractors.gliner2_model import GLiNER2Model  # noqa: PLC0415

    model = GLiNER2Model(folder)
    return Reader(parser(), pronouns, GLiNER2Mentions(model), GLiNER2Triplets(model), depth or EVERYTHING)


READERS = Named("reader", {DEFAULT_READER: _rules, "gliner2:<folder>": _gliner2})
"""The makers of readers by name."""


def depth_of(given: str | Depth | None) -> Depth | None:
    """The depth, parsed if it is given as text. Raises `InputError` for an invalid depth."""
    if given is None:
        return None
    from convograph.extraction.depth import Depth  # noqa: PLC0415 - loaded only when syntax is read

    if isinstance(given, str):
        return Depth.read(given)
    check_kind(given, Depth, "depth", "give one, or its text such as 'assistant=1,others=24'")
    return given
