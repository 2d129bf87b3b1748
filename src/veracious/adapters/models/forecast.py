"""What the calls of a language model will take, before any is made."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from veracious.adapters.models import roles
from veracious.adapters.models.endpoint import Address
from veracious.adapters.models.language_model import BATCH
from veracious.adapters.models.llm_client import BROKEN_CHARS, WHY_CHARS, Patience
from veracious.domain.budget import Amount, Tariff
from veracious.domain.claim import Reading
from veracious.rules.reading.split import SplitDials


@dataclass(frozen=True, slots=True)
class Sizes:
    """How large the material of a question is: for a forecast, no limit; each request is admitted by its own size."""

    evidence_bytes: int  # of a piece with its title
    share: float  # of the bytes of a prompt and of the cap on an answer, what is expected to be charged as tokens


WORST = Sizes(700, 1.0)  # a passage of 512 characters, its title and its names; no tokenizer makes more tokens than bytes
USUAL = Sizes(450, 0.25)  # English has four letters to a token, and answers are a quarter of what they may be
SENT_BACK = BROKEN_CHARS + WHY_CHARS + 200  # bytes that a second request has more than the first
PAIR_BYTES = 40  # the numbers of a pair


def tariffs(servers: Sequence[Address], reading: Reading, excerpts: int, sizes: Sizes, article_bytes: int = 0) -> Iterator[Tariff]:
    """What each role takes for a claim like this, and for an article of this size.

    That is of the dearest server, and at worst of as many requests as a question may cost.
    """
    asked = len(reading.claim.text.encode())
    claims = len(reading.subclaims) * PAIR_BYTES + asked if sizes is USUAL else SplitDials().parts_at_most * (asked + PAIR_BYTES)
    pieces = excerpts * sizes.evidence_bytes
    asks = [(roles.SPLIT, asked), (roles.STANCE, claims), (roles.EXPLAIN, asked + pieces), (roles.SUMMARISE, asked + pieces)]
    for task, told in [*asks, *([(roles.OUTLINE, article_bytes)] if article_bytes else [])]:
        call, patience = task.call({}), Patience()
        times = 1 if sizes is USUAL else patience.paid if task.is_repeated else 1
        more = 0 if sizes is USUAL else 2 * patience.attempts * len(servers) - times
        item = (sizes.evidence_bytes + PAIR_BYTES, task.tokens_per_item) if task is roles.STANCE else (0, 0)
        price = _dearest(servers, call.tokens_in + told, call.tokens_out, sizes.share).times(times)
        if times > 1:
            price = price.plus(_dearest(servers, SENT_BACK, 0, 1.0))
        each = replace(_dearest(servers, *item, sizes.share).times(times), calls=0)
        yield Tariff(task.role, replace(price, calls=more + times - 1), each, BATCH if task is roles.STANCE else 0)


def _dearest(servers: Sequence[Address], read: int, said: int, share: float) -> Amount:
    prices = [one.price(ceil(share * read), ceil(share * said)) for one in servers]
    return Amount(1, max(one.tokens for one in prices), max(one.money_micros for one in prices))
