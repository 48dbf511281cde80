"""Chat spellings, and the standard spellings for them as in a treebank."""

from __future__ import annotations

from collections.abc import Mapping

EMOTICON = ":)"  # how every emoji is read

# How words without their apostrophe or space are split, and how each part is read: "dont" is "do" and "nt", read as
# "do" and "n't". The parts of an entry spell it out in order; a part without a reading is read as written.
_JOINED = """
im=i:I+m:'m i'ma=i:I+'m+a ive=i:I+ve:'ve youre=you+re:'re youve=you+ve:'ve youll=you+ll:'ll youd=you+d:'d
hes=he+s:'s shes=she+s:'s itll=it+ll:'ll theyre=they+re:'re theyve=they+ve:'ve theyll=they+ll:'ll weve=we+ve:'ve
thats=that+s:'s thatll=that+ll:'ll whats=what+s:'s theres=there+s:'s heres=here+s:'s wheres=where+s:'s whos=who+s:'s
hows=how+s:'s its=it+s:'s lets=let+s:'s id=i:I+d:'d ill=i:I+ll:'ll
dont=do+nt:n't doesnt=does+nt:n't didnt=did+nt:n't cant=ca+nt:n't wont=wo+nt:n't isnt=is+nt:n't arent=are+nt:n't
wasnt=was+nt:n't werent=were+nt:n't havent=have+nt:n't hasnt=has+nt:n't hadnt=had+nt:n't wouldnt=would+nt:n't
couldnt=could+nt:n't shouldnt=should+nt:n't aint=ai+nt:n't mustnt=must+nt:n't cannot=can+not
gonna=gon:going+na:to gunna=gun:going+na:to wanna=wan:want+na:to gotta=got+ta:to outta=out+ta:of
lemme=lem:let+me gimme=gim:give+me dunno=du:do+n:n't+no:know
shoulda=should+a:have woulda=would+a:have coulda=could+a:have shouldve=should+ve:'ve wouldve=would+ve:'ve
couldve=could+ve:'ve yall=y:you+all y'all=y':you+all
"""

# Entries that are also ordinary words are split only before one of these words.
_FOLLOWED = """
its: a an the so not been very really too just like also no my your our time ok okay all about going gonna getting
 always still pretty only even hard good great nice fun cool awesome amazing bad true better worth over because what
 that more such almost never probably been called now either something one kinda because
lets: go see do be get not have talk make try say just start keep face hope take meet play all eat watch find look
id: like love be have say rather recommend never go prefer suggest want hate really also just probably definitely
ill: be have go get see do try let call take make check never just probably definitely tell give send keep also come
 stop start bring pick look always meet text ask need still buy add find show think
"""

# How single words are read.
_READINGS = """
u=you ur=your r=are i=I thx=thanks thnx=thanks tnx=thanks ty=thanks pls=please plz=please
cuz=because coz=because cos=because bc=because b/c=because 'cause=because tho=though thru=through abt=about ppl=people
tmrw=tomorrow tmr=tomorrow tmrrw=tomorrow tomoz=tomorrow luv=love gr8=great b4=before l8r=later
wat=what wut=what dat=that
'em='em ya=you yea=yeah ok=ok w/=with yr=year yrs=years bday=birthday b-day=birthday msg=message
tonite=tonight nite=night prolly=probably probs=probably def=definitely obvs=obviously sry=sorry srsly=seriously
bro=brother fav=favorite fave=favorite y'='you nt=n't
"""

# How two words are read in place of words that mislead the model ("like" is rarely a verb in the treebank). They keep
# their own lemmas.
NO_LONGER = ("now", "never")  # for "no longer"
NEITHER_NOR = ("both", "and")  # for "neither … nor"
LIKE = "love"  # for the verb "like", where it could be taken for a preposition
DENIALS = frozenset({"n't", "not", "never"})
DOING = frozenset({"do", "does", "did"})
BEING = frozenset({"am", "is", "are", "was", "were", "be", "been", "being", "'m", "'s", "'re"})
BEFORE_VERBS = frozenset({"really", "actually", "even", "particularly", "especially", "ever", "always"})


def _joined() -> dict[str, tuple[tuple[int, str], ...]]:
    entries = (entry.split("=") for entry in _JOINED.split())
    return {word: tuple(_part(part) for part in parts.split("+")) for word, parts in entries}


def _part(part: str) -> tuple[int, str]:
    form, _, read = part.partition(":")
    return len(form), read


def _followed() -> dict[str, frozenset[str]]:
    groups: dict[str, list[str]] = {}
    group: list[str] = []
    for word in _FOLLOWED.split():
        if word.endswith(":"):
            group = groups.setdefault(word[:-1], [])
        else:
            group.append(word)
    return {word: frozenset(followers) for word, followers in groups.items()}


JOINED: Mapping[str, tuple[tuple[int, str], ...]] = _joined()
FOLLOWED: Mapping[str, frozenset[str]] = _followed()
READINGS: Mapping[str, str] = dict(entry.split("=") for entry in _READINGS.split())
