-- Every statement the application makes, by name. `%(name)s` is a parameter; `{name}` is a piece that several statements share.
-- A finder names its tables in the order triple, tally, frequency, posting, passage, document: they are locked in the order they are named, and a part
-- is dropped in the same order, so that neither waits for the other in a circle.

-- piece: shown
d.digest, d.url, d.title, d.domain, d.credibility, d.tier, d.published, d.canonical_url, d.byline, d.links, d.name, g.collection

-- piece: kept
d.digest, d.text_packed, d.url, d.title, d.domain, d.credibility, d.tier, d.published, d.language, d.canonical_url, d.byline, d.links, g.collection

-- piece: allowed
(%(language)s::text is null or p.language = %(language)s)
    and (%(domain)s::text is null or p.domain = %(domain)s)
    and (%(before)s::date is null or p.published is null or p.published <= %(before)s)

-- piece: hits
asked as (
    select * from unnest(%(terms)s::bigint[], %(times)s::int[]) as a (term, times)
), total as (
    select sum(passages)::float8 as passages, greatest(sum(words), 1)::float8 as words
    from veracious.tally where part = any (%(parts)s) and generation = any (%(generations)s)
), held as (
    select f.term, a.times, sum(f.holding)::float8 as holding
    from asked a join veracious.frequency f on f.term = a.term and f.part = any (%(parts)s) and f.generation = any (%(generations)s)
    group by f.term, a.times having sum(f.holding) > 0
), weighed as (
    select h.term, h.times * ln(1 + (t.passages - h.holding + %(offset)s::float8) / (h.holding + %(offset)s::float8)) as weight,
        sum(h.holding) over (order by h.holding, h.term) as touched, row_number() over (order by h.holding, h.term) as place
    from held h, total t
), alone as (
    select p.part, p.passage, round(sum(w.weight * p.times
        / (p.times + %(k1)s::float8 * (1 - %(b)s::float8 + %(b)s::float8 * p.length * t.passages / t.words))) * 1e9) / 1e9 as score
    from total t, weighed w
    cross join lateral (  -- word by word: of a generation that is new the planner knows nothing, and would read all of it for each word
        select q.part, q.passage, q.times, q.length from veracious.posting q
        where q.term = w.term and q.part = any (%(parts)s) and q.generation = any (%(generations)s) offset 0
    ) p
    where w.touched <= %(touched_at_most)s or w.place = 1
    group by p.part, p.passage
    order by score desc, p.passage
    limit case when (%(language)s::text is not null or %(domain)s::text is not null or %(before)s::date is not null) then null
        else greatest(%(depth)s::int, %(in_sight)s::int) + 100 end
), seen as (
    select a.part, a.passage, p.document, p.evidence, a.score, rank() over (order by a.score desc) <= %(in_sight)s::int as is_near
    from alone a join veracious.passage p on p.part = a.part and p.id = a.passage
    where {allowed}
), hits as (
    select part, passage, evidence, round((score + case when is_near then %(other_share)s::float8 * coalesce(
        case when row_number() over own = 1 then lead(score) over own else first_value(score) over own end, 0) else 0 end) * 1e9) / 1e9 as score
    from seen
    window own as (partition by part, document, is_near order by score desc, passage)
)

-- name: enter
select veracious.enter(%(workspace)s) as id

-- name: stand
select set_config('veracious.workspace', %(workspace)s, true)

-- name: share_pages
select set_config('veracious.pages', 'shared', true)

-- name: stand_as
select set_config('veracious.workspace', %(workspace)s, true), set_config('veracious.actor', %(actor)s, true)

-- name: begin
begin

-- name: begin_steady
begin isolation level repeatable read

-- name: read_steady
set transaction isolation level repeatable read, read only

-- name: flush_later
set local synchronous_commit = off

-- name: live
select id, part, collection, embedder from veracious.live(%(collections)s)

-- name: writable
-- Of the live generations of a collection the one that is written into; what a workspace read for itself stands beside what is shared.
select l.id, l.part, l.collection, l.embedder from veracious.live(array[%(collection)s::text]) l
join veracious.generation g on g.id = l.id
where (g.workspace is null) = %(is_shared)s

-- name: tune_vectors
select set_config('hnsw.ef_search', %(ef_search)s, true), set_config('hnsw.iterative_scan', 'relaxed_order', true),
    set_config('hnsw.max_scan_tuples', %(scan_at_most)s, true), set_config('plan_cache_mode', 'force_custom_plan', true)

-- name: find_vectors
with near as materialized (
    select p.part, p.id, p.document, p.start_at, p.end_at, p.text, p.evidence, p.vector <=> %(vector)s::halfvec(384) as apart
    from veracious.passage p
    where p.part = any (%(parts)s) and p.generation = any (%(generations)s) and p.vector is not null
        and {allowed}
    order by p.vector <=> %(vector)s::halfvec(384)
    limit %(limit)s
)
select n.part, n.id, n.start_at, n.end_at, n.text, n.evidence, 1 - n.apart as score,
    {shown}
from near n
join veracious.document d on d.part = n.part and d.id = n.document
join veracious.generation g on g.id = d.generation
order by score desc, n.evidence
limit %(limit)s

-- name: find_text
with {hits}
select p.part, p.id, p.start_at, p.end_at, p.text, p.evidence, h.score,
    {shown}
from (select part, passage, score from hits order by score desc, evidence limit %(limit)s) h
join veracious.passage p on p.part = h.part and p.id = h.passage
join veracious.document d on d.part = p.part and d.id = p.document
join veracious.generation g on g.id = d.generation
order by h.score desc, p.evidence

-- name: find_triples
with recursive reached (part, id, subject_key, object_key, hop) as (
    select t.part, t.id, t.subject_key, t.object_key, 1
    from veracious.triple t
    where t.part = any (%(parts)s) and t.generation = any (%(generations)s)
        and (t.subject_key = any (%(names)s) or t.object_key = any (%(names)s))
    union
    select t.part, t.id, t.subject_key, t.object_key, r.hop + 1
    from reached r
    join veracious.triple t on t.part = any (%(parts)s) and t.generation = any (%(generations)s)
        and (t.subject_key in (r.subject_key, r.object_key) or t.object_key in (r.subject_key, r.object_key))
    where r.hop < %(hops)s
), nearest as (
    select part, id, min(hop) as hop from reached group by part, id order by hop, id limit %(touched_at_most)s
)
select t.part, t.id, p.start_at, p.end_at, p.text, t.evidence, n.hop, t.subject, t.relation, t.object,
    {shown}
from nearest n
join veracious.triple t on t.part = n.part and t.id = n.id
join veracious.passage p on p.part = t.part and p.id = t.passage
join veracious.document d on d.part = t.part and d.id = t.document
join veracious.generation g on g.id = d.generation
where {allowed}

