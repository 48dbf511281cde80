"""Packages whose public names are loaded when they are first used, so that importing a package costs nearly nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module


def lazy_exports(package: str, exports: Mapping[str, Iterable[str]]) -> Callable[[str], object]:
    """The `__getattr__` of a package (PEP 562) that loads what it exports, given by module, when it is first used.

    A module is relative to the package (".files"); "name as other" exports a name under another one. What was loaded
    once is kept as an attribute of the package.
    """
    homes: dict[str, tuple[str, str]] = {}
    for module, names in exports.items():
        for name in names:
            original, _, other = name.partition(" as ")
            homes[other or original] = module, original

    def load(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, original = homes[name]
        value: object = getattr(import_module(module, package), original)
        setattr(sys.modules[package], name, value)
        return value

    return load
