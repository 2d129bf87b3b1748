"""Two hundred ways to run a script, in every text of a report, against every form in which a verdict is taken away."""

import csv
import io
import re

import pytest

from tests.faces.exports.test_markdown import PARSER
from tests.faces.pages import payloads
from tests.faces.pages.cases import cases
from veracious.faces.exports import formats
from veracious.faces.exports.sign_off import DRAFT

KINDS = ("supported", "mixed", "refused", "failed")


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_no_payload_is_anything_but_words(kind: str) -> None:
    for text in payloads.PAYLOADS:
        _attacked(kind, text)


@pytest.mark.parametrize("text", payloads.PAYLOADS[::25])
def test_some_of_them_on_every_run(text: str) -> None:
    _attacked("mixed", text)


def _attacked(kind: str, text: str) -> None:
    case = payloads.poisoned(cases()[kind], text)
    table = formats.FORMATS["csv"].written(case.record, case.report, DRAFT).decode("utf-8-sig")
    for row in csv.reader(io.StringIO(table, newline="")):
        assert all(one.lstrip()[:1] not in tuple("=+-@") for one in row), text
    told = formats.FORMATS["markdown"].written(case.record, case.report, DRAFT).decode()
    tokens = PARSER.parse(told)
    assert not {one.type for one in tokens} & {"html_block", "code_block", "fence", "hr", "table_open", "blockquote_open"}, text
    inner = [child for one in tokens for child in one.children or []]
    assert not {one.type for one in inner} & {"html_inline", "image", "s_open"}, text
    assert all(str(one.attrs["href"]).startswith(("http://", "https://")) for one in inner if one.type == "link_open"), text
    name = formats.file_name(case.record, case.report, "quotes.csv")
    assert re.fullmatch(r"[a-z0-9.-]{1,160}", name), text
