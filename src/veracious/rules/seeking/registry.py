"""The pages of an article's analysis: which were found, by which claims, which were read, and which speak in whose report.

Every value here is new: nothing is changed in place. An address stands once, under its one form. What was read or could not be read is
never read again, and only a page that was read is bound to a claim.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from veracious.domain.article import Binding
from veracious.domain.store import PageStatus
from veracious.domain.web import Hit
from veracious.rules.seeking import urls
from veracious.rules.seeking.urls import UrlDials


@dataclass(frozen=True, slots=True)
class RegisteredPage:
    """A page as a search or a link names it, for whom it was found, and whether it was read."""

    hit: Hit
    first_stage: int
    claims: frozenset[str]  # ids of the claims that it was found for
    status: PageStatus = PageStatus.SEEN


@dataclass(frozen=True, slots=True)
class Registry:
    """All pages of one analysis by the one form of their addresses, in the order in which they were found."""

    pages: Mapping[str, RegisteredPage] = field(default_factory=dict)
    used: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # of each claim, the pages that speak in its report


def register(
    registry: Registry, stage: int, claims: Collection[str], hits: Iterable[Hit], dials: UrlDials
) -> tuple[Registry, tuple[str, ...]]:
    """The registry with the pages that a stage found for these claims, and the forms of those that are new to it."""
    pages, new = dict(registry.pages), list[str]()
    for hit in hits:
        form = urls.normalise(hit.url, dials)
        if not form:
            continue
        if form in pages:
            pages[form] = replace(pages[form], claims=pages[form].claims | frozenset(claims))
        else:
            pages[form] = RegisteredPage(hit, stage, frozenset(claims))
            new.append(form)
    return replace(registry, pages=pages), tuple(new)


def pending(registry: Registry) -> tuple[str, ...]:
    """The pages that were found and neither read nor tried, in the order in which they were found."""
    return tuple(form for form, page in registry.pages.items() if page.status is PageStatus.SEEN)


def settle(registry: Registry, form: str, was_read: bool) -> Registry:
    """The registry once a page was read, or could not be; raises when the page does not wait for that."""
    page = registry.pages[form]
    if page.status is not PageStatus.SEEN:
        raise ValueError(f"{form} is {page.status}, and is not read again")
    status = PageStatus.EXTRACTED if was_read else PageStatus.FAILED
    return replace(registry, pages={**registry.pages, form: replace(page, status=status)})


def use(registry: Registry, claim: str, addresses: Iterable[str], dials: UrlDials) -> Registry:
    """The registry with the pages that speak in a claim's report; of what was not read in this analysis nothing is bound."""
    forms = dict.fromkeys(urls.normalise(address, dials) for address in addresses)
    read = tuple(form for form in forms if form in registry.pages and registry.pages[form].status is PageStatus.EXTRACTED)
    return replace(registry, used={**registry.used, claim: read})


def bindings(registry: Registry, claims: Sequence[str]) -> tuple[Binding, ...]:
    """Of each claim, the pages that were found for it and those that speak in its report: read pages alone."""
    read = {form: page for form, page in registry.pages.items() if page.status is PageStatus.EXTRACTED}
    return tuple(
        Binding(claim, tuple(form for form, page in read.items() if claim in page.claims), registry.used.get(claim, ())) for claim in claims
    )
