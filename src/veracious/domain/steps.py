"""What a job tells while it goes on: every kind of event with its fields, for programs. The words beside them are for people."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from veracious.domain.article import ArticleEvent
from veracious.domain.web import FieldValue, Step


@dataclass(frozen=True, slots=True)
class EventKind:
    """What an event of a kind says, and its fields with their types; a name that ends in `*` stands for one field of each claim."""

    says: str
    fields: Mapping[str, type[FieldValue]]


def _kind(says: str, **fields: type[FieldValue]) -> EventKind:
    return EventKind(says, MappingProxyType(fields))


EVENT_KINDS: Mapping[str, EventKind] = MappingProxyType(
    {
        "queued": _kind("it was handed in"),
        "running": _kind("a worker begins it"),
        "search": _kind("the web is searched", query=str),
        "read": _kind("a page is read", url=str),
        "skip": _kind("a page could not be read", url=str, reason=str),
        "review": _kind("published reviews of a claim are looked up", claim=str),
        "look": _kind("a claim is weighed anew, with what was read since", verdict=str),
        "put": _kind("a document was put into the store or refused", done=int, of=int, new=int, known=int, refused=int),
        "claims_read": _kind("the claims of an answer were read", claims=int, documents=int),
        "passages_found": _kind("passages to answer from were found", count=int),
        "draft_judged": _kind("an attempt at an answer was written and judged", attempt=int, claims=int),
        "article_read": _kind("the text of an article is there", title=str, url=str, chars=int),
        "claims_extracted": _kind("the claims of an article were read off", claims=int, verifiable=int, targets=int),
        "target_selection.bayesian_budget": EventKind(
            "how many claims are worth a search, and what each adds",
            MappingProxyType(
                {"budget": str, "optimal_k": int, "floor": int, "ceiling": int}
                | dict.fromkeys(("value", "prior", "harmless", "obscure", "decay", "cost", "minimum", "gain.*"), float)
            ),
        ),
        "target_selection.completed": EventKind(
            "the claims that are searched for, and why the others are not", MappingProxyType({"targets": str, "deferred.*": str})
        ),
        "target_selection.anchor_forced": _kind("the claim that the article is about was put among them", anchor=str, displaced=str),
        "urls_registered": _kind("new pages were found", stage=int, count=int),
        "extract_batch_started": _kind("some pages are read together", batch_size=int),
        "extract_batch_finished": _kind("they were read", success_count=int),
        "bind_completed": _kind("the pages of a stage are bound to claims", stage=int),
        "compare": _kind("a claim of an article is compared with evidence", claim=str),
        "verdict.explainability_tier_factor": _kind(
            "the best source of a claim changes its explainability",
            pre_A=float, prior=float, baseline=float, factor=float, post_A=float, best_tier=str, claim_id=str, source=str,
        ),
        "finished": _kind("it has ended", outcome=str, spent_micros=int, has_record=bool),
    }
)  # fmt: skip


def search(query: str) -> Step:
    """The web is searched."""
    return Step("search", query, (("query", query),))


def read(url: str) -> Step:
    """A page is read."""
    return Step("read", url, (("url", url),))


def skip(url: str, reason: str) -> Step:
    """A page could not be read."""
    return Step("skip", f"{url}: {reason}", (("url", url), ("reason", reason)))


def review(claim: str) -> Step:
    """Published reviews are looked up."""
    return Step("review", claim, (("claim", claim),))


def look(verdict: str) -> Step:
    """A claim is weighed anew."""
    return Step("look", verdict, (("verdict", verdict),))


def claims_read(claims: int, documents: int) -> Step:
    """The claims of an answer were read."""
    return Step("claims_read", f"{claims} claims, {documents} documents", (("claims", claims), ("documents", documents)))


def passages_found(count: int) -> Step:
    """Passages to answer from were found."""
    return Step("passages_found", f"{count} passages", (("count", count),))


def draft_judged(attempt: int, claims: int) -> Step:
    """An attempt at an answer was judged."""
    return Step("draft_judged", f"attempt {attempt}: {claims} claims", (("attempt", attempt), ("claims", claims)))


def article_read(title: str, url: str, chars: int) -> Step:
    """The text of an article is there."""
    return Step("article_read", title or url or "the article", (("title", title), ("url", url), ("chars", chars)))


def claims_extracted(claims: int, verifiable: int, targets: int) -> Step:
    """The claims of an article were read off."""
    words = f"{claims} claims, {verifiable} of them verifiable, {targets} searched for"
    return Step("claims_extracted", words, (("claims", claims), ("verifiable", verifiable), ("targets", targets)))


def compare(id: str, claim: str) -> Step:
    """A claim of an article is compared with evidence."""
    return Step("compare", claim, (("claim", id),))


def of_event(event: ArticleEvent) -> Step:
    """An event of an article, told as it is listed in its report; its words leave out what there is of each claim."""
    words = ", ".join(f"{name} {value}" for name, value in event.fields if "." not in name)
    return Step(event.name, words, event.fields)
