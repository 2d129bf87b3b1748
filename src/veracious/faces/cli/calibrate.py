"""`veracious calibrate`: what the probabilities are worth on somebody's own labelled claims."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from veracious.domain.budget import Limits
from veracious.domain.errors import InputError
from veracious.domain.store import COLLECTIONS, Scope
from veracious.domain.verdict import Verdict
from veracious.faces.cli import batch, common, verify
from veracious.rules.seeking.register import CredibilityRules

if TYPE_CHECKING:
    from veracious.eval.labelled import OwnCalibration

Labelled = Annotated[
    Path, typer.Argument(help="Claims, a JSON object a line: `claim`, `label` (supported, refuted, mixed, not_enough_evidence), `as_of`.")
]
Out = Annotated[Path, typer.Option(help="A folder for the answers, the picture and the dials; what is answered there is not asked again.")]
Right = Annotated[float, typer.Option(min=0.5, max=0.99, help="Which share of what is decided is to be right.")]


def calibrate(
    claims: Labelled,
    out: Out = Path("calibration"),
    right: Right = 0.9,
    docs: verify.Docs = None,
    credibility: verify.Credibility = None,
    collection: verify.Collection = None,
    workspace: verify.Workspace = "",
    dials: verify.DialsFile = None,
    jobs: verify.Jobs = 2,
    as_json: verify.AsJson = False,
) -> None:
    """Measure on your own labelled claims how far the probabilities hold, and where to decide.

    Every claim is checked as [bold]veracious verify[/bold] would check it, against the store or --docs. From 100 labelled claims on, this
    tells how often the likelier side is right at each probability (a picture: reliability.svg), and the least probability from which on the
    share you ask for is right. It is written to dials.json: give that to [bold]verify --dials[/bold].

    What nobody credible says stays undecided whatever its probability, so fewer claims may be decided than the threshold alone would; of a
    claim with several parts, each part must pass it. The bundled models alone are measured, also where a language model is named.

    [bold]Example:[/bold] veracious calibrate labelled.jsonl --docs reports/ --right 0.95
    """
    with common.errors():
        asked, gold = _read(claims)
        wanted = verify.read_dials(dials)
        scope = Scope(tuple(common.collection(one) for one in collection or COLLECTIONS))
        rated = CredibilityRules.of_own(credibility, wanted.seeking.register)
        place = verify.Place(tuple(docs or ()), rated, scope, workspace, wanted)
        code, found = _measured(asked, gold, place, Measuring(out, right, jobs, verify.read_changes(dials)))
    print(json.dumps(asdict(found))) if as_json else _show(found, out, len(asked), Console(highlight=False))
    raise typer.Exit(code)


@dataclass(frozen=True, slots=True)
class Measuring:
    """Where results go, which share is to be right, how many claims are checked at once, and which dials were changed."""

    out: Path
    right: float
    at_once: int
    changes: Mapping[str, Any]


def _read(path: Path) -> tuple[list[batch.Line], dict[str, Verdict]]:
    """The claims of a file, and what people say of each."""
    from veracious.eval import labelled

    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as failed:
        raise InputError(f"{path} cannot be read: {failed}") from failed
    numbered = [(at, line) for at, line in enumerate(text.split("\n"), 1) if line.strip()]
    asked = batch.read(text.split("\n"), None)
    return asked, {one.name: labelled.gold(json.loads(row), at) for one, (at, row) in zip(asked, numbered, strict=True)}


def _measured(asked: list[batch.Line], gold: Mapping[str, Verdict], place: verify.Place, how: Measuring) -> "tuple[int, OwnCalibration]":
    """Check the claims, write answers, picture and dials; the exit code and the figures."""
    from veracious.eval import labelled

    labelled.enough(len(asked))
    try:
        how.out.mkdir(parents=True, exist_ok=True)
    except OSError as failed:
        raise InputError(f"{how.out} cannot be made: {failed.strerror}. Name another folder with --out.") from failed
    answers = how.out / "answers.jsonl"
    _same_claims(asked, answers)
    code = asyncio.run(batch.run(asked, lambda: verify.bundled_engine(place), batch.How(answers, how.at_once, Limits())))
    told = {row["id"]: row for row in map(json.loads, answers.read_text("utf-8").strip().split("\n"))}
    rows = [row for name, label in gold.items() if (row := labelled.row(label, told.get(name, {}))) is not None]
    found = labelled.measure(rows, how.right)
    (how.out / "reliability.svg").write_text(labelled.picture(found), "utf-8")
    written = how.out / "dials.json"
    written.unlink(missing_ok=True)
    if found.threshold is not None:
        written.write_text(json.dumps(labelled.dials(found.threshold, how.changes)) + "\n", "utf-8")
    return code, found


def _same_claims(asked: list[batch.Line], answers: Path) -> None:
    """Refuse answers of an earlier run to other claims: they would be held against the wrong labels."""
    if not answers.exists():
        return
    claims = {line.name: line.claim for line in asked}
    for row in answers.read_text("utf-8").split("\n"):
        try:
            told = json.loads(row) if row.strip() else {}
        except ValueError:
            continue  # half a line, which a run that was killed left
        if "claim" in told and told.get("id") in claims and told["claim"] != claims[told["id"]]:
            raise InputError(f"{answers} has an answer to another claim under the id {told['id']!r}. Name another folder with --out.")


def _show(found: "OwnCalibration", out: Path, asked: int, console: Console) -> None:
    """The figures in words, and what to do with them."""
    left_out = f" ({asked - found.claims} had none)" if asked > found.claims else ""
    console.print(f"{found.claims} claims with a probability{left_out}; it is off by {found.error:.2f}, chance taken off.")
    console.print(f"As it is set, {found.decided} are decided, {found.right} of them rightly.")
    console.print()
    for part in found.bins:
        bar = "█" * round(20 * part.accuracy)
        console.print(f"  said {part.confidence:.2f}   right {part.accuracy:.2f}  {bar:<20}  {part.n} claims")
    console.print()
    if found.threshold is None:
        console.print(f"No probability gives {found.wanted:.0%} right on these claims. Ask for less with --right, or add evidence.")
    else:
        best = found.threshold
        console.print(f"Decide from {best.probability:.2f} on: {best.right:.0%} right, of {best.decided:.0%} of the claims.")
        console.print(f'Use it: veracious verify --dials {out / "dials.json"} "…"', soft_wrap=True)
    console.print(f"Picture: {out / 'reliability.svg'}", soft_wrap=True)
