"""People whom a provider of sign-ins lets in, in the store.

An administrator has added each of them to a workspace. By the provider's own name for somebody (issuer and subject) they are known again.
By an e-mail address, which the provider must have verified, they are found once: then they are linked to that name for good.
"""

from datetime import timedelta

from veracious.adapters.access import secrets
from veracious.adapters.postgres import rows
from veracious.adapters.postgres.database import Transaction
from veracious.adapters.postgres.people import SESSION_HOURS, PostgresPeople, called, caller_of
from veracious.adapters.threads import in_thread
from veracious.domain.access import Identity, Person, Rank, Session
from veracious.domain.errors import IdentityKnown, InputError, PersonKnown, PersonNotAdded
from veracious.rules import identities

NO_PASSWORD = ""  # no password fits it


class PostgresLinkedPeople(PostgresPeople):
    """People who sign in by a provider, beside those who sign in with a password."""

    @in_thread
    def add_linked_person(self, workspace: str, name: str, rank: Rank, identity: Identity) -> Person:
        """Let somebody sign in by a provider from now on: whoever comes with this subject, or first with this e-mail address."""
        email = identities.address(identity.email) if identity.email else ""
        if identity.email and not email:
            raise InputError("an e-mail address is written in ASCII, such as ana@example.org; of any other give the subject")
        if identity.subject and not (identity.issuer and identities.is_subject(identity.subject)):
            raise InputError("a subject has 1 to 255 characters of ASCII that can be seen, and an issuer")
        if not email and not identity.subject:
            raise InputError("give an e-mail address, or the provider's subject")
        made = Person(called(name), rank, self._clock.now(), email, identity.subject)
        said = {"name": made.name, "password": NO_PASSWORD, "rank": rank.value, "at": made.made_at}
        issuer = identity.issuer if identity.subject else ""
        with self._database.transaction(workspace) as tx:
            if not tx.do("person_put", workspace=str(tx.workspace), **said):
                raise PersonKnown(made.name)
            linked = {"email": email, "issuer": issuer, "subject": identity.subject}
            if not tx.do("identity_put", workspace=str(tx.workspace), name=made.name, **linked):
                raise IdentityKnown(email or identity.subject)
        return made

    @in_thread
    def sign_in_linked(self, workspace: str, identity: Identity) -> tuple[str, Session]:
        """The token of a new session of whoever the provider says came, told this once, and the session."""
        named = rows.clean(workspace)
        with self._database.outside() as tx:
            row = tx.one("workspace_find", name=named)
        if row is None or row["id"] is None:  # to stand in it would make it
            identities.linking_address(identity)  # refused in the same words as where there is a workspace
            raise PersonNotAdded
        with self._database.transaction(named) as tx:
            name, rank = self._linked(tx, identity)
            now, token = self._clock.now(), secrets.make_token()
            made = Session(caller_of(named, name, rank), secrets.make_token(), now + timedelta(hours=SESSION_HOURS))
            tx.do("session_expire", at=now)
            said = {"hash": secrets.hashed(token), "csrf": made.csrf, "ends_at": made.ends_at}
            who = {"issuer": identity.issuer, "subject": identity.subject, "name": name}
            if not tx.do("session_put_linked", workspace=str(tx.workspace), **said, **who):
                raise PersonNotAdded
        return token, made

    def _linked(self, tx: Transaction, identity: Identity) -> tuple[str, str]:
        """The name and role of who is linked to an identity; whoever is not, and comes with their e-mail address, is linked now."""
        who = {"issuer": identity.issuer, "subject": identity.subject}
        row = tx.one("identity_get", **who)
        if row is None:
            tx.tell("identity_link", email=identities.linking_address(identity), **who)
            row = tx.one("identity_get", **who)
        if row is None:
            raise PersonNotAdded
        return row["person"], row["rank"]
