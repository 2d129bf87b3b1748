"""Who may say what of a verdict: every stage × every act × everybody, and how it stands afterwards."""

from contextlib import suppress
from datetime import UTC, datetime
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as some

from veracious.domain.access import Caller, Grant, Rank
from veracious.domain.errors import PersonNeeded, ReviewError, ReviewOvertaken, ReviewRefused, ScopeMissing
from veracious.domain.review import WHY_CHARS, Act, ReviewEntry, Reviewer, ReviewRequest, ReviewState, Stage, reviewer
from veracious.domain.verdict import Verdict
from veracious.rules import reviewing

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
ADA = Reviewer("Ada", Grant.REVIEW, publishes=True)
BO = Reviewer("Bo", Grant.ADMIN, publishes=True)
DIGEST = "sha256:ab"


def asked(act: Act, seen: int = 0, verdict: Verdict | None = None, why: str | None = None) -> ReviewRequest:
    """A request without faults, unless it is said otherwise."""
    reason = "It says 14,000." if why is None and act in reviewing.REASONED else why or ""
    return ReviewRequest(act, DIGEST, seen, Verdict.REFUTED if act is Act.CHANGED and verdict is None else verdict, reason)


def said(*acts: Act, who: Reviewer = ADA, drafted: Verdict = Verdict.SUPPORTED) -> list[ReviewEntry]:
    """The entries of one who says this after that; a change is to a verdict that it had not."""
    entries: list[ReviewEntry] = []
    for act in acts:
        found = reviewing.state(entries, drafted)
        other = Verdict.REFUTED if found.verdict is not Verdict.REFUTED else Verdict.MIXED
        request = asked(act, found.seen, other if act is Act.CHANGED else None)
        entries.append(reviewing.entry(found, request, who, "r", AT))
    return entries


def after(*acts: Act) -> ReviewState:
    return reviewing.state(said(*acts), Verdict.SUPPORTED)


AT_STAGE = {Stage.DRAFT: after(), Stage.SIGNED: after(Act.SIGNED), Stage.RETURNED: after(Act.RETURNED)}


def test_the_table_of_stages_is_this_one() -> None:
    """Written out, so that a change of it is seen."""
    assert {stage: {act.value: then.value for act, then in steps.items()} for stage, steps in reviewing.STEPS.items()} == {
        Stage.DRAFT: {"signed": "signed", "changed": "signed", "returned": "returned"},
        Stage.SIGNED: {"changed": "signed", "withdrawn": "returned", "published": "signed", "unpublished": "signed"},
        Stage.RETURNED: {"signed": "signed", "changed": "signed", "unpublished": "returned"},
    }


@pytest.mark.parametrize(("stage", "act"), [*product(Stage, Act)])
def test_what_may_be_said_is_what_the_table_has_and_leads_where_it_says(stage: Stage, act: Act) -> None:
    found = AT_STAGE[stage]
    may = act in reviewing.STEPS[stage] and act is not Act.UNPUBLISHED  # nothing of it is published yet
    assert (act in reviewing.acts(found, ADA)) == may
    if not may:
        with pytest.raises(ReviewRefused):
            reviewing.entry(found, asked(act, found.seen), ADA, "r", AT)
        return
    made = reviewing.entry(found, asked(act, found.seen), ADA, "r", AT)
    assert (made.number, made.by, made.digest, made.was) == (found.seen + 1, "Ada", DIGEST, found.verdict)
    assert (made.became is None) == (act in reviewing.BACK)
    history = {Stage.DRAFT: [], Stage.SIGNED: [Act.SIGNED], Stage.RETURNED: [Act.RETURNED]}[stage]
    assert reviewing.state([*said(*history), made], Verdict.SUPPORTED).stage is reviewing.STEPS[stage][act]


@pytest.mark.parametrize(("grant", "name", "stage"), [*product(Grant, ("Ada", ""), Stage)])
def test_only_a_person_who_may_review_says_anything(grant: Grant, name: str, stage: Stage) -> None:
    who, found = Reviewer(name, grant, publishes=True), AT_STAGE[stage]
    may = bool(name) and grant in (Grant.REVIEW, Grant.ADMIN, Grant.OPERATOR)
    assert bool(reviewing.acts(found, who)) == may
    act = next(iter(reviewing.STEPS[stage]))
    if may:
        assert reviewing.entry(found, asked(act, found.seen), who, "r", AT).by == name
        return
    with pytest.raises(PersonNeeded if grant.allows(Grant.REVIEW) else ScopeMissing):
        reviewing.entry(found, asked(act, found.seen), who, "r", AT)


def test_whoever_asks_is_a_reviewer_by_role_and_has_a_name_only_as_a_person() -> None:
    assert reviewer(Caller("w", "person:Ada", Rank.REVIEWER.grant)) == Reviewer("Ada", Grant.REVIEW)
    assert reviewer(Caller("w", "vk_0011", Grant.ADMIN)).name == reviewer(Caller("w", "", Grant.ADMIN)).name == ""
    assert [rank for rank in Rank if rank.grant.allows(Grant.REVIEW)] == [Rank.REVIEWER, Rank.ADMIN]


