"""`/v1/people` and `/v1/retention`: who can sign in to a workspace, and how long it keeps things."""

from datetime import datetime
from typing import Annotated

from fastapi import Path
from pydantic import Field
from starlette.responses import JSONResponse, Response

from veracious.domain.access import Grant, Identity, Person, Rank
from veracious.domain.retention import DAYS_AT_MOST, KeptDays
from veracious.faces.http import administration, problems, sessions
from veracious.faces.http.models import Given, Number, Shown
from veracious.faces.http.problems import Trouble
from veracious.faces.http.routes import Visit, Visiting, needs, router

# What stands in an address: no slash, and no dot in front. Names with other letters are added in the pages or by a command.
LETTERS = "0-~À-ɏΑ-ΡΣ-ώА-ӿ一-鿿"
NAME = rf"^[!-\-{LETTERS}]([ -.{LETTERS}]{{0,98}}[!-.{LETTERS}])?$"
NOBODY = "Nobody of this name can sign in to this workspace. `GET /v1/people` lists who can."

NO_PROVIDER = "Nobody signs in by a provider here. Whoever runs this service can name one with VERACIOUS_OIDC_ISSUER."

routes = router("people")

PersonName = Annotated[str, Path(pattern=NAME, description="The name that they sign in with.")]
Days = Annotated[int, Field(ge=1, le=DAYS_AT_MOST), Number]


class GivenPerson(Given):
    """Somebody who is to sign in."""

    name: Annotated[str, Field(pattern=NAME)] = Field(description="The name to sign in with.", examples=["Ada"])
    role: Annotated[Rank, Field(strict=False)]
    email: Annotated[str, Field(max_length=320)] = Field(
        default="",
        description="No password is made: the provider of sign-ins lets them in, first by this address, which it must have verified.",
        examples=["ada@example.org"],
    )


class GivenRole(Given):
    """What somebody may do."""

    role: Annotated[Rank, Field(strict=False)]


class PersonShown(Shown):
    """Somebody who can sign in."""

    name: str
    role: Rank
    made_at: datetime
    email: str | None = Field(default=None, description="By which the provider of sign-ins lets them in; none of somebody with a password.")
    subject: str | None = Field(default=None, description="The provider's own name for them; none until they have come with the address.")


class NewPerson(PersonShown):
    """Somebody who can sign in, with their password, told this once."""

    password: str | None = Field(
        default=None, description="Made of chance. It is kept nowhere: hand it over now. None of somebody whom the provider lets in."
    )


class PeopleShown(Shown):
    """Everybody who can sign in to a workspace."""

    people: list[PersonShown]


class GivenRetention(Given):
    """How long things are to be kept."""

    documents_days: Days | None = Field(description="From when they were put; null: until they are erased.")
    recordings_days: Days | None = Field(description="What outside services answered to a run; null: until its record is erased.")


class RetentionShown(Shown):
    """How long things are kept."""

    documents_days: int | None
    recordings_days: int | None


@routes.get("/v1/people", operation_id="list_people", response_model=PeopleShown, summary="List who can sign in")
@needs(Grant.ADMIN)
async def listed(visit: Visiting) -> PeopleShown:
    """Everybody who can sign in to the workspace, by name."""
    return PeopleShown(people=[_shown(one) for one in await visit.backend.people.people(visit.workspace)])


@routes.post(
    "/v1/people",
    operation_id="create_person",
    status_code=201,
    response_model=NewPerson,
    responses=problems.also(409),
    summary="Let somebody sign in",
)
@needs(Grant.ADMIN)
async def add(visit: Visiting, body: GivenPerson) -> Response:
    """Let somebody sign in with a password that is made for them, told only in the answer; or, with an e-mail address, by the provider."""
    if body.email:
        return await _add_linked(visit, body)
    if not visit.backend.passwords:
        raise Trouble(403, "passwords_off", sessions.OFF)
    password = administration.make_password()
    made = await visit.backend.people.add_person(visit.workspace, body.name, password, body.role)
    return _created(made, password)


@routes.put(
    "/v1/people/{name}", operation_id="set_role", response_model=PersonShown, responses=problems.also(409), summary="Give another role"
)
@needs(Grant.ADMIN)
async def give(visit: Visiting, name: PersonName, body: GivenRole) -> PersonShown:
    """Give somebody another role, which holds at once. The only administrator stays one."""
    found = await visit.backend.people.give_role(visit.workspace, name, body.role)
    if found is None:
        raise Trouble(404, "person_missing", NOBODY)
    return _shown(found)


@routes.delete(
    "/v1/people/{name}",
    operation_id="drop_person",
    status_code=204,
    response_class=Response,
    responses=problems.also(409),
    summary="Let somebody sign in no more",
)
@needs(Grant.ADMIN)
async def remove(visit: Visiting, name: PersonName) -> Response:
    """Let somebody sign in no more, and end their sessions. The only administrator stays."""
    if not await visit.backend.people.dismiss(visit.workspace, name):
        raise Trouble(404, "person_missing", NOBODY)
    return Response(status_code=204)


@routes.get("/v1/retention", operation_id="get_retention", response_model=RetentionShown, summary="See how long things are kept")
@needs(Grant.ADMIN)
async def kept(visit: Visiting) -> RetentionShown:
    """For how many days the workspace keeps documents and recordings."""
    return _days(await visit.backend.retention.kept(visit.workspace))


@routes.put("/v1/retention", operation_id="set_retention", response_model=RetentionShown, summary="Say how long things are kept")
@needs(Grant.ADMIN)
async def keep(visit: Visiting, body: GivenRetention) -> RetentionShown:
    """Say for how many days the workspace keeps documents and recordings. A worker takes away what is older, once in an hour."""
    days = KeptDays(body.documents_days, body.recordings_days)
    await visit.backend.retention.keep(visit.workspace, days)
    return _days(days)


async def _add_linked(visit: Visit, body: GivenPerson) -> Response:
    if visit.backend.identity_provider is None:
        raise Trouble(403, "sign_in_provider_missing", NO_PROVIDER)
    identity = Identity("", "", body.email)
    return _created(await visit.backend.people.add_linked_person(visit.workspace, body.name, body.role, identity), None)


def _created(person: Person, password: str | None) -> Response:
    shown = NewPerson(**_shown(person).model_dump(), password=password)
    return JSONResponse(shown.model_dump(mode="json"), 201, {"Cache-Control": "no-store"})


def _shown(person: Person) -> PersonShown:
    ways = {"email": person.email or None, "subject": person.subject or None}
    return PersonShown(name=person.name, role=person.rank, made_at=person.made_at, **ways)


def _days(kept: KeptDays) -> RetentionShown:
    return RetentionShown(documents_days=kept.documents, recordings_days=kept.recordings)
