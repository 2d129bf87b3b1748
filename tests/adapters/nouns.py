"""Generated nouns, as an outside source could give them."""

from datetime import UTC, date, datetime, timedelta, timezone

from hypothesis import strategies as st

from veracious.domain.evidence import Candidate, Evidence, Passage, Quote, Snapshot, Source, Tier, Triple
from veracious.domain.record import Body, Envelope, Record, Taped, ToolName
from veracious.domain.span import Span
from veracious.domain.stance import Judgement, Stance

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)  # lone surrogates have no canonical form
numbers = st.floats(allow_nan=False, allow_infinity=False)
dates = st.none() | st.dates(date(1800, 1, 1), date(2200, 1, 1))
zones = st.sampled_from((UTC, timezone(timedelta(hours=5, minutes=30)), timezone(-timedelta(hours=8))))
times = st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1), timezones=zones)
spans = st.tuples(st.integers(0, 5000), st.integers(0, 5000)).map(lambda pair: Span(min(pair), max(pair)))

sources = st.builds(Source, texts, st.none() | st.floats(0, 1), st.sampled_from(Tier))
passages = st.builds(Passage, texts, spans, texts)
triples = st.builds(Triple, texts, texts, texts, passages)
snapshots = st.builds(Snapshot, texts, texts, sources, st.none() | texts, texts, dates, texts)
evidence = st.builds(
    Evidence,
    id=texts,
    passage=passages,
    source=sources,
    title=texts,
    url=st.none() | texts,
    published=dates,
    triple=st.none() | triples,
    canonical_url=st.none() | texts,
    byline=texts,
    links=st.lists(texts, max_size=3).map(tuple),
)
candidates = st.builds(Candidate, evidence, texts, numbers, st.integers(1, 2**53 - 1))
stances = st.tuples(st.floats(0, 1), st.floats(0, 1)).map(lambda cuts: Stance(min(cuts), 1.0 - max(cuts), max(cuts) - min(cuts)))
judgements = st.builds(Judgement, texts, texts, st.builds(Quote, texts, spans, texts), stances)
bodies = st.builds(
    Body,
    texts,
    texts,
    st.lists(st.builds(ToolName, texts, texts, texts), max_size=2).map(tuple),
    st.lists(st.builds(Taped, texts, texts, texts), max_size=2).map(tuple),
    texts,
)
records = st.builds(Record, bodies, st.builds(Envelope, texts, texts, times, times, texts, st.none() | texts))
