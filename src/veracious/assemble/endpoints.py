"""The language model that the settings name, behind our ports, and what its calls take."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import ceil

from veracious.adapters.models import roles
from veracious.adapters.models.endpoint import Address, Caps
from veracious.adapters.models.language_model import BATCH, LanguageModel
from veracious.adapters.models.llm_client import BROKEN_CHARS, WHY_CHARS, Line, LlmClient, Patience
from veracious.assemble.parts import settings
from veracious.assemble.runs import LOCAL
from veracious.domain.budget import Amount, RunResources, Tariff
from veracious.domain.claim import Reading
from veracious.domain.errors import SettingsInvalid
from veracious.domain.record import ToolName
from veracious.flow.explain import EXCERPTS
from veracious.rules.reading.split import SplitDials


def addresses_asked() -> tuple[Address, ...]:
    """The servers in the order they are asked; none when no endpoint is set."""
    told = settings()
    if not told.endpoint:
        return ()
    if not told.endpoint_model:
        raise SettingsInvalid("VERACIOUS_ENDPOINT_MODEL: say which model to ask of VERACIOUS_ENDPOINT")
    first = Address(
        url=told.endpoint,
        model=told.endpoint_model,
        key=told.endpoint_key.get_secret_value(),
        input_price=told.endpoint_input_price,
        output_price=told.endpoint_output_price,
        bounds=told.endpoint_bounds,
        cap_field=told.endpoint_cap,
    )
    if not told.spare:
        return (first,)
    key, prices = told.spare_key.get_secret_value(), (told.spare_input_price, told.spare_output_price)
    return first, Address(told.spare, told.spare_model or told.endpoint_model, key, *prices)


def mind(key: str = "") -> LanguageModel | None:
    """The language model of this process in all its roles, asked with the caller's key where one is given; none without an endpoint."""
    found = addresses_asked()
    if found and key:
        found = (replace(found[0], key=key), *found[1:])
    return _mind(found, settings().endpoint_seconds) if found else None


@cache
def _mind(addresses: tuple[Address, ...], seconds: float) -> LanguageModel:
    """Made once, so that what is known of a server that fails is known to the next run."""
    caps, patience = Caps(deadline_s=seconds), Patience(deadline_s=2 * seconds)
    return LanguageModel(LlmClient([Line(one) for one in addresses], caps, patience))


def named(model: LanguageModel) -> tuple[ToolName, ...]:
    """The roles it has in a run, as a record names them."""
    return tuple(ToolName(role, model.name, "") for role in ("second", "splitter", "teller"))


@dataclass(frozen=True, slots=True)
class Sizes:
    """How large the material of a question is: for a forecast, no limit; each request is admitted by its own size."""

    evidence_bytes: int  # of a piece with its title
    share: float  # of the bytes of a prompt and of the cap on an answer, what is expected to be charged as tokens


WORST = Sizes(700, 1.0)  # a passage of 512 characters, its title and its names; no tokenizer makes more tokens than bytes
USUAL = Sizes(450, 0.25)  # English has four letters to a token, and answers are a quarter of what they may be
SENT_BACK = BROKEN_CHARS + WHY_CHARS + 200  # bytes that a second request has more than the first
PAIR_BYTES = 40  # the numbers of a pair


def means(reading: Reading) -> RunResources:
    """What an engine on this machine has, and what its language model takes for a claim like this."""
    found = addresses_asked()
    return means_with(found, reading) if found else LOCAL


def means_with(addresses: Sequence[Address], reading: Reading) -> RunResources:
    """The same with these servers."""
    worst, usual = tuple(_tariffs(addresses, reading, WORST)), tuple(_tariffs(addresses, reading, USUAL))
    return replace(LOCAL, splitter=True, second=True, teller=True, tariffs=worst, usual=usual)


def _tariffs(addresses: Sequence[Address], reading: Reading, sizes: Sizes) -> Iterator[Tariff]:
    """What each role takes: the dearest server, and at worst as many requests as a question may cost."""
    asked = len(reading.claim.text.encode())
    claims = len(reading.subclaims) * PAIR_BYTES + asked if sizes is USUAL else SplitDials().parts_at_most * (asked + PAIR_BYTES)
    pieces = EXCERPTS * sizes.evidence_bytes
    for task, told in ((roles.SPLIT, asked), (roles.STANCE, claims), (roles.EXPLAIN, asked + pieces), (roles.SUMMARISE, asked + pieces)):
        call, patience = task.call({}), Patience()
        times = 1 if sizes is USUAL else patience.paid if task.is_repeated else 1
        more = 0 if sizes is USUAL else 2 * patience.attempts * len(addresses) - times
        item = (sizes.evidence_bytes + PAIR_BYTES, task.tokens_per_item) if task is roles.STANCE else (0, 0)
        price = _dearest(addresses, call.tokens_in + told, call.tokens_out, sizes.share).times(times)
        if times > 1:
            price = price.plus(_dearest(addresses, SENT_BACK, 0, 1.0))
        each = replace(_dearest(addresses, *item, sizes.share).times(times), calls=0)
        yield Tariff(task.role, replace(price, calls=more + times - 1), each, BATCH if task is roles.STANCE else 0)


def _dearest(addresses: Sequence[Address], read: int, said: int, share: float) -> Amount:
    prices = [one.price(ceil(share * read), ceil(share * said)) for one in addresses]
    return Amount(1, max(one.tokens for one in prices), max(one.money_micros for one in prices))
