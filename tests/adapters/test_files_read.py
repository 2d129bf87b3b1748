"""Ordinary files of each format become the text they hold, and what they say of themselves."""

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, cast

import pytest

from tests.adapters import papers
from veracious.adapters.files.caps import Caps
from veracious.adapters.files.read import Files
from veracious.domain.document import ADVICE, Document, Refused, Unread
from veracious.rules.reading import language
from veracious.rules.reading.language import LanguageDials
from veracious.rules.reading.lexicon import Lexicon

LONG = "The city opened a new bridge in 2019, and it cost forty million euros in all, said the mayor of the city on Monday."
PAGE = f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A bridge – The Paper</title>
<link rel="canonical" href="https://paper.example/bridge"><meta name="author" content="Jane Doe">
<meta property="article:published_time" content="2020-03-04T10:00:00Z"></head>
<body><nav><a href="/">Home</a> <a href="/about">About us</a></nav>
<article><h1>A bridge</h1><p>{LONG}</p><p>See the <a href="/report">report</a>, and <a href="https://other.example/x">another</a>.</p>
<ul><li>It is long.</li><li>It is high.</li></ul></article>
<footer>All rights reserved by The Paper</footer></body></html>"""


@pytest.fixture(scope="module")
def files() -> Iterator[Files]:
    with Files(Caps()) as files:
        yield files


def one(files: Files, content: bytes, name: str) -> Document:
    """The document that the content is, under this name."""
    document = files.parse(content, name)
    assert isinstance(document, Document), document
    return document


def test_plain_text_is_taken_as_it_is(files: Files) -> None:
    content = "First line.\r\nSecond line, with a caf\u00e9.\r\n\r\n\r\n\r\nThird.  \n".encode()
    assert one(files, content, "a.txt") == Document(
        "First line.\nSecond line, with a café.\n\nThird.", name="a.txt", file_hash=sha256(content).hexdigest()
    )


def test_lines_broken_at_a_width_are_put_together(files: Files) -> None:
    text = (
        "The city opened a new bridge in 2019, and it cost forty million\n"
        "euros in all, said the mayor. It is the long-\n"
        "est bridge of the country, and Jane Doe, who has built many of\n"
        "Europe's bridges, built it.\n"
        "\n"
        "1. It is long.\n"
        "2. It is high.\n"
    )
    assert one(files, text.encode(), "a.txt").text == (
        "The city opened a new bridge in 2019, and it cost forty million euros in all, said the mayor. It is the long-"
        "est bridge of the country, and Jane Doe, who has built many of Europe's bridges, built it.\n\n1. It is long.\n2. It is high."
    )


def test_tables_lists_and_paragraphs_keep_their_lines(files: Files) -> None:
    for text in (
        "name,opened,cost\nold bridge across the river,1919,1000000\nnew bridge across the river,2019,40000000",
        "milk\nbread\nbutter\nsugar",
        f"{LONG}\n{LONG}\n{LONG}",
        "Roses are red,\nViolets are blue,\nSugar is sweet,\nAnd so are you.",
    ):
        assert one(files, text.encode(), "a.txt").text == text


@pytest.mark.parametrize(
    ("content", "text", "marks"),
    [
        ("\ufeffcafé".encode(), "café", ()),
        ("\ufeffcafé".encode("utf-16-le"), "café", ()),
        ("\ufeffcafé".encode("utf-16-be"), "café", ()),
        ("\ufeffcafé".encode("utf-32-le"), "café", ()),
        ("café – “good”".encode("cp1252"), "café – “good”", ("encoding_guessed",)),
        ("é\x81".encode("latin-1") + b" " + b"x" * 200, "é " + "x" * 200, ("encoding_guessed",)),
        (("Größe " * 10).encode() + b"\xc3", "Größe " * 10 + "\ufffd", ("encoding_repaired",)),
        (b"a" * 2000 + b"\0", "a" * 2000, ()),
        ("soft\u00adhyphen no\u00a0break zero\u200bwidth".encode(), "softhyphen no break zerowidth", ()),
        (b"one\x0ctwo\x0bthree\xe2\x80\xa8four", "one\ntwo\nthree\nfour", ()),
    ],
)
def test_text_in_any_encoding_is_read_and_a_guess_is_marked(files: Files, content: bytes, text: str, marks: tuple[str, ...]) -> None:
    document = one(files, content, "a.txt")
    assert (document.text, document.marks) == (text, marks)


def test_markdown_loses_its_marks_and_keeps_its_words(files: Files) -> None:
    text = (
        '# A *new* bridge #\n\nThe **city** opened a [bridge](https://paper.example/b "news") in 2019,\nand _it_ `cost` 2*3*4 million.\n'
        "See <https://other.example/x> and ![a picture](p.png).\n\nBelow\n-----\n\n- one\n  and more\n* two\n3. three\n\n"
        "> Said\n> the mayor\n\n"
        "```py\nx = 1  # *kept*\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n***\n<!-- not\nthis -->\n"
        "A &amp; B \\* C <b>bold</b> snake_case_name\n\n"
        "[ref]: https://third.example/y\n"
    )
    document = one(files, text.encode(), "a.md")
    assert document.text == (
        "A new bridge\n\nThe city opened a bridge in 2019, and it cost 2*3*4 million. See https://other.example/x and a picture.\n\n"
        "Below\n\none and more\ntwo\n3. three\n\nSaid the mayor\n\nx = 1  # *kept*\n\n| a | b |\n| 1 | 2 |\n\n"
        "A & B * C bold snake_case_name"
    )
    assert document.title == "A new bridge"
    assert document.links == ("https://paper.example/b", "https://other.example/x", "https://third.example/y")


def test_front_matter_says_what_markdown_is(files: Files) -> None:
    text = (
        '---\ntitle: "The bridge: a history"\ndate: 2020-03-04 10:00\nauthor: [Jane Doe]\nlang: de-AT\nurl: https://paper.example/b\n---\n'
        "# Another\n\nText.\n"
    )
    document = one(files, text.encode(), "a.md")
    assert (document.title, document.published, document.byline) == ("The bridge: a history", date(2020, 3, 4), "Jane Doe")
    assert (document.language, document.url, document.text) == ("de", "https://paper.example/b", "Another\n\nText.")


def test_a_rule_at_the_start_of_markdown_is_no_front_matter(files: Files) -> None:
    assert one(files, b"---\n\ntitle: kept\n", "a.md").text == "title: kept"


def test_of_a_page_the_main_text_is_kept(files: Files) -> None:
    more = f"{LONG[:-1]}, and he had read it in the <a href='/report'>report</a>."
    page = PAGE.replace(LONG, f"{more} {LONG}")
    assert files.parse(page.encode(), "a.html", "https://paper.example/bridge?from=mail") == Document(
        f"A bridge\n{LONG[:-1]}, and he had read it in the report. {LONG}\n- It is long.\n- It is high.",
        name="a.html",
        title="A bridge",
        url="https://paper.example/bridge?from=mail",
        published=date(2020, 3, 4),
        canonical_url="https://paper.example/bridge",
        byline="Jane Doe",
        links=("https://paper.example/report",),
        file_hash=sha256(page.encode()).hexdigest(),
    )


def test_a_short_page_keeps_its_blocks_apart(files: Files) -> None:
    document = one(files, PAGE.encode(), "a.html")
    assert document.text == f"A bridge\n{LONG}\nSee the report, and another.\nIt is long.\nIt is high."
    assert document.links == ("https://paper.example/report", "https://other.example/x")


def test_a_page_without_a_main_text_gives_all_it_shows(files: Files) -> None:
    page = "<html><head><title>T</title></head><body><aside>Ask <b>me</b><br>now<script>x()</script></aside></body></html>"
    assert one(files, page.encode(), "a.html").text == "Ask me\nnow"


def test_a_page_is_read_in_the_encoding_it_names_unless_its_server_named_one(files: Files) -> None:
    page = '<html><head><meta http-equiv="Content-Type" content="text/html; charset=%s"></head><body><p>%s</p></body></html>'
    japanese = (page % ("shift_jis", "日本語の文章")).encode("shift_jis")
    assert one(files, japanese, "a.html").text == "日本語の文章"
    russian = (page % ("iso-8859-1", "Мост открыт")).encode("koi8-r")
    served = files.parse(russian, "a.html", charset="koi8-r")
    assert isinstance(served, Document)
    assert served.text == "Мост открыт"


def test_a_short_page_is_kept_whole(files: Files) -> None:
    assert one(files, b"<p>Only a fact.</p>", "a.htm").text == "Only a fact."


def test_a_pdf_gives_its_pages_and_what_it_says(files: Files) -> None:
    first = papers.written(
        "The bridge (a new one) opened in 2019, and cost forty million",
        "euros, which is more than the inter-",
        "national average.",
        "It is long.",
    )
    about = b"/Title(The bridge)/Author(Jane Doe)/CreationDate(D:20200304050607Z)/ModDate(D:20230101000000Z)"
    document = one(files, papers.pdf([first, papers.written("Page two.")], about), "a.pdf")
    assert document.text == (
        "The bridge (a new one) opened in 2019, and cost forty million euros, which is more than the international average.\n"
        "It is long.\n\nPage two."
    )
    assert (document.title, document.byline, document.published) == ("The bridge", "Jane Doe", date(2020, 3, 4))
    assert document.marks == ()


def test_a_pdf_with_a_broken_page_says_so(files: Files) -> None:
    broken = (
        papers.pdf([papers.written("Page one."), papers.written("Page two.")])
        .replace(b"6 0 obj", b"6 0 xxx")
        .replace(b"/Count 2", b"/Count 3")
    )
    document = one(files, broken, "a.pdf")
    assert "Page two." in document.text
    assert document.marks == ("page_unread",)


def test_the_links_of_a_pdf_are_kept(files: Files) -> None:
    note = b"<</Type/Annot/Subtype/Link/Rect[0 0 1 1]/A<</S/URI/URI(https://paper.example/b)>>>>"
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Annots[%b]/Resources<</Font<</F1 5 0 R>>>>>>" % note
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    tree = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>"]
    document = one(files, papers.assemble([*tree, page, papers.stream(papers.written("Text.")), font]), "a.pdf")
    assert (document.text, document.links) == ("Text.", ("https://paper.example/b",))


def test_a_docx_gives_its_paragraphs_and_what_it_says(files: Files) -> None:
    inner = (
        papers.paragraph("A heading", "Title")
        + "<w:p><w:r><w:t>The </w:t></w:r><w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del>"
        "<w:r><w:t> bridge</w:t><w:tab/><w:t>A &amp; B</w:t><w:br/><w:t>below</w:t></w:r></w:p>"
        "<w:p><w:r><w:instrText>HYPERLINK</w:instrText></w:r></w:p>"
        "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
        '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice>'
        + papers.paragraph("boxed")
        + "</mc:Choice><mc:Fallback>"
        + papers.paragraph("boxed")
        + "</mc:Fallback></mc:AlternateContent>"
    )
    relations = papers.ROOT_RELATIONS.replace('officeDocument"', 'hyperlink"').replace("word/document.xml", "https://paper.example/b")
    parts = {
        "_rels/.rels": papers.ROOT_RELATIONS,
        "word/document.xml": papers.body(inner),
        "word/_rels/document.xml.rels": relations,
        "word/footnotes.xml": papers.body(papers.paragraph("A note.")),
    }
    content = papers.archive(parts)
    document = one(files, content, "a.docx")
    assert document.text == "A heading\nThe new bridge\tA & B\nbelow\n\ncell\nboxed\nA note."
    assert (document.title, document.links, document.published) == ("A heading", ("https://paper.example/b",), None)
    told = one(files, papers.archive({**parts, "docProps/core.xml": papers.CORE}), "a.docx")
    assert (told.title, told.byline, told.published) == ("The bridge", "Jane Doe", date(2020, 3, 4))


def test_json_lines_are_a_document_each(files: Files, tmp_path: Path) -> None:
    full = {
        "text": "The bridge\r\nopened.",
        "title": "A  bridge",
        "url": "https://paper.example/b",
        "published": "2020-03-04T10:00:00Z",
        "language": "de",
        "byline": "Jane Doe",
        "domain": "paper.example",
        "id": 7,
    }
    (tmp_path / "a.jsonl").write_text(
        "\ufeff" + json.dumps(full) + "\r\n\n" + '{"text": "B", "source": "c.example", "url": null}\nnot JSON\n{"text": "C"}'
    )
    read = list(files.read([str(tmp_path / "a.jsonl")]))
    assert read[0] == Document(
        "The bridge\nopened.",
        name="a.jsonl:1",
        title="A bridge",
        url="https://paper.example/b",
        published=date(2020, 3, 4),
        language="de",
        byline="Jane Doe",
        domain="paper.example",
        file_hash=sha256(json.dumps(full).encode()).hexdigest(),
    )
    assert read[1] == Document(
        "B", name="a.jsonl:3", domain="c.example", file_hash=sha256(b'{"text": "B", "source": "c.example", "url": null}').hexdigest()
    )
    assert read[2] == Refused("a.jsonl:4", Unread.BAD_LINE, "not JSON: Expecting value: line 1 column 1 (char 0)")
    assert (read[3].name, len(read)) == ("a.jsonl:5", 4)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"The bridge opened.", "The bridge opened."),
        (PAGE.encode(), "A bridge"),
        (papers.pdf([papers.written("The bridge.")]), "The bridge."),
        (papers.docx("The bridge."), "The bridge."),
        (b'{"text": "The bridge."}\n', "The bridge."),
    ],
)
def test_standard_input_is_told_by_its_first_bytes(files: Files, content: bytes, expected: str) -> None:
    class Dripping(io.RawIOBase):
        """A pipe that gives a few bytes at a time."""

        rest = content

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            piece, self.rest = self.rest[:7], self.rest[7:]
            buffer[: len(piece)] = piece
            return len(piece)

    (document,) = files.read(["-"], cast(BinaryIO, io.BufferedReader(Dripping(), 7)))
    assert isinstance(document, Document)
    assert document.text.startswith(expected)
    assert document.name.startswith("standard input")


def test_the_language_is_told_unless_the_document_says_it(lexicon: Lexicon) -> None:
    with Files(Caps(), lambda text: language.detect(text, lexicon, LanguageDials())) as files:
        german = "Die Brücke wurde nicht von der Stadt gebaut und sie ist auch für das Land da."
        assert one(files, german.encode(), "a.txt").language == "de"
        assert one(files, LONG.encode(), "a.txt").language == "en"
        assert one(files, f"---\nlang: fr\n---\n{german}".encode(), "a.md").language == "fr"


def test_a_folder_is_read_in_the_same_order_each_time_with_the_same_result(files: Files, tmp_path: Path) -> None:
    for name, content in (("b.html", PAGE.encode()), ("a/z.txt", b"Z."), ("a.txt", b"A."), ("c.pdf", papers.pdf([papers.written("C.")]))):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    first = list(files.read([str(tmp_path)]))
    assert [one.name for one in first] == [f"{tmp_path.name}/{name}" for name in ("a/z.txt", "a.txt", "b.html", "c.pdf")]
    with Files(Caps()) as others:
        assert list(others.read([str(tmp_path)])) == first


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.txt", b"", Unread.EMPTY),
        ("a.txt", b" \n", Unread.EMPTY),
        ("a.txt", b"word " * 30, Unread.TOO_LARGE),
        ("a.md", b"word " * 30, Unread.TOO_LARGE),
        ("a.html", b"<p>" + b"word " * 30, Unread.TOO_LARGE),
        ("a.docx", papers.docx("word " * 30), Unread.TOO_LARGE),
        ("a.pdf", papers.pdf([papers.written("word " * 30)]), Unread.TOO_LARGE),
        ("a.jsonl", b'{"text":"x"}', Unread.UNSUPPORTED),
    ],
)
def test_caps_are_passed_in(name: str, content: bytes, reason: Unread) -> None:
    with Files(Caps(characters=100)) as files:
        refused = files.parse(content, name)
        assert isinstance(refused, Refused)
        assert (refused.name, refused.reason) == (name, reason)


def test_every_refusal_says_what_to_do() -> None:
    assert set(ADVICE) == set(Unread)
    assert all(sentence.endswith(".") and sentence.count(". ") >= 1 for sentence in ADVICE.values())
    assert Refused("a", Unread.HIDDEN).is_skip
    assert not Refused("a", Unread.DAMAGED).is_skip
    assert Refused("a", Unread.ENCRYPTED).advice == "It asks for a password. Save a copy without one."


def test_importing_the_room_loads_no_heavy_library() -> None:
    said = "import sys, veracious.adapters.files.read; print([name for name in ('lxml', 'trafilatura', 'pypdf') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True).stdout == "[]\n"
