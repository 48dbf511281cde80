"""The benchmarks' pieces run on a conversation of a few sessions, with and without their peers. No time is judged."""

from __future__ import annotations

import json
import sqlite3
import sys
from contextlib import closing
from dataclasses import asdict, replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import convograph
from benchmarks import (
    aims,
    asked_times,
    beside,
    both_forms,
    certainty,
    chatter,
    checking,
    contexts,
    corpus,
    curve_figures,
    curve_points,
    curves,
    entity_membership,
    graph_costs,
    locomo,
    missed_evidence,
    newest,
    ours,
    personal,
    reordering,
    sentences,
    side_by_side,
    startup,
    triplets,
)
from benchmarks.__main__ import document
from benchmarks.curve_page import render_curves
from benchmarks.machine import this_machine
from benchmarks.page import render_page
from benchmarks.peers import chroma, fts5
from benchmarks.peers.figures import Missing, PeerFigures
from benchmarks.plain import PlainStore
from benchmarks.processes import bytes_on_disk, in_fresh_process
from benchmarks.report import Report, SizeFigures, missing_peers
from benchmarks.tables import graph_table, growth_table, markdown_line
from benchmarks.timing import Times, times
from convograph import Session, Turn, parse_said
from convograph.architectures.lightgmem import LightGMEM
from convograph.build import make_encoder, make_reader
from convograph.errors import InputError
from convograph.memory.recalling.likelihood import MIN_PROBABILITY
from convograph.protocols import Query
from convograph.types import Conversation
from convograph_eval.datasets import Case, Question, load, turn_ids
from convograph_eval.update_chains.types import Chain, Subject, Topic

QUESTIONS = ["Where does the cat sleep?", "Who bakes the bread?"]
TEXTS = ["The cat sleeps on the boiler.", "Bread is baked on Monday by Ben.", "The garden gate is green."]


@pytest.fixture
def sessions(tmp_path):
    """Six sessions of three turns, two sentences each."""
    path = tmp_path / "sessions.jsonl"
    corpus.write_sessions(
        path,
        [
            Session(
                tuple(Turn(f"{text} That was on day {day}.", "user") for text in TEXTS),
                f"day-{day}",
                parse_said("2024-05-01"),
            )
            for day in range(6)
        ],
    )
    return path


@pytest.fixture
def chronicle():
    """One of the conversations of our own, with its questions."""
    (found,) = load("chronicles", Path(__file__).parents[2] / "data" / "chronicles" / "lantern.json").cases
    return found


@pytest.fixture
def measured(tmp_path, sessions):
    """A memory of at least twenty sentences, and its sentences as files."""
    return ours.measure(tmp_path / "memory.db", sessions, 20, QUESTIONS, "unified")


def test_sessions_are_read_as_they_were_written(sessions):
    """A session comes back with its id, time, texts and speakers."""
    first = next(corpus.read_sessions(sessions))
    assert (first.id, first.said, len(first.turns)) == ("day-0", parse_said("2024-05-01"), 3)
    assert first.turns[0] == Turn("The cat sleeps on the boiler. That was on day 0.", "user")


def test_a_memory_grows_to_the_size_and_leaves_its_sentences_behind(measured):
    """Four sessions are enough for twenty sentences; texts and unit vectors of all 24 lie in the files."""
    figures, files = measured
    assert (figures.sentences, figures.turns, files.count) == (24, 12, 24)
    ((texts, vectors),) = files.batches()
    assert texts[:2] == ["The cat sleeps on the boiler.", "That was on day 0."]
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-6)
    assert np.array_equal(vectors, files.matrix())


def test_sentences_become_triplets_of_their_speaker_and_their_longest_words(sessions):
    """What has fewer than three long words becomes none: the cat, "sleeps" and "boiler" are two."""
    memos = list(triplets.memos_of(next(corpus.read_sessions(sessions))))
    assert [(memo.text, memo.turns) for memo in memos] == [
        ("user speaks of baked Monday", ("day-0:1",)),
        ("user speaks of gate green", ("day-0:2",)),
    ]


