-- What all migrations together make, as `pg_dump` writes it; `make schema` writes this file anew, and a test compares the two.
-- It is here to be read. A database is made by `veracious db migrate`, which makes the role `veracious_app` too.

CREATE SCHEMA veracious;

CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public;

CREATE FUNCTION veracious.allow_key(who text, money bigint, at_once integer, a_minute integer, since date) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
begin
    if veracious.here() is null or who = '' then
        raise exception 'what a workspace may use is said by the owner of the schema' using errcode = 'insufficient_privilege';
    end if;
    insert into veracious.allowance (workspace, actor, money_micros, jobs_at_once, requests_a_minute, month)
        values (veracious.here(), who, money, at_once, a_minute, since)
        on conflict (workspace, actor) do update
        set money_micros = excluded.money_micros, jobs_at_once = excluded.jobs_at_once, requests_a_minute = excluded.requests_a_minute;
end $$;

CREATE TABLE veracious.generation (
    id integer NOT NULL,
    workspace integer,
    collection text NOT NULL,
    state text DEFAULT 'building'::text NOT NULL,
    part integer NOT NULL,
    embedder text DEFAULT ''::text NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    live_at timestamp with time zone,
    retired_at timestamp with time zone,
    source integer,
    counted boolean DEFAULT true NOT NULL,
    CONSTRAINT generation_check CHECK (
CASE collection
    WHEN 'documents'::text THEN (workspace IS NOT NULL)
    WHEN 'web'::text THEN true
    ELSE (workspace IS NULL)
END),
    CONSTRAINT generation_collection_check CHECK ((collection = ANY (ARRAY['documents'::text, 'web'::text, 'static'::text, 'current_affairs'::text]))),
    CONSTRAINT generation_state_check CHECK ((state = ANY (ARRAY['building'::text, 'live'::text, 'retired'::text])))
);

ALTER TABLE ONLY veracious.generation FORCE ROW LEVEL SECURITY;

CREATE FUNCTION veracious.alone(wanted integer) RETURNS veracious.generation
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
declare
    found veracious.generation := veracious.mine(wanted);
begin
    perform pg_advisory_xact_lock(7462, hashtext(found.collection || coalesce(found.workspace, 0)));
    return veracious.mine(wanted);
end $$;

CREATE FUNCTION veracious.audit_erasure() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
begin
    insert into veracious.audit_entry (workspace, actor, action, subject)
        values (new.workspace, coalesce(nullif(current_setting('veracious.actor', true), ''), 'database:' || session_user), 'record_erased',
            new.record);
    return null;
end $$;

CREATE FUNCTION veracious.audit_limit() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
declare
    was text := '';
begin
    if tg_op = 'UPDATE' then
        was := veracious.limits_named(old.money_micros, old.jobs_at_once, old.requests_a_minute, old.text_bytes);
    end if;
    insert into veracious.audit_entry (workspace, actor, action, subject, before, after)
        values (new.workspace, coalesce(nullif(current_setting('veracious.actor', true), ''), 'database:' || session_user), 'limit_set',
            coalesce(nullif(new.actor, ''), 'workspace'), was,
            veracious.limits_named(new.money_micros, new.jobs_at_once, new.requests_a_minute, new.text_bytes));
    return null;
end $$;

CREATE FUNCTION veracious.audit_note() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
declare
    who text := coalesce(nullif(current_setting('veracious.actor', true), ''), 'database:' || session_user);
begin
    if tg_op = 'DELETE' then
        if not exists (select from veracious.workspace w where w.id = old.workspace) then
            return null;
        end if;
    end if;
    if tg_table_name = 'api_key' then
        insert into veracious.audit_entry (workspace, actor, action, subject, before, after) values (new.workspace, who,
            case when tg_op = 'INSERT' then 'key_made' else 'key_revoked' end, new.id,
            case when tg_op = 'INSERT' then '' else new.scope end, case when tg_op = 'INSERT' then new.scope else '' end);
    elsif tg_table_name = 'provider_key' then
        if tg_op = 'DELETE' then
            insert into veracious.audit_entry (workspace, actor, action, subject) values (old.workspace, who, 'provider_key_removed', old.provider);
        else
            insert into veracious.audit_entry (workspace, actor, action, subject) values (new.workspace, who, 'provider_key_set', new.provider);
        end if;
    elsif tg_table_name = 'person' then
        if tg_op = 'DELETE' then
            insert into veracious.audit_entry (workspace, actor, action, subject, before)
                values (old.workspace, who, 'role_removed', old.name, old.rank);
        elsif tg_op = 'INSERT' then
            insert into veracious.audit_entry (workspace, actor, action, subject, after)
                values (new.workspace, who, 'role_given', new.name, new.rank);
        elsif old.rank <> new.rank then
            insert into veracious.audit_entry (workspace, actor, action, subject, before, after)
                values (new.workspace, who, 'role_changed', new.name, old.rank, new.rank);
        end if;
    elsif tg_table_name = 'source_override' then
        if tg_op = 'DELETE' then
            insert into veracious.audit_entry (workspace, actor, action, subject, before)
                values (old.workspace, who, 'rating_removed', old.domain, concat_ws(' ', old.credibility, nullif(old.tier, '')));
        elsif tg_op = 'INSERT' then
            insert into veracious.audit_entry (workspace, actor, action, subject, after)
                values (new.workspace, who, 'rating_set', new.domain, concat_ws(' ', new.credibility, nullif(new.tier, '')));
        elsif (old.credibility, old.tier) is distinct from (new.credibility, new.tier) then
            insert into veracious.audit_entry (workspace, actor, action, subject, before, after)
                values (new.workspace, who, 'rating_set', new.domain, concat_ws(' ', old.credibility, nullif(old.tier, '')),
                    concat_ws(' ', new.credibility, nullif(new.tier, '')));
        end if;
    else
        if old.kept_days is distinct from new.kept_days then
            insert into veracious.audit_entry (workspace, actor, action, subject, before, after)
                values (new.id, who, 'retention_changed', 'documents', coalesce(old.kept_days::text, 'forever'), coalesce(new.kept_days::text, 'forever'));
        end if;
        if old.tape_days is distinct from new.tape_days then
            insert into veracious.audit_entry (workspace, actor, action, subject, before, after)
                values (new.id, who, 'retention_changed', 'recordings', coalesce(old.tape_days::text, 'forever'), coalesce(new.tape_days::text, 'forever'));
        end if;
    end if;
    return null;
end $$;

CREATE FUNCTION veracious.audit_review() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
declare
    who text := coalesce(nullif(current_setting('veracious.actor', true), ''), 'database:' || session_user);
begin
    insert into veracious.audit_entry (workspace, actor, action, subject, before, after)
        values (new.workspace, who, 'verdict_' || new.act, new.record, new.was, coalesce(new.became, ''));
    return null;
end $$;

CREATE FUNCTION veracious.audit_webhook() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
declare
    who text := coalesce(nullif(current_setting('veracious.actor', true), ''), 'database:' || session_user);
begin
    if tg_op = 'DELETE' then
        insert into veracious.audit_entry (workspace, actor, action, subject, before)
            select w.id, who, 'webhook_removed', 'jobs', old.address from veracious.workspace w where w.id = old.workspace;
    elsif tg_op = 'INSERT' then
        insert into veracious.audit_entry (workspace, actor, action, subject, after) values (new.workspace, who, 'webhook_set', 'jobs', new.address);
    else
        insert into veracious.audit_entry (workspace, actor, action, subject, before, after)
            values (new.workspace, who, 'webhook_set', 'jobs', old.address, new.address);
    end if;
    return null;
end $$;

CREATE FUNCTION veracious.begin_generation(kind text, model text) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
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

CREATE FUNCTION veracious.begin_reembedding(wanted integer, model text) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
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

CREATE FUNCTION veracious.closed_parts() RETURNS integer[]
    LANGUAGE sql STABLE SECURITY DEFINER PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
    select coalesce(array_agg(g.part), '{}') from veracious.generation g
    where g.part <> 0 and not coalesce(g.workspace = veracious.here(), g.workspace is null and (g.collection <> 'web' or veracious.shares_pages()))
$$;

CREATE FUNCTION veracious.drop_generation(wanted integer) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    SET lock_timeout TO '100ms'
    AS $$
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

CREATE FUNCTION veracious.enter(wanted text) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
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

CREATE FUNCTION veracious.erase_workspace() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
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

CREATE FUNCTION veracious.finish_reembedding(wanted integer) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
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

