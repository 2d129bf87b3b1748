"""The page of an article, read without a browser."""

import inspect
import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.faces.pages import payloads
from tests.faces.pages.articles import CLAIMS, DROPPED, GRAPH, NAMES, TEXT, analyses, hostile, spans, with_article
from tests.faces.pages.reader import Read, plain, read
from veracious import app
from veracious.domain.article import ArticleEvent, ClaimFinding, ClaimGraph, Edge, Relation, Score
from veracious.domain.claim import Reason
from veracious.domain.span import Span
from veracious.faces.pages import article_graph, article_stretches, article_words, foreign, page, text_width, words
from veracious.faces.pages.article_graph import Known
from veracious.flow.article import NO_CLAIMS, Analysis
from veracious.rules import digest
from veracious.rules.reading import article as article_reading
from veracious.rules.reading import layout, statements
from veracious.rules.reading.verifiable import Code

WORDS = (
    *("Supported", "Supported", "Not enough evidence", "Not enough evidence", "Mixed", "Cannot be checked", "Cannot be checked"),
    *("Refuted", "Failed", "Supported", "No verdict", "Refused"),
)
QUICK = payloads.PAYLOADS[::10]


def html(name: str) -> str:
    return page.article(analyses()[name])


def shown(name: str) -> Read:
    return read(html(name))


def changed(**given: object) -> Analysis:
    """The whole analysis with other fields of its report."""
    whole = analyses()["whole"]
    return replace(whole, report=replace(whole.report, **given))  # type: ignore[arg-type]


def section(html: str, name: str) -> str:
    """One section of the page."""
    return html.partition(f'<section id="{name}"')[2].partition("</section>")[0]


# The top.


def test_the_article_is_named_with_who_wrote_it_and_leads_to_where_it_stands() -> None:
    found = shown("whole")
    text = plain(found.text)
    assert (
        "A year on, the Halvorsund Bridge divides the town that wanted it By Sunniva Lund, Halvorsund coastweekly.example 2026-06-05"
        in text
    )
    assert "https://coastweekly.example/2026/bridge" in found.values("href", "a")
    assert "checked as of 2026-06-05" in text


def test_an_address_that_cannot_be_followed_is_shown_and_no_link() -> None:
    found = read(page.article(with_article(analyses()["whole"], url="javascript:alert(1)")))
    assert "javascript:alert(1)" in found.text
    assert [href for href in found.values("href", "a") if href.startswith("javascript")] == []


def test_the_four_scores_stand_in_order_with_what_they_are_made_of() -> None:
    text = plain(read(section(html("whole"), "scores").join(("<section ", "</section>"))).text)
    order = [text.index(name) for name in ("G Veracity 0.58", "A Explainability 0.61", "R Danger 0.22", "B Honesty not measured")]
    assert order == sorted(order)
    assert "claim 1 0.91 claim 5 0.50 claim 8 0.08" in text
    assert "No rule for it has been evaluated." in text
    assert "None of them is a probability that the article is true." in text
    assert "Score of the claims together: 0.58, no probability." in text


def test_a_score_that_is_not_in_the_report_was_not_measured() -> None:
    text = plain(read(page.article(changed(scores=(), verified_score=None))).text)
    assert text.count("not measured") == 5
    assert "Score of the claims together: not measured." in text


def test_claims_are_counted_by_what_came_of_them() -> None:
    counts = "3 supported 1 refuted 1 mixed 2 not enough evidence 1 no verdict 1 failed 1 refused 2 cannot be checked"
    assert f"12 claims 5 searched for, 7 not {counts}" in plain(shown("whole").text)


# The text.


def test_each_claim_is_marked_with_its_number_sign_and_word_and_leads_to_its_card() -> None:
    """Colour, shape and word; a claim with the words of another has a mark of its own."""
    written = section(html("whole"), "article")
    found = [
        re.search(rf'<a class="stated[^<]*?href="#c{number}"[^<]*?>[^<]*<span class="tag [a-z_]+">.*?</a>', written)
        for number in range(1, 13)
    ]
    assert [one and plain(re.sub("<[^>]+>", " ", one[0]))[-len(word) :] for one, word in zip(found, WORDS, strict=True)] == [*WORDS]
    assert [number for number, one in enumerate(found, 1) if one is None or '<svg class="mark' not in one[0]] == []
    ids = shown("whole").values("id", "a")
    assert sorted(ids) == sorted(f"a{number}" for number in range(1, 13))


