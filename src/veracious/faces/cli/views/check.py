"""A ledger as people read it: the answer sentence by sentence, under each claim what decides it, then figures, gates and warnings."""

from collections.abc import Mapping
from types import MappingProxyType

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from veracious.domain.ledger import Backing, Entry, GateResult, Ledger, LedgerReport, Summary, Support
from veracious.domain.verdict import Outcome
from veracious.faces.cli.views.verify import NOT_KEPT
from veracious.faces.pages import foreign, ledger_words, stretches
from veracious.faces.pages.stretches import Sort, Stretch
from veracious.flow.check import Checked
from veracious.rules.ledger import gates
from veracious.rules.ledger.gates import AnswerGateDials
from veracious.rules.weighing.evidence_trust import side

COLOURS: Mapping[Support, str] = MappingProxyType(
    {Support.SUPPORTED: "green", Support.WEAK: "yellow", Support.CONTRADICTED: "red", Support.NOT_FOUND: "blue"}
)


def show(checked: Checked, console: Console, wanted: AnswerGateDials, names: Mapping[str, str]) -> None:
    """The ledger of an answer; of a check that has none, why."""
    report = checked.report
    if report.ledger is None or report.outcome is Outcome.REFUSED:
        console.print(_nothing(report))
    else:
        for part in (_answer(stretches.answer(checked.record), report.ledger, names), *_below(report.ledger, wanted)):
            console.print(part)
    console.print(Text(NOT_KEPT, style="dim"))


def summed_up(ledger: Ledger, wanted: AnswerGateDials, console: Console) -> None:
    """A ledger in figures, its gates and warnings."""
    for part in _below(ledger, wanted):
        console.print(part)


def _nothing(report: LedgerReport) -> RenderableType:
    """A check without a ledger, and what to do: an error is never shown as one."""
    if report.refusal is not None:
        return Panel(escape(report.refusal.message), title="[bold]Not checked[/bold]: no claim that can be checked", title_align="left")
    said = escape(report.cause or "It was stopped.")
    return Panel(said, title="[bold]Not checked[/bold]: the check failed", title_align="left", border_style="magenta")


def _answer(answer: str, ledger: Ledger, names: Mapping[str, str]) -> RenderableType:
    """Each sentence with what it is, and below it what the documents say."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    for stretch in stretches.cut(answer, ledger):
        if stretch.sort is Sort.CLAIM:
            entry = ledger.entries[stretch.number]
            look = ledger_words.LOOKS[entry.verdict]
            score = f"\n  score {entry.confidence:.2f}" if entry.confidence else ""
            word = Text.assemble((f"{look.sign} {look.word}", f"bold {COLOURS[entry.verdict]}"), (score, "dim"))
            table.add_row(str(stretch.number + 1), word, Group(_sentence(stretch), *_told(entry, stretch, names)))
        elif stretch.sort is Sort.UNREAD:
            look = ledger_words.UNREAD
            table.add_row("", Text(f"{look.sign} {look.word}", style="bold magenta"), Group(_sentence(stretch), _dim(look.meaning)))
        elif stretch.sort is Sort.PASSED:
            table.add_row("", Text("· No claim", style="dim"), _sentence(stretch, "dim"))
    return table


def _sentence(stretch: Stretch, style: str = "") -> Text:
    """A sentence in one line, the words that no quote carries underlined."""
    parts = [(_line(one.text), f"{style} underline" if one.is_lost else style) for one in stretch.words]
    return Text.assemble(*parts)


def _told(entry: Entry, stretch: Stretch, names: Mapping[str, str]) -> list[RenderableType]:
    """What is known of a claim beyond its verdict."""
    told: list[RenderableType] = []
    lost = [f"“{_line(one.text).strip()}”" for one in stretch.words if one.is_lost]
    if lost:
        told.append(_dim(f"not supported: {', '.join(lost)}"))
    told += [_dim(f"the claim against a document: {_line(one)}") for one in entry.conflicts]
    told += [_quoted(one, entry, names) for one in decisive(entry)]
    return [Padding(one, (0, 0, 0, 2)) for one in told]


def decisive(entry: Entry) -> tuple[Backing, ...]:
    """What decides a claim; where it is contradicted, also the first that says so nevertheless."""
    if entry.verdict is not Support.CONTRADICTED:
        return entry.backing[:1]
    return (*entry.backing[:1], *[one for one in entry.backing[1:] if side(one.stance) == "supports"][:1])


def _quoted(backing: Backing, entry: Entry, names: Mapping[str, str]) -> RenderableType:
    quotes = " … ".join(f"“{_line(quote.text)}”" for quote in backing.quotes)
    titles = dict.fromkeys(
        ledger_words.titled(title, names.get(quote.snapshot, "")) for quote, title in zip(backing.quotes, backing.titles, strict=True)
    )
    stands = "the nearest that was found" if entry.verdict is Support.NOT_FOUND else ledger_words.stands(backing.stance, entry.verdict)
    about = [_line("; ".join(titles)), str(backing.published or "no date"), stands]
    return Text.assemble(quotes, "\n", (", ".join(about + ["cited"] * backing.is_cited), "dim"))


def _below(ledger: Ledger, wanted: AnswerGateDials) -> list[RenderableType]:
    """How many claims came out how, the gates with their figures, the warnings."""
    passed = gates.judge(ledger.summary, wanted)
    failed = sum(not one.is_met for one in passed)
    heading = f"{failed} of {len(passed)} gates are not met" if failed else "All gates are met"
    parts: list[RenderableType] = [_heading(_counted(ledger.summary, len(ledger.unread)))]
    parts += [_heading(heading), _gates(passed)]
    if ledger.risk_flags:
        parts += [_heading("Warnings"), _flags(ledger)]
    return parts


def _counted(summary: Summary, unread: int) -> str:
    told = [f"{summary.verdicts.get(support, 0)} {look.word.lower()}" for support, look in ledger_words.LOOKS.items()]
    told += [f"{unread} not read"] * bool(unread)
    return f"{summary.total_claims} claim{'' if summary.total_claims == 1 else 's'}: {', '.join(told)}"


def _gates(passed: tuple[GateResult, ...]) -> RenderableType:
    table = Table(box=None, show_header=False, pad_edge=False)
    for one in passed:
        word = Text("  ✔ met", style="green") if one.is_met else Text("  ✘ not met", style="red")
        found = ledger_words.amount(one.found, one.gate)
        table.add_row(word, ledger_words.ASKS[one.gate].name, f"{found}, wanted {ledger_words.wanted(one)}")
    return table


def _flags(ledger: Ledger) -> RenderableType:
    table = Table(box=None, show_header=False, pad_edge=False)
    for flag in ledger.risk_flags:
        place = "" if flag.claim is None else f", claim {flag.claim + 1}"
        table.add_row(f"  {flag.severity}", Text.assemble(f"{ledger_words.DANGERS[flag.type]}{place}\n", (_line(flag.description), "dim")))
    return table


def _line(text: str) -> str:
    """Others' words in one line; letters that would turn it around are written out."""
    return foreign.visible(text.replace("\n", " ").replace("\t", " "))


def _dim(text: str) -> Text:
    return Text(text, style="dim")


def _heading(text: str) -> RenderableType:
    return Padding(Text(text, style="bold"), (1, 0, 0, 0))
