"""A database of its own in which it is kept who may ask, and a way to see it as its owner does."""

import base64
from datetime import UTC, datetime
from typing import Any

import psycopg

from tests.contracts.samples import run
from veracious.adapters.postgres.access import PostgresAccess
from veracious.adapters.postgres.server import Addresses
from veracious.domain.access import Grant, Identity, Rank
from veracious.domain.job import Allowance

AT = datetime(2026, 3, 15, 12, 30, tzinfo=UTC)
SECRET = base64.b64encode(bytes(range(32))).decode()
OTHER_SECRET = base64.b64encode(bytes(32)).decode()
PASSWORD = "correct horse battery"  # noqa: S105
DESK, ELSEWHERE = "192.0.2.7", "198.51.100.9"  # where people sign in from
CANARY = "tvly-canary-7f3a91c0d2"
TABLES = ("api_key", "person", "identity", "session", "provider_key", "rate", "allowance")
FUNCTIONS = ("key_find", "session_find", "workspace_find", "refilled")


def asked(own: Addresses, text: str, *values: object) -> list[tuple[Any, ...]]:
    """What the owner of the schema sees, or does."""
    with psycopg.connect(own.owner, autocommit=True) as owner:
        done = owner.execute(text.encode(), values)
        return done.fetchall() if done.description else []


def number_of(own: Addresses, workspace: str) -> int:
    found: int = asked(own, "select id from veracious.workspace where name = %s", workspace)[0][0]
    return found


def fill(access: PostgresAccess, workspace: str) -> tuple[str, str]:
    """Something in every table; the key and the token of a session."""
    made, key = run(access.create_key(workspace, "chatbot", Grant.ADMIN))
    run(access.add_person(workspace, "ana", PASSWORD, Rank.ADMIN))
    token, _ = run(access.sign_in(workspace, "ana", PASSWORD, DESK))
    run(access.add_linked_person(workspace, "bo", Rank.READER, Identity("https://id.example", "subject", "bo@example.org")))
    run(access.put_provider(workspace, "tavily", CANARY))
    run(access.allow(workspace, made.id, Allowance(1, 1, 1)))
    run(access.admit(workspace, made.id))
    return key, token
