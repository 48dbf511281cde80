"""Neural models in local folders: checks of the folder, quiet loading, hashes of weights."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from convograph.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from torch import Tensor
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

_REASON = 200  # characters of a library's message
_SHOWN = 80  # characters of a path in a message: the end identifies it


def model_folder(folder: str | Path, what: str) -> Path:
    """The path of a model's folder. Raises `InputError` if it does not exist: nothing is ever downloaded."""
    path = Path(folder)
    try:
        path = path.expanduser()
        if path.is_dir():
            return path
    except (OSError, RuntimeError, ValueError):  # a name that is too long, no such user's home, NUL
        pass
    raise InputError(f"no folder {shown_folder(path)}: name a local folder that holds {what}")


def configuration(folder: Path, name: str, what: str) -> dict[str, object]:
    """A JSON object in a model's folder.

    Raises `InputError` if it is missing or invalid, or if the model comes with its own code.
    """
    try:
        values = json.loads((folder / name).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{shown_folder(folder)} does not hold {what}: {name} cannot be read") from error
    if not isinstance(values, dict):
        raise InputError(f"{shown_folder(folder)} does not hold {what}: {name} is not a JSON object")
    if "auto_map" in values:
        raise InputError(f"the model in {shown_folder(folder)} comes with its own code ({name}), which is not run")
    return values


def shown_folder(folder: Path) -> str:
    """A folder as shown in messages."""
    return repr(str(folder)[-_SHOWN:])


def digest(weights: Mapping[str, Tensor], settings: Mapping[str, object]) -> str:
    """A hash of all weights and of the settings that affect results, 16 hexadecimal digits."""
    running = hashlib.sha256(json.dumps(settings, sort_keys=True).encode())
    for key, tensor in sorted(weights.items()):
        running.update(f"{key} {tensor.dtype} {tuple(tensor.shape)}".encode())
        running.update(_bytes(tensor))
    return running.hexdigest()[:16]


def model_digest(
    model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, version: str, settings: Mapping[str, object]
) -> str:
    """The `digest` of a transformers model with its tokenizer, the library's version, and our settings."""
    held = {
        **settings,
        "config": model.config.to_json_string(),
        "vocabulary": tokenizer.get_vocab(),
        "version": f"{version}, transformers {importlib.metadata.version('transformers')}",
    }
    return digest(model.state_dict(), held)


def imported_transformers(what: str) -> Any:
    """The module `transformers`. Raises `MissingExtraError` without it or torch."""
    try:
        import torch  # noqa: PLC0415, F401
        import transformers  # noqa: PLC0415 - takes seconds, with torch
    except ImportError as error:
        raise MissingExtraError(f"{what} cannot be loaded ({error}): pip install 'convograph[models]'") from error
    return transformers


def load_pretrained(
    folder: Path,
    class_name: str,
    what: str,
    device: str = "cpu",
    *,
    configurations: Sequence[str] = ("config.json", "tokenizer_config.json"),
    **options: object,
) -> tuple[PreTrainedTokenizerBase, Any, list[str]]:
    """The tokenizer and the model in a folder, and the names of weights that it lacks.

    The model is of the class of transformers that is named, made with `options`, in float32, for inference on `device`.
    Lacking weights are random. Raises `MissingExtraError` without transformers and torch, and `InputError` if a
    file of `configurations` is refused, the folder holds no such model, or the device does not exist.
    """
    transformers = imported_transformers(what)
    for name in configurations:
        configuration(folder, name, what)
    check_device(device)
    with loading(folder, what):
        tokenizer = transformers.AutoTokenizer.from_pretrained(str(folder), local_files_only=True)
        model, report = getattr(transformers, class_name).from_pretrained(
            str(folder), local_files_only=True, output_loading_info=True, **options
        )
    return tokenizer, model.float().eval().to(device), sorted(report["missing_keys"])


@contextmanager
def loading(folder: Path, what: str) -> Iterator[None]:
    """`quietly`, around the loading of a model. Raises `InputError` if its library cannot read the folder."""
    try:
        with quietly():
            yield
    except Exception as error:  # libraries raise all kinds of exceptions for a broken file, bare `Exception` included
        reason = f"{type(error).__name__}: {' '.join(str(error).split())[:_REASON]}"
        raise InputError(
            f"cannot load {what} from {shown_folder(folder)} ({reason}); a file is missing or broken, or is for "
            "another version of the library; copy the whole model again"
        ) from error


def check_device(device: str) -> None:
    """Raise `InputError` if torch cannot use the device."""
    import torch  # noqa: PLC0415 - installed wherever a model is

    try:
        torch.zeros(1, device=device).item()
    except (RuntimeError, AssertionError) as error:  # an unknown device, or one that torch was built without
        reason = " ".join(str(error).split())[:_REASON]
        raise InputError(f"no device {device!r} ({reason}); 'cpu' is always available") from error


@contextmanager
def quietly() -> Iterator[None]:
    """Suppress the reports and progress bars that transformers prints while loading a model."""
    from transformers.utils import logging  # noqa: PLC0415 - installed wherever a model is

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
    """The tensor's bytes in memory, whatever its dtype."""
    import torch  # noqa: PLC0415 - installed wherever a tensor is

    raw: npt.NDArray[np.uint8] = tensor.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy()
    return raw.data
