"""`convograph-eval facts`: measure which statements supersede each other, on generated conversations."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from convograph import __version__
from convograph.build import open_memory
from convograph.cli.console import progress_bar
from convograph.errors import InputError
from convograph_eval.cli.app import STDOUT, app, failures_reported
from convograph_eval.cli.facts_tables import facts_view
from convograph_eval.cli.options import Output
from convograph_eval.cli.report_files import check_targets, write_report
from convograph_eval.retrieval.settings import code_digest, files_digest
from convograph_eval.update_chains import BASELINES, Chain, FactMemory, read_wordings, report, score, update_chains


@app.command(
    epilog="[bold]Examples[/]\n"
    "  convograph-eval facts --wordings data/update_chains/wordings.dev.json --chains 300\n"
    "  convograph-eval facts --wordings data/update_chains/wordings.dev.json --baseline always --json always.json"
)
def facts(
    *,
    wordings: Annotated[Path, typer.Option(help="The file of wordings to make conversations of.")],
    chains: Annotated[int, typer.Option(min=1, help="How many conversations to make.")] = 300,
    seed: Annotated[int, typer.Option(help="Seed of the conversations.")] = 0,
    baseline: Annotated[
        str | None, typer.Option(help=f"A baseline in place of the memory: {', '.join(BASELINES)}.")
    ] = None,
    output: Output = None,
) -> None:
    """Measure facts over time: which values supersede which, and what holds at the end."""
    with failures_reported():
        if baseline is not None and baseline not in BASELINES:
            raise InputError(f"no baseline is called {baseline!r}; the baselines are {', '.join(BASELINES)}")
        check_targets(output, None, [wordings])
        given = read_wordings(wordings)
        records = []
        with progress_bar("chains") as bar:
            for number, chain in enumerate(update_chains(given, chains, seed), 1):
                with _memory(chain, baseline) as memory:
                    records.append(score(chain, memory))
                if bar and output != STDOUT:
                    bar(number, chains)
        settings = {
            "version": __version__,
            "code": code_digest(),
            "wordings": str(wordings),
            "digest": files_digest([wordings]),
            "chains": chains,
            "seed": seed,
            "memory": baseline or "convograph",
        }
        write_report(report(settings, records), output, facts_view)


@contextmanager
def _memory(chain: Chain, baseline: str | None) -> Iterator[FactMemory]:
    """The baseline's memory of the chain, or, without a baseline, ours."""
    if baseline is not None:
        yield BASELINES[baseline](chain)
        return
    with open_memory(":memory:") as memory:
        memory.add(chain.conversation.sessions)
        yield memory
