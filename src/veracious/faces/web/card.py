"""What a published verdict says in a few lines, to stand in a page of another site: as it is now, whenever it was put there."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from veracious.domain.report import Report
from veracious.domain.review import Act, ReviewEntry, Stage
from veracious.faces.exports import sign_off
from veracious.faces.http.review_desk import Reviewed
from veracious.faces.pages import foreign, view, words
from veracious.faces.web import public_pages, review_view
from veracious.rules import reviewing

CLAIM_CHARS = 300  # of a claim that stands in a card; the page has it whole
NAME_CHARS = 100
STOOD_BEHIND = (Act.SIGNED, Act.CHANGED)


@dataclass(frozen=True, slots=True)
class Card:
    """A published verdict, in short."""

    id: str
    workspace: str
    claim: str
    kind: str  # of the verdict that holds, or that there is none any more
    word: str
    sure: str  # beside the verdict of the program; empty: it is that of a person
    number: float | None  # the same as it is drawn
    signed: str  # who stands behind it
    notice: str  # that it was corrected; empty: it was not
    updated: datetime

    @property
    def when(self) -> str:
        """When something was said of it last, as it is shown."""
        return f"{self.updated.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def card(found: Reviewed, report: Report, workspace: str) -> Card:
    """The card of a published verdict."""
    state = found.state
    kind, word = review_view.standing(state)
    standing = sign_off.of(state)
    of_program = standing.is_signed and not standing.replaces
    public = [one for one in found.entries if one.act not in public_pages.INSIDE]
    claim = report.reading.claim.text if report.reading else found.claim
    return Card(
        id=found.record.envelope.id,
        workspace=foreign.cut(workspace, NAME_CHARS),
        claim=foreign.cut(claim, CLAIM_CHARS),
        kind=kind or "cancelled",
        word=word,
        sure=words.beside(report) if of_program else "changed by a person" if standing.is_signed else "",
        number=view.number_beside(report) if of_program else None,
        signed=" ".join(standing.said.split()),
        notice=_notice(public, state.stage is Stage.SIGNED),
        updated=public[-1].at,
    )


def _notice(entries: Sequence[ReviewEntry], is_signed: bool) -> str:
    """What the last correction was, where a person had stood behind the verdict before it."""
    place = next((number for number in range(len(entries) - 1, -1, -1) if entries[number].act in reviewing.CORRECTIONS), 0)
    if not any(one.act in STOOD_BEHIND for one in entries[:place]):
        return ""
    last = entries[place]
    day, was = f"{last.at.astimezone(UTC):%Y-%m-%d}", words.VERDICTS[last.was].lower()
    if last.act is Act.CHANGED:
        return f"Corrected on {day}: it was {was}."
    return f"It was withdrawn on {day}, and signed again." if is_signed else f"Withdrawn on {day}: it was {was}."
