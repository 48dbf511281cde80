"""Commands that query a memory: what `recall`, `context` and `answer` show, filter and pipe."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import convograph
from convograph.cli.console import with_turns_once
from support.chat_files import PADLOCK
from support.shell import Run, error_of


def test_recall_shows_place_time_speaker_and_source(run: Run, filled: Path) -> None:
    """The first hit stands in one line over its text, within 80 columns."""
    shown = run("recall", PADLOCK, "-s", filled).stdout
    lines = shown.splitlines()
    assert re.fullmatch(r" 1  \d\d%  2024-01-27 10:15  \w+  allotment#3:9", lines[0].rstrip())
    assert "4913" in " ".join(lines[1:5])
    assert max(map(len, lines)) <= 80


def test_recall_says_that_the_nearest_turns_may_be_no_answer(run: Run, filled: Path) -> None:
    """On the standard error, unless a probability is asked for; of a likely answer it says nothing."""
    unlikely = run("recall", "zxqv blorp", "-s", filled)
    assert "the nearest turns; memory answers with a probability of less than 0.1%" in unlikely.stderr
    assert unlikely.stdout
    assert not run("recall", "zxqv blorp", "-s", filled, "--min-probability", "0").stderr
    assert not run("recall", PADLOCK, "-s", filled).stderr


def test_recall_in_json_is_what_the_library_returns(run: Run, filled: Path) -> None:
    """Every field of the dataclasses, timings aside; each turn once, whichever hits have it."""
    shown = json.loads(run("recall", PADLOCK, "-s", filled, "-k", "2", "--json").stdout)
    with convograph.open(filled) as memory:
        recall = memory.recall(PADLOCK, k=2)
        expected = json.loads(json.dumps(with_turns_once(recall)))
    for each in (shown, expected):
        each["usage"].pop("milliseconds")
    assert shown == expected
    assert [hit["turns"] for hit in shown["hits"]] == [[turn.id for turn in hit.turns] for hit in recall.hits]
    assert [turn["id"] for turn in shown["turns"]] == [turn for hit in shown["hits"] for turn in hit["turns"]]
    assert shown["turns"][0]["said"]["local"] == "2024-01-27T10:15:00"


def test_explanations_name_seeds_neighbours_and_cost(run: Run, filled: Path) -> None:
    """A seed has its place and cosine, a neighbour the edge and the sentence that it was reached from."""
    question = "On which date was Nora's last day at Hallett's, the roofing firm?"
    shown = " ".join(run("recall", question, "-s", filled, "-a", "sgmem", "--explain", "-k", "10").stdout.split())
    assert re.search(r"↳ seed 1 · cosine 0\.\d{3} · shares hallett", shown)
    assert re.search(
        r"↳ neighbour, 1 hop away · cosine 0\.\d{3} · no word shared with the question “Mum did, through the", shown
    )
    assert "hop 1 from “Mr Hallett called me in at three.” allotment#6:2" in shown
    assert re.search(r"dense-neighbour, weight 0\.\d{3} · no word shared with it", shown)
    assert re.search(r"sgmem, [\d.]+ ms: encode .*items scored, 0 model calls$", shown)


def test_a_long_session_is_shown_by_its_evidence(run: Run, filled: Path) -> None:
    """Turns without evidence are counted, not printed."""
    shown = run("recall", PADLOCK, "-s", filled, "--unit", "session", "-k", "1").stdout
    assert "session of 12 turns" in shown
    assert re.search(r"… \d+ more turns", shown)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("hybrid", r"↳ whole turn · cosine 0\.\d{3} · shares chutney, cloves, aunt, bea bm25 1\.000 \+ dense 0\.\d{3}"),
        ("bm25", r"↳ whole turn · shares chutney, cloves, aunt, bea bm25 \d+\.\d{3}"),
        ("dense", r"↳ whole turn · cosine 0\.\d{3} · shares aunt, bea's, chutney, cloves (?!bm25)"),
    ],
)
def test_plain_search_explains_what_it_compared(run: Run, filled: Path, name: str, reason: str) -> None:
    """Words where words count, a cosine where vectors do, and what the score is the sum of."""
    question = "How many cloves go into Aunt Bea's chutney?"
    shown = " ".join(run("recall", question, "-s", filled, "-a", name, "--explain", "-k", "1").stdout.split())
    assert re.search(reason, shown), shown
    assert re.search(rf"{name}, [\d.]+ ms: encode .*501 items scored, 0 model calls$", shown)


def test_the_turns_of_a_unit_say_what_each_shares(run: Run, filled: Path) -> None:
    """Four turns as one hit: under the words of all, those of each turn with its id."""
    shown = run("recall", PADLOCK, "-s", filled, "-a", "hybrid", "--unit", "block4", "-k", "1", "--explain").stdout
    assert "block4 of 4 turns" in shown
    assert re.search(r"↳ whole block4 · cosine 0\.\d{3} · shares .*padlock", " ".join(shown.split()))
    assert re.search(r"^ +shares .*padlock.* allotment#3:9 *$", shown, re.MULTILINE)


def test_a_tree_is_drawn_as_a_page(run: Run, filled: Path, tmp_path: Path) -> None:
    """`recall --html` where there is one; elsewhere, and over the store itself, it is refused."""
    page = tmp_path / "tree.html"
    asked = ("recall", PADLOCK, "-s", filled)
    refused = run(*asked, "--html", page, exits=2)
    assert "finds hits by no tree; ask again with --architecture associa" in " ".join(refused.stderr.split())
    assert not page.exists()
    assert run(*asked, "-a", "associa", "--html", page).stdout.strip() == str(page)
    assert page.stat().st_mode & 0o777 == 0o600
    assert "What came back" in page.read_text()
    assert "turn in the tree of the question" in run(*asked, "-a", "associa", "--explain").stdout
    assert "is the store itself" in run(*asked, "-a", "associa", "--html", filled, exits=2).stderr


@pytest.mark.parametrize("command", [("show",), ("timeline",), ("recall", PADLOCK, "-a", "associa")])
def test_a_page_replaces_an_earlier_page_and_no_other_file(
    run: Run, filled: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    """Whoever names another store, or a conversation, keeps it."""
    other, page = tmp_path / "other.db", tmp_path / "page.html"
    other.write_bytes(filled.read_bytes())
    asked = (*command, "-s", filled, "--html")
    assert "exists and is no HTML page; name another file, or remove it first" in " ".join(
        run(*asked, other, exits=2).stderr.split()
    )
    assert other.read_bytes() == filled.read_bytes()
    page.touch()  # as `mktemp` makes one
    for _ in range(2):
        run(*asked, page)
        assert page.read_text().startswith("<!doctype html>")


def test_what_was_asked_for_as_well_is_told(run: Run, filled: Path, tmp_path: Path) -> None:
    """In the reasons and on the page; with both, the path is the last line."""
    asked = f"{PADLOCK[:-1]}, and when did the submarine sink?"
    page = tmp_path / "tree.html"
    lines = run("recall", asked, "-s", filled, "-a", "associa", "--explain", "--html", page).stdout.splitlines()
    told = "when did the submarine sink, combination of the shed padlock, submarine sink"
    assert f"as nothing covered it: {PADLOCK[:-1]}, {told} associa, " in " ".join(" ".join(lines).split())
    assert lines[-1] == str(page)
    assert '<li dir="auto">when did the submarine sink</li>' in page.read_text()


def test_a_long_unit_tells_its_three_best_sentences(run: Run, filled: Path) -> None:
    """Best first, and how many more there are."""
    asked = f"{PADLOCK[:-1]}, and who has the spare key?"
    shown = run("recall", asked, "-s", filled, "-a", "unified", "--unit", "block4", "-k", "2", "--explain").stdout
    first = shown[: shown.index("\n 2  ")]
    cosines = [float(cosine) for cosine in re.findall(r"↳ sentence · cosine (0\.\d+)", first)]
    assert len(cosines) == 3
    assert cosines[0] == max(cosines)
    assert "and 1 more sentence\n" in re.sub(" +\n", "\n", first)


def test_what_leads_to_a_turn_beside_a_tree_is_called_reasons(run: Run, filled: Path) -> None:
    """Names and profiles (lightgmem) are no edges."""
    asked = "Who of Nora, Cal, Juno, Martin Teague and Aunt Bea likes chutney?"
    shown = run("recall", asked, "-s", filled, "-a", "lightgmem", "--explain", "-k", "2").stdout
    assert "more reason" in shown
    assert "more edge" not in shown


def test_the_default_explains_what_puts_a_hit_before_the_next(run: Run, filled: Path) -> None:
    """The sentence, how likely it answers, and the few signs that made the difference."""
    shown = run("recall", PADLOCK, "-s", filled, "-k", "2", "--explain").stdout
    told = " ".join(shown.split())
    assert re.search(r"↳ sentence · cosine 0\.\d{3} · shares .*padlock", told)
    assert len(re.findall(r"answers with a probability of \d+%", told)) == 2
    (differences,) = re.findall(r"compared with the next hit: (.*?) 2 ", told)
    assert re.fullmatch(r"[a-z ]+ [+-]\d+\.\d\d(?:, [a-z ]+ [+-]\d+\.\d\d){0,2}", differences), differences


def test_small_talk_brings_no_context(run: Run, filled: Path) -> None:
    """Unless it is asked for whatever there is."""
    for said in ("ok thanks", "zxqv blorp", "😂"):
        refused = run("context", said, "-s", filled, exits=1)
        assert refused.stdout == "" and "nothing found for" in refused.stderr
    assert "--min-probability" in run("context", "ok thanks", "-s", filled, exits=1).stderr
    assert run("context", "ok thanks", "-s", filled, "--min-probability", "0").stdout


@pytest.mark.parametrize("command", ["recall", "context"])
def test_a_long_question_is_told_in_short(run: Run, filled: Path, command: str) -> None:
    """It would fill the screen."""
    told = run(command, "a" * 20_000, "-s", filled, exits=1).stderr
    assert told.startswith("nothing found for 'aaaa")
    assert len(told) < 250


def test_a_unit_that_an_architecture_has_not_is_refused(run: Run, filled: Path) -> None:
    """With those that it has."""
    assert "sgmem cannot return the unit 'block4'; it has turn, round, session" in error_of(
        run("recall", PADLOCK, "-s", filled, "-a", "sgmem", "--unit", "block4", exits=2)
    )
    assert "unified cannot return the unit 'triplet'; it has turn, user-turn, round, block4, chunk500" in " ".join(
        error_of(run("recall", PADLOCK, "-s", filled, "--unit", "triplet", exits=2)).split()
    )


def test_units_compared_as_a_whole_have_one_reason(run: Run, filled: Path) -> None:
    """RAG gives one cosine for a session, whatever number of turns it has."""
    shown = run("recall", PADLOCK, "-s", filled, "-a", "rag-s", "-k", "1", "--explain").stdout
    assert shown.count("↳ whole session") == 1


def test_filters_limit_the_evidence(run: Run, store: Path) -> None:
    """Speaker, both ends of a time range, and what was known then."""

    def ids(*options: str) -> set[str]:
        found = json.loads(run("recall", "Porto", "-s", store, "-k", "9", "--json", *options).stdout)
        return {hit["id"] for hit in found["hits"]}

    assert {"chat#1:1", "chat#2:1"} <= ids()
    assert ids("--speaker", "ben") == {"chat#1:1", "chat#2:1"}
    assert ids("--speaker", "Ben", "--after", "2024-04-01") == {"chat#2:1"}
    assert ids("--speaker", "Ben", "--before", "2024-04-01") == {"chat#1:1"}
    assert ids("--speaker", "Ben", "--as-of", "2024-03-31") == {"chat#1:1"}
    assert ids("--speaker", "Ben", "--after", "last week", "--asked-at", "2024-04-10") == {"chat#2:1"}
    assert ids("--speaker", "Ben", "--before", "March 2024") == {"chat#1:1"}
    assert ids("--speaker", "Ben", "--as-of", "two weeks ago", "--asked-at", "2024-04-10") == {"chat#1:1"}


def test_touch_marks_turns_as_used(run: Run, store: Path) -> None:
    """A recall with --touch leaves its mark in the counts; one without leaves none, but as G-Long has it."""

    def marks() -> int:
        return len(json.loads(run("stats", "-o", "default", "-s", store, "--json").stdout)["last_used"])

    run("recall", "Porto", "-s", store, "-k", "1")
    run("recall", "Porto", "-s", store, "-k", "1", "--architecture", "glong", "--no-touch")
    assert marks() == 0
    run("recall", "Porto", "-s", store, "-k", "1", "--touch")
    assert marks() == 1
    run("recall", "Porto", "-s", store, "-k", "4", "--architecture", "glong")
    assert marks() > 1


def test_recent_completes_a_question(run: Run, filled: Path) -> None:
    """What "it" means was spoken of just before."""

    def first(*options: str) -> str:
        return str(
            json.loads(run("recall", "And when was it?", "-s", filled, "--json", *options).stdout)["hits"][0]["id"]
        )

    assert first("--recent", "The walk along the Sill.") != first("--recent", "Tell me of the padlock.")


def test_nothing_found_is_exit_code_1(run: Run, store: Path) -> None:
    """With a line on the standard error, or an empty list of hits."""
    later = ("-s", store, "--after", "2030-01-01")
    stored = "what is stored was said from 2024-03-01 to 2024-04-02"
    nothing = f"nothing found for 'Porto': nothing was said then; {stored}\n"
    assert run("recall", "Porto", *later, exits=1).stderr == nothing
    assert json.loads(run("recall", "Porto", *later, "--json", exits=1).stdout)["hits"] == []
    assert run("context", "Porto", *later, exits=1).stdout == ""


def test_context_is_piped_as_it_is(run: Run, filled: Path) -> None:
    """The text and a newline on the standard output; tokens, counter and what was left out on the standard error."""
    result = run("context", PADLOCK, "-s", filled, "--budget", "100")
    with convograph.open(filled) as memory:
        expected = memory.context(PADLOCK, budget=100)
    assert result.stdout_bytes == expected.text.encode() + b"\n"
    assert f"{expected.tokens} of 100 tokens ({expected.counter})" in result.stderr
    shown = [f"left out: hit {rest.hit.rank} ({rest.hit.id})" for rest in expected.left_out[:5]]
    assert all(line in result.stderr for line in shown)
    assert f"left out: {len(expected.left_out) - 5} more hits" in result.stderr


def test_a_budget_that_nothing_fits_is_exit_code_1(run: Run, store: Path) -> None:
    """With a line that says what to raise, and nothing on the standard output; JSON lists what was left out."""
    tight = ("context", "Porto", "-s", store, "--budget", "3")
    failed = run(*tight, exits=1)
    assert failed.stdout == ""
    assert re.fullmatch(r"none of \d hits fits into 3 tokens; raise --budget\n", failed.stderr)
    packed = json.loads(run(*tight, "--json", exits=1).stdout)
    assert packed["citations"] == []
    assert [rest["hit"] for rest in packed["left_out"]] == [hit["rank"] for hit in packed["recall"]["hits"]] != []


def test_context_in_json_has_each_turn_once(run: Run, filled: Path) -> None:
    """Citations, hits and what was left out name the turns; no text stands there twice but in the packed one."""
    shown = run("context", PADLOCK, "-s", filled, "--budget", "150", "--json").stdout
    packed = json.loads(shown)
    texts = [turn["text"] for turn in packed["turns"]]
    assert [shown.count(json.dumps(text, ensure_ascii=False)) for text in texts] == [1] * len(texts)
    names = {turn["id"] for turn in packed["turns"]}
    assert {one["turn"] for one in packed["citations"]} <= names
    assert {turn for rest in packed["left_out"] for turn in rest["turns"]} <= names


def test_an_answer_quotes_and_cites(run: Run, filled: Path) -> None:
    """It is named extractive, and each number leads to date, speaker and turn."""
    shown = run("answer", PADLOCK, "-s", filled)
    assert "extractive answer" in shown.stdout
    quoted = re.search(r"It's 4913 from today\.[^\[]*\[(\d)\]", shown.stdout)
    assert quoted is not None
    assert re.search(rf"^\[{quoted[1]}\]  2024-01-27 10:15  Nora  +allotment#3:9 *$", shown.stdout, re.MULTILINE)


def test_no_answer_says_so(run: Run, store: Path) -> None:
    """Exit code 1, in words and in JSON."""
    options = ("answer", "Porto", "-s", store, "--after", "2030-01-01")
    assert run(*options, exits=1).stdout == "not in memory\n"
    assert json.loads(run(*options, "--json", exits=1).stdout)["found"] is False


def test_no_answer_beside_turns_says_where_they_are(run: Run, filled: Path) -> None:
    """Nothing is said where no turn was found."""
    unsure = run("answer", "What is the capital of France?", "-s", filled, exits=1)
    assert unsure.stdout == "not in memory\n"
    assert "`convograph recall` shows the nearest turns" in unsure.stderr
    assert "nearest" not in run("answer", "ok thanks", "-s", filled, exits=1).stderr


def test_a_question_is_filtered_by_metadata(run: Run) -> None:
    """One of the values of each name; numbers and truth values as they are spelt; a mistake is named."""
    turns = [
        {"text": "The key is here.", "session": "a", "metadata": {"channel": "slack", "thread": 3}},
        {"text": "The key is there.", "session": "b", "metadata": {"channel": "mail", "pinned": True}},
        {"text": "The key is gone.", "session": "c", "metadata": {"thread": "3"}},
    ]
    run("add", "-", given=json.dumps(turns))

    def found(*where: str, exits: int = 0) -> list[str]:
        options = [part for one in where for part in ("--where", one)]
        hits = json.loads(run("recall", "Where is the key?", "--json", *options, exits=exits).stdout)["hits"]
        return sorted(hit["id"] for hit in hits)

    assert found("channel=slack") == ["a:0"]
    assert found("channel=slack", "channel=mail") == ["a:0", "b:0"]
    assert found("channel=slack", "thread=3") == ["a:0"]
    assert found("thread=3") == ["a:0", "c:0"]
    assert found("pinned=true") == ["b:0"]
    assert found("channel=fax", exits=1) == []
    assert found(f"thread={10**30}", exits=1) == []
    (turn,) = json.loads(run("recall", "key", "--json", "--where", "channel=slack").stdout)["turns"]
    assert turn["metadata"] == {"channel": "slack", "thread": 3}
    failed = run("recall", "key", "--where", "channel", exits=2)
    assert "--where takes NAME=VALUE: 'channel'; write it like channel=slack" in error_of(failed)
    failed = run("add", "-", given='[{"text": "Hm.", "metadata": {"a": []}}]', exits=2)
    assert "metadata.a is neither a string, a number, true nor false: []" in error_of(failed)


@pytest.mark.parametrize("command", ["recall", "context", "answer"])
def test_metadata_that_no_turn_has_is_named(run: Run, command: str) -> None:
    """The name may be misspelt; a name that some turn has, with another value, is not."""
    run("add", "-", given=json.dumps([{"text": "The key is here.", "metadata": {"channel": "slack", "week": 3}}]))
    failed = run(command, "key", "--where", "channel=slack", "--where", "chanel=slack", exits=4)
    assert "no turn in this memory has metadata called 'chanel'; known: 'channel', 'week'; correct" in error_of(failed)
    failed = run(command, "key", "--where", "chanel=slack", "--json", exits=4)
    assert json.loads(failed.stderr)["error"]["type"] == "NotFoundError"
    assert "metadata" not in run(command, "key", "--where", "channel=mail", exits=1).stderr


@pytest.mark.parametrize("command", ["recall", "context", "answer"])
def test_a_memory_without_metadata_says_so(run: Run, command: str) -> None:
    """Nothing is found in it; the name may be right, and come later."""
    run("add", "-", given=json.dumps([{"text": "The key is here."}]))
    failed = run(command, "key", "--where", "channel=slack", exits=1)
    assert failed.stderr.strip().endswith("no turn in this memory has metadata")


def test_a_long_turn_is_cut_around_its_evidence(run: Run) -> None:
    """What is far from it is left out on screen; a turn of a few lines is shown whole."""
    text = f"{'We talked of boats. ' * 400}The shed key is under the blue pot.{' And of sails.' * 400}"
    run("add", "-", given=json.dumps([{"text": text}, {"text": f"The key? {'No idea. ' * 20}"}]))
    told = run("recall", "Where is the shed key?").stdout
    assert "under the blue pot" in " ".join(told.split())
    assert 1_200 < len(told) < 4_000
    assert told.count("…") == 2
    assert " ".join(told.split()).count("No idea.") == 20
    assert len(json.loads(run("recall", "Where is the shed key?", "--json").stdout)["turns"][0]["text"]) == len(text)
