"""Encoders by name."""

from __future__ import annotations

from convograph.build.server_keys import key_of
from convograph.config import Settings, settings_from_environment
from convograph.encoders.static import BUNDLED, SENTENCES, bundled_encoder
from convograph.errors import InputError
from convograph.formats.named import Named
from convograph.protocols import Encoder

DEFAULT_ENCODER = SENTENCES


def make_encoder(name: str, settings: Settings | None = None) -> Encoder:
    """The encoder called `name`; the address of a server is taken from `settings`, else from the environment.

    Raises `InputError` for an unknown name, and for `"openai:<model>"` without an address: a store names its encoder,
    so without this check, opening a store from somebody else could send texts to a server unasked.
    """
    return ENCODERS.make(name, settings)


def _bundled_encoder(name: str, _: Settings | None) -> Encoder:
    return bundled_encoder(name)


def _sentence_transformer(model: str, _: Settings | None) -> Encoder:
    from convograph.encoders.sentence_transformers import SentenceTransformersEncoder  # noqa: PLC0415 - as below

    return SentenceTransformersEncoder(model)


def _served_encoder(model: str, settings: Settings | None) -> Encoder:
    settings = settings or settings_from_environment()
    if settings.base_url is None:
        raise InputError(
            f"'openai:{model}' is on a server: set CONVOGRAPH_BASE_URL, to https://api.openai.com/v1 for OpenAI's"
        )
    from convograph.encoders.http import HttpEncoder  # noqa: PLC0415 - loaded only for its users

    return HttpEncoder(model, settings.base_url, key_of(settings), timeout=settings.model_seconds)


ENCODERS = Named(
    "encoder",
    {
        **dict.fromkeys(BUNDLED, _bundled_encoder),
        "sentence-transformers:<model>": _sentence_transformer,
        "openai:<model>": _served_encoder,
    },
)
"""The makers of encoders by name."""
