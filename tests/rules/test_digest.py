"""Canonical JSON and its hash."""

import json
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from hashlib import sha256
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from veracious.domain.errors import NotCanonical
from veracious.domain.verdict import Verdict
from veracious.rules import digest

whole = st.integers(-(2**53) + 1, 2**53 - 1)
text = st.text(st.characters(exclude_categories=["Cs"]))
leaves = st.none() | st.booleans() | whole | st.floats(allow_nan=False, allow_infinity=False) | text
values = st.recursive(leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4), max_leaves=12)


@dataclass(frozen=True)
class Point:
    y: float
    x: int


@given(values)
def test_it_writes_what_rfc_8785_writes(value: Any) -> None:
    assert digest.canonical(value) == rfc8785.dumps(value)


@pytest.mark.parametrize(
    "number", [1e-4, 9.9e-5, 1e-6, 1e-7, 123456789012345.6, 999999999999999.9, 1e15, 1e16, 1.5e16, 1e21, 1e22, -0.0, 5e-324]
)
def test_it_writes_numbers_at_the_edges_as_rfc_8785_does(number: float) -> None:
    assert digest.canonical([number, -number]) == rfc8785.dumps([number, -number])


def test_the_rules_of_rfc_8785() -> None:
    """Members by UTF-16 code unit, numbers as ECMAScript writes them, the fewest escapes; the RFC's own examples."""
    assert digest.canonical({"\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\U0001f600": 5, "\x80": 6, "\xf6": 7}) == (
        '{"\\r":2,"1":4,"\x80":6,"ö":7,"€":1,"😀":5,"\ufb33":3}'.encode()
    )
    assert (
        digest.canonical([333333333.33333329, 1e30, 4.50, 2e-3, 0.000000000000000000000000001])
        == b"[333333333.3333333,1e+30,4.5,0.002,1e-27]"
    )
    assert digest.canonical([-0.0, 1.0, 100]) == b"[0,1,100]"
    assert digest.canonical('\u20ac$\x0f\nA\'B"\\"/') == b'"\xe2\x82\xac$\\u000f\\nA\'B\\"\\\\\\"/"'


def test_our_own_values_have_one_form() -> None:
    """A record is an object by field name, an enum its value, a date its ISO form, a set its members in order."""
    assert digest.canonical(Point(y=0.5, x=2)) == b'{"x":2,"y":0.5}'
    assert digest.canonical(Verdict.MIXED) == b'"mixed"'
    assert digest.canonical([date(2026, 3, 15), datetime(2026, 3, 15, 12, 0, tzinfo=UTC)]) == b'["2026-03-15","2026-03-15T12:00:00+00:00"]'
    assert digest.canonical((frozenset({"b", "a"}), {"k": (1, 2)})) == b'[["a","b"],{"k":[1,2]}]'


def test_a_digest_can_be_computed_by_hand() -> None:
    """sha256 of the tag line and the bytes."""
    assert digest.of({"a": 1}, "record") == "sha256:" + sha256(b'veracious/1/record\n{"a":1}').hexdigest()


def test_one_instant_has_one_digest() -> None:
    """Noon in UTC and one o'clock an hour east of it are the same moment; a time without a zone is no moment at all."""
    noon = datetime(2026, 3, 15, 12, 0, tzinfo=UTC)
    east = noon.astimezone(timezone(timedelta(hours=1)))
    assert digest.of(noon, "x") == digest.of(east, "x")
    with pytest.raises(NotCanonical, match="zone"):
        digest.canonical(datetime(2026, 3, 15, 12, 0))


def test_the_kind_is_one_plain_word() -> None:
    with pytest.raises(ValueError, match="one plain word"):
        digest.of({}, "two\nlines")


def test_the_kind_keeps_equal_values_apart() -> None:
    assert digest.of({}, "record") != digest.of({}, "dials")


@given(st.dictionaries(text, values, min_size=2), st.randoms(use_true_random=False))
def test_key_order_never_matters(value: dict[str, Any], random: Any) -> None:
    """Shuffling the members of an object leaves its digest."""
    names = list(value)
    random.shuffle(names)
    assert digest.of({name: value[name] for name in names}, "x") == digest.of(value, "x")


@given(values)
def test_canonical_json_reads_back_and_writes_the_same(value: Any) -> None:
    """A fixed point: parse, every number as the double it is, and write again: the same bytes."""
    written = digest.canonical(value)
    assert digest.canonical(json.loads(written, parse_int=float)) == written


@given(
    values,
    st.sampled_from([float("nan"), float("inf"), float("-inf"), 2**53, -(2**53), "\ud800", b"bytes", object(), {1: 2}, {"\udfff": 1}]),
)
def test_what_has_no_canonical_form_is_refused_wherever_it_stands(value: Any, bad: Any) -> None:
    for holder in (bad, [value, bad], {"k": [bad]}, (value, {"k": bad})):
        with pytest.raises(NotCanonical):
            digest.canonical(holder)


def test_a_structure_too_deep_is_refused_not_crashed() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(NotCanonical):
        digest.canonical(deep)
