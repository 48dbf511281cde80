"""Which words of a noun phrase or a clause say what is meant, and which only introduce it or elaborate on it.

"that Ben found a helpful group in town last year, where he …" is reduced to "Ben found helpful group in town"; names in
apposition to a noun are separated from it.
"""

from __future__ import annotations

from collections.abc import Collection

from convograph.extraction.lexicon import word_list
from convograph.extraction.triplets.tree import Tree, preposition
from convograph.extraction.triplets.utterance import ParsedUtterance

MOST_WORDS = 8  # of a noun phrase; a longer one is cut
_LONGEST_INFINITIVE = 6  # words: "courage to embrace myself" says which courage; a longer one tells a story
OUTSIDE_CLAUSE = frozenset({"parataxis", "discourse", "vocative", "advcl"})
HYPHENS = frozenset({"-", "–", "/"})

_NON_RESTRICTIVE = frozenset(
    {"appos", "conj", "cc", "punct", "parataxis", "discourse", "vocative", "dep", "cop", "nsubj"}
)
_MODIFIERS = frozenset({"amod", "compound", "flat", "nummod", "nmod", "case", "fixed", "goeswith", "list"})
_DEGREES = frozenset("very so really super too quite pretty just also even only such own".split())
_FUNCTION_WORDS = frozenset({"ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "PUNCT", "SCONJ"})
_IN_FRONT = frozenset({"amod", "compound", "nummod", "nmod", "det"})
_INTERROGATIVES = frozenset({"what", "how"})
MOST_CLAUSE_WORDS = 6  # of a clause or an activity; longer ones never recur
_CORE = frozenset({"aux", "cop", "expl"})
_OBJECTS = ("obj", "iobj", "xcomp")
_OUTSIDE = OUTSIDE_CLAUSE | {"acl", "appos", "ccomp"}
_LEFT_OUT = OUTSIDE_CLAUSE | {"conj", "cc", "nsubj", "csubj", "mark", "aux", "cop", "punct", "expl", "ccomp", "dep"}
_ARTICLES = frozenset({"a", "an", "the", "this", "that", "these", "those", "some", "any"})
_NOUNS = frozenset({"NOUN", "PROPN"})
_NAMED = frozenset({"PROPN", "X"})


def kept_words(tree: Tree, place: int, without: Collection[int]) -> list[int]:
    """The words of a noun phrase that say what is meant, without the dependents in `without`."""
    found: list[int] = []
    family = tree.lemma(place) in word_list("family")
    waiting = [(place, True)]
    while waiting:
        current, top = waiting.pop()
        found.append(current)
        introducer = noun_beside(tree, current)
        for child in tree.children[current]:
            base = tree.bases[child]
            if child == introducer or child in without or (base == "amod" and tree.lemma(child) in _DEGREES):
                continue
            if base == "nmod" and child > current and tree.first(child, "case") is None:
                continue  # "support group yesterday"
            if base == "case" and top:
                continue  # the preposition of the whole phrase belongs to the relation, its 's to the noun possessed
            if top and family and base == "nmod" and _says_where(tree, current, child):
                continue
            if tree.words[child].relation == "nmod:poss" and introducer is not None:
                continue
            if base in _MODIFIERS or _is_restrictive(tree, current, child):
                waiting.append((child, False))
    return sorted(found)


def trimmed(tree: Tree, places: list[int], head: int, most: int = MOST_WORDS) -> list[int]:
    """At most `most` words of a phrase, without trailing asides: "chess haha", "cake what about you"."""
    first = max(0, places.index(head) + 1 - most)
    asked = next((index for index, each in enumerate(places) if asks_back(tree, each)), len(places))
    kept = places[first : min(asked, first + most)]
    cut = first + len(kept) < len(places)
    while kept and kept[-1] != head and (_is_aside(tree, kept[-1]) or (cut and _leads_on(tree, kept))):
        kept.pop()
    return kept


def asks_back(tree: Tree, place: int) -> bool:
    """Whether a word begins "what about you" or "how about you"."""
    following = tree.words[place + 1 : place + 2]
    return tree.lemma(place) in _INTERROGATIVES and bool(following) and following[0].form.lower() == "about"


def _is_aside(tree: Tree, place: int) -> bool:
    return tree.lemma(place) in word_list("discourse_markers")


def _leads_on(tree: Tree, places: list[int]) -> bool:
    """Whether the last word only introduces a word that was cut off."""
    last = places[-1]
    introduces = tree.words[last].tag in _FUNCTION_WORDS and tree.bases[last] not in {"obj", "obl", "iobj"}
    return introduces or (tree.bases[last] in _IN_FRONT and tree.words[last].head > last)


def _says_where(tree: Tree, noun: int, child: int) -> bool:
    """Whether a modifier of a kinship noun says where somebody is, not who: "in Oslo", not "of Ben" or "-in-law"."""
    return child > noun and preposition(tree, child) != "of" and tree.words[noun + 1].form not in HYPHENS


def _is_restrictive(tree: Tree, parent: int, child: int) -> bool:
    """Whether a dependent other than a plain modifier is restrictive: "hand-painted and blue", "courage to go"."""
    base, parent_base = tree.bases[child], tree.bases[parent]
    if base == "punct":
        return tree.words[child].form in HYPHENS
    if parent_base == "amod" and tree.words[child].relation in {"obl:unmarked", "nmod:unmarked"}:
        return True  # "2 year old"
    if parent_base in {"amod", "nummod"}:
        return base in {"conj", "cc", "advmod"} and tree.lemma(child) not in _DEGREES
    if parent_base == "nmod":
        return base in {"conj", "cc"}
    if tree.words[parent].tag == "VERB":
        return base not in _NON_RESTRICTIVE and base not in OUTSIDE_CLAUSE
    return base == "acl" and tree.marked_to(child) and len(tree.subtree(child)) <= _LONGEST_INFINITIVE


def activity_words(tree: Tree, place: int, without: Collection[int]) -> list[int]:
    """A verb and its complements: "playing violin with friends"."""
    return _with_complements(tree, place, [place], without)


def clause_words(tree: Tree, place: int, without: Collection[int]) -> list[int]:
    """The subject, auxiliaries, negation, predicate and complements of a clause."""
    nominal = tree.words[place].tag in _NOUNS
    core = set(kept_words(tree, place, without) if nominal else [place])
    for child in tree.children[place]:
        if child not in without and tree.bases[child] in _CORE:
            core.add(child)
    negation = tree.negation(place)
    if negation is not None:
        core.add(negation)
    subject = subject_beside(tree, place, without)
    if subject is not None:
        core.update(_brief(tree, subject, without))
    return _with_complements(tree, place, sorted(core), without)


def subject_beside(tree: Tree, place: int, without: Collection[int]) -> int | None:
    """The subject of a clause, unless it is in `without`."""
    return next((child for child in tree.below(place, "nsubj") if child not in without), None)


def _with_complements(tree: Tree, place: int, core: list[int], without: Collection[int]) -> list[int]:
    """The core and as many of its complements as fit, objects first."""
    found = set(core)
    waiting = [child for child in tree.children[place] if _is_complement(tree, place, child) and child not in found]
    for child in sorted(waiting, key=lambda each: (tree.bases[each] not in _OBJECTS, each)):
        if child in without:
            continue
        whole = [each for each in tree.subtree(child, _OUTSIDE, without) if tree.lemma(each) not in _ARTICLES]
        brief = whole if len(found) + len(whole) <= MOST_CLAUSE_WORDS else _brief(tree, child, without)
        if len(found) + len(brief) > MOST_CLAUSE_WORDS:
            break
        found.update(brief)
    ties = [each for each in found if each - 2 in found and tree.words[each - 1].form in HYPHENS]
    return sorted({*found, *(each - 1 for each in ties)})


def _is_complement(tree: Tree, place: int, child: int) -> bool:
    base = tree.bases[child]
    if base in _LEFT_OUT or tree.lemma(child) in word_list("discourse_markers"):
        return False
    return child > place or base not in {"advmod", "obl"}


def _brief(tree: Tree, place: int, without: Collection[int]) -> list[int]:
    """A phrase with its preposition, without its prepositional modifiers; of a verb, the verb and its objects."""
    if tree.words[place].tag == "VERB":
        objects = [each for child in tree.below(place, "obj") for each in kept_words(tree, child, without)]
        return sorted({place, *tree.below(place, "mark"), *objects})
    cases = [each for case in tree.below(place, "case") if case < place for each in tree.subtree(case)]
    behind = [child for child in tree.below(place, "nmod") if child > place]
    return sorted({*cases, *kept_words(tree, place, [*without, *behind])})


def name_beside(utterance: ParsedUtterance, place: int) -> int | None:
    """The name in apposition to a common noun, or given to it: "my sister Maria", "a dog, Bruno", "a cat named Mo"."""
    tree = utterance.tree
    if tree.words[place].tag != "NOUN":
        return None
    for child in tree.children[place]:
        base = tree.bases[child]
        named = tree.words[child].tag in _NAMED and child not in utterance.times
        if named and child > place and base in {"appos", "flat"} and not _is_called(utterance, place, child):
            return None if utterance.is_addressed(child) and tree.lemma(place) not in word_list("related") else child
    above = tree.words[place].head
    if tree.bases[place] == "obj" and tree.lemma(above) in word_list("naming_verbs"):
        return next((name for name in tree.below(above, "xcomp") if tree.words[name].tag in _NAMED), None)
    for child in tree.children[place]:
        base = tree.bases[child]
        if base == "acl" and tree.lemma(child) in word_list("naming_verbs"):
            return next(
                (name for name in tree.below(child, "xcomp", "obj", "flat") if tree.words[name].tag in _NAMED), None
            )
    return None


def _is_called(utterance: ParsedUtterance, thing: int, name: int) -> bool:
    """Whether a name after a comma more likely addresses somebody than names a thing: "I don't want a bun, Jory"."""
    tree = utterance.tree
    apart = tree.words[name - 1].tag == "PUNCT"
    owners = [tree.lemma(child) for child in tree.children[thing] if tree.words[child].relation == "nmod:poss"]
    owned = any(owner != "your" for owner in owners)  # who is told "your money, Tolly" is Tolly
    return apart and not owned and utterance.kind_of(thing) in {"thing", "time"}


def noun_beside(tree: Tree, place: int) -> int | None:
    """The noun in apposition to a name that is its head: "my sister Maria", "Maria, my sister"."""
    if tree.words[place].tag != "PROPN":
        return None
    for child in tree.children[place]:
        if tree.words[child].tag == "NOUN":
            if tree.bases[child] == "appos":
                return child
            before = tree.bases[child] == "compound" or tree.words[child].relation == "nmod:desc"
            if before and child < place and tree.lemma(child) in word_list("related"):
                return child
    return None