CREATE FUNCTION veracious.first_generation(kind text, model text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
declare
    owner int := veracious.owner_of(kind);
begin
    perform pg_advisory_xact_lock(7462, hashtext(kind || coalesce(owner, 0)));
    if not exists (select from veracious.generation g
            where g.state = 'live' and g.collection = kind and g.workspace is not distinct from owner) then
        perform veracious.switch(veracious.begin_generation(kind, model));
    end if;
end $$;

CREATE FUNCTION veracious.fold(wanted integer) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    SET enable_nestloop TO 'off'
    AS $$
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

CREATE FUNCTION veracious.here() RETURNS integer
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ select nullif(current_setting('veracious.workspace', true), '')::int $$;

CREATE FUNCTION veracious.jobs_cancelling(worker text) RETURNS TABLE(workspace text, id text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
    select w.name, j.id from veracious.job j join veracious.workspace w on w.id = j.workspace
    where j.state = 'running' and j.executor = worker and j.cancelling
$$;

CREATE FUNCTION veracious.jobs_counted() RETURNS TABLE(queue text, state text, jobs bigint)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
    select j.queue, j.state, count(*) from veracious.job j where j.state <> 'finished' group by 1, 2
$$;

CREATE FUNCTION veracious.jobs_orphaned(silent interval) RETURNS TABLE(workspace text, id text, queue text, version text, is_spoken boolean)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
    select w.name, j.id, j.queue, j.version,
        exists (select from veracious.executor e where e.version = j.version and e.seen_at > now() - silent)
    from veracious.job j join veracious.workspace w on w.id = j.workspace
    where j.state = 'running' and not exists (select from veracious.executor e where e.id = j.executor and e.seen_at > now() - silent)
$$;

CREATE FUNCTION veracious.jobs_waiting(since interval) RETURNS TABLE(workspace text, id text, queue text, priority integer)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
    select w.name, j.id, j.queue, j.priority
    from veracious.job j join veracious.workspace w on w.id = j.workspace
    where j.state = 'queued' and j.made_at < now() - since order by j.made_at
$$;

CREATE FUNCTION veracious.jobs_workspaces() RETURNS TABLE(workspace text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
    select w.name from veracious.workspace w order by w.name
$$;

CREATE FUNCTION veracious.key_find(wanted bytea, moment timestamp with time zone) RETURNS TABLE(workspace text, id text, scope text, ends_at timestamp with time zone)
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
    update veracious.api_key k set used_at = moment
    where k.hash = wanted and k.revoked_at is null and (k.ends_at is null or k.ends_at > moment)
        and (k.used_at is null or k.used_at <= moment - interval '1 hour');
    select w.name, k.id, k.scope, k.ends_at
    from veracious.api_key k join veracious.workspace w on w.id = k.workspace
    where k.hash = wanted and k.revoked_at is null and (k.ends_at is null or k.ends_at > moment)
$$;

CREATE FUNCTION veracious.limits_named(money bigint, at_once integer, a_minute integer, text_bytes bigint) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog'
    AS $$
    select coalesce(nullif(concat_ws(', ', 'money ' || trim_scale(money / 1000000.0), 'jobs ' || at_once, 'requests ' || a_minute,
        'text ' || text_bytes), ''), 'no limit')
$$;

CREATE FUNCTION veracious.live(wanted text[]) RETURNS TABLE(id integer, part integer, collection text, embedder text)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
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

CREATE FUNCTION veracious.mine(wanted integer) RETURNS veracious.generation
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
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

CREATE FUNCTION veracious.owner_of(kind text) RETURNS integer
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
begin
    if kind in ('static', 'current_affairs') or (kind = 'web' and veracious.shares_pages()) then
        return null;
    end if;
    if veracious.here() is null then
        raise exception 'no workspace is entered' using errcode = 'insufficient_privilege';
    end if;
    return veracious.here();
end $$;

CREATE FUNCTION veracious.part_make(wanted integer) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious', 'public'
    AS $$
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

CREATE FUNCTION veracious.queue_ages() RETURNS TABLE(queue text, seconds double precision)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
    select j.queue, extract(epoch from greatest(interval '0', now() - min(j.made_at)))::double precision
    from veracious.job j where j.state = 'queued' group by 1
$$;

CREATE FUNCTION veracious.reembeddings(model text) RETURNS TABLE(workspace text, collection text, generation integer, passages bigint, embedded bigint)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
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

CREATE FUNCTION veracious.refilled(tokens double precision, noted timestamp with time zone, most double precision, moment timestamp with time zone) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
    select case when abs(extract(epoch from moment - noted)) >= 60 then most
        else least(most, tokens + most * greatest(0, extract(epoch from moment - noted)::float8) / 60) end
$$;

CREATE FUNCTION veracious.service_secret() RETURNS bytea
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
    select secret from veracious.service
$$;

CREATE FUNCTION veracious.session_find(wanted bytea) RETURNS TABLE(workspace text, person text, rank text, csrf text, ends_at timestamp with time zone)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
    select w.name, s.person, p.rank, s.csrf, s.ends_at
    from veracious.session s join veracious.person p on p.workspace = s.workspace and p.name = s.person
    join veracious.workspace w on w.id = s.workspace
    where s.hash = wanted
$$;

CREATE FUNCTION veracious.shares_pages() RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ select coalesce(current_setting('veracious.pages', true), '') = 'shared' $$;

CREATE FUNCTION veracious.switch(wanted integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
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

CREATE FUNCTION veracious.webhooks_waiting() RETURNS TABLE(workspace text, seconds double precision, waited double precision)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$
    select w.name, extract(epoch from greatest(h.next_at, d.due_at) - now())::double precision,
        extract(epoch from greatest(interval '0', now() - d.made_at))::double precision
    from veracious.webhook h join veracious.workspace w on w.id = h.workspace
    cross join lateral (
        select (select o.due_at from veracious.delivery o where o.workspace = h.workspace order by o.due_at limit 1) as due_at,
            (select o.made_at from veracious.delivery o where o.workspace = h.workspace order by o.made_at limit 1) as made_at
    ) d
    where d.due_at is not null
    order by 2
$$;

CREATE FUNCTION veracious.workspace_find(wanted text) RETURNS integer
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'veracious'
    AS $$ select w.id from veracious.workspace w where w.name = wanted $$;

CREATE TABLE veracious.allowance (
    workspace integer NOT NULL,
    actor text DEFAULT ''::text NOT NULL,
    money_micros bigint,
    jobs_at_once integer,
    requests_a_minute integer,
    month date DEFAULT (date_trunc('month'::text, (now() AT TIME ZONE 'utc'::text)))::date NOT NULL,
    spent_micros bigint DEFAULT 0 NOT NULL,
    held_micros bigint DEFAULT 0 NOT NULL,
    jobs integer DEFAULT 0 NOT NULL,
    text_bytes bigint,
    CONSTRAINT allowance_held_micros_check CHECK ((held_micros >= 0)),
    CONSTRAINT allowance_jobs_at_once_check CHECK ((jobs_at_once >= 0)),
    CONSTRAINT allowance_jobs_check CHECK ((jobs >= 0)),
    CONSTRAINT allowance_money_micros_check CHECK ((money_micros >= 0)),
    CONSTRAINT allowance_requests_a_minute_check CHECK ((requests_a_minute > 0)),
    CONSTRAINT allowance_spent_micros_check CHECK ((spent_micros >= 0)),
    CONSTRAINT allowance_text_bytes_check CHECK ((text_bytes >= 0))
);

ALTER TABLE ONLY veracious.allowance FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.api_key (
    workspace integer NOT NULL,
    id text NOT NULL,
    name text NOT NULL,
    hash bytea NOT NULL,
    scope text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    ends_at timestamp with time zone,
    revoked_at timestamp with time zone,
    CONSTRAINT api_key_hash_check CHECK ((octet_length(hash) = 32)),
    CONSTRAINT api_key_scope_check CHECK ((scope = ANY (ARRAY['read'::text, 'verify'::text, 'write'::text, 'review'::text, 'admin'::text, 'operator'::text])))
);

ALTER TABLE ONLY veracious.api_key FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.audit_entry (
    workspace integer NOT NULL,
    number bigint NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    before text DEFAULT ''::text NOT NULL,
    after text DEFAULT ''::text NOT NULL,
    CONSTRAINT audit_entry_action_check CHECK ((action = ANY (ARRAY['key_made'::text, 'key_revoked'::text, 'provider_key_set'::text, 'provider_key_removed'::text, 'role_given'::text, 'role_changed'::text, 'role_removed'::text, 'rating_set'::text, 'rating_removed'::text, 'retention_changed'::text, 'webhook_set'::text, 'webhook_removed'::text, 'verdict_signed'::text, 'verdict_changed'::text, 'verdict_returned'::text, 'verdict_withdrawn'::text, 'verdict_published'::text, 'verdict_unpublished'::text, 'record_erased'::text, 'limit_set'::text])))
);

ALTER TABLE ONLY veracious.audit_entry FORCE ROW LEVEL SECURITY;

ALTER TABLE veracious.audit_entry ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME veracious.audit_entry_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE veracious.batch (
    workspace integer NOT NULL,
    id text NOT NULL,
    name text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    made_by text NOT NULL,
    collections text[] NOT NULL,
    web boolean NOT NULL,
    max_cost double precision,
    worst_micros bigint NOT NULL,
    expected_micros bigint NOT NULL,
    expected_ms bigint NOT NULL,
    begun_at timestamp with time zone,
    begun_by text DEFAULT ''::text NOT NULL,
    stopped_at timestamp with time zone,
    unread text[] NOT NULL,
    CONSTRAINT batch_expected_micros_check CHECK ((expected_micros >= 0)),
    CONSTRAINT batch_expected_ms_check CHECK ((expected_ms >= 0)),
    CONSTRAINT batch_worst_micros_check CHECK ((worst_micros >= 0))
);

ALTER TABLE ONLY veracious.batch FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.batch_row (
    workspace integer NOT NULL,
    batch text NOT NULL,
    number integer NOT NULL,
    name text NOT NULL,
    claim text NOT NULL,
    as_of date,
    context text NOT NULL,
    refused text NOT NULL,
    job text DEFAULT ''::text NOT NULL,
    CONSTRAINT batch_row_number_check CHECK ((number > 0))
);

ALTER TABLE ONLY veracious.batch_row FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.blob (
    workspace integer NOT NULL,
    digest text NOT NULL,
    packed bytea NOT NULL,
    mark text NOT NULL,
    used_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY veracious.blob ALTER COLUMN packed SET STORAGE EXTERNAL;

ALTER TABLE ONLY veracious.blob FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.chain (
    workspace integer NOT NULL,
    number integer NOT NULL,
    event text NOT NULL,
    record text NOT NULL,
    at timestamp with time zone NOT NULL,
    commitment text NOT NULL,
    previous text,
    hash text NOT NULL,
    CONSTRAINT chain_event_check CHECK ((event = ANY (ARRAY['kept'::text, 'expired'::text, 'erased'::text])))
);

ALTER TABLE ONLY veracious.chain FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.delivery (
    workspace integer NOT NULL,
    job text NOT NULL,
    kind text NOT NULL,
    outcome text NOT NULL,
    finished_at timestamp with time zone NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    tries integer DEFAULT 0 NOT NULL
);

ALTER TABLE ONLY veracious.delivery FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.document (
    part integer NOT NULL,
    id bigint NOT NULL,
    generation integer NOT NULL,
    workspace integer,
    key text NOT NULL,
    name text NOT NULL,
    file_hash text NOT NULL,
    digest text NOT NULL,
    url text,
    form text,
    title text NOT NULL,
    domain text NOT NULL,
    credibility real,
    tier text NOT NULL,
    published date,
    language text NOT NULL,
    canonical_url text,
    byline text NOT NULL,
    links text[] NOT NULL,
    text_packed bytea NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    text_bytes bigint DEFAULT 0 NOT NULL,
    CONSTRAINT document_check CHECK (((part = 0) = (workspace IS NOT NULL)))
)
PARTITION BY LIST (part);

ALTER TABLE ONLY veracious.document FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.document_0 (
    part integer CONSTRAINT document_part_not_null NOT NULL,
    id bigint CONSTRAINT document_id_not_null NOT NULL,
    generation integer CONSTRAINT document_generation_not_null NOT NULL,
    workspace integer,
    key text CONSTRAINT document_key_not_null NOT NULL,
    name text CONSTRAINT document_name_not_null NOT NULL,
    file_hash text CONSTRAINT document_file_hash_not_null NOT NULL,
    digest text CONSTRAINT document_digest_not_null NOT NULL,
    url text,
    form text,
    title text CONSTRAINT document_title_not_null NOT NULL,
    domain text CONSTRAINT document_domain_not_null NOT NULL,
    credibility real,
    tier text CONSTRAINT document_tier_not_null NOT NULL,
    published date,
    language text CONSTRAINT document_language_not_null NOT NULL,
    canonical_url text,
    byline text CONSTRAINT document_byline_not_null NOT NULL,
    links text[] CONSTRAINT document_links_not_null NOT NULL,
    text_packed bytea CONSTRAINT document_text_packed_not_null NOT NULL,
    made_at timestamp with time zone DEFAULT now() CONSTRAINT document_made_at_not_null NOT NULL,
    text_bytes bigint DEFAULT 0 CONSTRAINT document_text_bytes_not_null NOT NULL,
    CONSTRAINT document_check CHECK (((part = 0) = (workspace IS NOT NULL)))
);

ALTER TABLE veracious.document ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME veracious.document_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE veracious.executor (
    id text NOT NULL,
    version text NOT NULL,
    began_at timestamp with time zone DEFAULT now() NOT NULL,
    seen_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE veracious.feedback (
    workspace integer NOT NULL,
    number bigint NOT NULL,
    record text NOT NULL,
    at timestamp with time zone NOT NULL,
    text text NOT NULL,
    closed_at timestamp with time zone,
    closed_by text DEFAULT ''::text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    CONSTRAINT feedback_note_check CHECK ((length(note) <= 2000)),
    CONSTRAINT feedback_text_check CHECK (((length(text) >= 1) AND (length(text) <= 2000)))
);

ALTER TABLE ONLY veracious.feedback FORCE ROW LEVEL SECURITY;

ALTER TABLE veracious.feedback ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME veracious.feedback_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE veracious.frequency (
    part integer NOT NULL,
    generation integer NOT NULL,
    term bigint NOT NULL,
    workspace integer,
    holding integer NOT NULL,
    CONSTRAINT frequency_check CHECK (((part = 0) = (workspace IS NOT NULL)))
)
PARTITION BY LIST (part);

ALTER TABLE ONLY veracious.frequency FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.frequency_0 (
    part integer CONSTRAINT frequency_part_not_null NOT NULL,
    generation integer CONSTRAINT frequency_generation_not_null NOT NULL,
    term bigint CONSTRAINT frequency_term_not_null NOT NULL,
    workspace integer,
    holding integer CONSTRAINT frequency_holding_not_null NOT NULL,
    CONSTRAINT frequency_check CHECK (((part = 0) = (workspace IS NOT NULL)))
);

ALTER TABLE veracious.generation ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME veracious.generation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE veracious.handed_in (
    workspace integer NOT NULL,
    job text NOT NULL,
    number integer NOT NULL,
    packed bytea,
    bytes bigint DEFAULT 0 NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    outcome text DEFAULT ''::text NOT NULL,
    key text DEFAULT ''::text NOT NULL,
    passages integer DEFAULT 0 NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    CONSTRAINT handed_in_bytes_check CHECK ((bytes >= 0)),
    CONSTRAINT handed_in_check CHECK (((outcome = ''::text) OR (packed IS NULL))),
    CONSTRAINT handed_in_number_check CHECK ((number > 0)),
    CONSTRAINT handed_in_outcome_check CHECK ((outcome = ANY (ARRAY[''::text, 'new'::text, 'known'::text, 'refused'::text])))
);
ALTER TABLE ONLY veracious.handed_in ALTER COLUMN packed SET STORAGE EXTERNAL;

ALTER TABLE ONLY veracious.handed_in FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.idempotency (
    workspace integer NOT NULL,
    actor text NOT NULL,
    key text NOT NULL,
    body text NOT NULL,
    job text NOT NULL,
    at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY veracious.idempotency FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.identity (
    workspace integer NOT NULL,
    person text NOT NULL,
    email text NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    CONSTRAINT identity_check CHECK (((issuer = ''::text) = (subject = ''::text))),
    CONSTRAINT identity_check1 CHECK (((email <> ''::text) OR (subject <> ''::text))),
    CONSTRAINT identity_email_check CHECK ((length(email) <= 320)),
    CONSTRAINT identity_issuer_check CHECK ((length(issuer) <= 2000)),
    CONSTRAINT identity_subject_check CHECK ((length(subject) <= 255))
);

ALTER TABLE ONLY veracious.identity FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.job (
    workspace integer NOT NULL,
    id text NOT NULL,
    kind text NOT NULL,
    state text DEFAULT 'queued'::text NOT NULL,
    queue text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    actor text DEFAULT ''::text NOT NULL,
    request bytea NOT NULL,
    seconds real NOT NULL,
    held_micros bigint DEFAULT 0 NOT NULL,
    spent_micros bigint DEFAULT 0 NOT NULL,
    outcome text DEFAULT ''::text NOT NULL,
    cause text DEFAULT ''::text NOT NULL,
    has_record boolean DEFAULT false NOT NULL,
    cancelling boolean DEFAULT false NOT NULL,
    version text DEFAULT ''::text NOT NULL,
    executor text DEFAULT ''::text NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    made_at timestamp with time zone NOT NULL,
    begun_at timestamp with time zone,
    finished_at timestamp with time zone,
    until timestamp with time zone,
    request_id text DEFAULT ''::text NOT NULL,
    traceparent text DEFAULT ''::text NOT NULL,
    CONSTRAINT job_check CHECK (((state = 'finished'::text) = (finished_at IS NOT NULL))),
    CONSTRAINT job_check1 CHECK (((state = 'finished'::text) = (outcome <> ''::text))),
    CONSTRAINT job_held_micros_check CHECK ((held_micros >= 0)),
    CONSTRAINT job_kind_check CHECK ((kind = ANY (ARRAY['verification'::text, 'check'::text, 'answer'::text, 'ingest'::text, 'article'::text]))),
    CONSTRAINT job_request_id_check CHECK ((length(request_id) <= 64)),
    CONSTRAINT job_spent_micros_check CHECK ((spent_micros >= 0)),
    CONSTRAINT job_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'finished'::text]))),
    CONSTRAINT job_traceparent_check CHECK ((length(traceparent) <= 55))
);

ALTER TABLE ONLY veracious.job FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.job_event (
    workspace integer NOT NULL,
    job text NOT NULL,
    number integer NOT NULL,
    kind text NOT NULL,
    told text NOT NULL,
    at timestamp with time zone NOT NULL,
    fields json DEFAULT '{}'::json NOT NULL,
    CONSTRAINT job_event_number_check CHECK ((number > 0))
);

ALTER TABLE ONLY veracious.job_event FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.kept_text (
    workspace integer NOT NULL,
    bytes bigint DEFAULT 0 NOT NULL,
    waiting bigint DEFAULT 0 NOT NULL,
    CONSTRAINT kept_text_bytes_check CHECK ((bytes >= 0)),
    CONSTRAINT kept_text_waiting_check CHECK ((waiting >= 0))
);

ALTER TABLE ONLY veracious.kept_text FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.page (
    form text NOT NULL,
    status text NOT NULL,
    stage text NOT NULL,
    digest text,
    trouble text DEFAULT ''::text NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    read_at timestamp with time zone,
    workspace integer,
    CONSTRAINT page_status_check CHECK ((status = ANY (ARRAY['seen'::text, 'extracted'::text, 'failed'::text])))
);

ALTER TABLE ONLY veracious.page FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.page_claim (
    workspace integer NOT NULL,
    form text NOT NULL,
    claim text NOT NULL
);

ALTER TABLE ONLY veracious.page_claim FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.passage (
    part integer NOT NULL,
    id bigint NOT NULL,
    generation integer NOT NULL,
    workspace integer,
    document bigint NOT NULL,
    start_at integer NOT NULL,
    end_at integer NOT NULL,
    words integer NOT NULL,
    language text NOT NULL,
    domain text NOT NULL,
    published date,
    evidence bytea NOT NULL,
    vector public.halfvec(384),
    text text NOT NULL,
    CONSTRAINT passage_check CHECK (((part = 0) = (workspace IS NOT NULL)))
)
PARTITION BY LIST (part);

ALTER TABLE ONLY veracious.passage FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.passage_0 (
    part integer CONSTRAINT passage_part_not_null NOT NULL,
    id bigint CONSTRAINT passage_id_not_null NOT NULL,
    generation integer CONSTRAINT passage_generation_not_null NOT NULL,
    workspace integer,
    document bigint CONSTRAINT passage_document_not_null NOT NULL,
    start_at integer CONSTRAINT passage_start_at_not_null NOT NULL,
    end_at integer CONSTRAINT passage_end_at_not_null NOT NULL,
    words integer CONSTRAINT passage_words_not_null NOT NULL,
    language text CONSTRAINT passage_language_not_null NOT NULL,
    domain text CONSTRAINT passage_domain_not_null NOT NULL,
    published date,
    evidence bytea CONSTRAINT passage_evidence_not_null NOT NULL,
    vector public.halfvec(384),
    text text CONSTRAINT passage_text_not_null NOT NULL,
    CONSTRAINT passage_check CHECK (((part = 0) = (workspace IS NOT NULL)))
);

ALTER TABLE veracious.passage ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME veracious.passage_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE veracious.person (
    workspace integer NOT NULL,
    name text NOT NULL,
    password text NOT NULL,
    rank text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    CONSTRAINT person_rank_check CHECK ((rank = ANY (ARRAY['reader'::text, 'checker'::text, 'reviewer'::text, 'admin'::text])))
);

ALTER TABLE ONLY veracious.person FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.posting (
    part integer NOT NULL,
    generation integer NOT NULL,
    term bigint NOT NULL,
    passage bigint NOT NULL,
    workspace integer,
    times smallint NOT NULL,
    length smallint NOT NULL,
    CONSTRAINT posting_check CHECK (((part = 0) = (workspace IS NOT NULL)))
)
PARTITION BY LIST (part);

ALTER TABLE ONLY veracious.posting FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.posting_0 (
    part integer CONSTRAINT posting_part_not_null NOT NULL,
    generation integer CONSTRAINT posting_generation_not_null NOT NULL,
    term bigint CONSTRAINT posting_term_not_null NOT NULL,
    passage bigint CONSTRAINT posting_passage_not_null NOT NULL,
    workspace integer,
    times smallint CONSTRAINT posting_times_not_null NOT NULL,
    length smallint CONSTRAINT posting_length_not_null NOT NULL,
    CONSTRAINT posting_check CHECK (((part = 0) = (workspace IS NOT NULL)))
);

CREATE TABLE veracious.provider_key (
    workspace integer NOT NULL,
    provider text NOT NULL,
    sealed bytea NOT NULL,
    nonce bytea NOT NULL,
    set_at timestamp with time zone NOT NULL,
    CONSTRAINT provider_key_provider_check CHECK ((provider ~ '^[a-z][a-z0-9_]{0,39}$'::text))
);

ALTER TABLE ONLY veracious.provider_key FORCE ROW LEVEL SECURITY;

CREATE UNLOGGED TABLE veracious.rate (
    workspace integer NOT NULL,
    actor text NOT NULL,
    tokens double precision NOT NULL,
    at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY veracious.rate FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.record (
    workspace integer NOT NULL,
    id text NOT NULL,
    body bytea NOT NULL,
    envelope bytea NOT NULL,
    salt bytea NOT NULL
);

ALTER TABLE ONLY veracious.record FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.record_line (
    workspace integer NOT NULL,
    record text NOT NULL,
    number integer NOT NULL,
    kept_at timestamp with time zone NOT NULL,
    kind text NOT NULL,
    terms integer NOT NULL,
    verdict text,
    status text NOT NULL,
    CONSTRAINT record_line_kind_check CHECK ((kind = ANY (ARRAY['claim'::text, 'article'::text, 'answer'::text, 'check'::text]))),
    CONSTRAINT record_line_status_check CHECK ((status = ANY (ARRAY[''::text, 'draft'::text, 'signed'::text, 'disputed'::text]))),
    CONSTRAINT record_line_terms_check CHECK ((terms >= 0)),
    CONSTRAINT record_line_verdict_check CHECK ((verdict = ANY (ARRAY['supported'::text, 'refuted'::text, 'mixed'::text, 'not_enough_evidence'::text])))
);

ALTER TABLE ONLY veracious.record_line FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.record_term (
    workspace integer NOT NULL,
    term bigint NOT NULL,
    number integer NOT NULL
);

ALTER TABLE ONLY veracious.record_term FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.record_unlisted (
    workspace integer NOT NULL,
    record text NOT NULL
);

ALTER TABLE ONLY veracious.record_unlisted FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.refresh (
    id text NOT NULL,
    collection text NOT NULL,
    state text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    begun_at timestamp with time zone,
    ended_at timestamp with time zone,
    generation integer,
    pages integer DEFAULT 0 NOT NULL,
    money_micros bigint DEFAULT 0 NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    cause text DEFAULT ''::text NOT NULL,
    CONSTRAINT refresh_collection_check CHECK ((collection = ANY (ARRAY['current_affairs'::text, 'static'::text, 'web'::text]))),
    CONSTRAINT refresh_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'running'::text, 'refreshed'::text, 'unchanged'::text, 'failed'::text])))
);

