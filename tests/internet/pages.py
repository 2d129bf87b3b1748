"""The pages of the sites: articles, home and category pages, robots rules, and PDFs made by hand."""

import json
from functools import cache
from html import escape
from textwrap import wrap
from typing import Any
from urllib.parse import quote, unquote

from tests.internet.sites import BY_NAME, Site, url
from tests.internet.wire import Request, Step, points, sends, silence
from tests.internet.world import ARTICLES, BY_URL, GUESTS, Article, linked

LINE_CHARS = 88  # of a PDF
PAGE_LINES = 45  # of a PDF
HUGE_RULES = 2_000_000  # bytes of robots rules that are too long
NOT_FOUND = sends(b"<!doctype html><title>Not found</title><h1>Not found</h1><p>There is no such page here.", status=404)


def answer(request: Request) -> Step:
    """What a site says when nothing is wrong."""
    site = BY_NAME[request.site]
    if request.method not in ("GET", "HEAD"):
        return sends(b"No.", "text/plain", 405, Allow="GET, HEAD")
    if request.path == "/robots.txt":
        return _robots(site)
    address = url(site.name, quote(unquote(request.path)))
    found = BY_URL.get(address) or GUESTS.get(address)
    if found is not None:
        return sends(pdf(found), "application/pdf") if found.is_pdf else sends(html(found))
    section = request.path.removeprefix("/category/").strip("/")
    listed = [one for one in ARTICLES if one.site == site.name and section in ("", one.section)]
    return sends(_list(site, section, listed)) if section == "" or listed else NOT_FOUND


def _robots(site: Site) -> Step:
    if site.name == "robots-loop.example":
        return points("/robots.txt", 302)
    if site.name == "robots-huge.example":
        rule = "Disallow: /nothing-is-here\n"
        return sends(f"User-agent: *\n{rule * (HUGE_RULES // len(rule))}Disallow: /\n".encode(), "text/plain")
    if site.name == "robots-never.example":
        return silence
    for status in (403, 503):
        if site.name == f"robots-{status}.example":
            return sends(b"No.", "text/plain", status)
    return NOT_FOUND if site.robots is None else sends(site.robots.encode(), "text/plain; charset=utf-8")


def _paragraph(marked: str) -> str:
    pieces = (f'<a href="{escape(to)}">{escape(text)}</a>' if to else escape(text, quote=False) for text, to in linked(marked))
    return f"<p>{''.join(pieces)}</p>"


def _links(articles: list[Article]) -> str:
    return "".join(f'<li><a href="{escape(quote(one.path))}">{escape(one.title)}</a></li>' for one in articles)


@cache
def html(article: Article) -> bytes:
    """An article as a page."""
    site = BY_NAME[article.site]
    byline = f'<p class="byline" rel="author">By {escape(article.byline)}</p>' if article.byline else ""
    author = f'<meta name="author" content="{escape(article.byline)}">' if article.byline else ""
    hidden = "".join(f'<div style="display:none" aria-hidden="true"><p>{escape(text)}</p></div>' for text in article.hidden)
    others = [one for one in ARTICLES if one.site == site.name and one is not article][:4]
    home = article.fields.get("canonical", f"{article.site}{article.path}")
    canonical = url(*_split(quote(home)))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{escape(article.title)} | {escape(site.title)}</title>
<meta property="og:title" content="{escape(article.title)}">
<meta property="og:type" content="article">
<meta property="og:site_name" content="{escape(site.title)}">
<meta property="article:published_time" content="{article.published.isoformat()}T08:00:00+00:00">
{author}
<link rel="canonical" href="{escape(canonical)}">
{_review(article)}
</head>
<body>
<header><a href="/">{escape(site.title)}</a>
<nav><ul><li><a href="/category/{article.section}">{article.section}</a></li></ul></nav></header>
<main><article>
<h1>{escape(article.title)}</h1>
{byline}
<time datetime="{article.published.isoformat()}">{article.published.isoformat()}</time>
{hidden}
{"".join(_paragraph(text) for text in article.marked)}
</article></main>
<aside><h2>More from us</h2><ul>{_links(others)}</ul></aside>
<footer><p>{escape(site.about)}</p></footer>
</body>
</html>
""".encode()


def _split(place: str) -> tuple[str, str]:
    site, _, path = place.partition("/")
    return site, "/" + path


def _review(article: Article) -> str:
    """What a fact-checker tells machines of a review."""
    if "rating" not in article.fields:
        return ""
    told: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "ClaimReview",
        "url": article.url,
        "datePublished": article.published.isoformat(),
        "author": {"@type": "Organization", "name": BY_NAME[article.site].title, "url": url(article.site)},
        "claimReviewed": article.fields["claim"],
        "reviewRating": {"@type": "Rating", "alternateName": article.fields["rating"]},
    }
    return f'<script type="application/ld+json">{json.dumps(told)}</script>'


def _list(site: Site, section: str, articles: list[Article]) -> bytes:
    """A home or category page: headlines, and no text of its own."""
    name = f"{section.capitalize()} | {site.title}" if section else site.title
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{escape(name)}</title><meta property="og:type" content="website"></head>
<body><h1>{escape(name)}</h1><p>{escape(site.about)}.</p><ul>{_links(articles)}</ul></body></html>
""".encode()


@cache
def pdf(article: Article) -> bytes:
    """An article as a PDF: objects, a table of where each stands, and the plainest of fonts."""
    lines = [article.title, "", *(line for text in article.paragraphs for line in (*wrap(text, LINE_CHARS), ""))]
    leaves = [lines[at : at + PAGE_LINES] for at in range(0, len(lines), PAGE_LINES)]
    kids = " ".join(f"{5 + 2 * number} 0 R" for number in range(len(leaves)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(leaves)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        f"<< /Title ({_string(article.title)}) /CreationDate (D:{article.published:%Y%m%d}080000Z) >>".encode("latin-1"),
    ]
    for number, leaf in enumerate(leaves):
        shown = "".join(f"({_string(line)}) Tj T*\n" for line in leaf)
        stream = f"BT /F1 11 Tf 14 TL 50 790 Td\n{shown}ET".encode("latin-1")
        resources = "/Resources << /Font << /F1 3 0 R >> >> /MediaBox [0 0 595 842]"
        objects.append(f"<< /Type /Page /Parent 2 0 R {resources} /Contents {6 + 2 * number} 0 R >>".encode())
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
    return _bound(objects)


def _string(text: str) -> str:
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def _bound(objects: list[bytes]) -> bytes:
    content, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(content))
        content += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    told = b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R /Info 4 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    return content + told % (size, table, size, len(content))
