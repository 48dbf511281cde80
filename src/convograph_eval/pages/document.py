"""An HTML document with a body and styles: no scripts, and a policy that forbids them.

The Content-Security-Policy allows only the style with the given hash, so that markup smuggled into the data can neither
run nor load anything. It also forbids `style` attributes; values are therefore drawn in SVG.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from importlib import resources

from convograph_eval.pages.markup import label


def render_document(title: str, body: str, styles: Sequence[str]) -> str:
    """The HTML of a page; `title` is plain text, `body` is markup, `styles` are names of files in `assets/`."""
    style = "\n".join(_asset(name) for name in styles)
    digest = base64.b64encode(hashlib.sha256(style.encode("utf-8")).digest()).decode("ascii")
    # The favicon is an empty data: URL; without it, browsers request /favicon.ico from the server.
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>{label(title)}</title>
<style>{style}</style>
</head>
<body>
{body}
</body>
</html>
"""


def _asset(name: str) -> str:
    return (resources.files("convograph_eval.pages") / "assets" / name).read_text(encoding="utf-8")
