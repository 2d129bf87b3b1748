-- Generations and workspaces come and go through these functions alone: they make and drop parts, which only the owner may.

-- Row security is forced on the owner too; this policy lets its functions see what they keep.
do $$
declare
    named text;
begin
    foreach named in array array['workspace', 'generation', 'document', 'passage', 'posting', 'frequency', 'tally', 'triple', 'page_claim', 'source_override'] loop
        execute format('create policy keeper on veracious.%I to %I using (true) with check (true)', named, current_user);
    end loop;
end $$;

-- A table is made and then attached: to make it as a part at once would stop all readers, and each might wait for the other.
create function veracious.part_make(wanted int) returns void language plpgsql security definer
    set search_path = pg_catalog, veracious, public as $$
declare
    named text;
    made text;
begin
    foreach named in array array['triple', 'tally', 'frequency', 'posting', 'passage', 'document'] loop
        made := named || '_' || wanted;
        execute format('create table veracious.%I (like veracious.%I including all excluding identity)', made, named);
        execute format('alter table veracious.%I attach partition veracious.%I for values in (%s)', named, made, wanted);
    end loop;
end $$;

create function veracious.enter(wanted text) returns int language plpgsql security definer
    set search_path = pg_catalog, veracious as $$
declare
    found int;
begin
    select id into found from veracious.workspace where name = wanted;
    if found is null then
        insert into veracious.workspace (name) values (wanted) on conflict (name) do nothing;
        select id into strict found from veracious.workspace where name = wanted;
    end if;
    return found;
end $$;

-- The live generations of these collections, held until the end of the transaction: none of them is dropped before.
create function veracious.live(wanted text[]) returns table (id int, part int, collection text, embedder text) language plpgsql
    set search_path = pg_catalog, veracious as $$
declare
    held int[];
begin
    for attempt in 1..10 loop
        select coalesce(array_agg(g.id order by g.id), '{}') into held
            from veracious.generation g where g.state = 'live' and g.collection = any (wanted);
        perform pg_advisory_xact_lock_shared(7461, one) from unnest(held) as one;
        exit when held = (select coalesce(array_agg(g.id order by g.id), '{}')
            from veracious.generation g where g.state = 'live' and g.collection = any (wanted));
    end loop;
    return query select g.id, g.part, g.collection, g.embedder from veracious.generation g where g.id = any (held) order by g.id;
end $$;

create function veracious.begin_generation(kind text, model text) returns int language plpgsql security definer
    set search_path = pg_catalog, veracious as $$
declare
    made int;
begin
    insert into veracious.generation (workspace, collection, part, embedder)
        values (case when kind = 'documents' then veracious.here() end, kind, 0, model) returning generation.id into made;
    if kind <> 'documents' then
        perform veracious.part_make(made);
        update veracious.generation set part = made where generation.id = made;
    end if;
    return made;
end $$;

-- Only what this workspace may see can be switched or dropped by it.
create function veracious.mine(wanted int) returns veracious.generation language plpgsql stable security definer
    set search_path = pg_catalog, veracious as $$
declare
    found veracious.generation;
begin
    select * into found from veracious.generation g
        where g.id = wanted and (g.workspace is null or g.workspace = veracious.here());
    if found.id is null then
        raise exception 'no generation %', wanted using errcode = 'no_data_found';
    end if;
    return found;
end $$;

-- The same, alone: until the end of the transaction nobody else switches or drops a generation of its collection.
create function veracious.alone(wanted int) returns veracious.generation language plpgsql security definer
    set search_path = pg_catalog, veracious as $$
declare
    found veracious.generation := veracious.mine(wanted);
begin
    perform pg_advisory_xact_lock(7462, hashtext(found.collection || coalesce(found.workspace, 0)));
    return veracious.mine(wanted);
end $$;

create function veracious.switch(wanted int) returns int language plpgsql security definer
    set search_path = pg_catalog, veracious as $$
declare
    next veracious.generation := veracious.alone(wanted);
    old int;
begin
    update veracious.generation g set state = 'retired', retired_at = now()
        where g.state = 'live' and g.collection = next.collection and g.workspace is not distinct from next.workspace and g.id <> wanted
        returning g.id into old;
    update veracious.generation g set state = 'live', live_at = now(), retired_at = null where g.id = wanted;
    return old;
end $$;

-- A live generation for a collection that has none: of two writers who come first at once, one makes it, and both write into it.
create function veracious.first_generation(kind text, model text) returns void language plpgsql security definer
    set search_path = pg_catalog, veracious as $$
declare
    owner int := case when kind = 'documents' then veracious.here() end;
begin
    perform pg_advisory_xact_lock(7462, hashtext(kind || coalesce(owner, 0)));
    if not exists (select from veracious.generation g
            where g.state = 'live' and g.collection = kind and g.workspace is not distinct from owner) then
        perform veracious.switch(veracious.begin_generation(kind, model));
    end if;
end $$;

-- Drops a generation that is not live, once nobody reads it; false when somebody still does. Dropping a part stops all readers for a
-- moment; whoever holds one table while it waits for another is waited for no longer than this, since each would wait for the other.
create function veracious.drop_generation(wanted int) returns boolean language plpgsql security definer
    set search_path = pg_catalog, veracious set lock_timeout = '100ms' as $$
declare
    old veracious.generation;
    named text;
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
    foreach named in array array['triple', 'tally', 'frequency', 'posting', 'passage', 'document'] loop
        if old.part = 0 then
            execute format('delete from veracious.%I where part = 0 and generation = %s', named, wanted);
        else
            execute format('drop table veracious.%I', named || '_' || old.part);
        end if;
    end loop;
    delete from veracious.generation g where g.id = wanted;
    return true;
exception
    when lock_not_available then
        return false;
end $$;

-- Everything a workspace has, once nobody reads or writes it.
create function veracious.erase_workspace() returns void language plpgsql security definer
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
end $$;

-- Many rows of counts into one for each word.
create function veracious.fold(wanted int) returns void language plpgsql security definer
    set search_path = pg_catalog, veracious as $$
begin
    perform veracious.mine(wanted);
    if not pg_try_advisory_xact_lock(7463, wanted) then
        return;
    end if;
    with many as (select f.term from veracious.frequency f where f.generation = wanted group by f.term having count(*) > 1),
    gone as (delete from veracious.frequency f using many where f.generation = wanted and f.term = many.term returning f.*)
    insert into veracious.frequency (part, generation, term, workspace, holding)
        select part, generation, term, workspace, sum(holding) from gone group by 1, 2, 3, 4 having sum(holding) <> 0;
    with gone as (delete from veracious.tally t where t.generation = wanted returning *)
    insert into veracious.tally (part, generation, workspace, documents, passages, words)
        select part, generation, workspace, sum(documents), sum(passages), sum(words) from gone group by 1, 2, 3;
end $$;

select veracious.part_make(0);

do $$
declare
    signature regprocedure;
begin
    for signature in select oid::regprocedure from pg_proc where pronamespace = 'veracious'::regnamespace loop
        execute format('revoke execute on function %s from public', signature);
        if signature::text !~ '^veracious\.(part_make|alone)\(' then
            execute format('grant execute on function %s to veracious_app', signature);
        end if;
    end loop;
end $$;
