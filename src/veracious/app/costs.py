"""What checking a claim will take, before it is checked."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from veracious import wiring
from veracious.app import claims
from veracious.domain.budget import ENDLESS, Estimate, Limits, RunResources
from veracious.domain.claim import Reading, Refusal
from veracious.domain.errors import InputError
from veracious.domain.job import AnswerOrder, CheckOrder, IngestOrder, JobOrder
from veracious.flow import estimate as flow_estimate
from veracious.rules.dials import Dials

if TYPE_CHECKING:
    from veracious.adapters.models.endpoint import Address


def estimate(reading: Reading, limits: Limits, dials: Dials, web: bool = False) -> Estimate:
    """What checking a claim is expected to take on this machine, and what it takes at most."""
    return flow_estimate.estimate(reading, resources(reading, web), limits, dials, wiring.lexicon())


def resources(reading: Reading, web: bool = False, servers: "Sequence[Address] | None" = None) -> RunResources:
    """What an engine on this machine has, and what its language model and its searches take for a claim like this."""
    found, asked = wiring.LOCAL, wiring.endpoints() if servers is None else servers
    if asked:
        worst, usual = wiring.language_model_tariffs(reading, asked)
        found = replace(found, splitter=True, second=True, teller=True, tariffs=worst, usual=usual)
    if not web:
        return found
    prices, several = wiring.search_tariffs(), wiring.searches_in_all()
    usual = (*found.usual, *prices) if found.usual else ()
    priced = replace(found, tariffs=(*found.tariffs, *prices), usual=usual)
    return replace(priced, web=True, spares=max(0, several - 1), reviews=wiring.reviewers() is not None)


def quote(order: JobOrder, dials: Dials | None = None) -> int:
    """The most that a job of this order may cost, in millionths: what its own limit says, or less where it cannot come to as much."""
    match order:
        case CheckOrder() | IngestOrder():
            return 0
        case AnswerOrder():
            chosen = wiring.settings()
            priced = chosen.endpoint and (chosen.endpoint_input_price or chosen.endpoint_output_price)
            limit = chosen.answer_cost if order.limits.max_cost is None else order.limits.max_cost
            return Limits(max_cost=limit).cap().money_micros if priced else 0
    wanted = dials or Dials()
    reading = claims.read(order.claim, order.as_of, order.context, wanted)
    if isinstance(reading, Refusal):
        return 0
    worst = estimate(reading, order.limits, wanted, order.web).worst.money_micros
    if worst >= ENDLESS:
        raise InputError("what this may cost has no bound; give a max_cost")
    return worst