CREATE TABLE veracious.review_entry (
    workspace integer NOT NULL,
    record text NOT NULL,
    number integer NOT NULL,
    place bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    person text NOT NULL,
    act text NOT NULL,
    digest text NOT NULL,
    was text NOT NULL,
    became text,
    why text DEFAULT ''::text NOT NULL,
    CONSTRAINT review_entry_act_check CHECK ((act = ANY (ARRAY['signed'::text, 'changed'::text, 'returned'::text, 'withdrawn'::text, 'published'::text, 'unpublished'::text]))),
    CONSTRAINT review_entry_became_check CHECK ((became = ANY (ARRAY['supported'::text, 'refuted'::text, 'mixed'::text, 'not_enough_evidence'::text]))),
    CONSTRAINT review_entry_number_check CHECK ((number > 0)),
    CONSTRAINT review_entry_person_check CHECK ((person <> ''::text)),
    CONSTRAINT review_entry_was_check CHECK ((was = ANY (ARRAY['supported'::text, 'refuted'::text, 'mixed'::text, 'not_enough_evidence'::text]))),
    CONSTRAINT review_entry_why_check CHECK ((length(why) <= 2000))
);

ALTER TABLE ONLY veracious.review_entry FORCE ROW LEVEL SECURITY;

ALTER TABLE veracious.review_entry ALTER COLUMN place ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME veracious.review_entry_place_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE veracious.service (
    only_one boolean DEFAULT true NOT NULL,
    secret bytea DEFAULT (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) NOT NULL,
    CONSTRAINT service_only_one_check CHECK (only_one)
);

