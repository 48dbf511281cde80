"""Every family of faults, by its name."""

from __future__ import annotations

from collections.abc import Mapping

from faults.corruption import CorruptionTrial
from faults.fuzzing import trial as fuzzing
from faults.injection import FAULTS
from faults.machine import trial as machine
from faults.report import Family

FAMILIES: Mapping[str, Family] = {
    "corruption": Family(FAULTS, CorruptionTrial),
    "fuzz": Family(fuzzing.FAULTS, fuzzing.FuzzTrial),
    "machine": Family(machine.FAULTS, machine.MachineTrial, needs="hypothesis"),
}
