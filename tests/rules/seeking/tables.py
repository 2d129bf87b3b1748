"""The shipped tables, loaded once for the tests of sources."""

from veracious import wiring
from veracious.rules.dials import Dials

REGISTER = wiring.register()
SUFFIXES = REGISTER.suffixes
KNOWN = REGISTER.known
DIALS = Dials().seeking.register
