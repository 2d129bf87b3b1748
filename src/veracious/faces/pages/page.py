"""From values to HTML: one page, complete in itself, with no script and no request to anywhere."""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files

from veracious.domain.errors import PagesMissing
from veracious.domain.record import Record
from veracious.domain.report import Report
from veracious.faces.pages.view import view

try:
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup
except ModuleNotFoundError as absent:
    raise PagesMissing(f"{absent.name} is not installed") from absent


def report(record: Record, told: Report) -> str:
    """The report of a record as one HTML page that can be kept, sent and printed."""
    style = _style()
    page = _environment().get_template("report.html.j2")
    return page.render(view=view(record, told), style=Markup(style), style_digest=_digest(style)) + "\n"  # noqa: S704 our own file


@cache
def _environment() -> Environment:
    """Every value is escaped, and a name that the view lacks is an error, not a blank."""
    loader = PackageLoader("veracious.faces.pages", "templates")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


@cache
def _style() -> str:
    return (files("veracious.faces.pages") / "style.css").read_text("utf-8")


def _digest(style: str) -> str:
    """How the page's policy names its one style sheet: any other style is not applied."""
    return "sha256-" + b64encode(sha256(style.encode()).digest()).decode()
