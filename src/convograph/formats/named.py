"""Objects of one kind, made by name or by the prefix of a name such as "t5:models/importance"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Concatenate, Generic, ParamSpec, TypeVar

from convograph.errors import InputError
from convograph.formats.limits import shortened

Options = ParamSpec("Options")
Made_co = TypeVar("Made_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Named(Generic[Options, Made_co]):
    """The makers of one kind of object, such as encoders, by name.

    Messages call an object of the kind `what`, and add `note` to the list of names. The keys of `makers` are full
    names, `"rules"`, or prefixes with a placeholder, `"t5:<folder>"`. A maker is called with the rest of the name after
    the prefix, or with the full name, and with the options of its kind.
    """

    what: str
    makers: Mapping[str, Callable[Concatenate[str, Options], Made_co]]
    note: str = ""

    @property
    def known(self) -> str:
        """All names, on one line for messages."""
        *others, last = map(repr, self.makers)
        return f"{', '.join(others)} and {last}{self.note}" if others else f"{last}{self.note}"

    def check(self, name: str) -> None:
        """Raise `InputError` for an unknown name."""
        self._of(name)

    def make(self, name: str, *args: Options.args, **options: Options.kwargs) -> Made_co:
        """The object that `name` stands for. Raises `InputError` for an unknown name, and what its maker raises."""
        rest, maker = self._of(name)
        return maker(rest, *args, **options)

    def _of(self, name: str) -> tuple[str, Callable[Concatenate[str, Options], Made_co]]:
        for known, maker in self.makers.items():
            beginning, has_rest, _ = known.partition("<")
            if name == known or (has_rest and isinstance(name, str) and name.startswith(beginning)):
                return name.removeprefix(beginning) if has_rest else name, maker
        raise InputError(f"no {self.what} is called {shortened(name)}; there are {self.known}")
