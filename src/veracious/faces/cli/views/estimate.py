"""What a run will take, as people read it."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rich.console import Console
from rich.table import Table

from veracious.domain.budget import MICROS, Amount, Estimate, Planned, Role, limit_on

WORDS: Mapping[Role, tuple[str, str]] = MappingProxyType(  # what is done, and what a call has in it
    {
        Role.SKELETON: ("read the article by a model", ""),
        Role.SPLIT: ("split the claim", ""),
        Role.QUERY: ("search the stores", "passages"),
        Role.RERANK: ("order by relevance", "texts"),
        Role.STANCE: ("judge the evidence", "pairs"),
        Role.REVIEWS: ("look for published reviews", ""),
        Role.SEARCH: ("search the web", ""),
        Role.FETCH: ("read pages", ""),
        Role.SECOND: ("ask a second judge", "pairs"),
        Role.EXPLANATION: ("explain by a model", ""),
        Role.SUMMARY: ("sum up by a model", ""),
        Role.CHECK: ("check the model's words", "pairs"),
    }
)


def show(estimate: Estimate, claims: int | None = None) -> None:
    """Each kind of call with what it is expected to take and takes at worst, then the sum, then the limits that may end the run.

    Of an article whose text is known, the number of its claims stands above.
    """
    console = Console(highlight=False)
    if claims is not None:
        console.print(f"{claims} claim{'' if claims == 1 else 's'} in the article")
    table = Table(box=None, pad_edge=False)
    for name in ("", "expected", "at worst"):
        table.add_column(name, style="bold" if not name else "")
    usual = {one.role: one for one in estimate.usual}
    for one in estimate.most:
        table.add_row(WORDS[one.role][0], _calls(usual.get(one.role)), _calls(one))
    table.add_row("in all", _amount(estimate.expected), _amount(estimate.worst))
    console.print(table)
    for names, word in ((estimate.short, "is expected to"), (_others(estimate.tight, estimate.short), "may")):
        if names:
            limits = " and ".join(map(limit_on, names))
            console.print(f"The limit on {limits} {word} end the run early, as partial.", soft_wrap=True)


def _others(names: Sequence[str], lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name not in lines)


def _calls(planned: Planned | None) -> str:
    if planned is None:
        return "–"
    things = WORDS[planned.role][1]
    each = f" × {planned.items} {things}" if things else ""
    return f"{planned.times}{each}, {_seconds(planned.amount)}"


def _amount(amount: Amount) -> str:
    named = ((amount.calls, "calls"), (amount.pages, "pages"), (amount.tokens, "tokens"))
    parts = [f"{number:,} {word.removesuffix('s') if number == 1 else word}" for number, word in named if number]
    cost = f"cost {amount.money_micros / MICROS:.4f}" if amount.money_micros else "no money"
    return ", ".join([*parts, _seconds(amount), cost])


def _seconds(amount: Amount) -> str:
    return f"{amount.milliseconds / 1000:.1f} s"
