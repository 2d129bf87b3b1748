"""What all tests share."""

import os
import shutil
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from veracious import wiring
from veracious.rules.reading.lexicon import Lexicon

settings.register_profile("quick", max_examples=15, deadline=None, derandomize=True)  # the same every time; chance is for `make fuzz`
settings.register_profile("thorough", max_examples=400, deadline=None)  # `make fuzz`
settings.load_profile("quick")
os.environ.setdefault("VERACIOUS_JUDGE", "small")  # faster; what shows what users see asks the shipped default
NOBODY = tempfile.TemporaryDirectory(prefix="veracious-", ignore_cleanup_errors=True)
# Never the store and the choices of whoever runs the tests.
os.environ |= {"VERACIOUS_STORE": str(Path(NOBODY.name) / "store"), "VERACIOUS_HOME": str(Path(NOBODY.name) / "home")}
signal.signal(signal.SIGINT, signal.default_int_handler)  # started in the background it is ignored, and by all that tests start too


FOLDER = pytest.StashKey[str]()  # of the files of this run, if it was made here


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Give a run a folder of its own.

    The one that runs share is closed to all others whenever one begins. Where root runs the tests a private server runs as somebody else,
    who could read its files no more.
    """
    if not config.option.basetemp:
        config.option.basetemp = config.stash[FOLDER] = tempfile.mkdtemp(prefix="tests-")


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Remove it where nothing failed that somebody would look at."""
    made = session.config.stash.get(FOLDER, None)
    if made and exitstatus == pytest.ExitCode.OK:
        shutil.rmtree(made, ignore_errors=True)


@pytest.fixture(scope="session")
def lexicon() -> Lexicon:
    """The word lists as shipped."""
    return wiring.lexicon()


pytest_plugins = ["tests.postgres"]

# What measures time, or kills processes that others would slow down: run one after another, when nothing else runs.
ALONE = (
    "_speed.py",
    "_killed.py",
    "tests/load/",
    "tests/faults/test_endpoint.py",
    "tests/faults/test_service_store.py",
    "tests/faults/test_store_away.py",
    "tests/test_import.py",
    "tests/flow/test_cold_start.py",
    "tests/adapters/access/test_people.py",
    "tests/adapters/test_files_hostile.py",
    "tests/adapters/test_robots.py",
    "tests/rules/explaining/test_explaining.py",
    "tests/rules/reading/test_bad_input.py",
    "tests/rules/reading/test_facts.py",
    "tests/rules/seeking/test_domains.py",
    "tests/rules/seeking/test_growth.py",
    "tests/rules/weighing/test_growth.py",
    "tests/adapters/test_hidden.py",
    "tests/adapters/test_page_metadata.py",
    "tests/adapters/test_postgres_growth.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is run alone."""
    for item in items:
        path = item.path.relative_to(item.config.rootpath).as_posix()
        if any(path.endswith(name) or path.startswith(name) for name in ALONE):
            item.add_marker("alone")
