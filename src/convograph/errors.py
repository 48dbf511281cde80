"""The exceptions of convograph; each message names the offending value and the remedy."""

from __future__ import annotations


class ConvographError(Exception):
    """The base class of all errors that convograph raises deliberately."""


class InputError(ConvographError):
    """Invalid input: malformed, empty, too large, or of an unknown format."""


class EmptyError(InputError):
    """The input says nothing: it is empty, or all of its messages are blank."""


class TimeError(InputError):
    """A time that cannot be parsed, or is outside the years 1 to 9999."""


class ConflictError(InputError):
    """Different content (text, time or speaker) is stored under this id; `replace=True` forgets it first."""


class SessionConflictError(ConflictError):
    """Different content is stored in a session: `problem` says what differs.

    `next_ordinal` is where new turns of the session would begin; `None` if the caller gave a position.
    """

    def __init__(self, problem: str, remedy: str, next_ordinal: int | None) -> None:
        super().__init__(f"{problem}; {remedy}")
        self.problem = problem
        self.next_ordinal = next_ordinal


class NotFoundError(ConvographError):
    """A turn, session, speaker or owner does not exist."""


class UnsupportedError(ConvographError):
    """A combination that an architecture does not support, such as a unit finer than its chunks."""


class MissingExtraError(ConvographError):
    """An optional dependency is not installed; the message has the install command."""


class StoreError(ConvographError):
    """The base class of errors of a store."""


class NoStoreError(StoreError):
    """There is no store at this location, and the call does not create one."""


class NotAStoreError(StoreError):
    """The file is not a convograph store: an image, another program's database, or damaged in its first page."""


class DamagedError(StoreError):
    """What is read from the store differs from what was written; `verify` says what, `restore` puts a backup back."""


class DamageWarning(UserWarning):
    """Something in the store is damaged; the call went on without it, or derived it again."""


class SchemaError(StoreError):
    """The store was written by another version of convograph: a newer one, or one that was never released."""


class EncoderMismatchError(StoreError):
    """The store was built with another encoder; `reencode` changes it."""


class ReadOnlyError(StoreError):
    """The store cannot be written to."""


class StoreFullError(StoreError):
    """The disk (or the store's quota) is full; nothing of the failed call's transaction was kept."""


class StoreBusyError(StoreError):
    """Another process held the store's lock for longer than the timeout."""


class StoreIOError(StoreError):
    """The operating system failed to read or write the store."""


class ModelError(ConvographError):
    """The base class of model errors: the call failed, which never means "the model found nothing"."""


class ModelUnreachableError(ModelError):
    """No response: connection refused, unknown host, timeout, or connection closed."""


class ModelBusyError(ModelError):
    """The server cannot respond now (429, 5xx); `retry_after` is the number of seconds that it asks to wait, if any."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class ModelRefusedError(ModelError):
    """The server rejects this request permanently, or the model declines.

    `status` is the server's HTTP status, `parameter` the parameter it objects to; each is `None` if not given.
    """

    def __init__(self, message: str, status: int | None = None, parameter: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.parameter = parameter


class CallLimitError(ModelError):
    """The limit on calls was reached; nothing was sent."""


class ModelOutputError(ModelError):
    """The reply is unusable: empty, malformed even after a repair, cut off, or too long."""
