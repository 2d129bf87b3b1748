"""The options that limit what a run may use."""

from typing import Annotated

import typer

from veracious.domain.budget import Limits

MaxCost = Annotated[float | None, typer.Option(min=0, help="The most it may cost, in the currency of your providers' prices.")]
MaxSeconds = Annotated[float | None, typer.Option(min=0, help="The most seconds it may take.")]
MaxPages = Annotated[int | None, typer.Option(min=0, help="The most pages of the web it may read.")]
MaxCalls = Annotated[int | None, typer.Option(min=0, help="The most calls of stores, models and providers it may make.")]


def of(cost: float | None, seconds: float | None, pages: int | None, calls: int | None = None) -> Limits:
    """The limits that were typed."""
    try:
        return Limits(cost, seconds, pages, calls)
    except ValueError:
        raise typer.BadParameter("A limit is a number from 0 on.", param_hint="--max-cost, --max-seconds") from None
