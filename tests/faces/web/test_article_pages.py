"""An article at its address: while it is taken apart, and then its report in the frame of the site."""

from pathlib import Path

from tests.faces.http.servers import Service
from tests.faces.web.browsing import browser, signed_in

TEXT = (Path(__file__).parents[1] / "pages/halvorsund.txt").read_text("utf-8")


def test_an_article_is_taken_apart_and_its_report_read(near: Service) -> None:
    reader = browser(near)
    near.inside.desk.held = True
    try:
        path = reader.send(reader.page("/").form("/"), **{"claim": TEXT, "as": "article"}).headers["location"]
        assert "Waiting for a worker" in reader.page(path).text
        assert reader.get(path.replace("/a/", "/v/")).url.path == path
    finally:
        near.inside.desk.held = False
    page = reader.result(path)
    assert "Draft, not signed." in page.text
    assert "Each claim has its own verdict." in page.text
    assert "/static/article.css" in "".join(page.loads)
    quotes = [link for link in page.links if link.startswith("/p/")]
    assert quotes
    assert reader.get(quotes[0]).status_code == 200
    assert reader.get(path.replace("/a/", "/v/")).url.path == path
    assert path.replace("/a/", "/v/") in reader.page("/").links


def test_a_claim_at_the_address_of_an_article_is_led_to_its_own(service: Service) -> None:
    ada = signed_in(service, "Ada", "nine")
    path = ada.verify("The Halvorsund Bridge is 1,420 metres long.")
    ada.result(path)
    assert ada.get(path.replace("/v/", "/a/")).url.path == path


def test_an_article_that_was_not_read_can_be_handed_in_again(near: Service) -> None:
    reader = browser(near)
    path = reader.send(reader.page("/").form("/"), **{"claim": "https://nowhere.invalid/story", "as": "article"}).headers["location"]
    page = reader.result(path)
    assert "Failed" in page.text
    assert "Draft, not signed" not in page.text
    form = page.form("/")
    assert form.fields["claim"] == "https://nowhere.invalid/story"
    (button,) = form.buttons
    answer = reader.send(form, **{"claim": TEXT, button["name"]: button["value"]})
    assert answer.headers["location"].startswith("/a/")