def test_a_graph_of_triplets_is_measured(tmp_path, sessions, measured):
    """Sessions are taken until there are enough triplets: two a session, and five are wanted."""
    figures = triplets.measure(tmp_path / "graph.db", sessions, 5, QUESTIONS)
    assert figures.triplets == 6
    assert min(figures.recall.p50, figures.two_hops.p50, figures.with_sources.p50, figures.floor.p50) > 0
    report = replace(_report(measured[0], Missing("not here")), triplets=(figures,))
    assert "| G-Long | 6 triplets |" in graph_table(report).markdown()
    assert "6 triplets" in render_page(report)


def test_batches_take_every_sentence_once(measured):
    """24 sentences in batches of ten: ten, ten, four."""
    assert [len(texts) for texts, _ in measured[1].batches(10)] == [10, 10, 4]


def test_the_nearest_by_score():
    """The two highest of four, highest first; a search that returned one of them found half."""
    scores = np.array([0.1, 0.9, 0.3, 0.7], np.float32)
    assert sentences.highest(scores, 2).tolist() == [1, 3]
    assert sentences.found_share([0.9, 0.3], scores, 2) == 0.5


def test_another_sentence_with_the_same_score_counts_as_found():
    """Of three equal scores any two are the nearest two."""
    assert sentences.found_share([0.5, 0.5], np.array([0.5, 0.5, 0.5], np.float32), 2) == 1.0


def test_times_are_told_by_median_and_95th_percentile():
    """Of 1 to 5 ms the median is 3; the 95th percentile lies four fifths between 4 and 5."""
    assert times([5.0, 1.0, 4.0, 2.0, 3.0]) == Times(3.0, 4.8)


def test_full_text_search_takes_words_for_words(tmp_path, measured):
    """FTS5's own operators within a question do not break it."""
    figures = fts5.measure(tmp_path, measured[1], ['Is "NEAR" OR NOT* (a word)?', *QUESTIONS], 5)
    assert isinstance(figures, PeerFigures)
    assert figures.bytes_per_sentence > 0


def test_a_peer_that_is_not_installed_is_told(tmp_path, measured, monkeypatch):
    """Without chromadb there are no figures, but the line that installs it."""
    monkeypatch.setitem(sys.modules, "chromadb", None)
    figures = chroma.measure(tmp_path, measured[1], QUESTIONS, 5)
    assert isinstance(figures, Missing)
    assert "pip install 'convograph[bench]'" in figures.missing


def test_files_are_measured_with_their_logs(tmp_path):
    """A store's log counts, and a folder is all of its files."""
    (tmp_path / "a.db").write_bytes(b"12345")
    (tmp_path / "a.db-wal").write_bytes(b"123")
    assert bytes_on_disk(tmp_path / "a.db") == bytes_on_disk(tmp_path) == 8


def test_work_in_a_fresh_process_returns_its_value_and_raises_its_error():
    """A value comes back, and so does an error."""
    assert in_fresh_process(len, "four") == 4
    with pytest.raises(ZeroDivisionError):
        in_fresh_process(divmod, 1, 0)


def test_missing_data_is_named(tmp_path):
    """The message names the file that is not there and the variable that says where to look."""
    with pytest.raises(corpus.MissingDataError, match=r"locomo_dev5\.json; .*CONVOGRAPH_DATA"):
        corpus.locomo_file(tmp_path)


def test_a_report_becomes_json_a_table_and_a_page(tmp_path, measured):
    """Figures stand in all three; a missing peer is named in each, and aims without a figure are not judged."""
    report = _report(measured[0], Missing("chromadb is not here"))
    assert missing_peers(report) == {"Chroma": "chromadb is not here"}
    written = json.loads(json.dumps(document(report)))
    assert written["sizes"][0]["peers"]["Chroma"] == {"missing": "chromadb is not here"}
    met = [aim["met"] for aim in written["aims"]]
    assert met == [True, met[1], None, None, met[4], True]
    assert "| Chroma: query, p50 / p95, ms | missing |" in growth_table(report).markdown()
    page = render_page(report)
    assert "chromadb is not here" in page
    assert page.count("<svg") == 4