CREATE TABLE veracious.session (
    hash bytea NOT NULL,
    workspace integer NOT NULL,
    person text NOT NULL,
    csrf text NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    CONSTRAINT session_hash_check CHECK ((octet_length(hash) = 32))
);

ALTER TABLE ONLY veracious.session FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.source_override (
    workspace integer NOT NULL,
    domain text NOT NULL,
    credibility real,
    tier text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    said_by text DEFAULT ''::text NOT NULL,
    said_at timestamp with time zone,
    CONSTRAINT source_override_credibility_check CHECK (((credibility >= (0)::double precision) AND (credibility <= (1)::double precision))),
    CONSTRAINT source_override_reason_check CHECK ((length(reason) <= 500)),
    CONSTRAINT source_override_said_by_check CHECK ((length(said_by) <= 200))
);

ALTER TABLE ONLY veracious.source_override FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.tally (
    part integer NOT NULL,
    generation integer NOT NULL,
    workspace integer,
    documents integer NOT NULL,
    passages integer NOT NULL,
    words bigint NOT NULL,
    CONSTRAINT tally_check CHECK (((part = 0) = (workspace IS NOT NULL)))
)
PARTITION BY LIST (part);

ALTER TABLE ONLY veracious.tally FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.tally_0 (
    part integer CONSTRAINT tally_part_not_null NOT NULL,
    generation integer CONSTRAINT tally_generation_not_null NOT NULL,
    workspace integer,
    documents integer CONSTRAINT tally_documents_not_null NOT NULL,
    passages integer CONSTRAINT tally_passages_not_null NOT NULL,
    words bigint CONSTRAINT tally_words_not_null NOT NULL,
    CONSTRAINT tally_check CHECK (((part = 0) = (workspace IS NOT NULL)))
);

CREATE TABLE veracious.tape (
    workspace integer NOT NULL,
    run text NOT NULL,
    port text NOT NULL,
    asked text NOT NULL,
    answered text NOT NULL,
    mark text NOT NULL,
    made_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY veracious.tape FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.triple (
    part integer NOT NULL,
    id bigint NOT NULL,
    generation integer NOT NULL,
    workspace integer,
    document bigint NOT NULL,
    passage bigint NOT NULL,
    subject text NOT NULL,
    relation text NOT NULL,
    object text NOT NULL,
    subject_key text NOT NULL,
    object_key text NOT NULL,
    evidence bytea NOT NULL,
    CONSTRAINT triple_check CHECK (((part = 0) = (workspace IS NOT NULL)))
)
PARTITION BY LIST (part);

ALTER TABLE ONLY veracious.triple FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.triple_0 (
    part integer CONSTRAINT triple_part_not_null NOT NULL,
    id bigint CONSTRAINT triple_id_not_null NOT NULL,
    generation integer CONSTRAINT triple_generation_not_null NOT NULL,
    workspace integer,
    document bigint CONSTRAINT triple_document_not_null NOT NULL,
    passage bigint CONSTRAINT triple_passage_not_null NOT NULL,
    subject text CONSTRAINT triple_subject_not_null NOT NULL,
    relation text CONSTRAINT triple_relation_not_null NOT NULL,
    object text CONSTRAINT triple_object_not_null NOT NULL,
    subject_key text CONSTRAINT triple_subject_key_not_null NOT NULL,
    object_key text CONSTRAINT triple_object_key_not_null NOT NULL,
    evidence bytea CONSTRAINT triple_evidence_not_null NOT NULL,
    CONSTRAINT triple_check CHECK (((part = 0) = (workspace IS NOT NULL)))
);

ALTER TABLE veracious.triple ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME veracious.triple_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE veracious.webhook (
    workspace integer NOT NULL,
    address text NOT NULL,
    sealed bytea NOT NULL,
    nonce bytea NOT NULL,
    set_at timestamp with time zone NOT NULL,
    next_at timestamp with time zone DEFAULT now() NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    trouble text DEFAULT ''::text NOT NULL,
    told_at timestamp with time zone,
    given_up bigint DEFAULT 0 NOT NULL,
    CONSTRAINT webhook_address_check CHECK ((length(address) <= 2000))
);

ALTER TABLE ONLY veracious.webhook FORCE ROW LEVEL SECURITY;

CREATE TABLE veracious.workspace (
    id integer NOT NULL,
    name text NOT NULL,
    kept_days integer,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    tape_days integer DEFAULT 90,
    CONSTRAINT workspace_kept_days_check CHECK ((kept_days > 0)),
    CONSTRAINT workspace_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9_-]{0,62}$'::text)),
    CONSTRAINT workspace_tape_days_check CHECK ((tape_days > 0))
);

ALTER TABLE ONLY veracious.workspace FORCE ROW LEVEL SECURITY;

ALTER TABLE veracious.workspace ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME veracious.workspace_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE ONLY veracious.document ATTACH PARTITION veracious.document_0 FOR VALUES IN (0);

ALTER TABLE ONLY veracious.frequency ATTACH PARTITION veracious.frequency_0 FOR VALUES IN (0);

