"""Verdicts on many pieces of evidence, each of a page of its own that fills a passage."""

from collections.abc import Sequence
from datetime import date
from random import Random
from unittest.mock import patch

from tests.faces.pages import cases as made_cases
from tests.faces.pages.cases import AGAINST, FOR, SILENT, TWO, Case, Text, made
from veracious.rules import dials as rule_dials
from veracious.rules.dials import Dials

WORDS = (
    "harbour lamp keeper morning ferry ledger willow crew granite winter chapel market survey anchor meadow bakery lantern railway orchard "
    "county steeple notary parade copper bicycle gallery archive pigeon glacier timber"
).split()


def written(number: int) -> Text:
    """A page of its own that speaks of the claim, and fills a passage."""
    drawn = Random(number)

    def sentence(words: int) -> str:
        return f"{' '.join(drawn.choice(WORDS) for _ in range(words))}.".capitalize()

    office = f"{drawn.choice(WORDS)} {drawn.choice(WORDS)} office"
    said = f"The Halvorsund Bridge is 1,420 metres long and was opened in June 2025, says the {office}."
    text = " ".join((sentence(9), sentence(8), said, sentence(10), sentence(9), sentence(6)))
    stance = (FOR, AGAINST, SILENT)[number % 3]
    day = date(2025, 6, 1 + number % 28)
    return Text(
        f"paper{number}.example",
        0.5 + 0.004 * number,
        f"A report on the crossing, number {number}",
        text,
        day,
        (stance,),
        f"Writer {number}",
    )


def large(texts: Sequence[Text]) -> Case:
    """A verdict on two parts for which a judge read all of these."""
    kept = {"ranking": {"rerank": {"judged_at_most": 100, "top_k": 100, "per_domain_at_most": 5}}, "seeking": {"queries": {"limit": 200}}}
    dials = rule_dials.changed(Dials(), kept)
    with patch.object(made_cases, "Dials", lambda: dials):
        return made(TWO, texts)
