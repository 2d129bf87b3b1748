"""A user's home with a private server, and the real command in it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import psycopg

from tests.faults.corpus import Whole
from veracious.adapters.postgres import server

PROGRAM = Path(sys.executable).parent / "veracious"
WRITING = "select count(*) from pg_stat_activity where application_name = 'veracious' and backend_xid is not null"
CONNECTED = "select count(*) from pg_stat_activity where application_name = 'veracious'"
DOCUMENTS = "select count(*) from veracious.document"
PATIENCE_SECONDS = 300.0


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    error: str
    seconds: float


@dataclass(frozen=True, slots=True)
class PrivateStore:
    """A folder with documents, a store, and nothing of the user's own."""

    folder: Path
    wanted: dict[str, Whole]

    @property
    def store(self) -> Path:
        """Where the private server keeps its files."""
        return self.folder / "store"

    @property
    def owner(self) -> str:
        """The address of the server, which runs already."""
        return server.start(self.store).owner

    def begin(self, workspace: str) -> "subprocess.Popen[str]":
        """An ingest of all documents."""
        environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL" and not key.startswith("VERACIOUS_")}
        environment |= {"VERACIOUS_STORE": str(self.store), "VERACIOUS_HOME": str(self.folder / "home"), "VERACIOUS_WORKSPACE": workspace}
        command = [str(PROGRAM), "ingest", str(self.folder / "documents"), "--json"]
        return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def ingest(self, workspace: str) -> Ended:
        """The same, to its end."""
        begun = time.monotonic()
        return finish(self.begin(workspace), begun)


def finish(process: "subprocess.Popen[str]", begun: float) -> Ended:
    """Wait for the end of a command."""
    out, error = process.communicate(timeout=PATIENCE_SECONDS)
    return Ended(process.returncode, out, error, time.monotonic() - begun)


def kill(process: "subprocess.Popen[str]") -> bool:
    """SIGKILL, which nobody can prepare for; false when it had ended before."""
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=PATIENCE_SECONDS)
    return process.returncode == -signal.SIGKILL


def count(connection: psycopg.Connection, statement: str) -> int:
    """One number."""
    row = connection.execute(statement.encode()).fetchone()
    return int(row[0]) if row else 0


def wait_until(said: Callable[[], bool], pause: float = 0.002) -> bool:
    """Whether it came true before patience ran out."""
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        if said():
            return True
        time.sleep(pause)
    return False
