"""Who may ask, and how much: keys, what they and their workspace may use, and the buckets that requests are taken from.

People and their sessions stand in `people.py` and `linked_people.py`, the keys of providers in `secrets.py`; `PostgresAccess` is all of it.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime

import psycopg
from psycopg.rows import dict_row

from veracious.adapters.access import secrets
from veracious.adapters.postgres import errors, migrate, rows, statements
from veracious.adapters.postgres.database import Database, Row
from veracious.adapters.postgres.linked_people import PostgresLinkedPeople
from veracious.adapters.postgres.people import called
from veracious.adapters.postgres.secrets import PostgresSecrets
from veracious.adapters.threads import in_thread
from veracious.domain.access import ApiKey, Caller, Grant
from veracious.domain.errors import InputError, KeyUnknown, RequestsTooMany, StoreForbidden, StoreUnavailable
from veracious.domain.job import Allowance, Used
from veracious.ports import Clock

OWN = ""  # the actor that stands for the workspace itself
MONEY_AT_MOST = 10**15  # millionths; a limit above it is none
COUNT_AT_MOST = 10**9
LIMITS = ("money_micros", "jobs_at_once", "requests_a_minute", "text_bytes")
TEXT_AT_MOST = 10**15  # bytes; a limit above it is none


class PostgresAccess(PostgresLinkedPeople, PostgresSecrets):
    """Keys, people, provider keys and allowances, each workspace's behind its own wall."""

    def __init__(self, database: Database, secret: str, clock: Clock) -> None:
        PostgresLinkedPeople.__init__(self, database, clock)
        PostgresSecrets.__init__(self, database, secret, clock)
        self._service_secret = b""

    @in_thread
    def make_workspace(self, name: str) -> bool:
        """Make a workspace; whether it was not there before."""
        is_new = not self._has_workspace(name)
        if is_new:
            self._database.forget(name)  # another process may have erased it
        with self._database.transaction(name):
            return is_new

    async def has_workspace(self, name: str) -> bool:
        """Whether there is a workspace of this name; none is made by asking."""
        return await asyncio.to_thread(self._has_workspace, name)

    @in_thread
    def create_key(self, workspace: str, name: str, grant: Grant, ends_at: datetime | None = None) -> tuple[ApiKey, str]:
        """A new key as lists show it, and the key itself, which is told this once."""
        now = self._clock.now()
        if ends_at is not None and (ends_at.tzinfo is None or ends_at <= now):
            raise InputError("a key ends in time to come, by a clock that knows its zone")
        id, secret = secrets.make_key()
        made = ApiKey(id, called(name) if name else "", grant, now, ends_at=ends_at)
        said = {"id": id, "name": made.name, "hash": secrets.hashed(secret), "scope": grant.value, "at": now, "ends_at": ends_at}
        with self._database.transaction(workspace) as tx:
            tx.do("key_put", workspace=str(tx.workspace), **said)
        return made, secret

    @in_thread
    def keys(self, workspace: str) -> Sequence[ApiKey]:
        """All keys, the oldest first, those that have ended or were revoked too."""
        with self._database.transaction(workspace) as tx:
            return tuple(_key(row) for row in tx.rows("key_all"))

    @in_thread
    def revoke(self, workspace: str, id: str) -> bool:
        """Let a key open nothing from now on; whether there was one that was not revoked before."""
        with self._database.transaction(workspace) as tx:
            return tx.do("key_revoke", id=rows.clean(id), at=self._clock.now()) > 0

    @in_thread
    def find(self, secret: str) -> Caller:
        """Whose key this is; one that is not known, has ended or was revoked is nobody's."""
        if not secrets.KEY.fullmatch(secret):
            raise KeyUnknown
        with self._database.outside() as tx:
            row = tx.one("key_find", hash=secrets.hashed(secret), at=self._clock.now())
        if row is None:
            raise KeyUnknown
        return Caller(row["workspace"], row["id"], Grant(row["scope"]))

    async def service_secret(self) -> bytes:
        """What the service signs with, the same for all its processes; it is read once."""
        if not self._service_secret:
            self._service_secret = await asyncio.to_thread(self._read_secret)
        return self._service_secret

    @in_thread
    def allow(self, workspace: str, actor: str, allowance: Allowance) -> None:
        """Say what a key may use; what was used stays counted. What the workspace as a whole may use is the owner's to say."""
        said = {name: getattr(allowance, name) for name in LIMITS}
        _check(allowance)
        with self._database.transaction(workspace) as tx:
            tx.tell("allowance_key", actor=rows.clean(actor), month=self._month(), **said)

    @in_thread
    def allowance(self, workspace: str, actor: str) -> tuple[Allowance, Used]:
        """What an actor, or the workspace as a whole, may use, and what of it is used."""
        with self._database.transaction(workspace) as tx:
            row = tx.one("allowance_get", actor=rows.clean(actor), month=self._month())
            text = tx.one("text_get", default=self._database.default_allowance.text_bytes) if actor == OWN else None
        may = Allowance() if row is None else Allowance(*(row[name] for name in LIMITS))
        used = Used(at_most=may) if row is None else _used(row, may)
        if text is not None:
            at_most = replace(may.or_else(self._database.default_allowance), text_bytes=text["room"])
            used = replace(used, text_bytes=text["bytes"], waiting_bytes=text["waiting"], at_most=at_most)
        return may, used

    @in_thread
    def allowances(self, workspace: str) -> Mapping[str, Used]:
        """What each key and each person may use and has used: those that used something, or may not use everything."""
        with self._database.transaction(workspace) as tx:
            found = tx.rows("allowance_all", month=self._month())
            return {row["actor"]: _used(row, Allowance(*(row[name] for name in LIMITS))) for row in found}

    @in_thread
    def admit(self, workspace: str, actor: str) -> None:
        """Count a request of an actor against its own limit and its workspace's, or refuse it and count nothing.

        Nobody waits for the disk: should the server fall, a few requests of its last moment are not counted.
        """
        asks = {"actor": rows.clean(actor), "default": self._database.default_allowance.requests_a_minute}
        with self._database.counted(workspace, "rate_take", at=self._clock.now(), **asks) as short:
            if short:  # leaving by an error undoes what was taken from the other bucket
                whose = "this key" if any(row["actor"] for row in short) else "the workspace"
                wait = max(row["wait"] for row in short)
                raise RequestsTooMany(f"{whose}: again in {wait} s", wait)

    def _read_secret(self) -> bytes:
        with self._database.outside() as tx:
            row = tx.one("service_secret")
        if row is None or not row["secret"]:
            raise StoreUnavailable("the service has nothing to sign with")
        return bytes(row["secret"])

    def _has_workspace(self, name: str) -> bool:
        with self._database.outside() as tx:
            row = tx.one("workspace_find", name=rows.clean(name))
        return row is not None and row["id"] is not None

    def _month(self) -> date:
        return self._clock.now().date().replace(day=1)


