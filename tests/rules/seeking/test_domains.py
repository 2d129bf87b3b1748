"""The registrable domain of any host, and of anything else somebody may write there."""

from random import Random
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.reading import hostile
from tests.rules.seeking.tables import SUFFIXES
from veracious.domain.errors import TableBroken
from veracious.rules.seeking import domains

# The test vectors of the public suffix list: a host and its registrable domain; "" where it has none, since it is a suffix or no host.
VECTORS = """
COM -                     example.COM example.com        WwW.example.COM example.com
.com -                    .example -                     .example.com -                   .example.example -
example -                 example.example example.example
b.example.example example.example                        a.b.example.example example.example
biz -                     domain.biz domain.biz          b.domain.biz domain.biz          a.b.domain.biz domain.biz
com -                     example.com example.com        b.example.com example.com        a.b.example.com example.com
uk.com -                  example.uk.com example.uk.com  b.example.uk.com example.uk.com  a.b.example.uk.com example.uk.com
test.ac test.ac
mm -                      c.mm -                         b.c.mm b.c.mm                    a.b.c.mm b.c.mm
jp -                      test.jp test.jp                www.test.jp test.jp
ac.jp -                   test.ac.jp test.ac.jp          www.test.ac.jp test.ac.jp
kyoto.jp -                test.kyoto.jp test.kyoto.jp    ide.kyoto.jp -
b.ide.kyoto.jp b.ide.kyoto.jp                            a.b.ide.kyoto.jp b.ide.kyoto.jp
c.kobe.jp -               b.c.kobe.jp b.c.kobe.jp        a.b.c.kobe.jp b.c.kobe.jp
city.kobe.jp city.kobe.jp                                www.city.kobe.jp city.kobe.jp
ck -                      test.ck -                      b.test.ck b.test.ck              a.b.test.ck b.test.ck
www.ck www.ck             www.www.ck www.ck
us -                      test.us test.us                www.test.us test.us
ak.us -                   test.ak.us test.ak.us          www.test.ak.us test.ak.us
k12.ak.us -               test.k12.ak.us test.k12.ak.us  www.test.k12.ak.us test.k12.ak.us
食狮.com.cn 食狮.com.cn    食狮.公司.cn 食狮.公司.cn         www.食狮.公司.cn 食狮.公司.cn      shishi.公司.cn shishi.公司.cn
公司.cn -                  食狮.中国 食狮.中国               www.食狮.中国 食狮.中国            shishi.中国 shishi.中国          中国 -
xn--85x722f.com.cn xn--85x722f.com.cn                    xn--85x722f.xn--55qx5d.cn xn--85x722f.xn--55qx5d.cn
www.xn--85x722f.xn--55qx5d.cn xn--85x722f.xn--55qx5d.cn  shishi.xn--55qx5d.cn shishi.xn--55qx5d.cn
xn--55qx5d.cn -           xn--85x722f.xn--fiqs8s xn--85x722f.xn--fiqs8s
www.xn--85x722f.xn--fiqs8s xn--85x722f.xn--fiqs8s        shishi.xn--fiqs8s shishi.xn--fiqs8s
xn--fiqs8s -
""".split()


@pytest.mark.parametrize(("host", "domain"), list(zip(VECTORS[::2], VECTORS[1::2], strict=True)))
def test_the_vectors_of_the_list(host: str, domain: str) -> None:
    """A bare suffix has no registrable domain in the list's sense; here it stands for itself."""
    found = domains.registrable(host, SUFFIXES)
    if domain == "-":
        assert found in ("", domains.host(host))
        assert found == "" or domains.suffix(found, SUFFIXES) == found
    else:
        assert found == domains.host(domain) != ""
        assert domains.suffix(found, SUFFIXES) != found


def test_who_has_a_name_under_a_company_is_a_publisher_of_their_own() -> None:
    assert domains.registrable("https://someone.github.io/page", SUFFIXES) == "someone.github.io"
    assert domains.registrable("another.someone.github.io", SUFFIXES) == "someone.github.io"
    assert "github.io" in SUFFIXES.private
    assert "co.uk" not in SUFFIXES.private


@pytest.mark.parametrize(
    ("written", "host"),
    [
        ("https://user:secret@WWW.Bbc.co.uk:8443/news?x=1#y", "www.bbc.co.uk"),
        ("//bbc.co.uk/news", "bbc.co.uk"),
        ("bbc.co.uk:80/news", "bbc.co.uk"),
        ("bbc.co.uk.", "bbc.co.uk"),
        ("  https://bbc.co.uk\n", "bbc.co.uk"),
        ("https:bbc.co.uk", "bbc.co.uk"),
        ("https:///bbc.co.uk", "bbc.co.uk"),
        ("ftp://bbc.co.uk/file", "bbc.co.uk"),
        ("https://%62bc.co.uk/", "bbc.co.uk"),
        ("ｂｂｃ。ｃｏ．uk", "bbc.co.uk"),
        ("https://bbc.co.uk?x=@other.example", "bbc.co.uk"),
        ("https://other.example#@bbc.co.uk", "other.example"),
        ("https://bbc.co.uk@other.example/", "other.example"),
        ("https://other.example\\@bbc.co.uk", "other.example"),
        ("MÜNCHEN.de", "xn--mnchen-3ya.de"),
        ("xn--Mnchen-3ya.DE", "xn--mnchen-3ya.de"),
        ("mu\u0308nchen.de", "xn--mnchen-3ya.de"),
        ("b\u00adbc.co.uk", "bbc.co.uk"),  # a soft hyphen is not part of a name
        ("straße.de", "xn--strae-oqa.de"),  # and not strasse.de
        ("ΟΔΟΣ.gr", "xn--pxavbq.gr"),
        ("under_score.example.com", "under_score.example.com"),
    ],
)
def test_the_host_of_an_address(written: str, host: str) -> None:
    assert domains.host(written) == host


