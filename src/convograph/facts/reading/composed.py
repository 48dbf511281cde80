"""Texts that an assistant writes on request: poems, stories, letters, translations, role-play.

They state nothing about anybody: "There once was a chef called Nadia" gives no occupation. A turn counts as one if the
turn before asks for it, or by its own form. `extraction.asides.composed_from` does the same for what people write.
"""

from __future__ import annotations

import re

from convograph.patterns import lazy_pattern

_KIND = (
    r"(?:ads?|advert(?:isement)?s?|apolog(?:y|ies)|ballads?|bios?|blurbs?|captions?|cards?|carols?|cover letters?"
    r"|dialogues?|dms?|drafts?|e-?mails?|essays?|eulog(?:y|ies)|examples?|fairy ?tales?|fables?|fan ?fic\w*|greetings?"
    r"|haikus?|invit(?:ation|e)s?|jokes?|letters?|limericks?|lullab(?:y|ies)|lyrics|messages?|monologues?"
    r"|note(?= (?:to|for)\b)|notices?|novels?|obituar(?:y|ies)|odes?|out[ -]of[ -]office|paragraphs?|parod(?:y|ies)"
    r"|plays?|poems?|press releases?|raps?|repl(?:y|ies)|responses?|reviews?|rhymes?|riddles?|role[ -]?plays?|scenes?"
    r"|scripts?|sentences?|sketch(?:es)?|skits?|songs?|sonnets?|speech(?:es)?|statements?|story|stories|summar(?:y|ies)"
    r"|tales?|texts?|toasts?|translations?|tweets?|verses?|vows)\b"
)
_NEAR = r"[^.!?\n]{0,80}?"
_DETERMINED = (
    r"(?:(?:me|us|him|her|them|up) )?(?:an?|another|some|the|one|my|our|her|his|their|two|three|five|ten|\d+)\b"
)
_ASKS = lazy_pattern(
    rf"(?<!\bI )(?<!\bwe )(?<!\bhe )(?<!\bshe )(?<!\bthey )\b(?:write|draft|compose|rhyme|pen)\b{_NEAR}"
    rf"\b(?:{_KIND}|to|for|about)"
    r"|(?<!\bI )(?<!\bwe )\b(?:rewrite|reword|rephrase|paraphrase|translate|proofread|polish|ghost-?write)\b"
    rf"|\b(?:make|create|generate|invent|imagine|give|tell|do|need|want|prepare|suggest|come up with|think of|make up"
    rf"|how about|what about|fancy|i['’]d like|can i have|could i have|turn (?:it|this|that|them) into) {_DETERMINED}"
    rf"{_NEAR}\b{_KIND}"
    r"|\b(?:what|how) (?:do|should|can|could|would|shall|might) (?:i|we) (?:say|write|put|word|phrase|reply|answer"
    r"|respond|tell)\b|\bput (?:it|this|that) (?:in|into) (?:\w+ ){0,2}words\b|\b(?:use|put) \w+ in a sentence\b",
    re.IGNORECASE,
)
_BRIEFLY = lazy_pattern(
    r"^\W*(?:"
    r"(?:(?:yes|yeah|yep|yup|sure|ok|okay|oh|and|now|maybe|just|please|pls|then|perhaps|definitely)\W+)+(?:the )?"
    rf"|(?=an? |another |\w+ (?:\w+ ){{0,3}}?{_KIND}.*\b(?:about|please|pls|plz)\b))(?:\w+ ){{0,4}}?{_KIND}(?! from\b)",
    re.IGNORECASE,
)
_REVISES = lazy_pattern(
    r"^\W*(?:(?:ha(?:ha)*|lol|ok|okay|hmm|nice|great|good|lovely|perfect|thanks|but|and|now|maybe|can you|could you"
    r"|please|pls|a bit|bit|slightly|much)\W+)*"
    r"(?:again|another|one more|more|less|make|shorter|longer|funnier|sillier|warmer|softer|nicer|simpler|darker|change"
    r"|swap|replace|add|drop|cut|without|in (?:\w+ )?(?:verse|rhyme|english|dutch|french|german|spanish|italian)|try"
    r"|go on|continue|keep going|next|what happens|too \w+|not so|with)\b",
    re.IGNORECASE,
)
_PLAYS = lazy_pattern(
    r"\b(?:role-?play|pretend (?:to be|you|that you|we)|act like you|imagine (?:you|that you|we)\b"
    r"|play the (?:part|role)|you (?:play|be|are now) (?:an?|the|my)\b|in character|play a scene)"
    r"|(?:^|[.!?,;:\n][^\S\n]*|\b(?:please|you|to) )act as\b",
    re.IGNORECASE,
)
_STOPS = lazy_pattern(
    r"\b(?:stop|end of (?:the )?(?:scene|story|game|role)|out of character|back to (?:reality|normal)|enough)",
    re.IGNORECASE,
)
_ANNOUNCED = lazy_pattern(
    r"(?:^|\n)[^\n.!?]{0,60}\b(?:here(?:['’]s| is| are| you go| goes)|how about|this)"
    rf"[^\n.!?]{{0,60}}\b{_KIND}[^\n.!?]{{0,60}}:",
    re.IGNORECASE,
)
_LETTER = lazy_pattern(
    r"^[^\w\n]*(?:Subject:|Dear [A-Z]|(?:Kind|Best|Warm) regards\b|Yours (?:sincerely|faithfully))", re.MULTILINE
)
_SHORT = 12  # words; longer turns do not merely ask for a change


def asks_for_text(text: str) -> bool:
    """Whether a turn asks for a text or for a wording.

    >>> [asks_for_text(one) for one in ("write me a poem about Nadia", "yes a limerick", "got an email from Nadia")]
    [True, True, False]
    """
    return _ASKS.search(text) is not None or _BRIEFLY.match(text) is not None


def asks_for_a_change(text: str) -> bool:
    """Whether a turn asks to change a text or to continue: "make it shorter", "another one".

    >>> asks_for_a_change("haha, funnier please"), asks_for_a_change("Nadia lives in Hull.")
    (True, False)
    """
    return len(text.split()) <= _SHORT and _REVISES.match(text) is not None


def asks_for_a_part(text: str) -> bool:
    """Whether a turn asks to play a part from here on: "pretend you are my landlord"."""
    return _PLAYS.search(text) is not None


def ends_a_part(text: str) -> bool:
    """Whether a turn ends a role-play."""
    return _STOPS.search(text) is not None


def looks_composed(text: str) -> bool:
    """Whether a turn announces a composed text, or is a letter.

    >>> looks_composed("Here is a limerick for her:"), looks_composed("Here is what I noted: Nadia is a chef.")
    (True, False)
    """
    return _ANNOUNCED.search(text) is not None or _LETTER.search(text) is not None
