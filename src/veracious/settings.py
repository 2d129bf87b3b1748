"""Where things are: settings come from the environment, each by its name after `VERACIOUS_`. None can change a verdict."""

import os
import re
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Annotated, Literal

import platformdirs
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from veracious.domain.configuration import SettingValue
from veracious.domain.errors import SettingsInvalid
from veracious.domain.providers import REVIEWS, SEARCHES, Provider

PREFIX = "VERACIOUS_"
WORKSPACE = re.compile(r"[a-z0-9][a-z0-9_-]{0,62}")
ADDRESS = re.compile(r"https?://[^\s/]+(/\S*)?")
DAILY, NEVER = "daily", "never"  # when current affairs are fetched anew
CRON = re.compile(r"[0-9*/,A-Za-z-]+(?: +[0-9*/,A-Za-z-]+){4}")
HIDDEN = "(hidden)"
PASSWORD = re.compile(r"(://[^/\s:@]*:)\S+(?=@)|(password=)('[^']*'|[^&\s]+)", re.IGNORECASE)  # in the address of a server
NO_ADDRESS = "give an address that begins with http:// or https://"


class Settings(BaseSettings):
    """What the environment says."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, frozen=True)

    home: Path = Field(default_factory=lambda: platformdirs.user_config_path("veracious"), description="Where your own choices are kept.")
    models: Path | None = Field(
        default=None, description="A folder with the models `embedder`, `judge` and `relevance`, instead of the shipped ones."
    )
    judge: str = Field(default="", description="Which judge reads: `large`, `small`, or the folder of another.")
    data: Path | None = Field(default=None, description="The data pack that `veracious eval` measures on.")
    cache: Path = Field(
        default_factory=lambda: platformdirs.user_cache_path("veracious"), description="Where vectors are kept between evaluations."
    )
    database_url: str = Field(
        default="",
        validation_alias="DATABASE_URL",
        description="A PostgreSQL server to keep evidence in, as the role `veracious_app`, instead of the private one.",
    )
    owner_url: str = Field(
        default="",
        description="The same server as the owner of the schema, for `veracious db migrate`, `db sweep`, `workspace list` and `allow`.",
    )
    store: Path = Field(default_factory=lambda: _store(), description="Where the private server keeps its files.")
    workspace: str = Field(default="default", description="The workspace that documents belong to.")
    public: str = Field(
        default="",
        description="The workspace whose published verdicts everybody may read, without signing in; empty: nobody reads anything.",
    )
    secret: SecretStr = Field(
        default=SecretStr(""), description="32 random bytes in base64, under which keys of providers and secrets of webhooks are sealed."
    )
    passwords: bool = Field(default=True, description="Whether people may sign in to the service with a password.")
    oidc_issuer: str = Field(
        default="", description="A provider of sign-ins that speaks OpenID Connect, by the address of its issuer; empty: none."
    )
    oidc_name: str = Field(default="", max_length=60, description="What people call it, on the page to sign in; empty: its host.")
    oidc_client_id: str = Field(default="", description="How this service is known to it.")
    oidc_client_secret: SecretStr = Field(default=SecretStr(""), description="The secret that it gave this service.")
    oidc_redirect: str = Field(
        default="",
        description="Where it sends people back to, exactly as it knows it: the address of this service, and `/sign-in/provider/back`.",
    )
    proxies: Annotated[tuple[IPv4Network | IPv6Network, ...], NoDecode] = Field(
        default=(), description="Networks of the proxies in front of the service, whose `X-Forwarded-For` says from where somebody asks."
    )
    threads: int = Field(default=0, ge=0, le=256, description="How many threads the models may use; 0 for one on each core.")
    endpoint: str = Field(default="", description="A server with an OpenAI-compatible API, up to and with `/v1`; empty: none is asked.")
    endpoint_model: str = Field(default="", description="The model asked of it.")
    endpoint_key: SecretStr = Field(default=SecretStr(""), description="The key it wants; a local server wants none.")
    endpoint_input_price: float = Field(default=0.0, ge=0, description="What it takes for a million tokens read.")
    endpoint_output_price: float = Field(default=0.0, ge=0, description="What it takes for a million tokens written.")
    endpoint_bounds: bool = Field(
        default=False, description="Whether it takes lengths and limits in a schema: llama.cpp does, most hosted ones do not."
    )
    endpoint_cap: Literal["max_tokens", "max_completion_tokens"] = Field(
        default="max_tokens", description="What it calls the limit on an answer."
    )
    endpoint_seconds: float = Field(default=60.0, gt=0, le=3600, description="How long one request to it may last.")
    search: str = Field(
        default="", description=f"Searches of the web in the order they are asked: {', '.join(one.name for one in SEARCHES)}."
    )
    search_price: float = Field(
        default=0.0, ge=0, description=f"What one search of {' or '.join(one.title for one in SEARCHES if one.is_priced)} costs."
    )
    archive: Literal["", "current_affairs", "static", "web"] = Field(
        default="", description="A collection that is searched in place of the web, or after it."
    )
    share_pages: bool = Field(
        default=False,
        description="Whether all workspaces share what is read on the web for one of them, and which pages could not be read.",
    )
    pause: float = Field(default=1.0, ge=0, le=60, description="Seconds between two requests to the same host.")
    jobs: int = Field(default=4, ge=1, le=1000, description="How many jobs that ask nobody outside a worker runs at once.")
    web_jobs: int = Field(default=32, ge=1, le=1000, description="How many jobs that search the web a worker runs at once.")
    web_rate: int = Field(default=0, ge=0, description="How many of them all workers together begin in a minute; 0: as many as come.")
    model_jobs: int = Field(default=16, ge=1, le=1000, description="How many jobs that ask a language model a worker runs at once.")
    model_rate: int = Field(default=0, ge=0, description="How many of them all workers together begin in a minute; 0: as many as come.")
    thinking: int = Field(
        default=0,
        ge=0,
        le=1000,
        description="How many of its jobs a worker thinks about at once, while the others wait for somebody outside; 0: one for each core.",
    )
    refresh: str = Field(
        default="",
        description="When current affairs are fetched anew: `daily`, `never`, or a cron line in UTC, such as `0 5 * * *`.",
    )
    refresh_queries: Path | None = Field(default=None, description="A file with what is searched for then, one query a line.")
    refresh_pages: int = Field(default=200, ge=1, le=100_000, description="How many pages that may ask for in a day at most.")
    refresh_cost: float = Field(default=0.5, ge=0, description="What that may cost in a day at most.")
    answer_cost: float = Field(default=0.05, ge=0, description="What an answer may cost at most where the request has no max_cost.")
    workspace_money: float = Field(
        default=0,
        ge=0,
        le=10**9,
        description="What a workspace may spend in a month, where `veracious workspace allow` says nothing else; 0: no limit.",
    )
    workspace_jobs: int = Field(
        default=10_000,
        ge=0,
        le=10**9,
        description="How many jobs of a workspace may be unfinished, where `veracious workspace allow` says nothing else; 0: no limit.",
    )
    workspace_requests: int = Field(
        default=0,
        ge=0,
        le=10**9,
        description="How many requests a workspace may make in a minute, where `veracious workspace allow` says nothing else; 0: no limit.",
    )
    text_megabytes: int = Field(
        default=0,
        ge=0,
        le=10**9,
        description="How many megabytes of text a workspace may keep, where `veracious workspace allow` says nothing else; 0: no limit.",
    )
    connections: int = Field(
        default=8,
        ge=2,
        le=1000,
        description="Connections a process has to the store at most, and threads `veracious serve` has for what blocks; a worker 8 more.",
    )
    news_hours: float = Field(
        default=48.0, ge=0, le=100_000, description="After how many hours news that were fetched count as stale; 0: they never do."
    )
    worker_metrics: str = Field(
        default="", description="Where a worker tells its metrics: an address of this machine and a port, such as 127.0.0.1:9464."
    )
    webhook_networks: Annotated[tuple[IPv4Network | IPv6Network, ...], NoDecode] = Field(
        default=(),
        description="Networks that are not public, open to webhooks at any port, and without TLS.",
    )
    webhook_pause: float = Field(
        default=5.0,
        gt=0,
        le=3600,
        description="Seconds until a delivery that a webhook did not take is sent again; then twice the last pause, up to 720 times this.",
    )
    webhook_seconds: float = Field(default=10.0, gt=0, le=60, description="In how many seconds a webhook must answer.")
    traces: str = Field(
        default="",
        validation_alias="OTEL_EXPORTER_OTLP_ENDPOINT",
        description="A collector of OpenTelemetry that traces are sent to, such as http://127.0.0.1:4318; needs `veracious[traces]`.",
    )
    http_connections: int = Field(default=512, ge=1, le=100_000, description="How many connections `veracious serve` holds at once.")
    http_connections_per_address: int = Field(
        default=128, ge=0, le=100_000, description="How many of them from one address; 0: all of them, as behind a proxy that limits them."
    )
    http_requests: int = Field(default=256, ge=1, le=100_000, description="How many requests, streams too, it answers at once.")
    http_head_seconds: float = Field(
        default=10.0, gt=0, le=3600, description="In how many seconds the head of a request must arrive, and some of an answer be read."
    )
    http_request_seconds: float = Field(default=60.0, gt=0, le=3600, description="In how many seconds the body of a request must arrive.")
    spare: str = Field(default="", description="A second server, asked when the first does not answer.")
    spare_model: str = Field(default="", description="The model asked of it.")
    spare_key: SecretStr = Field(default=SecretStr(""), description="The key it wants.")
    spare_input_price: float = Field(default=0.0, ge=0, description="What it takes for a million tokens read.")
    spare_output_price: float = Field(default=0.0, ge=0, description="What it takes for a million tokens written.")

    @field_validator("endpoint", "spare")
    @classmethod
    def _address(cls, value: str) -> str:
        if value and not ADDRESS.fullmatch(value):
            raise PydanticCustomError("address", NO_ADDRESS)
        return value

    @field_validator("proxies", "webhook_networks", mode="before")
    @classmethod
    def _networks(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        try:
            return tuple(ip_network(part, strict=False) for part in value.replace(",", " ").split())
        except ValueError:
            raise PydanticCustomError("networks", "name networks or addresses, such as 127.0.0.1, 10.0.0.0/8") from None

    @field_validator("worker_metrics")
    @classmethod
    def _place(cls, value: str) -> str:
        host, _, port = value.rpartition(":")
        try:
            is_near = ip_address(host.strip("[]")).is_loopback and 0 <= int(port) <= 65535
        except ValueError:
            is_near = False
        if value and not is_near:
            raise PydanticCustomError(
                "place", "give an address of this machine and a port, such as 127.0.0.1:9464; nobody needs a key there"
            )
        return value

    @field_validator("refresh")
    @classmethod
    def _when(cls, value: str) -> str:
        if value not in ("", DAILY, NEVER) and not CRON.fullmatch(value):
            raise PydanticCustomError("when", "say daily, never, or a line of cron with five parts, such as 0 5 * * *")
        return value

    @field_validator("public")
    @classmethod
    def _name_or_none(cls, value: str) -> str:
        return cls._name(value) if value else value

    @field_validator("workspace")
    @classmethod
    def _name(cls, value: str) -> str:
        if not WORKSPACE.fullmatch(value):
            raise PydanticCustomError("name", "use small letters, digits, - and _, at most 63, and begin with a letter or a digit")
        return value


@dataclass(frozen=True, slots=True)
class ProviderSettings:
    """What the environment says of a provider."""

    address: str
    key: SecretStr


def provider(asked: Provider) -> ProviderSettings:
    """Where a provider is asked, and with which key."""
    variable = f"{PREFIX}{asked.name.upper()}"
    address = os.environ.get(variable) or asked.address
    if address and not ADDRESS.fullmatch(address):
        raise SettingsInvalid(f"{variable}: {NO_ADDRESS}")
    return ProviderSettings(address, SecretStr(os.environ.get(f"{variable}_KEY", "") if asked.has_key else ""))


def variables() -> list[tuple[str, str]]:
    """Every variable that is read, and what it is: those of the settings, then those of providers."""
    found = [(_variable(name), field.description or "") for name, field in Settings.model_fields.items()]
    for asked in (*SEARCHES, REVIEWS):
        found.append((f"{PREFIX}{asked.name.upper()}", asked.about))
        found += [(f"{PREFIX}{asked.name.upper()}_KEY", asked.key_about)] if asked.has_key else []
    return found


def values() -> tuple[SettingValue, ...]:
    """Every setting as it holds, in the order of `variables`; a key is not told, nor a password within an address."""
    defaults = {_variable(name): field.get_default(call_default_factory=True) for name, field in Settings.model_fields.items()}
    defaults |= {f"{PREFIX}{asked.name.upper()}": asked.address for asked in (*SEARCHES, REVIEWS)}
    return tuple(_value(name, defaults.get(name, "")) for name, _ in variables())


def _value(name: str, default: object) -> SettingValue:
    given = os.environ.get(name, "")
    if given:
        is_secret = name.endswith("_KEY") or isinstance(default, SecretStr)
        return SettingValue(name, HIDDEN if is_secret else PASSWORD.sub(rf"\1\2{HIDDEN}", given), "environment")
    return SettingValue(name, _written(default), "default")


def _written(default: object) -> str:
    """A default as one would write it into the environment."""
    if isinstance(default, bool):
        return str(default).lower()
    if isinstance(default, float):
        return f"{default:g}"
    return "" if default in (None, ()) else str(default)  # of a secret that is empty nothing is written


def unknown() -> tuple[str, ...]:
    """Variables that look like settings and are none."""
    known = {name for name, _ in variables()}
    return tuple(sorted(name for name in os.environ if name.startswith(PREFIX) and name not in known))


def invalid() -> tuple[tuple[str, str], ...]:
    """Each setting whose value cannot be used, and why."""
    found = []
    for asked in (*SEARCHES, REVIEWS):
        try:
            provider(asked)
        except SettingsInvalid as refused:
            name, _, why = refused.detail.partition(": ")
            found.append((name, why))
    try:
        Settings()
    except ValidationError as refused:
        found += [(_variable(str(wrong["loc"][0])), wrong["msg"]) for wrong in refused.errors()]
    return tuple(found)


def _variable(field: str) -> str:
    """The variable of a field; an alias is a variable already."""
    about = Settings.model_fields.get(field)
    return field if about is None else str(about.validation_alias or f"{PREFIX}{field.upper()}")


def _store() -> Path:
    """In the data directory; one with a blank in its name, as on a Mac, cannot hold the server's socket, so there it is in the home."""
    usual = platformdirs.user_data_path("veracious")
    return (Path.home() / ".veracious" if " " in str(usual) else usual) / "store"


def read() -> Settings:
    """The settings of this process. A service asks for them at every request; they are read anew when something changed."""
    return _read(tuple(os.environ.items()))


@lru_cache(maxsize=1)
def _read(environment: tuple[tuple[str, str], ...]) -> Settings:
    for asked in (*SEARCHES, REVIEWS):
        provider(asked)
    try:
        return Settings()
    except ValidationError as refused:
        wrong = refused.errors()[0]
        raise SettingsInvalid(f"{_variable(str(wrong['loc'][0]))}: {wrong['msg']}") from refused
