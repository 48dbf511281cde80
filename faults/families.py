"""Every family of faults, by its name."""

from __future__ import annotations

from collections.abc import Mapping

from faults.corruption import CorruptionTrial
from faults.injection import FAULTS
from faults.kills import CROWDS, KillTrial
from faults.report import Family
from faults.starvation import LACKS, StarvationTrial

FAMILIES: Mapping[str, Family] = {
    "corruption": Family(FAULTS, CorruptionTrial),
    "kills": Family(CROWDS, KillTrial),
    "starvation": Family(LACKS, StarvationTrial),
}
