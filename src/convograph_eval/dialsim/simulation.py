"""The simulation: a show is played to an agent utterance by utterance, and the agent is asked the planned questions.

    show ── plan ──▶ questions ─┐
         ── utterances ─────────┴▶ agent: hear … find ──▶ threads: reader, grader ──▶ records ── log ──▶ report

The show goes on while models answer; what an agent finds never depends on earlier answers.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from convograph_eval.answering import Cost
from convograph_eval.dialsim.agents import Agent, DialsimQuestion, FoundEvidence
from convograph_eval.dialsim.formats import gold_text
from convograph_eval.dialsim.grading import Grade, Grader
from convograph_eval.dialsim.plan import Plan, PlannedQuestion
from convograph_eval.dialsim.readers import Reader, Reply
from convograph_eval.dialsim.record import SimulationRecord
from convograph_eval.dialsim.renaming import Renaming
from convograph_eval.dialsim.shows.types import Scene, Show
from convograph_eval.dialsim.transcript import HeardScene, Transcript
from convograph_eval.judges import named_error

ANSWERING: Final = "answering"
JUDGING: Final = "judging"
AHEAD: Final = 4  # the number of waiting questions per worker beyond which the show pauses


@dataclass(frozen=True, slots=True)
class RunQuestion:
    """A question of a run; runs count from 1."""

    run: int
    seed: int
    planned: PlannedQuestion

    @property
    def case(self) -> str:
        """The name of the question's record."""
        return f"{self.seed}:{self.planned.scene}"


