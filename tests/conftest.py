"""What all tests share."""

import pytest
from hypothesis import settings

from veracious import assemble
from veracious.rules.reading.lexicon import Lexicon

settings.register_profile("quick", max_examples=40, deadline=None)
settings.load_profile("quick")


@pytest.fixture(scope="session")
def lexicon() -> Lexicon:
    """The word lists as shipped."""
    return assemble.lexicon()