def test_an_aim_is_met_up_to_its_limit(measured):
    """1,200 turns a second are enough, 1,199 are not; a limit from above likewise."""
    report = _report(measured[0], Missing("not here"))
    slower = replace(report, locomo=replace(report.locomo, turns_per_second=1_199))
    assert [aims.aims(one)[0].met for one in (report, slower)] == [True, False]
    later = replace(report, imports=startup.ImportFigures(0.01, 0.301))
    assert [aims.aims(one)[-1].met for one in (report, later)] == [True, False]


def test_chat_is_pooled_until_there_are_enough_turns(tmp_path, monkeypatch):
    """Two turns a session, two sessions; five turns are wanted: the first session comes again, under another id."""
    monkeypatch.setattr(corpus, "CHAT_TURNS", 5)
    chat = [
        {"id": name, "turns": [{"speaker": "Ana", "text": "Hi."}, {"speaker": "Ben", "text": "Ho."}]} for name in "ab"
    ]
    (tmp_path / "chat.json").write_text(json.dumps(chat))
    corpus.pool_chat(tmp_path / "chat.json", tmp_path / "pooled.jsonl")
    assert [session.id.split("/")[::2] for session in corpus.read_sessions(tmp_path / "pooled.jsonl")] == [
        ["0", "a"],
        ["0", "b"],
        ["1", "a"],
    ]


def test_architectures_are_compared_over_one_store(tmp_path, monkeypatch):
    """Three turns of chat, and the questions of the file: each architecture has figures, over one memory."""
    monkeypatch.setattr(corpus, "CHAT_TURNS", 3)
    turns = [{"speaker": "Ana", "dia_id": f"D1:{number}", "text": text} for number, text in enumerate(TEXTS)]
    conversation = {"session_1": turns, "session_1_date_time": "1:56 pm on 8 May, 2023"}
    sample = {"sample_id": "a", "conversation": conversation, "qa": [{"question": one} for one in QUESTIONS]}
    (tmp_path / "locomo").mkdir()
    (tmp_path / "locomo" / "locomo_dev5.json").write_text(json.dumps([sample]))
    found = beside.compare(tmp_path, tmp_path, ("unified", "bm25"), 0)
    assert (found.turns, found.sentences) == (3, 3)
    assert [one.architecture for one in found.architectures] == ["unified", "bm25"]
    assert all(one.recall.p50 > 0 and one.turns_per_second > 0 for one in found.architectures)


def test_contexts_are_compared_question_by_question():
    """Two questions: always .5 more than the other, and as much as whole turns: intervals of one point each."""
    ours = [{f"{name}@{budget}": 1.0 for name in ("quoted", "plain") for budget in contexts.BUDGETS}] * 2
    other = [{name: score / 2 for name, score in ours[0].items()}] * 2
    heads, _, first, *_ = contexts.table(ours, other).markdown().splitlines()
    assert heads == (
        "| tokens | `unified` | `hybrid` | `unified`'s hits as whole turns | `hybrid`'s hits as whole turns |"
    )
    assert first == "| 500 | **1.000** | .500 [+.500, +.500] | 1.000 [+.000, +.000] | .500 [+.500, +.500] |"


def test_a_load_is_timed_with_and_without_checks(sessions, tmp_path):
    """Turns and items are counted; without checks, damage is read too, so that they are really left out."""
    path = tmp_path / "memory.db"
    with convograph.open(path, architecture="bm25") as memory:
        memory.add(list(corpus.read_sessions(sessions)))
        layers = [layer.key for layer in memory.architecture.layers]
    found = checking.measure(path, layers, loads=2)
    assert (found.turns, found.items) == (18, 18)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE turn SET text = 'x'")
        connection.commit()
    with closing(checking.SQLiteStore(path)) as store, checking._without_checks():
        assert {row.text for row in checking.owner_rows(store, "default", layers).turns} == {"x"}


def test_architectures_have_aims_of_their_own(measured):
    """Ten milliseconds for `unified` and for what has no aim of its own, five for `sgmem`."""
    report = _report(measured[0], Missing("not here"))
    limits = [aims.aims(replace(report, architecture=name))[1].limit for name in ("unified", "sgmem", "bm25")]
    assert limits == [10, 5, 10]


