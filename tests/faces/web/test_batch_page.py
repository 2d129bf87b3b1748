"""A table of claims is handed in: told beforehand what it holds, each row once, followed, cancelled and taken away."""

from datetime import date

import httpx2
import pytest

from tests.faces.http.asking import LENGTH, TWO, UNCHECKABLE
from tests.faces.http.engines import FAILS
from tests.faces.http.servers import Service
from tests.faces.pages import payloads
from tests.faces.test_claim_table import written
from tests.faces.web.browsing import Browser, read, signed_in
from tests.faces.web.test_review_pages import say
from tests.faces.web.test_search_page import table
from veracious.domain.access import Rank
from veracious.domain.job import Allowance, ClaimOrder
from veracious.faces import claim_table
from veracious.faces.web import batch_form, batch_page

SAME = {"Sec-Fetch-Site": "same-origin"}


def upload(reader: Browser, content: bytes, name: str = "claims.csv", **fields: str) -> httpx2.Response:
    """Send a file with the form."""
    form = reader.page("/batch").form("/batch")
    return reader.http.post(
        "/batch", data={**form.fields, **fields}, files={"table": (name, content)}, headers={"Origin": reader.url, **SAME}
    )


def taken(reader: Browser, *claims: str, **fields: str) -> str:
    """A table of these claims, read; the address of its page."""
    answer = upload(reader, written(("claim",), *((one,) for one in claims)).encode(), **fields)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def begun(reader: Browser, path: str) -> httpx2.Response:
    """Hand the table in."""
    return reader.send(reader.page(path).form(f"{path}/begin"))


def token(reader: Browser, path: str) -> str:
    """The token of whoever reads."""
    return str(reader.page(path).form("/sign-out").fields["csrf"])


def ended(reader: Browser, path: str) -> str:
    """The words of the page once all rows are finished."""
    for _ in range(600):
        answer = reader.get(path)
        if "hx-trigger" not in answer.text:
            return read(answer).text
    raise AssertionError(f"{path} does not end")


def test_a_table_is_read_before_anything_is_spent_and_handed_in_when_it_is_confirmed(service: Service) -> None:
    ada = signed_in(service, "Ada", "b1")
    before = len(service.inside.desk.submissions)
    content = written(("id", "claim", "date"), ("x", LENGTH, ""), ("y", TWO, "2026-02-01"), ("z", UNCHECKABLE, ""), ("w", "", ""))
    answer = upload(ada, content.encode(), "my claims.csv")
    assert answer.status_code == 303
    path = str(answer.headers["location"])
    page = ada.page(path)
    for said in (
        "my claims.csv",
        "2 of 4 rows can be handed in",
        "nothing has been spent",
        "Row 4",
        "It would be refused",
        "Row 5",
        "0.0040",
    ):
        assert said in page.text, said
    assert len(service.inside.desk.submissions) == before
    assert begun(ada, path).headers["location"] == path
    text = ended(ada, path)
    for said in ("2 finished", "2 refused", "Supported", "as of 2026-02-01", "Handed in by Ada"):
        assert said in text, said
    orders = [one.order for one in service.inside.desk.submissions[before:] if isinstance(one.order, ClaimOrder)]
    assert [(one.claim, one.as_of.isoformat()) for one in orders] == [(LENGTH, "2026-03-01"), (TWO, "2026-02-01")]
    assert path in ada.page("/batch").links


