"""From values to HTML: one page, complete in itself, with no script and no request to anywhere."""

from base64 import b64encode
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files

from veracious.domain.errors import PagesMissing
from veracious.domain.ledger import LedgerReport
from veracious.domain.record import Record
from veracious.domain.report import Report
from veracious.faces.pages import article_view, ledger_view
from veracious.faces.pages.pieces import Saying
from veracious.faces.pages.view import view
from veracious.flow.article import Analysis
from veracious.rules.ledger.gates import AnswerGateDials

try:
    from jinja2 import BaseLoader, Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup
except ModuleNotFoundError as absent:
    raise PagesMissing(f"{absent.name} is not installed") from absent


def report(record: Record, report: Report) -> str:
    """The report of a record as one HTML page that can be kept, sent and printed."""
    return _made("report.html.j2", view(record, report), _style("style.css"))


def ledger(record: Record, report: LedgerReport, wanted: AnswerGateDials, names: Mapping[str, str]) -> str:
    """The ledger of an answer as one HTML page of the same make; documents without a title go by these names of their snapshots."""
    shown = ledger_view.ledger(record, report, wanted, names)
    return _made("ledger.html.j2", shown, _style("style.css") + _style("ledger.css"))


def article(analysed: Analysis) -> str:
    """An article with its claims marked, and what was found of each, as one HTML page of the same make."""
    style = _style("style.css") + _style("ledger.css") + _style("article.css")
    return _made("article.html.j2", article_view.article(analysed), style)


def _made(template: str, shown: object, style: str) -> str:
    page = _files().get_template(template)
    return page.render(view=shown, style=Markup(style), style_digest=_digest(style)) + "\n"  # noqa: S704 our own files


def loader() -> BaseLoader:
    """Where the templates of reports are."""
    return PackageLoader("veracious.faces.pages", "templates")


def environment(loader: BaseLoader, passage: Callable[[Saying], str] | None = None) -> Environment:
    """Every value is escaped, and a name that the view lacks is an error, not a blank.

    Within a site, `passage` says where a quote is shown in its text; a file that is sent leads nowhere.
    """
    made = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.globals |= {"is_site": passage is not None, "is_folded": False, "is_public": False, "passage": passage or (lambda saying: "")}
    return made


@cache
def _files() -> Environment:
    return environment(loader())


@cache
def _style(name: str) -> str:
    return (files("veracious.faces.pages") / name).read_text("utf-8")


def _digest(style: str) -> str:
    """How the page's policy names its one style sheet: any other style is not applied."""
    return "sha256-" + b64encode(sha256(style.encode()).digest()).decode()
