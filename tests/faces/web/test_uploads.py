"""Forms with files, read to the letter; whatever is no form as a browser sends it is refused."""

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracious.faces.http.problems import Trouble
from veracious.faces.web import uploads
from veracious.faces.web.uploads import Upload

TYPE = "multipart/form-data; boundary=xyz"


def form(*parts: tuple[str, bytes]) -> bytes:
    """A form of these parts, each with what its head says behind `form-data`."""
    told = [b"--xyz\r\nContent-Disposition: form-data; " + head.encode() + b"\r\n\r\n" + body + b"\r\n" for head, body in parts]
    return b"".join(told) + b"--xyz--\r\n"


@given(st.binary(max_size=200), st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=50))
def test_what_is_sent_is_what_is_read(content: bytes, text: str) -> None:
    sent = httpx2.Request("POST", "http://a.example/", data={"title": text}, files={"files": ("a.txt", content)})
    fields, files = uploads.parse(sent.read(), sent.headers["content-type"])
    assert fields == {"title": text}
    assert files == (Upload("a.txt", content),)


def test_a_file_without_a_name_was_not_chosen_and_a_path_is_none() -> None:
    body = form(
        ('name="files"; filename=""', b""),
        ('name="files"; filename="C:\\\\x\\\\a b.txt"', b"1"),
        ('name="files"; filename="../../e.md"', b"2"),
    )
    assert uploads.parse(body, TYPE)[1] == (Upload("a b.txt", b"1"), Upload("e.md", b"2"))
    assert uploads.parse(form(('name="a"', b"1"), ('name="a"', b"2")), TYPE)[0] == {"a": "2"}
    assert uploads.parse(form(('name="files"; filename="naïve – 報告.txt"', b"1")), TYPE)[1][0].name == "naïve – 報告.txt"


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"", TYPE),
        (b"csrf=1", TYPE),
        (form(), TYPE),
        (form(('name="a"', b"1")), "multipart/form-data"),
        (form(('name="a"', b"1")), "multipart/form-data; boundary=other"),
        (form(('name="a"', b"1")), f"multipart/form-data; boundary={'x' * 71}"),
        (form(('name="a"', b"1"))[:-6], TYPE),
        (b"before" + form(('name="a"', b"1")), TYPE),
        (form(("size=3", b"1")), TYPE),
        (form(('name="a"', b"\xff")), TYPE),
        (form(*[('name="a"', b"1")] * 65), TYPE),
        (form(("name=\"a\"; filename*=utf-8''b.txt", b"1")), TYPE),
        (form((f'name="{"a" * 5000}"', b"1")), TYPE),
        (b"--xyz\r\nno head\r\n--xyz--\r\n", TYPE),
    ],
)
def test_what_is_no_form_is_refused(body: bytes, kind: str) -> None:
    with pytest.raises(Trouble) as refused:
        uploads.parse(body, kind)
    assert refused.value.status_code == 422