def _report(figures: ours.OursFigures, absent: Missing) -> Report:
    cold = startup.ColdFigures(300.0, 50.0, 90.0)
    words = PeerFigures(1_000, 200, Times(1.0, 2.0), None, 50.0)
    return Report(
        "unified",
        this_machine(),
        startup.ImportFigures(0.01, 0.3),
        locomo.LocomoFigures(2_665, 1_200, 2_445, Times(1.0, 2.0)),
        cold,
        SizeFigures(figures, cold, {}),
        (SizeFigures(figures, cold, {"Chroma": absent, "FTS5": words}),),
    )


def test_chat_that_nobody_wrote_is_the_same_for_the_same_seed():
    """Words follow each other as in the texts, and turns go by two speakers in sessions of twenty."""
    first, again = (list(chatter.Chatter(["a b", "b c a"], seed=1).sessions(25)) for _ in range(2))
    assert first == again != list(chatter.Chatter(["a b", "b c a"], seed=2).sessions(25))
    assert [len(one.turns) for one in first] == [20, 5]
    assert {turn.speaker for turn in first[0].turns} == {"Ana", "Ben"}
    pairs = {pair for one in first for turn in one.turns for pair in pairwise(turn.text.split())}
    assert pairs <= {("a", "b"), ("b", "c"), ("c", "a")}


def test_the_plain_store_finds_and_forgets_by_owner(tmp_path):
    """Another owner's turn is not found; a forgotten one is gone from the file, too."""
    plain = PlainStore(tmp_path / "plain.db")
    plain.add("ana", ["The cat sleeps.", "Bread is baked."])
    plain.add("ben", ["The cat wakes."])
    assert plain.search("ana", "Which cat?") == ["The cat sleeps."]
    plain.forget("ana", most=1)
    assert (plain.count(), plain.search("ana", "cat")) == (2, [])
    plain.forget("ana")
    plain.close()
    assert b"baked" not in (tmp_path / "plain.db").read_bytes()


@pytest.mark.parametrize("growth", ["turns", "owners"])
def test_a_point_of_a_curve_has_every_figure_with_its_floor(growth, tmp_path):
    """At forty turns, and at forty owners: all are above 0, and the tables and the page show them."""
    kind = curve_figures.GROWTHS[growth]
    point = curve_points.measure(tmp_path, growth, "bm25", 40)
    assert (point.growth, point.architecture, point.size) == (growth, "bm25", 40)
    assert point.turns == 40 * (curve_points.OWNER_TURNS if growth == "owners" else 1)
    assert set(point.figures) == set(kind.measures)
    assert all(one.value > 0 and one.floor >= 0 for one in point.figures.values())
    assert curve_figures.point_of(json.loads(json.dumps(asdict(point)))) == point
    page = render_curves([point])
    assert all(measure.title in page for measure in kind.measures.values())
    assert page.count("<svg") == len(kind.measures)


def test_a_curve_tells_where_it_leaves_its_aim():
    """A cost that doubles tenfold is linear, and not flat; recall may cost 10 ms, or three times its floor."""
    linear, flat = (curve_figures.GROWTHS[name].measures["cold"].limit for name in ("turns", "owners"))
    recall = curve_figures.GROWTHS["turns"].measures["recall"].limit
    points = [
        curve_figures.Point("turns", "bm25", size, size, size, {"cold": curve_figures.Figure(cost, 4.0)})
        for size, cost in ((10, 5.0), (100, 10.0), (1_000, 151.0))
    ]
    assert curve_figures.leaves_at(points, "cold", flat) == 100
    assert curve_figures.leaves_at(points, "cold", linear) == 1_000
    assert curve_figures.leaves_at(points[:2], "cold", linear) is None
    assert curve_figures.leaves_at(points, "cold", recall) == 1_000


