"""`veracious config check`, as an operator or a script runs it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests import tiny
from veracious import settings
from veracious.adapters.postgres.server import Addresses

COMMAND = [sys.executable, "-c", "from veracious.faces.cli.main import run; run()", "config", "check"]
KEY = "a-key-that-nobody-sees"


@dataclass(frozen=True)
class Told:
    """What the command said."""

    code: int
    out: str
    error: str

    @property
    def found(self) -> dict[str, Any]:
        read: dict[str, Any] = json.loads(self.out)
        return read

    def of(self, name: str) -> list[tuple[str, bool]]:
        """What was found of a setting, and whether it is only a warning."""
        return [(one["text"], one["is_warning"]) for one in self.found["findings"] if one["setting"] == name]

    def value(self, name: str) -> tuple[str, str]:
        """The value of a setting and where it comes from."""
        ((value, origin),) = [(one["value"], one["origin"]) for one in self.found["settings"] if one["name"] == name]
        return value, origin


@pytest.fixture
def check(tmp_path: Path) -> Callable[..., Told]:
    """The command on an installation that has tiny models and no store yet."""
    for role in tiny.GRAPHS:
        tiny.pack(tmp_path / "models" / role, role)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("VERACIOUS_", "DATABASE_URL", "OTEL_"))}
    own = {"VERACIOUS_HOME": str(tmp_path / "home"), "VERACIOUS_STORE": str(tmp_path / "store"), "COLUMNS": "200", "NO_COLOR": "1"}
    plain = {**kept, **own, "VERACIOUS_MODELS": str(tmp_path / "models")}

    def run(*options: str, **more: str) -> Told:
        done = subprocess.run([*COMMAND, *options], capture_output=True, text=True, env={**plain, **more}, timeout=120, check=False)
        return Told(done.returncode, done.stdout, done.stderr)

    return run


def test_every_setting_is_told_with_where_it_comes_from(check: Callable[..., Told], tmp_path: Path) -> None:
    told = check("--json", VERACIOUS_JOBS="7")
    assert (told.code, told.found["outcome"], told.found["findings"]) == (0, "usable", [])
    assert [one["name"] for one in told.found["settings"]] == [name for name, _ in settings.variables()]
    assert told.value("VERACIOUS_JOBS") == ("7", "environment")
    assert told.value("VERACIOUS_WEB_JOBS") == ("32", "default")
    assert told.value("VERACIOUS_PASSWORDS") == ("true", "default")
    assert told.value("VERACIOUS_TAVILY") == ("https://api.tavily.com", "default")
    assert not (tmp_path / "store").exists()


def test_people_read_a_line_for_each_setting_and_that_nothing_is_wrong(check: Callable[..., Told]) -> None:
    told = check(VERACIOUS_JOBS="7")
    assert (told.code, told.error) == (0, "")
    assert any(line.split() == ["VERACIOUS_JOBS", "environment", "7"] for line in told.out.splitlines())
    assert told.out.splitlines()[-1] == "Nothing is wrong."


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        (f"postgresql://veracious_app:{KEY}@127.0.0.1:1/x", "postgresql://veracious_app:(hidden)@127.0.0.1:1/x"),
        (f"postgresql://veracious_app@127.0.0.1:1/x?password={KEY}&sslmode=require", None),
        (f"host=127.0.0.1 port=1 password='{KEY} with a blank' dbname=x", None),
    ],
)
def test_no_key_and_no_password_is_shown(url: str, shown: str | None, check: Callable[..., Told]) -> None:
    secret = {"DATABASE_URL": url, "VERACIOUS_BRAVE_KEY": KEY, "VERACIOUS_ENDPOINT_KEY": KEY, "VERACIOUS_SECRET": KEY}
    told = check("--json", **secret)
    assert KEY not in told.out + told.error
    assert "with a blank" not in told.out + told.error
    assert told.value("VERACIOUS_BRAVE_KEY") == told.value("VERACIOUS_SECRET") == ("(hidden)", "environment")
    assert shown is None or told.value("DATABASE_URL") == (shown, "environment")


def test_a_name_that_nobody_knows_is_told_with_the_nearest(check: Callable[..., Told]) -> None:
    """A warning: it changes nothing, and whoever set it believes that it does."""
    told = check("--json", VERACIOUS_SERCH="brave", VERACIOUS_XYZZY="1")
    assert told.code == 0
    assert check("--json", VERACIOUS_DATABASE_URL="x").of("VERACIOUS_DATABASE_URL")[0][0].endswith("Did you mean DATABASE_URL?")
    assert told.of("VERACIOUS_SERCH") == [("There is no such setting. Did you mean VERACIOUS_SEARCH?", True)]
    ((text, _),) = told.of("VERACIOUS_XYZZY")
    assert "Did you mean" not in text


def test_every_value_that_cannot_be_used_is_told_at_once(check: Callable[..., Told]) -> None:
    told = check(
        "--json", VERACIOUS_THREADS="many", VERACIOUS_REFRESH="often", VERACIOUS_BRAVE="api.search.brave.com", VERACIOUS_PROXIES="x"
    )
    assert (told.code, told.found["outcome"]) == (1, "unusable")
    wrong = {"VERACIOUS_THREADS", "VERACIOUS_REFRESH", "VERACIOUS_BRAVE", "VERACIOUS_PROXIES"}
    assert {one["setting"] for one in told.found["findings"]} == wrong
    assert told.value("VERACIOUS_THREADS") == ("many", "environment")


WRONG = [
    ({"VERACIOUS_DATA": "/nowhere"}, "VERACIOUS_DATA", "no folder"),
    ({"VERACIOUS_REFRESH_QUERIES": "/nowhere"}, "VERACIOUS_REFRESH_QUERIES", "no file"),
    ({"VERACIOUS_MODELS": "/nowhere"}, "VERACIOUS_MODELS", "judge"),
    ({"VERACIOUS_SEARCH": "brave"}, "VERACIOUS_SEARCH", "VERACIOUS_BRAVE_KEY"),
    ({"VERACIOUS_SEARCH": "searxng"}, "VERACIOUS_SEARCH", "VERACIOUS_SEARXNG"),
    ({"VERACIOUS_SEARCH": "wikipedia,gopher"}, "VERACIOUS_SEARCH", "gopher"),
    ({"VERACIOUS_ENDPOINT": "http://127.0.0.1:1/v1"}, "VERACIOUS_ENDPOINT_MODEL", "which model"),
    ({"VERACIOUS_SECRET": "short"}, "VERACIOUS_SECRET", "openssl rand"),
    ({"VERACIOUS_OWNER_URL": "postgresql://owner@127.0.0.1:1/x"}, "VERACIOUS_OWNER_URL", "DATABASE_URL"),
    ({"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/x"}, "DATABASE_URL", "db status"),
    ({"OTEL_EXPORTER_OTLP_ENDPOINT": "127.0.0.1:4318"}, "OTEL_EXPORTER_OTLP_ENDPOINT", "http://"),
    ({"VERACIOUS_OIDC_ISSUER": "https://id.example"}, "VERACIOUS_OIDC_CLIENT_ID", "VERACIOUS_OIDC_ISSUER is set"),
]


@pytest.mark.parametrize(("given", "name", "text"), WRONG)
def test_what_must_be_done_first_is_told(given: dict[str, str], name: str, text: str, check: Callable[..., Told]) -> None:
    told = check("--json", **given)
    assert told.code == 1
    assert any(text in found and not is_warning for found, is_warning in told.of(name)), told.out


AWAY = {"VERACIOUS_ENDPOINT": "http://models.example/v1", "VERACIOUS_ENDPOINT_MODEL": "m"}
DOUBTFUL = [
    ({"VERACIOUS_TAVILY_KEY": KEY}, (), "VERACIOUS_TAVILY_KEY", "never asked"),
    ({"VERACIOUS_REFRESH": "daily"}, (), "VERACIOUS_REFRESH", "no search"),
    ({"VERACIOUS_ENDPOINT_MODEL": "m"}, (), "VERACIOUS_ENDPOINT_MODEL", "VERACIOUS_ENDPOINT is not set"),
    ({"VERACIOUS_OIDC_CLIENT_SECRET": KEY}, (), "VERACIOUS_OIDC_CLIENT_SECRET", "VERACIOUS_OIDC_ISSUER is not set"),
    (AWAY, (), "VERACIOUS_ENDPOINT", "unencrypted"),
    (AWAY, (), "VERACIOUS_ENDPOINT_INPUT_PRICE", "no limit on money"),
    ({}, ("--host", "0.0.0.0"), "VERACIOUS_PROXIES", "TLS"),  # noqa: S104
    ({"VERACIOUS_PROXIES": "127.0.0.1"}, (), "VERACIOUS_PROXIES", "--keys"),
    ({"VERACIOUS_PROXIES": "0.0.0.0/0"}, (), "VERACIOUS_PROXIES", "Name the proxies alone"),
    ({"VERACIOUS_PROXIES": "127.0.0.1"}, (), "VERACIOUS_HTTP_CONNECTIONS_PER_ADDRESS", "Set it to 0"),
]


@pytest.mark.parametrize(("given", "options", "name", "text"), DOUBTFUL)
def test_what_is_perhaps_not_meant_is_a_warning(
    given: dict[str, str], options: tuple[str, ...], name: str, text: str, check: Callable[..., Told]
) -> None:
    told = check("--json", *options, **given)
    assert told.code == 0
    assert any(text in found and is_warning for found, is_warning in told.of(name)), told.out


def test_a_server_is_looked_at_its_schema_and_its_role(check: Callable[..., Told], new_addresses: Callable[..., Addresses]) -> None:
    behind, made = new_addresses(with_schema=False), new_addresses()
    assert check("--json", DATABASE_URL=made.app).found["findings"] == []
    ((text, _),) = check("--json", DATABASE_URL=behind.app).of("DATABASE_URL")
    assert "veracious db migrate" in text
    ((text, _),) = check("--json", DATABASE_URL=made.owner).of("DATABASE_URL")
    assert "veracious_app" in text
