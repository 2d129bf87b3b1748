"""`/sources`: how publishers stand, who says so and why, how often their words were judged; and what the workspace says itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from veracious.domain.access import Grant
from veracious.domain.errors import InputError
from veracious.domain.evidence import Source, Tier
from veracious.domain.standing import REASON_CHARS, OwnRating, Standing
from veracious.faces import source_words
from veracious.faces.http.routes import Visit, Visiting, needs
from veracious.faces.pages import foreign
from veracious.faces.web import frame, source_uses
from veracious.faces.web.routing import PageRoute
from veracious.faces.web.source_uses import Uses
from veracious.rules.seeking import domains

ADDRESS_CHARS, NUMBER_CHARS = 2048, 20
OWN_LISTED, LISTED = 300, 60  # of those that the workspace rates, and of the publishers of the last verdicts; a page is read, not searched
NO_DOMAIN = "Write a domain, as bbc.co.uk, or the address of a page."
NO_CREDIBILITY = "Write a number from 0, worst, to 1, best."
NO_REASON = "Write why, so that others can follow."
LONG_REASON = f"Write at most {REASON_CHARS} characters."

routes = APIRouter(route_class=PageRoute)


@dataclass(frozen=True, slots=True)
class SourceForm:
    """What somebody wants to say of a source, as it was written."""

    domain: str = ""
    credibility: str = ""
    tier: str = Tier.UNKNOWN.value
    reason: str = ""
    wrong: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SourceView:
    """A source as a line of the list, or by itself."""

    domain: str
    address: str  # to ask about it again
    credibility: str
    tier: str
    whose: str
    why: str
    said: str  # by whom, and when
    used: str
    warning: str
    is_own: bool


@routes.get("/sources", include_in_schema=False)
@needs(Grant.READ)
async def page(visit: Visiting) -> Response:
    """The sources that count here, and one that is asked about."""
    return await _page(visit, visit.request.query_params.get("address", "").strip()[:ADDRESS_CHARS])


@routes.post("/sources", include_in_schema=False)
@needs(Grant.WRITE)
async def say(visit: Visiting) -> Response:
    """Say how credible a source is, and why."""
    form = sent(visit.request.state.fields)
    if form.wrong:
        return await _page(visit, form.domain, form, 422)
    said = Source(form.domain, _number(form.credibility), Tier(form.tier))
    try:
        kept = await visit.backend.sources.say(visit.workspace, said, form.reason)
    except InputError:
        return await _page(visit, form.domain, _with(form, {"domain": NO_DOMAIN}), 422)
    return RedirectResponse(f"/sources?address={kept.domain}", 303)


@routes.post("/sources/forget", include_in_schema=False)
@needs(Grant.WRITE)
async def forget(visit: Visiting) -> Response:
    """Say nothing more of a source, so that the register counts again."""
    domain = domains.host(visit.request.state.fields.get("domain", "")[:ADDRESS_CHARS])
    if not domain or not await visit.backend.sources.unsay(visit.workspace, domain):
        raise HTTPException(404)
    return RedirectResponse(f"/sources?address={domain}", 303)


def sent(fields: Mapping[str, str]) -> SourceForm:
    """The form as it was sent, with what is wrong with it."""
    tier = fields.get("tier", "")
    form = SourceForm(
        domain=fields.get("domain", "").strip()[:ADDRESS_CHARS],
        credibility=fields.get("credibility", "").strip()[:NUMBER_CHARS],
        tier=tier if tier in set(Tier) else Tier.UNKNOWN.value,
        reason=" ".join(fields.get("reason", "").split()),
    )
    wrong = {} if domains.host(form.domain) else {"domain": NO_DOMAIN}
    if _number(form.credibility) is None:
        wrong["credibility"] = NO_CREDIBILITY
    if not form.reason or len(form.reason) > REASON_CHARS:
        wrong["reason"] = LONG_REASON if form.reason else NO_REASON
    return _with(form, wrong)


async def _page(visit: Visit, address: str, form: SourceForm | None = None, status: int = 200) -> Response:
    own = {one.source.domain: one for one in await visit.backend.sources.ratings(visit.workspace)}
    uses = await source_uses.counted(visit)
    names = list(dict.fromkeys([*list(own)[:OWN_LISTED], *(domain for domain, _ in uses.counts.most_common(LISTED))]))
    rows = [_view(one, own, uses) for one in await visit.backend.sources.standings(visit.workspace, names)]
    asked, trouble, shown = None, "", form
    if address and domains.host(address):
        standing = await visit.backend.sources.standing(visit.workspace, address)
        asked = _view(standing, own, uses)
        shown = form or _form(standing, own)
    elif address:
        trouble = NO_DOMAIN
    said = {"asked": asked, "address": address, "trouble": trouble, "form": shown, "rows": rows, "tiers": [one.value for one in Tier]}
    may_rate = visit.caller.grant.allows(Grant.WRITE)
    return await frame.show(
        visit.request,
        "sources.html.j2",
        said | {"may_rate": may_rate, "records": uses.records, "more": max(0, len(own) - OWN_LISTED)},
        status,
    )


def _view(standing: Standing, own: Mapping[str, OwnRating], uses: Uses) -> SourceView:
    known, said = standing.source.credibility, own.get(standing.entry) if standing.origin == "workspace" else None
    return SourceView(
        domain=foreign.visible(source_words.domain(_named(standing))),
        address=_named(standing),
        credibility="not known" if known is None else f"{known:.2f}",
        tier=standing.source.tier.value,
        whose=source_words.WHOSE.get(standing.origin, standing.origin),
        why=foreign.visible((said.reason if said else "") or source_words.rests_on(standing)),
        said=_told(said),
        used=uses.of(standing.source.domain),
        warning=foreign.visible(source_words.warning(standing)),
        is_own=_named(standing) in own,
    )


def _named(standing: Standing) -> str:
    """The domain that a rating is of: where the workspace rates a part of a site, that part."""
    return standing.entry if standing.origin == "workspace" else standing.source.domain


def _told(said: OwnRating | None) -> str:
    """By whom something was said, and when, as far as that is known."""
    if said is None:
        return ""
    who = foreign.visible(said.by.removeprefix("person:"))
    return " ".join(filter(None, [who, f"on {said.at:%Y-%m-%d}" if said.at else ""]))


def _form(standing: Standing, own: Mapping[str, OwnRating]) -> SourceForm:
    """The form with what holds now; the reason is for whoever changes it to say, unless it is what the workspace says itself."""
    known, said = standing.source.credibility, own.get(_named(standing))
    shown = "" if known is None else f"{known:g}"
    return SourceForm(_named(standing), shown, standing.source.tier.value, said.reason if said else "")


def _with(form: SourceForm, wrong: Mapping[str, str]) -> SourceForm:
    return SourceForm(form.domain, form.credibility, form.tier, form.reason, wrong)


def _number(text: str) -> float | None:
    """A number between 0 and 1, or none."""
    try:
        found = float(text.replace(",", "."))
    except ValueError:
        return None
    return found if isfinite(found) and 0.0 <= found <= 1.0 else None