def test_sizes_that_the_file_has_are_not_measured_again(tmp_path, monkeypatch, capsys):
    """A run that was cut off goes on with the size that is missing."""
    made = curve_figures.Figure(1.0, 0.5)
    measured = []

    def measure(folder, growth, architecture, size):
        measured.append(size)
        figures = dict.fromkeys(curve_figures.GROWTHS[growth].measures, made)
        return curve_figures.Point(growth, architecture, size, size, size, figures)

    monkeypatch.setattr(curves, "measure", measure)
    given = ["curves", "turns", "--json", str(tmp_path / "f.json"), "--html", str(tmp_path / "f.html"), "--sizes"]
    for sizes in (["10"], ["10", "20"]):
        monkeypatch.setattr(sys, "argv", [*given, *sizes])
        curves.main()
    assert measured == [10, 20]
    assert "| append, ms (times plain SQLite) | 1.0 (2.0) | 1.0 (2.0) |" in capsys.readouterr().out
    assert (tmp_path / "f.html").read_text().count("<svg") == len(curve_figures.GROWTHS["turns"].measures)


def test_times_are_measured_by_asking_with_and_without_them() -> None:
    """A row for each category, by its last name, and one for all."""

    def report(*found: float) -> dict[str, object]:
        categories = ("plain/temporal", "paraphrased/temporal", "plain/who-said")
        return {
            "questions": [
                {"id": name, "category": category, "metrics": dict.fromkeys(asked_times.METRICS, value)}
                for name, category, value in zip("abc", categories, found, strict=True)
            ]
        }

    made = asked_times.table(report(1.0, 1.0, 0.5), report(0.0, 0.0, 0.5))
    assert [row[:3] for row in made.rows] == [
        ("temporal", "2", "1.000 / .000 [+1.000, +1.000]"),
        ("who-said", "1", ".500 / .500 [+.000, +.000]"),
        ("all", "3", ".833 / .167 [+.000, +1.000]"),
    ]


def test_orders_are_made_of_three_questions_each(chronicle: Case) -> None:
    """Their gold is that of all three, their time of asking the last one; they are recognised as comparisons."""
    made = asked_times.orders(chronicle)
    assert len(made.questions) > 1
    by_id = {one.id: one for one in chronicle.questions}
    for order in made.questions:
        three = [by_id[id_] for id_ in order.id.split("+")]
        assert len(three) == len(order.gold_turns) == asked_times.EVENTS
        assert set(order.gold_turns) == {turn for one in three for turn in one.gold_turns}
        assert order.as_of == max(one.as_of for one in three if one.as_of)
    assert asked_times.orders(chronicle) == made
    assert len(asked_times.compared(made).questions) == len(made.questions)


def test_the_newest_evidence_is_that_of_the_last_session(chronicle: Case) -> None:
    """Of the questions about changed facts, or of other categories that are named."""
    assert set(newest.evidence_of(chronicle)) == {
        one.id for one in chronicle.questions if one.category.endswith("changed-fact") and one.gold_turns
    }
    temporal = newest.evidence_of(chronicle, ["temporal"])
    assert set(temporal).isdisjoint(newest.evidence_of(chronicle))
    sessions = [turn_ids(one) for one in chronicle.conversation.sessions]
    for found in temporal.values():
        (last,) = (place for place, turns in enumerate(sessions) if found.newest.intersection(turns))
        assert all(found.older.isdisjoint(turns) for turns in sessions[last:])


def test_gains_put_turns_with_a_sign_before_others() -> None:
    """A turn ranked sixth comes among five by the gain of a sign that it has whole, later by one that it has half."""
    scores = {f"t{place}": -0.1 * place for place in range(6)}
    asked = reordering.SignedQuestion(frozenset({"t5"}), scores, {"member": {"t5": 1.0}, "prize": {"t5": 0.5}})
    assert not asked.found("member", 0.0)
    assert asked.found("member", 0.2)
    assert not asked.found("prize", 0.2)
    assert asked.found("prize", 0.4)
    made = reordering.table([asked], ["member", "prize"], [0.2])
    assert [row[1:] for row in made.rows] == [
        (".000", "1.000", ".000", ".000", "–", "–"),
        ("1.000 [+1.000, +1.000]", "1.000 [+.000, +.000]", "1.000", "1.000", "–", "–"),
        (".000 [+.000, +.000]", "1.000 [+.000, +.000]", ".000", ".000", "–", "–"),
    ]


