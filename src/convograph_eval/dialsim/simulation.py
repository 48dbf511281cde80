"""The simulation: a show is played to an agent, utterance by utterance, and it is asked as planned.

    show ── plan ──▶ questions ─┐
         ── utterances ─────────┴▶ agent: hear … find ──▶ threads: reader, grader ──▶ records ── log ──▶ report

While models answer, the show goes on; what an agent finds never depends on what was answered.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from convograph_eval.answering import Cost
from convograph_eval.dialsim.agents import Agent, AskedQuestion, Found
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
AHEAD: Final = 4  # waiting questions a worker beyond which the show waits


@dataclass(frozen=True, slots=True)
class Run:
    """One run over a show: what is asked, under which names, and who reads and grades.

    `number` counts from 1; `metrics` are the names of the scores, `time_limit` is in seconds, `workers` the number of
    questions that are read at the same time.
    """

    show: Show
    plan: Plan
    number: int
    seed: int
    renaming: Renaming
    reader: Reader
    grader: Grader
    metrics: tuple[str, ...]
    time_limit: float | None
    workers: int

    def case(self, planned: PlannedQuestion) -> str:
        """The name of a question's record."""
        return f"{self.seed}:{planned.scene}"

    def records(
        self,
        agent: Agent,
        done: Mapping[str, SimulationRecord],
        check: Callable[[], None],
        watch: Callable[[int, int], None],
    ) -> Iterator[SimulationRecord]:
        """The records of the run, in the order of the show; those `done` are not asked again.

        `check` is called after each and may raise; `watch` is told how many scenes of how many were played.
        """
        by_scene = {planned.scene: planned for planned in self.plan.questions}
        under_way: deque[Future[SimulationRecord]] = deque()
        with closing(agent), _Pool(self.workers) as pool:
            transcript = Transcript(self.renaming)
            for place, scene in enumerate(self.show.scenes):
                planned = by_scene.get(place)
                found = self._played(scene, agent, transcript, planned, done)
                if planned is not None and found is not None:
                    under_way.append(pool.submit(self._record, planned, *found))
                elif planned is not None:
                    under_way.append(pool.submit(done.__getitem__, self.case(planned)))
                while under_way and (under_way[0].done() or len(under_way) > AHEAD * self.workers):
                    yield under_way.popleft().result()
                    check()
                watch(place + 1, len(self.show.scenes))
            while under_way:
                yield under_way.popleft().result()
                check()

    def _played(
        self,
        scene: Scene,
        agent: Agent,
        transcript: Transcript,
        planned: PlannedQuestion | None,
        done: Mapping[str, SimulationRecord],
    ) -> tuple[AskedQuestion, HeardScene, Found, float] | None:
        """Play a scene; what was found for its question, unless it has none or its record is there."""
        heard = transcript.begin(scene)
        found = None
        for ordinal, utterance in enumerate(scene.utterances):
            agent.hear(heard, transcript.hear(utterance))
            if planned is not None and ordinal == planned.after and self.case(planned) not in done:
                asked = self._asked(planned, scene)
                start = perf_counter()
                found = asked, heard, agent.find(asked, transcript), perf_counter() - start
        agent.end(heard)
        return found

    def _asked(self, planned: PlannedQuestion, scene: Scene) -> AskedQuestion:
        """The question under the names by which it is heard."""
        rename = self.renaming
        return AskedQuestion(
            agent=rename(self.show.agent),
            asker=rename(planned.asker),
            text=rename(planned.text),
            options=tuple(map(rename, planned.question.options)),
            said=scene.said,
        )

    def _record(
        self, planned: PlannedQuestion, asked: AskedQuestion, scene: HeardScene, found: Found, seconds: float
    ) -> SimulationRecord:
        reply = self.reader.read(asked, found)
        seconds += reply.seconds
        late = self.time_limit is not None and seconds > self.time_limit
        grade, failed, costs = self._graded(planned, asked, reply, late=late)
        question = planned.question
        return SimulationRecord(
            case=self.case(planned),
            run=self.number,
            seed=self.seed,
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
            sources=tuple(line.turn for line in found.lines),
            seconds=round(seconds, 3),
            late=late,
            metrics=grade.metrics,
            failed=failed,
            costs=costs,
        )

    def _graded(
        self, planned: PlannedQuestion, asked: AskedQuestion, reply: Reply, *, late: bool
    ) -> tuple[Grade, dict[str, str], dict[str, Cost]]:
        """The grade, the failures and the costs by stage; a failed call has no score, and a late reply scores 0."""
        costs = {ANSWERING: reply.cost}
        if reply.failed is not None or reply.text is None:
            error = named_error(reply.failed) if reply.failed is not None else "no reply"
            return Grade(dict.fromkeys(self.metrics), None), {ANSWERING: error}, costs
        if late:
            return Grade(dict.fromkeys(self.metrics, 0.0), None), {}, costs
        grade = self.grader.grade(asked, planned.question.gold, reply.text)
        return grade, {} if grade.failed is None else {JUDGING: grade.failed}, costs | {JUDGING: grade.cost}


class _Pool(ThreadPoolExecutor):
    """Threads that are given up, with what is still waiting, when the run ends early."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers, thread_name_prefix="convograph-simulation")

    def __exit__(self, *_: object) -> None:
        self.shutdown(cancel_futures=True)


def cut_to(show: Show, scenes: int | None) -> Show:
    """The show up to so many scenes; all of it for `None`."""
    return show if scenes is None else Show(show.name, show.agent, show.scenes[:scenes], show.skipped)
