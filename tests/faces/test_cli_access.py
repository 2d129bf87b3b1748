"""The commands on workspaces, keys, people and provider keys, as a person or a script runs them, on a real server."""

import base64
import json
import os
import pty
import re
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.contracts.samples import run as done
from veracious.adapters.clock import SystemClock
from veracious.adapters.postgres.access import PostgresAccess
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.server import Addresses
from veracious.domain.access import Caller, Grant, Identity
from veracious.domain.errors import KeyUnknown
from veracious.domain.job import Allowance, Used

COMMAND = Path(sys.executable).parent / "veracious"
SECRET = base64.b64encode(bytes(range(32))).decode()
PASSWORD = "correct horse battery"  # noqa: S105
CANARY = "tvly-canary-7f3a91c0d2"
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def own(new_addresses: Callable[..., Addresses]) -> Addresses:
    """A database of its own."""
    return new_addresses()


@pytest.fixture(scope="module")
def settings(own: Addresses) -> dict[str, str]:
    """The environment of every command: no setting but these."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("VERACIOUS_")}
    named = {"DATABASE_URL": own.app, "VERACIOUS_OWNER_URL": own.owner, "VERACIOUS_SECRET": SECRET, "VERACIOUS_WORKSPACE": "home"}
    return {**kept, **named, "COLUMNS": "200", "NO_COLOR": "1"}


@pytest.fixture(scope="module")
def run(settings: dict[str, str]) -> Run:
    """What runs a real process, with something on its standard input."""

    def ran(*words: str, given: str = "", **more: str) -> subprocess.CompletedProcess[str]:
        said = {**settings, **more}
        return subprocess.run([COMMAND, *words], input=given, capture_output=True, text=True, encoding="utf-8", env=said, timeout=120)

    return ran


@pytest.fixture(scope="module")
def told(run: Run) -> Callable[..., dict[str, Any]]:
    """What a command that goes well writes for machines, and nothing beside it."""

    def heard(*words: str, given: str = "") -> dict[str, Any]:
        found = run(*words, "--json", given=given)
        assert (found.returncode, found.stderr) == (0, "")
        said: dict[str, Any] = json.loads(found.stdout)
        return said

    return heard


@pytest.fixture(scope="module")
def access(own: Addresses) -> PostgresAccess:
    """What the commands keep, as the service sees it."""
    return PostgresAccess(Database(own.app, 1), SECRET, SystemClock())


def test_a_workspace_is_made_shown_and_allowed(run: Run, told: Callable[..., dict[str, Any]], access: PostgresAccess) -> None:
    assert run("workspace", "create", "newsroom").stdout == "The workspace newsroom is made.\n"
    assert told("workspace", "create", "newsroom") == {"outcome": "there_already", "workspace": "newsroom"}
    assert run("workspace", "show", "--workspace", "newsroom").stdout.splitlines() == [
        "newsroom",
        "  money: no limit; 0.00 spent this month",
        "  jobs at once: 10,000; 0 not finished",
        "  requests a minute: no limit",
        "  text of documents: no limit; 0.0 MB kept",
    ]
    limits = ("--money", "20.29", "--jobs", "10", "--requests-a-minute", "1200", "--text", "12.5")
    assert run("workspace", "allow", *limits, "--workspace", "newsroom").stdout.splitlines() == [
        "newsroom",
        "  money: 20.29 a month; 0.00 spent this month",
        "  jobs at once: 10; 0 not finished",
        "  requests a minute: 1,200",
        "  text of documents: 12.5 MB; 0.0 MB kept",
    ]
    may = Allowance(20_290_000, 10, 1200, 12_500_000)
    assert done(access.allowance("newsroom", "")) == (may, Used(at_most=may))
    at_most = {"money_micros": 0, "jobs_at_once": 10_000, "requests_a_minute": 1200, "text_bytes": None}
    assert told("workspace", "allow", "--jobs", "none", "--money", "0", "--text", "none", "--workspace", "newsroom") == {
        "outcome": "shown",
        "workspace": "newsroom",
        "allowance": {"money_micros": 0, "jobs_at_once": None, "requests_a_minute": 1200, "text_bytes": None},
        "used": {"spent_micros": 0, "held_micros": 0, "jobs": 0, "text_bytes": 0, "waiting_bytes": 0, "at_most": at_most},
    }
    listed = told("workspace", "list")["workspaces"]
    assert "newsroom" in [one["workspace"] for one in listed]
    assert datetime.fromisoformat(listed[0]["made_at"]).tzinfo is not None


def test_a_workspace_that_is_not_there_is_told_and_not_made(run: Run, access: PostgresAccess) -> None:
    found = run("workspace", "show", "--workspace", "nowhere")
    assert (found.returncode, found.stdout) == (1, "")
    assert found.stderr == "There is no workspace nowhere. `veracious workspace create nowhere` makes it.\n"
    assert done(access.has_workspace("nowhere")) is False


def test_all_workspaces_are_the_owners_to_list(run: Run) -> None:
    found = run("workspace", "list", VERACIOUS_OWNER_URL="")
    assert (found.returncode, found.stdout) == (1, "")
    assert "VERACIOUS_OWNER_URL: the owner of the schema is needed for this" in found.stderr


def test_a_key_is_told_once_and_opens_until_it_is_revoked(run: Run, told: Callable[..., dict[str, Any]], access: PostgresAccess) -> None:
    found = run("key", "create", "--scope", "verify", "--name", "chatbot")
    said = re.fullmatch(
        r"This key has the scope verify in the workspace home\. It is not shown again: ((vk_[a-z0-9]{12})_[\w-]{43})\n", found.stdout
    )
    assert said is not None
    assert (found.returncode, found.stderr) == (0, "")
    assert done(access.find(said[1])) == Caller("home", said[2], Grant.VERIFY)
    made = told("key", "create", "--scope", "READ", "--days", "30", "--requests-a-minute", "60", "--jobs", "2", "--money", "0.5")
    assert (made["outcome"], made["workspace"], made["name"], made["scope"]) == ("created", "home", "", "read")
    assert done(access.find(made["key"])) == Caller("home", made["id"], Grant.READ)
    assert done(access.allowance("home", made["id"]))[0] == Allowance(500_000, 2, 60)
    ends = datetime.fromisoformat(made["ends_at"]) - datetime.now(UTC)
    assert timedelta(days=29, hours=23) < ends <= timedelta(days=30)
    listed = told("key", "list")["keys"]
    assert [one["id"] for one in listed] == [said[2], made["id"]]
    assert set(listed[0]) == {"id", "name", "scope", "made_at", "used_at", "ends_at", "revoked_at"}
    shown = run("key", "list").stdout
    assert "chatbot" in shown
    assert said[1][16:] not in shown + json.dumps(listed)
    assert run("key", "revoke", said[2]).stdout == "The key is revoked.\n"
    with pytest.raises(KeyUnknown):
        done(access.find(said[1]))
    again = run("key", "revoke", said[2])
    assert (again.returncode, again.stdout) == (1, "There is no such key in this workspace, or it was revoked before.\n")
    assert json.loads(run("key", "revoke", made["id"], "--workspace", "away", "--json").stdout) == {"outcome": "nothing_removed"}
    assert done(access.find(made["key"])).actor == made["id"]
    assert "revoked 20" in run("key", "list").stdout
    assert run("key", "list", "--workspace", "empty").stdout == "There are no keys yet. `veracious key create` makes one.\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("key", "create"), "--scope"),
        (("key", "create", "--scope", "everything"), "everything"),
        (("key", "create", "--scope", "read", "--days", "0"), "--days"),
        (("key", "create", "--scope", "read", "--money", "-1"), "no number from 0"),
        (("key", "create", "--scope", "read", "--money", "NaN"), "no number from 0"),
        (("key", "create", "--scope", "read", "--money", "1e99"), "no number from 0"),
        (("key", "create", "--scope", "read", "--requests-a-minute", "0"), "no number from 1"),
        (("key", "create", "--scope", "read", "--jobs", "many"), "no number from 0"),
        (("person", "add", "ana", "--role", "king"), "king"),
        (("person", "add", "ana"), "--role"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_command_given_wrongly_says_what_is_wrong_and_makes_nothing(
    run: Run, words: tuple[str, ...], said: str, access: PostgresAccess
) -> None:
    found = run(*words, "--workspace", "untouched")
    assert (found.returncode, found.stdout) == (2, "")
    assert said in found.stderr
    assert done(access.has_workspace("untouched")) is False


def test_somebody_signs_in_until_they_are_removed(run: Run, told: Callable[..., dict[str, Any]], access: PostgresAccess) -> None:
    found = run("person", "add", "ana", "--role", "reviewer", "--password-stdin", given=f"{PASSWORD}\n")
    assert (found.returncode, found.stdout, found.stderr) == (0, "ana can sign in now, as reviewer.\n", "")
    _, made = done(access.sign_in("home", "ana", PASSWORD, "192.0.2.7"))
    assert made.caller == Caller("home", "person:ana", Grant.REVIEW)
    short = run("person", "add", "bob", "--role", "reader", "--password-stdin", given="swordfish\n")
    assert (short.returncode, short.stdout) == (1, "")
    assert "a password has 12 to 1,000 characters" in short.stderr
    assert "swordfish" not in short.stderr
    assert told("person", "add", "bob", "--role", "admin", "--password-stdin", given=PASSWORD)["role"] == "admin"
    assert [(one["name"], one["role"]) for one in told("person", "list")["people"]] == [("ana", "reviewer"), ("bob", "admin")]
    assert run("person", "list").stdout.split()[:3] == ["name", "role", "since"]
    assert run("person", "remove", "ana").stdout == "They cannot sign in any more.\n"
    assert run("person", "remove", "ana").returncode == 1
    assert run("person", "list", "--workspace", "empty").stdout == "Nobody can sign in yet.\n"


OIDC = {
    "VERACIOUS_OIDC_ISSUER": "https://id.example",
    "VERACIOUS_OIDC_CLIENT_ID": "veracious",
    "VERACIOUS_OIDC_CLIENT_SECRET": CANARY,
    "VERACIOUS_OIDC_REDIRECT": "https://facts.example/sign-in/provider/back",
}


def test_somebody_whom_a_provider_lets_in_is_asked_for_no_password(
    run: Run, told: Callable[..., dict[str, Any]], access: PostgresAccess
) -> None:
    where = ("--workspace", "linked")
    found = run("person", "add", "ana", "--role", "reviewer", "--email", "Ana@Example.org", *where)
    assert (found.returncode, found.stdout, found.stderr) == (0, "ana can sign in now, as reviewer.\n", "")
    known = run("person", "add", "bo", "--role", "reader", "--subject", "7", *where, **OIDC)
    assert (known.returncode, known.stderr) == (0, "")
    listed = told("person", "list", *where)["people"]
    assert [(one["name"], one.get("email"), one.get("subject")) for one in listed] == [("ana", "ana@example.org", None), ("bo", None, "7")]
    shown = run("person", "list", *where).stdout
    assert "the provider, first as ana@example.org" in shown
    assert "the provider, as 7" in shown
    assert done(access.sign_in_linked("linked", Identity("https://id.example", "7")))[1].caller == Caller("linked", "person:bo", Grant.READ)
    for words, said in (
        (("--subject", "8"), "VERACIOUS_OIDC_ISSUER: name the provider whose subject this is"),
        (("--email", "ana@example.org"), "signs in with this e-mail address or subject already"),
        (("--email", "ana"), "an e-mail address is written in ASCII"),
    ):
        refused = run("person", "add", "carla", "--role", "reader", *words, *where)
        assert (refused.returncode, refused.stdout) == (1, "")
        assert said in refused.stderr
    both = run("person", "add", "carla", "--role", "reader", "--email", "c@example.org", "--password-stdin", *where, given=PASSWORD)
    assert both.returncode == 2
    assert "has no password" in both.stderr


def test_a_provider_key_is_kept_and_never_shown(run: Run, told: Callable[..., dict[str, Any]], access: PostgresAccess) -> None:
    found = run("provider", "set", "tavily", given=f"{CANARY}\n")
    assert (found.returncode, found.stdout, found.stderr) == (0, "The key for tavily is kept, sealed.\n", "")
    assert dict(done(access.provider_keys("home"))) == {"tavily": CANARY}
    listed = [run("provider", "list").stdout, json.dumps(told("provider", "list"))]
    assert [CANARY in text for text in listed] == [False, False]
    assert ["tavily" in text for text in listed] == [True, True]
    assert told("provider", "drop", "tavily") == {"outcome": "removed"}
    gone = run("provider", "drop", "tavily")
    assert (gone.returncode, gone.stdout) == (1, "There was no key for this provider.\n")
    assert run("provider", "list").stdout == "The workspace has no keys of its own.\n"


@pytest.mark.parametrize(
    ("provider", "given", "secret", "said"),
    [
        ("tavily", CANARY, "", "VERACIOUS_SECRET: it is not set"),
        ("tavily", CANARY, "swordfish", "VERACIOUS_SECRET: this is not 32 bytes in base64"),
        ("google", CANARY, SECRET, "the providers are tavily, brave, exa, factcheck, endpoint"),
        (CANARY, CANARY, SECRET, "the providers are tavily, brave, exa, factcheck, endpoint"),
        ("tavily", f"{CANARY} {CANARY}", SECRET, "a key has 1 to 1,000 letters"),
        ("tavily", "", SECRET, "a key has 1 to 1,000 letters"),
    ],
)
def test_a_provider_key_that_cannot_be_kept_is_refused_and_not_repeated(
    run: Run, provider: str, given: str, secret: str, said: str
) -> None:
    found = run("provider", "set", provider, given=given, VERACIOUS_SECRET=secret)
    assert (found.returncode, found.stdout) == (1, "")
    assert said in found.stderr
    assert CANARY not in found.stderr
    assert "swordfish" not in found.stderr


def typed(settings: dict[str, str], words: tuple[str, ...], lines: tuple[str, ...]) -> tuple[int, str]:
    """A command at a terminal, where somebody types a line whenever they are asked; its exit code and what the terminal shows."""
    terminal, inside = pty.openpty()
    process = subprocess.Popen([COMMAND, *words], stdin=inside, stdout=inside, stderr=inside, env=settings, start_new_session=True)
    os.close(inside)
    shown, left, late = "", list(lines), time.monotonic() + 60
    while time.monotonic() < late:
        try:
            shown += os.read(terminal, 4096).decode()
        except OSError:  # it has ended
            break
        if left and shown.endswith(": "):
            os.write(terminal, f"{left.pop(0)}\n".encode())
    os.close(terminal)
    return process.wait(60), shown


def test_at_a_terminal_secrets_are_asked_for_and_not_shown(settings: dict[str, str], access: PostgresAccess) -> None:
    code, shown = typed(settings, ("person", "add", "carla", "--role", "reader"), (PASSWORD, PASSWORD))
    assert (code, "carla can sign in now" in shown, PASSWORD in shown) == (0, True, False)
    assert done(access.sign_in("home", "carla", PASSWORD, "192.0.2.7"))[0]
    code, shown = typed(settings, ("provider", "set", "brave"), (CANARY,))
    assert (code, "is kept, sealed" in shown, CANARY in shown) == (0, True, False)
    assert done(access.provider_keys("home"))["brave"] == CANARY


@pytest.mark.parametrize(
    ("absent", "words", "given"),
    [
        ("argon2", ("person", "add", "dora", "--role", "reader", "--password-stdin"), PASSWORD),
        ("cryptography", ("provider", "set", "endpoint"), CANARY),
    ],
)
def test_without_its_libraries_one_is_told_what_to_install(
    settings: dict[str, str], absent: str, words: tuple[str, ...], given: str
) -> None:
    code = f"import sys; sys.modules[{absent!r}] = None; sys.argv[1:] = {list(words)!r}\nfrom veracious.faces.cli.main import run; run()"
    found = subprocess.run([sys.executable, "-c", code], input=given, capture_output=True, text=True, env=settings, timeout=60)
    assert (found.returncode, found.stdout) == (1, "")
    assert 'What serves others is not installed. Run `pip install "veracious[server]"`.' in found.stderr
    assert absent in found.stderr
    assert "Traceback" not in found.stderr


def test_help_reads_like_a_page(run: Run) -> None:
    for words, needed in [
        (("workspace",), ["create", "list", "show", "allow", "sees nothing of another's"]),
        (("workspace", "create"), ["NAME", "--json", "Example:"]),
        (("workspace", "allow"), ["--money", "--jobs", "--requests-a-minute", "--workspace", "--json", "none", "Example:"]),
        (("key",), ["create", "list", "revoke", "read", "verify", "write", "review", "admin", "told once"]),
        (("key", "create"), ["--scope", "--name", "--days", "--money", "--workspace", "--json", "Authorization: Bearer KEY", "Example:"]),
        (("key", "revoke"), ["ID", "Exits with 0", "Example:"]),
        (("person",), ["add", "list", "remove", "reader", "checker", "reviewer", "admin"]),
        (("person", "add"), ["NAME", "--role", "--password-stdin", "--email", "--subject", "12 to 1,000", "Example:"]),
        (("provider",), ["set", "list", "drop", "VERACIOUS_SECRET", "openssl rand -base64 32"]),
        (("provider", "set"), ["NAME", "standard input", "Example:"]),
    ]:
        shown = run(*words, "--help").stdout
        assert [word for word in needed if word not in shown] == []