ALTER TABLE ONLY veracious.passage ATTACH PARTITION veracious.passage_0 FOR VALUES IN (0);

ALTER TABLE ONLY veracious.posting ATTACH PARTITION veracious.posting_0 FOR VALUES IN (0);

ALTER TABLE ONLY veracious.tally ATTACH PARTITION veracious.tally_0 FOR VALUES IN (0);

ALTER TABLE ONLY veracious.triple ATTACH PARTITION veracious.triple_0 FOR VALUES IN (0);

ALTER TABLE ONLY veracious.allowance
    ADD CONSTRAINT allowance_pkey PRIMARY KEY (workspace, actor);

ALTER TABLE ONLY veracious.api_key
    ADD CONSTRAINT api_key_hash_key UNIQUE (hash);

ALTER TABLE ONLY veracious.api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (workspace, id);

ALTER TABLE ONLY veracious.audit_entry
    ADD CONSTRAINT audit_entry_pkey PRIMARY KEY (workspace, number);

ALTER TABLE ONLY veracious.batch
    ADD CONSTRAINT batch_pkey PRIMARY KEY (workspace, id);

ALTER TABLE ONLY veracious.batch_row
    ADD CONSTRAINT batch_row_pkey PRIMARY KEY (workspace, batch, number);

ALTER TABLE ONLY veracious.blob
    ADD CONSTRAINT blob_pkey PRIMARY KEY (workspace, digest);

ALTER TABLE ONLY veracious.chain
    ADD CONSTRAINT chain_pkey PRIMARY KEY (workspace, number);

ALTER TABLE ONLY veracious.delivery
    ADD CONSTRAINT delivery_pkey PRIMARY KEY (workspace, job);

ALTER TABLE ONLY veracious.document
    ADD CONSTRAINT document_part_generation_key_key UNIQUE (part, generation, key);

ALTER TABLE ONLY veracious.document_0
    ADD CONSTRAINT document_0_part_generation_key_key UNIQUE (part, generation, key);

ALTER TABLE ONLY veracious.document
    ADD CONSTRAINT document_pkey PRIMARY KEY (part, id);

ALTER TABLE ONLY veracious.document_0
    ADD CONSTRAINT document_0_pkey PRIMARY KEY (part, id);

ALTER TABLE ONLY veracious.executor
    ADD CONSTRAINT executor_pkey PRIMARY KEY (id);

ALTER TABLE ONLY veracious.feedback
    ADD CONSTRAINT feedback_pkey PRIMARY KEY (workspace, number);

ALTER TABLE ONLY veracious.generation
    ADD CONSTRAINT generation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY veracious.handed_in
    ADD CONSTRAINT handed_in_pkey PRIMARY KEY (workspace, job, number);

ALTER TABLE ONLY veracious.idempotency
    ADD CONSTRAINT idempotency_pkey PRIMARY KEY (workspace, actor, key);

ALTER TABLE ONLY veracious.identity
    ADD CONSTRAINT identity_pkey PRIMARY KEY (workspace, person);

ALTER TABLE ONLY veracious.job_event
    ADD CONSTRAINT job_event_pkey PRIMARY KEY (workspace, job, number);

ALTER TABLE ONLY veracious.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (workspace, id);

ALTER TABLE ONLY veracious.kept_text
    ADD CONSTRAINT kept_text_pkey PRIMARY KEY (workspace);

ALTER TABLE ONLY veracious.page_claim
    ADD CONSTRAINT page_claim_pkey PRIMARY KEY (workspace, form, claim);

ALTER TABLE ONLY veracious.page
    ADD CONSTRAINT page_once UNIQUE NULLS NOT DISTINCT (form, workspace);

ALTER TABLE ONLY veracious.passage
    ADD CONSTRAINT passage_pkey PRIMARY KEY (part, id);

ALTER TABLE ONLY veracious.passage_0
    ADD CONSTRAINT passage_0_pkey PRIMARY KEY (part, id);

ALTER TABLE ONLY veracious.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (workspace, name);

ALTER TABLE ONLY veracious.provider_key
    ADD CONSTRAINT provider_key_pkey PRIMARY KEY (workspace, provider);

ALTER TABLE ONLY veracious.rate
    ADD CONSTRAINT rate_pkey PRIMARY KEY (workspace, actor);

ALTER TABLE ONLY veracious.record_line
    ADD CONSTRAINT record_line_pkey PRIMARY KEY (workspace, record);

ALTER TABLE ONLY veracious.record_line
    ADD CONSTRAINT record_line_workspace_number_key UNIQUE (workspace, number);

ALTER TABLE ONLY veracious.record
    ADD CONSTRAINT record_pkey PRIMARY KEY (workspace, id);

ALTER TABLE ONLY veracious.record_term
    ADD CONSTRAINT record_term_pkey PRIMARY KEY (workspace, term, number);

ALTER TABLE ONLY veracious.record_unlisted
    ADD CONSTRAINT record_unlisted_pkey PRIMARY KEY (workspace, record);

ALTER TABLE ONLY veracious.refresh
    ADD CONSTRAINT refresh_pkey PRIMARY KEY (id);

ALTER TABLE ONLY veracious.review_entry
    ADD CONSTRAINT review_entry_pkey PRIMARY KEY (workspace, record, number);

ALTER TABLE ONLY veracious.service
    ADD CONSTRAINT service_pkey PRIMARY KEY (only_one);

ALTER TABLE ONLY veracious.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY veracious.source_override
    ADD CONSTRAINT source_override_pkey PRIMARY KEY (workspace, domain);

ALTER TABLE ONLY veracious.tape
    ADD CONSTRAINT tape_pkey PRIMARY KEY (workspace, run, port, asked);

ALTER TABLE ONLY veracious.triple
    ADD CONSTRAINT triple_pkey PRIMARY KEY (part, id);

ALTER TABLE ONLY veracious.triple_0
    ADD CONSTRAINT triple_0_pkey PRIMARY KEY (part, id);

ALTER TABLE ONLY veracious.webhook
    ADD CONSTRAINT webhook_pkey PRIMARY KEY (workspace);

ALTER TABLE ONLY veracious.workspace
    ADD CONSTRAINT workspace_name_key UNIQUE (name);

ALTER TABLE ONLY veracious.workspace
    ADD CONSTRAINT workspace_pkey PRIMARY KEY (id);

CREATE INDEX batch_newest ON veracious.batch USING btree (workspace, made_at DESC, id DESC);

CREATE INDEX batch_row_job ON veracious.batch_row USING btree (workspace, job) WHERE (job <> ''::text);

CREATE INDEX chain_kept ON veracious.chain USING btree (workspace, number) WHERE (event = 'kept'::text);

CREATE INDEX chain_record ON veracious.chain USING btree (workspace, record);

CREATE INDEX delivery_due ON veracious.delivery USING btree (workspace, due_at);

CREATE INDEX delivery_made ON veracious.delivery USING btree (workspace, made_at);

CREATE INDEX document_digest ON ONLY veracious.document USING btree (digest);

CREATE INDEX document_0_digest_idx ON veracious.document_0 USING btree (digest);

CREATE INDEX document_domain ON ONLY veracious.document USING btree (domain);

CREATE INDEX document_0_domain_idx ON veracious.document_0 USING btree (domain);

CREATE INDEX document_file ON ONLY veracious.document USING btree (generation, file_hash);

CREATE INDEX document_0_generation_file_hash_idx ON veracious.document_0 USING btree (generation, file_hash);

CREATE INDEX document_listed ON ONLY veracious.document USING btree (generation, id);

CREATE INDEX document_0_generation_id_idx ON veracious.document_0 USING btree (generation, id);

CREATE INDEX feedback_at ON veracious.feedback USING btree (workspace, at);

CREATE INDEX feedback_record ON veracious.feedback USING btree (workspace, record);

CREATE INDEX frequency_term ON ONLY veracious.frequency USING btree (generation, term) INCLUDE (holding, workspace);

CREATE INDEX frequency_0_generation_term_holding_workspace_idx ON veracious.frequency_0 USING btree (generation, term) INCLUDE (holding, workspace);

CREATE UNIQUE INDEX generation_live ON veracious.generation USING btree (collection, COALESCE(workspace, 0)) WHERE (state = 'live'::text);

CREATE INDEX generation_parts ON veracious.generation USING btree (part) WHERE (part <> 0);

CREATE INDEX idempotency_at ON veracious.idempotency USING btree (workspace, at);

CREATE UNIQUE INDEX identity_email ON veracious.identity USING btree (workspace, email) WHERE (email <> ''::text);

CREATE UNIQUE INDEX identity_subject ON veracious.identity USING btree (workspace, issuer, subject) WHERE (subject <> ''::text);

CREATE INDEX job_listed ON veracious.job USING btree (workspace, kind, made_at DESC, id COLLATE "C" DESC);

CREATE INDEX job_newest ON veracious.job USING btree (workspace, made_at DESC, id DESC);

CREATE INDEX job_unfinished ON veracious.job USING btree (state, executor) WHERE (state <> 'finished'::text);

CREATE INDEX passage_document ON ONLY veracious.passage USING btree (document);

CREATE INDEX passage_0_document_idx ON veracious.passage_0 USING btree (document);

CREATE INDEX passage_domain ON ONLY veracious.passage USING btree (domain);

CREATE INDEX passage_0_domain_idx ON veracious.passage_0 USING btree (domain);

CREATE INDEX passage_unembedded ON ONLY veracious.passage USING btree (generation) WHERE (vector IS NULL);

CREATE INDEX passage_0_generation_idx ON veracious.passage_0 USING btree (generation) WHERE (vector IS NULL);

CREATE INDEX passage_vector ON ONLY veracious.passage USING hnsw (vector public.halfvec_cosine_ops) WITH (m='16', ef_construction='100');

CREATE INDEX passage_0_vector_idx ON veracious.passage_0 USING hnsw (vector public.halfvec_cosine_ops) WITH (m='16', ef_construction='100');

CREATE INDEX posting_term ON ONLY veracious.posting USING btree (generation, term) INCLUDE (passage, times, length, workspace);

CREATE INDEX posting_0_generation_term_passage_times_length_workspace_idx ON veracious.posting_0 USING btree (generation, term) INCLUDE (passage, times, length, workspace);

