"""What the verdict suites are scored by, on cases made by hand."""

from datetime import date

import pytest

from veracious.domain.verdict import Verdict
from veracious.eval.verdict import score
from veracious.eval.verdict.corpus import Gold, LabelledClaim
from veracious.eval.verdict.predict import DocumentPrediction, Prediction

DAY = date(2026, 1, 1)
S, R, M, N = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.MIXED, Verdict.NOT_ENOUGH_EVIDENCE


def asked(key: str, label: Verdict, *gold: Gold) -> LabelledClaim:
    return LabelledClaim(key, f"claim {key}", label, DAY, gold)


def said(key: str, verdict: Verdict, lean: float = 0.0, *told: DocumentPrediction) -> Prediction:
    return Prediction(key, verdict, "completed", 0.5, lean, {}, told)


def gold(document: str, stance: str = "supports", *rationales: set[int]) -> Gold:
    return Gold(document, stance, tuple(frozenset(one) for one in rationales or ({0},)))


def told(document: str, stance: str = "supports", *sentences: int) -> DocumentPrediction:
    return DocumentPrediction(document, stance, 0.9, sentences or (0,))


def test_the_strict_verdict_is_one_of_four_and_the_forced_one_a_side() -> None:
    rows = [asked("a", S), asked("b", R), asked("c", N), asked("d", S)]
    answers = {"a": said("a", S, 1.0), "b": said("b", N, -0.2), "c": said("c", R, -3.0), "d": said("d", N, 0.0)}
    found = score.figures(rows, answers, "made")
    assert found["strict"]["confusion"] == [[1, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 0], [0, 1, 0, 0]]
    assert found["strict"]["accuracy"].value == 0.25
    # supported 2·1/(2+1), refuted 0, not enough 0; mixed is no gold label
    assert found["strict"]["macro_f1"].value == pytest.approx((2 / 3 + 0 + 0) / 3)
    assert found["forced"]["confusion"] == [[1, 1], [0, 1]]  # c takes no side; d leans nowhere
    assert (found["forced"]["n"], found["forced"]["silent"]) == (3, 1)
    assert found["decisive"].value == 0.5
    assert found["decisive_right"].value == 0.5


# The official count: of (claim, document) pairs told, how many are gold with the right label; of the gold pairs, how many were told so.
@pytest.mark.parametrize(
    ("row", "answer", "label", "rationale"),
    [
        (asked("a", S, gold("1")), said("a", S, 1.0, told("1")), (1, 1, 1), (1, 1, 1)),
        (asked("a", S, gold("1")), said("a", S, 1.0, told("1", "refutes")), (0, 1, 1), (0, 1, 1)),  # the wrong label
        (asked("a", S, gold("1")), said("a", S, 1.0, told("2")), (0, 1, 1), (0, 1, 1)),  # the wrong document
        (asked("a", S, gold("1")), said("a", N), (0, 0, 1), (0, 0, 1)),  # nothing told
        (asked("a", N), said("a", S, 1.0, told("1"), told("2")), (0, 2, 0), (0, 2, 0)),  # nothing to tell
        (asked("a", S, gold("1", "supports", {3, 4})), said("a", S, 1.0, told("1", "supports", 3)), (1, 1, 1), (0, 1, 1)),  # half of it
        (asked("a", S, gold("1", "supports", {3, 4}, {7})), said("a", S, 1.0, told("1", "supports", 6, 7)), (1, 1, 1), (1, 1, 1)),
        # only the first three sentences count
        (asked("a", S, gold("1", "supports", {9})), said("a", S, 1.0, told("1", "supports", 1, 2, 3, 9)), (1, 1, 1), (0, 1, 1)),
        # both stances in one document: it is one gold document, and either label is right
        (asked("a", M, gold("1"), gold("1", "refutes")), said("a", M, 0.0, told("1", "refutes")), (1, 1, 1), (1, 1, 1)),
    ],
)
def test_documents_are_counted_as_scifact_counts_them(
    row: LabelledClaim, answer: Prediction, label: tuple[int, int, int], rationale: tuple[int, int, int]
) -> None:
    for wanted, counts in ((False, label), (True, rationale)):
        found = score.documents([row], {"a": answer}, "made", wanted)
        assert (found["right"], found["told"], found["gold"]) == counts


def test_the_f1_of_documents() -> None:
    rows = [asked("a", S, gold("1"), gold("2")), asked("b", R, gold("3", "refutes")), asked("c", N)]
    answers = {"a": said("a", S, 1.0, told("1")), "b": said("b", R, -1.0, told("3", "refutes")), "c": said("c", N, 0.0, told("4"))}
    found = score.documents(rows, answers, "made")
    assert found["precision"].value == pytest.approx(2 / 3)
    assert found["recall"].value == pytest.approx(2 / 3)
    assert found["f1"].value == pytest.approx(2 / 3)
    assert found["f1"].low <= found["f1"].value <= found["f1"].high


def test_two_runs_are_compared_on_the_same_claims() -> None:
    rows = [asked(str(n), S if n % 2 else R) for n in range(40)]
    first = {row.key: said(row.key, N, 0.0) for row in rows}
    second = {row.key: said(row.key, row.label, 1.0 if row.label is S else -1.0) for row in rows}
    found = score.paired(rows, first, second, "made")
    assert found["strict"].value == 1.0
    assert found["strict"].low > 0
    assert found["forced"].value == pytest.approx(1 - 1 / 3)  # all of them refuted: F1 2/3 and 0
    assert found["decisive"].value == 1.0
    same = score.paired(rows, second, second, "made")
    assert (same["strict"].value, same["strict"].low, same["strict"].high) == (0.0, 0.0, 0.0)
