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
    """The chat model called `name`, `"openai:<model>"`, with retries after transient failures and usage metering.

    The server is the one in `settings`, else in the environment, else OpenAI's. Usage is recorded in `ledger`, with
    costs by `prices`; `requests_a_minute` limits the requests, including retries.
    Raises `InputError` for an unknown name, `MissingExtraError` if openai is not installed.
    """
    made = CHAT_MODELS.make(name, settings or settings_from_environment())
    from convograph.endpoint.backoff import Backoff  # noqa: PLC0415 - loaded only for their users
    from convograph.llm.metered import Ledger, Metered  # noqa: PLC0415
    from convograph.llm.rate_limited import RateLimited  # noqa: PLC0415
    from convograph.llm.retries import Retrying  # noqa: PLC0415

    model = made if requests_a_minute is None else RateLimited(made, requests_a_minute)
    return Metered(Retrying(model, backoff or Backoff()), Ledger() if ledger is None else ledger, prices or {})


def _served_chat_model(model: str, settings: Settings) -> ChatModel:
    from convograph.llm.openai import OpenAIChat  # noqa: PLC0415 - loaded only for its users

    return OpenAIChat(model, settings.base_url, key_of(settings), timeout=settings.model_seconds)


CHAT_MODELS = Named("chat model", {"openai:<model>": _served_chat_model}, note=", on any server")
"""The makers of chat models by name."""