CREATE INDEX posting_passage ON ONLY veracious.posting USING brin (passage) WITH (pages_per_range='16');

CREATE INDEX posting_0_passage_idx ON veracious.posting_0 USING brin (passage) WITH (pages_per_range='16');

CREATE INDEX record_term_number ON veracious.record_term USING btree (workspace, number);

CREATE INDEX refresh_begun ON veracious.refresh USING btree (begun_at);

CREATE INDEX refresh_newest ON veracious.refresh USING btree (collection, made_at DESC);

CREATE INDEX review_entry_place ON veracious.review_entry USING btree (workspace, place);

CREATE INDEX session_person ON veracious.session USING btree (workspace, person);

CREATE INDEX tally_generation ON ONLY veracious.tally USING btree (generation);

CREATE INDEX tally_0_generation_idx ON veracious.tally_0 USING btree (generation);

CREATE INDEX tape_answered ON veracious.tape USING btree (workspace, answered);

CREATE INDEX triple_document ON ONLY veracious.triple USING btree (document);

CREATE INDEX triple_0_document_idx ON veracious.triple_0 USING btree (document);

CREATE INDEX triple_object ON ONLY veracious.triple USING btree (object_key);

CREATE INDEX triple_0_object_key_idx ON veracious.triple_0 USING btree (object_key);

CREATE INDEX triple_passage ON ONLY veracious.triple USING btree (passage);

CREATE INDEX triple_0_passage_idx ON veracious.triple_0 USING btree (passage);

CREATE INDEX triple_subject ON ONLY veracious.triple USING btree (subject_key);

CREATE INDEX triple_0_subject_key_idx ON veracious.triple_0 USING btree (subject_key);

ALTER INDEX veracious.document_digest ATTACH PARTITION veracious.document_0_digest_idx;

ALTER INDEX veracious.document_domain ATTACH PARTITION veracious.document_0_domain_idx;

ALTER INDEX veracious.document_file ATTACH PARTITION veracious.document_0_generation_file_hash_idx;

ALTER INDEX veracious.document_listed ATTACH PARTITION veracious.document_0_generation_id_idx;

ALTER INDEX veracious.document_part_generation_key_key ATTACH PARTITION veracious.document_0_part_generation_key_key;

ALTER INDEX veracious.document_pkey ATTACH PARTITION veracious.document_0_pkey;

ALTER INDEX veracious.frequency_term ATTACH PARTITION veracious.frequency_0_generation_term_holding_workspace_idx;

ALTER INDEX veracious.passage_document ATTACH PARTITION veracious.passage_0_document_idx;

ALTER INDEX veracious.passage_domain ATTACH PARTITION veracious.passage_0_domain_idx;

ALTER INDEX veracious.passage_unembedded ATTACH PARTITION veracious.passage_0_generation_idx;

ALTER INDEX veracious.passage_pkey ATTACH PARTITION veracious.passage_0_pkey;

ALTER INDEX veracious.passage_vector ATTACH PARTITION veracious.passage_0_vector_idx;

ALTER INDEX veracious.posting_term ATTACH PARTITION veracious.posting_0_generation_term_passage_times_length_workspace_idx;

ALTER INDEX veracious.posting_passage ATTACH PARTITION veracious.posting_0_passage_idx;

ALTER INDEX veracious.tally_generation ATTACH PARTITION veracious.tally_0_generation_idx;

ALTER INDEX veracious.triple_document ATTACH PARTITION veracious.triple_0_document_idx;

ALTER INDEX veracious.triple_object ATTACH PARTITION veracious.triple_0_object_key_idx;

ALTER INDEX veracious.triple_passage ATTACH PARTITION veracious.triple_0_passage_idx;

ALTER INDEX veracious.triple_pkey ATTACH PARTITION veracious.triple_0_pkey;

ALTER INDEX veracious.triple_subject ATTACH PARTITION veracious.triple_0_subject_key_idx;

CREATE TRIGGER audit AFTER INSERT ON veracious.allowance FOR EACH ROW WHEN (((new.money_micros IS NOT NULL) OR (new.jobs_at_once IS NOT NULL) OR (new.requests_a_minute IS NOT NULL) OR (new.text_bytes IS NOT NULL))) EXECUTE FUNCTION veracious.audit_limit();

CREATE TRIGGER audit AFTER INSERT ON veracious.api_key FOR EACH ROW EXECUTE FUNCTION veracious.audit_note();

CREATE TRIGGER audit AFTER INSERT ON veracious.chain FOR EACH ROW WHEN ((new.event = 'erased'::text)) EXECUTE FUNCTION veracious.audit_erasure();

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE OF rank ON veracious.person FOR EACH ROW EXECUTE FUNCTION veracious.audit_note();

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON veracious.provider_key FOR EACH ROW EXECUTE FUNCTION veracious.audit_note();

CREATE TRIGGER audit AFTER INSERT ON veracious.review_entry FOR EACH ROW EXECUTE FUNCTION veracious.audit_review();

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON veracious.source_override FOR EACH ROW EXECUTE FUNCTION veracious.audit_note();

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE OF address, sealed ON veracious.webhook FOR EACH ROW EXECUTE FUNCTION veracious.audit_webhook();

CREATE TRIGGER audit AFTER UPDATE OF kept_days, tape_days ON veracious.workspace FOR EACH ROW EXECUTE FUNCTION veracious.audit_note();

CREATE TRIGGER audit_changed AFTER UPDATE OF money_micros, jobs_at_once, requests_a_minute, text_bytes ON veracious.allowance FOR EACH ROW WHEN (((old.money_micros IS DISTINCT FROM new.money_micros) OR (old.jobs_at_once IS DISTINCT FROM new.jobs_at_once) OR (old.requests_a_minute IS DISTINCT FROM new.requests_a_minute) OR (old.text_bytes IS DISTINCT FROM new.text_bytes))) EXECUTE FUNCTION veracious.audit_limit();

CREATE TRIGGER audit_revoked AFTER UPDATE OF revoked_at ON veracious.api_key FOR EACH ROW WHEN (((old.revoked_at IS NULL) AND (new.revoked_at IS NOT NULL))) EXECUTE FUNCTION veracious.audit_note();

ALTER TABLE ONLY veracious.allowance
    ADD CONSTRAINT allowance_workspace_fkey FOREIGN KEY (workspace) REFERENCES veracious.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.api_key
    ADD CONSTRAINT api_key_workspace_fkey FOREIGN KEY (workspace) REFERENCES veracious.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.audit_entry
    ADD CONSTRAINT audit_entry_workspace_fkey FOREIGN KEY (workspace) REFERENCES veracious.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.batch_row
    ADD CONSTRAINT batch_row_workspace_batch_fkey FOREIGN KEY (workspace, batch) REFERENCES veracious.batch(workspace, id) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.batch
    ADD CONSTRAINT batch_workspace_fkey FOREIGN KEY (workspace) REFERENCES veracious.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.blob
    ADD CONSTRAINT blob_workspace_fkey FOREIGN KEY (workspace) REFERENCES veracious.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.chain
    ADD CONSTRAINT chain_workspace_fkey FOREIGN KEY (workspace) REFERENCES veracious.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.delivery
    ADD CONSTRAINT delivery_workspace_fkey FOREIGN KEY (workspace) REFERENCES veracious.webhook(workspace) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.feedback
    ADD CONSTRAINT feedback_workspace_record_fkey FOREIGN KEY (workspace, record) REFERENCES veracious.record(workspace, id) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.generation
    ADD CONSTRAINT generation_workspace_fkey FOREIGN KEY (workspace) REFERENCES veracious.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.handed_in
    ADD CONSTRAINT handed_in_workspace_job_fkey FOREIGN KEY (workspace, job) REFERENCES veracious.job(workspace, id) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.idempotency
    ADD CONSTRAINT idempotency_workspace_fkey FOREIGN KEY (workspace) REFERENCES veracious.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.identity
    ADD CONSTRAINT identity_workspace_person_fkey FOREIGN KEY (workspace, person) REFERENCES veracious.person(workspace, name) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.job_event
    ADD CONSTRAINT job_event_workspace_job_fkey FOREIGN KEY (workspace, job) REFERENCES veracious.job(workspace, id) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.job
    ADD CONSTRAINT job_workspace_fkey FOREIGN KEY (workspace) REFERENCES veracious.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.page_claim
    ADD CONSTRAINT page_claim_workspace_fkey FOREIGN KEY (workspace) REFERENCES veracious.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.page
    ADD CONSTRAINT page_workspace_fkey FOREIGN KEY (workspace) REFERENCES veracious.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.person
    ADD CONSTRAINT person_workspace_fkey FOREIGN KEY (workspace) REFERENCES veracious.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.provider_key
    ADD CONSTRAINT provider_key_workspace_fkey FOREIGN KEY (workspace) REFERENCES veracious.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.rate
    ADD CONSTRAINT rate_workspace_fkey FOREIGN KEY (workspace) REFERENCES veracious.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.record_line
    ADD CONSTRAINT record_line_workspace_record_fkey FOREIGN KEY (workspace, record) REFERENCES veracious.record(workspace, id) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.record_term
    ADD CONSTRAINT record_term_workspace_number_fkey FOREIGN KEY (workspace, number) REFERENCES veracious.record_line(workspace, number) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.record_unlisted
    ADD CONSTRAINT record_unlisted_workspace_record_fkey FOREIGN KEY (workspace, record) REFERENCES veracious.record(workspace, id) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.record
    ADD CONSTRAINT record_workspace_fkey FOREIGN KEY (workspace) REFERENCES veracious.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.review_entry
    ADD CONSTRAINT review_entry_workspace_record_fkey FOREIGN KEY (workspace, record) REFERENCES veracious.record(workspace, id) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.session
    ADD CONSTRAINT session_workspace_person_fkey FOREIGN KEY (workspace, person) REFERENCES veracious.person(workspace, name) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.source_override
    ADD CONSTRAINT source_override_workspace_fkey FOREIGN KEY (workspace) REFERENCES veracious.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.tape
    ADD CONSTRAINT tape_workspace_fkey FOREIGN KEY (workspace) REFERENCES veracious.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY veracious.webhook
    ADD CONSTRAINT webhook_workspace_fkey FOREIGN KEY (workspace) REFERENCES veracious.workspace(id) ON DELETE CASCADE;

