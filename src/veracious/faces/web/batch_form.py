"""The form that a table of claims is handed in with, and the batch that it makes: nothing is spent for it yet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from hashlib import sha256

from veracious import app
from veracious.domain.batch import Batch, BatchRow
from veracious.domain.claim import Refusal
from veracious.domain.errors import InputError
from veracious.domain.job import DEMO, ClaimOrder
from veracious.faces.claim_table import ClaimTable
from veracious.faces.http import verifications
from veracious.faces.http.models import COST_AT_MOST, GivenLimits
from veracious.faces.http.routes import Visit
from veracious.faces.http.verifications import GivenClaim
from veracious.faces.pages import foreign
from veracious.faces.web import claim_form
from veracious.rules import digest

ID_CHARS = 24  # of a batch, in hexadecimal: enough that no two are taken for one
NAME_CHARS = 100
NO_FILE = "Choose a file."
MANY_FILES = "Choose one file."
NO_DAY, NO_NUMBER = claim_form.NO_DAY, claim_form.NO_NUMBER
UNESTIMATED = "It would be refused: {}"


@dataclass(frozen=True, slots=True)
class BatchForm:
    """The fields as they were written; a file is chosen anew where something is wrong, since no browser sends it again."""

    as_of: str = ""
    where: str = claim_form.ALL
    web: bool = False
    max_cost: str = ""
    wrong: Mapping[str, str] = field(default_factory=dict)

    @property
    def cost(self) -> float | None:
        """The limit of each claim; of a form without faults."""
        return float(self.max_cost.replace(",", ".")) if self.max_cost else None


@dataclass(frozen=True, slots=True)
class Costs:
    """What rows are expected to take, and what at worst."""

    expected_micros: int = 0
    worst_micros: int = 0
    expected_ms: int = 0

    def plus(self, other: "Costs") -> "Costs":
        """Both together."""
        return Costs(*(getattr(self, name) + getattr(other, name) for name in Costs.__slots__))


def sent(fields: Mapping[str, str], files: int) -> BatchForm:
    """The form as it was sent, with what is wrong with it."""
    form = BatchForm(
        as_of=fields.get("as_of", "").strip()[:20],
        where=fields["where"] if fields.get("where") in claim_form.WHERE else claim_form.ALL,
        web=fields.get("web") == "on",
        max_cost=fields.get("max_cost", "").strip()[:20],
    )
    wrong = {} if files == 1 else {"table": MANY_FILES if files else NO_FILE}
    if form.as_of and not claim_form.is_day(form.as_of):
        wrong["as_of"] = NO_DAY
    try:
        if not 0 <= (form.cost or 0) <= COST_AT_MOST:
            wrong["max_cost"] = NO_NUMBER
    except ValueError:
        wrong["max_cost"] = NO_NUMBER
    return replace(form, wrong=wrong)


def name_of(form: BatchForm, content: bytes, day: date) -> str:
    """The name of a batch: of the same file with the same fields on the same day it is the same, so that none is handed in twice."""
    said = [sha256(content).hexdigest(), day.isoformat(), form.where, form.web, form.cost]
    return digest.of(said, "batch").removeprefix("sha256:")[:ID_CHARS]


def given(batch: Batch, row: BatchRow) -> GivenClaim:
    """A row as a program would hand it in."""
    limits = GivenLimits(max_cost=batch.max_cost)
    collections = list(claim_form.WHERE[claim_form.WORLD if batch.collections == DEMO else where(batch)])
    return GivenClaim(claim=row.claim, as_of=row.as_of, collections=collections, web=batch.web, context=row.context, limits=limits)


def order(visit: Visit, batch: Batch, row: BatchRow) -> ClaimOrder:
    """What the job of a row is asked."""
    made = verifications.ordered(visit, given(batch, row))
    return replace(made, collections=DEMO) if batch.collections == DEMO else made


def made(visit: Visit, form: BatchForm, file_name: str, content: bytes, table: ClaimTable) -> tuple[Batch, list[BatchRow]]:
    """The batch of a file, every row with its day, what would be refused refused, and what the others take. It computes for a while."""
    day = claim_form.day(form.as_of) or visit.backend.clock.now().date()
    places = DEMO if form.where == claim_form.WORLD else tuple(claim_form.WHERE[form.where])
    name = foreign.cut(file_name, NAME_CHARS)
    bare = Batch(name_of(form, content, day), name, visit.backend.clock.now(), visit.caller.actor, places, form.web, form.cost)
    rows, total = list[BatchRow](), Costs()
    for row in table.rows:
        dated = replace(row, as_of=row.as_of or day)
        checked, more = (dated, Costs()) if row.refused else _estimated(visit, bare, dated)
        rows.append(checked)
        total = total.plus(more)
    told = {one: getattr(total, one) for one in Costs.__slots__}
    unread = tuple(foreign.cut(one, NAME_CHARS) for one in table.unread)
    return replace(bare, unread=unread, **told), rows


def costs(visit: Visit, batch: Batch, rows: Sequence[BatchRow]) -> Costs:
    """What rows of a batch take together. It computes for a while."""
    total = Costs()
    for row in rows:
        total = total.plus(_estimated(visit, batch, row)[1])
    return total


def _estimated(visit: Visit, batch: Batch, row: BatchRow) -> tuple[BatchRow, Costs]:
    """What a row will take; or the row refused, where its claim would be."""
    try:
        asked = order(visit, batch, row)
        found = app.costs.estimate_text(asked.claim, asked.as_of, asked.limits, asked.context, asked.web)
    except InputError as refused:
        return replace(row, refused=UNESTIMATED.format(refused)), Costs()
    if isinstance(found, Refusal):
        return replace(row, refused=UNESTIMATED.format(found.message)), Costs()
    worst = visit.backend.desk.quote(visit.workspace, asked)
    expected = min(found.expected.money_micros, worst)
    return row, Costs(expected, worst, found.expected.milliseconds)


def where(batch: Batch) -> str:
    """Where is looked for its claims, as the form names it."""
    return next(name for name, places in claim_form.WHERE.items() if tuple(places) == batch.collections)
