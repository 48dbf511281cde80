"""Public names that are loaded when they are first used, and what importing a memory loads without them."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
from types import ModuleType

import pytest

import convograph

_LOADED = "import sys, convograph.memory, convograph.cli.commands; print(*sys.modules)"
_NOT_LOADED = ("pydantic", "pysbd", "ufal", "tokenizers", "convograph.formats.files", "convograph.extraction.times")


def _packages() -> list[ModuleType]:
    """The packages of the library that load their names lazily."""
    found = [
        importlib.import_module(one.name)
        for one in pkgutil.walk_packages(convograph.__path__, "convograph.")
        if one.ispkg
    ]
    return [convograph, *(one for one in found if "lazy_exports" in vars(one))]


@pytest.mark.parametrize("package", _packages(), ids=lambda package: package.__name__)
def test_every_name_that_a_package_lists_can_be_loaded(package: ModuleType) -> None:
    assert package.__all__
    for name in package.__all__:
        assert getattr(package, name) is not None


def test_an_unknown_name_is_an_attribute_error_that_names_the_package() -> None:
    with pytest.raises(AttributeError, match=r"'convograph\.formats' has no attribute 'raed_file'"):
        _ = convograph.formats.raed_file  # type: ignore[attr-defined]


def test_a_name_is_loaded_once() -> None:
    from convograph import formats  # noqa: PLC0415

    vars(formats).pop("recognise", None)
    loaded = formats.recognise
    assert vars(formats)["recognise"] is loaded


def test_importing_a_memory_and_the_shell_loads_neither_schemas_nor_rules() -> None:
    loaded = subprocess.run([sys.executable, "-c", _LOADED], check=True, capture_output=True, text=True).stdout.split()
    assert "convograph.memory.memory" in loaded
    assert not {name for name in loaded for one in _NOT_LOADED if name == one or name.startswith(f"{one}.")}