-- name: find_hybrid
with {hits}, near as materialized (
    select p.part, p.id, p.evidence, p.vector <=> %(vector)s::halfvec(384) as apart
    from veracious.passage p
    where p.part = any (%(near_parts)s) and p.generation = any (%(near_generations)s) and p.vector is not null
        and {allowed}
    order by p.vector <=> %(vector)s::halfvec(384)
    limit %(depth)s
), told as (
    select part, passage as id, score, evidence
    from hits
    order by score desc, evidence
    limit %(depth)s
), ranked as (
    select part, id, evidence, 1 - apart as likeness, null::float8 as score, rank() over (order by apart) as near_rank, null::bigint as told_rank
    from near
    union all
    select part, id, evidence, null, score, null, rank() over (order by score desc)
    from told
), joined as (
    select part, id, evidence, max(likeness) as likeness, max(score) as told_score, min(near_rank) as near_rank, min(told_rank) as told_rank,
        coalesce(%(near_weight)s::float8 / (%(rank_offset)s + min(near_rank)), 0)
            + coalesce(%(told_weight)s::float8 / (%(rank_offset)s + min(told_rank)), 0) as score
    from ranked group by part, id, evidence
    order by score desc, evidence
    limit %(limit)s
)
select p.part, p.id, p.start_at, p.end_at, p.text, p.evidence, j.score, j.likeness, j.told_score, j.near_rank, j.told_rank,
    {shown}
from joined j
join veracious.passage p on p.part = j.part and p.id = j.id
join veracious.document d on d.part = p.part and d.id = p.document
join veracious.generation g on g.id = d.generation
order by j.score desc, p.evidence

-- name: put_document
insert into veracious.document (part, generation, workspace, key, name, file_hash, digest, url, form, title, domain, credibility, tier,
    published, language, canonical_url, byline, links, text_packed, text_bytes)
values (%(part)s, %(generation)s, %(workspace)s, %(key)s, %(name)s, %(file_hash)s, %(digest)s, %(url)s, %(form)s, %(title)s, %(domain)s,
    %(credibility)s, %(tier)s, %(published)s, %(language)s, %(canonical_url)s, %(byline)s, %(links)s, %(text_packed)s, %(text_bytes)s)
on conflict (part, generation, key) do nothing
returning id

-- name: reserve_passages
select nextval(pg_get_serial_sequence('veracious.passage', 'id')) as id from generate_series(1, %(count)s)

-- name: make_intake
create temp table intake_passage (id bigint, start_at int, end_at int, words int, evidence bytea, vector halfvec(384), text text) on commit delete rows;
create temp table intake_posting (term bigint, passage bigint, times smallint, length smallint) on commit delete rows;
create temp table intake_triple (passage bigint, subject text, relation text, object text, subject_key text, object_key text, evidence bytea)
    on commit delete rows;
create temp table intake_reembedded (document bigint, made_document bigint, passage bigint, made_passage bigint, vector halfvec(384))
    on commit delete rows

-- name: copy_passages
copy pg_temp.intake_passage from stdin

-- name: place_passages
insert into veracious.passage (part, id, generation, workspace, document, start_at, end_at, words, language, domain, published, evidence, vector, text)
overriding system value
select %(part)s, id, %(generation)s, %(workspace)s, %(document)s, start_at, end_at, words, %(language)s, %(domain)s, %(published)s, evidence, vector, text
from pg_temp.intake_passage order by id

-- name: copy_postings
copy pg_temp.intake_posting from stdin

-- name: place_postings
insert into veracious.posting (part, generation, term, passage, workspace, times, length)
select %(part)s, %(generation)s, term, passage, %(workspace)s, times, length from pg_temp.intake_posting

-- name: place_frequencies
insert into veracious.frequency (part, generation, term, workspace, holding)
select %(part)s, %(generation)s, term, %(workspace)s, count(*) from pg_temp.intake_posting group by term

-- name: copy_triples
copy pg_temp.intake_triple from stdin

-- name: place_triples
insert into veracious.triple (part, generation, workspace, document, passage, subject, relation, object, subject_key, object_key, evidence)
select %(part)s, %(generation)s, %(workspace)s, %(document)s, passage, subject, relation, object, subject_key, object_key, evidence
from pg_temp.intake_triple

-- name: put_tally
insert into veracious.tally (part, generation, workspace, documents, passages, words)
values (%(part)s, %(generation)s, %(workspace)s, %(documents)s, %(passages)s, %(words)s)

-- name: known_files
select file_hash from veracious.document where generation = any (%(generations)s) and file_hash = any (%(hashes)s)

-- name: digest_texts
select digest, text_packed from veracious.document where digest = %(digest)s limit 1

-- name: kept_document
select {kept}
from veracious.document d join veracious.generation g on g.id = d.generation
where d.part = %(part)s and d.generation = %(generation)s and d.key = %(key)s

-- name: open_snapshot
select {kept}
from veracious.document d join veracious.generation g on g.id = d.generation
where d.digest = %(digest)s and g.state <> 'building'
order by g.state = 'live' desc, d.id
limit 1

-- name: recent_documents
select {kept}
from veracious.document d join veracious.generation g on g.id = d.generation
where g.state = 'live' and g.collection = %(collection)s and d.published >= %(since)s
order by d.published desc, d.id
limit %(limit)s

-- name: begin_generation
select veracious.begin_generation(%(collection)s, %(embedder)s) as id

-- name: first_generation
select veracious.first_generation(%(collection)s, %(embedder)s)

-- name: hold_generation
select pg_advisory_xact_lock_shared(7461, %(generation)s)

-- name: reembeddings
select workspace, collection, generation, passages, embedded from veracious.reembeddings(%(embedder)s)

-- name: reembed_alone
select pg_try_advisory_xact_lock(7465, %(generation)s) as is_alone

-- name: reembed_begin
select veracious.begin_reembedding(%(generation)s, %(embedder)s) as id

-- name: reembed_lock
-- Readers and writers of a generation hold it, too: they wait, and then look again which one is live.
select pg_advisory_xact_lock(7461, %(generation)s)

-- name: reembed_missing
-- Documents of one generation that another does not have, in their order, and of each its passages.
select d.id, d.title, coalesce(array_agg(p.id order by p.id) filter (where p.id is not null), '{}') as passages,
    coalesce(array_agg(p.text order by p.id) filter (where p.id is not null), '{}') as texts
from (
    select o.id, o.title from veracious.document o
    where o.part = %(source_part)s and o.generation = %(source)s and o.id > %(after)s and not exists (
        select from veracious.document n where n.part = %(part)s and n.generation = %(generation)s and n.key = o.key
    )
    order by o.id limit %(limit)s
) d
left join veracious.passage p on p.part = %(source_part)s and p.document = d.id
group by d.id, d.title
order by d.id

-- name: reserve_documents
select nextval(pg_get_serial_sequence('veracious.document', 'id')) as id from generate_series(1, %(count)s)

-- name: copy_reembedded
copy pg_temp.intake_reembedded from stdin

-- name: reembed_documents
insert into veracious.document (part, id, generation, workspace, key, name, file_hash, digest, url, form, title, domain, credibility, tier,
    published, language, canonical_url, byline, links, text_packed, text_bytes, made_at)
overriding system value
select %(part)s, i.made_document, %(generation)s, %(workspace)s, o.key, o.name, o.file_hash, o.digest, o.url, o.form, o.title, o.domain, o.credibility,
    o.tier, o.published, o.language, o.canonical_url, o.byline, o.links, o.text_packed, o.text_bytes, o.made_at
from (select distinct document, made_document from pg_temp.intake_reembedded) i join veracious.document o on o.part = %(source_part)s and o.id = i.document

-- name: reembed_passages
with placed as (
    insert into veracious.passage (part, id, generation, workspace, document, start_at, end_at, words, language, domain, published, evidence,
        vector, text)
    overriding system value
    select %(part)s, i.made_passage, %(generation)s, %(workspace)s, i.made_document, o.start_at, o.end_at, o.words, o.language, o.domain, o.published, o.evidence,
        i.vector, o.text
    from pg_temp.intake_reembedded i join veracious.passage o on o.part = %(source_part)s and o.id = i.passage
    returning words
)
insert into veracious.tally (part, generation, workspace, documents, passages, words)
select %(part)s, %(generation)s, %(workspace)s, %(documents)s, count(*), coalesce(sum(words), 0) from placed

