"""Connections and transactions: every transaction stands in one workspace, and what goes wrong has a name of ours."""

import logging
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any
from weakref import WeakKeyDictionary

import psycopg
from psycopg.rows import dict_row
from psycopg_pool import ConnectionPool

from veracious.adapters import acting
from veracious.adapters.postgres import errors, statements
from veracious.domain.errors import StoreBehind, StoreUnavailable, StoreUnsafe
from veracious.domain.job import Allowance

Row = Mapping[str, Any]
Asked = tuple[str, Mapping[str, Any]]  # a statement by its name, and its values
NAMES_AT_MOST = 10_000  # workspaces whose numbers are known; of others they are asked for again
# A connection whose other end is gone without a word, as after the failover of a server, is given up within some ten seconds.
KEEPALIVE: Mapping[str, Any] = {
    "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": 10_000, "connect_timeout": 5
}  # fmt: skip
NO_LIMIT = Allowance()
RESTED_SECONDS = 1.0  # a question to the server costs a fifth of a search


class Transaction:
    """An open transaction of one workspace."""

    def __init__(self, connection: psycopg.Connection[Row], workspace: int) -> None:
        self.connection = connection
        self.workspace = workspace

    def rows(self, name: str, /, **values: Any) -> Sequence[Row]:
        """What a statement gives."""
        return self.connection.execute(statements.all()[name], values).fetchall()

    def one(self, name: str, /, **values: Any) -> Row | None:
        """The first row a statement gives."""
        return self.connection.execute(statements.all()[name], values).fetchone()

    def tell(self, name: str, /, **values: Any) -> None:
        """Run a statement whose answer nobody needs."""
        self.connection.execute(statements.all()[name], values)

    def do(self, name: str, /, **values: Any) -> int:
        """Run a statement; how many rows it touched."""
        return self.connection.execute(statements.all()[name], values).rowcount

    def copy(self, name: str, rows: Iterable[Sequence[Any]]) -> None:
        """Many rows at once."""
        with self.connection.cursor() as cursor, cursor.copy(statements.all()[name]) as stream:
            for row in rows:
                stream.write_row(row)


