"""Who may count."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.ranking.given import LEXICON, bare, evidence, part, scored, shares
from veracious.domain.claim import Subclaim, Trait
from veracious.domain.ranked import Adjustment, Ranked, Signal
from veracious.rules.ranking import gate
from veracious.rules.ranking.gate import GateDials, ReferenceGateDials, SupportingDials
from veracious.rules.reading.quantities import AmountDials

DIALS = GateDials()
DEATHS = part("In Oslo, 7 people died.")


def reason(entry: Ranked, subclaim: Subclaim, dials: GateDials = DIALS) -> str:
    (admission,) = gate.admit((entry,), (subclaim,), LEXICON, dials, AmountDials())
    assert admission.ranked == entry
    assert admission.admissible_for_trust is not bool(admission.reason)
    return admission.reason


def test_what_is_near_enough_counts() -> None:
    assert reason(scored(0.5, found=evidence("Norway exports salmon.")), part("Norway exports salmon.")) == ""


@pytest.mark.parametrize(("score", "told"), [(0.05, ""), (0.0499, "score too low")])
def test_a_score_counts_from_its_threshold_on(score: float, told: str) -> None:
    assert reason(scored(score), bare(3)) == told


def test_a_claim_of_how_many_needs_a_number() -> None:
    assert reason(scored(0.5, found=evidence("Several people died in Oslo.")), DEATHS) == "no number for a claim of how many"
    assert reason(scored(0.5, found=evidence("Eight people died in Oslo.")), DEATHS) == ""


def test_a_year_is_no_number_of_people() -> None:
    assert reason(scored(0.5, found=evidence("People died in Oslo in 2019.")), DEATHS) == "no number for a claim of how many"


@pytest.mark.parametrize(("overlap", "told"), [(0.10, ""), (0.09, "a number, and nothing else of the claim")])
def test_a_number_needs_some_words_beside_it(overlap: float, told: str) -> None:
    """Seed B's count gate, at its threshold and just below."""
    assert reason(scored(0.5, overlap=overlap, found=evidence("Oslo has 7 hills.")), DEATHS) == told


def test_other_claims_need_no_number() -> None:
    assert Trait.COUNT in DEATHS.traits
    assert reason(scored(0.5, found=evidence("People died in Oslo.")), replace(DEATHS, traits=frozenset())) == ""


@pytest.mark.parametrize(
    ("anchors", "overlap", "told"),
    [
        (0.20, 0.0, ""),  # anchors alone
        (0.0, 0.25, ""),  # words alone
        (0.19, 0.24, "another topic"),  # just below both
    ],
)
def test_anchors_or_words_make_it_the_same_topic(anchors: float, overlap: float, told: str) -> None:
    assert reason(scored(0.5, anchors=anchors, overlap=overlap), bare(3)) == told


def test_the_first_name_must_be_there_under_one_of_its_forms() -> None:
    claim = part("Marie Curie left Warsaw.")
    assert reason(scored(0.5, found=evidence("Curie left in 1891.")), claim) == ""
    assert reason(scored(0.5, anchors=0.3, found=evidence("Pierre stayed in Paris.")), claim) == "does not name Marie Curie"
    elsewhere = scored(0.5, anchors=0.3, found=evidence("Pierre stayed in Warsaw."))
    assert reason(elsewhere, claim) == ""  # another name of the claim does
    assert reason(elsewhere, claim, GateDials(any_name=False)) == "does not name Marie Curie"


@pytest.mark.parametrize(("anchors", "told"), [(0.51, ""), (0.5, "does not name Marie Curie")])
def test_evidence_on_enough_of_the_anchors_need_not_have_the_name(anchors: float, told: str) -> None:
    claim = part("Marie Curie left Warsaw.")
    assert reason(scored(0.5, anchors=anchors, found=evidence("She left the city.")), claim) == told
    assert reason(scored(0.5, anchors=1.0, found=evidence("She left Warsaw.")), claim, ReferenceGateDials()) == "does not name Marie Curie"


@pytest.mark.parametrize(
    ("claim", "text", "told"),
    [
        ("Adult mice live longer in Oslo.", "In Oslo adult mice were fed.", ""),  # the evidence writes the word small
        ("Adult mice live longer in Oslo.", "Mice were fed.", "does not name Adult"),  # no evidence says what it is
        ("Turkey exports figs.", "A turkey was roasted.", ""),  # and there it can be mistaken
        ("Many figs of Turkey were sold.", "A goose was roasted.", "does not name Turkey"),  # the capital is not from the beginning
    ],
)
def test_a_first_word_that_evidence_writes_small_is_no_name(claim: str, text: str, told: str) -> None:
    assert reason(scored(0.5, anchors=0.2, found=evidence(text)), part(claim)) == told
    if not told:
        assert reason(scored(0.5, anchors=0.2, found=evidence("Bees returned.")), part(claim), ReferenceGateDials()) != ""


def test_a_gate_can_be_switched_off() -> None:
    claim = part("Marie Curie left Warsaw.")
    nameless = scored(0.5, anchors=0.2, found=evidence("Pierre stayed."))
    assert reason(nameless, claim, GateDials(off=frozenset({"lacks_core_name"}))) == ""


