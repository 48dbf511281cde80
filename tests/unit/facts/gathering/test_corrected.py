"""Which value a correction takes the place of, where it names the right one alone."""

from __future__ import annotations

import pytest

from convograph.memory import Memory
from support.facts import JANUARY, tell

NUMBER = "My number is 07700 900123."


def corrected(memory: Memory, said: str, between: str, correction: str) -> list[tuple[str, str]]:
    """The values that a statement has after a correction, each with why it does not hold or an empty string."""
    tell(memory, (JANUARY, f"Ana: {said}\nBen: {between}\nAna: {correction}"))
    return [(fact.value, fact.reason or "") for fact in memory.facts(outdated=True)]


@pytest.mark.parametrize(
    ("said", "correction", "wrong", "right"),
    [
        (NUMBER, "Sorry, 07700 900132.", "07700 900123", "07700 900132"),
        (NUMBER, "Actually it's 07700 900132.", "07700 900123", "07700 900132"),
        ("My number is 020 7946 0018.", "Oops, +44 (0)20 7946 0081", "020 7946 0018", "+44 (0)20 7946 0081"),
        ("I'm 34.", "Sorry, 35.", "34", "35"),
        ("I'm 34.", "No wait, 35!", "34", "35"),
        ("My favourite colour is green.", "Actually, blue.", "green", "blue"),
        ("My favourite food is lasagne.", "Sorry, I meant sushi.", "lasagne", "sushi"),
        ("My email is ana@old.com.", "Sorry, ana@new.com.", "ana@old.com", "ana@new.com"),
        ("My email is ana@old.com.", "No, it's ana@new.com.", "ana@old.com", "ana@new.com"),
        ("My address is 12 High Street.", "14 High Street, sorry", "12 High Street", "14 High Street"),
        ("My birthday is on May 3rd.", "Sorry, May 4th.", "May 3rd", "May 4th"),
        ("My shoe size is 39.", "No, 40.", "39", "40"),
        ("My blood type is A+.", "Sorry, A-.", "A+", "A-"),
        ("I'm a nurse.", "Sorry, a midwife.", "nurse", "midwife"),
        ("I live in Oslo.", "Sorry, Lisbon.", "Oslo", "Lisbon"),
        ("I live in Oslo.", "Oops, Penacova.", "Oslo", "Penacova"),
        ("I live in Oslo.", "Oh and it's Bergen, not Oslo.", "Oslo", "Bergen"),
        ("My birthday is on 12 April.", "oh and it's the 14th not the 12th, i always do that", "12 April", "14 April"),
        ("My birthday is on April 12th.", "It's the 14th, not the 12th.", "April 12th", "April 14th"),
    ],
)
def test_a_value_alone_corrects_one_of_its_form(
    memory: Memory, said: str, correction: str, wrong: str, right: str
) -> None:
    """A number is known by its form, a place by its name, whatever is said around it."""
    assert corrected(memory, said, "Noted.", correction) == [(wrong, "corrected"), (right, "")]


@pytest.mark.parametrize(
    ("said", "between", "correction"),
    [
        ("I'm 34.", "How many cats do you have?", "Sorry, 12."),
        ("I'm 34.", "Well.", "Sorry, 07700 900132."),
        ("I'm 34, and my sister 31.", "Well.", "Sorry, 32."),
        ("I live in Oslo.", "You should have told me.", "Sorry, Ben."),
        ("I live in Oslo.", "Are you from Rome?", "No, Lisbon."),
        ("I live in Oslo.", "Hello, hello.", "Oops, Wait."),
        ("I'm dating Tom.", "You never told me.", "Sorry, Ben."),
        ("My favourite colour is green.", "Take this.", "No thanks."),
        ("My favourite colour is green.", "Take this.", "Sorry, no."),
        ("My favourite colour is green.", "Take this.", "Sorry, mum."),
        (NUMBER, "And the other?", "Sorry, 07700 900132."),
        ("I've started Dutch lessons.", "Great!", "Actually it's Wednesday evenings, Monday is the choir."),
        ("I speak Spanish.", "Great!", "Sorry, it's on Tuesdays."),
        ("I speak Spanish.", "Great!", "Sorry, it's with Ben."),
        ("I work at Siemens.", "Great!", "Actually it's Wednesday evenings."),
        ("My birthday is on 12 April.", "Great!", "It's the 14th, not the 13th."),
        ("My number is 12 34 56.", "Great!", "It's the 14th, not the 12th."),
    ],
)
def test_what_may_be_said_of_something_else_corrects_nothing(
    memory: Memory, said: str, between: str, correction: str
) -> None:
    """An answer, a name that somebody is called by, one of two values, a value of another form."""
    assert all(reason == "" for _, reason in corrected(memory, said, between, correction))


def test_a_question_about_the_value_may_be_what_is_corrected(memory: Memory) -> None:
    """Who is asked whether they have heard right may see that they were wrong."""
    assert corrected(memory, "I'm 34.", "34, really?", "Sorry, 35.") == [("34", "corrected"), ("35", "")]