def test_of_two_who_sign_at_once_the_second_is_overtaken() -> None:
    first = said(Act.SIGNED)
    with pytest.raises(ReviewOvertaken):
        reviewing.entry(reviewing.state(first, Verdict.SUPPORTED), asked(Act.SIGNED), BO, "r", AT)
    assert reviewing.describe(first[-1]) == "Ada signed it as supported on 2026-03-01 at 12:00 UTC"


def test_whoever_has_not_seen_the_last_entry_is_overtaken_whatever_they_say() -> None:
    found = after(Act.SIGNED, Act.CHANGED)
    for act, seen in product(Act, (0, 1, 3, -1)):
        with pytest.raises(ReviewOvertaken):
            reviewing.entry(found, asked(act, seen), BO, "r", AT)


def test_a_request_that_is_sent_twice_is_known_and_another_is_not() -> None:
    (made,) = said(Act.CHANGED)
    same = asked(Act.CHANGED)
    assert reviewing.repeated([made], same, ADA) == made
    others = (asked(Act.SIGNED), asked(Act.CHANGED, why="Another."), asked(Act.CHANGED, verdict=Verdict.MIXED), asked(Act.CHANGED, seen=1))
    assert [reviewing.repeated([made], one, ADA) for one in others] == [None] * 4
    assert reviewing.repeated([made], same, BO) is None
    assert reviewing.repeated([made], asked(Act.CHANGED, seen=-1), ADA) is None


@pytest.mark.parametrize(("request_", "why"), [
    (asked(Act.CHANGED, why=" \n"), "say why"),
    (asked(Act.RETURNED, why=""), "say why"),
    (asked(Act.SIGNED, why="x" * (WHY_CHARS + 1)), "longer than 2000"),
    (asked(Act.SIGNED, verdict=Verdict.MIXED), "only a change"),
    (asked(Act.CHANGED, verdict=Verdict.SUPPORTED), "another verdict"),
    (ReviewRequest(Act.CHANGED, DIGEST, 0, None, "It says 14,000."), "name the verdict"),
])  # fmt: skip
def test_what_is_wrong_with_a_request_is_said(request_: ReviewRequest, why: str) -> None:
    with pytest.raises(ReviewRefused, match=why):
        reviewing.entry(after(), request_, ADA, "r", AT)


def test_a_change_names_was_and_now_and_the_verdict_of_the_program_is_kept() -> None:
    entries = said(Act.SIGNED, Act.CHANGED, Act.CHANGED)
    assert [(one.was, one.became) for one in entries[1:]] == [(Verdict.SUPPORTED, Verdict.REFUTED), (Verdict.REFUTED, Verdict.MIXED)]
    found = reviewing.state(entries, Verdict.SUPPORTED)
    assert (found.verdict, found.drafted, found.last) == (Verdict.MIXED, Verdict.SUPPORTED, entries[-1])


def test_what_is_withdrawn_stays_published_until_it_is_taken_back() -> None:
    """Readers of a verdict that was withdrawn are told so; it does not vanish."""
    found = after(Act.SIGNED, Act.PUBLISHED, Act.WITHDRAWN)
    assert (found.stage, found.published is None) == (Stage.RETURNED, False)
    assert Act.PUBLISHED not in reviewing.acts(found, ADA)
    assert after(Act.SIGNED, Act.PUBLISHED, Act.WITHDRAWN, Act.UNPUBLISHED).published is None


def test_nothing_is_published_where_publishing_is_off_and_all_can_be_taken_back() -> None:
    off = Reviewer("Ada", Grant.REVIEW, publishes=False)
    assert Act.PUBLISHED not in reviewing.acts(after(Act.SIGNED), off)
    assert Act.UNPUBLISHED in reviewing.acts(after(Act.SIGNED, Act.PUBLISHED), off)
    with pytest.raises(ReviewRefused):
        reviewing.entry(after(Act.SIGNED), asked(Act.PUBLISHED, 1), off, "r", AT)


@given(some.lists(some.tuples(some.sampled_from(Act), some.sampled_from((ADA, BO)), some.sampled_from(Verdict)), max_size=12))
def test_whatever_is_tried_the_entries_follow_one_another(tries: list[tuple[Act, Reviewer, Verdict]]) -> None:
    """Numbers without gaps; each entry begins where the one before left the verdict; signed is only what somebody stands behind."""
    entries: list[ReviewEntry] = []
    for act, who, verdict in tries:
        found = reviewing.state(entries, Verdict.SUPPORTED)
        with suppress(ReviewError):
            entries.append(reviewing.entry(found, asked(act, found.seen, verdict if act is Act.CHANGED else None), who, "r", AT))
    assert [one.number for one in entries] == list(range(1, len(entries) + 1))
    for number, one in enumerate(entries):
        before = reviewing.state(entries[:number], Verdict.SUPPORTED)
        assert one.was is before.verdict
    last = reviewing.state(entries, Verdict.SUPPORTED)
    assert (last.stage is Stage.SIGNED) == (last.last is not None and last.last.became is not None)
