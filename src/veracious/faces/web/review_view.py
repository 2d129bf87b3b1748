"""What was said of a verdict, as a page shows it, and what whoever reads the page may say next."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from veracious.domain.access import Grant
from veracious.domain.record import Record
from veracious.domain.review import Act, Feedback, ReviewEntry, ReviewRequest, ReviewState, Stage
from veracious.domain.verdict import Verdict
from veracious.faces.http import review_desk
from veracious.faces.http.review_desk import Reviewed
from veracious.faces.http.routes import Visit
from veracious.faces.pages import foreign, words
from veracious.faces.web import embedding, site_address
from veracious.faces.web.embedding import Embedding
from veracious.rules import reviewing

DID = {
    Act.SIGNED: "signed it as",
    Act.CHANGED: "changed it to",
    Act.RETURNED: "returned the draft",
    Act.WITHDRAWN: "withdrew it",
    Act.PUBLISHED: "published it as",
    Act.UNPUBLISHED: "took it back from the public",
}
WITHDRAWN = "Withdrawn"
NOBODY_ANY_MORE = "Nobody stands behind a verdict on this claim any more. That says nothing about whether it is true."
A_PERSONS = "A person stands behind this verdict, in place of the one that the program came to."
NOBODY = "A verdict is signed by a person with a name. Nobody is signed in here: start the service with keys, and sign in."


@dataclass(frozen=True, slots=True)
class EntryLine:
    """What somebody said."""

    record: str
    by: str
    did: str
    was: str
    was_kind: str
    became: str  # empty: nobody stands behind a verdict any more
    kind: str  # of the sign beside it
    why: str
    at: datetime
    is_correction: bool

    @property
    def day(self) -> str:
        """When, as it is shown."""
        return f"{self.at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


@dataclass(frozen=True, slots=True)
class ReviewView:
    """How a verdict stands, and what may be said of it."""

    id: str
    digest: str
    seen: int
    stage: str
    kind: str  # of the verdict that is shown
    word: str
    meaning: str  # where it is not the verdict of the program
    drafted: str  # what the program said
    last: EntryLine | None
    entries: tuple[EntryLine, ...]
    published_at: str = ""
    is_changed: bool = False  # a person stands behind another verdict than the program's
    is_withdrawn: bool = False
    signs: str = ""  # the verdict that whoever signs puts their name to
    acts: tuple[str, ...] = ()  # that whoever reads may do
    others: tuple[tuple[str, str], ...] = ()  # verdicts that it may be changed to
    feedback: tuple[Feedback, ...] = ()
    nobody: str = ""  # why somebody who may review cannot
    alert: str = ""  # why what was sent was not written down
    written: ReviewRequest | None = None  # what was sent, so that it is not lost
    embedding: Embedding | None = None  # how it is shown on other sites, once everybody may read it

    @property
    def replaces(self) -> bool:
        """Whether what is shown is not the verdict of the program."""
        return self.is_changed or self.is_withdrawn


async def of(visit: Visit, record: Record) -> ReviewView | None:
    """How the verdict of a record stands, for whoever visits; none where it has none."""
    found = await review_desk.look(visit.backend, visit.workspace, record)
    if found is None:
        return None
    who = await review_desk.reviewer(visit, record)
    may_review = visit.caller.grant.allows(Grant.REVIEW)
    box = visit.backend.reviews.feedback(visit.workspace)
    waiting = await box.waiting(review_desk.FEEDBACK_AT_MOST, None, record.envelope.id) if may_review else ()
    shown = view(found)
    published_at = shown.published_at if who.publishes else ""
    return replace(
        shown,
        published_at=published_at,
        embedding=embedding.of(site_address.of(visit.request), shown.id, found.claim) if published_at else None,
        acts=tuple(act.value for act in reviewing.acts(found.state, who)),
        feedback=tuple(replace(one, text=foreign.visible(one.text)) for one in waiting),
        nobody=NOBODY if may_review and not who.name else "",
    )


def view(found: Reviewed) -> ReviewView:
    """How a verdict stands, for anybody."""
    state, envelope = found.state, found.record.envelope
    kind, word = standing(state)
    is_withdrawn = word == WITHDRAWN
    return ReviewView(
        id=envelope.id,
        digest=envelope.body,
        seen=state.seen,
        stage=state.stage.value,
        kind=kind or "cancelled",
        word=word,
        meaning=NOBODY_ANY_MORE if is_withdrawn else A_PERSONS,
        drafted=words.VERDICTS[state.drafted],
        last=line(state.last) if state.last else None,
        entries=tuple(line(one) for one in found.entries),
        published_at=_day(state.published.at) if state.published else "",
        is_changed=state.stage is Stage.SIGNED and state.verdict is not state.drafted,
        is_withdrawn=is_withdrawn,
        signs=words.VERDICTS[state.verdict],
        others=tuple((one.value, words.VERDICTS[one]) for one in Verdict if one is not state.verdict),
    )


def standing(state: ReviewState) -> tuple[str, str]:
    """The verdict that is shown, as a kind and a word; of one that was withdrawn there is no kind."""
    shown = reviewing.shown(state)
    return ("", WITHDRAWN) if shown is None else (shown.value, words.VERDICTS[shown])


def line(entry: ReviewEntry) -> EntryLine:
    """An entry as it is shown."""
    names_verdict = entry.act in (Act.SIGNED, Act.CHANGED, Act.PUBLISHED) and entry.became is not None
    return EntryLine(
        record=entry.record,
        by=foreign.visible(entry.by),
        did=f"{DID[entry.act]} {words.VERDICTS[entry.became].lower()}" if names_verdict and entry.became else DID[entry.act],
        was=words.VERDICTS[entry.was],
        was_kind=entry.was.value,
        became=words.VERDICTS[entry.became] if entry.became else "",
        kind=entry.became.value if entry.became else "",
        why=foreign.visible(entry.why),
        at=entry.at,
        is_correction=entry.act in reviewing.CORRECTIONS,
    )


def lines(entries: Sequence[ReviewEntry]) -> list[EntryLine]:
    """Entries as they are shown."""
    return [line(one) for one in entries]


def _day(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
