"""What all tests share."""

import signal

import pytest
from hypothesis import settings

from veracious import assemble
from veracious.rules.reading.lexicon import Lexicon

settings.register_profile("quick", max_examples=15, deadline=None, derandomize=True)  # the same every time; chance is for `make fuzz`
settings.register_profile("thorough", max_examples=400, deadline=None)  # `make fuzz`
settings.load_profile("quick")
signal.signal(signal.SIGINT, signal.default_int_handler)  # started in the background it is ignored, and by all that tests start too


@pytest.fixture(scope="session")
def lexicon() -> Lexicon:
    """The word lists as shipped."""
    return assemble.lexicon()


pytest_plugins = ["tests.postgres"]
