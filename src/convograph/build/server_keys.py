"""The API key that is sent to a server."""

from __future__ import annotations

from convograph.config import Settings


def key_of(settings: Settings) -> str | None:
    """The API key for the server in `settings`; the key that is set for OpenAI is never sent to another server."""
    from convograph.endpoint.address import is_openai  # noqa: PLC0415 - loaded only for users of servers

    return settings.api_key or (settings.openai_api_key if is_openai(settings.base_url) else None)