-- name: reembed_postings
-- The bounds are for the index, which knows ranges of numbers and not each of them.
with placed as (
    insert into veracious.posting (part, generation, term, passage, workspace, times, length)
    select %(part)s, %(generation)s, o.term, i.made_passage, %(workspace)s, o.times, o.length
    from pg_temp.intake_reembedded i join veracious.posting o on o.part = %(source_part)s and o.passage = i.passage
    where o.passage between %(first)s and %(last)s
    returning term
)
insert into veracious.frequency (part, generation, term, workspace, holding)
select %(part)s, %(generation)s, term, %(workspace)s, count(*) from placed group by term

-- name: reembed_triples
insert into veracious.triple (part, generation, workspace, document, passage, subject, relation, object, subject_key, object_key, evidence)
select %(part)s, %(generation)s, %(workspace)s, i.made_document, i.made_passage, o.subject, o.relation, o.object, o.subject_key, o.object_key, o.evidence
from pg_temp.intake_reembedded i join veracious.triple o on o.part = %(source_part)s and o.passage = i.passage

-- name: reembed_gone
-- Documents that were erased from the one while the other was built.
select n.part, n.id, n.generation, n.workspace from veracious.document n
where n.part = %(part)s and n.generation = %(generation)s and not exists (
    select from veracious.document o where o.part = %(source_part)s and o.generation = %(source)s and o.key = n.key
)
order by n.id

-- name: reembed_finish
select veracious.finish_reembedding(%(generation)s) as is_live

-- name: reembed_left
-- What an embedding anew has left that nobody goes on with: half-built ones of another embedder or of what is not live, and replaced ones.
select g.id from veracious.generation g
where (g.state = 'building' and g.source is not null
        and (g.embedder <> %(embedder)s or not exists (select from veracious.generation o where o.id = g.source and o.state = 'live')))
    or (g.state = 'retired' and exists (select from veracious.generation n where n.source = g.id and n.state = 'live'))
order by g.id

-- name: switch_generation
select veracious.switch(%(generation)s) as old

-- name: drop_generation
select veracious.drop_generation(%(generation)s) as dropped

-- name: fold
select veracious.fold(%(generation)s)

-- name: generations
select g.id, g.collection, g.state, g.part, g.embedder, g.made_at, g.live_at, g.retired_at,
    coalesce(sum(t.documents), 0)::bigint as documents, coalesce(sum(t.passages), 0)::bigint as passages,
    coalesce(sum(t.words), 0)::bigint as words
from veracious.generation g left join veracious.tally t on t.part = g.part and t.generation = g.id
group by g.id
order by g.collection, g.id

-- name: generation
select id, part, workspace, collection, state, embedder from veracious.generation where id = %(generation)s

-- name: documents
-- From each generation as many as are asked for, so that what is behind them is not read.
select d.id, d.part, d.name, d.title, d.url, d.domain, d.published, d.language, d.digest, d.made_at, g.collection
from veracious.generation g
cross join lateral (
    select * from veracious.document d where d.part = g.part and d.generation = g.id and d.id > %(after)s order by d.id limit %(limit)s
) d
where g.state = 'live' and g.collection = any (%(collections)s)
order by d.id
limit %(limit)s

-- name: documents_to_erase
select d.part, d.id, d.generation, d.workspace, g.collection
from veracious.document d join veracious.generation g on g.id = d.generation
where (%(digest)s::text is null or d.digest = %(digest)s) and (%(domain)s::text is null or d.domain = %(domain)s)
    and (%(name)s::text is null or %(name)s in (d.name, d.url)) and (%(made_before)s::timestamptz is null or d.made_at < %(made_before)s)
    and g.collection = any (%(collections)s)
order by d.id

-- name: erase_triples
delete from veracious.triple where part = %(part)s and document = %(document)s

-- name: uncount_words
insert into veracious.frequency (part, generation, term, workspace, holding)
select p.part, p.generation, p.term, p.workspace, - count(*)
from veracious.posting p
where p.part = %(part)s and p.passage in (select id from veracious.passage where part = %(part)s and document = %(document)s)
group by p.part, p.generation, p.term, p.workspace

-- name: uncount_passages
insert into veracious.tally (part, generation, workspace, documents, passages, words)
select %(part)s, %(generation)s, %(owner)s, -1, - count(*), - coalesce(sum(words), 0)
from veracious.passage where part = %(part)s and document = %(document)s

-- name: erase_postings
delete from veracious.posting
where part = %(part)s and passage in (select id from veracious.passage where part = %(part)s and document = %(document)s)

-- name: erase_passages
delete from veracious.passage where part = %(part)s and document = %(document)s

-- name: erase_document
-- Text counts once, in whichever generation it stands.
delete from veracious.document d using veracious.generation g
where d.part = %(part)s and d.id = %(document)s and g.id = d.generation
returning case when g.counted then d.text_bytes else 0 end as text_bytes, g.counted

-- name: erase_workspace
select veracious.erase_workspace()

-- name: keep_days
update veracious.workspace set kept_days = %(days)s where id = %(workspace)s::int

-- name: kept_days
select kept_days from veracious.workspace where id = %(workspace)s::int

-- name: page_see
insert into veracious.page (workspace, form, status, stage, seen_at)
values (%(owner)s::int, %(form)s, 'seen', %(stage)s, %(at)s) on conflict (form, workspace) do nothing

-- name: page_bind
insert into veracious.page_claim (workspace, form, claim) values (%(workspace)s::int, %(form)s, %(claim)s) on conflict do nothing

-- name: page_end
update veracious.page set status = %(status)s, digest = %(digest)s, trouble = %(trouble)s, read_at = %(at)s
where form = %(form)s and workspace is not distinct from %(owner)s::int

-- name: page_look
-- Where pages are shared, what the workspace met before stands beside what all have met: the last reading counts.
select distinct on (form) form, status, stage, digest, trouble, seen_at, read_at from veracious.page where form = any (%(forms)s)
order by form, read_at desc nulls last, workspace nulls last

-- name: page_claims
select claim from veracious.page_claim where form = %(form)s order by claim collate "C"

-- name: override_all
select domain, credibility, tier from veracious.source_override order by domain collate "C"

-- name: override_reasons
select domain, credibility, tier, reason, said_by, said_at from veracious.source_override order by domain collate "C"

-- name: override_put
insert into veracious.source_override (workspace, domain, credibility, tier, reason, said_by, said_at)
values (%(workspace)s::int, %(domain)s, %(credibility)s, %(tier)s, %(reason)s, %(said_by)s, now())
on conflict (workspace, domain) do update set credibility = excluded.credibility, tier = excluded.tier, reason = excluded.reason,
    said_by = excluded.said_by, said_at = excluded.said_at

-- name: override_remove
delete from veracious.source_override where domain = %(domain)s

-- name: blob_put
insert into veracious.blob (workspace, digest, packed, mark, used_at) values (%(workspace)s::int, %(digest)s, %(packed)s, %(mark)s, %(at)s)
on conflict (workspace, digest) do update set used_at = excluded.used_at where blob.used_at < excluded.used_at - interval '1 day'

-- name: blob_get
select packed, mark from veracious.blob where digest = %(digest)s