def test_signs_of_resolved_entities() -> None:
    """Who speaks mentions nobody; Maria is Maria Lopez under another name; one turn says how two are related."""
    architecture = LightGMEM(make_encoder("static"), make_reader(), unit="turn")
    said = ("Maria Lopez lives in Lisbon.", "Maria met Tom in Porto.", "It rained all day.")
    with convograph.open(":memory:", architecture=architecture) as memory:
        memory.add([Session(tuple(Turn(text, "Ana") for text in said), id="s")])
        graph = architecture.entity_graph(memory._keeper.caught_up(), Query("", 1, "turn"))
    anchors = entity_membership.anchored(architecture, graph, "Where did Maria Lopez meet Tom, Ana?")
    signs = entity_membership.signs_of(graph, anchors)
    assert {sign: set(turns) for sign, turns in signs.items()} == {
        entity_membership.MENTIONED: {"s:0", "s:1"},
        entity_membership.OTHERWISE: {"s:1"},
        entity_membership.RELATED: {"s:1"},
    }


def test_signs_of_profiles() -> None:
    """A turn has the cosine of the value that it states; all turns of a list that of its best; no other counts."""
    encoder = make_encoder("static")
    said = ("My dog is called Rex.", "My cat is called Miso.", "I live in Lisbon.")
    with convograph.open(":memory:", architecture=LightGMEM(encoder, make_reader(), unit="turn")) as memory:
        memory.add([Session(tuple(Turn(text, "Ana") for text in said), id="s")])
        told = entity_membership.Told.of(memory.profiles(), encoder)
    signs = told.signs({"Ana"}, "Which cat does Ana have?")
    key, listed = signs[entity_membership.KEY], signs[entity_membership.LISTED]
    assert key["s:1"] == max(key.values())
    assert key["s:0"] < listed["s:0"] == listed["s:1"] == key["s:1"]
    assert listed["s:2"] == key["s:2"]
    assert told.signs({"Tom"}, "Which cat does Ana have?") == {entity_membership.KEY: {}, entity_membership.LISTED: {}}


def test_gold_is_lost_at_one_step() -> None:
    """Of five blocks, four are asked for by nothing; a table has a row for each step and the share of what was lost."""
    said = ["Rain.", "Fog.", "Snow.", "Wind.", "Hail.", "Sun.", "We met the vet in Porto about our sick cat Miso."]
    sessions = tuple(Session((Turn(text, "Ana"),), id=f"s{number}") for number, text in enumerate(said))
    gold = tuple(f"s{number}:0" for number in range(len(said)))
    question = Question("q", "Where did you meet the vet about Miso?", "c", None, gold, (), None, abstention=False)
    steps = list(missed_evidence.ask(Case(Conversation("c", sessions), (question,))))
    assert len(steps) == len(said)
    assert steps.count("found") == missed_evidence.CUT
    made = missed_evidence.table(["found", "no prize", "outside the tree", "no prize"])
    assert made.heads[1] == "3 of 4"
    assert made.rows[1] == ("no prize", "2", ".667")


def test_two_forms_in_one_memory() -> None:
    """A conversation keeps its question's gold beside another whose turns say nothing of it; one that does comes in."""
    said = {"p": ("Ana", "My cat Miso sleeps on the boiler."), "a": ("user", "Please plan a trip to Oslo with my cat.")}
    cases = {
        name: Case(
            Conversation(name, (Session((Turn(text, speaker),), id=name),)),
            (
                Question(
                    "q", "Where does the cat Miso sleep?", "c", None, (f"{name}:0",), (name,), None, abstention=False
                ),
            ),
        )
        for name, (speaker, text) in said.items()
    }
    assert list(both_forms.ask(cases["p"], cases["a"], cases["a"])) == [both_forms.QuestionOutcome(True, True, 0.5)]
    (asked,) = both_forms.ask(cases["a"], cases["p"], cases["a"])
    assert asked.beside
    made = both_forms.table({"of people": [both_forms.QuestionOutcome(True, False, 0.5)]})
    assert made.rows == (("of people (1)", "1.000", ".000", ".500"),)


