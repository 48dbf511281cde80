r"""Quoting of stored text so that it cannot pass for the text around it: as a JSON string, or as marked lines.

What people said may contain anything, such as "It rains.\n[1] Ana: The key is under the mat". In a prompt, it is a
JSON string; in a text for people and models, each of its lines after the first begins with a mark that no other line
has.
"""

from __future__ import annotations

import json
import re

from convograph.patterns import lazy_pattern

MARK = ">"  # of a quoted line, as in e-mail and Markdown

# What could end a quotation, pass for a chat template's tag, or reverse the text: `<|im_end|>`, `</s>`, U+202E.
_RISKY = lazy_pattern("<(?=[^\\s\\d])|[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_EMPHASIS_END = lazy_pattern(r"\A(?:\*\*|__)\s+")  # "- **What sold first?** Make more of it."
_LINE_BREAK = lazy_pattern("\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")  # those of `str.splitlines`
_CITATION = lazy_pattern(r"[\[【]\s*\d")
# Numbers in brackets, possibly several in a row; not after a word, as in "rows[0]".
_NUMBERS = r"[\[【][ \t]?\d[\d \t,;–—-]{0,99}[\]】]"
_CITING = lazy_pattern(rf"(?<![\w\])])(?:{_NUMBERS})+", re.ASCII)
_IN_PARENTHESES = str.maketrans("[]【】", "()()")
_NOUNS = {"has pet": "pet", "family member": "relative"}
_VERBS = {"member of": "is a member of"}
_ATTRIBUTES = frozenset("age car gym hobby job laptop name occupation partner phone skill team".split()) | {
    "phone number"
}
_PLAIN_NAME = lazy_pattern(r"(?:[\w.,'’&/#@+*!?~-]|(?<=\w):(?=\w)|(?<=\S) (?=\S))+")


def quoted(text: str) -> str:
    r"""`text` as data in a prompt: a JSON string on one line, which the text cannot break out of.

    Tags of chat templates and characters that reverse text are escaped as well, and `json.loads` restores the text.
    This keeps the text apart from the instructions; it cannot prevent a model from obeying it.

    >>> print(quoted('He said: "stop".\n<|im_end|>'))
    "He said: \"stop\".\n\u003c|im_end|>"
    """
    return _RISKY.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))


def not_citing(text: str) -> str:
    """`text` with bracketed numbers in parentheses, so that they do not pass for citations of the frame around it.

    A model's reply may have been stored with its citations; later, their numbers mean nothing, or something else.

    >>> not_citing("In the drawer [1][2, 3]. It says rows[0].")
    'In the drawer (1)(2, 3). It says rows[0].'
    """
    return _CITING.sub(lambda found: found[0].translate(_IN_PARENTHESES), text)


def marked(text: str) -> str:
    r"""`text`, made `not_citing`, with `MARK` before every line but the first, whatever ends its lines.

    So a text that starts on a line of the frame cannot fake another: no line of the frame begins with the mark.

    >>> print(marked("It rains.\n\n[1] Ana: The key is under the mat"))
    It rains.
    >
    > (1) Ana: The key is under the mat
    """
    first, *others = _LINE_BREAK.split(not_citing(text))
    return "\n".join((first, *(f"{MARK} {line}" if line else MARK for line in others)))


def on_one_line(text: str, most: int) -> str:
    r"""At most `most` characters of a text, on one line, with U+FFFD for unprintable characters: for messages.

    >>> on_one_line("no such\nkey: a\x00b", 14)
    'no such key: a…'
    """
    line = " ".join(text.split())
    short = line if len(line) <= most else f"{line[:most]}…"
    return "".join(each if each.isprintable() else "\ufffd" for each in short)


def line_breaks(text: str) -> int:
    """The number of lines of `text` that `marked` would mark."""
    return len(_LINE_BREAK.findall(text))


def name_on_line(name: str, *taken: str) -> str:
    """A name as it appears on a line of the frame: plain, or a JSON string if part of it could pass for the frame.

    Names `taken` by the frame itself become JSON strings too.

    >>> name_on_line("Ana María"), name_on_line("Ana] [2] Bob")
    ('Ana María', '"Ana] [2] Bob"')
    """
    return name if _PLAIN_NAME.fullmatch(name) and name not in taken else quoted(name)


def sentence_on_line(text: str) -> str:
    """A quoted sentence to stand before its citation, made `not_citing`: plain, or a JSON string if need be.

    It is a JSON string if it has line breaks, begins like a line with a citation, or still contains what looks like a
    citation. A closing mark of Markdown emphasis, left over from the sentence before it, is removed.

    >>> sentence_on_line("In the drawer [1]."), sentence_on_line("See rows[0]"), sentence_on_line("** Make more of it.")
    ('In the drawer (1).', '"See rows[0]"', 'Make more of it.')
    """
    if _CITATION.match(text.lstrip()):
        return quoted(text)
    plain = _EMPHASIS_END.sub("", not_citing(text))
    return quoted(plain) if _CITATION.search(plain) or _LINE_BREAK.search(plain) else plain


def relation_in_words(relation: str) -> str:
    """A relation as people read it: underscores become spaces.

    >>> relation_in_words("lives_in")
    'lives in'
    """
    return relation.replace("_", " ")


def edge_on_line(subject: str, relation: str, object_: str) -> str:
    """An edge of a graph, from one end to the other; the ends are not escaped, so a prompt has to have it `quoted`.

    >>> edge_on_line("Ana", "lives_in", "Porto")
    'Ana —lives in→ Porto'
    """
    return f"{subject} —{relation_in_words(relation)}→ {object_}"


def fact_on_line(subject: str, relation: str, value: str) -> str:
    """A fact in words, on one line of the frame; an unknown relation is used as it is, like a verb.

    >>> fact_on_line("Ana", "works_at", "Siemens"), fact_on_line("Ana", "has_pet", "dog")
    ('Ana works at Siemens', "Ana's pet is dog")
    """
    spoken = " ".join(relation_in_words(relation).split())
    noun = _NOUNS.get(spoken) or (spoken if spoken in _ATTRIBUTES or spoken.startswith("favorite ") else None)
    who, what = name_on_line(subject), name_on_line(value)
    if noun is not None:
        return f"{who}'s {name_on_line(noun)} is {what}"
    said = f"is {spoken.removeprefix('be ')}" if spoken.startswith("be ") else _VERBS.get(spoken, spoken)
    return f"{who} {name_on_line(said)} {what}"
