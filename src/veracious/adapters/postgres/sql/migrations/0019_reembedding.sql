-- Vectors of two embedders are never compared. After a change of the embedder a generation with vectors of the new one is built beside the live
-- one, out of its documents, and takes its place in one transaction. Until then the live one takes documents without vectors, which are found by
-- their words.

alter table veracious.generation
    add column source int,  -- the generation whose documents it embeds anew
    add column counted boolean not null default true;  -- whether its text counts as kept: of two generations with the same documents, one does
alter table veracious.passage alter column vector drop not null;
create index passage_unembedded on veracious.passage (generation) where vector is null;

-- The live generations that are to be embedded anew for an embedder, and how far each is; for those who keep the service going.
create function veracious.reembeddings(model text)
    returns table (workspace text, collection text, generation int, passages bigint, embedded bigint) language sql stable security definer
    set search_path = pg_catalog, veracious as $$
    select coalesce(w.name, ''), g.collection, g.id,
        (select coalesce(sum(t.passages), 0) from veracious.tally t where t.part = g.part and t.generation = g.id)::bigint,
        (select coalesce(sum(t.passages), 0) from veracious.generation n join veracious.tally t on t.part = n.part and t.generation = n.id
            where n.source = g.id and n.state = 'building' and n.embedder = model)::bigint
    from veracious.generation g left join veracious.workspace w on w.id = g.workspace
    where g.state = 'live' and (g.workspace is not null or g.collection <> 'web' or veracious.shares_pages())
        and (g.embedder <> model
            or exists (select from veracious.passage p where p.part = g.part and p.generation = g.id and p.vector is null))
    order by 1, 2, 3
$$;

-- The generation that is built in the place of a live one: the one that was begun before, or a new one.
create function veracious.begin_reembedding(wanted int, model text) returns int language plpgsql security definer
    set search_path = pg_catalog, veracious as $$
declare
    old veracious.generation := veracious.alone(wanted);
    made int;
begin
    select g.id into made from veracious.generation g where g.source = wanted and g.state = 'building' and g.embedder = model;
    if made is null then
        insert into veracious.generation (workspace, collection, part, embedder, source, counted)
            values (old.workspace, old.collection, 0, model, wanted, false) returning id into made;
        if old.workspace is null then
            perform veracious.part_make(made);
            update veracious.generation g set part = made where g.id = made;
        end if;
    end if;
    return made;
end $$;

-- Puts it in the place of the one it was built from; false when that one is not live any more.
create function veracious.finish_reembedding(wanted int) returns boolean language plpgsql security definer
    set search_path = pg_catalog, veracious as $$
declare
    next veracious.generation := veracious.alone(wanted);
begin
    if next.state <> 'building' or not exists (select from veracious.generation g where g.id = next.source and g.state = 'live') then
        return false;
    end if;
    update veracious.generation g set counted = (g.id = wanted) where g.id in (wanted, next.source);
    perform veracious.switch(wanted);
    return true;
end $$;

-- As before, and only text that is counted is counted no more.
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
        update veracious.kept_text k set bytes = k.bytes - gone where k.workspace = old.workspace and gone > 0 and old.counted;
    else
        execute format('drop table veracious.%I', 'document_' || old.part);
    end if;
    delete from veracious.generation g where g.id = wanted;
    return true;
exception
    when lock_not_available then
        return false;
end $$;

do $$
declare
    signature regprocedure;
begin
    foreach signature in array array['veracious.reembeddings(text)', 'veracious.begin_reembedding(int, text)',
            'veracious.finish_reembedding(int)']::regprocedure[] loop
        execute format('revoke execute on function %s from public', signature);
        execute format('grant execute on function %s to veracious_app', signature);
    end loop;
end $$;