-- name: blob_page
select digest, packed, mark from veracious.blob where digest collate "C" > %(after)s order by digest collate "C" limit %(limit)s

-- name: blob_erase
delete from veracious.blob b where b.digest = any (%(digests)s) and not exists (select from veracious.tape t where t.answered = b.digest)

-- name: blob_expire
delete from veracious.blob b where b.used_at < %(before)s and not exists (select from veracious.tape t where t.answered = b.digest)

-- name: blob_erase_all
delete from veracious.blob

-- name: tape_put
insert into veracious.tape (workspace, run, port, asked, answered, mark, made_at)
values (%(workspace)s::int, %(run)s, %(port)s, %(asked)s, %(answered)s, %(mark)s, %(at)s)
on conflict (workspace, run, port, asked) do nothing

-- name: tape_all
select port, asked, answered, mark, made_at from veracious.tape where run = %(run)s order by port collate "C", asked collate "C"

-- name: tape_runs
select distinct run from veracious.tape order by run

-- name: tape_old
select run from veracious.tape group by run having max(made_at) < %(before)s order by run

-- name: tape_erase
delete from veracious.tape where run = %(run)s

-- name: tape_erase_all
delete from veracious.tape

-- name: tape_keep
update veracious.workspace set tape_days = %(days)s where id = %(workspace)s::int

-- name: tape_kept
select tape_days from veracious.workspace where id = %(workspace)s::int

-- name: record_put
insert into veracious.record (workspace, id, body, envelope, salt) values (%(workspace)s::int, %(id)s, %(body)s, %(envelope)s, %(salt)s)

-- name: record_get
select id, body, envelope, salt from veracious.record where id = any (%(ids)s)

-- name: record_page
select id, body, envelope, salt from veracious.record where id collate "C" > %(after)s order by id collate "C" limit %(limit)s

-- name: record_erase
delete from veracious.record where id = %(id)s

-- name: chain_hold
select pg_advisory_xact_lock(7464, %(workspace)s::int)

-- name: chain_last
select number, event, record, at, commitment, previous, hash from veracious.chain order by number desc limit 1

-- name: chain_all
select number, event, record, at, commitment, previous, hash from veracious.chain order by number

-- name: chain_about
select number, event, record, at, commitment, previous, hash from veracious.chain where record = any (%(records)s) order by number

-- name: chain_newest
select record from veracious.chain where event = 'kept' and (%(before)s::int is null or number < %(before)s) order by number desc limit %(limit)s

-- name: chain_put
insert into veracious.chain (workspace, number, event, record, at, commitment, previous, hash)
values (%(workspace)s::int, %(number)s, %(event)s, %(record)s, %(at)s, %(commitment)s, %(previous)s, %(hash)s)

-- name: allowance_hold
-- One more job for all it counts against, in one order, so that no two wait for each other. Whoever finds a limit passed undoes it.
insert into veracious.allowance as a (workspace, actor, month, held_micros, jobs)
select %(workspace)s::int, one.actor, %(month)s::date, %(micros)s::bigint, 1 from unnest(%(actors)s::text[]) as one (actor)
order by one.actor collate "C"
on conflict (workspace, actor) do update
set month = greatest(a.month, excluded.month), spent_micros = case when a.month < excluded.month then 0 else a.spent_micros end,
    held_micros = a.held_micros + excluded.held_micros, jobs = a.jobs + 1
returning a.actor, a.money_micros, a.jobs_at_once, a.spent_micros, a.held_micros, a.jobs

-- name: allowance_settle
-- One job less, in the same order.
with locked as materialized (
    select workspace, actor from veracious.allowance where actor = any (%(actors)s) order by actor collate "C" for update
)
update veracious.allowance a set month = greatest(a.month, %(month)s::date),
    spent_micros = case when a.month < %(month)s::date then 0 else a.spent_micros end + %(spent)s,
    held_micros = a.held_micros - %(held)s, jobs = a.jobs - 1
from locked where a.workspace = locked.workspace and a.actor = locked.actor

-- name: idempotency_put
insert into veracious.idempotency (workspace, actor, key, body, job, at)
values (%(workspace)s::int, %(actor)s, %(key)s, %(body)s, %(job)s, %(at)s) on conflict do nothing returning job

-- name: idempotency_get
select body, job from veracious.idempotency where actor = %(actor)s and key = %(key)s

-- name: idempotency_expire
delete from veracious.idempotency where at < %(before)s

-- piece: job_columns
j.id, j.kind, j.state, j.actor, j.outcome, j.cause, j.made_at, j.begun_at, j.finished_at, j.until, j.version, j.executor, j.tries,
    j.held_micros, j.spent_micros, j.has_record, j.cancelling, j.request_id, j.traceparent

-- name: job_put
insert into veracious.job as j (workspace, id, kind, queue, priority, actor, request, seconds, held_micros, made_at, request_id,
    traceparent)
values (%(workspace)s::int, %(id)s, %(kind)s, %(queue)s, %(priority)s, %(actor)s, %(request)s, %(seconds)s, %(held)s, %(at)s, %(request_id)s,
    %(traceparent)s)
returning {job_columns}

-- name: job_enqueue
select dbos.enqueue_workflow(workflow_name => %(workflow)s, queue_name => %(queue)s, workflow_id => %(id)s, priority => %(priority)s,
    positional_args => array[to_json(%(name)s::text), to_json(%(id)s::text)], queue_partition_key => %(name)s),
    pg_notify('veracious_queue', %(queue)s)

-- name: job_get
select {job_columns} from veracious.job j where j.id = %(id)s

-- name: job_request
select kind, request from veracious.job where id = %(id)s

-- name: job_newest
select {job_columns} from veracious.job j
where (%(kind)s::text is null or j.kind = %(kind)s)
    and (%(at)s::timestamptz is null or (j.made_at, j.id collate "C") < (%(at)s, %(id)s::text collate "C"))
order by j.made_at desc, j.id collate "C" desc limit %(limit)s

-- name: job_unfinished
select kind, state, count(*) as jobs, min(made_at) as oldest_at, min(id collate "C") as oldest
from veracious.job where state <> 'finished' group by kind, state order by kind collate "C", state collate "C"

-- name: job_begin
-- What was begun by one version is gone on with by no other.
update veracious.job j set state = 'running', executor = %(executor)s, version = %(version)s, tries = j.tries + 1,
    begun_at = coalesce(j.begun_at, %(at)s), until = coalesce(j.until, %(at)s + j.seconds * interval '1 second')
where j.id = %(id)s and j.state <> 'finished' and j.version in ('', %(version)s) returning {job_columns}

-- name: job_finish
update veracious.job j set state = 'finished', outcome = %(outcome)s, cause = %(cause)s, spent_micros = %(spent)s, has_record = %(has_record)s,
    finished_at = %(at)s
where j.id = %(id)s and j.state <> 'finished' returning {job_columns}

-- name: webhook_put
-- A new address is tried at once.
insert into veracious.webhook as h (workspace, address, sealed, nonce, set_at)
values (%(workspace)s::int, %(address)s, %(sealed)s, %(nonce)s, %(at)s)
on conflict (workspace) do update set address = excluded.address, sealed = excluded.sealed, nonce = excluded.nonce, set_at = excluded.set_at,
    next_at = now(), failures = 0, trouble = ''

-- name: webhook_get
select h.address, h.set_at, h.next_at, h.failures, h.trouble, h.told_at, h.given_up,
    (select count(*) from veracious.delivery) as waiting, (select min(d.made_at) from veracious.delivery d) as oldest_at
