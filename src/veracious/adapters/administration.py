"""The store as its operator handles it: looked at, stopped, brought up to date, swept."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from veracious.adapters.postgres import access, erasure, migrate, move, server, states
from veracious.domain.errors import ServerMissing, SettingsInvalid, StoreMissing
from veracious.domain.job import Allowance
from veracious.domain.store import Moved, MoveProgress, StoreState


@dataclass(frozen=True, slots=True)
class StoreAdministration:
    """The server that a setting names, or the private one in a folder."""

    folder: Path
    url: str = ""
    owner_url: str = ""

    def state(self) -> StoreState:
        """What the store is like; nothing is started or changed."""
        return states.configured(self.url, self.owner_url) if self.url else states.private(self.folder)

    def stop(self) -> bool:
        """Stop the private server; whether it ran."""
        return server.stop(self.folder)

    def migrate(self) -> Sequence[str]:
        """Bring the schema up to date, and the queue's where jobs can run here; what was applied."""
        applied = migrate.run(self.owner)
        if find_spec("dbos") is not None:
            _prepare_queue(self.owner)
        return applied

    def prepare_queue(self) -> None:
        """Make or renew the tables of the job queue."""
        _prepare_queue(self.owner)

    def is_down(self) -> bool:
        """Whether the private server, where that is the one in use, has ended."""
        return not self.url and not server.status(self.folder).running

    def revive(self) -> None:
        """Start the private server again."""
        server.start(self.folder)

    @property
    def log(self) -> Path:
        """Where the private server writes what goes wrong."""
        return self.folder / "log"

    def move(self, target_url: str, tell: Callable[[MoveProgress], None]) -> Moved:
        """Move the private store to a server that is named, as its owner; the private one stays as it is."""
        if self.url:
            raise SettingsInvalid("DATABASE_URL: it names a server already, and what is moved is the private store; unset it")
        if not server.status(self.folder).exists:
            raise StoreMissing(f"no private store in {self.folder}")
        if find_spec("dbos") is None:
            raise ServerMissing("the queue of jobs is moved, too")
        self.migrate()

        def prepare(url: str) -> None:
            migrate.run(url, move.TO)
            _prepare_queue(url, move.TO)

        moved = move.run(self.owner, target_url, prepare, tell)
        there = {name: value for name, value in conninfo_to_dict(target_url).items() if name != "password"}
        return replace(moved, address=make_conninfo("", **there | {"user": server.APP_ROLE}))

    def sweep(self) -> Sequence[str]:
        """Write the tables anew without what was erased; their names."""
        return erasure.sweep(self.owner)

    def workspaces(self) -> Sequence[tuple[str, datetime]]:
        """All workspaces and when each was made; the owner's to know."""
        return access.workspaces(self.owner)

    def allow(self, workspace: str, allowance: Allowance, now: datetime) -> None:
        """Say what a workspace as a whole may use; the owner's to say."""
        access.allow_workspace(self.owner, workspace, allowance, now)

    @property
    def owner(self) -> str:
        """The address of the store as its owner; of a server that is named, the one in the settings."""
        if self.url and not self.owner_url:
            raise SettingsInvalid("VERACIOUS_OWNER_URL: the owner of the schema is needed for this")
        return self.owner_url or server.start(self.folder).owner


def _prepare_queue(owner_url: str, setting: str = migrate.OWNER) -> None:
    from veracious.adapters import durable

    durable.migrate(owner_url, server.APP_ROLE, setting)
