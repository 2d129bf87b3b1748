-- Evidence: generations of collections, documents, passages with vectors, postings, triples.
--
-- A part is where rows stand. Every generation of a shared collection has a part of its own, so that it is built beside the live one and
-- dropped whole; the documents of all workspaces stand in part 0, told apart by their workspace and generation. What belongs to nobody
-- never stands in part 0, so nothing of a workspace becomes everybody's by leaving its workspace out.

create schema veracious;
create extension if not exists vector;

create table veracious.workspace (
    id int generated always as identity primary key,
    name text not null unique check (name ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
    kept_days int check (kept_days > 0),
    made_at timestamptz not null default now()
);

create table veracious.generation (
    id int generated always as identity primary key,
    workspace int references veracious.workspace on delete cascade,
    collection text not null check (collection in ('documents', 'web', 'static', 'current_affairs')),
    state text not null default 'building' check (state in ('building', 'live', 'retired')),
    part int not null,
    embedder text not null default '',
    made_at timestamptz not null default now(),
    live_at timestamptz,
    retired_at timestamptz,
    check ((collection = 'documents') = (workspace is not null))
);

create unique index generation_live on veracious.generation (collection, coalesce(workspace, 0)) where state = 'live';

create table veracious.document (
    part int not null,
    id bigint generated always as identity,
    generation int not null,
    workspace int,
    key text not null,
    name text not null,
    file_hash text not null,
    digest text not null,
    url text,
    form text,
    title text not null,
    domain text not null,
    credibility real,
    tier text not null,
    published date,
    language text not null,
    canonical_url text,
    byline text not null,
    links text[] not null,
    text_packed bytea not null,
    made_at timestamptz not null default now(),
    primary key (part, id),
    unique (part, generation, key),
    check ((part = 0) = (workspace is not null))
) partition by list (part);

create index document_digest on veracious.document (digest);
create index document_file on veracious.document (generation, file_hash);
create index document_domain on veracious.document (domain);

create table veracious.passage (
    part int not null,
    id bigint generated always as identity,
    generation int not null,
    workspace int,
    document bigint not null,
    start_at int not null,
    end_at int not null,
    words int not null,
    language text not null,
    domain text not null,
    published date,
    evidence bytea not null,
    vector halfvec(384) not null,
    text text not null,
    primary key (part, id),
    check ((part = 0) = (workspace is not null))
) partition by list (part);

create index passage_document on veracious.passage (document);
create index passage_domain on veracious.passage (domain);
create index passage_vector on veracious.passage using hnsw (vector halfvec_cosine_ops) with (m = 16, ef_construction = 100);

-- A word is kept as a number made of it: what a private document says cannot be read off its words, and nothing of it is left behind.
create table veracious.posting (
    part int not null,
    generation int not null,
    term bigint not null,
    passage bigint not null,
    workspace int,
    times smallint not null,
    length smallint not null,
    check ((part = 0) = (workspace is not null))
) partition by list (part);

create index posting_term on veracious.posting (generation, term) include (passage, times, length, workspace);
create index posting_passage on veracious.posting using brin (passage) with (pages_per_range = 16);

-- How many passages have a word, and how many passages and words there are: only added to, so that writers never wait for each other.
-- The sums are what counts; `fold` puts many rows into one.
create table veracious.frequency (
    part int not null,
    generation int not null,
    term bigint not null,
    workspace int,
    holding int not null,
    check ((part = 0) = (workspace is not null))
) partition by list (part);

create index frequency_term on veracious.frequency (generation, term) include (holding, workspace);

create table veracious.tally (
    part int not null,
    generation int not null,
    workspace int,
    documents int not null,
    passages int not null,
    words bigint not null,
    check ((part = 0) = (workspace is not null))
) partition by list (part);

create index tally_generation on veracious.tally (generation);

create table veracious.triple (
    part int not null,
    id bigint generated always as identity,
    generation int not null,
    workspace int,
    document bigint not null,
    passage bigint not null,
    subject text not null,
    relation text not null,
    object text not null,
    subject_key text not null,
    object_key text not null,
    evidence bytea not null,
    primary key (part, id),
    check ((part = 0) = (workspace is not null))
) partition by list (part);

create index triple_subject on veracious.triple (subject_key);
create index triple_object on veracious.triple (object_key);
create index triple_document on veracious.triple (document);
create index triple_passage on veracious.triple (passage);
