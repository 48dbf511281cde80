"""Commands for a whole store, with the data of all owners: `verify`, `backup`, `restore`, `scrub`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from convograph import maintenance
from convograph.cli.app import CARE, command
from convograph.cli.console import ask_first, counted, errors, print_json, print_line, progress_bar
from convograph.cli.exit_codes import NOTHING_FOUND, STORE_FAILURE
from convograph.cli.options import WholeStore
from convograph.types import Verification


@command(CARE, "convograph verify", "convograph verify -s team.db --json")
def verify(whole: WholeStore) -> None:
    """Check the whole store, the rows of all owners and the file.

    Lists what is damaged, and then ends with exit code 3. Nothing is changed.
    """
    with progress_bar("checking") as progress:
        found = maintenance.verify(whole.location, progress=progress)
    if whole.as_json:
        print_json({**{"location": found.location, "intact": found.intact}, **_checked(found)})
    else:
        for problem in found.problems:
            print_line(problem)
        print_line(f"{found.location} is {'intact' if found.intact else 'damaged'}: {_in_words(found)}")
    if not found.intact:
        raise typer.Exit(STORE_FAILURE)


@command(CARE, "convograph backup backup.db", "convograph backup /mnt/backups/memory.db --overwrite")
def backup(
    whole: WholeStore,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The copy to write.")],
    *,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace an earlier copy.")] = False,
) -> None:
    """Copy the store, also while it is used, and verify the copy.

    FILE appears complete or not at all. A damaged store is not copied. Forgetting does not reach copies.
    """
    with progress_bar("checking") as progress:
        found = maintenance.backup(whole.location, file, overwrite=overwrite, progress=progress)
    _show(found, f"copied {whole.location} to {file}", {"file": str(file)}, as_json=whole.as_json)


@command(CARE, "convograph restore backup.db", "convograph restore backup.db --replace")
def restore(
    whole: WholeStore,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A copy written by `convograph backup`.")],
    *,
    replace: Annotated[bool, typer.Option("--replace", help="Replace the store that is there.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
) -> None:
    """Put a backup in the store's place, once it is verified.

    With --replace, a store that is there is lost: on a terminal it asks first; elsewhere --yes is required.
    """
    if replace and not yes and Path(whole.location).exists():
        ask_first(
            f"Replace {whole.location} by {file}?",
            reason="the store that is there would be lost",
            otherwise="nothing was replaced",
        )
    with progress_bar("checking") as progress:
        found = maintenance.restore(file, whole.location, replace=replace, progress=progress)
    _show(found, f"restored {whole.location} from {file}", {"store": whole.location}, as_json=whole.as_json)


@command(CARE, "convograph scrub")
def scrub(whole: WholeStore) -> None:
    """Overwrite what is left of forgotten text in the file.

    `forget` does it by itself, unless another process is reading; then the store remembers it, and the next command
    that writes does it. Ends with exit code 1 while a reader is in the way.
    """
    scrubbed = maintenance.scrub(whole.location)
    if whole.as_json:
        print_json({"scrubbed": scrubbed})
    elif scrubbed:
        print_line("the file was scrubbed: forgotten text is overwritten")
    else:
        errors().print("not scrubbed: another process is reading the store; end it, then repeat", style="yellow")
    if not scrubbed:
        raise typer.Exit(NOTHING_FOUND)


def _show(found: Verification, done: str, named: dict[str, str], *, as_json: bool) -> None:
    if as_json:
        print_json({**named, **_checked(found)})
    else:
        print_line(f"{done}: {_in_words(found)}")


def _checked(found: Verification) -> dict[str, object]:
    return {"owners": found.owners, "rows": found.rows, "problems": found.problems}


def _in_words(found: Verification) -> str:
    return f"{counted(found.rows, 'row')} of {counted(found.owners, 'owner')} checked"
