"""What becomes of an answer whose ledger falls short: whether it is written again, what the writer is told, what is warned of at last."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from veracious.domain.claim import Importance
from veracious.domain.ledger import AnswerWarning, Entry, Ledger, RevisionDecision, Summary, Support
from veracious.domain.screen import Gate
from veracious.rules.ledger import gates
from veracious.rules.ledger.gates import AnswerGateDials


@dataclass(frozen=True, slots=True)
class RevisionDials:
    """How often an answer is written again, and which attempt goes out."""

    revisions_at_most: int = 2  # times an answer is written again; 0–2; seed D §6.1
    as_printed: bool = False  # whether coverage alone ends it, contradicted and missing critical claims or not; false or true; a guess
    best_attempt: bool = True  # whether the best attempt goes out in place of the last; true or false; a guess


@dataclass(frozen=True, slots=True)
class ReferenceRevisionDials(RevisionDials):
    """The same as the source document has it."""

    as_printed: bool = True  # as above; false or true; seed D §6.1
    best_attempt: bool = False  # as above; true or false; seed D §6.3


MOST_REACHED = "Maximum revision cycles reached"
COVERED = "Coverage threshold met"
REPEATED = "The writer gave a text again that was judged before"
NOTHING_LEFT = "Nothing is left that the documents carry"

# What is to be done about each verdict: seed D §6.2.
STRATEGIES: Mapping[Support, str] = MappingProxyType(
    {
        Support.NOT_FOUND: 'Remove this claim, or say that the documents do not have it: "{claim}"',
        Support.WEAK: 'Word this claim as the documents do, no stronger: "{claim}"',
        Support.CONTRADICTED: 'Correct this claim to what the documents say: "{claim}"{found}',
    }
)
CITE_MORE = "Cite a passage for every claim, or remove the claim."


def decide(ledger: Ledger, revisions: int, dials: RevisionDials, wanted: AnswerGateDials) -> RevisionDecision:
    """Whether an answer is written again after so many revisions: seed D §6.1, from the ledger alone.

    As printed, coverage is asked first, and an answer that is covered goes out with what it got wrong. By default the gates on critical
    claims and contradictions are asked too: "must revise" and "must correct" are what they say.

    Formula: Whether an answer is written again. From D §6.1–6.2.

        no             after revisions_at_most revisions
        no             if the gate of coverage is met and, unless as_printed, those of critical claims, citations and contradictions are
        yes            else; the writer is told of critical claims not found, or else of contradictions, or else to cite more; unless
            as_printed
                       then of every other claim that falls short

    Dials: revisions_at_most, as_printed of RevisionDials.
    """
    failed = {one.gate for one in gates.judge(ledger.summary, wanted) if not one.is_met}
    if revisions >= dials.revisions_at_most:
        return RevisionDecision(False, MOST_REACHED)
    if Gate.COVERAGE not in failed and (dials.as_printed or not failed & {Gate.CRITICAL, Gate.CONTRADICTIONS, Gate.UNCITED}):
        return RevisionDecision(False, COVERED)
    missing = [one for one in ledger.entries if one.verdict is Support.NOT_FOUND and one.claim.importance is Importance.CRITICAL]
    if missing:
        return RevisionDecision(True, "Critical claims lack evidence", _told(missing, ledger, dials))
    against = [one for one in ledger.entries if one.verdict is Support.CONTRADICTED]
    if against:
        return RevisionDecision(True, "Claims contradict evidence", _told(against, ledger, dials))
    if Gate.COVERAGE not in failed:
        return RevisionDecision(True, "Critical claims cite nothing", (*_told((), ledger, dials), CITE_MORE))
    short = f"Coverage {100 * ledger.summary.evidence_coverage:.0f}% below {100 * wanted.coverage_at_least:.0f}% threshold"
    return RevisionDecision(True, short, (*_told((), ledger, dials), CITE_MORE))


def ended(texts: Sequence[str], is_left: bool) -> RevisionDecision | None:
    """Why no further revision is worth asking for, whatever the ledger says: the newest text was there before, or says nothing."""
    if texts[-1] in texts[:-1]:
        return RevisionDecision(False, REPEATED)
    return None if is_left else RevisionDecision(False, NOTHING_LEFT)


def best(tried: Sequence[Summary], dials: RevisionDials) -> int:
    """Which attempt goes out: the one with fewest contradictions, then fewest critical claims not found, then most coverage.

    Of equals it is the latest. As printed it is the last, better or worse.

    Formula: Which attempt goes out. From D §6.3; ours.

        the last       unless best_attempt
        else           fewest contradictions, then fewest critical claims not found, then highest coverage, of equals the latest

    Dials: best_attempt of RevisionDials.
    """
    if not dials.best_attempt:
        return len(tried) - 1

    def rank(at: int) -> tuple[float, ...]:
        one = tried[at]
        return one.contradictions, one.critical_unsupported, -one.evidence_coverage, -at

    return min(range(len(tried)), key=rank)


def warnings(first: Ledger, last: Ledger, revisions: int, is_repeated: bool = False) -> tuple[AnswerWarning, ...]:
    """What is warned of when it ends: seed D §6.3; a writer that repeats itself has stopped improving anything."""
    found = []
    if is_repeated or (revisions and last.summary.evidence_coverage <= first.summary.evidence_coverage):
        found.append(AnswerWarning("NO_IMPROVEMENT", "Revisions did not improve evidence coverage"))
    missing = [one for one in last.entries if one.verdict is Support.NOT_FOUND and one.claim.importance is not Importance.MINOR]
    if missing:
        said = f"{len(missing)} material claims could not be verified"
        found.append(AnswerWarning("UNSUPPORTED_CLAIMS", said, tuple(one.claim.text for one in missing)))
    against = [one for one in last.entries if one.verdict is Support.CONTRADICTED]
    if against:
        said = f"{len(against)} claims are contradicted by the documents"
        found.append(AnswerWarning("CONTRADICTED_CLAIMS", said, tuple(one.claim.text for one in against)))
    if not (last.entries or last.unread or last.risk_flags):
        found.append(AnswerWarning("NO_CLAIMS", "The answer states nothing that documents could carry"))
    return tuple(found)


def _told(first: Sequence[Entry], ledger: Ledger, dials: RevisionDials) -> tuple[str, ...]:
    """What the writer is told: of the gravest claims, as printed; by default then of every other that falls short, too."""
    rest = () if dials.as_printed else tuple(one for one in ledger.entries if one.verdict in STRATEGIES)
    return tuple(dict.fromkeys(instruction(one) for one in (*first, *rest)))


def instruction(entry: Entry) -> str:
    """What a writer is told of a claim that falls short."""
    quote = entry.backing[0].quotes[0].text if entry.backing else ""
    found = f' They say: "{quote}"' if quote else ""
    return STRATEGIES[entry.verdict].format(claim=entry.claim.text, found=found)


def wanted(instructions: Sequence[str], claim: str) -> Support | None:
    """The verdict that the instructions tell of a claim; none when they do not name it."""
    for verdict, strategy in STRATEGIES.items():
        opening = strategy.partition("{claim}")[0]
        if any(one.startswith(f'{opening}{claim}"') for one in instructions):
            return verdict
    return None
