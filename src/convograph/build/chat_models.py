"""Chat models by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from convograph.build.server_keys import key_of
from convograph.config import Settings, settings_from_environment
from convograph.formats.named import Named
from convograph.protocols import ChatModel

if TYPE_CHECKING:
    from convograph.endpoint.backoff import Backoff
    from convograph.llm.metered import Ledger, Prices


def make_chat_model(
    name: str,
    settings: Settings | None = None,
    *,
    ledger: Ledger | None = None,
    prices: Prices | None = None,
    requests_a_minute: int | None = None,
    backoff: Backoff | None = None,
) -> ChatModel:
    """The chat model that a user means by `name`, `"openai:<model>"`: retried after transient failures, metered.

    The server is the one in `settings`, else in the environment, else OpenAI's. `ledger` gets what is used, with
    `prices` for money; `requests_a_minute` bounds what is sent, repeats included.
    Raises `InputError` for a name that is none, `MissingExtraError` when openai is not installed.
    """
    made = CHAT_MODELS.make(name, settings or settings_from_environment())
    from convograph.endpoint.backoff import Backoff  # noqa: PLC0415 - only their users pay for loading these
    from convograph.llm.metered import Ledger, Metered  # noqa: PLC0415
    from convograph.llm.rate_limited import RateLimited  # noqa: PLC0415
    from convograph.llm.retries import Retrying  # noqa: PLC0415

    model = made if requests_a_minute is None else RateLimited(made, requests_a_minute)
    return Metered(Retrying(model, backoff or Backoff()), Ledger() if ledger is None else ledger, prices or {})


def _served_chat_model(model: str, settings: Settings) -> ChatModel:
    from convograph.llm.openai import OpenAIChat  # noqa: PLC0415 - only its users pay for loading it

    return OpenAIChat(model, settings.base_url, key_of(settings), timeout=settings.model_seconds)


CHAT_MODELS = Named("chat model", {"openai:<model>": _served_chat_model}, note=", on any server")
"""Every chat model by its name."""
