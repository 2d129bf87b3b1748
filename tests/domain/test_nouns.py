"""The nouns keep their promises."""

import inspect

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracious.domain import errors
from veracious.domain.evidence import Quote, Snapshot, Source
from veracious.domain.quantity import Order
from veracious.domain.span import Span
from veracious.domain.stance import Stance
from veracious.domain.verdict import Outcome, Probability, Verdict


def test_the_error_tree_is_drawn_as_it_is() -> None:
    """Each class of the module stands once in the drawing, one step to the right of its parent."""
    drawing = [line for line in (errors.__doc__ or "").splitlines() if any(mark in line for mark in ("Error", "──"))]
    drawn: list[tuple[str, str | None]] = []
    parents: dict[int, str] = {}
    for line in drawing:
        name = line.replace("│", " ").replace("├──", "   ").replace("└──", "   ").split()[0]
        depth = line.index(name)
        parents = {at: parent for at, parent in parents.items() if at < depth} | {depth: name}
        above = [parent for at, parent in sorted(parents.items()) if at < depth]
        drawn.append((name, above[-1] if above else None))
    real = [(name, cls) for name, cls in inspect.getmembers(errors, inspect.isclass) if cls.__module__ == errors.__name__]
    assert dict(drawn) == {name: next((base.__name__ for base in cls.__bases__ if base is not Exception), None) for name, cls in real}


def test_every_error_says_what_to_do() -> None:
    """The docstring is the message: what happened, and what to do or what happens next."""
    known = [cls for _, cls in inspect.getmembers(errors, inspect.isclass) if issubclass(cls, errors.VeraciousError)]
    assert len(known) > 5
    for cls in known:
        said = str(cls("detail"))
        assert said.startswith((cls.__doc__ or "").split(".")[0])
        assert said.endswith("(detail)")
        assert cls is errors.VeraciousError or len([part for part in (cls.__doc__ or "").split(".") if part.strip()]) >= 2


@given(st.text(max_size=50), st.integers(0, 60), st.integers(0, 60))
def test_a_span_slices_and_shifts(text: str, a: int, b: int) -> None:
    start, end = sorted((min(a, len(text)), min(b, len(text))))
    span = Span(start, end)
    assert span.of(text) == text[start:end]
    assert span.shifted(3).of("xyz" + text) == span.of(text)
    assert span.overlaps(Span(0, len(text))) == (start < end or (start == end and 0 < start < len(text)))


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 2)])
def test_a_span_never_runs_backward(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="forward"):
        Span(start, end)


def test_a_quote_stands_at_its_place_or_not_at_all() -> None:
    """Snapshot "Paris is in France": characters 12 to 18 are "France"; one character off is another quote."""
    snapshot = Snapshot(digest="d", text="Paris is in France", source=Source("example.org"))
    assert Quote("d", Span(12, 18), "France").stands_in(snapshot)
    assert not Quote("d", Span(11, 17), "France").stands_in(snapshot)
    assert not Quote("other", Span(12, 18), "France").stands_in(snapshot)


@given(st.text(max_size=60), st.integers(0, 60), st.integers(0, 60), st.integers(-3, 3))
def test_any_quote_cut_from_a_snapshot_stands_in_it_and_moved_does_not(text: str, a: int, b: int, moved: int) -> None:
    """Offsets slice back to the same characters, if any can be seen; at another place only where the same happen to stand."""
    start, end = sorted((min(a, len(text)), min(b, len(text))))
    snapshot = Snapshot(digest="d", text=text, source=Source("example.org"))
    quote = Quote("d", Span(start, end), text[start:end])
    seen = bool(quote.text.strip())
    assert quote.stands_in(snapshot) == seen
    if start + moved >= 0:
        shifted = Quote("d", quote.span.shifted(moved), quote.text)
        assert shifted.stands_in(snapshot) == (seen and text[start + moved : end + moved] == quote.text)


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_stance_mirrors_and_sums_to_one(a: float, b: float) -> None:
    supports, refutes = a, b * (1 - a)
    stance = Stance(supports, refutes, max(0.0, 1 - supports - refutes))
    assert stance.mirrored().mirrored() == stance
    assert (stance.mirrored().supports, stance.mirrored().refutes) == (stance.refutes, stance.supports)


@pytest.mark.parametrize("parts", [(0.5, 0.6, 0.1), (-0.1, 0.6, 0.5), (float("nan"), 0.5, 0.5)])
def test_what_does_not_sum_to_one_is_no_stance(parts: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError, match="sum to 1"):
        Stance(*parts)


def test_a_probability_gives_the_number_beside_a_verdict() -> None:
    probability = Probability(0.7, 0.1, 0.05, 0.15)
    assert [probability.of(verdict) for verdict in Verdict] == [0.7, 0.1, 0.05, 0.15]
    with pytest.raises(ValueError, match="sum to 1"):
        Probability(0.7, 0.7, 0.0, 0.0)


def test_only_finished_runs_have_a_verdict() -> None:
    """An error is never evidence: refused, failed and cancelled runs have none."""
    assert [outcome.value for outcome in Outcome if outcome.may_have_verdict] == ["completed", "completed_from_cache", "partial"]


def test_mirrors_are_their_own_inverse() -> None:
    assert [verdict.mirrored() for verdict in Verdict] == [Verdict.REFUTED, Verdict.SUPPORTED, Verdict.MIXED, Verdict.NOT_ENOUGH_EVIDENCE]
    assert all(order.mirrored().mirrored() is order for order in Order)
