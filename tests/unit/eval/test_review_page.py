"""The sheet of questions to be reviewed: what is right is marked, and no text of a script is markup."""

from __future__ import annotations

from convograph_eval.pages.review import ReviewedQuestion, render_review


def test_a_sheet_shows_the_right_option_and_the_scenes() -> None:
    """In the order given, under numbers; a long scene folds, whatever it says is text."""
    hostile = "<script>alert(1)</script> " + "and so on " * 60
    one = ReviewedQuestion(
        "S1#1:past:0", "past", "Who is <b>she</b>?", ("Ann", "Bo & Co"), 1, (("S1, scene 2", hostile),)
    )
    page = render_review("Questions of <ours>", [one, one])
    assert "2 questions" in page
    assert '<h3 dir="auto">2. Who is &lt;b&gt;she&lt;/b&gt;?</h3>' in page
    assert "<li>Ann</li><li><strong>Bo &amp; Co</strong></li>" in page
    assert "S1, scene 2" in page
    assert "<script" not in page
    assert "<summary>" in page


def test_an_empty_sheet_is_a_page() -> None:
    """Without questions."""
    assert "0 questions" in render_review("None", [])
