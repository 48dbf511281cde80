"""All parsers of untrusted inputs, by name."""

from __future__ import annotations

from collections.abc import Mapping

from faults.fuzzing import evaluation, files, servers, settings, shell, texts
from faults.fuzzing.parser import Parser

PARSERS: Mapping[str, Parser] = {
    **files.PARSERS,
    **texts.PARSERS,
    **servers.PARSERS,
    **settings.PARSERS,
    **shell.PARSERS,
    **evaluation.PARSERS,
}
