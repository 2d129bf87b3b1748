"""The formulas in the order in which they are used; `docs.generate.formulas` checks the list and makes the page."""

from docs.generate.formulary import explaining, judging, ledger, ranking, seeking, sources, spend, web, weighing
from docs.generate.formulary.entry import Formula

ROOMS = ("seeking", "ranking", "weighing", "judging", "explaining", "ledger", "spend")
FORMULAS: tuple[Formula, ...] = (
    *seeking.FORMULAS,
    *web.FORMULAS,
    *sources.FORMULAS,
    *ranking.FORMULAS,
    *weighing.FORMULAS,
    *judging.FORMULAS,
    *explaining.FORMULAS,
    *ledger.FORMULAS,
    *spend.FORMULAS,
)

# Dials that bound the work of the flow and enter nothing that is computed in the rules.
APART = (
    "AskDials.judged_at_once",
    "LadderDials.pages_a_look",
    "ReviewDials.at_most",
    "CurrentDials.pages_a_query",
    "DepthDials.ef_search",
    "DepthDials.scan_at_most",
    "DepthDials.each",
    "DepthDials.triples_at_most",
)

__all__ = ["APART", "FORMULAS", "ROOMS", "Formula"]
