"""What the forms of `/admin` do with people.

Somebody is added with a password that is shown this once, or to sign in by the provider; is given another role; is removed.
"""

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from veracious.domain.access import Grant, Identity, Rank
from veracious.domain.errors import AdminNeeded, IdentityKnown, InputError, PersonKnown
from veracious.faces.http import administration, people
from veracious.faces.http.problems import Trouble
from veracious.faces.http.routes import Visit, Visiting, needs
from veracious.faces.pages import foreign
from veracious.faces.web import admin_page, frame, signing
from veracious.faces.web.admin_view import Sent
from veracious.faces.web.routing import PageRoute
from veracious.rules import identities

NAME_CHARS, LOOKED_AT = 100, 250  # what a name may have, and what of one is looked at
EMAIL_CHARS, EMAIL_LOOKED_AT = 320, 400  # the same of an e-mail address
NO_NAME = f"Write a name of 1 to {NAME_CHARS} characters, all of which can be seen."
KNOWN = "Somebody of this name can sign in already. To give them another password, remove them first."
NAME_TAKEN = "Somebody of this name can sign in already. To let them sign in another way, remove them first."
NO_EMAIL = "Write an e-mail address in ASCII, such as ana@example.org."
EMAIL_TAKEN = "Somebody of this workspace signs in with this e-mail address already. Remove them first, or write another."
NO_ROLE = "Choose a role."
LAST = "Nobody else in this workspace is an admin. Make somebody else one first."

routes = APIRouter(route_class=PageRoute)


@routes.post("/admin/people", include_in_schema=False)
@needs(Grant.ADMIN)
async def add(visit: Visiting) -> Response:
    """Let somebody sign in, and show the password that was made for them this once."""
    if not visit.backend.passwords:
        raise Trouble(403, "passwords_off", signing.OFF)
    name, role = _name(visit), _role(visit)
    fields, wrong = _checked(name, role)
    if wrong or role is None:
        return await admin_page.show(visit, Sent("person", fields, wrong), 422)
    password = administration.make_password()
    try:
        made = await visit.backend.people.add_person(visit.workspace, name, password, role)
    except PersonKnown:
        return await admin_page.show(visit, Sent("person", fields, {"name": KNOWN}), 409)
    except InputError:
        return await admin_page.show(visit, Sent("person", fields, {"name": NO_NAME}), 422)
    said = {"kind": "person", "name": foreign.visible(made.name), "about": f"the role {made.rank.value}", "secret": password}
    return await frame.show(visit.request, "admin_secret.html.j2", said, 201, admin_page.STYLES)


@routes.post("/admin/people/linked", include_in_schema=False)
@needs(Grant.ADMIN)
async def add_linked(visit: Visiting) -> Response:
    """Let somebody sign in by the provider, first with this e-mail address."""
    if visit.backend.identity_provider is None:
        raise Trouble(403, "sign_in_provider_missing", people.NO_PROVIDER)
    name, role = _name(visit), _role(visit)
    email = identities.address(_field(visit, "email", EMAIL_LOOKED_AT))
    fields, wrong = _checked(name, role)
    fields["email"] = _field(visit, "email", EMAIL_LOOKED_AT)
    if not email:
        wrong["email"] = NO_EMAIL
    if wrong or role is None:
        return await admin_page.show(visit, Sent("linked", fields, wrong), 422)
    try:
        await visit.backend.people.add_linked_person(visit.workspace, name, role, Identity("", "", email))
    except IdentityKnown:
        return await admin_page.show(visit, Sent("linked", fields, {"email": EMAIL_TAKEN}), 409)
    except PersonKnown:
        return await admin_page.show(visit, Sent("linked", fields, {"name": NAME_TAKEN}), 409)
    except InputError:
        return await admin_page.show(visit, Sent("linked", fields, {"name": NO_NAME}), 422)
    return RedirectResponse("/admin?done=person-linked#people", 303)


@routes.post("/admin/people/role", include_in_schema=False)
@needs(Grant.ADMIN)
async def give(visit: Visiting) -> Response:
    """Give somebody another role, which holds at once."""
    name, role = _name(visit), _role(visit)
    if role is None:
        return await admin_page.show(visit, Sent(f"role {name}", {"role": ""}, {"role": NO_ROLE}), 422)
    try:
        found = await visit.backend.people.give_role(visit.workspace, name, role)
    except AdminNeeded:
        return await admin_page.show(visit, Sent(f"role {name}", {"role": role.value}, {"role": LAST}), 409)
    if found is None:
        raise HTTPException(404)
    return _redirect(visit, name, "role-given", is_admin=role is Rank.ADMIN)


@routes.post("/admin/people/remove", include_in_schema=False)
@needs(Grant.ADMIN)
async def remove(visit: Visiting) -> Response:
    """Let somebody sign in no more, and end their sessions."""
    name = _name(visit)
    try:
        was_there = await visit.backend.people.dismiss(visit.workspace, name)
    except AdminNeeded:
        return await admin_page.show(visit, Sent(f"remove {name}", {}, {"": LAST}), 409)
    if not was_there:
        raise HTTPException(404)
    return _redirect(visit, name, "person-removed", is_admin=False)


def _redirect(visit: Visit, name: str, done: str, is_admin: bool) -> Response:
    """Back to the page, for whoever may still open it."""
    is_out = name == visit.caller.person and not is_admin
    return RedirectResponse("/" if is_out else f"/admin?done={done}#people", 303)


def _checked(name: str, role: Rank | None) -> tuple[dict[str, str], dict[str, str]]:
    """The fields as they were written, and what is wrong with them."""
    wrong = {} if 0 < len(name) <= NAME_CHARS else {"name": NO_NAME}
    if role is None:
        wrong["role"] = NO_ROLE
    return {"name": name, "role": role.value if role else ""}, wrong


def _name(visit: Visit) -> str:
    return _field(visit, "name", LOOKED_AT)


def _field(visit: Visit, name: str, chars: int) -> str:
    text: str = visit.request.state.fields.get(name, "").strip()[:chars]
    return text


def _role(visit: Visit) -> Rank | None:
    typed = visit.request.state.fields.get("role", "")
    return Rank(typed) if typed in set(Rank) else None
