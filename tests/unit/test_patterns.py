"""Patterns that are compiled when first used."""

from __future__ import annotations

import copy
import gc
import importlib
import pkgutil
import re
import subprocess
import sys

import pytest

import convograph
from convograph.patterns import _Uncompiled, lazy_pattern

_COMPILED_ON_IMPORT = """
import gc
import convograph.cli.commands, convograph.architectures.unified, convograph.facts.folding, convograph.formats.files
from convograph.facts import facts_of
from convograph.patterns import _Uncompiled
waiting = [one for one in gc.get_objects() if isinstance(one, _Uncompiled)]
print(len(waiting), [one.pattern for one in waiting if one._compiled is not None])
"""


def test_works_like_a_compiled_pattern() -> None:
    word = lazy_pattern(r"\b(?P<word>[a-z]+)\b", re.IGNORECASE)
    assert word.pattern == r"\b(?P<word>[a-z]+)\b"
    assert word.sub("-", "Ana, Ben") == "-, -"
    assert [match["word"] for match in word.finditer("Ana, Ben")] == ["Ana", "Ben"]
    assert dict(word.groupindex) == {"word": 1}
    assert word.flags & re.IGNORECASE


def test_a_wrong_form_is_an_error_when_it_is_used() -> None:
    wrong = lazy_pattern("(")
    with pytest.raises(re.error):
        wrong.search("x")


def test_it_can_be_copied_before_and_after_it_is_used() -> None:
    word = lazy_pattern("[a-z]+")
    assert copy.deepcopy(word).fullmatch("ana")
    assert word.fullmatch("ana")
    assert copy.deepcopy(word).fullmatch("ben")


def test_every_pattern_of_the_library_can_be_compiled() -> None:
    for module in pkgutil.walk_packages(convograph.__path__, "convograph."):
        if not module.name.endswith("__main__"):
            try:
                importlib.import_module(module.name)
            except ModuleNotFoundError as error:  # of an extra that is not installed
                assert not str(error.name).startswith("convograph")
    given = [one for one in gc.get_objects() if isinstance(one, _Uncompiled) and one.pattern != "("]
    assert len(given) > 300
    for one in given:
        re.compile(one.pattern, one._given_flags)


def test_importing_the_shell_readers_and_rules_compiles_none() -> None:
    ran = subprocess.run([sys.executable, "-c", _COMPILED_ON_IMPORT], capture_output=True, text=True, check=True)
    count, _, compiled = ran.stdout.partition(" ")
    assert int(count) > 300
    assert compiled.strip() == "[]"
