"""All commands: importing a module registers its command with the app."""

from convograph_eval.cli import answers as _answers  # noqa: F401
from convograph_eval.cli import build_dialqa as _build_dialqa  # noqa: F401
from convograph_eval.cli import compare as _compare  # noqa: F401
from convograph_eval.cli import facts as _facts  # noqa: F401
from convograph_eval.cli import judges as _judging  # noqa: F401
from convograph_eval.cli import language as _language  # noqa: F401
from convograph_eval.cli import paper_table as _paper_table  # noqa: F401
from convograph_eval.cli import responses as _responses  # noqa: F401
from convograph_eval.cli import retrieval as _retrieval  # noqa: F401
from convograph_eval.cli import simulate as _simulate  # noqa: F401
from convograph_eval.cli import train_extractor as _train_extractor  # noqa: F401
from convograph_eval.cli.app import app

__all__ = ["app"]