def test_an_acronym_is_a_form_of_the_name() -> None:
    claim = part("The World Health Organization (WHO) banned the drug.")
    assert reason(scored(0.5, found=evidence("WHO: drug banned")), claim) == ""


def test_a_date_is_not_the_name_that_must_be_there() -> None:
    claim = part("In 1848 Paris rose.")
    assert reason(scored(0.5, found=evidence("Paris rose.")), claim) == ""
    assert reason(scored(0.5, anchors=0.2, found=evidence("Vienna rose in 1848.")), claim) == "does not name Paris"


def test_a_claim_without_names_asks_for_none() -> None:
    assert reason(scored(0.5, found=evidence("Bees returned.")), part("Smoking causes cancer.")) == ""


def test_the_first_gate_that_closes_gives_the_reason() -> None:
    """Too weak, another topic and nameless at once: the score is looked at first, then the topic."""
    claim = part("Marie Curie left Warsaw.")
    assert reason(scored(0.01, anchors=0, overlap=0, found=evidence("Bees returned.")), claim) == "score too low"
    assert reason(scored(0.5, anchors=0, overlap=0, found=evidence("Bees returned.")), claim) == "another topic"


def test_each_candidate_meets_its_own_subclaim() -> None:
    parts = (part("Marie Curie left Warsaw."), part("Norway exports salmon."))
    entries = tuple(replace(scored(0.5, anchors=0.3, found=evidence("Norway exports salmon.")), subclaim=index) for index in (0, 1))
    told = gate.admit(entries, parts, LEXICON, DIALS, AmountDials())
    assert [admission.reason for admission in told] == ["does not name Marie Curie", ""]


def test_the_dials_open_and_close() -> None:
    entry = scored(0.04, anchors=0.1, overlap=0.1)
    open_ = GateDials(score_at_least=0.04, topic_anchors=0.1, topic_overlap=0.3)
    assert reason(entry, bare(3), open_) == ""
    assert reason(entry, bare(3), replace(open_, topic_anchors=0.11)) == "another topic"
    assert reason(entry, bare(3), replace(open_, score_at_least=0.041)) == "score too low"


@given(shares, shares, shares, shares)
def test_better_is_never_shut_out(score: float, anchors: float, overlap: float, more: float) -> None:
    """Monotone: raising score, anchors or overlap of what counts keeps it counting; everything comes back, in its order."""
    better = (
        scored(max(score, more), anchors=anchors, overlap=overlap),
        scored(score, anchors=max(anchors, more), overlap=overlap),
        scored(score, anchors=anchors, overlap=max(overlap, more)),
    )
    worse, *others = gate.admit((scored(score, anchors=anchors, overlap=overlap), *better), (bare(3),), LEXICON, DIALS, AmountDials())
    assert all(other.admissible_for_trust >= worse.admissible_for_trust for other in others)
    assert tuple(other.ranked for other in others) == better


@given(st.lists(shares, max_size=6))
def test_nothing_is_dropped(scores: list[float]) -> None:
    entries = tuple(map(scored, scores))
    told = gate.admit(entries, (bare(3),), LEXICON, DIALS, AmountDials())
    assert tuple(admission.ranked for admission in told) == entries


@pytest.mark.parametrize(("overlap", "told"), [(0.49, "boilerplate"), (0.5, "")])
def test_boilerplate_counts_only_with_half_of_the_words(overlap: float, told: str) -> None:
    marked = replace(scored(0.6, overlap=overlap), adjustments=(Adjustment("low_signal", 0.8, 0.0, "“subscribe”"),))
    assert reason(marked, bare(3)) == told


SHOWN = SupportingDials()


def piece(name: str, score: float) -> Ranked:
    """A piece whose parts recompute its score."""
    return replace(scored(score, found=evidence(id=name)), signals=(Signal("semantic", 1.0, score),))


def test_contradiction_is_kept_out_of_the_support_and_in_a_degraded_run_penalised() -> None:
    """b refutes: out; degraded, 0.8 × 0.5 = 0.4 puts it behind a and c."""
    pool = [piece("a", 0.6), piece("b", 0.8), piece("c", 0.5)]
    found = gate.supporting(pool, frozenset({"b"}), False, SHOWN)
    assert [(one.evidence.id, one.final_score) for one in found] == [("a", 0.6), ("c", 0.5)]
    degraded = gate.supporting(pool, frozenset({"b"}), True, SHOWN)
    assert [(one.evidence.id, one.final_score) for one in degraded] == [("a", 0.6), ("c", 0.5), ("b", pytest.approx(0.4))]
    assert [act.name for act in degraded[-1].adjustments] == ["contradicts"]
    assert all(one.recomputed() == pytest.approx(one.final_score, abs=1e-9) for one in degraded)


def test_five_pieces_of_support_are_shown() -> None:
    assert len(gate.supporting([piece(f"p{k}", 0.5) for k in range(9)], frozenset(), False, SHOWN)) == 5