from veracious.webhook h

-- name: webhook_remove
delete from veracious.webhook

-- name: webhooks_waiting
select workspace, seconds, waited from veracious.webhooks_waiting()

-- name: delivery_put
-- With the end of a job; where the workspace has a webhook, and workers are told.
with made as (
    insert into veracious.delivery (workspace, job, kind, outcome, finished_at)
    select h.workspace, %(job)s, %(kind)s, %(outcome)s, %(at)s from veracious.webhook h returning job
)
select pg_notify('veracious_queue', %(notice)s) from made

-- name: delivery_claim
-- One at a time in a workspace, the one that is due first. Whoever claims it has it for as long as it may take to send it, and no longer.
with free as (
    select h.workspace from veracious.webhook h where h.next_at <= now() for update skip locked
), due as (
    select d.* from veracious.delivery d join free f on f.workspace = d.workspace where d.due_at <= now() order by d.due_at, d.job limit 1
)
update veracious.webhook h set next_at = now() + %(lease)s::interval
from due where h.workspace = due.workspace
returning h.address, h.sealed, h.nonce, h.failures, due.job, due.kind, due.outcome, due.finished_at, due.tries

-- name: delivery_end
delete from veracious.delivery where job = %(job)s

-- name: webhook_told
update veracious.webhook set next_at = now(), failures = 0, trouble = '', told_at = now()

-- name: delivery_postpone
update veracious.delivery set tries = tries + 1, due_at = now() + %(pause)s::interval where job = %(job)s

-- name: delivery_give_up
delete from veracious.delivery where made_at < now() - %(patience)s::interval returning job

-- name: webhook_failed
update veracious.webhook set next_at = now() + %(rest)s::interval, failures = failures + 1, trouble = %(trouble)s, given_up = given_up + %(given_up)s

-- name: job_cancel
update veracious.job j set cancelling = true where j.id = %(id)s and j.state <> 'finished' returning {job_columns}

-- name: job_erase
delete from veracious.job where id = %(id)s and state = 'finished'

-- name: job_erase_all
delete from veracious.job where state = 'finished'

-- name: job_expire
delete from veracious.job where state = 'finished' and finished_at < %(before)s

-- name: job_tell
insert into veracious.job_event (workspace, job, number, kind, told, fields, at)
values (%(workspace)s::int, %(job)s, %(number)s, %(kind)s, %(told)s, %(fields)s, %(at)s) on conflict do nothing

-- name: job_tell_last
insert into veracious.job_event (workspace, job, number, kind, told, fields, at)
select %(workspace)s::int, %(job)s, coalesce(max(number), 0) + 1, %(kind)s, %(told)s, %(fields)s, %(at)s
from veracious.job_event where job = %(job)s

-- name: job_told
select number, kind, told, fields, at from veracious.job_event where job = %(job)s and number > %(after)s order by number

-- name: job_ring
select pg_notify('veracious_job', %(job)s)

-- name: room_probe
-- Some pages of a table that is gone with the transaction: where the disk is full, the server says so here as it would to whoever writes.
-- A table that is kept would not get smaller when what was written is undone.
create temp table room_probe on commit drop as select repeat(md5(n::text), 40) as text from generate_series(1, 256) n

-- name: job_listen
listen veracious_job

-- name: queue_listen
listen veracious_queue

-- name: jobs_orphaned
select workspace, id, queue, version, is_spoken from veracious.jobs_orphaned(%(silent)s)

-- name: jobs_cancelling
select workspace, id from veracious.jobs_cancelling(%(executor)s)

-- name: jobs_counted
select queue, state, jobs from veracious.jobs_counted()

-- name: queue_ages
select queue, seconds from veracious.queue_ages()

-- name: audit_newest
select number, at, actor, action, subject, before, after from veracious.audit_entry
where %(number)s::bigint is null or number < %(number)s::bigint order by number desc limit %(limit)s

-- What people say of verdicts.

-- name: record_known
select id from veracious.record where id = %(id)s

-- name: review_put
-- Of two that come at once one gets the number.
insert into veracious.review_entry (workspace, record, number, at, person, act, digest, was, became, why)
values (%(workspace)s::int, %(record)s, %(number)s, %(at)s, %(by)s, %(act)s, %(digest)s, %(was)s, %(became)s, %(why)s)
on conflict (workspace, record, number) do nothing
returning record, number, at, person as "by", act, digest, was, became, why, place

-- name: review_of
select record, number, at, person as "by", act, digest, was, became, why, place from veracious.review_entry
where record = any (%(records)s) order by record collate "C", number

-- name: review_newest
select e.record, e.number, e.at, e.person as "by", e.act, e.digest, e.was, e.became, e.why, e.place from veracious.review_entry e
where e.act = any (%(acts)s) and %(by)s in ('', e.person) and (%(before)s::bigint is null or e.place < %(before)s::bigint)
    and (not %(published)s::boolean or (
        select p.act from veracious.review_entry p
        where p.record = e.record and p.act in ('published', 'unpublished') order by p.number desc limit 1) = 'published')
order by e.place desc limit %(limit)s

-- name: review_back
-- After the last that bears on the verdict nobody stands behind it; what is said to readers bears on nothing.
select e.record, e.number, e.at, e.person as "by", e.act, e.digest, e.was, e.became, e.why, e.place from veracious.review_entry e
where e.act in ('returned', 'withdrawn') and (%(before)s::bigint is null or e.place < %(before)s::bigint)
    and not exists (
        select from veracious.review_entry l
        where l.workspace = e.workspace and l.record = e.record and l.number > e.number and l.act not in ('published', 'unpublished'))
order by e.place desc limit %(limit)s

-- name: feedback_hold
-- What comes at once is counted one after another; else each would see room that only one of them has.
select pg_advisory_xact_lock(7466, %(workspace)s::int)

-- name: feedback_put
insert into veracious.feedback (workspace, record, at, text)
select %(workspace)s::int, %(record)s::text, %(at)s::timestamptz, %(text)s::text
where (select count(*) from veracious.feedback f where f.at >= %(since)s) < %(most)s
    and (select count(*) from veracious.feedback f where f.record = %(record)s::text and f.at >= %(since)s) < %(most_of_record)s
returning number, record, at, text, closed_at, closed_by, note

-- name: feedback_waiting
select number, record, at, text, closed_at, closed_by, note from veracious.feedback
where closed_at is null and %(record)s in ('', record) and (%(after)s::bigint is null or number > %(after)s::bigint)
order by number limit %(limit)s

-- name: feedback_close
update veracious.feedback set closed_at = %(at)s, closed_by = %(by)s, note = %(note)s where number = %(number)s and closed_at is null

-- name: jobs_workspaces
select workspace from veracious.jobs_workspaces()

-- name: service_secret
select veracious.service_secret() as secret

-- name: executor_see
insert into veracious.executor (id, version) values (%(id)s, %(version)s) on conflict (id) do update set seen_at = now()
returning clock_timestamp() as now

-- name: executor_alive
select id, version, seen_at from veracious.executor where seen_at > now() - %(silent)s::interval order by id

-- name: executor_leave
delete from veracious.executor where id = %(id)s or seen_at < now() - interval '1 day'

-- What records are found by.

-- name: line_put
with line as (
    insert into veracious.record_line (workspace, record, number, kept_at, kind, terms, verdict, status)
    values (%(workspace)s::int, %(record)s, %(number)s, %(at)s, %(kind)s, cardinality(%(terms)s::bigint[]), %(verdict)s, %(status)s)
    on conflict do nothing returning workspace, number)