ALTER TABLE veracious.allowance ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.api_key ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.audit_entry ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.batch ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.batch_row ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.blob ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.chain ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.delivery ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.document ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.feedback ENABLE ROW LEVEL SECURITY;

CREATE POLICY finished ON veracious.job AS RESTRICTIVE FOR DELETE TO veracious_app USING ((state = 'finished'::text));

ALTER TABLE veracious.frequency ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.generation ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.handed_in ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.idempotency ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.identity ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.job ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.job_event ENABLE ROW LEVEL SECURITY;

CREATE POLICY keeper ON veracious.allowance TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.api_key TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.audit_entry TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.batch TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.batch_row TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.blob TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.chain TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.delivery TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.document TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.feedback TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.frequency TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.generation TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.handed_in TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.idempotency TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.identity TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.job TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.job_event TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.kept_text TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.page TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.page_claim TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.passage TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.person TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.posting TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.provider_key TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.rate TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.record TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.record_line TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.record_term TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.record_unlisted TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.review_entry TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.session TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.source_override TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.tally TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.tape TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.triple TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.webhook TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY keeper ON veracious.workspace TO CURRENT_USER USING (true) WITH CHECK (true);

ALTER TABLE veracious.kept_text ENABLE ROW LEVEL SECURITY;

CREATE POLICY own ON veracious.allowance TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.api_key TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.audit_entry TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.batch TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.batch_row TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.blob TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.chain TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.delivery TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.feedback TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.handed_in TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.idempotency TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.identity TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.job TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.job_event TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.kept_text TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.page_claim TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.person TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.provider_key TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.rate TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.record TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.record_line TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.record_term TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.record_unlisted TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.review_entry TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.session TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.source_override TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.tape TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.webhook TO veracious_app USING ((workspace = ( SELECT veracious.here() AS here))) WITH CHECK ((workspace = ( SELECT veracious.here() AS here)));

CREATE POLICY own ON veracious.workspace TO veracious_app USING ((id = ( SELECT veracious.here() AS here)));

ALTER TABLE veracious.page ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.page_claim ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.passage ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.person ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.posting ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.provider_key ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.rate ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.record ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.record_line ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.record_term ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.record_unlisted ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.review_entry ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.session ENABLE ROW LEVEL SECURITY;

CREATE POLICY shared_or_own ON veracious.document TO veracious_app USING (((workspace = ( SELECT veracious.here() AS here)) OR ((workspace IS NULL) AND (part <> ALL (( SELECT veracious.closed_parts() AS closed_parts)::integer[]))))) WITH CHECK (((workspace = ( SELECT veracious.here() AS here)) OR ((workspace IS NULL) AND (part <> ALL (( SELECT veracious.closed_parts() AS closed_parts)::integer[])))));

CREATE POLICY shared_or_own ON veracious.frequency TO veracious_app USING (((workspace = ( SELECT veracious.here() AS here)) OR ((workspace IS NULL) AND (part <> ALL (( SELECT veracious.closed_parts() AS closed_parts)::integer[]))))) WITH CHECK (((workspace = ( SELECT veracious.here() AS here)) OR ((workspace IS NULL) AND (part <> ALL (( SELECT veracious.closed_parts() AS closed_parts)::integer[])))));

CREATE POLICY shared_or_own ON veracious.generation TO veracious_app USING (((workspace = ( SELECT veracious.here() AS here)) OR ((workspace IS NULL) AND ((collection <> 'web'::text) OR ( SELECT veracious.shares_pages() AS shares_pages))))) WITH CHECK (((workspace = ( SELECT veracious.here() AS here)) OR ((workspace IS NULL) AND ((collection <> 'web'::text) OR ( SELECT veracious.shares_pages() AS shares_pages)))));

CREATE POLICY shared_or_own ON veracious.page TO veracious_app USING (((workspace = ( SELECT veracious.here() AS here)) OR ((workspace IS NULL) AND ( SELECT veracious.shares_pages() AS shares_pages)))) WITH CHECK (((workspace = ( SELECT veracious.here() AS here)) OR ((workspace IS NULL) AND ( SELECT veracious.shares_pages() AS shares_pages))));

CREATE POLICY shared_or_own ON veracious.passage TO veracious_app USING (((workspace = ( SELECT veracious.here() AS here)) OR ((workspace IS NULL) AND (part <> ALL (( SELECT veracious.closed_parts() AS closed_parts)::integer[]))))) WITH CHECK (((workspace = ( SELECT veracious.here() AS here)) OR ((workspace IS NULL) AND (part <> ALL (( SELECT veracious.closed_parts() AS closed_parts)::integer[])))));

CREATE POLICY shared_or_own ON veracious.posting TO veracious_app USING (((workspace = ( SELECT veracious.here() AS here)) OR ((workspace IS NULL) AND (part <> ALL (( SELECT veracious.closed_parts() AS closed_parts)::integer[]))))) WITH CHECK (((workspace = ( SELECT veracious.here() AS here)) OR ((workspace IS NULL) AND (part <> ALL (( SELECT veracious.closed_parts() AS closed_parts)::integer[])))));

CREATE POLICY shared_or_own ON veracious.tally TO veracious_app USING (((workspace = ( SELECT veracious.here() AS here)) OR ((workspace IS NULL) AND (part <> ALL (( SELECT veracious.closed_parts() AS closed_parts)::integer[]))))) WITH CHECK (((workspace = ( SELECT veracious.here() AS here)) OR ((workspace IS NULL) AND (part <> ALL (( SELECT veracious.closed_parts() AS closed_parts)::integer[])))));

CREATE POLICY shared_or_own ON veracious.triple TO veracious_app USING (((workspace = ( SELECT veracious.here() AS here)) OR ((workspace IS NULL) AND (part <> ALL (( SELECT veracious.closed_parts() AS closed_parts)::integer[]))))) WITH CHECK (((workspace = ( SELECT veracious.here() AS here)) OR ((workspace IS NULL) AND (part <> ALL (( SELECT veracious.closed_parts() AS closed_parts)::integer[])))));

ALTER TABLE veracious.source_override ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.tally ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.tape ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.triple ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.webhook ENABLE ROW LEVEL SECURITY;

ALTER TABLE veracious.workspace ENABLE ROW LEVEL SECURITY;

GRANT USAGE ON SCHEMA veracious TO veracious_app;

REVOKE ALL ON FUNCTION veracious.allow_key(who text, money bigint, at_once integer, a_minute integer, since date) FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.allow_key(who text, money bigint, at_once integer, a_minute integer, since date) TO veracious_app;

GRANT SELECT ON TABLE veracious.generation TO veracious_app;