@pytest.mark.parametrize(
    "written",
    [
        "", " ", ".", "..", "a..b", "/path/of/a/site", "mailto:a@bbc.co.uk", "javascript:alert(1)", "data:text/html,x", "user:secret",
        "a b.com", "a\x00.com", "bb\u200cc.com", "bb\u202ec.com", "\ud800.com", "a!b.com", "a:b:c",
        ":::", "1::2::3", "[1::2::3]", "[bbc.com]", "[not::an::address",
        "https://", "http:///",
        "℀.com", "%2f.com", "%zz.com", "a" * 64 + ".com", "ü" * 63 + ".com", ".".join(["abcdefgh"] * 30), "x" * 1_000_000,
    ],
)  # fmt: skip
def test_what_has_no_host(written: str) -> None:
    """A joiner or a mark of direction would give two names one look; such a name is none. ℀ is a/c to a browser."""
    assert domains.host(written) == ""
    assert domains.registrable(written, SUFFIXES) == ""


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("http://192.0.2.7:8080/x", "192.0.2.7"),
        ("192.0.2.7.", "192.0.2.7"),
        ("http://0x7f.1/", "0x7f.1"),
        ("http://[2001:DB8::1]:80/x", "2001:db8::1"),
        ("2001:db8::1", "2001:db8::1"),
        ("[fe80::1%25eth0]", "fe80::1"),
        ("localhost:8080", "localhost"),
        ("intranet", "intranet"),
    ],
)
def test_addresses_and_single_labels_are_themselves(written: str, address: str) -> None:
    assert domains.registrable(written, SUFFIXES) == address


def test_a_name_is_shown_in_its_own_script_unless_it_lies() -> None:
    assert domains.shown("xn--mnchen-3ya.de") == "münchen.de"
    assert domains.shown("xn--85x722f.xn--55qx5d.cn") == "食狮.公司.cn"
    for broken in ("xn--.de", "xn--bbc-.com", "xn--99999999999.com", "xn--a-ecp.ru", "xn--zn7c.com"):
        assert domains.host(domains.shown(broken)) == broken


HOSTS = st.lists(st.text(st.sampled_from("abz09-üßΣİ食а。．"), min_size=1, max_size=6), min_size=1, max_size=5).map(".".join)


@given(HOSTS)
def test_a_name_and_its_punycode_are_one(host: str) -> None:
    once = domains.host(host)
    assert domains.host(once) == once
    assert domains.host(domains.shown(once)) == once
    assert domains.registrable(host, SUFFIXES) == domains.registrable(once, SUFFIXES)


@given(HOSTS)
def test_the_registrable_domain_is_its_own_and_the_end_of_its_host(host: str) -> None:
    domain = domains.registrable(host, SUFFIXES)
    assert domains.registrable(domain, SUFFIXES) == domain
    assert f".{domains.host(host)}".endswith(f".{domain}")


@given(st.text(max_size=80))
def test_no_text_raises(text: str) -> None:
    domains.shown(domains.registrable(text, SUFFIXES))
    domains.shown(text)


def test_hostile_text_neither_raises_nor_takes_long() -> None:
    random = Random(5)
    start = perf_counter()
    for piece in ("a.", "xn--", "ü", "%41", ":", "[:", "@", "/", "\\", "1.", "0x", "://", "\u0301", "ﷺ"):
        assert len(domains.registrable(piece * 20_000, SUFFIXES)) <= 253
        assert len(domains.registrable("https://" + piece * 20_000, SUFFIXES)) <= 253
    for _ in range(200):
        domains.registrable(hostile.unicode(random, 40), SUFFIXES)
        domains.registrable(f"https://{hostile.unicode(random, 20)}/{hostile.unicode(random, 20)}", SUFFIXES)
    assert perf_counter() - start < 2.0


def test_the_list_is_read_line_by_line() -> None:
    text = "// a comment\ncom\n*.ck  // wild\n!www.ck\n公司.cn\n// ===BEGIN PRIVATE DOMAINS===\n*.hosted.com\nshop.com extra\n"
    found = domains.parse(text)
    assert found.rules == {"com", "xn--55qx5d.cn", "shop.com"}
    assert found.wildcards == {"ck", "hosted.com"}
    assert found.exceptions == {"www.ck"}
    assert found.private == {"hosted.com", "shop.com"}


@pytest.mark.parametrize("text", ["", "// nothing\n", "com\n..\n", "com\na b!c\na!\n"])
def test_a_broken_list_is_refused(text: str) -> None:
    with pytest.raises(TableBroken):
        domains.parse(text)
