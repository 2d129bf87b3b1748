"""What a run will take, as a page shows it before the run."""

from collections.abc import Sequence
from dataclasses import dataclass

from veracious.domain.budget import ENDLESS, MICROS, Amount, Estimate, limit_on
from veracious.domain.claim import Refusal
from veracious.faces.pages import foreign


@dataclass(frozen=True, slots=True)
class Line:
    """One resource: what of it is expected to be used, and what at worst."""

    name: str
    expected: str
    worst: str


@dataclass(frozen=True, slots=True)
class EstimateView:
    """The estimate in words, or why there is none."""

    lines: tuple[Line, ...] = ()
    warnings: tuple[str, ...] = ()
    trouble: str = ""
    readings: tuple[str, ...] = ()


def told(found: Estimate | Refusal) -> EstimateView:
    """An estimate, or that the text would be refused."""
    if isinstance(found, Refusal):
        readings = tuple(map(foreign.visible, found.readings))
        return EstimateView(trouble=f"This would be refused. {foreign.visible(found.message)}", readings=readings)
    both = (found.expected, found.worst)
    lines = (
        Line("Time", *(_number(one.milliseconds, 1000, "{:.1f} s") for one in both)),
        Line("Cost", *("no bound" if one.money_micros >= ENDLESS else money(one.money_micros) for one in both)),
        Line("Pages of the web", *(_number(one.pages, 1, "{:.0f}") for one in both)),
        Line("Calls of stores, models and providers", *(_number(one.calls, 1, "{:.0f}") for one in both)),
    )
    may = [name for name in found.tight if name not in found.short]
    named = ((found.short, "is expected to"), (may, "may"))
    return EstimateView(lines, tuple(_warning(names, word) for names, word in named if names))


def money(micros: int) -> str:
    """An amount of money as it is shown; its currency is that of the prices that were set."""
    return f"{micros / MICROS:.4f}" if micros else "nothing"


def spent(amount: Amount) -> str:
    """What a run has used so far that costs anybody something."""
    pages = f"{amount.pages} page{'' if amount.pages == 1 else 's'} read"
    return f"{pages}, spent {money(amount.money_micros)}"


def _warning(names: Sequence[str], word: str) -> str:
    return f"The limit on {' and '.join(map(limit_on, names))} {word} end the run early. You then get what is known by then."


def _number(value: int, parts: int, form: str) -> str:
    return "no bound" if value >= ENDLESS else form.format(value / parts)
