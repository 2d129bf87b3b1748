-- What records are found by, and claims that are handed in as a table.
--
-- To go back: drop table veracious.batch_row, veracious.batch, veracious.record_unlisted, veracious.record_term, veracious.record_line.

-- A line for each record: what it is of, and the verdict that is shown. It is made of the record and of what people said, and goes with it.
create table veracious.record_line (
    workspace int not null,
    record text not null,
    number int not null,
    kept_at timestamptz not null,
    kind text not null check (kind in ('claim', 'article', 'answer', 'check')),
    terms int not null check (terms >= 0),
    verdict text check (verdict in ('supported', 'refuted', 'mixed', 'not_enough_evidence')),
    status text not null check (status in ('', 'draft', 'signed', 'disputed')),
    primary key (workspace, record),
    unique (workspace, number),
    foreign key (workspace, record) references veracious.record on delete cascade
);

-- Each word of what was asked, by number. Postings of our own and no text index: row security keeps an index of an operator that might leak
-- from being used, and equal numbers leak nothing.
create table veracious.record_term (
    workspace int not null,
    term bigint not null,
    number int not null,
    primary key (workspace, term, number),
    foreign key (workspace, number) references veracious.record_line (workspace, number) on delete cascade
);
create index record_term_number on veracious.record_term (workspace, number);

-- Records from before, which have no line yet; the first who searches makes them.
create table veracious.record_unlisted (
    workspace int not null,
    record text not null,
    primary key (workspace, record),
    foreign key (workspace, record) references veracious.record on delete cascade
);
insert into veracious.record_unlisted (workspace, record) select workspace, id from veracious.record;

-- A table of claims: as it was read, before anything is spent; then handed in, row by row.
create table veracious.batch (
    workspace int not null references veracious.workspace on delete cascade,
    id text not null,
    name text not null,
    made_at timestamptz not null,
    made_by text not null,
    collections text[] not null,
    web boolean not null,
    max_cost double precision,
    worst_micros bigint not null check (worst_micros >= 0),
    expected_micros bigint not null check (expected_micros >= 0),
    expected_ms bigint not null check (expected_ms >= 0),
    begun_at timestamptz,
    begun_by text not null default '',
    stopped_at timestamptz,
    unread text[] not null,
    primary key (workspace, id)
);
create index batch_newest on veracious.batch (workspace, made_at desc, id desc);

create table veracious.batch_row (
    workspace int not null,
    batch text not null,
    number int not null check (number > 0),
    name text not null,
    claim text not null,
    as_of date,
    context text not null,
    refused text not null,
    job text not null default '',
    primary key (workspace, batch, number),
    foreign key (workspace, batch) references veracious.batch on delete cascade
);
create index batch_row_job on veracious.batch_row (workspace, job) where job <> '';

do $$
declare
    named text;
begin
    foreach named in array array['record_line', 'record_term', 'record_unlisted', 'batch', 'batch_row'] loop
        execute format('alter table veracious.%I enable row level security', named);
        execute format('alter table veracious.%I force row level security', named);
        execute format('create policy own on veracious.%I to veracious_app
            using (workspace = (select veracious.here())) with check (workspace = (select veracious.here()))', named);
        execute format('create policy keeper on veracious.%I to %I using (true) with check (true)', named, current_user);
        execute format('grant select on veracious.%I to veracious_app', named);
    end loop;
end $$;
grant insert on veracious.record_line, veracious.record_term, veracious.batch, veracious.batch_row to veracious_app;
grant update (verdict, status) on veracious.record_line to veracious_app;
grant delete on veracious.record_unlisted, veracious.batch to veracious_app;
grant update (begun_at, begun_by, stopped_at) on veracious.batch to veracious_app;
grant update (job, name, claim, context) on veracious.batch_row to veracious_app;
