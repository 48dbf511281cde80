"""Which key a server is sent."""

from __future__ import annotations

from convograph.config import Settings


def key_of(settings: Settings) -> str | None:
    """The key for the server of `settings`: the one that is set for OpenAI goes to no other."""
    from convograph.endpoint.address import is_openai  # noqa: PLC0415 - only users of servers pay for loading it

    return settings.api_key or (settings.openai_api_key if is_openai(settings.base_url) else None)
