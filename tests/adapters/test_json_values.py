"""JSON becomes our nouns, or it is refused."""

import json
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.adapters import nouns
from veracious.adapters import json_values
from veracious.domain.claim import Reading, Refusal, Subclaim, Trait
from veracious.domain.errors import SourceMalformed
from veracious.domain.evidence import Candidate, Evidence, Snapshot, Source, Tier
from veracious.domain.record import Record
from veracious.domain.span import Span
from veracious.domain.stance import Judgement, Stance
from veracious.rules import digest

SHAPES: tuple[Any, ...] = (
    Candidate,
    Judgement,
    Record,
    Snapshot,
    Subclaim,
    Sequence[Evidence],
    Reading | Refusal,
    Sequence[Sequence[float]],
)


@given(nouns.candidates | nouns.judgements | nouns.records | nouns.snapshots)
def test_every_noun_comes_back_equal(noun: object) -> None:
    """And its canonical bytes are the same bytes."""
    content = digest.canonical(noun)
    made: object = json_values.read(content, type(noun))
    assert made == noun
    assert digest.canonical(made) == content


@given(st.lists(nouns.candidates, max_size=3).map(tuple))
def test_a_sequence_comes_back_as_a_tuple(found: tuple[Candidate, ...]) -> None:
    assert json_values.build(json_values.parse(digest.canonical(found)), Sequence[Candidate]) == found


def test_sets_and_enums_come_back() -> None:
    part = Subclaim("Paris is old", frozenset({Trait.TEMPORAL, Trait.HEDGED}), ("Paris",), (), ())
    assert json_values.read(digest.canonical(part), Subclaim) == part


def test_a_field_left_out_takes_its_default() -> None:
    assert json_values.read(b'{"domain":"example.org"}', Source) == Source("example.org", None, Tier.UNKNOWN)


REFUSED: list[tuple[bytes, Any]] = [
    (b"", str),
    (b"{", Source),
    (b"\xff", str),
    (b'"\\ud800"', str),  # a lone surrogate
    (b'"\\uDFFF"', str),
    (b'{"\\uD9aB": 1}', dict),
    (b"NaN", float),
    (b"-Infinity", float),
    (b"1e999", float),
    (b"9007199254740993", int),
    (b"9" * 5000, int),
    (b"true", int),
    (b"1.0", int),
    (b"1", bool),
    (b'"1"', float),
    (b"null", str),
    (b'{"domain":1}', Source),
    (b"{}", Source),
    (b'{"domain":"a","owner":"b"}', Source),
    (b'{"domain":"a","domain":"b"}', Source),
    (b'{"domain":"a","tier":"Z"}', Source),
    (b'{"domain":"a","tier":null}', Source),
    (b'{"start":3,"end":2}', Span),
    (b'{"supports":0.9,"refutes":0.9,"neutral":0}', Stance),
    (b'"20240601"', date),
    (b'"2024-06-31"', date),
    (b'"2024-06-01T00:00:00+00:00"', date),
    (b'"2024-06-01T00:00:00"', datetime),
    (b'"0001-01-01T00:00:00+23:59"', datetime),
    (b'"2024-06-01T00:00:00Z"', datetime),
    (b"[1,2,3]", tuple[int, int]),
    (b'["temporal","temporal"]', frozenset[Trait]),
    (b'{"0":1}', tuple[int, ...]),
    (b'"ab"', Sequence[str]),
    (b"[" * 100_000, Sequence[str]),
    (b'{"supports":[]}', Reading | Refusal),
]


@pytest.mark.parametrize(("content", "shape"), REFUSED, ids=[f"{content[:30]!r}" for content, _ in REFUSED])
def test_what_does_not_fit_is_refused(content: bytes, shape: Any) -> None:
    with pytest.raises(SourceMalformed):
        json_values.build(json_values.parse(content), shape)


def test_a_refusal_says_where() -> None:
    broken = digest.canonical([{"text": "a", "span": {"start": 0, "end": "x"}, "snapshot": "b"}])
    with pytest.raises(SourceMalformed, match=r"answer\[0\]\.passage"):
        json_values.build(json_values.parse(b'[{"id":"a","source":{"domain":"b"},"passage":' + broken[1:-1] + b"}]"), Sequence[Evidence])


@given(st.binary(max_size=60), st.sampled_from(SHAPES))
def test_no_bytes_do_anything_else(content: bytes, shape: Any) -> None:
    _fits_or_is_refused(content, shape)


any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("text", "span", "id", "start", "claim")), inner, max_size=4)
    ),
    max_leaves=8,
)


@given(any_json, st.sampled_from(SHAPES))
def test_no_json_does_anything_else(value: object, shape: Any) -> None:
    _fits_or_is_refused(json.dumps(value).encode(), shape)


@given(nouns.candidates, st.data())
def test_a_candidate_with_one_member_replaced_fits_or_is_refused(candidate: Candidate, data: st.DataObject) -> None:
    """Somewhere in the tree, one value becomes another."""
    tree = json.loads(digest.canonical(candidate))
    at = tree
    while isinstance(at, dict):
        name = data.draw(st.sampled_from(sorted(at)))
        if not isinstance(at[name], dict) or data.draw(st.booleans()):
            at[name] = data.draw(any_json)
            break
        at = at[name]
    _fits_or_is_refused(json.dumps(tree).encode(), Candidate)


def _fits_or_is_refused(content: bytes, shape: Any) -> None:
    try:
        digest.canonical(json_values.build(json_values.parse(content), shape))
    except SourceMalformed:
        return
