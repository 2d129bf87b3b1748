"""The shipped tables, loaded once for the tests of sources."""

from veracious import assemble
from veracious.rules.dials import Dials

REGISTER = assemble.register()
SUFFIXES = REGISTER.suffixes
KNOWN = REGISTER.known
DIALS = Dials().seeking.register