def test_what_people_ask_of_somebody_they_told_about() -> None:
    """The user asks of themselves, others by name; values may stand in a hit, the quotation, or its first line."""
    me, sister = (Subject(one, "", "she", (one,), first_person=one == "I") for one in ("I", "my sister"))
    topics = (Topic(me, "home", False, ()), Topic(sister, "job", False, ()), Topic(me, "team", False, ()))
    talk = Conversation("c", (Session((Turn("I live in Porto.", "user"), Turn("Lovely!", "assistant"))),))
    chain = Chain(talk, "user", topics, (), (frozenset({"Porto"}), frozenset(), frozenset({"A"})))
    assert [topic.relation for topic, _ in personal.asked_topics(chain)] == ["home"]
    questions = [personal.question(chain, topic) for topic in topics[:2]]
    assert questions == ["Where do I live?", "What is my sister's job?"]
    with convograph.open(":memory:") as memory:
        memory.add(talk.sessions)
        assert list(personal.places_with_value(memory, questions[0], frozenset({"porto", "Faro"}))) == [
            "questions",
            "hits",
            "quoted",
            "first",
        ]
        assert list(personal.places_with_value(memory, questions[0], frozenset({"Faro"}))) == ["questions"]


def asked(kind: certainty.Kind, probability: float, hits: tuple[float, ...] = (), gold: tuple[bool, ...] = (), bm25=0):
    """A message to people's conversation."""
    return certainty.MessageOutcome(kind, "people", probability, hits, gold, {"bm25": bm25, "dense": 0.0})


def test_certainty_tells_what_is_lost_and_what_is_risked():
    """By hand: a quarter of four answerable questions is below; the likeliest quarter is right, of all half is."""
    messages = [
        asked("answerable", 0.9, (0.8, 0.05), (True, False)),
        asked("answerable", 0.6, (0.6,), (False,)),
        asked("answerable", 0.5, (0.55, 0.25), (False, True)),
        asked("answerable", 0.1, (0.15,), (True,), bm25=9),
        asked("in vain", 0.6, (0.4,), (False,)),
        asked("small talk", 0.1, bm25=2),
    ]
    table = certainty.separation({"people": messages})
    rows = dict(table.rows)
    assert (table.heads, rows["answerable questions"]) == (("", "people"), "4")
    assert (rows[f"… below {MIN_PROBABILITY}"], rows["… that had gold among 5 hits, of all"]) == (".250", ".250")
    assert rows[f"AUROC against small talk; of these not below {MIN_PROBABILITY}"] == ".875; 0 of 1"
    assert rows[f"AUROC against questions asked in vain; of these not below {MIN_PROBABILITY}"] == ".375; 1 of 1"
    assert rows[f"AUROC against questions of other conversations; of these not below {MIN_PROBABILITY}"] == "–"
    assert certainty.risk(messages[:5]) == [0.4, 0.5, 0.5, 0.5, 0.0]
    shown = dict(certainty.reliability({"people": messages}).rows)
    assert rows["… by BM25's best score, against small talk"] == ".250"  # one of four is above it
    assert rows["… by the best cosine, against small talk"] == ".500"
    assert shown["0.5 to 0.7"] == ".575, .000 (2)"
    assert shown["0.2 to 0.3"] == ".250, 1.000 (1)"
    assert shown["0.7 to 1.0"] == ".800, 1.000 (1)"
    whole = dict(certainty.whole_reliability({"people": messages}).rows)
    assert whole["0 to 0.15"] == ".100, .333 (2)"  # each of four answerable ones weighs a half of each other
    assert whole["0.85 to 1"] == ".900, 1.000 (1)"


def test_certainty_asks_a_conversation_what_is_its_own_and_what_is_not(tmp_path):
    """Its questions, those of the next conversation, and small talk; what is gold is known of its own alone."""
    (case,) = load("chronicles", Path(__file__).parents[2] / "examples" / "allotment.json").cases
    some = replace(case, questions=(case.questions[0], case.questions[-1]))
    found = list(certainty.ask(some, some, ["ok thanks", "lol"], 1))
    assert [one.kind for one in found] == ["answerable", "in vain", "elsewhere", "small talk", "small talk"]
    assert [one.is_found for one in found] == [True, False, False, False, False]
    assert {one.form for one in found} == {"people among themselves"}
    assert max(one.probability for one in found[3:]) < 0.3 < found[0].probability