def allow_workspace(owner_url: str, workspace: str, allowance: Allowance, now: datetime) -> None:
    """Say what a workspace as a whole may use, as the owner of the schema alone can; what was used stays counted."""
    _check(allowance)
    said = {name: getattr(allowance, name) for name in LIMITS}
    with errors.named(migrate.OWNER), psycopg.connect(owner_url, row_factory=dict_row) as connection:
        found = connection.execute(statements.all()["enter"], {"workspace": workspace}).fetchone()
        if found is None:
            raise StoreUnavailable(f"no workspace {workspace!r}")
        values = {"workspace": found["id"], "actor": OWN, "month": now.date().replace(day=1), **said}
        connection.execute(statements.all()["allowance_put"], values)


def workspaces(owner_url: str) -> Sequence[tuple[str, datetime]]:
    """All workspaces and when each was made, as the owner of the schema alone can list them."""
    with errors.named(migrate.OWNER), psycopg.connect(owner_url, autocommit=True, row_factory=dict_row) as connection:
        who = connection.execute(statements.all()["who"]).fetchone()
        if who is None or not who["owner"]:  # anybody else would be shown none, without an error
            raise StoreForbidden(f"the tables are not those of {who['name'] if who else 'this role'}")
        return tuple((row["name"], row["made_at"]) for row in connection.execute(statements.all()["workspace_all"]).fetchall())


def _key(row: Row) -> ApiKey:
    times = {name: row[name] for name in ("made_at", "used_at", "ends_at", "revoked_at")}
    return ApiKey(row["id"], row["name"], Grant(row["scope"]), **times)


def _used(row: Row, may: Allowance) -> Used:
    return Used(row["spent_micros"], row["held_micros"], row["jobs"], at_most=may)


def _check(allowance: Allowance) -> None:
    if allowance.money_micros is not None and not 0 <= allowance.money_micros <= MONEY_AT_MOST:
        raise InputError("a limit on money is a number from 0 on, up to a thousand million")
    if allowance.jobs_at_once is not None and not 0 <= allowance.jobs_at_once <= COUNT_AT_MOST:
        raise InputError("a limit on jobs is a number from 0 on, up to a thousand million")
    if allowance.requests_a_minute is not None and not 1 <= allowance.requests_a_minute <= COUNT_AT_MOST:
        raise InputError("a limit on requests is a number from 1 on, up to a thousand million")
    if allowance.text_bytes is not None and not 0 <= allowance.text_bytes <= TEXT_AT_MOST:
        raise InputError("a limit on text is a number of bytes from 0 on, up to a thousand million megabytes")
