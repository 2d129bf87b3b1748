"""What every step of a run is given."""

from dataclasses import dataclass

from veracious.ports import Tools
from veracious.rules.dials import Dials
from veracious.rules.reading.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Run:
    """The tools, dials and words of one run."""

    tools: Tools
    dials: Dials
    lexicon: Lexicon