def test_the_article_is_on_the_page_to_the_letter() -> None:
    cut = article_stretches.cut(TEXT, spans(CLAIMS), [one.span for one in DROPPED])
    assert "".join(one.text for one in cut) == TEXT
    assert [one.text for one in cut if one.is_dropped] == [one.span.of(TEXT) for one in sorted(DROPPED, key=lambda one: one.span)]
    assert sorted(number for one in cut for number in one.ends) == [*range(len(CLAIMS))]


def test_a_claim_within_another_has_its_words_and_the_other_the_rest() -> None:
    """Claim 0 is 0–20, claim 1 within it 5–10, claim 2 has the words of claim 1."""
    cut = article_stretches.cut("abcdefghijklmnopqrstuvwxyz", [Span(0, 20), Span(5, 10), Span(5, 10)])
    assert [(one.text, one.claim, one.ends, one.is_shared) for one in cut] == [
        ("abcde", 0, (), False),
        ("fghij", 1, (1, 2), True),
        ("klmnopqrst", 0, (0,), False),
        ("uvwxyz", None, (), False),
    ]


places = st.tuples(st.integers(0, 40), st.integers(0, 40)).map(lambda pair: Span(min(pair), max(pair)))


@given(st.text("ab \n", max_size=30), st.lists(places, max_size=8), st.lists(places, max_size=4))
def test_no_letter_is_lost_and_every_claim_ends_once(text: str, claims: list[Span], dropped: list[Span]) -> None:
    """However claims overlap, and even where a span runs over the end."""
    cut = article_stretches.cut(text, claims, dropped)
    assert "".join(one.text for one in cut) == text
    assert sorted(number for one in cut for number in one.ends) == [*range(len(claims))]


def test_where_claims_of_the_same_words_came_out_differently_the_mark_takes_no_side() -> None:
    """Claims 9 and 10 share their words: one failed, the other is supported."""
    written = section(html("whole"), "article")
    assert re.search(r'<a class="stated several shared" href="#c9" id="a9">its survey', written)
    assert '<a class="stated lone supported" id="a10" href="#c10"><span class="tag supported">' in written
    assert '<a class="stated supported shared" href="#c1" id="a1">' in written


# The graph.


def test_the_graph_is_told_in_words_by_who_depends_on_whom() -> None:
    text = plain(shown("whole").text)
    assert "Claim 4 depends on claim 2 weight 0.40" in text
    assert "Claim 8 contradicts claim 1 weight 0.95" in text
    assert "Claim 9 supports claim 1 weight 0.62" in text
    assert "Left out, since they would close a circle: Claim 1 supports claim 9 weight 0.20" in text
    assert "Bearing on no other: claim 6, claim 7, claim 12." in text
    assert "No claim was found to bear on another." in read(page.article(changed(graph=ClaimGraph(GRAPH.claims)))).text


def test_the_relations_differ_by_line_by_shape_and_by_word() -> None:
    written = section(html("whole"), "graph").partition("</svg>")[0]
    for relation, word in (("supports", "supports"), ("contradicts", "contradicts"), ("depends", "depends on")):
        assert f'<path class="tie {relation}"' in written
        assert f'<text class="word-of {relation}"' in written
        assert f">{word}</text>" in written
    assert len(set(re.findall('<path class="end" d="([^"]+)"', written))) == 3
    found = shown("whole").styles
    assert "path.tie.contradicts { stroke-dasharray: 8 4; }" in found
    assert "path.tie.depends { stroke-dasharray: 1.5 4; }" in found


def drawn(edges: list[Edge], number: int = 12) -> article_graph.Graph:
    known = [Known(place, f"claim {place}", article_words.UNCHECKED) for place in range(1, number + 1)]
    return article_graph.draw(known, edges, (), {f"c{place}": place for place in range(1, number + 1)})


def crossed(graph: article_graph.Graph) -> list[tuple[str, str]]:
    """Pairs of lines that lie on each other: their uprights in one lane share a height."""
    heights = {one.path: sorted(map(float, re.findall(r"(?:M\d+ |V)([\d.]+)", one.path))) for one in graph.lines}
    pairs = [(a, b) for a, b in combinations(graph.lines, 2) if a.x == b.x]
    return [(a.path, b.path) for a, b in pairs if heights[a.path][0] <= heights[b.path][1] and heights[b.path][0] <= heights[a.path][1]]


