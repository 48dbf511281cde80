"""Our own questions for a script with marked relations, generated as DialSim generated LongDialQA's from its graphs.

script ── friends, dates ──▶ scenes ───────────────────────────────┐ those with the main character
relations ── dialogre, marked ──▶ quadruples ── consistency ──▶ graph ── hops, templates, distractors ──▶ questions
scenes ── offline_marks, model_marks ──▶ relations
"""

from convograph_eval.dialsim.building.marked import marked_lines
from convograph_eval.dialsim.building.model_marks import model_marks
from convograph_eval.dialsim.building.offline_marks import offline_marks
from convograph_eval.dialsim.building.review import review_page
from convograph_eval.dialsim.building.show import (
    A_TYPE,
    SEASONS,
    BuiltShow,
    Marker,
    Script,
    build,
    read_script,
    script_files,
)

__all__ = [
    "A_TYPE",
    "SEASONS",
    "BuiltShow",
    "Marker",
    "Script",
    "build",
    "marked_lines",
    "model_marks",
    "offline_marks",
    "read_script",
    "review_page",
    "script_files",
]
