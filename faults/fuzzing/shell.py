"""The arguments of the command line: any must end in a documented exit code, never in that of a defect."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import chdir
from pathlib import Path

from faults.fuzzing.parser import FEW, Parser, Read, value_of, values

DOCUMENTED = frozenset({0, 1, 2, 3, 4, 5})
LONGEST = 200  # characters of an argument

STORE = "memory.db"
CALLS = (
    ["add", "chat.json", "--session", "s"],
    ["recall", "Where is the cat?", "--explain", "--k", "3", "--after", "last week", "--where", "channel=x"],
    ["context", "Where is the cat?", "--budget", "100"],
    ["answer", "Where is the cat?", "--json"],
    ["bring", "memos.jsonl"],
    ["memos", "--kind", "fact"],
    ["parse", "I went to Porto.", "--speaker", "Ana"],
    ["show", "--json"],
    ["sessions"],
    ["stats", "--owner", "ana"],
    ["forget", "--turn", "s:0"],
    ["verify", "--json"],
    ["owners"],
    ["enrich", "--model", "openai:small", "--plan"],
    ["schema"],
    ["recall", "cat", "--architecture", "bm25", "--unit", "session", "--speaker", "Ana", "--as-of", "2024-05-01"],
)


def _shell(folder: Path) -> Read:
    """Run commands in a folder with a small store, a conversation and memos; leading slashes are stripped."""
    from typer.testing import CliRunner  # noqa: PLC0415

    import convograph  # noqa: PLC0415
    from convograph.cli.commands import app  # noqa: PLC0415

    turn = {"speaker": "Ana", "text": "The cat sleeps.", "time": "2024-05-01", "metadata": {"channel": "x"}}
    (folder / "chat.json").write_text(json.dumps([turn]))
    (folder / "memos.jsonl").write_text(json.dumps({"kind": "fact", "text": "A cat.", "turns": ["s:0"]}))
    with convograph.open(folder / STORE, owner="ana") as memory:
        memory.add([turn], session="s")
    environment = {name: None for name in os.environ if name.startswith(("CONVOGRAPH_", "OPENAI_"))}

    def read(content: bytes) -> None:
        value = value_of(content)
        if not isinstance(value, list):
            return
        arguments = [str(each)[:LONGEST].lstrip("/") for each in value if not isinstance(each, dict)]
        with chdir(folder):
            result = CliRunner().invoke(app, arguments, env=environment, input="")
        assert result.exit_code in DOCUMENTED, f"exit code {result.exit_code}: {result.output[-300:]}"

    return read


PARSERS: Mapping[str, Parser] = {"shell": Parser(values(*CALLS), _shell, FEW)}
"""The parser of arguments, by name."""