insert into veracious.record_term (workspace, term, number) select l.workspace, t.term, l.number from line l, unnest(%(terms)s::bigint[]) t (term)

-- name: line_review
update veracious.record_line set verdict = %(verdict)s, status = %(status)s where record = %(record)s

-- name: line_hold
-- Lines of older records are made one after another, and while nobody says anything of a verdict.
select pg_advisory_xact_lock(7467, %(workspace)s::int)

-- name: line_share
-- Whoever says something of a verdict waits for its line, if it is just being made.
select pg_advisory_xact_lock_shared(7467, %(workspace)s::int)

-- name: line_behind
select u.record from veracious.record_unlisted u limit 1

-- name: line_missing
select r.id, r.body, r.envelope, r.salt from veracious.record_unlisted u join veracious.record r on r.workspace = u.workspace and r.id = u.record
order by r.id collate "C" limit %(limit)s

-- name: line_listed
delete from veracious.record_unlisted where record = any (%(records)s)

-- piece: line_fits
(%(verdict)s::text is null or l.verdict = %(verdict)s) and (%(kind)s::text is null or l.kind = %(kind)s)
    and (%(since)s::timestamptz is null or l.kept_at >= %(since)s) and (%(until)s::timestamptz is null or l.kept_at < %(until)s)
    and (%(status)s::text is null or l.status = %(status)s or (%(status)s = 'disputed' and exists (
        select from veracious.feedback f where f.workspace = l.workspace and f.record = l.record and f.closed_at is null)))

-- name: line_newest
select l.record, l.number, l.kept_at, l.terms, l.kind from veracious.record_line l
where (%(number)s::int is null or l.number < %(number)s) and {line_fits}
order by l.number desc limit %(limit)s

-- name: line_rarest
-- Of the words that are looked for the one that fewest records have; of common ones it does not matter which.
select w.term from unnest(%(terms)s::bigint[]) w (term)
order by (select count(*) from (select from veracious.record_term t where t.term = w.term limit 200) s) limit 1

-- piece: line_has_all
t.term = %(rarest)s::bigint and (%(all)s::bigint = 1 or %(all)s::bigint = (
        select count(*) from veracious.record_term p
        where p.workspace = t.workspace and p.number = t.number and p.term = any (%(terms)s::bigint[])))

-- name: line_find
-- The postings of one word from the newest on, until there are enough.
select l.record, l.number, l.kept_at, l.terms, l.kind
from veracious.record_term t join veracious.record_line l on l.workspace = t.workspace and l.number = t.number
where {line_has_all} and (%(number)s::int is null or t.number < %(number)s) and {line_fits}
order by t.number desc limit %(limit)s

-- name: line_best
-- The fewest words beside those that are looked for.
select l.record, l.number, l.kept_at, l.terms, l.kind
from veracious.record_term t join veracious.record_line l on l.workspace = t.workspace and l.number = t.number
where {line_has_all} and (%(number)s::int is null or (l.terms, -l.number) > (%(others)s::int, -%(number)s::int)) and {line_fits}
order by l.terms, l.number desc limit %(limit)s

-- Claims handed in as a table.

-- name: batch_put
with made as (
    insert into veracious.batch (workspace, id, name, made_at, made_by, collections, web, max_cost, worst_micros, expected_micros, expected_ms,
        unread)
    values (%(workspace)s::int, %(id)s, %(name)s, %(at)s, %(by)s, %(collections)s, %(web)s, %(max_cost)s, %(worst)s, %(expected)s, %(expected_ms)s,
        %(unread)s)
    on conflict do nothing returning workspace, id)
insert into veracious.batch_row (workspace, batch, number, name, claim, as_of, context, refused)
select m.workspace, m.id, r.* from made m, unnest(%(numbers)s::int[], %(names)s::text[], %(claims)s::text[], %(days)s::date[],
    %(contexts)s::text[], %(refusals)s::text[]) r

-- piece: batch_columns
b.id, b.name, b.made_at, b.made_by, b.collections, b.web, b.max_cost, b.worst_micros, b.expected_micros, b.expected_ms, b.begun_at, b.begun_by,
    b.stopped_at, b.unread

-- name: batch_get
select {batch_columns} from veracious.batch b where b.id = %(id)s

-- name: batch_newest
select {batch_columns} from veracious.batch b order by b.made_at desc, b.id desc limit %(limit)s

-- name: batch_begin
update veracious.batch b set begun_at = coalesce(b.begun_at, %(at)s), stopped_at = null,
    begun_by = case when b.begun_at is null then %(by)s else b.begun_by end
where b.id = %(id)s

-- name: batch_stop
update veracious.batch b set stopped_at = %(at)s where b.id = %(id)s and b.begun_at is not null and b.stopped_at is null

-- name: batch_remove
delete from veracious.batch b where b.id = %(id)s and not exists (
    select from veracious.batch_row r join veracious.job j on j.workspace = r.workspace and j.id = r.job
    where r.workspace = b.workspace and r.batch = b.id and r.job <> '' and j.state <> 'finished')

-- name: batch_row_bind
-- Whoever is late does not put an earlier job in the place of a later one.
update veracious.batch_row set job = %(job)s where batch = %(batch)s and number = %(number)s and job in (%(before)s, %(job)s)

-- name: batch_rows
select r.number, r.name, r.claim, r.as_of, r.context, r.refused, r.job, j.state, j.outcome, j.cause, j.has_record, l.record, l.verdict, l.status
from veracious.batch_row r left join veracious.job j on j.workspace = r.workspace and r.job <> '' and j.id = r.job
    left join veracious.record_line l on l.workspace = r.workspace and r.job <> '' and l.record = r.job
where r.batch = %(batch)s and r.number > %(after)s order by r.number limit %(limit)s

-- name: batch_row_erase
-- The words of its claim go from every row that has them: of another table, refused as the same, or not handed in.
update veracious.batch_row r set claim = '', context = '', name = ''
where r.job = %(job)s or r.claim in (select b.claim from veracious.batch_row b where b.job = %(job)s and b.claim <> '')

-- name: batch_erase_all
delete from veracious.batch

-- name: batch_expire
delete from veracious.batch where made_at < %(before)s

-- What refreshes came to.

-- name: refresh_ask
insert into veracious.refresh (id, collection, state, made_at) values (%(id)s, %(collection)s, 'asked', %(at)s)

-- name: refresh_enqueue
select dbos.enqueue_workflow(workflow_name => %(workflow)s, queue_name => %(queue)s, workflow_id => %(id)s,
    positional_args => array[to_json(%(id)s::text)], queue_partition_key => 'refresh'),
    pg_notify('veracious_queue', %(queue)s)

-- name: refresh_begin
-- One that was ended is not begun again.
insert into veracious.refresh as r (id, collection, state, made_at, begun_at, pages, money_micros)
values (%(id)s, %(collection)s, 'running', %(at)s, %(at)s, %(pages)s, %(money)s)
on conflict (id) do update set state = 'running', begun_at = %(at)s, pages = %(pages)s, money_micros = %(money)s
where r.state in ('asked', 'running')

-- name: refresh_end
update veracious.refresh set state = %(state)s, ended_at = %(at)s, generation = %(generation)s, pages = %(pages)s, money_micros = %(money)s,
    reason = %(reason)s, cause = %(cause)s
where id = %(id)s

