"""Word lists that extraction looks words up in.

All of them are common facts and common words, written down for this project from general knowledge; none is taken
from a data set, a gazetteer or a lexicon of others, and none from text that anything is measured on. They are under
the project's own licence (Apache-2.0). Entries are in lower case; words with several parts are joined by a space.
"""