REVOKE ALL ON FUNCTION veracious.alone(wanted integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION veracious.audit_erasure() FROM PUBLIC;

REVOKE ALL ON FUNCTION veracious.audit_limit() FROM PUBLIC;

REVOKE ALL ON FUNCTION veracious.audit_note() FROM PUBLIC;

REVOKE ALL ON FUNCTION veracious.audit_review() FROM PUBLIC;

REVOKE ALL ON FUNCTION veracious.audit_webhook() FROM PUBLIC;

REVOKE ALL ON FUNCTION veracious.begin_generation(kind text, model text) FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.begin_generation(kind text, model text) TO veracious_app;

REVOKE ALL ON FUNCTION veracious.begin_reembedding(wanted integer, model text) FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.begin_reembedding(wanted integer, model text) TO veracious_app;

REVOKE ALL ON FUNCTION veracious.closed_parts() FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.closed_parts() TO veracious_app;

REVOKE ALL ON FUNCTION veracious.drop_generation(wanted integer) FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.drop_generation(wanted integer) TO veracious_app;

REVOKE ALL ON FUNCTION veracious.enter(wanted text) FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.enter(wanted text) TO veracious_app;

REVOKE ALL ON FUNCTION veracious.erase_workspace() FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.erase_workspace() TO veracious_app;

REVOKE ALL ON FUNCTION veracious.finish_reembedding(wanted integer) FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.finish_reembedding(wanted integer) TO veracious_app;

REVOKE ALL ON FUNCTION veracious.first_generation(kind text, model text) FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.first_generation(kind text, model text) TO veracious_app;

REVOKE ALL ON FUNCTION veracious.fold(wanted integer) FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.fold(wanted integer) TO veracious_app;

REVOKE ALL ON FUNCTION veracious.here() FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.here() TO veracious_app;

REVOKE ALL ON FUNCTION veracious.jobs_cancelling(worker text) FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.jobs_cancelling(worker text) TO veracious_app;

REVOKE ALL ON FUNCTION veracious.jobs_counted() FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.jobs_counted() TO veracious_app;

REVOKE ALL ON FUNCTION veracious.jobs_orphaned(silent interval) FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.jobs_orphaned(silent interval) TO veracious_app;

REVOKE ALL ON FUNCTION veracious.jobs_waiting(since interval) FROM PUBLIC;

REVOKE ALL ON FUNCTION veracious.jobs_workspaces() FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.jobs_workspaces() TO veracious_app;

REVOKE ALL ON FUNCTION veracious.key_find(wanted bytea, moment timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.key_find(wanted bytea, moment timestamp with time zone) TO veracious_app;

REVOKE ALL ON FUNCTION veracious.limits_named(money bigint, at_once integer, a_minute integer, text_bytes bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION veracious.live(wanted text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.live(wanted text[]) TO veracious_app;

REVOKE ALL ON FUNCTION veracious.mine(wanted integer) FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.mine(wanted integer) TO veracious_app;

REVOKE ALL ON FUNCTION veracious.owner_of(kind text) FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.owner_of(kind text) TO veracious_app;

REVOKE ALL ON FUNCTION veracious.part_make(wanted integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION veracious.queue_ages() FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.queue_ages() TO veracious_app;

REVOKE ALL ON FUNCTION veracious.reembeddings(model text) FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.reembeddings(model text) TO veracious_app;

REVOKE ALL ON FUNCTION veracious.refilled(tokens double precision, noted timestamp with time zone, most double precision, moment timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.refilled(tokens double precision, noted timestamp with time zone, most double precision, moment timestamp with time zone) TO veracious_app;

REVOKE ALL ON FUNCTION veracious.service_secret() FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.service_secret() TO veracious_app;

REVOKE ALL ON FUNCTION veracious.session_find(wanted bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.session_find(wanted bytea) TO veracious_app;

REVOKE ALL ON FUNCTION veracious.shares_pages() FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.shares_pages() TO veracious_app;

REVOKE ALL ON FUNCTION veracious.switch(wanted integer) FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.switch(wanted integer) TO veracious_app;

REVOKE ALL ON FUNCTION veracious.webhooks_waiting() FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.webhooks_waiting() TO veracious_app;

REVOKE ALL ON FUNCTION veracious.workspace_find(wanted text) FROM PUBLIC;
GRANT ALL ON FUNCTION veracious.workspace_find(wanted text) TO veracious_app;

GRANT SELECT ON TABLE veracious.allowance TO veracious_app;

GRANT INSERT(workspace) ON TABLE veracious.allowance TO veracious_app;

GRANT INSERT(actor) ON TABLE veracious.allowance TO veracious_app;

GRANT INSERT(month),UPDATE(month) ON TABLE veracious.allowance TO veracious_app;

GRANT UPDATE(spent_micros) ON TABLE veracious.allowance TO veracious_app;

GRANT INSERT(held_micros),UPDATE(held_micros) ON TABLE veracious.allowance TO veracious_app;

GRANT INSERT(jobs),UPDATE(jobs) ON TABLE veracious.allowance TO veracious_app;

GRANT SELECT,INSERT ON TABLE veracious.api_key TO veracious_app;

GRANT UPDATE(revoked_at) ON TABLE veracious.api_key TO veracious_app;

GRANT SELECT ON TABLE veracious.audit_entry TO veracious_app;

GRANT SELECT,INSERT,DELETE ON TABLE veracious.batch TO veracious_app;

GRANT UPDATE(begun_at) ON TABLE veracious.batch TO veracious_app;

GRANT UPDATE(begun_by) ON TABLE veracious.batch TO veracious_app;

GRANT UPDATE(stopped_at) ON TABLE veracious.batch TO veracious_app;

GRANT SELECT,INSERT ON TABLE veracious.batch_row TO veracious_app;

GRANT UPDATE(name) ON TABLE veracious.batch_row TO veracious_app;

GRANT UPDATE(claim) ON TABLE veracious.batch_row TO veracious_app;

GRANT UPDATE(context) ON TABLE veracious.batch_row TO veracious_app;

GRANT UPDATE(job) ON TABLE veracious.batch_row TO veracious_app;

GRANT SELECT,INSERT,DELETE ON TABLE veracious.blob TO veracious_app;

GRANT UPDATE(used_at) ON TABLE veracious.blob TO veracious_app;

GRANT SELECT,INSERT ON TABLE veracious.chain TO veracious_app;

GRANT SELECT,INSERT,DELETE ON TABLE veracious.delivery TO veracious_app;

GRANT UPDATE(due_at) ON TABLE veracious.delivery TO veracious_app;

GRANT UPDATE(tries) ON TABLE veracious.delivery TO veracious_app;

GRANT SELECT,INSERT,DELETE ON TABLE veracious.document TO veracious_app;

GRANT USAGE ON SEQUENCE veracious.document_id_seq TO veracious_app;

GRANT SELECT,INSERT,DELETE ON TABLE veracious.executor TO veracious_app;

GRANT UPDATE(seen_at) ON TABLE veracious.executor TO veracious_app;

GRANT SELECT,INSERT ON TABLE veracious.feedback TO veracious_app;

GRANT UPDATE(closed_at) ON TABLE veracious.feedback TO veracious_app;

GRANT UPDATE(closed_by) ON TABLE veracious.feedback TO veracious_app;

GRANT UPDATE(note) ON TABLE veracious.feedback TO veracious_app;

GRANT SELECT,INSERT,DELETE ON TABLE veracious.frequency TO veracious_app;

GRANT SELECT,INSERT,UPDATE ON TABLE veracious.handed_in TO veracious_app;

GRANT SELECT,INSERT,DELETE ON TABLE veracious.idempotency TO veracious_app;

GRANT SELECT,INSERT ON TABLE veracious.identity TO veracious_app;

GRANT UPDATE(issuer) ON TABLE veracious.identity TO veracious_app;

GRANT UPDATE(subject) ON TABLE veracious.identity TO veracious_app;

GRANT SELECT,INSERT,DELETE ON TABLE veracious.job TO veracious_app;

GRANT UPDATE(state) ON TABLE veracious.job TO veracious_app;

GRANT UPDATE(spent_micros) ON TABLE veracious.job TO veracious_app;

GRANT UPDATE(outcome) ON TABLE veracious.job TO veracious_app;

GRANT UPDATE(cause) ON TABLE veracious.job TO veracious_app;

GRANT UPDATE(has_record) ON TABLE veracious.job TO veracious_app;

GRANT UPDATE(cancelling) ON TABLE veracious.job TO veracious_app;

GRANT UPDATE(version) ON TABLE veracious.job TO veracious_app;

GRANT UPDATE(executor) ON TABLE veracious.job TO veracious_app;

GRANT UPDATE(tries) ON TABLE veracious.job TO veracious_app;

GRANT UPDATE(begun_at) ON TABLE veracious.job TO veracious_app;

GRANT UPDATE(finished_at) ON TABLE veracious.job TO veracious_app;

GRANT UPDATE(until) ON TABLE veracious.job TO veracious_app;

GRANT SELECT,INSERT ON TABLE veracious.job_event TO veracious_app;

GRANT SELECT,INSERT,UPDATE ON TABLE veracious.kept_text TO veracious_app;

GRANT SELECT,INSERT ON TABLE veracious.page TO veracious_app;

GRANT UPDATE(status) ON TABLE veracious.page TO veracious_app;

GRANT UPDATE(digest) ON TABLE veracious.page TO veracious_app;

GRANT UPDATE(trouble) ON TABLE veracious.page TO veracious_app;

GRANT UPDATE(read_at) ON TABLE veracious.page TO veracious_app;

GRANT SELECT,INSERT,DELETE ON TABLE veracious.page_claim TO veracious_app;

GRANT SELECT,INSERT,DELETE ON TABLE veracious.passage TO veracious_app;

GRANT USAGE ON SEQUENCE veracious.passage_id_seq TO veracious_app;

GRANT SELECT,INSERT,DELETE ON TABLE veracious.person TO veracious_app;

GRANT UPDATE(password) ON TABLE veracious.person TO veracious_app;

GRANT UPDATE(rank) ON TABLE veracious.person TO veracious_app;

GRANT SELECT,INSERT,DELETE ON TABLE veracious.posting TO veracious_app;

GRANT SELECT,INSERT,DELETE ON TABLE veracious.provider_key TO veracious_app;

GRANT UPDATE(sealed) ON TABLE veracious.provider_key TO veracious_app;

GRANT UPDATE(nonce) ON TABLE veracious.provider_key TO veracious_app;

GRANT UPDATE(set_at) ON TABLE veracious.provider_key TO veracious_app;

GRANT SELECT,INSERT ON TABLE veracious.rate TO veracious_app;

GRANT UPDATE(tokens) ON TABLE veracious.rate TO veracious_app;

GRANT UPDATE(at) ON TABLE veracious.rate TO veracious_app;

GRANT SELECT,INSERT,DELETE ON TABLE veracious.record TO veracious_app;

GRANT SELECT,INSERT ON TABLE veracious.record_line TO veracious_app;

GRANT UPDATE(verdict) ON TABLE veracious.record_line TO veracious_app;

GRANT UPDATE(status) ON TABLE veracious.record_line TO veracious_app;

GRANT SELECT,INSERT ON TABLE veracious.record_term TO veracious_app;

GRANT SELECT,DELETE ON TABLE veracious.record_unlisted TO veracious_app;

GRANT SELECT,INSERT ON TABLE veracious.refresh TO veracious_app;

GRANT UPDATE(state) ON TABLE veracious.refresh TO veracious_app;

GRANT UPDATE(begun_at) ON TABLE veracious.refresh TO veracious_app;

GRANT UPDATE(ended_at) ON TABLE veracious.refresh TO veracious_app;

GRANT UPDATE(generation) ON TABLE veracious.refresh TO veracious_app;

GRANT UPDATE(pages) ON TABLE veracious.refresh TO veracious_app;

GRANT UPDATE(money_micros) ON TABLE veracious.refresh TO veracious_app;

GRANT UPDATE(reason) ON TABLE veracious.refresh TO veracious_app;

GRANT UPDATE(cause) ON TABLE veracious.refresh TO veracious_app;

GRANT SELECT,INSERT ON TABLE veracious.review_entry TO veracious_app;

GRANT SELECT,INSERT,DELETE ON TABLE veracious.session TO veracious_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE veracious.source_override TO veracious_app;

GRANT SELECT,INSERT,DELETE ON TABLE veracious.tally TO veracious_app;

GRANT SELECT,INSERT,DELETE ON TABLE veracious.tape TO veracious_app;

GRANT SELECT,INSERT,DELETE ON TABLE veracious.triple TO veracious_app;

GRANT USAGE ON SEQUENCE veracious.triple_id_seq TO veracious_app;

GRANT SELECT,INSERT,DELETE ON TABLE veracious.webhook TO veracious_app;

GRANT UPDATE(address) ON TABLE veracious.webhook TO veracious_app;

GRANT UPDATE(sealed) ON TABLE veracious.webhook TO veracious_app;

GRANT UPDATE(nonce) ON TABLE veracious.webhook TO veracious_app;

GRANT UPDATE(set_at) ON TABLE veracious.webhook TO veracious_app;

GRANT UPDATE(next_at) ON TABLE veracious.webhook TO veracious_app;

GRANT UPDATE(failures) ON TABLE veracious.webhook TO veracious_app;

GRANT UPDATE(trouble) ON TABLE veracious.webhook TO veracious_app;

GRANT UPDATE(told_at) ON TABLE veracious.webhook TO veracious_app;

GRANT UPDATE(given_up) ON TABLE veracious.webhook TO veracious_app;

GRANT SELECT ON TABLE veracious.workspace TO veracious_app;

GRANT UPDATE(kept_days) ON TABLE veracious.workspace TO veracious_app;

GRANT UPDATE(tape_days) ON TABLE veracious.workspace TO veracious_app;