-- name: refresh_newest
select id, collection, state, made_at, begun_at, ended_at, generation, pages, money_micros, reason, cause
from veracious.refresh where collection = %(collection)s order by coalesce(begun_at, made_at) desc, id desc limit %(limit)s

-- name: refresh_used
select coalesce(sum(pages), 0) as pages, coalesce(sum(money_micros), 0) as money from veracious.refresh where begun_at >= %(since)s

-- Who may ask, and how much.

-- name: workspace_find
select veracious.workspace_find(%(name)s) as id

-- name: workspace_stand
-- Where there is no such workspace, in one that has nothing, so that both take as long.
select set_config('veracious.workspace', coalesce(veracious.workspace_find(%(name)s)::text, '0'), true)

-- name: workspace_all
select name, made_at from veracious.workspace order by name collate "C"

-- name: key_put
insert into veracious.api_key (workspace, id, name, hash, scope, made_at, ends_at)
values (%(workspace)s::int, %(id)s, %(name)s, %(hash)s, %(scope)s, %(at)s, %(ends_at)s)

-- name: key_all
select id, name, scope, made_at, used_at, ends_at, revoked_at from veracious.api_key order by made_at, id collate "C"

-- name: key_revoke
update veracious.api_key set revoked_at = %(at)s where id = %(id)s and revoked_at is null

-- name: key_find
select workspace, id, scope from veracious.key_find(%(hash)s, %(at)s)

-- name: person_put
insert into veracious.person (workspace, name, password, rank, made_at)
values (%(workspace)s::int, %(name)s, %(password)s, %(rank)s, %(at)s) on conflict do nothing

-- name: person_all
select p.name, p.rank, p.made_at, coalesce(i.email, '') as email, coalesce(i.subject, '') as subject
from veracious.person p left join veracious.identity i on i.workspace = p.workspace and i.person = p.name order by p.name collate "C"

-- name: person_get
select password, rank from veracious.person where name = %(name)s

-- name: person_rehash
update veracious.person set password = %(password)s where name = %(name)s and password = %(before)s

-- name: person_admins
-- Locked, so that of two administrators who end each other's role at once one stays.
select name from veracious.person where rank = 'admin' order by name collate "C" for update

-- name: person_rank
update veracious.person p set rank = %(rank)s where p.name = %(name)s returning p.name, p.rank, p.made_at,
    coalesce((select i.email from veracious.identity i where i.workspace = p.workspace and i.person = p.name), '') as email,
    coalesce((select i.subject from veracious.identity i where i.workspace = p.workspace and i.person = p.name), '') as subject

-- name: person_remove
delete from veracious.person where name = %(name)s

-- name: session_put
-- Only for the password that was checked: whoever was removed meanwhile has none.
insert into veracious.session (hash, workspace, person, csrf, ends_at)
select %(hash)s, %(workspace)s::int, p.name, %(csrf)s, %(ends_at)s::timestamptz
from veracious.person p where p.name = %(name)s and p.password = %(password)s returning person

-- name: session_find
select workspace, person, rank, csrf, ends_at from veracious.session_find(%(hash)s)

-- name: session_end
delete from veracious.session where hash = %(hash)s

-- name: session_expire
delete from veracious.session where ends_at <= %(at)s

-- name: identity_put
insert into veracious.identity (workspace, person, email, issuer, subject)
values (%(workspace)s::int, %(name)s, %(email)s, %(issuer)s, %(subject)s) on conflict do nothing

-- name: identity_get
select i.person, p.rank from veracious.identity i join veracious.person p on p.workspace = i.workspace and p.name = i.person
where i.issuer = %(issuer)s and i.subject = %(subject)s

-- name: identity_link
-- Once: from then on the subject counts, and the address leads to nobody.
update veracious.identity set issuer = %(issuer)s, subject = %(subject)s where email = %(email)s and subject = '' returning person

-- name: session_put_linked
-- Only for whom the identity still names: whoever was removed meanwhile has none.
insert into veracious.session (hash, workspace, person, csrf, ends_at)
select %(hash)s, %(workspace)s::int, i.person, %(csrf)s, %(ends_at)s::timestamptz
from veracious.identity i where i.issuer = %(issuer)s and i.subject = %(subject)s and i.person = %(name)s returning person

-- name: provider_put
insert into veracious.provider_key (workspace, provider, sealed, nonce, set_at)
values (%(workspace)s::int, %(provider)s, %(sealed)s, %(nonce)s, %(at)s)
on conflict (workspace, provider) do update set sealed = excluded.sealed, nonce = excluded.nonce, set_at = excluded.set_at

-- name: provider_all
select provider, sealed, nonce, set_at from veracious.provider_key order by provider collate "C"

-- name: provider_remove
delete from veracious.provider_key where provider = %(provider)s

-- name: allowance_put
-- As the owner of the schema alone may.
insert into veracious.allowance (workspace, actor, money_micros, jobs_at_once, requests_a_minute, text_bytes, month)
values (%(workspace)s::int, %(actor)s, %(money_micros)s, %(jobs_at_once)s, %(requests_a_minute)s, %(text_bytes)s, %(month)s)
on conflict (workspace, actor) do update
set money_micros = excluded.money_micros, jobs_at_once = excluded.jobs_at_once, requests_a_minute = excluded.requests_a_minute,
    text_bytes = excluded.text_bytes

-- name: allowance_key
select veracious.allow_key(%(actor)s, %(money_micros)s, %(jobs_at_once)s, %(requests_a_minute)s, %(month)s)

-- name: allowance_get
select money_micros, jobs_at_once, requests_a_minute, text_bytes, case when month >= %(month)s then spent_micros else 0 end as spent_micros,
    held_micros, jobs
from veracious.allowance where actor = %(actor)s

-- name: allowance_all
select actor, money_micros, jobs_at_once, requests_a_minute, text_bytes, case when month >= %(month)s then spent_micros else 0 end as spent_micros,
    held_micros, jobs
from veracious.allowance where actor <> '' order by actor collate "C"

-- Text that a workspace keeps, and text that was handed in and waits; both take room.

-- piece: text_room
coalesce((select a.text_bytes from veracious.allowance a where a.actor = ''), %(default)s::bigint, 9223372036854775807)

-- name: text_get
select coalesce(k.bytes, 0) as bytes, coalesce(k.waiting, 0) as waiting, nullif({text_room}, 9223372036854775807) as room
from (select) as one left join veracious.kept_text k on true

-- name: text_add
-- More text, if there is room for it; no row when there is none. Two who come at once wait for each other at the one row.
insert into veracious.kept_text as k (workspace, bytes, waiting)
select %(workspace)s::int, %(bytes)s::bigint, %(waiting)s::bigint where %(bytes)s::bigint + %(waiting)s::bigint <= {text_room}
on conflict (workspace) do update set bytes = k.bytes + excluded.bytes, waiting = k.waiting + excluded.waiting
where k.bytes + k.waiting + excluded.bytes + excluded.waiting <= {text_room}
returning k.bytes, k.waiting

-- name: text_move
-- Text that is gone, or that waited and is put: it takes no more room than before.
update veracious.kept_text set bytes = bytes + %(bytes)s, waiting = waiting + %(waiting)s where workspace = %(workspace)s::int

-- Documents that are handed in with a job.

-- name: handed_in_put
insert into veracious.handed_in (workspace, job, number, packed, bytes, outcome, reason)
values (%(workspace)s::int, %(job)s, %(number)s, %(packed)s, %(bytes)s, %(outcome)s, %(reason)s)