def test_the_same_table_sent_twice_is_one_batch_and_one_job_for_each_row(service: Service) -> None:
    ada = signed_in(service, "Ada", "b2")
    first, again = taken(ada, LENGTH, TWO), taken(ada, LENGTH, TWO)
    assert first == again
    assert taken(ada, LENGTH, TWO, as_of="2026-02-02") != first
    form = ada.page(first).form(f"{first}/begin")
    before = len(service.inside.desk.submissions)
    assert [ada.send(form).status_code for _ in range(3)] == [303] * 3
    assert len(service.inside.desk.submissions) == before + 2
    ended(ada, first)
    assert f"{first}/begin" not in [one.action for one in ada.page(first).forms]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", claim_table.EMPTY),
        (b"no head\n", claim_table.NO_COLUMN),
        (b"claim\n" + b"x" * 5_000_000, claim_table.LARGE),
        (b"claim" + b"," * 1_000_000 + b"\nOne\n", claim_table.WIDE),
        (b'claim\n"open\n', "Row 2 cannot be read as CSV"),
        (b"claim\nGr\xf6\xdfe\n", claim_table.UNREADABLE),
    ],
)
def test_a_file_that_is_no_table_is_refused_with_what_to_do(service: Service, content: bytes, why: str) -> None:
    ada = signed_in(service, "Ada", "b3")
    answer = upload(ada, content)
    assert answer.status_code == 422
    page = read(answer)
    assert why in page.text
    assert "No table has been handed in here yet." in page.text


def test_what_is_wrong_stands_beside_its_field(service: Service) -> None:
    ada = signed_in(service, "Ada", "b4")
    form = ada.page("/batch").form("/batch")
    answer = ada.http.post("/batch", data=form.fields, files={"table": ("", b"")}, headers={"Origin": ada.url, **SAME})
    assert (answer.status_code, batch_form.NO_FILE in answer.text) == (422, True)
    for name, text, why in (("as_of", "soon", batch_form.NO_DAY), ("max_cost", "much", batch_form.NO_NUMBER)):
        answer = upload(ada, b"claim\nOne\n", **{name: text})
        assert (answer.status_code, why in answer.text) == (422, True)
        assert f'value="{text}"' in answer.text
    answer = upload(ada, b"claim\nOne\n", web="on")
    assert (answer.status_code, "searches no web" in read(answer).text) == (409, True)


def test_the_rest_is_cancelled_and_may_be_handed_in_again(service: Service) -> None:
    ada = signed_in(service, "Ada", "b5")
    path = taken(ada, LENGTH, TWO)
    service.inside.desk.held = True
    try:
        begun(ada, path)
        page = ada.page(path)
        assert "2 waiting" in page.text
        assert f'http-equiv="refresh" content="5; url={path}"' in ada.get(path).text
        assert ada.send(page.form(f"{path}/stop")).headers["location"] == path
        assert "2 cancelled" in ended(ada, path)
    finally:
        service.inside.desk.held = False
    rows = table(ada, f"{path}/verdicts.csv")
    assert [(row["state"], row["verdict"]) for row in rows] == [("cancelled", ""), ("cancelled", "")]


def test_rows_that_failed_or_were_cancelled_are_handed_in_again_once_their_costs_are_told(service: Service) -> None:
    ada, bo = signed_in(service, "Ada", "b16"), signed_in(service, "Bo", "b16")
    path = taken(ada, LENGTH, TWO, FAILS, UNCHECKABLE)
    service.inside.desk.held = True
    try:
        begun(ada, path)
        ada.send(ada.page(path).form(f"{path}/stop"))
        ended(ada, path)
    finally:
        service.inside.desk.held = False
    before = len(service.inside.desk.submissions)
    shown = ada.page(f"{path}/again")
    for said in ("3 rows failed or were cancelled", "nothing more has been spent", "Cost, at most", "0.0060", "Hand in 3 claims again"):
        assert said in shown.text, said
    assert len(service.inside.desk.submissions) == before
    again = shown.form(f"{path}/again")
    assert [who.send(again, csrf=token(who, path)).status_code for who in (ada, ada, bo)] == [303] * 3
    assert len(service.inside.desk.submissions) == before + 3
    text = ended(ada, path)
    assert "Hand in the 1 row again that failed or was cancelled" in text  # it fails again
    assert ("2 finished" in text, "1 failed" in text, "cancelled," in text) == (True, True, False)
    assert ada.send(again).status_code == 303  # of what was told before, nothing is left
    assert len(service.inside.desk.submissions) == before + 3
    assert bo.send(bo.page(f"{path}/again").form(f"{path}/again")).status_code == 303
    assert len(service.inside.desk.submissions) == before + 4
    ended(ada, path)


