"""Who may say what of a verdict, and how it stands afterwards.

1. Only a person with a name, who may review, says anything; a key has no name to stand behind a verdict with.
2. What may be said depends on the stage: `STEPS` is the whole table.
3. It is said of the bytes and after the entries that the person has read. Where another entry stands behind those by now, they were
   overtaken, and are told by whom. So of two who sign at once one is told that it is signed.
4. A change puts another verdict in place of the one before. It, a return and whatever takes something back says why.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType

from veracious.domain.access import Grant
from veracious.domain.errors import PersonNeeded, ReviewOvertaken, ReviewRefused, ScopeMissing
from veracious.domain.review import WHY_CHARS, Act, ReviewEntry, Reviewer, ReviewRequest, ReviewState, Stage
from veracious.domain.search import ReviewStatus
from veracious.domain.verdict import Verdict

# What may be said at each stage, and the stage that follows.
STEPS: Mapping[Stage, Mapping[Act, Stage]] = MappingProxyType(
    {
        Stage.DRAFT: MappingProxyType({Act.SIGNED: Stage.SIGNED, Act.CHANGED: Stage.SIGNED, Act.RETURNED: Stage.RETURNED}),
        Stage.SIGNED: MappingProxyType({
            Act.CHANGED: Stage.SIGNED, Act.WITHDRAWN: Stage.RETURNED, Act.PUBLISHED: Stage.SIGNED, Act.UNPUBLISHED: Stage.SIGNED,
        }),
        Stage.RETURNED: MappingProxyType({Act.SIGNED: Stage.SIGNED, Act.CHANGED: Stage.SIGNED, Act.UNPUBLISHED: Stage.RETURNED}),
    }
)  # fmt: skip
REASONED = frozenset({Act.CHANGED, Act.RETURNED, Act.WITHDRAWN, Act.UNPUBLISHED})  # say why
ABOUT_READERS = frozenset({Act.PUBLISHED, Act.UNPUBLISHED})  # leave the verdict as it is
CORRECTIONS = (Act.CHANGED, Act.WITHDRAWN)  # what the log of corrections lists
BACK = (Act.RETURNED, Act.WITHDRAWN)  # after which nobody stands behind the verdict

STATUS: Mapping[Stage, ReviewStatus] = MappingProxyType(
    {Stage.DRAFT: ReviewStatus.DRAFT, Stage.SIGNED: ReviewStatus.SIGNED, Stage.RETURNED: ReviewStatus.DISPUTED}
)

DID: Mapping[Act, str] = MappingProxyType({
    Act.SIGNED: "signed it as {}", Act.CHANGED: "changed it to {}", Act.RETURNED: "returned it", Act.WITHDRAWN: "withdrew it",
    Act.PUBLISHED: "published it", Act.UNPUBLISHED: "took it back from the public",
})  # fmt: skip


def state(entries: Sequence[ReviewEntry], drafted: Verdict) -> ReviewState:
    """How a verdict stands after these entries of its record, in their order."""
    current = ReviewState(Stage.DRAFT, drafted, drafted)
    for entry in entries:
        current = replace(current, seen=entry.number)
        if entry.act in ABOUT_READERS:
            current = replace(current, published=entry if entry.act is Act.PUBLISHED else None)
        else:
            stage = Stage.RETURNED if entry.act in BACK else Stage.SIGNED
            current = replace(current, stage=stage, verdict=entry.became or current.verdict, last=entry)
    return current


def shown(current: ReviewState) -> Verdict | None:
    """The verdict that is shown: that of the person who signed, else that of the program; none where it was withdrawn."""
    if current.last is not None and current.last.act is Act.WITHDRAWN:
        return None
    return current.verdict if current.stage is Stage.SIGNED else current.drafted


def status(current: ReviewState) -> ReviewStatus:
    """What people have said of a verdict, in one word."""
    return STATUS[current.stage]


def acts(current: ReviewState, who: Reviewer) -> tuple[Act, ...]:
    """What this reviewer may say of a verdict as it stands, in the order of the table."""
    if not who.name or not who.grant.allows(Grant.REVIEW):
        return ()
    return tuple(act for act in STEPS[current.stage] if act not in ABOUT_READERS or _is_for_readers(act, current, who))


def entry(current: ReviewState, asked: ReviewRequest, who: Reviewer, record: str, at: datetime) -> ReviewEntry:
    """What is written down when this reviewer says this; raises when they may not, or were overtaken."""
    if not who.grant.allows(Grant.REVIEW):
        raise ScopeMissing(Grant.REVIEW.value)
    if not who.name:
        raise PersonNeeded
    if asked.seen != current.seen:
        raise ReviewOvertaken
    if asked.act not in acts(current, who):
        raise ReviewRefused(f"{asked.act} does not follow on {current.stage}")
    why = asked.why.strip()
    if trouble := _trouble(current, asked, why):
        raise ReviewRefused(trouble)
    became = None if asked.act in BACK else asked.verdict if asked.act is Act.CHANGED else current.verdict
    return ReviewEntry(record, current.seen + 1, at, who.name, asked.act, asked.digest, current.verdict, became, why)


def repeated(entries: Sequence[ReviewEntry], asked: ReviewRequest, who: Reviewer) -> ReviewEntry | None:
    """The entry that a request made already, as one does that was sent twice; none where it is a new one."""
    made = entries[asked.seen] if 0 <= asked.seen < len(entries) else None
    is_same = made is not None and (made.by, made.act, made.digest, made.why) == (who.name, asked.act, asked.digest, asked.why.strip())
    return made if is_same and made is not None and asked.verdict in (None, made.became) else None


def describe(entry: ReviewEntry) -> str:
    """Who did what, and when, in words."""
    verdict = "no verdict" if entry.became is None else entry.became.value.replace("_", " ")
    return f"{entry.by} {DID[entry.act].format(verdict)} on {entry.at.astimezone(UTC):%Y-%m-%d at %H:%M} UTC"


def _is_for_readers(act: Act, current: ReviewState, who: Reviewer) -> bool:
    return current.published is not None if act is Act.UNPUBLISHED else who.publishes and current.published is None


def _trouble(current: ReviewState, asked: ReviewRequest, why: str) -> str:
    """What is wrong with a request that may be made; empty: nothing."""
    if asked.act in REASONED and not why:
        return "say why"
    if len(why) > WHY_CHARS:
        return f"the reason is longer than {WHY_CHARS} characters"
    if asked.act is not Act.CHANGED:
        return "only a change names a verdict" if asked.verdict is not None else ""
    if asked.verdict is None:
        return "name the verdict that it is changed to"
    return "it is changed to another verdict than the one it has" if asked.verdict is current.verdict else ""