-- name: handed_in_all
-- What is not there any more was erased since.
select h.number, h.passages, h.reason, d.digest,
    case when h.outcome in ('new', 'known') and d.digest is null then 'erased' else h.outcome end as outcome
from veracious.handed_in h left join lateral (
    select d.digest from veracious.document d
    where d.part = 0 and d.generation in (select g.id from veracious.generation g where g.collection = 'documents') and d.key = h.key
    limit 1
) d on h.key <> ''
where h.job = %(job)s order by h.number

-- name: handed_in_begin
update veracious.handed_in set tries = tries + 1 where job = %(job)s and number = %(number)s and packed is not null returning packed, tries

-- name: handed_in_forgive
update veracious.handed_in set tries = greatest(0, tries - 1) where job = %(job)s and number = %(number)s and packed is not null

-- name: handed_in_end
-- What was decided before, or is not wanted any more, stays as it is.
update veracious.handed_in h set outcome = %(outcome)s, key = %(key)s, passages = %(passages)s, reason = %(reason)s, packed = null
where h.job = %(job)s and h.number = %(number)s and h.packed is not null returning h.bytes

-- name: handed_in_clear
with gone as (
    update veracious.handed_in set packed = null where job = %(job)s and packed is not null returning bytes
)
select coalesce(sum(bytes), 0)::bigint as bytes from gone

-- name: rate_take
-- One from every bucket there is, in one order, so that no two wait for each other. It gives those that had none, and how many seconds it
-- takes until they do; whoever gets a row undoes the rest.
with asked as materialized (
    select distinct w.actor, coalesce(a.requests_a_minute, case when w.actor = '' then %(default)s::bigint end)::float8 as most
    from (values (''), (%(actor)s)) as w (actor) left join veracious.allowance a on a.actor = w.actor
    where a.requests_a_minute is not null or (w.actor = '' and %(default)s::bigint is not null)
), taken as (
    insert into veracious.rate (workspace, actor, tokens, at)
    select %(workspace)s::int, a.actor, a.most - 1, %(at)s::timestamptz from asked a order by a.actor collate "C"
    on conflict (workspace, actor) do update
    set tokens = veracious.refilled(rate.tokens, rate.at, excluded.tokens + 1, excluded.at) - 1,
        at = case when rate.at >= excluded.at + interval '1 minute' then excluded.at else greatest(rate.at, excluded.at) end
    where veracious.refilled(rate.tokens, rate.at, excluded.tokens + 1, excluded.at) >= 1
    returning actor
)
select a.actor, greatest(1, ceil((1 - veracious.refilled(r.tokens, r.at, a.most, %(at)s::timestamptz)) * 60 / a.most))::int as wait
from asked a left join veracious.rate r on r.actor = a.actor
where a.actor not in (select t.actor from taken t)

-- name: who
select current_user as name, r.rolsuper or r.rolbypassrls as unbound,
    exists (select from pg_namespace n where n.nspname = 'veracious' and pg_has_role(current_user, n.nspowner, 'member')) as owner
from pg_roles r where r.rolname = current_user

-- name: version
select current_setting('server_version') as server, (select extversion from pg_extension where extname = 'vector') as vector,
    to_regclass('veracious.passage') is not null as migrated

-- name: migrate_queue
-- The library gives the application's role every right; those that its statements do not need are taken back.
do $$
begin
    revoke truncate, references, trigger, maintain on all tables in schema dbos from veracious_app;
    revoke insert, update, delete on dbos.dbos_migrations from veracious_app;
    revoke create on schema dbos from veracious_app;
    alter default privileges in schema dbos revoke truncate, references, trigger, maintain on tables from veracious_app;
end $$

-- name: migrate_lock
select pg_advisory_lock(%(lock)s)

-- name: migrate_make_ledger
create table if not exists public.veracious_migration (name text primary key, digest text not null, applied_at timestamptz not null default now())

-- name: migrate_has_ledger
select to_regclass('public.veracious_migration') is not null

-- name: migrate_ledger
select name, digest from public.veracious_migration order by name

-- name: migrate_note
insert into public.veracious_migration (name, digest) values (%(name)s, %(digest)s)

-- name: move_others
-- Everybody else who is connected.
select count(*) as others from pg_stat_activity
where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()

-- name: move_forms
-- What each server writes in a way of its own, both write alike until the end of the transaction.
select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO', true), set_config('intervalstyle', 'postgres', true),
    set_config('bytea_output', 'hex', true), set_config('extra_float_digits', '1', true)

-- name: move_tables
-- The tables that hold rows, and which must be filled before each.
select format('%I.%I', n.nspname, c.relname) as name, c.relforcerowsecurity as is_forced,
    array(select distinct format('%I.%I', pn.nspname, p.relname) from pg_constraint f join pg_class p on p.oid = f.confrelid
        join pg_namespace pn on pn.oid = p.relnamespace where f.conrelid = c.oid and f.contype = 'f' and p.oid <> c.oid) as parents
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname in ('veracious', 'dbos') and c.relkind = 'r'
order by 1

-- name: move_parts
select part from veracious.generation where part <> 0 order by part

-- name: move_make_part
select veracious.part_make(%(part)s)

-- name: move_has_rows
select exists (select from {table}) as is_filled

-- name: move_open
alter table {table} no force row level security, disable trigger user

-- name: move_empty
delete from {table}

-- name: move_copy_out
copy {table} to stdout (format binary)

-- name: move_copy_in
copy {table} from stdin (format binary)

-- name: move_close
alter table {table} enable trigger user

-- name: move_force
alter table {table} force row level security

-- name: move_sequences
select format('%I.%I', schemaname, sequencename) as name, last_value from pg_sequences
where schemaname in ('veracious', 'dbos') and last_value is not null

-- name: move_set_sequence
select setval(%(name)s::regclass, %(value)s)

-- name: move_contents
-- How many rows there are, and a number made of what each says, in whatever order they stand.
select count(*) as rows, coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0)::text as digest from {table} t

-- name: sweep_generations
select id, coalesce(workspace::text, '') as workspace from veracious.generation order by id

-- name: hold_counts
select pg_advisory_xact_lock(7463, %(generation)s)

-- name: sweep_others
select l.virtualxid as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
where l.locktype = 'virtualxid' and l.mode = 'ExclusiveLock' and a.datname = current_database() and a.usesysid is not null and a.pid <> pg_backend_pid()

-- name: sweep_tables
select format('veracious.%I', c.relname) as name, c.relkind = 'r' as has_rows, not c.relispartition as is_whole from pg_class c
where c.relnamespace = 'veracious'::regnamespace and c.relkind in ('r', 'p') order by 1

-- name: sweep_table
vacuum (full) {table}

-- name: sweep_statistics
-- What the server has gathered of a table stays when the table becomes empty, unless it is told to forget it, which it can be from 18 on.
do $$
declare
    known record;
begin
    if to_regprocedure('pg_catalog.pg_clear_attribute_stats(text, text, text, boolean)') is not null then
        for known in select c.relname, a.attname, i.inherited from pg_class c join pg_attribute a on a.attrelid = c.oid, (values (true), (false)) as i (inherited)
                where c.relnamespace = 'veracious'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped loop
            perform pg_clear_attribute_stats('veracious', known.relname::text, known.attname::text, known.inherited);
        end loop;
    end if;
end $$

-- name: sweep_gather
analyze {table}

-- name: checkpoint
checkpoint
