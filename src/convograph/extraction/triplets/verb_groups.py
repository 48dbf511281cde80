"""The verbs of a clause read together: "used to play", "don't want to learn to paint", "has been working on".

Tense, negation and modality are those of the whole group. A coordinated verb is left alone if it may or may not be in
the scope of a negation.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from convograph.extraction.lexicon import word_list
from convograph.extraction.triplets.coordination import escapes_negation, has_unclear_scope, is_alternative
from convograph.extraction.triplets.tree import AUXILIARIES, Tree
from convograph.extraction.types import Tense

_MODALS = {
    "can": "can",
    "ca": "can",
    "could": "could",
    "may": "may",
    "might": "might",
    "must": "must",
    "shall": "should",
    "should": "should",
    "ought": "should",
    "would": "would",
}
_FUTURE = frozenset({"will", "'ll", "ll", "wo"})
_MODAL_WORDS = frozenset({*_MODALS.values(), "will"})
_DENIALS = frozenset({"not", "never"})


@dataclass(frozen=True, slots=True)
class VerbGroup:
    """Verbs that share a subject; the last is the main verb.

    `before` is the words before the main verb ("not want to"), without auxiliaries that only mark the tense. `core` is
    the main verb's lemma with its particle ("pick up"); in the passive, "be" and the participle; empty if the predicate
    is a noun or an adjective with a copula.
    """

    first: int
    last: int
    before: tuple[str, ...]
    core: str
    tense: Tense
    negated: bool
    modality: str | None

    def with_polarity(self, negated: bool) -> VerbGroup:
        """The group with this polarity: "might not want to" for "might want to", and vice versa."""
        before = tuple(word for word in self.before if word not in _DENIALS)
        if negated:
            leading = 1 if before[:1] and before[0] in _MODAL_WORDS else 0
            before = (*before[:leading], "not", *before[leading:])
        return replace(self, before=before, negated=negated)

    def phrase(self, core: str | None = None) -> str:
        """The whole relation: "not want to visit"."""
        return " ".join([*self.before, self.core if core is None else core]).strip()


def verb_group(tree: Tree, first: int) -> VerbGroup:
    """The verbs of a clause, from its head down to the main verb."""
    group = _start(tree, first)
    for _ in tree.words:  # at most one step per word
        following = _next(tree, group)
        if following is None:
            break
        group = _joined(tree, group, following)
    return group


def coordinated(tree: Tree, group: VerbGroup) -> list[VerbGroup]:
    """The groups of verbs coordinated with the main verb: "see Rome" in "want to visit Porto and see Rome".

    They share the words before it, or its auxiliary: "dance" in "can't sing or dance".
    """
    return [_sharing(tree, group, place) for place in tree.below(group.last, "conj") if _shares(tree, group, place)]


def _shares(tree: Tree, group: VerbGroup, place: int) -> bool:
    """Whether a coordinated verb shares the words before the main verb: "dance" in "can't sing or dance"."""
    if not tree.is_predicate(place) or tree.first(place, "nsubj", "aux") is not None or has_unclear_scope(tree, place):
        return False
    if group.negated and is_alternative(tree.words, place):
        return True  # "haven't played or read", whatever form the parser finds
    if tree.has(place, "VerbForm=Fin"):
        return False
    if group.last != group.first:
        return True
    return bool(group.before) and tree.has(place, "VerbForm=Inf") and not escapes_negation(tree, group.last, place)


def _sharing(tree: Tree, group: VerbGroup, place: int) -> VerbGroup:
    own = verb_group(tree, place)
    shared = replace(
        own, first=group.first, before=group.before, tense=group.tense, negated=group.negated, modality=group.modality
    )
    return shared.with_polarity(True) if own.negated and not group.negated else shared


def repeated(tree: Tree, group: VerbGroup, auxiliary: int, negated: bool) -> VerbGroup | None:
    """The group as a lone auxiliary repeats it: "isn't" in "I'm tired but Tom isn't"; `None` if it cannot.

    A modal repeats only the main verb: "I wanted to come but couldn't".
    """
    lemma, form = tree.lemma(auxiliary), tree.words[auxiliary].form.lower()
    with_be = any(tree.lemma(child) == "be" for child in tree.below(group.first, *AUXILIARIES))
    if (lemma == "be" and not with_be) or (lemma == "do" and with_be):
        return None
    if lemma in {"be", "do", "have"}:
        tense: Tense = "past" if tree.has(auxiliary, "Tense=Past") else "present"
        if group.modality == "used to" and tense == "present":
            group = replace(group, before=(), modality=None)  # "but I don't anymore"
        return replace(group, tense=group.tense if lemma == "have" else tense).with_polarity(negated)
    modal = _MODALS.get(form)
    leading, tense = (modal, "present") if modal is not None else ("will", "future")
    return replace(group, before=(leading,), tense=tense, modality=modal).with_polarity(negated)


def core(tree: Tree, place: int) -> str:
    """A verb as written in a relation: "pick up", "be inspired"; empty for a predicate with a copula."""
    if tree.words[place].tag == "AUX":
        return tree.lemma(place)
    if tree.words[place].tag != "VERB" or tree.first(place, "cop") is not None or _equates(tree, place):
        return ""
    auxiliaries = tree.below(place, "aux")
    if tree.words[place].form.lower() == "got" and any(_is_present_have(tree, each) for each in auxiliaries):
        return "have"
    particles = [tree.lemma(child) for child in tree.children[place] if _is_particle(tree, child)]
    participle = tree.has(place, "Tense=Past") and tree.has(place, "VerbForm=Part")
    passive = any(
        tree.words[child].relation == "aux:pass" or (participle and tree.lemma(child) == "be") for child in auxiliaries
    )
    verb = f"be {tree.words[place].form.lower()}" if passive else tree.lemma(place)
    return " ".join([verb, *particles])


def _is_present_have(tree: Tree, auxiliary: int) -> bool:
    """Whether an auxiliary before "got" is "have", "has" or "ain't"."""
    have = tree.lemma(auxiliary) == "have" and not tree.has(auxiliary, "Tense=Past")
    return have or tree.words[auxiliary].form.lower() == "ai"


def _is_gerund(tree: Tree, place: int) -> bool:
    return tree.words[place].tag == "VERB" and tree.words[place].form.lower().endswith("ing")


def _is_bare_gerund(tree: Tree, place: int) -> bool:
    """Whether an -ing form is not a progressive: "learning" in "start learning", not "using" in "going to be using"."""
    return _is_gerund(tree, place) and all(tree.lemma(child) != "be" for child in tree.below(place, "aux"))


def _equates(tree: Tree, place: int) -> bool:
    """Whether "is" and an -ing form are copula and gerund, not a progressive: "My hobby is painting"."""
    subject = tree.first(place, "nsubj")
    if subject is None or not _is_gerund(tree, place):
        return False
    if tree.lemma(subject) in word_list("attributes"):
        return True
    return any(tree.lemma(each) in word_list("favorites") for each in tree.children[subject])


def _is_particle(tree: Tree, place: int) -> bool:
    word = tree.words[place]
    beside = word.head == place - 1 and tree.bases[place] == "advmod"
    return word.relation == "compound:prt" or (beside and tree.lemma(place) in word_list("verb_particles"))


def _start(tree: Tree, place: int) -> VerbGroup:
    auxiliaries = tree.below(place, *AUXILIARIES)
    forms = [tree.words[child].form.lower() for child in auxiliaries]
    modal = next((_MODALS[form] for form in forms if form in _MODALS), None)
    if modal is None and any(tree.lemma(child) == "would" for child in auxiliaries):
        modal = "would"
    wish = modal == "would" and tree.lemma(place) in word_list("liking_verbs")
    future = any(form in _FUTURE or tree.lemma(child) == "will" for form, child in zip(forms, auxiliaries, strict=True))
    negation = tree.negation(place)
    never = negation is not None and tree.lemma(negation) == "never"
    before = [modal] if modal and not wish else ["will"] if future else []
    if negation is not None:
        before.append("never" if never else "not")
    return VerbGroup(
        first=place,
        last=place,
        before=tuple(before),
        core="want" if wish else core(tree, place),
        tense="future" if future else _tense(tree, place, auxiliaries),
        negated=negation is not None,
        modality="want" if wish else modal,
    )


def _tense(tree: Tree, place: int, auxiliaries: list[int]) -> Tense:
    """The tense: a present perfect is past ("have visited") unless it lasts ("have been working", "has been great")."""
    finite = next((each for each in [*auxiliaries, place] if tree.has(each, "VerbForm=Fin")), None)
    if finite is None:
        if any(_is_short_be(tree, each) for each in auxiliaries):
            return "present"
        participle = tree.has(place, "VerbForm=Part") and tree.has(place, "Tense=Past")
        return "past" if participle or tree.has(place, "Tense=Past") else "present"
    if tree.has(finite, "Tense=Past"):
        return "past"
    been_to = any(tree.lemma(child) == "to" for child in tree.below(place, "case"))
    done = been_to or (tree.has(place, "Tense=Past") and tree.has(place, "VerbForm=Part"))
    perfect = tree.words[place].form.lower() != "got" and any(tree.lemma(child) == "have" for child in auxiliaries)
    return "past" if perfect and done else "present"


def _is_short_be(tree: Tree, auxiliary: int) -> bool:
    """Whether it is the "'s" in "the table's booked", which the parser may tag as a possessive."""
    word = tree.words[auxiliary]
    return word.relation == "aux:pass" and word.form.lower() == "'s"


def _next(tree: Tree, group: VerbGroup) -> int | None:
    """The open complement that continues the group: "visit" in "want to visit", not "helping" in "love helping"."""
    place = group.last
    if tree.first(place, "obj", "iobj") is not None:
        return None
    likes = tree.lemma(place) in word_list("liking_verbs", "disliking_verbs") and group.core != "want"
    if likes or not group.core:
        return None
    below = ("xcomp", "ccomp", "advcl") if tree.lemma(place) == "know" else ("xcomp",)
    following = next((child for child in tree.below(place, *below) if tree.is_predicate(child)), None)
    if following is not None and below != ("xcomp",) and not _is_skill(tree, following):
        return None
    if following is None or tree.first(following, "nsubj") is not None:
        return None
    state = tree.has(following, "VerbForm=Part") and tree.has(following, "Tense=Past")
    bare_copula = tree.words[following].tag != "VERB" and not tree.marked_to(following)
    return None if state or bare_copula else following


def _is_skill(tree: Tree, place: int) -> bool:
    """Whether a verb is a complement as in "know how to swim"."""
    return tree.marked_to(place) and any(tree.lemma(child) == "how" for child in tree.children[place])


def _joined(tree: Tree, group: VerbGroup, following: int) -> VerbGroup:
    negation = tree.negation(following)
    words, tense, modality = _leading(tree, group, tree.marked_to(following))
    before = (*words, *group.before) if tense == "future" and group.tense != "future" else (*group.before, *words)
    return replace(
        group,
        last=following,
        before=(*before, *(("not",) if negation is not None else ())),
        core=core(tree, following) if not _is_bare_gerund(tree, following) else tree.words[following].form.lower(),
        tense=tense,
        negated=group.negated or negation is not None,
        modality=group.modality or modality,
    )


def _leading(tree: Tree, group: VerbGroup, to: bool) -> tuple[tuple[str, ...], Tense, str | None]:
    """What the last verb of a group becomes before another verb: its words, the group's tense, the modality."""
    lemma = tree.lemma(group.last)
    if to and lemma == "go":
        return ("will",), "future", None
    if to and lemma == "use":
        return ("used to",), "past", "used to"
    if to and lemma == "know":
        return ("know how to",), group.tense, None
    if to and lemma == "get" and tree.words[group.last + 1 : group.last + 2][0].form.lower() == "ta":
        return ("have to",), "present", "have to"
    stance = lemma if lemma in word_list("stance_verbs") else "have to" if to and lemma == "have" else None
    return ((group.core, "to") if to else (group.core,)), group.tense, stance
