"""Small made data to train on: PersonaExt's lines, a passage in CoQA's form."""

from __future__ import annotations

import json
from pathlib import Path

SENTENCES = (
    ("i have a dog .", [0], [3], "have_pet"),
    ("my brother plays chess", [0, 1], [3], "like_activity"),
    ("we like tea", [0], [2], "like_drink"),
    ("my hobby is baking with my sister .", [0], [3], "like_activity"),
    ("i love jazz", [0], [2], "like_activity"),
    ("i drink green tea", [0], [2, 3], "like_drink"),
)

STORY = (
    "In a barn near a farm house lived a little white kitten named Cotton. Mary Hill fed the kitten every morning. "
    "Mary was a nurse from Leeds. Tom painted the barn orange. The farmer next door grew potatoes. A dog chased the "
    "chickens. The river froze in January. A school opened in the village. The baker sold bread on Sundays."
)
ASKED = (
    ("What colour was Cotton?", "white", "In a barn near a farm house lived a little white kitten named Cotton"),
    ("Who fed the kitten every morning?", "Mary Hill", "Mary Hill fed the kitten"),
    ("Where was she from?", "Leeds", "Mary was a nurse from Leeds"),
    ("Why?", "for work", "Mary was a nurse"),
    ("Did Tom paint it?", "yes", "Tom painted the barn orange"),
    ("Is the house big?", "unknown", None),
)


def personaext(folder: Path, sentences: tuple[tuple[str, list[int], list[int], str], ...] = SENTENCES) -> Path:
    """A folder with sentences in PersonaExt's form."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = (
        json.dumps({"triplets": [{"tokens": tokens.split(), "head": head, "tail": tail, "label": label}]})
        for tokens, head, tail, label in sentences
    )
    (folder / "train.jsonl").write_text("\n".join(lines) + "\n")
    return folder


def coqa(file: Path) -> Path:
    """A file in CoQA's form: one passage, its questions, one of them without an answer."""
    questions, answers = [], []
    for number, (text, answer, evidence) in enumerate(ASKED, start=1):
        start = -1 if evidence is None else STORY.index(evidence)
        end = -1 if evidence is None else start + len(evidence)
        questions.append({"turn_id": number, "input_text": text})
        answers.append({"turn_id": number, "input_text": answer, "span_start": start, "span_end": end})
    data = {"id": "barn", "story": STORY, "questions": questions, "answers": answers, "source": "made"}
    file.write_text(json.dumps({"version": "1.0", "data": [data]}))
    return file