def test_contexts_that_stop_are_shorter():
    """The more hits are left out, the fewer tokens, and no more gold."""
    dataset = load("chronicles", Path(__file__).parents[2] / "examples" / "allotment.json")
    (case,) = dataset.cases
    few = replace(dataset, cases=(replace(case, questions=case.questions[:3]),))
    rows = contexts.stopped(few, [0.1, 1.0]).rows
    assert [row[0] for row in rows] == ["–", "0.1", "1"]
    tokens = [int(row[2].replace(",", "")) for row in rows]
    assert tokens[0] > tokens[1] > 20 > tokens[2]  # which is the time of asking
    assert rows[2][1] == ".000" < rows[0][1]


def test_the_costs_of_a_graph_are_measured_for_each_number_of_lanes():
    """As many calls and tokens, and the same graph; a table tells how much faster it is."""
    pytest.importorskip("openai")
    (one, serial), (three, parallel) = graph_costs.with_lanes(graph_costs.village(8), (1, 3), 0.0)
    assert (one, three) == (1, 3)
    assert serial.disambiguation.calls == parallel.disambiguation.calls > 0
    assert serial.disambiguation.read == parallel.disambiguation.read > 0
    assert serial.graph == parallel.graph
    built = {("village", 1): [serial], ("village", 3): [parallel]}
    assert graph_costs.speed(built, ["village"], (1, 3)).heads[-1] == "3 at once, s"
    names = [row[0] for row in graph_costs.stages(built, "village", (1, 3)).rows]
    assert names[1:3] == ["disambiguation, 1 at once", "disambiguation, 3 at once"]


def test_extraction_by_a_model_takes_a_call_a_turn():
    """Which is what names by rules save."""
    pytest.importorskip("openai")
    cost = graph_costs.triplets(graph_costs.village(2), 3, 0.0)
    assert cost.calls == 2 * 6
    assert min(cost.read, cost.written) > 0


def test_profiles_and_communities_are_stages_with_calls_and_tokens_of_their_own():
    """Rules ask nobody; a model is asked about who is in three episodes or more, and about each community."""
    ((_, one),) = graph_costs.with_lanes(graph_costs.village(8), (2,), 0.0)
    for stage in (one.profiles, one.communities):
        assert stage.by_rules.calls == stage.by_rules.read == 0
        assert stage.by_rules.seconds > 0
        assert min(stage.by_model.calls, stage.by_model.read, stage.by_model.written) > 0
    assert one.profiles.by_model.calls != one.disambiguation.calls
    found = graph_costs.stages({("village", 2): [one]}, "village", (2,))
    rows = {name: cells for name, *cells in found.rows}
    assert list(rows)[2:] == [
        "profiles, by rules",
        "profiles, by a model, 2 at once",
        "communities, by rules",
        "communities, by a model, 2 at once",
    ]
    assert rows["profiles, by a model, 2 at once"] == list(one.profiles.by_model.row)


def test_architectures_stand_beside_each_other_over_the_same_turns():
    """A figure is the share of questions with gold among five turns, and of the sessions' among five sessions."""
    dataset = load("chronicles", Path(__file__).parents[2] / "examples" / "allotment.json")
    (case,) = dataset.cases
    few = replace(dataset, cases=(replace(case, questions=case.questions[:12]),))
    turns, sessions = (side_by_side.Column(unit, few, unit) for unit in ("turn", "session"))
    assert side_by_side.figure("bm25", turns, 1, None) == ".750"
    assert side_by_side.figure("bm25", sessions, 1, None) == ".917"
    with pytest.raises(InputError, match="no-such-encoder"):
        side_by_side.figure("bm25", turns, 1, None, "no-such-encoder")
    assert markdown_line(("bm25", ".750")) == "| bm25 | .750 |"