edges = st.lists(
    st.builds(
        Edge,
        st.integers(1, 12).map(lambda number: f"c{number}"),
        st.integers(1, 14).map(lambda number: f"c{number}"),
        st.sampled_from(Relation),
        st.floats(0, 1),
    ),
    max_size=40,
)


@given(edges)
def test_no_two_lines_lie_on_each_other_and_the_same_graph_is_drawn_the_same(given_edges: list[Edge]) -> None:
    """Whatever the edges; one to itself, or to a claim that is not there, is left out."""
    graph = drawn(given_edges)
    assert crossed(graph) == []
    assert graph == drawn(given_edges)
    assert all(one.first != one.second for one in graph.bonds)
    assert {one.number for one in graph.nodes} | set(graph.alone) == set(range(1, 13))
    assert all(0 <= one.x <= graph.width and 0 <= one.y <= graph.height for one in graph.lines)


@pytest.mark.parametrize("text", ["WESTMORLAND MAKES MMMM " * 6, "W" * 60, "橋の長さについての報告" * 9, "The harbour board met."])
def test_no_text_of_a_claim_runs_out_of_its_box(text: str) -> None:
    known = [Known(place, text, article_words.UNCHECKED) for place in (1, 2)]
    graph = article_graph.draw(known, [Edge("a", "b", Relation.SUPPORTS, 0.5)], (), {"a": 1, "b": 2})
    room = article_graph.BOX_WIDTH - article_graph.TEXT_X
    assert [line for node in graph.nodes for line in node.lines if text_width.of(line, article_graph.LETTER) > room] == []
    assert all((len(node.lines) + 1) * article_graph.LINE < node.height for node in graph.nodes)


def test_of_very_many_lines_the_strongest_are_drawn_and_all_are_told() -> None:
    many = [Edge(f"c{a}", f"c{b}", Relation.SUPPORTS, round(a / 30, 2)) for a in range(1, 31) for b in range(a + 1, 31)]
    graph = drawn(many, 30)
    assert (len(graph.lines), len(graph.bonds), graph.hidden) == (article_graph.DRAWN_AT_MOST, 435, 435 - article_graph.DRAWN_AT_MOST)
    assert graph.width < 2000


# Table and cards.


def test_the_table_has_every_claim_with_its_verdict_its_number_and_why_it_was_not_searched_for() -> None:
    (rows,) = [rows for caption, rows in shown("whole").rows.items() if caption == "Every claim of the article"]
    assert [row[0] for row in rows[1:]] == [str(number) for number in range(1, 13)]
    assert rows[1] == [
        "1",
        "The Halvorsund Bridge is 1,420 metres long.",
        "Supported probability 0.91, very likely",
        "Searched for.",
        "0.90",
        "0.10",
    ]
    assert rows[2][3] == ("Not searched for itself; decided by what was read for the others. The budget allows no more targets.")
    assert rows[3][2] == "Not enough evidence leans supported, probability 0.64"
    assert rows[6][2] == "Cannot be checked It does not say when. It does not say whom or what it speaks of."
    assert rows[11][3] == "Not searched for itself. A search would cost more than it could add."
    assert "Claim 1, which the article is about, was searched for in any case." in shown("whole").text


def test_where_no_search_was_made_the_table_says_which_claims_were_chosen_and_why_the_others_were_not() -> None:
    (rows,) = [rows for caption, rows in shown("offline").rows.items() if caption == "Every claim of the article"]
    assert rows[1][3] == "Chosen to be searched for; no search was made."
    assert rows[2][3] == "Not chosen to be searched for. The budget allows no more targets."
    assert rows[6][3] == "Not chosen to be searched for."
    text = plain(shown("offline").text)
    assert "The web was not searched: the claims were compared with the documents at hand." in text
    assert [told for told in ("were searched for", "was searched for", "Searched for.") if told in text] == []


def test_every_code_that_the_rules_give_has_its_own_sentence() -> None:
    """Those of the lists, and those that stand in the code of reading."""
    written = "".join(map(inspect.getsource, (layout, statements, article_reading)))
    dropped = set(re.findall(r'(?:return|else|code=|span,|used,) ?"([a-z_]+)"', written))
    assert {"heading", "own_account", "repeated", "between_sentences"} <= dropped
    told = {code: article_words.dropped(code) for code in sorted(dropped | set(Reason) | {code for code, _ in statements.CODES})}
    told |= {code: article_words.unverifiable(code) for code in (*Code, *Reason)}
    told |= {code: article_words.deferred(code) for code in ("below_minimum", "below_cost", "ceiling")}
    assert [code for code, sentence in told.items() if sentence == f"{words.plain(code).capitalize()}."] == []


