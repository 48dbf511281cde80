"""The words of an answer as LightGMEM's text metrics count them."""

from __future__ import annotations

import re
import unicodedata

_ARTICLE = re.compile(r"\b(?:a|an|the)\b")
_NOT_ALPHANUMERIC = re.compile(r"[\W_]+")


def words(text: str | int) -> list[str]:
    """The lower-case words of a text without "a", "an" and "the", split at whatever is neither letter nor digit.

    Letters and digits are Unicode's, in composed form (NFC), so that a text has the same words in any encoded form.

    >>> words("The dentist's, at 7:30")
    ['dentist', 's', 'at', '7', '30']
    """
    lowered = unicodedata.normalize("NFC", str(text).lower())
    return _NOT_ALPHANUMERIC.sub(" ", _ARTICLE.sub(" ", lowered)).split()
