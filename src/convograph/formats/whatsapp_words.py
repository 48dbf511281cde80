"""Words that WhatsApp itself writes into exported chats, in the languages covered here.

These are English, German, Spanish, French, Portuguese (of Brazil and of Portugal), Italian and Dutch, one per line. In
other languages, such words are taken for what people said, unless marks of the app or the form identify them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

EDITED: Final = (
    "This message was edited",
    "Diese Nachricht wurde bearbeitet",
    "Se editó este mensaje",
    "Ce message a été modifié",
    "Mensagem editada",
    "Questo messaggio è stato modificato",
    "Dit bericht is bewerkt",
)
"""After an edited message, in angle brackets."""

ATTACHED: Final = (
    "file attached",
    "Datei angehängt",
    "archivo adjunto",
    "fichier joint",
    "arquivo anexado|ficheiro anexado",
    "file allegato",
    "bestand bijgevoegd",
)
"""After the name of a file that Android exports, in parentheses."""

OMITTED: Final = (
    "omitted",
    "weggelassen|ausgelassen",
    "omitid[oa]",
    "absente?|omise?|manquant",
    "omitid[oa]|ocultad[oa]",
    "omess[oa]|non incluso|esclusa",
    "weggelaten",
)
"""After the kind of an attachment that iOS does not export."""

SOME_MEDIA: Final = (
    "media omitted",
    "medien ausgeschlossen|medien weggelassen",
    "(?:archivo|multimedia) omitido",
    "médias? omis",
    "m[ií]dia (?:oculta|omitida)|arquivo de mídia oculto|ficheiro (?:não revelado|omitido)",
    "media omessi",
    "media weggelaten",
)
"""In place of an attachment that Android does not export, in angle brackets."""

KINDS: Final[Mapping[str, str]] = {
    "image|Bild|imagen|imagem|immagine|afbeelding": "an image",
    "v[ií]d[eé]o": "a video",
    "[aá]udio": "a recording",
    "GIF": "an animation",
    "sticker|figurinha": "a sticker",
    "document[oe]?|Dokument": "a document",
    "Contact ?card|Kontaktkarte|Tarjeta de contacto|Cartão d[eo] contato|Contactkaart": "a contact",
}
"""The kinds of attachments, by their names on iOS."""

LOCATION: Final = ("location", "Standort", "ubicación", "position", "localização", "posizione", "locatie")
"""Before the address of a map, for a shared location."""

UNSAID: Final = (
    # Deleted by the author, by the exporting user, or by an administrator of the group.
    r"this message was deleted(?: by admin [^\n]*)?|you deleted this message(?: as admin)?",
    r"diese nachricht wurde (?:von admin [^\n]* )?gelöscht|du hast diese nachricht (?:als admin )?gelöscht",
    r"se eliminó este mensaje|este mensaje fue eliminado|eliminaste este mensaje",
    r"ce message a été supprimé|vous avez supprimé ce message",
    r"mensagem apagada|(?:esta|essa) mensagem foi apagada|(?:você apagou|apagou) esta mensagem",
    r"questo messaggio è stato eliminato|hai eliminato questo messaggio",
    r"dit bericht is verwijderd|(?:je hebt|u hebt) dit bericht verwijderd",
    # Not delivered yet, or without any text.
    r"waiting for this message\. this may take a while|(?-i:null)",
    r"warte auf diese nachricht\. dies kann etwas dauern",
    r"esperando (?:el|este) mensaje\. esto puede tomar tiempo",
    # Calls.
    r"missed (?:group )?(?:voice|video) call(?: at [^\n]*)?",
    r"verpasster (?:gruppen-?)?(?:sprach|video)anruf",
    r"(?:video)?llamada (?:de voz )?perdida|videollamada perdida",
    r"appel (?:vocal|vidéo) manqué",
    r"(?:chamada|ligação) de (?:voz|vídeo) perdida",
    r"chiamata vocale persa|videochiamata persa",
    r"gemiste (?:spraakoproep|video-?oproep)",
    # Notices of encryption, also in groups and with businesses.
    r"messages (?:and calls|(?:you send )?to this (?:chat|group)) [^\n]*end-to-end encrypt[^\n]*",
    r"nachrichten und anrufe sind ende-zu-ende-verschlüsselt[^\n]*",
    r"los mensajes y las llamadas están cifrados de extremo a extremo[^\n]*",
    r"les messages et les appels sont chiffrés de bout en bout[^\n]*",
    r"as mensagens e (?:as )?(?:ligações|chamadas) são protegidas com a? ?criptografia de ponta a ponta[^\n]*",
    r"i messaggi e le chiamate sono crittografati end-to-end[^\n]*",
    r"berichten en oproepen zijn end-to-end versleuteld[^\n]*",
)
"""In place of a message; a full stop may follow."""


def any_of(words: tuple[str, ...]) -> str:
    """The pattern that matches any of the words."""
    return f"(?:{'|'.join(words)})"


def kind_of(word: str) -> str:
    """The kind of attachment that iOS calls `word`: "an image"."""
    return next(what for words, what in KINDS.items() if re.fullmatch(words, word, re.IGNORECASE))