def card(number: int) -> str:
    written = html("whole").partition(f'id="c{number}" aria-labelledby')[2].partition("</article>")[0]
    return plain(re.sub("<[^>]+>", " ", written))


def test_a_card_has_reasons_quotes_and_what_would_change_the_verdict() -> None:
    text = card(1)
    for told in (
        "Why The evidence supports",
        "Evidence Supports",
        "trust 0.89 (grade A)",
        "2 copies counted with it",
        "What would change it",
    ):
        assert told in text
    assert "It is contradicted by claim 8" in text
    assert "Pages that it could use: 2. Of them speak here: 1." in text
    assert "Best class of source: A (roads.example)." in text
    assert "The search ended" not in text
    assert "It takes explainability from 0.60 to 0.68 (× 1.12)." in text
    assert "by its own evidence: points to true (log-odds +1.20" in text
    assert "None of them is a probability." in text


def test_a_card_without_a_verdict_says_why_and_shows_none() -> None:
    """An error is never shown as a verdict."""
    told = {6: "It does not say when.", 9: "no store answered", 11: "search was not made: pages", 12: "This is a question."}
    for number, why in told.items():
        text = card(number)
        assert why in text
        assert "What would change it" not in text
    assert [word for word in ("Supported", "Refuted", "Mixed") if word in card(9)] == []


def test_a_card_leads_to_the_claims_before_and_after_it_and_back_to_the_article() -> None:
    assert card(1).endswith("Claim 1 in the article in the table , claim 1 Claim 2 →")
    assert card(12).endswith("← Claim 11 Claim 12 in the article in the table , claim 12")


def test_what_gave_no_claim_is_folded_by_its_reason() -> None:
    text = plain(shown("whole").text)
    assert "5 stretches of the article gave no claim It is a question. What do you get for so much concrete? How hard can it be?" in text
    assert "It asks for something to be done. Look at the harbour" in text
    assert "Of 13 numbers in the text, 6 stand in what was read off it." in text
    assert "the search provider serper did not answer" in text


# Runs that ended otherwise.


@pytest.mark.parametrize("name", ["refused", "failed", "unread", "cancelled"])
def test_an_analysis_that_did_not_come_about_shows_the_article_and_no_result(name: str) -> None:
    text = plain(shown(name).text)
    assert "There is no analysis. This says nothing about whether the article is true." in text
    assert (plain(TEXT) in text) == (name != "unread")
    assert ("the page at its address was not read" in text) == (name == "unread")
    assert [word for word in ("Supported", "Refuted", "Veracity", "Cannot be checked") if word in text] == []
    report = analyses()[name].report
    assert plain(report.refusal.message if report.refusal else report.cause) in text


def test_where_only_claims_were_read_nothing_is_said_of_whether_they_hold() -> None:
    text = plain(shown("claims_only").text)
    assert "Only the claims were read off the article: nothing was looked up" in text
    assert "1,420 metres long Claim 1 Not looked at" in text
    assert "5 chosen to be searched for, 7 not" in text
    assert [word for word in ("Supported", "Refuted", "Veracity", "compared with") if word in text] == []


def test_an_article_without_a_claim_says_so() -> None:
    text = plain(shown("no_claims").text)
    assert "No claim that could be checked was found in the article." in text
    assert NO_CLAIMS.message in text
    assert "5 stretches of the article gave no claim" in text


def test_a_budget_that_ended_the_run_is_told() -> None:
    text = plain(shown("partial").text)
    assert "a budget ended the run" in text
    assert "search was not made: pages" in text


# The page as a whole.


