"""Questions of our own for a script with marked relations, as DialSim made those of LongDialQA from its graphs.

script ── friends, dates ──▶ scenes ───────────────────────────────┐ those with the main character
relations ── dialogre, marked ──▶ quadruples ── consistency ──▶ graph ── hops, templates, distractors ──▶ questions
"""

from convograph_eval.dialsim.building.review import review_page
from convograph_eval.dialsim.building.show import A_TYPE, SEASONS, Built, Script, build, read_script, script_files

__all__ = ["A_TYPE", "SEASONS", "Built", "Script", "build", "read_script", "review_page", "script_files"]