def test_where_nothing_failed_nothing_is_handed_in_again(service: Service) -> None:
    ada, rea = signed_in(service, "Ada", "b17"), signed_in(service, "Rea", "b17", Rank.READER)
    path = taken(ada, LENGTH)
    assert ada.http.get(f"{path}/again").headers["location"] == path
    assert ada.http.post(f"{path}/again", data={"csrf": token(ada, path), "last": "~"}).status_code == 303
    assert f"{path}/begin" in [one.action for one in ada.page(path).forms]  # it was not begun by that
    begun(ada, path)
    assert "again that failed" not in ended(ada, path)
    assert rea.get(f"{path}/again").status_code == 403


def test_where_a_limit_is_reached_the_rest_waits_and_another_checker_may_go_on(service: Service) -> None:
    ada, bo = signed_in(service, "Ada", "b6"), signed_in(service, "Bo", "b6")
    path = taken(ada, LENGTH, TWO, f"{LENGTH} Truly.")
    service.inside.desk.limits["b6"] = Allowance(money_micros=3_000)
    assert "That is more than is left this month." in ada.page(path).text
    answer = begun(ada, path)
    assert answer.status_code == 402
    assert "not handed in" in read(answer).text
    service.inside.desk.limits["b6"] = Allowance()
    assert begun(bo, path).status_code == 303
    text = ended(ada, path)
    assert "not handed in" not in text
    assert "Handed in by Ada" in text


def test_the_table_is_taken_away_with_a_row_for_each_row_and_verdicts_where_there_are_any(service: Service) -> None:
    ada = signed_in(service, "Ada", "b7")
    path = taken(ada, LENGTH, UNCHECKABLE, FAILS, TWO)
    begun(ada, path)
    ended(ada, path)
    links = [link for link in ada.page(path).links if link.startswith("/v/")]
    say(ada, links[-1], "changed", verdict="refuted", why="No.")
    rows = table(ada, f"{path}/verdicts.csv")
    assert [row["row"] for row in rows] == ["2", "3", "4", "5"]
    assert [(row["claim"], row["verdict"]) for row in (rows[0], rows[3])] == [(LENGTH, "supported"), (TWO, "refuted")]
    assert (rows[3]["signed_by"], rows[3]["probability"]) == ("Ada", "")
    for row in rows[1:3]:
        assert (row["verdict"], row["probability"], row["standing"]) == ("", "", "")
        assert row["cause"]
    assert (rows[1]["state"], rows[2]["state"]) == ("refused", "failed")
    assert rows[0]["link"] == f"{ada.url}{links[0]}"


def test_a_record_that_was_erased_leaves_no_verdict_in_the_table(service: Service) -> None:
    ada = signed_in(service, "Ada", "b8")
    path = taken(ada, LENGTH)
    begun(ada, path)
    ended(ada, path)
    (link,) = [one for one in ada.page(path).links if one.startswith("/v/")]
    with service.client(workspace="b8") as client:
        client.delete(f"/v1/records/{link.removeprefix('/v/')}")
    (row,) = table(ada, f"{path}/verdicts.csv")
    assert row["verdict"] == row["probability"] == ""


def test_another_workspace_and_a_reader_hand_nothing_in(service: Service) -> None:
    ada, bo, rea = signed_in(service, "Ada", "b9"), signed_in(service, "Bo", "b9-other"), signed_in(service, "Rea", "b9", Rank.READER)
    path = taken(ada, LENGTH)
    for address in (path, f"{path}/verdicts.csv", f"/batch/{'0' * 24}"):
        assert bo.get(address).status_code == 404
    token = bo.page("/").form("/sign-out").fields["csrf"]
    for act in ("begin", "stop"):
        assert bo.http.post(f"{path}/{act}", data={"csrf": token}).status_code == 404
        assert ada.http.post(f"{path}/{act}", data={"csrf": "x"}).status_code == 403
    page = rea.page(path)
    assert [one.action for one in page.forms if one.action.startswith("/batch")] == []
    assert [one.action for one in rea.page("/batch").forms if one.method == "post" and one.action == "/batch"] == []
    assert f"{path}/begin" in [one.action for one in ada.page(path).forms]


