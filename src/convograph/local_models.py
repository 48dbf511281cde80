"""What adapters of neural models in local folders share: the folder checked, loading without noise, weights hashed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from convograph.errors import InputError

if TYPE_CHECKING:
    from torch import Tensor

_REASON = 200  # characters of what a library says
_SHOWN = 80  # characters of a path in a message: its end tells it apart


def model_folder(folder: str | Path, what: str) -> Path:
    """The folder of a model. Raises `InputError` where there is none: nothing is ever fetched by a name."""
    path = Path(folder).expanduser()
    if not path.is_dir():
        raise InputError(f"no folder {shown_folder(path)}: name a local folder that holds {what}")
    return path


def configuration(folder: Path, name: str, what: str) -> dict[str, object]:
    """A JSON object in a model's folder.

    Raises `InputError` where it is missing or no such object, and where the model would bring code of its own.
    """
    try:
        values = json.loads((folder / name).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{shown_folder(folder)} does not hold {what}: {name} cannot be read") from error
    if not isinstance(values, dict):
        raise InputError(f"{shown_folder(folder)} does not hold {what}: {name} is no JSON object")
    if "auto_map" in values:
        raise InputError(f"the model in {shown_folder(folder)} brings code of its own ({name}), which is not run")
    return values


def shown_folder(folder: Path) -> str:
    """A folder as messages name it."""
    return repr(str(folder)[-_SHOWN:])


def digest(weights: Mapping[str, Tensor], settings: Mapping[str, object]) -> str:
    """A hash of all weights and of what else shapes a model's results, 16 hexadecimal digits."""
    running = hashlib.sha256(json.dumps(settings, sort_keys=True).encode())
    for key, tensor in sorted(weights.items()):
        running.update(f"{key} {tensor.dtype} {tuple(tensor.shape)}".encode())
        running.update(_bytes(tensor))
    return running.hexdigest()[:16]


@contextmanager
def loading(folder: Path, what: str) -> Iterator[None]:
    """`quietly`, around the loading of a model. Raises `InputError` where its library cannot read the folder."""
    try:
        with quietly():
            yield
    except Exception as error:  # readers of weights and tokenizers raise whatever a broken file leads to, and bare ones
        reason = f"{type(error).__name__}: {' '.join(str(error).split())[:_REASON]}"
        raise InputError(
            f"cannot load {what} from {shown_folder(folder)} ({reason}); a file in it is missing or broken, or is for "
            "another version of the library: copy the whole model there again"
        ) from error


def check_device(device: str) -> None:
    """Whether torch can put numbers there. Raises `InputError`."""
    import torch  # noqa: PLC0415 - whoever has a model has it

    try:
        torch.zeros(1, device=device).item()
    except (RuntimeError, AssertionError) as error:  # it knows no such name, or was built without
        reason = " ".join(str(error).split())[:_REASON]
        raise InputError(f"no device {device!r} here ({reason}); 'cpu' is always there") from error


@contextmanager
def quietly() -> Iterator[None]:
    """Without the reports and the progress bars that transformers prints when it loads a model."""
    from transformers.utils import logging  # noqa: PLC0415 - whoever comes here has it and needs it

    verbosity, had_bar = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(verbosity)
        if had_bar:
            logging.enable_progress_bar()


def _bytes(tensor: Tensor) -> memoryview:
    """The tensor's values as they lie in memory, whatever their type."""
    import torch  # noqa: PLC0415 - whoever has a tensor has it

    raw: npt.NDArray[np.uint8] = tensor.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy()
    return raw.data
