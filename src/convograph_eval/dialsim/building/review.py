"""A sample of generated questions with their scenes, for review by a person."""

from __future__ import annotations

from random import Random

from convograph_eval.dialsim.building.show import BuiltShow
from convograph_eval.dialsim.shows.types import DEFAULT_WORDING, ChoiceQuestion, Scene
from convograph_eval.pages.review import ReviewedQuestion, render_review


def review_page(built: BuiltShow, questions: int, seed: int) -> str:
    """The HTML of a page with a random sample of `questions` questions, each with the scenes that state its answer.

    For a question about the future, these include later scenes.
    """
    asked = [(scene, one) for scene in built.show.scenes for ones in scene.questions["tkg"].values() for one in ones]
    drawn = Random(seed).sample(asked, min(questions, len(asked)))  # noqa: S311 - a sample, no secret
    return render_review(f"Questions of {built.show.name}", [_reviewed(built, *one) for one in drawn])


def _reviewed(built: BuiltShow, scene: Scene, one: ChoiceQuestion) -> ReviewedQuestion:
    told = (built.show.scenes[place] for place in built.told_in[one.id])
    return ReviewedQuestion(
        one.id,
        f"{one.type} · asked on {scene.said.raw}",
        one.wordings[DEFAULT_WORDING],
        one.options,
        one.gold,
        tuple((_name(each), "\n".join(f"{line.speaker}: {line.text}" for line in each.utterances)) for each in told),
    )


def _name(scene: Scene) -> str:
    return f"{scene.episode}, scene {scene.number}, {scene.said.raw}"
