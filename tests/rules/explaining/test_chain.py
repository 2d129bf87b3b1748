"""The chain of commitments: what it ties together, and what it tells of what is there."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from veracious.domain.archive import Event, Fate, Finding, Link, Sealed
from veracious.domain.record import NOTES, Body, Taped
from veracious.rules.explaining import chain

DAY = datetime(2024, 6, 1, tzinfo=UTC)
TAPED = Taped("judge", "asked", "answered")
BODY = Body("{}", "dials", (), (TAPED,), "{}")
SEALED = Sealed("one", b"body", b"envelope", b"salt")
KEPT = chain.after(None, Event.KEPT, "one", DAY, chain.commit(SEALED.salt, SEALED.body, SEALED.envelope))
WHOLE = Fate(KEPT, Event.KEPT, DAY)
BLOBS = frozenset({"answered"})


def made(*events: tuple[Event, str]) -> list[Link]:
    """A chain of these events, one a day."""
    links: list[Link] = []
    for number, (event, record) in enumerate(events):
        links.append(chain.after(links[-1] if links else None, event, record, DAY + timedelta(days=number), f"c{number}"))
    return links


def digest(kind: str, value: object) -> str:
    """A digest as the contract says, without our own code."""
    return "sha256:" + sha256(f"veracious/1/{kind}\n".encode() + rfc8785.dumps(value)).hexdigest()  # type: ignore[arg-type]


def test_a_commitment_is_what_the_contract_says() -> None:
    halves = {name: "sha256:" + sha256(f"veracious/1/{name}\n{name}".encode()).hexdigest() for name in ("body", "envelope")}
    assert KEPT.commitment == digest("commitment", {**halves, "salt": b"salt".hex()})


def test_a_link_is_hashed_as_the_contract_says() -> None:
    said = {"number": 1, "event": "kept", "record": "one", "at": DAY.isoformat(), "commitment": KEPT.commitment, "previous": None}
    assert KEPT.hash == digest("link", said)


@given(salts=st.lists(st.binary(min_size=32, max_size=32), min_size=2, max_size=2, unique=True))
def test_the_same_record_under_another_salt_cannot_be_recognised(salts: list[bytes]) -> None:
    one, other = (chain.commit(salt, b"body", b"envelope") for salt in salts)
    assert one != other


def test_every_record_has_the_fate_of_its_last_event() -> None:
    links = made((Event.KEPT, "a"), (Event.KEPT, "b"), (Event.EXPIRED, "a"), (Event.KEPT, "c"), (Event.ERASED, "a"), (Event.EXPIRED, "c"))
    found = chain.fates(links)
    assert {name: fate.event for name, fate in found.items()} == {"a": Event.ERASED, "b": Event.KEPT, "c": Event.EXPIRED}
    assert found["a"] == Fate(links[0], Event.ERASED, links[4].at)


def test_a_whole_chain_has_no_findings() -> None:
    links = made((Event.KEPT, "a"), (Event.EXPIRED, "a"), (Event.ERASED, "a"), (Event.KEPT, "b"))
    assert list(chain.walk(links)) == []
    assert list(chain.walk(links, links[1].hash)) == []
    assert list(chain.walk([])) == []


EVENTS = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=6, unique=True)


@given(
    names=EVENTS, where=st.integers(0, 100), field=st.sampled_from(["number", "event", "record", "at", "commitment", "previous", "hash"])
)
def test_any_change_of_any_link_is_found_at_it(names: list[str], where: int, field: str) -> None:
    links = made(*((Event.KEPT, name) for name in names))
    at = where % len(links)
    other = {"number": 99, "event": Event.ERASED, "at": DAY - timedelta(days=1)}.get(field, "other")
    links[at] = replace(links[at], **{field: other})  # type: ignore[arg-type]
    assert f"link {at + 1}" in {finding.name for finding in chain.walk(links)}


@given(names=EVENTS, where=st.integers(0, 100))
def test_a_link_that_was_taken_out_is_noticed_and_so_is_a_tail_whose_head_was_noted(names: list[str], where: int) -> None:
    links = made(*((Event.KEPT, name) for name in names))
    at = where % len(links)
    left = links[:at] + links[at + 1 :]
    assert list(chain.walk(left, links[-1].hash))
    assert bool(list(chain.walk(left))) == (at < len(links) - 1)


def test_a_chain_that_erases_what_was_never_kept_or_keeps_twice_is_broken() -> None:
    for events in ([(Event.ERASED, "a")], [(Event.KEPT, "a"), (Event.KEPT, "a")]):
        (found,) = chain.walk(made(*events))
        assert "does not allow" in found.detail


def inspect(
    fate: Fate = WHOLE, sealed: Sealed | None = SEALED, tape: Sequence[Taped] = (TAPED,), blobs: frozenset[str] = BLOBS
) -> list[Finding]:
    return list(chain.inspect(fate, sealed, BODY, tape, blobs))


def test_a_record_that_is_all_there_has_no_findings() -> None:
    assert inspect() == []
    assert inspect(tape=(TAPED, Taped(NOTES, "a", "b"))) == []
    assert inspect(replace(WHOLE, event=Event.EXPIRED), tape=(), blobs=frozenset()) == []
    assert inspect(replace(WHOLE, event=Event.ERASED), None, (), frozenset()) == []


@pytest.mark.parametrize("half", ["body", "envelope", "salt"])
def test_a_half_that_is_other_breaks_the_commitment(half: str) -> None:
    (found,) = inspect(sealed=replace(SEALED, **{half: b"other"}))  # type: ignore[arg-type]
    assert found == Finding("record", "one", "it does not match the commitment in the chain")


def test_what_is_gone_is_told_from_what_was_erased() -> None:
    (gone,) = inspect(sealed=None)
    assert gone.detail == "it is gone, and no erasure is noted"
    (back,) = inspect(replace(WHOLE, event=Event.ERASED), tape=())
    assert back.detail == "it was erased on 2024-06-01 and is there again"


def test_a_tape_that_is_not_the_records_own_is_named() -> None:
    other = replace(TAPED, answered="other")
    assert [(one.kind, one.name) for one in inspect(tape=())] == [("tape", "one")]
    assert [(one.kind, one.detail.split("(")[0]) for one in inspect(tape=(other,))] == [
        ("tape", "an answer of judge is gone or was changed "),
        ("tape", "an answer of judge was added "),
    ]
    assert [(one.kind, one.name) for one in inspect(blobs=frozenset())] == [("blob", "answered")]
    (left,) = inspect(replace(WHOLE, event=Event.EXPIRED))
    assert left.detail == "it was expired on 2024-06-01 and is there again"


def test_a_note_is_of_its_run_and_its_moment() -> None:
    marks = {
        chain.mark("one", TAPED, DAY),
        chain.mark("two", TAPED, DAY),
        chain.mark("one", TAPED, DAY + timedelta(microseconds=1)),
        chain.mark("one", replace(TAPED, port="shelf"), DAY),
    }
    assert len(marks) == 4
