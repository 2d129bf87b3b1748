"""What administrators look after, as their page shows it: what is used, what waits, keys, people, providers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from veracious import app
from veracious.domain.access import PERSON, ApiKey, Caller, Grant, Person, ProviderKey, Rank
from veracious.domain.budget import MICROS
from veracious.domain.job import Executor, JobState, Kind, Unfinished, Used, Workload
from veracious.domain.providers import WITH_KEYS
from veracious.faces.pages import foreign
from veracious.faces.web import recent
from veracious.faces.web.change_words import PROVIDERS

MEGABYTE = 1_000_000
KINDS: Mapping[Kind, str] = {
    Kind.VERIFICATION: "Claims",
    Kind.ARTICLE: "Articles",
    Kind.CHECK: "Answers to check",
    Kind.ANSWER: "Questions",
    Kind.INGEST: "Documents to put",
}
QUEUES: Mapping[str, str] = {"local": "without a provider", "model": "language model", "web": "web search", "ingest": "documents"}
SCOPES: Mapping[Grant, str] = {
    Grant.READ: "reads reports and records",
    Grant.VERIFY: "hands in claims, too",
    Grant.WRITE: "puts and erases documents, too",
    Grant.REVIEW: "sees which verdicts wait for a person, too",
    Grant.ADMIN: "makes keys and people, too",
    Grant.OPERATOR: "sees the state of the whole service, too",
}
ROLES: Mapping[Rank, str] = {
    Rank.READER: "reads reports and records",
    Rank.CHECKER: "hands in claims and documents, too",
    Rank.REVIEWER: "signs verdicts, too",
    Rank.ADMIN: "looks after the workspace, too",
}
TROUBLES: Mapping[app.health.Reason, str] = {
    "store_down": "The store does not answer. Whoever runs the service looks at it with `veracious db status`.",
    "vectors_missing": "The store has no vectors. Whoever runs the service installs pgvector.",
    "queue_down": "The queue does not answer. Whoever runs the service looks at the log of the API.",
    "models_missing": "Models are missing. Whoever runs the service looks with `veracious models list`.",
    "disk_full": "The store has no room to write. Whoever runs the service makes room on its disk.",
    "news_stale": "The news are older than they should be. See Collections, and fetch them anew.",
    "vectors_stale": "Collections wait for vectors of the embedder in use, and are searched by words alone."
    " Whoever runs the service runs `veracious db reembed`.",
}  # `no_worker` is said beside the workers


@dataclass(frozen=True, slots=True)
class Bar:
    """What of a limit is used, in words and as parts of 100; without a limit there are no parts."""

    name: str
    words: str
    used: float = 0.0
    held: float = 0.0  # behind what is used: promised to what is not finished
    is_bounded: bool = False


@dataclass(frozen=True, slots=True)
class UseRow:
    """What a key or a person used this month."""

    name: str
    spent: str
    held: str
    jobs: str
    bar: Bar | None


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A key as it is listed."""

    id: str
    slug: str  # for ids within the page
    name: str
    scope: str
    made: str
    used: str
    ends: str
    state: str  # empty: it opens something
    limits: str
    money: str
    jobs: str
    requests: str


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody who can sign in."""

    name: str
    shown: str
    slug: str
    role: str
    since: str
    way: str  # how they sign in
    is_reader: bool  # whoever reads the page


@dataclass(frozen=True, slots=True)
class ProviderRow:
    """A provider, and since when the workspace has a key of its own for it."""

    name: str
    title: str
    since: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """Jobs of a kind that wait or run."""

    kind: str
    waiting: int
    running: int
    oldest: str  # since when the oldest that nobody has begun waits
    link: str


@dataclass(frozen=True, slots=True)
class QueueRow:
    """A queue of the whole service."""

    name: str
    waiting: int
    running: int
    oldest: str


@dataclass(frozen=True, slots=True)
class WorkView:
    """What waits, what runs, and who works."""

    is_known: bool
    workers: int
    versions: str
    seen: str
    rows: tuple[Waiting, ...]
    queues: tuple[QueueRow, ...]  # for those who may see the whole service
    troubles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sent:
    """A form of the page as it was sent, with what is wrong with it."""

    form: str = ""  # which one; empty: none was
    fields: Mapping[str, str] = field(default_factory=dict)
    wrong: Mapping[str, str] = field(default_factory=dict)  # by field; under no name, of the form as a whole


def bars(used: Used) -> tuple[Bar, ...]:
    """What the workspace uses of what it may."""
    may = used.at_most
    aside = f", {money(used.held_micros)} set aside for runs that are not finished" if used.held_micros else ""
    waits = f", {megabytes(used.waiting_bytes)} wait to be put" if used.waiting_bytes else ""
    return (
        _bar("Money this month", f"{money(used.spent_micros)} spent{aside}", used.spent_micros, used.held_micros, may.money_micros, money),
        _bar("Runs at once", f"{used.jobs:,} not finished", used.jobs, 0, may.jobs_at_once, "{:,}".format),
        _bar(
            "Text of documents", f"{megabytes(used.text_bytes)} kept{waits}", used.text_bytes, used.waiting_bytes, may.text_bytes, megabytes
        ),
    )


def uses(found: Mapping[str, Used], keys: Mapping[str, str]) -> tuple[UseRow, ...]:
    """What keys and people used this month, who used most first."""
    ordered = sorted(found.items(), key=lambda one: (-one[1].spent_micros - one[1].held_micros, one[0]))
    return tuple(_use(actor, used, keys) for actor, used in ordered)


def key_rows(keys: Sequence[ApiKey], found: Mapping[str, Used], now: datetime) -> tuple[KeyRow, ...]:
    """Keys, the newest first."""
    return tuple(_key(key, f"key-{place}", found.get(key.id, Used()), now) for place, key in enumerate(reversed(keys), start=1))


def people_rows(people: Sequence[Person], caller: Caller, provider: str) -> tuple[PersonRow, ...]:
    """People, by name; the provider of sign-ins is named, where there is one."""
    return tuple(
        PersonRow(
            name=person.name,
            shown=foreign.visible(person.name),
            slug=f"person-{place}",
            role=person.rank.value,
            since=day(person.made_at),
            way=_way(person, provider or "a provider"),
            is_reader=person.name == caller.person,
        )
        for place, person in enumerate(people, start=1)
    )


def _way(person: Person, provider: str) -> str:
    """How somebody signs in."""
    if person.email:
        return f"by {provider}, as {person.email}"
    return f"by {provider}, as subject {person.subject}" if person.subject else "with a password"


def provider_rows(own: Sequence[ProviderKey]) -> tuple[ProviderRow, ...]:
    """The providers that a workspace may bring a key for."""
    since = {one.provider: day(one.set_at) for one in own}
    return tuple(ProviderRow(name, PROVIDERS[name], since.get(name, "")) for name in WITH_KEYS)


def work(
    standing: Workload | None,
    alive: Sequence[Executor],
    unfinished: Sequence[Unfinished],
    reasons: Sequence[app.health.Reason],
    is_operator: bool,
) -> WorkView:
    """What waits and who works; of other workspaces only for whoever may see the whole service."""
    kinds = [(name, [one for one in unfinished if one.kind is kind]) for kind, name in KINDS.items()]
    return WorkView(
        is_known=standing is not None,
        workers=len(alive),
        versions=", ".join(sorted({one.version[:12] for one in alive})),
        seen=moment(max(one.seen_at for one in alive)) if alive else "",
        rows=tuple(_waiting(name, those) for name, those in kinds if those),
        queues=_queues(standing) if standing is not None and is_operator else (),
        troubles=tuple(TROUBLES[one] for one in reasons if one in TROUBLES),
    )


def money(micros: int) -> str:
    """An amount of money, in the currency of the prices that were set; a small one to a hundredth of a hundredth."""
    return f"{micros / MICROS:,.2f}" if micros >= MICROS or not micros else f"{micros / MICROS:.4f}"


def megabytes(count: int) -> str:
    """An amount of text."""
    return f"{count / MEGABYTE:,.1f} MB"


def day(at: datetime | None) -> str:
    """A day, as it is shown."""
    return "" if at is None else f"{at.astimezone(UTC):%Y-%m-%d}"


def moment(at: datetime | None) -> str:
    """A moment, as it is shown."""
    return "" if at is None else f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def _bar(name: str, said: str, used: int, held: int, most: int | None, shown: Callable[[int], str]) -> Bar:
    if most is None:
        return Bar(name, f"{said}; no limit")
    if not most:
        return Bar(name, f"{said}; nothing is allowed")
    first = _part(used, most)
    return Bar(name, f"{said}, of {shown(most)}", first, min(_part(held, most), 100.0 - first), is_bounded=True)


def _part(amount: int, most: int) -> float:
    """In hundredths of the limit, at most all of it."""
    return round(min(100.0, 100.0 * amount / most), 1)


def _use(actor: str, used: Used, keys: Mapping[str, str]) -> UseRow:
    name = actor.removeprefix(PERSON) if actor.startswith(PERSON) else " ".join(filter(None, [keys.get(actor, ""), actor]))
    most = used.at_most.money_micros
    bar = None if most is None else _bar("Money", money(used.spent_micros), used.spent_micros, used.held_micros, most, money)
    return UseRow(foreign.visible(name), money(used.spent_micros), money(used.held_micros), f"{used.jobs:,}", bar)


def _key(key: ApiKey, slug: str, used: Used, now: datetime) -> KeyRow:
    may = used.at_most
    state = ""
    if key.revoked_at is not None:
        state = f"revoked on {day(key.revoked_at)}"
    elif key.ends_at is not None and key.ends_at <= now:
        state = f"ended on {day(key.ends_at)}"
    limits = (
        "" if may.money_micros is None else f"{money(may.money_micros)} a month",
        "" if may.jobs_at_once is None else f"{may.jobs_at_once:,} runs at once",
        "" if may.requests_a_minute is None else f"{may.requests_a_minute:,} requests a minute",
    )
    return KeyRow(
        id=key.id,
        slug=slug,
        name=foreign.visible(key.name),
        scope=key.grant.value,
        made=day(key.made_at),
        used=moment(key.used_at) or "never",
        ends=day(key.ends_at) or "when it is revoked",
        state=state,
        limits=", ".join(filter(None, limits)) or "only those of the workspace",
        money="" if may.money_micros is None else f"{may.money_micros / MICROS:.6f}".rstrip("0").rstrip("."),
        jobs="" if may.jobs_at_once is None else str(may.jobs_at_once),
        requests="" if may.requests_a_minute is None else str(may.requests_a_minute),
    )


def _waiting(name: str, those: Sequence[Unfinished]) -> Waiting:
    waits = [one for one in those if one.state is JobState.QUEUED]
    runs = sum(one.jobs for one in those if one.state is JobState.RUNNING)
    first = min(waits, key=lambda one: one.oldest_at, default=None)
    link = recent.PLACES[first.kind] + first.oldest if first is not None and first.kind in recent.PLACES else ""
    return Waiting(name, sum(one.jobs for one in waits), runs, moment(first.oldest_at) if first is not None else "", link)


def _queues(standing: Workload) -> tuple[QueueRow, ...]:
    return tuple(
        QueueRow(
            QUEUES.get(name, name),
            states.get(JobState.QUEUED, 0),
            states.get(JobState.RUNNING, 0),
            f"{standing.waiting[name]:,.0f} s" if name in standing.waiting else "",
        )
        for name, states in sorted(standing.queues.items())
    )
