"""The address of a server, checked when it is configured rather than at the first request."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from convograph.errors import InputError
from convograph.quotation import on_one_line

OPENAI_HOST = "api.openai.com"
OPENAI_URL = f"https://{OPENAI_HOST}/v1"
MAX_MODEL_CHARACTERS = 512  # the name of a local model can be a path
NO_KEY = "none"  # self-hosted servers ignore the key, but the library always sends one

_SHOWN = 80  # characters of a part of the URL in a message
_EXAMPLE = "give one such as 'http://localhost:11434/v1'"


@dataclass(frozen=True, slots=True)
class Address:
    """A server's base URL without a trailing slash, and its API key, which is never shown."""

    url: str
    api_key: str = field(repr=False)

    @property
    def is_local(self) -> bool:
        """Whether the server runs on this machine, so that no proxy is used."""
        host = urlsplit(self.url).hostname or ""
        return host == "localhost" or _is_loopback(host)

    def redacted(self, text: str) -> str:
        """`text` without the key, which some servers repeat in errors."""
        return text if self.api_key == NO_KEY else text.replace(self.api_key, "[key]")


def read_address(base_url: str | None, api_key: str | None) -> Address:
    """The address that a user configured; `None` is OpenAI's. Without a key, a self-hosted server is sent `"none"`.

    Raises `InputError`; its message shows neither the key nor a password in the URL.
    """
    url = OPENAI_URL if base_url is None else base_url.strip().rstrip("/")
    parts = _check_url(url)
    key = (api_key or "").strip()
    if not key.isascii() or not key.isprintable():
        raise InputError("the API key contains an invalid character; copy it again")
    if not key and parts.hostname == OPENAI_HOST:
        raise InputError(f"{url} requires an API key: set CONVOGRAPH_API_KEY")
    return Address(url, key or NO_KEY)


def is_openai(base_url: str | None) -> bool:
    """Whether `base_url` is OpenAI's own server, as `None` is."""
    return base_url is None or _split(base_url.strip()).hostname == OPENAI_HOST


def is_model_name(name: object) -> bool:
    """Whether `name` may be a model's name: not blank, printable, at most `MAX_MODEL_CHARACTERS` long."""
    return isinstance(name, str) and bool(name.strip()) and name.isprintable() and len(name) <= MAX_MODEL_CHARACTERS


def check_model_name(model: str) -> None:
    """Raise `InputError` for an impossible model name."""
    if not is_model_name(model):
        raise InputError(f"not a model name: {model[:80]!r}; name one that the server lists, such as 'gpt-4o-mini'")


def _check_url(url: str) -> SplitResult:
    parts = _split(url)
    if parts.username or parts.password:
        raise InputError(f"the base URL of {parts.hostname!r:.{_SHOWN}} contains credentials; use CONVOGRAPH_API_KEY")
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise InputError(f"{_without_credentials(url)!r:.{_SHOWN}} is not a server address; {_EXAMPLE}")
    if parts.query or parts.fragment or not url.isprintable() or " " in url:
        raise InputError(
            f"the base URL of {parts.hostname!r:.{_SHOWN}} has more than a host, a port and a path; {_EXAMPLE}"
        )
    return parts


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port  # reading the port validates it
    except ValueError as error:
        reason = "" if "@" in url else f" ({on_one_line(str(error), _SHOWN)})"  # may quote a password
        raise InputError(f"the base URL is invalid{reason}; {_EXAMPLE}") from None
    return parts


def _without_credentials(url: str) -> str:
    """The part after the last "@": in an invalid URL, credentials may be anywhere before it."""
    return url.rpartition("@")[2]


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:  # a host name
        return False