def test_claims_of_any_sort_are_text(service: Service) -> None:
    ada = signed_in(service, "Ada", "b10")
    path = taken(ada, *payloads.PAYLOADS[:40])
    answer = ada.get(path)
    assert read(answer).inline == []
    assert "<script>alert" not in answer.text
    begun(ada, path)
    ended(ada, path)
    assert read(ada.get(path)).inline == []


def test_a_long_table_is_read_part_by_part(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_page, "SHOWN", 2)
    ada = signed_in(service, "Ada", "b11")
    path = taken(ada, LENGTH, TWO, f"{LENGTH} Truly.")
    begun(ada, path)
    ended(ada, path)
    (more,) = [one for one in ada.page(path).links if "?from=" in one]
    assert (more, "Row 4" in ada.page(path).text, "Row 4" in ada.page(more).text) == (f"{path}?from=3", False, True)


def test_columns_that_are_not_read_are_named_before_anything_is_handed_in(service: Service) -> None:
    ada = signed_in(service, "Ada", "b12")
    answer = upload(ada, written(("claim", "as-of", "Datum", "<b>x</b>"), (LENGTH, "2026-02-01", "x", "y")).encode())
    shown = ada.get(str(answer.headers["location"])).text
    assert "These columns are not read: <bdi>datum</bdi>, <bdi>&lt;b&gt;x&lt;/b&gt;</bdi>." in shown
    assert "These columns" not in ada.page(taken(ada, LENGTH)).text


def test_a_verdict_in_a_table_says_whether_anybody_stands_behind_it(service: Service) -> None:
    ada = signed_in(service, "Ada", "b13")
    path = taken(ada, LENGTH, TWO)
    begun(ada, path)
    assert ended(ada, path).count("draft, not signed") == 2
    first, second = [link for link in ada.page(path).links if link.startswith("/v/")]
    say(ada, first, "signed")
    say(ada, second, "signed")
    say(ada, second, "withdrawn", why="Wrong.")
    text = ada.page(path).text
    assert ("draft, not signed" in text, "· signed" in text, "Withdrawn" in text) == (False, True, True)


def test_a_table_is_removed_when_nothing_of_it_runs_and_its_records_stay(service: Service) -> None:
    ada = signed_in(service, "Ada", "b14")
    path = taken(ada, LENGTH)
    token = ada.page(path).form(f"{path}/remove").fields["csrf"]
    service.inside.desk.held = True
    try:
        begun(ada, path)
        assert f"{path}/remove" not in [one.action for one in ada.page(path).forms]
        refused = ada.http.post(f"{path}/remove", data={"csrf": token}, headers={"Origin": ada.url, **SAME})
        assert (refused.status_code, batch_page.STILL_RUNNING in refused.text) == (409, True)
        ada.send(ada.page(path).form(f"{path}/stop"))
    finally:
        service.inside.desk.held = False
    ended(ada, path)
    (link,) = [one for one in ada.page(path).links if one.startswith("/v/")]
    assert ada.send(ada.page(path).form(f"{path}/remove")).headers["location"] == "/batch"
    assert (ada.get(path).status_code, path in ada.page("/batch").links) == (404, False)
    assert ada.get(link).status_code == 200


def test_what_is_stopped_meanwhile_is_handed_in_no_further(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_page, "HANDED_AT_ONCE", 1)
    ada = signed_in(service, "Ada", "b15")
    path = taken(ada, LENGTH, TWO, f"{LENGTH} Truly.")
    held = service.inside.batches("b15")
    bind = held.bind

    async def stopping(id: str, number: int, job: str, before: str = "") -> None:
        await bind(id, number, job, before)
        await held.stop(id, service.inside.clock.now())

    monkeypatch.setattr(held, "bind", stopping)
    begun(ada, path)
    assert "2 not handed in" in ended(ada, path)


def test_the_same_file_on_another_day_is_another_table() -> None:
    form = batch_form.BatchForm()
    names = {batch_form.name_of(form, b"claim", date(2026, month, 1)) for month in (3, 3, 4)}
    assert len(names) == 2