class Database:
    """A pool of connections of the application's role."""

    def __init__(
        self,
        url: str,
        connections_at_most: int = 8,
        wait_seconds: float = 10.0,
        default_allowance: Allowance = NO_LIMIT,
        shares_pages: bool = False,
    ) -> None:
        self.default_allowance = default_allowance  # what a workspace may use where nothing else is said of it
        self.shares_pages = shares_pages  # whether what is read on the web for one workspace is seen by all
        logging.getLogger("psycopg").setLevel(logging.ERROR)  # what it warns of is in the error that is raised
        self._url = url
        self._pool: ConnectionPool[psycopg.Connection[Row]] = ConnectionPool(
            url,
            min_size=1,
            max_size=connections_at_most,
            timeout=wait_seconds,
            open=False,
            check=self._check,
            configure=_configure,
            kwargs={"row_factory": dict_row, "prepare_threshold": None, "application_name": "veracious", "autocommit": True, **KEEPALIVE},
        )
        self._workspaces: dict[str, int] = {}  # their numbers; the one that was entered first is forgotten first
        self._naming = threading.Lock()
        self._used: WeakKeyDictionary[psycopg.Connection[Row], float] = WeakKeyDictionary()
        self._opening = threading.Lock()
        self._is_open = False

    @contextmanager
    def transaction(self, workspace: str) -> Iterator[Transaction]:
        """A transaction that sees the workspace and what is shared, and nothing else; committed at the end, or undone."""
        with errors.named(), self._there(workspace), self._borrowed(workspace) as (connection, number), self._begun(connection, number):
            yield Transaction(connection, number)

    @contextmanager
    def counted(self, workspace: str, name: str, /, **values: Any) -> Iterator[Sequence[Row]]:
        """What one statement gives that writes, in two trips to the server; leaving by an error undoes it. Nobody waits for the disk."""
        with errors.named(), self._there(workspace), self._borrowed(workspace) as (connection, number):
            asked: Sequence[Asked] = [("flush_later", {}), (name, {"workspace": str(number), **values})]
            with self._begun(connection, number, *asked) as found:
                yield found

    @contextmanager
    def outside(self) -> Iterator[Transaction]:
        """A transaction of no workspace: it sees what is shared, and what is told to those who keep the service going."""
        with errors.named():
            self._open()
            with self._pool.connection() as connection, self._begun(connection, 0):
                yield Transaction(connection, 0)

    def read(self, workspace: str, *asked: Asked) -> Sequence[Sequence[Row]]:
        """What each of these statements gives in a workspace, as the store was at one moment.

        All go to the server in one message and are answered in one: it costs half of what a transaction does. None of them can write.
        """
        with errors.named(), self._borrowed(workspace) as (connection, number):
            return self._seen(connection, number, asked)

    def read_outside(self, *asked: Asked) -> Sequence[Sequence[Row]]:
        """The same outside of every workspace."""
        with errors.named():
            self._open()
            with self._pool.connection() as connection:
                return self._seen(connection, 0, asked)

    @contextmanager
    def note(self, workspace: str, later: bool) -> Iterator[Transaction]:
        """The same for writing: statements go out together, and nobody is told what they touched.

        `later` does not wait for the disk. Should the server fall, such notes of its last moments may be missing; what another
        transaction commits after them is never there without them.
        """
        with errors.named(), self._there(workspace), self._piped(workspace) as (connection, number):
            self._stand(connection, number)
            if later:
                connection.execute(statements.all()["flush_later"])
            yield Transaction(connection, number)

    @contextmanager
    def _there(self, workspace: str) -> Iterator[None]:
        try:
            yield
        except psycopg.errors.ForeignKeyViolation as gone:  # erased by another process; the next transaction enters it anew
            self.forget(workspace)
            raise StoreUnavailable(f"the workspace {workspace!r} was erased meanwhile") from gone

    @contextmanager
    def steady(self, workspace: str) -> Iterator[Transaction]:
        """The same for reading much: all statements see the store as it was at the first, and nobody waits for it."""
        with errors.named(), self._borrowed(workspace) as (connection, number), self._begun(connection, number, begin="begin_steady"):
            yield Transaction(connection, number)

    @contextmanager
    def search(self, workspace: str) -> Iterator[Transaction]:
        """The same for reading: statements go out together, and only an answer that is asked for is waited for. It cannot copy."""
        with errors.named(), self._piped(workspace) as (connection, number):
            self._stand(connection, number)
            yield Transaction(connection, number)

    def close(self) -> None:
        """Give all connections back."""
        self._pool.close()

    def has_room(self) -> bool:
        """Whether the server has room to write; what is written to find out is undone."""
        with errors.named():
            self._open()
            with self._pool.connection() as connection:
                try:
                    with connection.transaction(force_rollback=True):
                        connection.execute(statements.all()["room_probe"])
                except psycopg.errors.DiskFull:
                    return False
        return True

    def pool(self) -> Mapping[str, int]:
        """How many connections there are and may be, how many are free, and how many wait for one."""
        told = self._pool.get_stats()
        names = {"open": "pool_size", "free": "pool_available", "most": "pool_max", "waiting": "requests_waiting"}
        return {name: told.get(theirs, 0) for name, theirs in names.items()}

    def forget(self, workspace: str) -> None:
        """The workspace was erased: its number is not its number any more."""
        with self._naming:
            self._workspaces.pop(workspace, None)

    @contextmanager
    def _borrowed(self, workspace: str) -> Iterator[tuple[psycopg.Connection[Row], int]]:
        """A connection, and the number of the workspace."""
        self._open()
        with self._pool.connection() as connection:
            yield connection, self._entered(connection, workspace)
            self._used[connection] = time.monotonic()

    @contextmanager
    def _piped(self, workspace: str) -> Iterator[tuple[psycopg.Connection[Row], int]]:
        """The same with a transaction whose statements go out together."""
        with self._borrowed(workspace) as (connection, number), connection.pipeline(), connection.transaction():
            yield connection, number

    @contextmanager
    def _begun(self, connection: psycopg.Connection[Row], workspace: int, *asked: Asked, begin: str = "begin") -> Iterator[Sequence[Row]]:
        """A transaction that stands in a workspace: what begins it and what is asked first is one message; what the last of it gives."""
        try:
            *_, found = _at_once(connection, [(begin, {}), *self._standing(workspace), *asked])
            yield found
        except BaseException:
            with suppress(psycopg.Error):  # a connection that is lost has undone it
                connection.rollback()
            raise
        connection.commit()

    def _seen(self, connection: psycopg.Connection[Row], workspace: int, asked: Sequence[Asked]) -> Sequence[Sequence[Row]]:
        """What statements give that read; the server takes those of one message for a transaction."""
        before: Sequence[Asked] = [("read_steady", {}), *self._standing(workspace)]
        return _at_once(connection, [*before, *asked])[len(before) :]

    def _stand(self, connection: psycopg.Connection[Row], workspace: int) -> None:
        """Say for the rest of the transaction where it stands."""
        for name, values in self._standing(workspace):
            connection.execute(statements.all()[name], values)

    def _standing(self, workspace: int) -> Sequence[Asked]:
        """What says in which workspace a transaction stands, in whose name, and whether it sees pages that are shared.

        In that of number 0, which is none, nothing is seen but what is shared.
        """
        stand: Asked = ("stand_as", {"workspace": str(workspace or ""), "actor": acting.actor()})
        return [stand, ("share_pages", {})] if self.shares_pages else [stand]

    def _check(self, connection: psycopg.Connection[Row]) -> None:
        """Ask a connection that has rested whether it still lives; one that answered just now is not asked."""
        if time.monotonic() - self._used.get(connection, 0.0) > RESTED_SECONDS:
            ConnectionPool.check_connection(connection)

    def _open(self) -> None:
        with self._opening:
            if self._is_open:
                return
            with psycopg.connect(self._url, row_factory=dict_row, **KEEPALIVE) as connection:
                found = connection.execute(statements.all()["who"]).fetchone()
                about = connection.execute(statements.all()["version"]).fetchone()
            if found is None or found["unbound"] or found["owner"]:
                raise StoreUnsafe(f"the role is {found['name'] if found else 'unknown'}")
            if about is None or not about["migrated"]:
                raise StoreBehind("there is no schema")
            errors.fit(about)
            self._pool.open()
            self._is_open = True

    def _entered(self, connection: psycopg.Connection[Row], workspace: str) -> int:
        """The number of a workspace; in a transaction of its own, so that it is there even if what follows is undone."""
        number = self._workspaces.get(workspace)
        if number is None:
            with connection.transaction():
                found = connection.execute(statements.all()["enter"], {"workspace": workspace}).fetchone()
            if found is None:
                raise StoreUnavailable(f"no workspace {workspace!r}")
            number = int(found["id"])
            self._remember(workspace, number)
        return number

    def _remember(self, workspace: str, number: int) -> None:
        with self._naming:
            while len(self._workspaces) >= NAMES_AT_MOST:
                del self._workspaces[next(iter(self._workspaces))]
            self._workspaces[workspace] = number


def _at_once(connection: psycopg.Connection[Row], asked: Sequence[Asked]) -> Sequence[Sequence[Row]]:
    """What each of these statements gives, all of them in one message; it can bring no values, so they are written into it."""
    with psycopg.ClientCursor(connection) as cursor:
        cursor.execute(";".join(cursor.mogrify(statements.all()[name], values) for name, values in asked))
        found = [_rows(cursor)]
        while cursor.nextset():
            found.append(_rows(cursor))
        return found


def _rows(cursor: psycopg.ClientCursor[Row]) -> Sequence[Row]:
    return () if cursor.description is None else cursor.fetchall()


def _configure(connection: psycopg.Connection[Row]) -> None:
    """Tables of the connection's own, emptied at every commit: rows are copied there, and placed from there under row security."""
    connection.execute(statements.all()["make_intake"])