@pytest.mark.parametrize("name", NAMES)
def test_the_page_asks_nobody_for_anything_and_allows_its_own_style_alone(name: str) -> None:
    found = shown(name)
    assert {"script", "img", "iframe", "object", "embed", "form", "base", "use", "image"} & set(found.tags) == set()
    assert found.values("href", "link") == ["data:,"]
    assert found.values("src") + found.values("style") == []
    assert [word for word in ("url(", "@import") if word in found.styles] == []
    (policy,) = [value for value in found.values("content", "meta") if "default-src" in value]
    digest = b64encode(sha256(found.styles.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"


@pytest.mark.parametrize("name", NAMES)
def test_the_page_is_well_formed_and_in_order(name: str) -> None:
    found = shown(name)
    levels = [int(tag[1]) for tag in found.tags if re.fullmatch(r"h[1-6]", tag)]
    assert (levels[0], levels.count(1)) == (1, 1)
    assert [after for before, after in pairwise(levels) if after > before + 1] == []
    assert found.tags.count("table") == found.tags.count("caption")
    ids = found.values("id")
    assert len(ids) == len(set(ids))
    assert [href for href in found.values("href", "a") if href.startswith("#") and href[1:] not in ids] == []
    assert f"veracious replay {analyses()[name].record.envelope.id}" in found.text
    assert analyses()[name].record.envelope.workspace not in plain(found.text).split()


@pytest.mark.parametrize("name", NAMES)
def test_the_page_is_the_same_each_time(name: str) -> None:
    assert html(name) == html(name)


def test_the_page_of_a_record_is_that_of_the_analysis() -> None:
    """A record writes 1.0 as 1; the page says the same of both."""
    whole = analyses()["whole"]
    event = ArticleEvent("numbers", (("one", 1.0), ("two", 2), ("half", 0.5), ("word", "1.0")))
    report = replace(whole.report, events=(event,))
    record = replace(whole.record, body=replace(whole.record.body, report=digest.canonical(report).decode()))
    again = Analysis(app.articles.report(record), record)
    assert again.report.events != report.events or repr(again.report.events) != repr(report.events)
    assert page.article(again) == page.article(Analysis(report, record))
    assert "one 1, two 2, half 0.50, word 1.0" in page.article(again)


def test_ids_that_are_odd_or_repeated_break_nothing() -> None:
    """Claims with one id, findings and edges of claims that are not there, worths and centralities too few."""
    twice = (CLAIMS[0], replace(CLAIMS[1], id="c1"), replace(CLAIMS[2], id=""), replace(CLAIMS[3], text="", span=Span(9000, 9001)))
    extraction = analyses()["whole"].report.extraction
    assert extraction is not None
    graph = ClaimGraph(("c1",), (Edge("c1", "c1", Relation.SUPPORTS, 1.0), Edge("", "c99", Relation.DEPENDS, 0.0)))
    found = changed(extraction=replace(extraction, claims=twice, anchor="nobody"), graph=graph, findings=(ClaimFinding("c77"),), worths=())
    text = plain(read(page.article(found)).text)
    assert "(no words)" in text
    assert "4 claims" in text


def test_letters_that_turn_a_line_around_are_written_out() -> None:
    found = page.article(with_article(analyses()["whole"], title="a\u202eb", text=f"x\u2066y{TEXT}"))
    assert "a⟨U+202E⟩b" in found
    assert "x⟨U+2066⟩y" in found
    assert "\u202e" not in found


def test_every_dimension_and_relation_has_its_words() -> None:
    assert set(article_words.RELATIONS) == set(Relation)
    assert [one.value for one in article_words.DIMENSIONS] == ["G", "A", "R", "B"]


@pytest.mark.parametrize("tell", [article_words.unverifiable, article_words.dropped, article_words.deferred, article_words.coverage])
def test_a_code_that_has_no_sentence_is_told_in_its_own_words(tell: object) -> None:
    assert callable(tell)
    assert tell("some_new_code:3/4") == "Some new code (3/4)."
    assert tell("") == "For a reason without a name."


# Attacked.


@pytest.mark.parametrize("text", QUICK)
def test_a_script_in_every_text_stays_text(text: str) -> None:
    for name in ("whole", "refused", "failed"):
        found = read(page.article(hostile(analyses()[name].report, text)))
        assert {"script", "img", "iframe", "object", "video", "audio", "input", "marquee"} & set(found.tags) == set()
        assert [where for where, what, _ in found.attributes if what.startswith("on")] == []
        assert [href for href in found.values("href", "a") if not href.startswith(("#", "http"))] == []
        assert plain(foreign.visible(text)) in plain(found.text)


def test_a_score_row_tells_a_claim_by_its_number() -> None:
    score = Score(analyses()["whole"].report.scores[0].dimension, 0.2, (("c8", 0.34), ("tier_factor", 0.9)))
    text = plain(read(page.article(changed(scores=(score,)))).text)
    assert "tier factor 0.90 claim 8 0.34" in text
    assert GRAPH.claims[7] == "c8"
