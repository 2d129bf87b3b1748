"""`/v1/keys`, `/v1/providers`, `/v1/allowance`: what the admin of a workspace looks after."""

from datetime import datetime, timedelta
from typing import Annotated, Any

from fastapi import Path
from pydantic import Field
from starlette.responses import JSONResponse, Response

from veracious.domain.access import ApiKey, Grant
from veracious.domain.job import Allowance, Used
from veracious.domain.providers import WITH_KEYS
from veracious.faces.http import cursors
from veracious.faces.http.models import Given, Number, Shown
from veracious.faces.http.problems import Trouble
from veracious.faces.http.routes import Visit, Visiting, allow, needs, router

DAYS_AT_MOST, COUNT_AT_MOST, MICROS_AT_MOST = 3_650, 10**9, 10**15
NO_KEY = "There is no such key in this workspace. `GET /v1/keys` lists those there are."
NO_PROVIDER = "The workspace has no key of its own for this provider."

routes = router("keys")

KeyName = Annotated[str, Path(pattern=f"^{cursors.NAME}$", description="The id of the key, which is not the key itself.")]
ProviderName = Annotated[str, Path(pattern=f"^({'|'.join(WITH_KEYS)})$", description="Whose key it is.")]


class GivenKey(Given):
    """A key to be made."""

    name: Annotated[str, Field(pattern=r"^([!-~]([ -~]{0,61}[!-~])?)?$")] = Field(default="", description="A name to know it by.")
    scope: Annotated[Grant, Field(strict=False)] = Grant.VERIFY
    days: Annotated[int, Field(ge=1, le=DAYS_AT_MOST), Number] | None = Field(
        default=None, description="How long it is good; without it, until it is revoked."
    )


class KeyShown(Shown):
    """A key as a list shows it."""

    id: str
    name: str
    scope: Grant
    made_at: datetime
    used_at: datetime | None
    ends_at: datetime | None
    revoked_at: datetime | None


class NewKey(KeyShown):
    """A key, told this once."""

    key: str = Field(description="The key itself. It is kept nowhere: note it now.")


class KeyList(Shown):
    """All keys of a workspace."""

    keys: list[KeyShown]


class GivenProvider(Given):
    """The key that a provider gave you."""

    key: Annotated[str, Field(pattern=r"^[!-~]{1,1000}$", repr=False, json_schema_extra={"writeOnly": True})]


class ProviderShown(Shown):
    """That there is a key for a provider; the key itself is never told."""

    provider: str
    set_at: datetime


class ProviderList(Shown):
    """The providers for which a workspace has keys of its own."""

    providers: list[ProviderShown]


class GivenAllowance(Given):
    """What a key may use; what is left out has no limit."""

    money_micros: Annotated[int, Field(ge=0, le=MICROS_AT_MOST), Number] | None = Field(
        default=None, description="In a calendar month, in millionths."
    )
    jobs_at_once: Annotated[int, Field(ge=0, le=COUNT_AT_MOST), Number] | None = Field(default=None, description="Not finished.")
    requests_a_minute: Annotated[int, Field(ge=1, le=COUNT_AT_MOST), Number] | None = None


class AllowanceShown(Shown):
    """What may be used, and what is used of it."""

    money_micros: int | None
    jobs_at_once: int | None
    requests_a_minute: int | None
    spent_micros: int = Field(description="In this month.")
    held_micros: int = Field(description="Set aside for jobs that are not finished.")
    jobs: int = Field(description="Not finished.")
    text_bytes: int | None = Field(description="Of documents that may be kept, by the workspace as a whole; none is no limit.")
    kept_bytes: int = Field(description="Of documents that are kept.")
    waiting_bytes: int = Field(description="Of documents that were handed in and are not put yet.")


@routes.get("/v1/keys", operation_id="list_keys", response_model=KeyList, summary="List keys")
@needs(Grant.ADMIN)
async def listed(visit: Visiting) -> KeyList:
    """All keys of the workspace, those that were revoked too; none of them can be read back."""
    return KeyList(keys=[KeyShown(**_shown(one)) for one in await visit.backend.access.keys(visit.workspace)])


@routes.post("/v1/keys", operation_id="create_key", status_code=201, response_model=NewKey, summary="Make a key")
@needs(Grant.ADMIN)
async def create(visit: Visiting, body: GivenKey) -> Response:
    """Make a key that allows no more than yours; the answer is the only time it is told."""
    allow(visit.caller, body.scope)
    ends = None if body.days is None else visit.backend.clock.now() + timedelta(days=body.days)
    made, secret = await visit.backend.access.create_key(visit.workspace, body.name, body.scope, ends)
    return JSONResponse(NewKey(**_shown(made), key=secret).model_dump(mode="json"), 201, {"Cache-Control": "no-store"})


