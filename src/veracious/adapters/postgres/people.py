"""People and their sessions, in the store."""

import unicodedata
from collections.abc import Sequence
from datetime import datetime, timedelta

from veracious.adapters.access import secrets
from veracious.adapters.access.sign_ins import SignIns
from veracious.adapters.access.tries import Try
from veracious.adapters.postgres import rows
from veracious.adapters.postgres.database import Database, Row, Transaction
from veracious.adapters.threads import in_thread
from veracious.domain.access import PERSON, Caller, Person, Rank, Session
from veracious.domain.errors import AdminNeeded, InputError, PersonKnown, SessionInvalid
from veracious.ports import Clock

SESSION_HOURS = 12
NAME_AT_MOST = 200  # characters


class PostgresPeople:
    """People, and what they sign in with: a password. Whom a provider signs in stands in `linked_people.py`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._sign_ins = SignIns()

    @in_thread
    def add_person(self, workspace: str, name: str, password: str, rank: Rank) -> Person:
        """Let somebody sign in from now on."""
        made = Person(called(name), rank, self._clock.now())
        kept = secrets.hash_password(secrets.password(password))
        said = {"name": made.name, "password": kept, "rank": rank.value, "at": made.made_at}
        with self._database.transaction(workspace) as tx:
            if not tx.do("person_put", workspace=str(tx.workspace), **said):
                raise PersonKnown(made.name)
        return made

    @in_thread
    def people(self, workspace: str) -> Sequence[Person]:
        """Everybody who can sign in, by name."""
        with self._database.transaction(workspace) as tx:
            return tuple(map(_person, tx.rows("person_all")))

    @in_thread
    def give_role(self, workspace: str, name: str, rank: Rank) -> Person | None:
        """Give somebody another role, which holds at once; none of this name can sign in. The last administrator stays one."""
        with self._database.transaction(workspace) as tx:
            if rank is not Rank.ADMIN:
                _keep_an_admin(tx, name)
            row = tx.one("person_rank", name=typed(name), rank=rank.value)
            return None if row is None else _person(row)

    @in_thread
    def dismiss(self, workspace: str, name: str) -> bool:
        """The same as `remove_person`, but for the last administrator, who stays."""
        with self._database.transaction(workspace) as tx:
            _keep_an_admin(tx, name)
            return tx.do("person_remove", name=typed(name)) > 0

    @in_thread
    def remove_person(self, workspace: str, name: str) -> bool:
        """Let somebody sign in no more, and end their sessions; whether there was somebody of this name."""
        with self._database.transaction(workspace) as tx:
            return tx.do("person_remove", name=typed(name)) > 0

    async def sign_in(self, workspace: str, name: str, password: str, address: str) -> tuple[str, Session]:
        """The token of a new session, told this once, and the session; the address is that of whoever asks."""
        tried = Try(rows.clean(workspace), typed(name), address)
        async with self._sign_ins.admitted(tried):
            try:
                given = secrets.password(password)
            except InputError:
                raise SessionInvalid from None
            row = await self._person(tried)
            kept = row["password"] if row else ""
            if not await self._sign_ins.fits(kept, given) or row is None:
                raise SessionInvalid
            self._sign_ins.tries.forgive(tried)
            now, token = self._clock.now(), secrets.make_token()
            caller = caller_of(tried.workspace, tried.name, row["rank"])
            made = Session(caller, secrets.make_token(), now + timedelta(hours=SESSION_HOURS))
            await self._begin(made, token, kept, now)
            if secrets.is_outdated(kept):
                await self._rehash(tried, kept, await self._sign_ins.hash_password(given))
            return token, made

    @in_thread
    def session(self, token: str) -> Session:
        """The session of this token, if it has not ended."""
        row = self._found(token)
        if row is None or row["ends_at"] <= self._clock.now():
            raise SessionInvalid
        return Session(caller_of(row["workspace"], row["person"], row["rank"]), row["csrf"], row["ends_at"])

    @in_thread
    def sign_out(self, token: str) -> None:
        """End a session; one that is not there has ended."""
        row = self._found(token)
        if row is not None:
            with self._database.transaction(row["workspace"]) as tx:
                tx.do("session_end", hash=secrets.hashed(token))

    @in_thread
    def _person(self, tried: Try) -> Row | None:
        with self._database.outside() as tx:
            tx.one("workspace_stand", name=tried.workspace)
            return tx.one("person_get", name=tried.name)

    @in_thread
    def _begin(self, made: Session, token: str, kept: str, now: datetime) -> None:
        name = made.caller.actor.removeprefix(PERSON)
        said = {"hash": secrets.hashed(token), "csrf": made.csrf, "ends_at": made.ends_at}
        with self._database.transaction(made.caller.workspace) as tx:
            tx.do("session_expire", at=now)
            if not tx.do("session_put", workspace=str(tx.workspace), name=name, password=kept, **said):
                raise SessionInvalid

    @in_thread
    def _rehash(self, tried: Try, before: str, password: str) -> None:
        with self._database.transaction(tried.workspace) as tx:
            tx.do("person_rehash", name=tried.name, before=before, password=password)

    def _found(self, token: str) -> Row | None:
        if not secrets.TOKEN.fullmatch(token):
            return None
        [found] = self._database.read_outside(("session_find", {"hash": secrets.hashed(token)}))
        return next(iter(found), None)


def called(name: str) -> str:
    """A name that can be shown in one line, or an error that says so."""
    same = unicodedata.normalize("NFKC", name).strip()
    if not same or len(same) > NAME_AT_MOST or not same.isprintable():
        raise InputError(f"a name has 1 to {NAME_AT_MOST} characters, all of which can be seen")
    return same


def typed(name: str) -> str:
    """A name as it would have been kept."""
    found: str = rows.clean(unicodedata.normalize("NFKC", name).strip())
    return found


def _person(row: Row) -> Person:
    return Person(row["name"], Rank(row["rank"]), row["made_at"], row["email"], row["subject"])


def _keep_an_admin(tx: Transaction, name: str) -> None:
    """Refuse to take the role of the only administrator there is."""
    if [row["name"] for row in tx.rows("person_admins")] == [typed(name)]:
        raise AdminNeeded(typed(name))


def caller_of(workspace: str, name: str, rank: str) -> Caller:
    """Somebody of this name and role."""
    return Caller(workspace, f"{PERSON}{name}", Rank(rank).grant)