@dataclass(frozen=True, slots=True)
class _Retrieval:
    """What was found for a question in its scene, and for each hop whether a scene that states it was found.

    `hearing` is the time in seconds for storing what was said since the last question, `seconds` that for finding.
    """

    scene: HeardScene
    found: FoundEvidence
    hops: tuple[bool, ...]
    hearing: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Performance:
    """A show with the questions of all runs: `plans` by seed, in the order of the runs.

    `renaming` defines the names used, `time_limit` is in seconds (`None`: none), and `workers` is the number of
    questions that are read concurrently.
    """

    show: Show
    plans: Mapping[int, Plan]
    renaming: Renaming
    reader: Reader
    grader: Grader
    time_limit: float | None
    workers: int

    def records(
        self,
        agent: Agent,
        done: Mapping[str, SimulationRecord],
        check: Callable[[], None],
        watch: Callable[[int, int], None],
    ) -> Iterator[SimulationRecord]:
        """The records in the order of the show; a question in `done` keeps its record from there.

        `check` is called after each record and may raise; `watch` gets the number of scenes played and their total.
        """
        under_way: deque[Future[SimulationRecord]] = deque()
        with closing(agent), _Pool(self.workers) as pool:
            transcript, moments = Transcript(self.renaming), self._moments()
            for place, scene in enumerate(self.show.scenes):
                heard = transcript.begin(scene)
                for ordinal, utterance in enumerate(scene.utterances):
                    agent.hear(heard, transcript.hear(utterance))
                    for asking in moments.get((place, ordinal), ()):
                        under_way.append(self._begun(asking, agent, transcript, done, pool))
                agent.end(heard)
                while under_way and (under_way[0].done() or len(under_way) > AHEAD * self.workers):
                    yield under_way.popleft().result()
                    check()
                watch(place + 1, len(self.show.scenes))
            while under_way:
                yield under_way.popleft().result()
                check()

    def _moments(self) -> Mapping[tuple[int, int], Sequence[RunQuestion]]:
        """The questions of all runs, by the indices of their scene and utterance."""
        found: dict[tuple[int, int], list[RunQuestion]] = defaultdict(list)
        for run, (seed, plan) in enumerate(self.plans.items(), start=1):
            for planned in plan.questions:
                found[planned.scene, planned.after].append(RunQuestion(run, seed, planned))
        return found

    def _begun(
        self,
        asking: RunQuestion,
        agent: Agent,
        transcript: Transcript,
        done: Mapping[str, SimulationRecord],
        pool: ThreadPoolExecutor,
    ) -> Future[SimulationRecord]:
        """The future record of a question: its evidence is found now, and read in another thread."""
        if asking.case in done:
            return pool.submit(done.__getitem__, asking.case)
        asked = self._asked(asking.planned, self.show.scenes[asking.planned.scene])
        start = perf_counter()
        agent.catch_up()
        heard = perf_counter()
        found = agent.find(asked, transcript)
        retrieval = _Retrieval(
            transcript.now,
            found,
            _found_hops(found, transcript, asking.planned.question.told_in),
            heard - start,
            perf_counter() - heard,
        )
        return pool.submit(self._record, asking, asked, retrieval)

    def _asked(self, planned: PlannedQuestion, scene: Scene) -> DialsimQuestion:
        """The question with the names of the renaming."""
        rename = self.renaming
        return DialsimQuestion(
            agent=rename(self.show.agent),
            asker=rename(planned.asker),
            text=rename(planned.text),
            options=tuple(map(rename, planned.question.options)),
            said=scene.said,
            evidence=planned.question.evidence,
        )

    def _record(self, asking: RunQuestion, asked: DialsimQuestion, retrieval: _Retrieval) -> SimulationRecord:
        planned, scene = asking.planned, retrieval.scene
        reply = self.reader.read(asked, retrieval.found)
        seconds = retrieval.seconds + reply.seconds
        late = self.time_limit is not None and seconds > self.time_limit
        grade, failed, costs = self._graded(planned, asked, reply, late=late)
        question = planned.question
        return SimulationRecord(
            case=asking.case,
            run=asking.run,
            seed=asking.seed,
            scene=scene.id,
            date=scene.said.raw,
            after=planned.after,
            asker=asked.asker,
            question=asked.text,
            options=asked.options,
            category=f"{question.source}/{question.type}",
            unanswerable=question.unanswerable,
            gold=question.letter,
            gold_text=gold_text(asked, question.gold),
            reply=reply.text,
            choice=grade.choice,
            sources=tuple(line.turn for line in retrieval.found.lines),
            hops=retrieval.hops,
            hearing=round(retrieval.hearing, 3),
            seconds=round(seconds, 3),
            late=late,
            metrics=grade.metrics,
            failed=failed,
            costs=costs,
        )

    def _graded(
        self, planned: PlannedQuestion, asked: DialsimQuestion, reply: Reply, *, late: bool
    ) -> tuple[Grade, dict[str, str], dict[str, Cost]]:
        """The grade, and the failures and costs by stage; a failed call has no score, and a late reply scores 0."""
        costs = {ANSWERING: reply.cost}
        if reply.failed is not None or reply.text is None:
            error = named_error(reply.failed) if reply.failed is not None else "no reply"
            return Grade(dict.fromkeys(self.grader.metrics), None), {ANSWERING: error}, costs
        if late:
            return Grade(dict.fromkeys(self.grader.metrics, 0.0), None), {}, costs
        grade = self.grader.grade(asked, planned.question.gold, reply.text)
        return grade, {} if grade.failed is None else {JUDGING: grade.failed}, costs | {JUDGING: grade.cost}


def _found_hops(found: FoundEvidence, transcript: Transcript, hops: Sequence[Sequence[str]]) -> tuple[bool, ...]:
    """For each hop, given by the scenes that state it, whether a line of one of them was found."""
    names = {scene.id: scene.name for scene in transcript.scenes}
    having = {names[line.turn.rpartition(":")[0]] for line in found.lines}
    return tuple(not having.isdisjoint(scenes) for scenes in hops)


class _Pool(ThreadPoolExecutor):
    """A thread pool that cancels waiting work when the run ends early."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers, thread_name_prefix="convograph-simulation")

    def __exit__(self, *_: object) -> None:
        self.shutdown(cancel_futures=True)


def cut_to(show: Show, scenes: int | None) -> Show:
    """The first `scenes` scenes of a show; all of it for `None`."""
    return show if scenes is None else Show(show.name, show.agent, show.scenes[:scenes], show.skipped)
