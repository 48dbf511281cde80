"""What a user means by a name such as "t5:models/importance": things of one kind, by what their names begin with."""

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
    """Things of one kind, such as encoders, with what makes each of them.

    `what` is what messages call one of them, `note` is said behind their names. `makers` are by name: one as it stands,
    `"rules"`, or a beginning with what stands for the rest, `"t5:<folder>"`. Each is called with the rest of the name
    (a name as it stands is all of it) and the options of its kind.
    """

    what: str
    makers: Mapping[str, Callable[Concatenate[str, Options], Made_co]]
    note: str = ""

    @property
    def known(self) -> str:
        """All names in one line for messages."""
        *others, last = map(repr, self.makers)
        return f"{', '.join(others)} and {last}{self.note}" if others else f"{last}{self.note}"

    def check(self, name: str) -> None:
        """Raise `InputError` for a name that is none."""
        self._of(name)

    def make(self, name: str, *args: Options.args, **options: Options.kwargs) -> Made_co:
        """What is meant by a name. Raises `InputError` for a name that is none, and what its maker raises."""
        rest, maker = self._of(name)
        return maker(rest, *args, **options)

    def _of(self, name: str) -> tuple[str, Callable[Concatenate[str, Options], Made_co]]:
        for known, maker in self.makers.items():
            beginning, has_rest, _ = known.partition("<")
            if name == known or (has_rest and isinstance(name, str) and name.startswith(beginning)):
                return name.removeprefix(beginning) if has_rest else name, maker
        raise InputError(f"no {self.what} is called {shortened(name)}; there are {self.known}")
