"""All families of faults, by name."""

from __future__ import annotations

from collections.abc import Mapping

from faults.clocks import JUMPS, ClockTrial
from faults.corruption import CorruptionTrial
from faults.fuzzing import trial as fuzzing
from faults.hostility import HOSTILITIES
from faults.injection import FAULTS
from faults.interrupts import DISTURBANCES, InterruptTrial
from faults.kills import CROWDS, KillTrial
from faults.machine import trial as machine
from faults.report import Family
from faults.servers import ServerTrial
from faults.starvation import LACKS, StarvationTrial
from faults.versions import VERSIONS, VersionTrial

FAMILIES: Mapping[str, Family] = {
    "corruption": Family(FAULTS, CorruptionTrial),
    "kills": Family(CROWDS, KillTrial),
    "interrupts": Family(DISTURBANCES, InterruptTrial, needs="openai"),
    "servers": Family(HOSTILITIES, ServerTrial, needs="openai"),
    "starvation": Family(LACKS, StarvationTrial),
    "versions": Family(VERSIONS, VersionTrial),
    "clocks": Family(JUMPS, ClockTrial),
    "fuzz": Family(fuzzing.FAULTS, fuzzing.FuzzTrial),
    "machine": Family(machine.FAULTS, machine.MachineTrial, needs="hypothesis"),
}
