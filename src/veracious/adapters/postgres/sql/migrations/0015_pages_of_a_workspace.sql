-- What is read on the web for a workspace is its own: the pages, and the memory of addresses. Only where the operator says so, in a setting
-- that every transaction passes on, are they shared, and only those that were read while it said so.
--
-- What was read before stays where it is. In a store that never had but one workspace it is that workspace's; in any other it is shared, and
-- so it is seen by nobody until the operator says that pages are shared.
--
-- To go back: delete from veracious.page where workspace is not null, and of veracious.generation what has collection = 'web' and a
-- workspace, with its documents, passages, postings, frequencies, tallies and triples; drop column workspace of veracious.page and make form
-- its primary key and the parent of veracious.page_claim again; make generation_check, the policies shared_or_own and begin_generation, mine,
-- first_generation and erase_workspace as they were; drop function veracious.shares_pages(), veracious.owner_of(text),
-- veracious.closed_parts(). What workspaces had read is read again.

create function veracious.shares_pages() returns boolean language sql stable parallel safe
    as $$ select coalesce(current_setting('veracious.pages', true), '') = 'shared' $$;

-- Whose a new generation of a collection is; nobody's when it is shared.
create function veracious.owner_of(kind text) returns int language plpgsql stable set search_path = pg_catalog, veracious as $$
begin
    if kind in ('static', 'current_affairs') or (kind = 'web' and veracious.shares_pages()) then
        return null;
    end if;
    if veracious.here() is null then
        raise exception 'no workspace is entered' using errcode = 'insufficient_privilege';
    end if;
    return veracious.here();
end $$;

alter table veracious.generation drop constraint generation_check;
alter table veracious.generation add constraint generation_check check (
    case collection when 'documents' then workspace is not null when 'web' then true else workspace is null end);
create index generation_parts on veracious.generation (part) where part <> 0;

-- The parts that whoever asks may not see: those of another workspace, and those of shared pages where pages are not shared. A row outside of
-- part 0 names no workspace; it is seen by whoever sees its generation.
create function veracious.closed_parts() returns int[] language sql stable security definer parallel safe
    set search_path = pg_catalog, veracious as $$
    select coalesce(array_agg(g.part), '{}') from veracious.generation g
    where g.part <> 0 and not coalesce(g.workspace = veracious.here(), g.workspace is null and (g.collection <> 'web' or veracious.shares_pages()))
$$;

alter policy shared_or_own on veracious.generation
    using (workspace = (select veracious.here()) or (workspace is null and (collection <> 'web' or (select veracious.shares_pages()))))
    with check (workspace = (select veracious.here()) or (workspace is null and (collection <> 'web' or (select veracious.shares_pages()))));

do $$
declare
    named text;
begin
    foreach named in array array['document', 'passage', 'posting', 'frequency', 'tally', 'triple'] loop
        execute format('alter policy shared_or_own on veracious.%I
            using (workspace = (select veracious.here()) or (workspace is null and part <> all ((select veracious.closed_parts())::int[])))
            with check (workspace = (select veracious.here()) or (workspace is null and part <> all ((select veracious.closed_parts())::int[])))',
            named);
    end loop;
end $$;

-- Only what this workspace may see can be switched or dropped by it.
create or replace function veracious.mine(wanted int) returns veracious.generation language plpgsql stable security definer
    set search_path = pg_catalog, veracious as $$
declare
    found veracious.generation;
begin
    select * into found from veracious.generation g where g.id = wanted
        and (g.workspace = veracious.here() or (g.workspace is null and (g.collection <> 'web' or veracious.shares_pages())));
    if found.id is null then
        raise exception 'no generation %', wanted using errcode = 'no_data_found';
    end if;
    return found;
end $$;

create or replace function veracious.begin_generation(kind text, model text) returns int language plpgsql security definer
    set search_path = pg_catalog, veracious as $$
declare
    made int;
    whose int := veracious.owner_of(kind);
begin
    insert into veracious.generation (workspace, collection, part, embedder) values (whose, kind, 0, model) returning generation.id into made;
    if whose is null then
        perform veracious.part_make(made);
        update veracious.generation set part = made where generation.id = made;
    end if;
    return made;
end $$;

create or replace function veracious.first_generation(kind text, model text) returns void language plpgsql security definer
    set search_path = pg_catalog, veracious as $$
declare
    owner int := veracious.owner_of(kind);
begin
    perform pg_advisory_xact_lock(7462, hashtext(kind || coalesce(owner, 0)));
    if not exists (select from veracious.generation g
            where g.state = 'live' and g.collection = kind and g.workspace is not distinct from owner) then
        perform veracious.switch(veracious.begin_generation(kind, model));
    end if;
end $$;

-- As before, and a generation of the workspace that has a part of its own goes, too. Where its part cannot be dropped at this moment it is
-- emptied, and left to be dropped.
create or replace function veracious.erase_workspace() returns void language plpgsql security definer
    set search_path = pg_catalog, veracious as $$
declare
    gone int := veracious.here();
    named text;
    old veracious.generation;
begin
    if gone is null then
        raise exception 'no workspace is entered' using errcode = 'no_data_found';
    end if;
    perform from veracious.workspace w where w.id = gone for update;
    perform pg_advisory_xact_lock(7461, g.id) from veracious.generation g where g.workspace = gone;
    for old in select * from veracious.generation g where g.workspace = gone and g.part <> 0 loop
        update veracious.generation g set state = 'retired', retired_at = now() where g.id = old.id;
        if not veracious.drop_generation(old.id) then
            foreach named in array array['triple', 'tally', 'frequency', 'posting', 'passage', 'document'] loop
                execute format('delete from veracious.%I where part = %s', named, old.part);
            end loop;
            update veracious.generation g set workspace = null where g.id = old.id;
        end if;
    end loop;
    foreach named in array array['triple', 'tally', 'frequency', 'posting', 'passage', 'document'] loop
        execute format('delete from veracious.%I where part = 0 and workspace = %s', named, gone);
    end loop;
    delete from veracious.workspace w where w.id = gone;
    delete from veracious.kept_text k where k.workspace = gone;
end $$;

-- The memory of addresses: a row for each workspace that met one, and one for all where pages are shared.
alter table veracious.page_claim drop constraint page_claim_form_fkey;
alter table veracious.page drop constraint page_pkey;
alter table veracious.page add column workspace int references veracious.workspace on delete cascade;
alter table veracious.page add constraint page_once unique nulls not distinct (form, workspace);
alter table veracious.page enable row level security;
alter table veracious.page force row level security;
create policy shared_or_own on veracious.page to veracious_app
    using (workspace = (select veracious.here()) or (workspace is null and (select veracious.shares_pages())))
    with check (workspace = (select veracious.here()) or (workspace is null and (select veracious.shares_pages())));

do $$
declare
    only_one int;
    signature regprocedure;
begin
    execute format('create policy keeper on veracious.page to %I using (true) with check (true)', current_user);
    foreach signature in array array['veracious.shares_pages()', 'veracious.owner_of(text)', 'veracious.closed_parts()']::regprocedure[] loop
        execute format('revoke execute on function %s from public', signature);
        execute format('grant execute on function %s to veracious_app', signature);
    end loop;
    select max(w.id) into only_one from veracious.workspace w having count(*) = 1;
    if only_one = (select last_value from veracious.workspace_id_seq) then
        update veracious.generation set workspace = only_one where collection = 'web';
        update veracious.page set workspace = only_one;
    end if;
end $$;
