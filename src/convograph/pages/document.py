"""A self-contained HTML document from a template, styles, scripts and data.

Everything is inline. The Content-Security-Policy allows only these styles and scripts, by their hashes, so that text
injected into the data can neither run nor load anything.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Sequence
from importlib import resources
from string import Template
from typing import Final

# A text must not be able to close its script element or to open a comment in it.
_ESCAPES: Final = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


def render_document(template: str, title: str, data: object, styles: Sequence[str], scripts: Sequence[str]) -> str:
    """The HTML of a page whose scripts read `data` as JSON from the element `#data`.

    `template`, `styles` and `scripts` name files in `assets/`; the scripts run in the order given.
    `data` must be serialisable by `json.dumps`, without NaN or infinity.
    """
    style_texts = [_asset(name) for name in styles]
    script_texts = [_asset(name) for name in scripts]
    return Template(_asset(template)).substitute(
        title=escaped(title),
        policy=_policy(style_texts, script_texts),
        styles="\n".join(f"<style>{text}</style>" for text in style_texts),
        data=json_for_html(data),
        scripts="\n".join(f"<script>{text}</script>" for text in script_texts),
    )


def render_static(template: str, title: str, body: str, styles: Sequence[str]) -> str:
    """The HTML of a page without scripts; `body` is HTML in which the caller has escaped all texts."""
    style_texts = [_asset(name) for name in styles]
    return Template(_asset(template)).substitute(
        title=escaped(title),
        policy=_policy(style_texts, ()),
        styles="\n".join(f"<style>{text}</style>" for text in style_texts),
        body=body,
    )


def escaped(text: str) -> str:
    r"""A text escaped for HTML; lone surrogates become question marks.

    >>> escaped("a < b\ud800")
    'a &lt; b?'
    """
    return html.escape(text.encode("utf-8", "replace").decode("utf-8"))


def json_for_html(data: object) -> str:
    r"""`data` as JSON in plain ASCII (so that U+2028 is escaped too) for use inside an HTML script element.

    >>> json_for_html("</script>")
    '"\\u003c/script\\u003e"'
    """
    return json.dumps(data, allow_nan=False, separators=(",", ":")).translate(_ESCAPES)


def _policy(styles: Sequence[str], scripts: Sequence[str]) -> str:
    style_hashes = " ".join(map(_hash, styles))
    script_hashes = " ".join(map(_hash, scripts)) or "'none'"
    # The favicon is an empty data: URL; without it, browsers request /favicon.ico.
    return (
        f"default-src 'none'; script-src {script_hashes}; style-src {style_hashes}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"


def _asset(name: str) -> str:
    return (resources.files("convograph.pages") / "assets" / name).read_text(encoding="utf-8")