@routes.delete("/v1/keys/{id}", operation_id="revoke_key", status_code=204, response_class=Response, summary="Revoke a key")
@needs(Grant.ADMIN)
async def revoke(visit: Visiting, id: KeyName) -> Response:
    """Let a key open nothing from now on."""
    if not await visit.backend.access.revoke(visit.workspace, id):
        raise Trouble(404, "key_missing", NO_KEY)
    return Response(status_code=204)


@routes.put("/v1/keys/{id}/allowance", operation_id="set_key_allowance", response_model=AllowanceShown, summary="Limit a key")
@needs(Grant.ADMIN)
async def limit(visit: Visiting, id: KeyName, body: GivenAllowance) -> AllowanceShown:
    """Say what a key may use. What the workspace as a whole may use is said by whoever runs the service."""
    await _known(visit, id)
    allowance = Allowance(body.money_micros, body.jobs_at_once, body.requests_a_minute)
    await visit.backend.access.allow(visit.workspace, id, allowance)
    return _allowance((await visit.backend.access.allowance(visit.workspace, id))[1])


@routes.get("/v1/keys/{id}/allowance", operation_id="get_key_allowance", response_model=AllowanceShown, summary="See what a key may use")
@needs(Grant.ADMIN)
async def limited(visit: Visiting, id: KeyName) -> AllowanceShown:
    """What a key may use, and what of it is used."""
    await _known(visit, id)
    return _allowance((await visit.backend.access.allowance(visit.workspace, id))[1])


@routes.get("/v1/allowance", operation_id="get_allowance", response_model=AllowanceShown, summary="See what the workspace may use")
@needs(Grant.READ)
async def allowed(visit: Visiting) -> AllowanceShown:
    """What the workspace as a whole may use, and what of it is used."""
    return _allowance((await visit.backend.access.allowance(visit.workspace, ""))[1])


@routes.get("/v1/providers", operation_id="list_providers", response_model=ProviderList, summary="List providers with keys of your own")
@needs(Grant.ADMIN)
async def provided(visit: Visiting) -> ProviderList:
    """For which providers the workspace has keys of its own."""
    found = await visit.backend.access.providers(visit.workspace)
    return ProviderList(providers=[ProviderShown(provider=one.provider, set_at=one.set_at) for one in found])


@routes.put(
    "/v1/providers/{provider}", operation_id="put_provider", status_code=204, response_class=Response, summary="Bring a provider's key"
)
@needs(Grant.ADMIN)
async def provide(visit: Visiting, provider: ProviderName, body: GivenProvider) -> Response:
    """Keep a key for a provider, under seal; it is never told again."""
    await visit.backend.access.put_provider(visit.workspace, provider, body.key)
    return Response(status_code=204)


@routes.delete(
    "/v1/providers/{provider}", operation_id="drop_provider", status_code=204, response_class=Response, summary="Forget a provider's key"
)
@needs(Grant.ADMIN)
async def withdraw(visit: Visiting, provider: ProviderName) -> Response:
    """Forget the workspace's key for a provider."""
    if not await visit.backend.access.drop_provider(visit.workspace, provider):
        raise Trouble(404, "provider_missing", NO_PROVIDER)
    return Response(status_code=204)


async def _known(visit: Visit, id: str) -> None:
    if all(one.id != id for one in await visit.backend.access.keys(visit.workspace)):
        raise Trouble(404, "key_missing", NO_KEY)


def _shown(key: ApiKey) -> dict[str, Any]:
    told = {name: getattr(key, name) for name in ("id", "name", "made_at", "used_at", "ends_at", "revoked_at")}
    return told | {"scope": key.grant}


def _allowance(used: Used) -> AllowanceShown:
    return AllowanceShown(
        money_micros=used.at_most.money_micros,
        jobs_at_once=used.at_most.jobs_at_once,
        requests_a_minute=used.at_most.requests_a_minute,
        spent_micros=used.spent_micros,
        held_micros=used.held_micros,
        jobs=used.jobs,
        text_bytes=used.at_most.text_bytes,
        kept_bytes=used.text_bytes,
        waiting_bytes=used.waiting_bytes,
    )
