"""A quote that says in so many words what a claim says."""

import pytest

from tests.worked import works
from veracious.domain.evidence import Quote
from veracious.domain.span import Span
from veracious.domain.stance import Judgement, Stance
from veracious.rules.dials import Dials
from veracious.rules.judging import judgements, restated
from veracious.rules.judging.restated import RestatedDials
from veracious.rules.reading import intake
from veracious.rules.reading.lexicon import Lexicon

BOUGHT = "Halden Council bought Lune Bridge in 1998 for 92 million crowns."
REFUTED = Stance(0.2, 0.7, 0.1)


def quote(text: str) -> Quote:
    return Quote("s", Span(0, len(text)), text)


def said(claim: str, text: str, lexicon: Lexicon, dials: RestatedDials | None = None) -> bool:
    part = intake.part_of(claim, lexicon, Dials().reading)
    return restated.is_said(part, quote(text), lexicon, dials or RestatedDials())


@pytest.mark.parametrize(
    "text",
    [
        BOUGHT,
        "Halden Council bought Lune Bridge in 1998 for 92 million crowns from the private company that had built it.",
        f"It is an old crossing. {BOUGHT}",
        "After long talks, Halden Council bought the Lune Bridge in 1998 for 92 million crowns.",
        "Halden Council, which had little money, bought Lune Bridge in 1998 for 92 million crowns; it was repainted.",
        "Halden Council has also bought Lune Bridge in 1998 for 92 million crowns.",
    ],
)
@pytest.mark.parametrize("claim", [BOUGHT, "Lune Bridge was bought by Halden Council in 1998 for 92 million crowns."])
def test_a_claim_is_said_in_the_words_of_a_sentence(claim: str, text: str, lexicon: Lexicon) -> None:
    assert said(claim, text, lexicon)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        (BOUGHT, "Halden Council bought Lune Bridge in 1998 for 95 million crowns."),  # another amount
        (BOUGHT, "Halden Council never bought Lune Bridge in 1998 for 92 million crowns."),
        (BOUGHT, "Halden Council bought shares in Lune Bridge in 1998 for 92 million crowns."),
        (BOUGHT, "The mayor denied that Halden Council bought Lune Bridge in 1998 for 92 million crowns."),
        (BOUGHT, "Halden Council bought Lune Bridge in 1998 for 92 million crowns, it is alleged."),
        (BOUGHT, "“Halden Council bought Lune Bridge in 1998 for 92 million crowns” stood on a leaflet."),
        (BOUGHT, "Halden Council bought Lune Bridge in 1998 for 92 million crowns?"),
        (BOUGHT, "North Halden Council bought Lune Bridge in 1998 for 92 million crowns."),  # another council
        (BOUGHT, "Halden Council bought Lune Bridge in 1998 for 92 million crowns less than planned."),
        ("Halden Council bought the Lune Bridge", "Halden Council bought the Lune Bridge ferry."),
        ("Lune Bridge was bought by Halden Council.", "Lune Bridge bought Halden Council."),
        ("The fox chased the dog at night.", "The dog chased the fox at night."),
        ("All of the piers had cracks.", "Nearly all of the piers had cracks."),
        ("It was closed.", "It was closed."),  # too few words
    ],
)
def test_what_a_sentence_only_seems_to_say_is_not_said(claim: str, text: str, lexicon: Lexicon) -> None:
    assert not said(claim, text, lexicon)


@works("judging.restated.apply")
@pytest.mark.parametrize(
    ("stance", "text", "dials", "after"),
    [
        (REFUTED, BOUGHT, RestatedDials(), (0.9, 0.0, 0.1)),
        (REFUTED, BOUGHT, RestatedDials(is_heeded=False), (0.2, 0.7, 0.1)),
        (REFUTED, "Lune Bridge is old.", RestatedDials(), (0.2, 0.7, 0.1)),
        (Stance(0.2, 0.1, 0.7), BOUGHT, RestatedDials(), (0.2, 0.1, 0.7)),  # silence stays
    ],
)
def test_a_refutation_by_what_says_the_claim_is_support(
    stance: Stance, text: str, dials: RestatedDials, after: tuple[float, ...], lexicon: Lexicon
) -> None:
    part = intake.part_of(BOUGHT, lexicon, Dials().reading)
    found = restated.apply(stance, part, quote(text), lexicon, dials)
    assert (found.supports, found.refutes, found.neutral) == pytest.approx(after)


def test_it_is_turned_before_amounts_are_compared(lexicon: Lexicon) -> None:
    part = intake.part_of(BOUGHT, lexicon, Dials().reading)
    judged = Judgement(part.text, "e", quote(BOUGHT), REFUTED)
    turned = judgements.turn([judged], [part], Dials().measure(lexicon))
    assert turned.judgements[0].stance.supports == pytest.approx(0.9)
    assert not turned.conflicts
