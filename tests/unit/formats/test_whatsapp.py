"""Chats exported from WhatsApp: every way to write the time, what nobody said, and sessions that stay the same."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from convograph.errors import InputError
from convograph.formats import read_file, read_text
from convograph.types import Conversation, Said, Session, Turn

MARK = "\u200e"
ANDROID = """\
12/31/23, 9:05 PM - Messages and calls are end-to-end encrypted. No one outside of this chat can read them.
12/31/23, 9:05 PM - Ana created group "Plan: B"
12/31/23, 9:05 PM - Ana: Is the tea ready?
It is cold here.

Very cold.
12/31/23, 11:59 PM - Ben Ito: Nearly: two minutes.
1/1/24, 10:12 AM - Ana: <Media omitted>
"""
IOS = f"""\
[31.12.23, 21:05:00] Tea: {MARK}Messages and calls are end-to-end encrypted.
{MARK}[31.12.23, 21:05:10] Ana: {MARK}image omitted
[31.12.23, 21:06:01] ~\u202fBen: Is that \u200ea cup?
[31.12.23, 21:06:02] \u202a+34\u00a0600\u00a000\u00a000\u202c: Yes.
[31.12.23, 21:07:00] Ana: {MARK}This message was deleted.
"""


def texts(text: str, **options: bool) -> list[tuple[str | None, str]]:
    """Who said what, in all sessions."""
    (read,) = read_text(text, "chat", "whatsapp", **options)
    return [(turn.speaker, turn.text) for session in read.sessions for turn in session.turns]


def times(text: str, **options: bool) -> list[str]:
    """When each turn was said."""
    (read,) = read_text(text, "chat", "whatsapp", **options)
    return [str(turn.said.local) for session in read.sessions for turn in session.turns if turn.said]


def test_a_chat_of_android():
    """Messages of several lines, a colon in a message, and a silence over night that ends a session."""
    first, later = Said(datetime(2023, 12, 31, 21, 5), None, "12/31/23, 9:05 PM"), datetime(2024, 1, 1, 10, 12)
    assert read_text(ANDROID, "Chat with Ana") == (
        Conversation(
            "Chat with Ana",
            (
                Session(
                    (
                        Turn("Is the tea ready?\nIt is cold here.\n\nVery cold.", "Ana", first),
                        Turn(
                            "Nearly: two minutes.",
                            "Ben Ito",
                            Said(datetime(2023, 12, 31, 23, 59), None, "12/31/23, 11:59 PM"),
                        ),
                    ),
                    "Chat with Ana#2023-12-31-2105",
                    first,
                ),
                Session(
                    (Turn("[shares media]", "Ana", Said(later, None, "1/1/24, 10:12 AM")),),
                    "Chat with Ana#2024-01-01-1012",
                    Said(later, None, "1/1/24, 10:12 AM"),
                ),
            ),
        ),
    )


def test_a_chat_of_ios():
    """Marks of direction are taken out, numbers and names cleaned, notices and deleted messages left out."""
    assert texts(IOS) == [
        ("Ana", "[shares an image]"),
        ("Ben", "Is that a cup?"),
        ("+34 600 00 00", "Yes."),
    ]


@pytest.mark.parametrize(
    ("stamp", "local"),
    [
        ("12/31/23, 11:59 PM - ", "2023-12-31 23:59:00"),
        ("12/31/23, 11:59\u202fPM - ", "2023-12-31 23:59:00"),
        ("12/31/23, 12:05 am - ", "2023-12-31 00:05:00"),
        ("31/12/2023, 23:59 - ", "2023-12-31 23:59:00"),
        ("31/12/2023 23:59 - ", "2023-12-31 23:59:00"),
        ("31/12/23, 11:59 p.\u00a0m. - ", "2023-12-31 23:59:00"),
        ("31.12.23, 23:59 - ", "2023-12-31 23:59:00"),
        ("31-12-2023 23:59 - ", "2023-12-31 23:59:00"),
        ("2023-12-31 23:59 - ", "2023-12-31 23:59:00"),
        ("2023/12/31, 23:59 - ", "2023-12-31 23:59:00"),
        ("[31.12.23, 23:59:01] ", "2023-12-31 23:59:01"),
        ("[12/31/23, 11:59:01\u202fPM] ", "2023-12-31 23:59:01"),
        ("\u200f[\u200e31/12/2023, 23:59:01] ", "2023-12-31 23:59:01"),
        ("[31.12.2023 klo 23.59.01] ", "2023-12-31 23:59:01"),
        ("[2023-12-31, 23:59:01] ", "2023-12-31 23:59:01"),
    ],
)
def test_times_are_read_as_phones_write_them(stamp, local):
    """With the day, the month or the year first, on 12 and 24 hours, in every punctuation."""
    assert times(f"{stamp}Ana: Hi") == [local]


@pytest.mark.parametrize(
    ("dates", "first"),
    [
        (["1/2/24", "13/2/24"], "2024-02-01"),
        (["1/2/24", "1/13/24"], "2024-01-02"),
        (["1/2/24", "2/1/24"], "2024-01-02"),
        (["2/1/24", "1/2/24"], "2024-01-02"),
        (["1/12/23", "1/1/24"], None),
        (["3/3/24", "4/4/24"], "2024-03-03"),
        (["1.2.24"], "2024-02-01"),
        (["1-2-24"], "2024-02-01"),
        (["1/2/24"], None),
        (["1/2/24", "2/2/24", "1/2/24"], None),
    ],
)
def test_the_whole_file_decides_which_number_is_the_day(dates, first):
    """A number over 12, dots and dashes, or the one order in which time does not go back; else the reader refuses."""
    text = "".join(f"{date}, 10:00 - Ana: Hi\n" for date in dates)
    if first is not None:
        assert times(text)[0] == f"{first} 10:00:00"
        return
    with pytest.raises(InputError) as caught:
        texts(text)
    place = f"chat: line 1 may have the day or the month first, and nothing in the file tells: '{dates[0]}, 10:00'"
    assert str(caught.value) == f"{place}; add --day-first or --month-first"


def test_the_order_can_be_given():
    """It is taken also where the file would tell; a date that it does not have is named."""
    assert times("1/2/24, 10:00 - Ana: Hi", day_first=True) == ["2024-02-01 10:00:00"]
    assert times("1/2/24, 10:00 - Ana: Hi", day_first=False) == ["2024-01-02 10:00:00"]
    with pytest.raises(InputError, match=r"^chat: line 1: no such time: '13/2/24, 10:00'; fix it, or name the order"):
        texts("13/2/24, 10:00 - Ana: Hi", day_first=False)


def test_numbers_over_twelve_on_both_sides_are_refused():
    """With both lines."""
    with pytest.raises(
        InputError, match=r"^chat: line 2 has the day first and line 1 the month: '13/1/24, .*, '1/13/24"
    ):
        texts("1/13/24, 10:00 - Ana: Hi\n13/1/24, 10:00 - Ana: Hi")


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (f"{MARK}<attached: 00000012-PHOTO.jpg>", "[shares 00000012-PHOTO.jpg]"),
        (f"{MARK}<Anhang: 00000012-PHOTO.jpg>", "[shares 00000012-PHOTO.jpg]"),
        (f"Our plan {MARK}<attached: plan.pdf>", "Our plan [shares plan.pdf]"),
        (f"plan.pdf • {MARK}3 pages {MARK}document omitted", "plan.pdf • 3 pages [shares a document]"),
        ("image omitted", "[shares an image]"),
        (f"{MARK}GIF omitted", "[shares an animation]"),
        (f"{MARK}Location: https://maps.google.com/?q=1,2", "[shares a location]"),
        (f"{MARK}Standort: https://maps.google.com/?q=-1.5,2", "[shares a location]"),
        (f"{MARK}POLL:\nTea?\n{MARK}OPTION: Yes ({MARK}2 votes)", "POLL:\nTea?\nOPTION: Yes"),
        (f"{MARK}ENCUESTA:\n¿Té?\n{MARK}OPCIÓN: Sí (dos) ({MARK}1 voto)", "ENCUESTA:\n¿Té?\nOPCIÓN: Sí (dos)"),
        (f"Hello. {MARK}<This message was edited>", "Hello."),
        (f"{MARK}Bild weggelassen", "[shares an image]"),
        (f"{MARK}Tarjeta de contacto omitida", "[shares a contact]"),
        (f"{MARK}vídeo ocultado", "[shares a video]"),
        (f"{MARK}sticker non incluso", "[shares a sticker]"),
        (f"{MARK}zdjęcie pominięte", None),
        (f"{MARK}Ben joined using a link", None),
        ("", None),
    ],
)
def test_what_ios_writes_for_media_and_notices(raw, text):
    """What is shared is told, a notice of the app is not; in languages that are not known media are left out."""
    assert texts(f"[31.12.23, 23:59:01] Ana: {raw}\n[31.12.23, 23:59:02] Ben: Yes.")[:-1] == (
        [("Ana", text)] * bool(text)
    )


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("<Media omitted>", "[shares media]"),
        ("<drops the mic>", "<drops the mic>"),
        ("I will bring the file (file attached)", "I will bring the file (file attached)"),
        ("<Medien ausgeschlossen>\nSee?", "[shares media]\nSee?"),
        (f"{MARK}IMG-20231231-WA0001.jpg (file attached)\nOur cat", "[shares IMG-20231231-WA0001.jpg]\nOur cat"),
        (f"{MARK}IMG-20231231-WA0001.jpg (archivo adjunto)", "[shares IMG-20231231-WA0001.jpg]"),
        ("plan.pdf (Datei angehängt)", "[shares plan.pdf]"),
        (f"the plan.pdf {MARK}(fichier joint)\nVoilà", "[shares the plan.pdf]\nVoilà"),
        ("IMG-20231231-WA0001.jpg (plik dołączony)", "[shares IMG-20231231-WA0001.jpg]"),
        ("See plan.pdf (draft)", "See plan.pdf (draft)"),
        ("location: https://maps.google.com/?q=51.5,-0.1", "[shares a location]"),
        ("Home: https://maps.google.com/?q=51.5,-0.1", "Home: https://maps.google.com/?q=51.5,-0.1"),
        ("POLL:\nTea?\nOPTION: Yes (2 votes)\nOPTION: No (0 votes)", "POLL:\nTea?\nOPTION: Yes\nOPTION: No"),
        ("OPTIONS: tea (2 cups) or coffee", "OPTIONS: tea (2 cups) or coffee"),
        ("<3 <you>", "<3 <you>"),
        ("Hello. <This message was edited>", "Hello."),
        ("This message was deleted", None),
        ("This message was deleted by mistake, sorry", "This message was deleted by mistake, sorry"),
        ("You deleted this message", None),
        ("Missed voice call", None),
        ("Hallo. <Diese Nachricht wurde bearbeitet.>", "Hallo."),
        ("Hola. <Se editó este mensaje.>", "Hola."),
        ("Salut <Ce message a été modifié>", "Salut"),
        ("Hello <insert a name>", "Hello <insert a name>"),
        ("Diese Nachricht wurde gelöscht.", None),
        ("Du hast diese Nachricht gelöscht.", None),
        ("Se eliminó este mensaje.", None),
        ("Eliminaste este mensaje.", None),
        ("Ce message a été supprimé", None),
        ("Mensagem apagada", None),
        ("Questo messaggio è stato eliminato", None),
        ("Dit bericht is verwijderd", None),
        ("Dit bericht is verwijderd, sorry", "Dit bericht is verwijderd, sorry"),
        ("Videollamada perdida", None),
        ("Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt. Tippe, um mehr zu erfahren.", None),
        ("null", None),
        ("NULL", "NULL"),
        ("\nOn a line of its own", "On a line of its own"),
    ],
)
def test_what_android_writes_for_media_and_notices(raw, text):
    """As on iOS, without its marks."""
    assert texts(f"31/12/23, 23:59 - Ana: {raw}\n31/12/23, 23:59 - Ben: Yes.")[:-1] == ([("Ana", text)] * bool(text))


@pytest.mark.parametrize(
    "notice",
    [
        "Ana added Ben",
        'Ana changed the subject to "Tea: at five"',
        "Ana changed the subject to “Tea: at five”",
        "You're now an admin",
        "Your security code with Ana changed. Tap to learn more.",
        "Ana changed the description\nof the group: Tea",
        "Tea: Messages to this group are now secured with end-to-end encryption.",
    ],
)
def test_lines_without_a_speaker_are_left_out(notice):
    """Also one with a colon in what it quotes."""
    assert texts(f"31/12/23, 23:59 - {notice}\n31/12/23, 23:59 - Ben: Yes.") == [("Ben", "Yes.")]


def test_a_time_in_another_style_continues_the_message():
    """A chat that was pasted into a message of this one."""
    pasted = "31/12/23, 23:59 - Ana: Look:\n[1.1.24, 10:00:00] Cleo: Hi\n1.1.24, 10:00 - Cleo: Hi\nFunny."
    assert texts(pasted) == [("Ana", "Look:\n[1.1.24, 10:00:00] Cleo: Hi\n1.1.24, 10:00 - Cleo: Hi\nFunny.")]


def at(*moments: str) -> str:
    """A chat with a message at each of these moments of 2024."""
    return "".join(f"2024-{moment} - Ana: At {moment}\n" for moment in moments)


def names(text: str, name: str = "chat") -> list[tuple[str | None, int]]:
    """The sessions and their numbers of turns."""
    (read,) = read_text(text, name, "whatsapp")
    return [(session.id, len(session.turns)) for session in read.sessions]


def test_six_hours_of_silence_end_a_session():
    """Exactly six do not; a clock that goes back begins no session, and does not lengthen a silence."""
    assert names(at("01-01 08:00", "01-01 14:00", "01-01 20:01")) == [
        ("chat#2024-01-01-0800", 2),
        ("chat#2024-01-01-2001", 1),
    ]
    assert names(at("01-01 08:00", "01-01 01:00", "01-01 10:00")) == [("chat#2024-01-01-0800", 3)]


def test_a_later_export_extends_and_renames_nothing():
    """Every beginning of a chat gives the same sessions, the last one shorter; a second download has the same name."""
    moments = ["01-01 08:00", "01-01 09:00", "01-02 08:00", "01-02 13:00", "01-04 08:00"]
    whole = names(at(*moments))
    for count in range(1, len(moments)):
        part = names(at(*moments[:count]))
        assert [name for name, _ in part] == [name for name, _ in whole[: len(part)]]
        assert part[:-1] == whole[: len(part) - 1]
        assert part[-1][1] <= whole[len(part) - 1][1]
    assert names(at(*moments), "chat (1)") == whole


def test_the_chat_of_an_unpacked_archive_is_called_like_its_folder(tmp_path):
    """On iOS every file is called _chat.txt."""
    folder = tmp_path / "WhatsApp Chat - Ana"
    folder.mkdir()
    (folder / "_chat.txt").write_text(IOS, encoding="utf-8")
    (read,) = read_file(folder / "_chat.txt")
    assert (read.name, read.sessions[0].id) == ("WhatsApp Chat - Ana", "WhatsApp Chat - Ana#2023-12-31-2105")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("Ana: Hi", "line 1 does not start with a time: 'Ana: Hi'; WhatsApp writes"),
        ("\n\nx\n31/12/23, 23:59 - Ana: Hi", "line 3 does not start with a time: 'x'"),
        ("31/12/23, 23:59 - Ana added Ben", "has no messages; export the chat again"),
        ("31/12/23, 23:59 - Ana: Hi\n31/12/23, 25:00 - Ben: Hi", "line 2: no such time: '31/12/23, 25:00'; fix it"),
        ("31/12/23, 13:00 PM - Ana: Hi", "line 1: no such time: '31/12/23, 13:00 PM'; fix it"),
        ("30/2/24, 10:00 - Ana: Hi", "line 1: no such time: '30/2/24, 10:00'; fix it"),
        ("0000-01-01 10:00 - Ana: Hi", "line 1: no such time: '0000-01-01 10:00'; fix it"),
        ("31/12/23, 10:00 - Ana: " + "x" * 2_000_000, "line 1: text has 2,000,000 bytes: 'xxx"),
        ("31/12/23, 10:00 - A\x01: Hi", "line 1: speaker holds the control character U+0001: 'A\\x01'; remove it"),
    ],
)
def test_damaged_chats_are_refused_with_line_and_value(text, complaint):
    """One line: the file, the line in it, what stands there, what to do."""
    with pytest.raises(InputError) as caught:
        read_text(text, "chat", "whatsapp")
    assert str(caught.value).startswith(f"chat: {complaint}")
    assert "\n" not in str(caught.value)


STYLES = {
    "android, day first": ("{0:%d/%m/%Y}, {0:%H:%M} - ", True),
    "android, month first": ("{0.month}/{0.day}/{0:%y}, {1}:{0:%M}\u202f{0:%p} - ", False),
    "android, year first": ("{0:%Y-%m-%d} {0:%H:%M} - ", None),
    "ios, dots": ("[{0:%d.%m.%y}, {0:%H:%M}:00] ", None),
    "ios, month first": ("[{0.month}/{0.day}/{0:%y}, {1}:{0:%M}:00\u202f{0:%p}] ", False),
}
WORDS = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=30)
LINES = WORDS.map(str.strip).filter(lambda line: line and not re.search(r"^null\.?$|^<|omitted$|\d[./-]\d", line))
MESSAGES = st.tuples(
    st.sampled_from(["Ana", "Ben Ito", "+34 600 00", "Zoë 🌻", "O'Neil-Ş"]),
    st.lists(LINES, min_size=1, max_size=3).map("\n".join),
    st.integers(0, 2 * 24 * 60),
)


@given(
    st.sampled_from(sorted(STYLES)),
    st.lists(MESSAGES, min_size=1, max_size=8),
    st.datetimes(datetime(2010, 1, 1), datetime(2029, 1, 1)),
)
def test_what_is_written_is_read_again(style, messages, start):
    """Speakers, texts of several lines and times to the minute, in every style, cut at silences and nowhere else."""
    form, day_first = STYLES[style]
    moment = start.replace(second=0, microsecond=0)
    lines, expected = [], []
    for speaker, text, minutes in messages:
        moment += timedelta(minutes=minutes)
        stamp = form.format(moment, moment.hour % 12 or 12)
        lines.append(f"{stamp}{speaker}: {text}\n")
        expected.append((speaker, text, moment))
    assume("\u2028" not in "".join(lines))
    (read,) = read_text("".join(lines), "chat", "whatsapp", day_first=day_first)
    turns = [turn for session in read.sessions for turn in session.turns]
    assert [(turn.speaker, turn.text, turn.said and turn.said.local) for turn in turns] == expected
    gaps = [second - first > timedelta(hours=6) for (*_, first), (*_, second) in pairwise(expected)]
    assert len(read.sessions) == 1 + sum(gaps)
    assert len({session.id for session in read.sessions}) == len(read.sessions)


FRAGMENTS = st.sampled_from(
    [
        "31/12/23, 23:59 - ",
        "[1.1.24, 10:00:00] ",
        "99/99/99, 99:99 - ",
        "Ana: ",
        MARK,
        "Hi",
        "\n",
        "<attached: x>",
        '"',
        ": ",
    ]
)


@given(st.lists(FRAGMENTS | st.text(max_size=5), max_size=12).map("".join), st.none() | st.booleans())
def test_any_chat_is_read_or_refused(text, day_first):
    """In one line."""
    try:
        (read,) = read_text(text, "chat", "whatsapp", day_first=day_first)
    except InputError as error:
        assert "\n" not in str(error)
    else:
        assert all(turn.text.strip() and turn.speaker for session in read.sessions for turn in session.turns)


def test_a_quotation_mark_in_a_name_is_part_of_it() -> None:
    """Unless a quotation goes on behind the colon, as in the name of a group."""
    chat = '1/1/24, 10:12 AM - Ana "A: Hello.\n1/1/24, 10:13 AM - Ben named the group "Plan: B"\n'
    assert texts(chat) == [('Ana "A', "Hello.")]
