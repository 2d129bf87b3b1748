"""Every statement there is, aimed at one workspace: what it is asked with, and what another workspace may make of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum, auto
from hashlib import sha256
from typing import Any

from tests.postgres import WIDTH
from veracious.domain.store import COLLECTIONS
from veracious.rules import digest

URL = "https://example.org/reports/paris-capital.html"
VECTOR = "[" + ",".join(["1"] + ["0"] * (WIDTH - 1)) + "]"
AT = datetime(2024, 6, 1, tzinfo=UTC)
NAMED = ("alpha", "beta")  # the workspaces, in the order in which they are filled


class Kind(Enum):
    """What a statement may do for a workspace it is not aimed at."""

    READS = auto()  # gives rows of the workspace it stands in and shared ones, none of the other's
    TOUCHES = auto()  # changes no row
    WRITES = auto()  # a row in the other's name is refused
    REFUSED = auto()  # what is the other's is not there
    OWN = auto()  # does what it does to the workspace it stands in
    NOTHING = auto()  # has nothing to do with rows of workspaces
    OWNER = auto()  # is the owner's alone


@dataclass(frozen=True)
class Held:
    """What a workspace has."""

    number: int
    name: str
    generation: int  # live
    old: int  # retired
    document: int
    passage: int
    key: str
    digest: str
    terms: list[int]


Asked = Callable[[Held], dict[str, Any]]


@dataclass(frozen=True)
class Case:
    """A statement, aimed."""

    kind: Kind
    asked: Asked = lambda held: {}
    first: tuple[str, Callable[[Held], tuple[Any, ...]]] | None = None  # what is copied into the connection's own tables before


def _place(held: Held) -> dict[str, Any]:
    return {"part": 0, "generation": held.generation, "workspace": held.number}


def _one(held: Held) -> dict[str, Any]:
    return {"part": 0, "document": held.document}


def _found(held: Held) -> dict[str, Any]:
    scope = {"parts": [0], "generations": [held.generation, held.old], "language": None, "domain": None, "before": None}
    words = {"terms": held.terms, "times": [1] * len(held.terms), "k1": 1.2, "b": 0.75, "offset": 0.5, "other_share": 0.3, "in_sight": 500}
    weights = {"near_weight": 1.0, "told_weight": 1.0, "rank_offset": 60}
    near = {"near_parts": scope["parts"], "near_generations": scope["generations"]}
    walked = {"names": ["paris", " paris ", "france", " france "], "hops": 2, "touched_at_most": 1000}
    return scope | words | weights | near | walked | {"vector": VECTOR, "limit": 50, "depth": 50}


def _reembedded(held: Held) -> dict[str, Any]:
    return _place(held) | {"source_part": 0, "source": held.old, "documents": 1, "first": held.passage, "last": held.passage}


def _reembedded_row(held: Held) -> tuple[Any, ...]:
    return (held.document, 1_000_000_000, held.passage, 1_000_000_000, VECTOR)


def _document(held: Held) -> dict[str, Any]:
    texts = dict.fromkeys(("key", "name", "file_hash", "digest", "url", "form", "title", "domain", "language", "byline"), "x")
    rest = {"credibility": 0.5, "tier": "A", "published": None, "canonical_url": None, "links": [], "text_packed": b"x", "text_bytes": 1}
    return _place(held) | texts | rest


def _ended_page(held: Held) -> dict[str, Any]:
    return {"owner": held.number, "form": URL, "status": "failed", "digest": None, "trouble": "x", "at": AT}


def _passage_row(held: Held) -> tuple[Any, ...]:
    return (1_000_000_000, 0, 1, 1, b"x", VECTOR, "x")


def _posting_row(held: Held) -> tuple[Any, ...]:
    return (held.terms[0], held.passage, 1, 1)


def _triple_row(held: Held) -> tuple[Any, ...]:
    return (held.passage, "Paris", "is", "France", "paris", "france", b"x")


def _about(held: Held) -> dict[str, Any]:
    return _place(held) | {"document": held.document, "language": "en", "domain": "x", "published": None}


def _all(held: Held) -> dict[str, Any]:
    nothing = {"digest": None, "domain": None, "name": None}
    return nothing | {"made_before": datetime.now(UTC) + timedelta(days=1), "collections": list(COLLECTIONS)}


def _own(held: Held) -> dict[str, Any]:
    return {"workspace": str(held.number)}


def _run(held: Held) -> dict[str, Any]:
    return {"run": f"run of {held.name}"}


def _blob(held: Held) -> dict[str, Any]:
    return _own(held) | {"digest": "x", "packed": b"x", "mark": "x", "at": AT}


def _note(held: Held) -> dict[str, Any]:
    return _own(held) | {"run": "x", "port": "x", "asked": "x", "answered": "x", "mark": "x", "at": AT}


def _link(held: Held) -> dict[str, Any]:
    said = {"number": 9, "event": "erased", "record": "x", "at": AT, "commitment": "", "previous": None, "hash": "x"}
    return _own(held) | said


def _loose(held: Held) -> str:
    return digest.of_bytes(f"loose of {held.name}".encode(), "blob")


def _later(held: Held) -> dict[str, Any]:
    return {"before": datetime.now(UTC) + timedelta(days=1)}


def _key(held: Held) -> dict[str, Any]:
    hash = sha256(f"key of {held.name}".encode()).digest()
    return _own(held) | {"id": f"key of {held.name}", "name": "", "hash": hash, "scope": "read", "at": AT, "ends_at": None}


def _person(held: Held) -> dict[str, Any]:
    return _own(held) | {"name": f"person of {held.name}", "password": f"password of {held.name}", "rank": "admin", "at": AT}


def _session(held: Held) -> dict[str, Any]:
    later = AT + timedelta(hours=12)
    return _person(held) | {"hash": sha256(f"session of {held.name}".encode()).digest(), "csrf": f"csrf of {held.name}", "ends_at": later}


def _identity(held: Held) -> dict[str, Any]:
    return _person(held) | {"email": f"{held.name}@example.org", "issuer": "https://id.example", "subject": f"subject of {held.name}"}


def _guest(held: Held) -> dict[str, Any]:
    """Somebody whom a provider has not brought yet."""
    return _identity(held) | {"name": f"guest of {held.name}", "email": f"guest@{held.name}.example", "issuer": "", "subject": ""}


def _linked_session(held: Held) -> dict[str, Any]:
    return _session(held) | _identity(held)


def _provider(held: Held) -> dict[str, Any]:
    provider = {"alpha": "tavily", "beta": "brave"}.get(held.name, "factcheck")
    return _own(held) | {"provider": provider, "sealed": held.name.encode(), "nonce": held.name.encode(), "at": AT}


def _allowance(held: Held) -> dict[str, Any]:
    limits = {"money_micros": held.number, "jobs_at_once": held.number, "requests_a_minute": 1, "text_bytes": None}
    return _own(held) | {"actor": f"key of {held.name}", "month": AT.date().replace(day=1), **limits}


def _taken(held: Held) -> dict[str, Any]:
    return _own(held) | {"actor": f"key of {held.name}", "default": None, "at": AT}


def _job(held: Held) -> dict[str, Any]:
    said = {"kind": "check", "queue": "local", "priority": 0, "request": held.name.encode(), "seconds": 60, "held": 0}
    return _own(held) | {
        "id": f"job of {held.name}",
        "actor": f"key of {held.name}",
        "at": AT,
        "request_id": "r",
        "traceparent": "",
        **said,
    }


def _done(held: Held) -> dict[str, Any]:
    return _job(held) | {"id": f"done of {held.name}", "outcome": "failed", "cause": "", "spent": 0, "has_record": False}


def _begun(held: Held) -> dict[str, Any]:
    return {"id": f"job of {held.name}", "executor": "e1", "version": "v1", "at": AT}


def _event(held: Held) -> dict[str, Any]:
    return _own(held) | {"job": f"job of {held.name}", "number": 1, "kind": "queued", "told": held.name, "fields": "{}", "at": AT}


def _asked_so(held: Held) -> dict[str, Any]:
    return _own(held) | {
        "actor": f"key of {held.name}",
        "key": f"once by {held.name}",
        "body": "digest",
        "job": f"job of {held.name}",
        "at": AT,
    }


def _handed_in(held: Held) -> dict[str, Any]:
    return _own(held) | {"job": f"job of {held.name}", "number": 1, "packed": held.name.encode(), "bytes": 0, "outcome": "", "reason": ""}


def _decided(held: Held) -> dict[str, Any]:
    return _handed_in(held) | {"outcome": "new", "key": "x", "passages": 1}


def _text(held: Held) -> dict[str, Any]:
    return _own(held) | {"bytes": 1, "waiting": 1, "default": None}


def _actors(held: Held) -> dict[str, Any]:
    month = AT.date().replace(day=1, month=AT.month + 1)
    return _own(held) | {"actors": [f"key of {held.name}"], "month": month, "micros": 0, "held": 0, "spent": 0}


def _webhook(held: Held) -> dict[str, Any]:
    return _own(held) | {"address": f"https://{held.name}.example/", "sealed": held.name.encode(), "nonce": held.name.encode(), "at": AT}


def _delivery(held: Held) -> dict[str, Any]:
    said = {"job": f"done of {held.name}", "kind": "check", "outcome": "failed", "at": AT}
    return said | {"notice": "webhooks", "pause": timedelta(seconds=5)}


def _review(held: Held, number: int = 1) -> dict[str, Any]:
    said = {"record": f"run of {held.name}", "number": number, "at": AT, "by": f"somebody of {held.name}", "act": "signed"}
    return _own(held) | said | {"digest": "sha256:ab", "was": "supported", "became": "supported", "why": f"said by {held.name}"}


def _reviews(held: Held) -> dict[str, Any]:
    return {"acts": ["signed"], "by": "", "published": False, "before": None, "limit": 10}


def _feedback(held: Held) -> dict[str, Any]:
    return _own(held) | {
        "record": f"run of {held.name}",
        "text": f"said to {held.name}",
        "at": AT,
        "since": AT,
        "most": 10,
        "most_of_record": 10,
    }


def _line(held: Held) -> dict[str, Any]:
    said = {"record": f"old of {held.name}", "number": 2, "at": AT, "kind": "claim", "terms": held.terms}
    return _own(held) | said | {"verdict": None, "status": ""}


def _search(held: Held) -> dict[str, Any]:
    fits = dict.fromkeys(("verdict", "status", "kind", "since", "until", "number", "others"))
    return fits | {"terms": held.terms[:1], "all": 1, "rarest": held.terms[0], "limit": 10}


def _batch(held: Held, id: str = "") -> dict[str, Any]:
    said = {
        "id": id or f"batch of {held.name}",
        "name": held.name,
        "at": AT,
        "by": held.name,
        "collections": ["documents"],
        "web": False,
        "unread": [],
    }
    costs = {"max_cost": None, "worst": 0, "expected": 0, "expected_ms": 0}
    rows = {"numbers": [1], "names": [held.name], "claims": [held.name], "days": [None], "contexts": [""], "refusals": [""]}
    return _own(held) | said | costs | rows


def _spare_batch(held: Held) -> dict[str, Any]:
    """One of which nothing runs."""
    return _batch(held, f"spare batch of {held.name}")


def _batch_row(held: Held) -> dict[str, Any]:
    return {"batch": f"batch of {held.name}", "number": 1, "job": f"job of {held.name}", "before": "", "after": 0, "limit": 10}


# What a workspace has of those who may ask and of jobs, in the order it can be put.
ACCESS: tuple[tuple[str, Asked], ...] = (
    ("key_put", _key),
    ("person_put", _person),
    ("session_put", _session),
    ("identity_put", _identity),
    ("person_put", _guest),
    ("identity_put", _guest),
    ("person_put", lambda held: _person(held) | {"name": f"newcomer of {held.name}"}),
    ("provider_put", _provider),
    ("allowance_key", _allowance),
    ("rate_take", _taken),
    ("allowance_hold", _actors),
    ("job_put", _job),
    ("job_tell", _event),
    ("job_put", _done),
    ("job_finish", _done),
    ("idempotency_put", _asked_so),
    ("handed_in_put", _handed_in),
    ("text_add", lambda held: _text(held) | {"bytes": held.number}),
    ("webhook_put", _webhook),
    ("delivery_put", _delivery),
    ("review_put", _review),
    ("review_put", lambda held: _review(held, 2) | {"act": "returned", "became": None}),
    ("feedback_put", _feedback),
    ("batch_put", _batch),
    ("batch_put", _spare_batch),
    ("batch_begin", _batch),
    ("batch_row_bind", _batch_row),
)

CASES: Mapping[str, Case] = {
    "live": Case(Kind.READS, lambda held: {"collections": list(COLLECTIONS)}),
    "writable": Case(Kind.READS, lambda held: {"collection": "documents", "is_shared": False}),
    "find_vectors": Case(Kind.READS, _found),
    "find_text": Case(Kind.READS, _found),
    "find_triples": Case(Kind.READS, _found),
    "find_hybrid": Case(Kind.READS, _found),
    "known_files": Case(Kind.READS, lambda held: {"generations": [held.generation], "hashes": [f"file:{held.name}", "file:same"]}),
    "recent_documents": Case(Kind.READS, lambda held: {"collection": "documents", "since": AT.date(), "limit": 10}),
    "refresh_ask": Case(Kind.NOTHING, lambda held: {"id": held.name, "collection": "static", "at": AT}),  # refreshes are everybody's
    "refresh_enqueue": Case(Kind.NOTHING, lambda held: {"workflow": "x", "queue": "x", "id": "x"}),
    "refresh_begin": Case(Kind.NOTHING, lambda held: {"id": held.name, "collection": "static", "at": AT, "pages": 1, "money": 1}),
    "refresh_end": Case(
        Kind.NOTHING,
        lambda held: {"id": "x", "state": "failed", "at": AT, "generation": None, "pages": 1, "money": 1, "reason": "", "cause": ""},
    ),
    "refresh_newest": Case(Kind.NOTHING, lambda held: {"collection": "static", "limit": 10}),
    "refresh_used": Case(Kind.NOTHING, lambda held: {"since": AT}),
    "digest_texts": Case(Kind.READS, lambda held: {"digest": held.digest}),
    "kept_document": Case(Kind.READS, lambda held: {"part": 0, "generation": held.generation, "key": held.key}),
    "open_snapshot": Case(Kind.READS, lambda held: {"digest": held.digest}),
    "generations": Case(Kind.READS),
    "generation": Case(Kind.READS, lambda held: {"generation": held.generation}),
    "documents": Case(Kind.READS, lambda held: {"collections": list(COLLECTIONS), "after": 0, "limit": 1000}),
    "documents_to_erase": Case(Kind.READS, _all),
    "kept_days": Case(Kind.READS, lambda held: {"workspace": str(held.number)}),
    "page_look": Case(Kind.READS, lambda held: {"forms": [URL]}),
    "page_claims": Case(Kind.READS, lambda held: {"form": URL}),
    "override_all": Case(Kind.READS),
    "sweep_generations": Case(Kind.READS),
    "blob_get": Case(Kind.READS, lambda held: {"digest": _loose(held)}),
    "blob_page": Case(Kind.READS, lambda held: {"after": "", "limit": 100}),
    "tape_all": Case(Kind.READS, _run),
    "tape_runs": Case(Kind.READS),
    "tape_old": Case(Kind.READS, _later),
    "tape_kept": Case(Kind.READS, _own),
    "record_get": Case(Kind.READS, lambda held: {"ids": [f"run of {held.name}"]}),
    "record_page": Case(Kind.READS, lambda held: {"after": "", "limit": 100}),
    "chain_last": Case(Kind.READS),
    "chain_all": Case(Kind.READS),
    "chain_about": Case(Kind.READS, lambda held: {"records": [f"run of {held.name}"]}),
    "chain_newest": Case(Kind.READS, lambda held: {"limit": 100, "before": None}),
    "erase_triples": Case(Kind.TOUCHES, _one),
    "uncount_words": Case(Kind.TOUCHES, _one),
    "erase_postings": Case(Kind.TOUCHES, _one),
    "erase_passages": Case(Kind.TOUCHES, _one),
    "erase_document": Case(Kind.TOUCHES, _one),
    "keep_days": Case(Kind.TOUCHES, lambda held: {"days": 1, "workspace": str(held.number)}),
    "override_remove": Case(Kind.TOUCHES, lambda held: {"domain": f"{held.name}.example"}),
    "blob_erase": Case(Kind.TOUCHES, lambda held: {"digests": [_loose(held)]}),
    "tape_erase": Case(Kind.TOUCHES, _run),
    "tape_keep": Case(Kind.TOUCHES, lambda held: {"days": 1, "workspace": str(held.number)}),
    "record_erase": Case(Kind.TOUCHES, lambda held: {"id": f"run of {held.name}"}),
    "put_document": Case(Kind.WRITES, _document),
    "blob_put": Case(Kind.WRITES, _blob),
    "tape_put": Case(Kind.WRITES, _note),
    "record_put": Case(Kind.WRITES, lambda held: _own(held) | {"id": "x", "body": b"x", "envelope": b"x", "salt": b"x"}),
    "chain_put": Case(Kind.WRITES, _link),
    "place_passages": Case(Kind.WRITES, _about, ("copy_passages", _passage_row)),
    "place_postings": Case(Kind.WRITES, _place, ("copy_postings", _posting_row)),
    "place_frequencies": Case(Kind.WRITES, _place, ("copy_postings", _posting_row)),
    "place_triples": Case(Kind.WRITES, _about, ("copy_triples", _triple_row)),
    "put_tally": Case(Kind.WRITES, lambda held: _place(held) | {"documents": 1, "passages": 1, "words": 1}),
    "uncount_passages": Case(Kind.WRITES, lambda held: _one(held) | {"generation": held.generation, "owner": held.number}),
    "page_see": Case(Kind.WRITES, lambda held: {"owner": held.number, "form": f"{URL}?new", "stage": "links", "at": AT}),
    "page_end": Case(Kind.TOUCHES, _ended_page),
    "page_bind": Case(Kind.WRITES, lambda held: {"workspace": str(held.number), "form": URL, "claim": "another"}),
    "override_put": Case(
        Kind.WRITES,
        lambda held: {
            "workspace": str(held.number),
            "domain": f"{held.name}.example",
            "credibility": 0.1,
            "tier": "D",
            "reason": "why",
            "said_by": "x",
        },
    ),
    "override_reasons": Case(Kind.READS),
    "key_all": Case(Kind.READS),
    "audit_newest": Case(Kind.READS, lambda held: {"number": None, "limit": 100}),
    "record_known": Case(Kind.READS, lambda held: {"id": f"run of {held.name}"}),
    "review_put": Case(Kind.WRITES, lambda held: _review(held, 3)),
    "review_of": Case(Kind.READS, lambda held: {"records": [f"run of {held.name}"]}),
    "review_newest": Case(Kind.READS, _reviews),
    "review_back": Case(Kind.READS, lambda held: {"before": None, "limit": 10}),
    "feedback_hold": Case(Kind.NOTHING, _own),
    "feedback_put": Case(Kind.WRITES, _feedback),
    "feedback_waiting": Case(Kind.READS, lambda held: {"record": "", "after": None, "limit": 10}),
    "feedback_close": Case(Kind.TOUCHES, lambda held: {"number": NAMED.index(held.name) + 1, "at": AT, "by": "x", "note": "x"}),
    "line_put": Case(Kind.WRITES, _line),
    "line_review": Case(Kind.TOUCHES, lambda held: {"record": f"run of {held.name}", "verdict": None, "status": "disputed"}),
    "line_hold": Case(Kind.NOTHING, _own),
    "line_share": Case(Kind.NOTHING, _own),
    "line_behind": Case(Kind.READS),
    "line_missing": Case(Kind.READS, lambda held: {"limit": 10}),
    "line_listed": Case(Kind.TOUCHES, lambda held: {"records": [f"old of {held.name}"]}),
    "line_newest": Case(Kind.READS, _search),
    "line_find": Case(Kind.READS, _search),
    "line_best": Case(Kind.READS, _search),
    "line_rarest": Case(Kind.NOTHING, _search),  # one of the words that it is asked with
    "batch_put": Case(Kind.WRITES, lambda held: _batch(held, "x")),
    "batch_get": Case(Kind.READS, _batch),
    "batch_newest": Case(Kind.READS, lambda held: {"limit": 10}),
    "batch_begin": Case(Kind.TOUCHES, _batch),
    "batch_stop": Case(Kind.TOUCHES, _batch),
    "batch_remove": Case(Kind.TOUCHES, _spare_batch),
    "batch_row_bind": Case(Kind.TOUCHES, _batch_row),
    "batch_rows": Case(Kind.READS, _batch_row),
    "batch_row_erase": Case(Kind.TOUCHES, _batch_row),
    "batch_erase_all": Case(Kind.OWN),
    "batch_expire": Case(Kind.OWN, _later),
    "person_all": Case(Kind.READS),
    "person_get": Case(Kind.READS, _person),
    "identity_get": Case(Kind.READS, _identity),
    "person_admins": Case(Kind.READS),
    "person_rank": Case(Kind.TOUCHES, _person),
    "provider_all": Case(Kind.READS),
    "allowance_get": Case(Kind.READS, _allowance),
    "allowance_all": Case(Kind.READS, _allowance),
    "key_revoke": Case(Kind.TOUCHES, _key),
    "person_rehash": Case(Kind.TOUCHES, lambda held: _person(held) | {"before": f"password of {held.name}"}),
    "person_remove": Case(Kind.TOUCHES, _person),
    "session_put": Case(Kind.TOUCHES, lambda held: _session(held) | {"hash": bytes(32)}),
    "identity_link": Case(Kind.TOUCHES, lambda held: _guest(held) | {"issuer": "https://id.example", "subject": "x"}),
    "session_put_linked": Case(Kind.TOUCHES, lambda held: _linked_session(held) | {"hash": bytes(32)}),
    "session_end": Case(Kind.TOUCHES, _session),
    "provider_remove": Case(Kind.TOUCHES, _provider),
    "rate_take": Case(Kind.TOUCHES, _taken),  # the bucket of the other's key is empty, and nobody else is told to wait
    "key_put": Case(Kind.WRITES, lambda held: _key(held) | {"id": "x", "hash": bytes(32)}),
    "person_put": Case(Kind.WRITES, lambda held: _person(held) | {"name": "x"}),
    "identity_put": Case(Kind.WRITES, lambda held: _identity(held) | {"name": f"newcomer of {held.name}", "email": "x", "subject": "x"}),
    "provider_put": Case(Kind.WRITES, _provider),
    "allowance_key": Case(Kind.OWN, _allowance),
    "session_expire": Case(Kind.OWN, lambda held: {"at": AT + timedelta(days=1)}),
    "workspace_all": Case(Kind.OWN),  # the owner sees all, a workspace itself
    "workspace_find": Case(Kind.NOTHING, lambda held: {"name": held.name}),
    "workspace_stand": Case(Kind.NOTHING, lambda held: {"name": ""}),
    "key_find": Case(Kind.NOTHING, _key),  # tells of the hash that is given, wherever one stands
    "session_find": Case(Kind.NOTHING, _session),
    "job_get": Case(Kind.READS, _job),
    "job_request": Case(Kind.READS, _job),
    "job_newest": Case(Kind.READS, lambda held: {"kind": None, "at": None, "id": None, "limit": 100}),
    "job_unfinished": Case(Kind.READS),
    "job_told": Case(Kind.READS, lambda held: {"job": f"job of {held.name}", "after": 0}),
    "idempotency_get": Case(Kind.READS, _asked_so),
    "allowance_settle": Case(Kind.TOUCHES, _actors),
    "job_begin": Case(Kind.TOUCHES, _begun),
    "job_finish": Case(Kind.TOUCHES, lambda held: _done(held) | {"id": f"job of {held.name}"}),
    "job_cancel": Case(Kind.TOUCHES, _job),
    "job_erase": Case(Kind.TOUCHES, _done),
    "job_put": Case(Kind.WRITES, lambda held: _job(held) | {"id": "x"}),
    "job_tell": Case(Kind.WRITES, lambda held: _event(held) | {"number": 9}),
    "job_tell_last": Case(Kind.WRITES, _event),
    "idempotency_put": Case(Kind.WRITES, lambda held: _asked_so(held) | {"key": "x"}),
    "allowance_hold": Case(Kind.WRITES, _actors),
    "text_get": Case(Kind.READS, _text),
    "text_add": Case(Kind.WRITES, _text),
    "text_move": Case(Kind.TOUCHES, _text),
    "handed_in_all": Case(Kind.READS, lambda held: {"job": f"job of {held.name}"}),
    "handed_in_put": Case(Kind.WRITES, lambda held: _handed_in(held) | {"number": 2}),
    "handed_in_begin": Case(Kind.TOUCHES, _handed_in),
    "handed_in_forgive": Case(Kind.TOUCHES, _handed_in),
    "handed_in_end": Case(Kind.TOUCHES, _decided),
    "handed_in_clear": Case(Kind.OWN, _handed_in),
    "webhook_get": Case(Kind.READS),
    "webhook_put": Case(Kind.WRITES, _webhook),
    "webhook_remove": Case(Kind.OWN),
    "webhook_told": Case(Kind.OWN),
    "webhook_failed": Case(Kind.OWN, lambda held: {"rest": timedelta(seconds=5), "trouble": held.name, "given_up": 0}),
    "webhooks_waiting": Case(Kind.NOTHING),  # names and seconds, for those who send
    "delivery_put": Case(Kind.OWN, lambda held: _delivery(held) | {"job": "x"}),
    "delivery_claim": Case(Kind.OWN, lambda held: {"lease": timedelta(seconds=5)}),
    "delivery_end": Case(Kind.TOUCHES, _delivery),
    "delivery_postpone": Case(Kind.TOUCHES, _delivery),
    "delivery_give_up": Case(Kind.OWN, lambda held: {"patience": timedelta(0)}),
    "job_erase_all": Case(Kind.OWN),
    "job_expire": Case(Kind.OWN, _later),
    "idempotency_expire": Case(Kind.OWN, _later),
    "job_enqueue": Case(Kind.NOTHING, lambda held: {"workflow": "x", "queue": "x", "id": "x", "priority": 0, "name": held.name}),
    "job_ring": Case(Kind.NOTHING, lambda held: {"job": "x"}),
    "job_listen": Case(Kind.NOTHING),
    "room_probe": Case(Kind.NOTHING),
    "queue_listen": Case(Kind.NOTHING),
    "jobs_orphaned": Case(Kind.NOTHING, lambda held: {"silent": timedelta(seconds=10)}),  # names and states, for those who run them
    "jobs_cancelling": Case(Kind.NOTHING, lambda held: {"executor": "e1"}),
    "jobs_counted": Case(Kind.NOTHING),
    "jobs_workspaces": Case(Kind.NOTHING),
    "queue_ages": Case(Kind.NOTHING),
    "service_secret": Case(Kind.NOTHING),
    "executor_see": Case(Kind.NOTHING, lambda held: {"id": "e1", "version": "v1"}),
    "executor_alive": Case(Kind.NOTHING, lambda held: {"silent": timedelta(seconds=10)}),
    "executor_leave": Case(Kind.NOTHING, lambda held: {"id": "e1"}),
    "reembeddings": Case(Kind.NOTHING, lambda held: {"embedder": "words"}),  # names and numbers, for those who keep the service going
    "reembed_alone": Case(Kind.NOTHING, lambda held: {"generation": held.generation}),
    "reembed_lock": Case(Kind.NOTHING, lambda held: {"generation": held.generation}),
    "reembed_begin": Case(Kind.REFUSED, lambda held: {"generation": held.generation, "embedder": "words"}),
    "reembed_finish": Case(Kind.REFUSED, lambda held: {"generation": held.old}),
    "reembed_left": Case(Kind.READS, lambda held: {"embedder": "another"}),
    "reembed_missing": Case(
        Kind.READS, lambda held: _reembedded(held) | {"source": held.generation, "generation": 0, "after": 0, "limit": 1000}
    ),
    "reembed_gone": Case(Kind.READS, lambda held: _reembedded(held) | {"source": 0}),
    "reembed_documents": Case(Kind.TOUCHES, lambda held: _reembedded(held) | {"generation": 0}, ("copy_reembedded", _reembedded_row)),
    "reembed_passages": Case(Kind.WRITES, _reembedded, ("copy_reembedded", _reembedded_row)),
    "reembed_postings": Case(Kind.TOUCHES, _reembedded, ("copy_reembedded", _reembedded_row)),
    "reembed_triples": Case(Kind.TOUCHES, _reembedded, ("copy_reembedded", _reembedded_row)),
    "copy_reembedded": Case(Kind.NOTHING, first=("copy_reembedded", _reembedded_row)),
    "reserve_documents": Case(Kind.NOTHING, lambda held: {"count": 1}),
    "switch_generation": Case(Kind.REFUSED, lambda held: {"generation": held.old}),
    "drop_generation": Case(Kind.REFUSED, lambda held: {"generation": held.old}),
    "fold": Case(Kind.REFUSED, lambda held: {"generation": held.generation}),
    "begin_generation": Case(Kind.OWN, lambda held: {"collection": "documents", "embedder": "words"}),
    "first_generation": Case(Kind.OWN, lambda held: {"collection": "documents", "embedder": "words"}),
    "erase_workspace": Case(Kind.OWN),
    "blob_expire": Case(Kind.OWN, _later),
    "blob_erase_all": Case(Kind.OWN),
    "tape_erase_all": Case(Kind.OWN),
    "chain_hold": Case(Kind.NOTHING, _own),
    "hold_generation": Case(Kind.NOTHING, lambda held: {"generation": held.generation}),
    "enter": Case(Kind.NOTHING, lambda held: {"workspace": held.name}),
    "stand": Case(Kind.NOTHING, lambda held: {"workspace": ""}),
    "share_pages": Case(Kind.NOTHING, lambda held: {}),
    "stand_as": Case(Kind.NOTHING, lambda held: {"workspace": "", "actor": "x"}),
    "begin": Case(Kind.NOTHING, lambda held: {}),
    "begin_steady": Case(Kind.NOTHING, lambda held: {}),
    "read_steady": Case(Kind.NOTHING, lambda held: {}),
    "flush_later": Case(Kind.NOTHING, lambda held: {}),
    "tune_vectors": Case(Kind.NOTHING, lambda held: {"ef_search": "40", "scan_at_most": "1000"}),
    "reserve_passages": Case(Kind.NOTHING, lambda held: {"count": 1}),
    "copy_passages": Case(Kind.NOTHING, first=("copy_passages", _passage_row)),
    "copy_postings": Case(Kind.NOTHING, first=("copy_postings", _posting_row)),
    "copy_triples": Case(Kind.NOTHING, first=("copy_triples", _triple_row)),
    "make_intake": Case(Kind.NOTHING),
    "who": Case(Kind.NOTHING),
    "version": Case(Kind.NOTHING),
    "migrate_lock": Case(Kind.NOTHING, lambda held: {"lock": 1}),
    "migrate_has_ledger": Case(Kind.NOTHING),
    "sweep_tables": Case(Kind.NOTHING),
    "sweep_others": Case(Kind.NOTHING),
    "hold_counts": Case(Kind.NOTHING, lambda held: {"generation": held.generation}),
    "migrate_queue": Case(Kind.NOTHING),
    "move_others": Case(Kind.NOTHING),
    "move_forms": Case(Kind.NOTHING),
    "move_tables": Case(Kind.NOTHING),
    "move_parts": Case(Kind.NOTHING),
    "move_has_rows": Case(Kind.NOTHING),
    "move_contents": Case(Kind.READS),
    "move_sequences": Case(Kind.NOTHING),
    "move_copy_out": Case(Kind.OWNER),
    "move_copy_in": Case(Kind.OWNER),
    "move_make_part": Case(Kind.OWNER, lambda held: {"part": 7}),
    "move_open": Case(Kind.OWNER),
    "move_empty": Case(Kind.OWNER),
    "move_close": Case(Kind.OWNER),
    "move_force": Case(Kind.OWNER),
    "move_set_sequence": Case(Kind.OWNER, lambda held: {"name": "veracious.document_id_seq", "value": 1}),
    "allowance_put": Case(Kind.OWNER, _allowance),
    "migrate_make_ledger": Case(Kind.OWNER),
    "migrate_ledger": Case(Kind.OWNER),
    "migrate_note": Case(Kind.OWNER, lambda held: {"name": "x", "digest": "x"}),
    "sweep_table": Case(Kind.OWNER),
    "sweep_gather": Case(Kind.OWNER),
    "sweep_statistics": Case(Kind.OWNER),
    "checkpoint": Case(Kind.OWNER),
}
