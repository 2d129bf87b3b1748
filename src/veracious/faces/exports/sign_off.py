"""Whether a person stands behind a verdict that is taken away: what every form of it says of that."""

from dataclasses import dataclass, replace
from datetime import UTC, date

from veracious.domain.review import Act, ReviewEntry, ReviewState, Stage
from veracious.domain.verdict import Verdict
from veracious.faces.pages import foreign, words


@dataclass(frozen=True, slots=True)
class SignOff:
    """Who has signed a verdict off, if anybody has, and as what."""

    name: str  # draft, signed, changed, returned, withdrawn, unknown
    said: str
    verdict: Verdict | None = None  # that a person stands behind
    by: str = ""
    on: date | None = None
    why: str = ""

    @property
    def is_signed(self) -> bool:
        """Whether a person stands behind it."""
        return self.verdict is not None

    @property
    def replaces(self) -> bool:
        """Whether the verdict of the program is not the one that holds."""
        return self.name in ("changed", "withdrawn")

    def kind(self, drafted: str) -> str:
        """The colour of the verdict that holds, where that of the program is this one."""
        return drafted if not self.replaces else self.verdict.value if self.verdict else "cancelled"

    def about(self, is_demo: bool) -> "SignOff":
        """The same, which says as well when everything in it is made up."""
        return replace(self, said=f"{self.said} {MADE_UP}") if is_demo else self


MADE_UP = "This is the demo: the claim, the texts and their publishers are made up."
DRAFT = SignOff("draft", "Draft, not signed: a program made this; no person has put their name to it.")
UNKNOWN = SignOff("unknown", "Whether a person signed it is not in the record: ask where it is kept.")


def of(state: ReviewState | None) -> SignOff:
    """How a verdict stands after what was said of it."""
    if state is None or state.last is None:
        return DRAFT
    by, on = foreign.visible(state.last.by), state.last.at.astimezone(UTC).date()
    why = foreign.visible(state.last.why)
    if state.stage is Stage.SIGNED:
        is_changed = state.verdict is not state.drafted
        said = f"Changed to {_word(state.verdict)} and signed" if is_changed else f"Signed as {_word(state.verdict)}"
        return SignOff("changed" if is_changed else "signed", f"{said} by {by} on {on}.", state.verdict, by, on, why)
    return _back(state.last, by, on, why)


def _back(last: ReviewEntry, by: str, on: date, why: str) -> SignOff:
    """Given back: nobody stands behind it."""
    name = "withdrawn" if last.act is Act.WITHDRAWN else "returned"
    return SignOff(name, f"{name.capitalize()} by {by} on {on}: no person stands behind it.", None, by, on, why)


def _word(verdict: Verdict) -> str:
    return words.VERDICTS[verdict].lower()
