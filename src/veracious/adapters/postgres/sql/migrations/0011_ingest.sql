-- Documents that are handed in with a job, and how much text a workspace keeps.
--
-- What is handed in waits in a table of its own and not among the blobs: its text goes as soon as the document is put or the job is over, and a
-- blob stays as long as a tape may need it. What became of each document stays with the job, without its words.
--
-- To go back: delete from veracious.job where kind = 'ingest'; drop table veracious.handed_in, veracious.kept_text; drop column text_bytes of
-- veracious.allowance and veracious.document; make job_kind_check, drop_generation and erase_workspace as 0010 left them. What waits is lost.

alter table veracious.job drop constraint job_kind_check;
alter table veracious.job add constraint job_kind_check check (kind in ('verification', 'check', 'answer', 'ingest'));

create table veracious.handed_in (
    workspace int not null,
    job text not null,
    number int not null check (number > 0),
    packed bytea,
    bytes bigint not null default 0 check (bytes >= 0),
    tries int not null default 0,
    outcome text not null default '' check (outcome in ('', 'new', 'known', 'refused')),
    key text not null default '',
    passages int not null default 0,
    reason text not null default '',
    primary key (workspace, job, number),
    foreign key (workspace, job) references veracious.job on delete cascade,
    check (outcome = '' or packed is null)
);
alter table veracious.handed_in alter column packed set storage external;

-- A row for each workspace, which whoever adds text changes last of all in a transaction, so that nobody waits for it long. It names no
-- workspace as its parent: whoever erases a workspace holds that row while it waits for the writers.
create table veracious.kept_text (
    workspace int primary key,
    bytes bigint not null default 0 check (bytes >= 0),
    waiting bigint not null default 0 check (waiting >= 0)
);

do $$
declare
    named text;
begin
    foreach named in array array['handed_in', 'kept_text'] loop
        execute format('alter table veracious.%I enable row level security', named);
        execute format('alter table veracious.%I force row level security', named);
        execute format('create policy own on veracious.%I to veracious_app
            using (workspace = (select veracious.here())) with check (workspace = (select veracious.here()))', named);
        execute format('create policy keeper on veracious.%I to %I using (true) with check (true)', named, current_user);
        execute format('grant select, insert, update on veracious.%I to veracious_app', named);
    end loop;
end $$;

alter table veracious.allowance add column text_bytes bigint check (text_bytes >= 0);

-- The bytes of a document's text in UTF-8. Of those that are there already, what their passages hold: the text itself is packed.
alter table veracious.document add column text_bytes bigint not null default 0;
update veracious.document d set text_bytes = held.bytes
from (select p.document, sum(octet_length(p.text)) as bytes from veracious.passage p where p.part = 0 group by p.document) held
where d.part = 0 and d.id = held.document;
insert into veracious.kept_text (workspace, bytes)
select d.workspace, sum(d.text_bytes) from veracious.document d where d.part = 0 group by d.workspace;

-- As before, and the text that goes is not counted any more.
create or replace function veracious.drop_generation(wanted int) returns boolean language plpgsql security definer
    set search_path = pg_catalog, veracious set lock_timeout = '100ms' as $$
declare
    old veracious.generation;
    named text;
    gone bigint;
begin
    old := veracious.alone(wanted);
    if old.state = 'live' then
        raise exception 'generation % is live', wanted using errcode = 'object_in_use';
    end if;
    if not pg_try_advisory_xact_lock(7461, wanted) then
        return false;
    end if;
    if old.part <> 0 then
        lock table only veracious.triple, only veracious.tally, only veracious.frequency, only veracious.posting, only veracious.passage,
            only veracious.document in access exclusive mode;
    end if;
    foreach named in array array['triple', 'tally', 'frequency', 'posting', 'passage'] loop
        if old.part = 0 then
            execute format('delete from veracious.%I where part = 0 and generation = %s', named, wanted);
        else
            execute format('drop table veracious.%I', named || '_' || old.part);
        end if;
    end loop;
    if old.part = 0 then
        with dropped as (delete from veracious.document d where d.part = 0 and d.generation = wanted returning d.text_bytes)
        select coalesce(sum(text_bytes), 0) into gone from dropped;
        update veracious.kept_text k set bytes = k.bytes - gone where k.workspace = old.workspace and gone > 0;
    else
        execute format('drop table veracious.%I', 'document_' || old.part);
    end if;
    delete from veracious.generation g where g.id = wanted;
    return true;
exception
    when lock_not_available then
        return false;
end $$;

create or replace function veracious.erase_workspace() returns void language plpgsql security definer
    set search_path = pg_catalog, veracious as $$
declare
    gone int := veracious.here();
    named text;
begin
    if gone is null then
        raise exception 'no workspace is entered' using errcode = 'no_data_found';
    end if;
    perform from veracious.workspace w where w.id = gone for update;
    perform pg_advisory_xact_lock(7461, g.id) from veracious.generation g where g.workspace = gone;
    foreach named in array array['triple', 'tally', 'frequency', 'posting', 'passage', 'document'] loop
        execute format('delete from veracious.%I where part = 0 and workspace = %s', named, gone);
    end loop;
    delete from veracious.workspace w where w.id = gone;
    delete from veracious.kept_text k where k.workspace = gone;
end $$;
