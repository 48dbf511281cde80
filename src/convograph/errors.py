"""Everything that can go wrong, as one family: each message names the offending value and the remedy."""

from __future__ import annotations


class ConvographError(Exception):
    """The root: catching it catches every failure that convograph raises on purpose."""


class InputError(ConvographError):
    """What the caller gave cannot be taken: malformed, empty, too large, or not of a known format."""


class TimeError(InputError):
    """A time that cannot be read, or lies outside the years 1 to 9999."""


class ConflictError(InputError):
    """Another text, time or speaker is stored under the same id; `replace=True` forgets it first."""


class NotFoundError(ConvographError):
    """A turn, session, speaker or owner that is not there was named."""


class UnsupportedError(ConvographError):
    """A combination that an architecture cannot do, such as a unit finer than its chunks."""


class MissingExtraError(ConvographError):
    """An optional part is not installed; the message prints the install line."""


class StoreError(ConvographError):
    """The root of what can go wrong with a store."""


class NoStoreError(StoreError):
    """There is no store at this location, and it was not to be created."""


class NotAStoreError(StoreError):
    """The file is no convograph store (a picture, another program's database, a damaged file)."""


class SchemaError(StoreError):
    """The store was written by a newer convograph."""


class EncoderMismatchError(StoreError):
    """The store was built with another encoder; `reencode` changes it."""


class ReadOnlyError(StoreError):
    """The store cannot be written to."""


class StoreFullError(StoreError):
    """The disk (or the store's quota) is full; nothing of the failed call's transaction was kept."""


class StoreBusyError(StoreError):
    """Another process held the store's lock for longer than the time allowed."""


class StoreIOError(StoreError):
    """The operating system failed to read or write the store."""


class ModelError(ConvographError):
    """The root of what can go wrong with a model behind a server. It is never "the model found nothing"."""


class ModelUnreachableError(ModelError):
    """No answer came: connection refused, unknown host, too slow, or the server hung up."""


class ModelBusyError(ModelError):
    """The server cannot answer now (429, 5xx); `retry_after` is how many seconds it asked to wait, if it said."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class ModelRefusedError(ModelError):
    """The server will not answer this request however often it is asked, or the model declines.

    `status` is the server's, `parameter` what it says is wrong in the request; `None` when it gave none.
    """

    def __init__(self, message: str, status: int | None = None, parameter: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.parameter = parameter


class CallLimitError(ModelError):
    """No call was left of those that were allowed: nothing was sent."""


class ModelOutputError(ModelError):
    """What came back cannot be used: empty, malformed even after a repair, cut off, or too long."""
