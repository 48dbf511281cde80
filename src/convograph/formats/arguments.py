"""Checks of arguments to public calls and of settings, made before anything else: flags, numbers, callbacks.

Each check returns nothing, or raises an `InputError` that names the argument and the value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf
from os import PathLike, fsencode, fspath
from pathlib import Path

from convograph.errors import InputError
from convograph.formats.limits import shortened

MOST = 2**63 - 1  # the largest signed 64-bit integer
_LONGEST_PATH = 4_096  # characters, the limit of common systems
_LONGEST_NAME = 255  # bytes in the name of a file or folder, the limit of common file systems


def check_flag(value: object, name: str) -> None:
    """Reject anything but `True` or `False`: a string like "no" would count as true."""
    if not isinstance(value, bool):
        raise InputError(f"{name} is either True or False: {shortened(value)}")


def check_whole(value: object, name: str, *, least: int = 1, most: int = MOST, what: str = "whole number") -> None:
    """Reject anything but a whole number from `least` to `most`; `what` is what the message calls it."""
    if not isinstance(value, int) or not _is_number(value, least, most):
        bounds = f"{least} or more" if most == MOST else f"from {least} to {most}"
        raise InputError(f"{name} is a {what}, {bounds}: {shortened(value)}")


def check_number(value: object, name: str, *, least: float = 0, most: float = inf, what: str = "number") -> None:
    """Reject anything but a finite number from `least` to `most`; `what` is what the message calls it."""
    if not _is_number(value, least, most) or value == inf:
        bounds = f"{_plain(least)} or more" if most == inf else f"from {_plain(least)} to {_plain(most)}"
        raise InputError(f"{name} is a {what}, {bounds}: {shortened(value)}")


def check_seconds(value: object, name: str, most: float) -> None:
    """Reject anything but a number of seconds from 0 to `most`."""
    check_number(value, name, most=most, what="number of seconds")


def check_probability(value: object, name: str) -> None:
    """Reject anything but a probability; `None` is accepted."""
    if value is not None:
        check_number(value, name, most=1, what="probability")


def check_cosine(value: object, name: str) -> None:
    """Reject anything but a cosine, from -1 to 1; `None`, for the encoder's own, is accepted."""
    if value is not None and not _is_number(value, -1, 1):
        raise InputError(f"{name} is a cosine, from -1 to 1, or None for that of the encoder: {shortened(value)}")


def _is_number(value: object, least: float, most: float) -> bool:
    """Whether a value is a number from `least` to `most`; `True` and `False` are not numbers here."""
    return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most


def _plain(number: float) -> str:
    """A bound in digits, with separators: "100,000,000"."""
    return f"{number:,.12g}"


def check_choice(value: object, name: str, choices: Iterable[str]) -> None:
    """Reject anything but one of the strings in `choices`."""
    known = tuple(choices)
    if not isinstance(value, str) or value not in known:
        raise InputError(f"{name} is one of {', '.join(map(repr, known))}: {shortened(value)}")


def check_callback(value: object, name: str) -> None:
    """Reject anything that is not callable; `None`, for no callback, is accepted."""
    if value is not None and not callable(value):
        raise InputError(f"{name} is a function that is called: {shortened(value)}")


def check_string(value: object, name: str) -> None:
    """Reject anything but a string."""
    if not isinstance(value, str):
        raise InputError(f"{name} is a text: {shortened(value)}")


def check_kind(value: object, kind: type, name: str, remedy: str) -> None:
    """Reject anything but an instance of `kind`."""
    if not isinstance(value, kind):
        raise InputError(f"{name} is a {kind.__name__}, not {shortened(value)}; {remedy}")


def check_methods(value: object, methods: Iterable[str], name: str, remedy: str) -> None:
    """Reject an object that lacks one of a protocol's `methods`, and a class in place of an instance."""
    missing = [each for each in methods if not callable(getattr(value, each, None))]
    if missing or isinstance(value, type):
        what = f"it has no {', '.join(missing)}" if missing else "it is a class, not an instance"
        raise InputError(f"{shortened(value)} is no {name}: {what}; {remedy}")


def check_is_chat_model(value: object) -> None:
    """Reject anything but a `ChatModel`."""
    check_methods(value, ("complete", "stream"), "chat model", "make one with convograph.build.make_chat_model")


def check_is_encoder(value: object) -> None:
    """Reject anything but an `Encoder`."""
    if isinstance(value, str):
        raise InputError(
            f"{shortened(value)} is a name, not an encoder; make one of it by convograph.build.make_encoder"
        )
    check_methods(value, ("encode",), "encoder", "make one with convograph.build.make_encoder")


def path_of(value: object, name: str) -> Path:
    """The path given by `value`. Raises `InputError` for anything but a string or `PathLike` that can name a file."""
    if isinstance(value, str | PathLike):
        path: str | bytes = fspath(value)
        if isinstance(path, str) and 0 < len(path) <= _LONGEST_PATH and "\0" not in path and _can_name_files(path):
            return Path(path)
    raise InputError(f"{name} is the path of a file: {shortened(value)}")


def _can_name_files(path: str) -> bool:
    """Whether each part of the path can be encoded by the system, and is not too long for file systems."""
    try:
        return all(len(fsencode(part)) <= _LONGEST_NAME for part in Path(path).parts)
    except UnicodeEncodeError:
        return False


def strings(value: object, name: str) -> tuple[str, ...]:
    """The strings in `value`, which is a string or an iterable of them. Raises `InputError` for anything else."""
    several = isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping)
    texts = tuple(value) if isinstance(value, Iterable) and several else (value,)
    if not all(isinstance(text, str) for text in texts):
        raise InputError(f"{name} is a text, or a list of them: {shortened(value)}")
    return tuple(text for text in texts if isinstance(text, str))
