"""The page on what a language model costs, from the code that admits its calls."""

from pathlib import Path

from veracious import wiring
from veracious.adapters.models.endpoint import Address
from veracious.app import costs
from veracious.domain.budget import MICROS, Estimate, Limits, Role
from veracious.domain.claim import Reading
from veracious.flow import estimate
from veracious.rules.dials import Dials

CLAIMS = (
    ("one part", "The Eiffel Tower was finished in 1889."),
    ("three parts", "Marie Curie was born in Warsaw, she won two Nobel Prizes and she died in 1934."),
)
PRICES = (
    ("a local server", 0.0, 0.0),
    ("small, hosted", 0.05, 0.40),
    ("small, hosted, dearer", 0.10, 0.40),
    ("large, hosted", 2.50, 10.00),
)
WORDS = {
    Role.SPLIT: "split the claim",
    Role.SECOND: "judge the evidence that was chosen",
    Role.EXPLANATION: "explain",
    Role.SUMMARY: "sum up the parts",
}

HEAD = """# What a language model costs

Before a run, `veracious estimate` says what it is expected to cost and what it costs at worst. This page is made by the same code, for two
claims and four pairs of prices, in the currency of the prices, for a million tokens read and written. Prices are settings
(`VERACIOUS_ENDPOINT_INPUT_PRICE`, `VERACIOUS_ENDPOINT_OUTPUT_PRICE`): look yours up, these are examples.
"""

FOOT = """## Where the figures come from

- *At worst*: a request is admitted by the bytes of its prompt, since no tokenizer makes more tokens than bytes, and by the cap on its
  answer, as if both were charged whole; and as if every question needed its second request. A model that splits may make five parts of any
  claim. A passage is taken to have 700 bytes with its title; in scripts with several bytes to a letter it may have more, so that only
  `--max-cost` is a limit.
- *Expected*: one request for each question, a token for four bytes, answers of a quarter of their cap, and of the pairs that may be put to
  the second judge the share that usually is.
- What is *charged* is what the server counts in its answer, if that can be true; else the worst case.

The language model is asked about all evidence that was chosen, up to `judging.cascade.pairs_at_most` pairs in a look. Asking it only
where the bundled judge is unsure saves little: on ten unfamiliar benchmarks 7 % of the calls for one point of accuracy, since the small
judge is wrong there and does not know where (`evals/endpoint/cascade.md`, measured with an oracle that is right nine times in ten in
place of the model). To save calls all the same, put `sure_at_least` down to 0.9 and `share_at_most` to a third. Where many pages of
unknown publishers are read, the instructions are sent with each of them, and a run costs more than is expected here.

A run with `--max-cost` makes no call that might pass it.
"""


def page(root: Path) -> str:
    """The page."""
    parts = [HEAD, "## A claim", _table(("claim", "price, read and written", "expected", "at worst"), _costs())]
    parts += ["## Call by call", f"“{CLAIMS[1][1]}”, {PRICES[1][0]}.", _table(("what for", "expected", "at worst"), _calls()), FOOT]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def estimated(text: str, read: float, written: float) -> Estimate:
    """What checking this claim takes with a model of these prices."""
    reading = wiring.reader()(text, wiring.clock().now().date())
    if not isinstance(reading, Reading):
        raise TypeError(f"{text} is no claim")
    address = Address("http://localhost/v1", "a model", "", read, written)
    means = costs.resources(reading, servers=(address,))
    return estimate.estimate(reading, means, Limits(), Dials(), wiring.lexicon())


def _costs() -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for name, text in CLAIMS:
        for model, read, written in PRICES:
            found = estimated(text, read, written)
            rows.append(
                (name, f"{model}: {read:.2f}, {written:.2f}", _money(found.expected.money_micros), _money(found.worst.money_micros))
            )
    return rows


def _calls() -> list[tuple[str, ...]]:
    found = estimated(CLAIMS[1][1], *PRICES[1][1:])
    usual = {one.role: one.amount for one in found.usual}
    asked = [one for one in found.most if one.role in WORDS]
    return [(WORDS[one.role], _money(usual[one.role].money_micros), _money(one.amount.money_micros)) for one in asked]


def _money(micros: int) -> str:
    return f"{micros / MICROS:.5f}"


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
