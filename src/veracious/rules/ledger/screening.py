"""Whether an answer may go out: passed, sent back to be written again, or blocked, with the reasons."""

from dataclasses import replace

from veracious.domain.ledger import GateResult, Ledger, LedgerReport
from veracious.domain.screen import Gate, Policy, Ruling, Screened
from veracious.rules.ledger import gates, revision
from veracious.rules.ledger.gates import AnswerGateDials


def rule(report: LedgerReport, policy: Policy, dials: AnswerGateDials) -> Screened:
    """The ruling on a checked answer. What could not be checked is blocked; what states nothing has nothing to be checked against it."""
    if report.ledger is None:
        said = report.cause or (report.refusal.message if report.refusal is not None else "")
        return Screened(Ruling.BLOCK, (f"The answer could not be checked: {said}",))
    wanted = replace(
        dials,
        coverage_at_least=policy.coverage_at_least,
        unsupported_at_most=policy.unsupported_at_most,
        critical_unsupported_at_most=policy.critical_unsupported_at_most,
        contradictions_at_most=policy.contradictions_at_most,
    )
    failed = [one for one in gates.judge(report.ledger.summary, wanted) if not one.is_met]
    if not failed:
        return Screened(Ruling.PASS, ())
    ruling = Ruling.BLOCK if any(one.gate in policy.blocks for one in failed) else Ruling.REVISE
    return Screened(ruling, tuple(map(_reason, failed)), _mended(report.ledger))


def _reason(failed: GateResult) -> str:
    """Why a gate is shut, in words."""
    if failed.gate is Gate.COVERAGE:
        return f"The documents carry {failed.found:.0%} of its claims, and {failed.wanted:.0%} are wanted."
    if failed.gate is Gate.UNSUPPORTED:
        return f"Nothing was found for {failed.found:.0%} of its claims, and {failed.wanted:.0%} are allowed."
    many = f"{failed.found:.0f} {'claim' if failed.found == 1 else 'claims'}"
    verb = "is" if failed.found == 1 else "are"
    if failed.gate is Gate.CRITICAL:
        return f"{many} that it rests on {verb} in no document."
    if failed.gate is Gate.UNCITED:
        return f"{many} that it rests on cite{'s' if failed.found == 1 else ''} nothing."
    return f"{many} {verb} contradicted by the documents."


def _mended(ledger: Ledger) -> tuple[str, ...]:
    """What a writer would be told, claim by claim."""
    return tuple(dict.fromkeys(revision.instruction(one) for one in ledger.entries if one.verdict in revision.STRATEGIES))
