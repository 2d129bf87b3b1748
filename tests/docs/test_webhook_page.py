"""The five lines of the manual accept what is signed by us, and nothing else."""

import re
from datetime import UTC, datetime

import pytest

from tests.webhook_page import LINES, PAGE, is_genuine
from veracious.adapters.access import secrets
from veracious.adapters.web import webhook
from veracious.domain.webhook import Delivery

SECRET = secrets.make_signing_secret()
AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
DELIVERY = Delivery(
    "newsroom", "019e6a21c0de-1f2e3d4c5b6a7988", "verification", "completed", AT, "https://hooks.example.org/veracious", SECRET
)
BODY = webhook.body(DELIVERY)
SIGNED = {
    "webhook-id": DELIVERY.id,
    "webhook-timestamp": "1772366400",
    "webhook-signature": webhook.sign(SECRET, DELIVERY.id, 1772366400, BODY),
}


def test_they_are_five() -> None:
    assert [len([line for line in code.splitlines() if line]) for code in LINES] == [5]


def test_they_accept_what_is_signed() -> None:
    assert is_genuine(SECRET, SIGNED, BODY)


@pytest.mark.parametrize(
    "other",
    [
        {"webhook-id": "finished-another"},
        {"webhook-timestamp": "1772366401"},
        {"webhook-signature": webhook.sign(secrets.make_signing_secret(), DELIVERY.id, 1772366400, BODY)},
        {"webhook-signature": ""},
        {"webhook-signature": "v1,ü"},
    ],
)
def test_they_refuse_what_was_changed(other: dict[str, str]) -> None:
    assert not is_genuine(SECRET, SIGNED | other, BODY)


def test_they_refuse_another_body_and_another_secret() -> None:
    assert not is_genuine(SECRET, SIGNED, BODY.replace(b"completed", b"cancelled"))
    assert not is_genuine(secrets.make_signing_secret(), SIGNED, BODY)


def test_the_request_of_the_page_is_one_of_ours() -> None:
    shown = re.search(r"```text\n(POST.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert shown is not None
    head, _, body = shown[1].partition("\n\n")
    told = dict(line.split(": ", 1) for line in head.splitlines()[1:])
    assert body.replace("\n", "").encode() == BODY
    assert (told["webhook-id"], told["webhook-timestamp"]) == (DELIVERY.id, str(int(AT.timestamp())))
    assert set(told) == {"content-type", *SIGNED}
