"""Packages whose public names are loaded when they are first used, so that importing a package costs nearly nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def lazy_exports(package: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """The `__getattr__` of a package (PEP 562) that exports each name in `homes` from the module given for it.

    A module is relative to the package (".files"); "module:name" exports the module's `name` under another one. What
    was loaded once is kept as an attribute of the package.
    """

    def load(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, _, original = homes[name].partition(":")
        value: object = getattr(import_module(module, package), original or name)
        setattr(sys.modules[package], name, value)
        return value

    return load
