"""What the store is like, looked at from outside."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import dict_row

from veracious.adapters.postgres import errors, migrate, server, statements
from veracious.domain.errors import StoreUnavailable, StoreUnsafe, VeraciousError
from veracious.domain.store import StoreState


def private(folder: Path) -> StoreState:
    """The private server in a folder."""
    state = StoreState("private", str(folder), exists=False, running=False)
    try:
        found = server.status(folder)
        state = replace(state, exists=found.exists, running=found.running)
        if not found.running:
            return state
        address = server.start(folder)
        about, _ = _asked(address.app)
        state = replace(state, server=about["server"], vector=about["vector"] or "")
        return replace(state, missing=migrate.standing(address.owner).missing)
    except VeraciousError as failed:
        return replace(state, trouble=str(failed))


def configured(url: str, owner_url: str = "") -> StoreState:
    """A server that a setting names; its password is not told. What its schema lacks in detail, only the owner can see."""
    state = StoreState("given", "", exists=True, running=False)
    try:
        with errors.named():
            said = conninfo_to_dict(url)
        place = f"{said.get('host') or 'localhost'}/{said.get('dbname') or ''} as {said.get('user') or 'yourself'}"
        state = replace(state, place=place)
        about, who = _asked(url)
        state = replace(state, running=True, server=about["server"], vector=about["vector"] or "")
        errors.fit(about)
        if about["migrated"] and (who["unbound"] or who["owner"]):
            raise StoreUnsafe(f"the role is {who['name']}")
        missing = () if about["migrated"] else tuple(statements.migrations())
        return replace(state, missing=migrate.standing(owner_url).missing if owner_url else missing)
    except VeraciousError as failed:
        return replace(state, trouble=str(failed))


def _asked(url: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a server says of itself, and of the role that asks."""
    with errors.named(), psycopg.connect(url, connect_timeout=5, row_factory=dict_row) as connection:
        about = connection.execute(statements.all()["version"]).fetchone()
        who = connection.execute(statements.all()["who"]).fetchone()
    if about is None or who is None:
        raise StoreUnavailable("it does not say what it is")
    return about, who
