-- Webhooks: where a workspace is told that a job has ended, and what it is still to be told.

-- Before `next_at` nothing is sent: it rests after a failure, or a worker is sending; one that was killed loses its turn then. Failures are
-- counted in a row, and what was given up from the beginning.
create table veracious.webhook (
    workspace int primary key references veracious.workspace on delete cascade,
    address text not null check (length(address) <= 2000),
    sealed bytea not null,
    nonce bytea not null,
    set_at timestamptz not null,
    next_at timestamptz not null default now(),
    failures int not null default 0,
    trouble text not null default '',
    told_at timestamptz,
    given_up bigint not null default 0
);

-- A row is written with the end of its job and is gone once it was told, so that the table holds what waits. A job ends once: its name is enough.
create table veracious.delivery (
    workspace int not null references veracious.webhook on delete cascade,
    job text not null,
    kind text not null,
    outcome text not null,
    finished_at timestamptz not null,
    made_at timestamptz not null default now(),
    due_at timestamptz not null default now(),
    tries int not null default 0,
    primary key (workspace, job)
);
create index delivery_due on veracious.delivery (workspace, due_at);
create index delivery_made on veracious.delivery (workspace, made_at);

do $$
declare
    named text;
begin
    foreach named in array array['webhook', 'delivery'] loop
        execute format('alter table veracious.%I enable row level security', named);
        execute format('alter table veracious.%I force row level security', named);
        execute format('create policy own on veracious.%I to veracious_app
            using (workspace = (select veracious.here())) with check (workspace = (select veracious.here()))', named);
        execute format('create policy keeper on veracious.%I to %I using (true) with check (true)', named, current_user);
        execute format('grant select, insert, delete on veracious.%I to veracious_app', named);
    end loop;
end $$;
grant update (address, sealed, nonce, set_at, next_at, failures, trouble, told_at, given_up) on veracious.webhook to veracious_app;
grant update (due_at, tries) on veracious.delivery to veracious_app;

-- For workers, which are of no workspace: where something waits, in how many seconds the next may be sent, and since when the oldest waits.
create function veracious.webhooks_waiting() returns table (workspace text, seconds double precision, waited double precision)
    language sql stable security definer set search_path = pg_catalog, veracious as $$
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

-- Who is told of jobs, and where, is a matter for the list of changes. The secret is not in it.
alter table veracious.audit_entry drop constraint audit_entry_action_check;
alter table veracious.audit_entry add constraint audit_entry_action_check check (action in ('key_made', 'key_revoked', 'provider_key_set',
    'provider_key_removed', 'role_given', 'role_changed', 'role_removed', 'rating_set', 'rating_removed', 'retention_changed', 'webhook_set',
    'webhook_removed'));

create function veracious.audit_webhook() returns trigger language plpgsql security definer set search_path = pg_catalog, veracious as $$
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
create trigger audit after insert or update of address, sealed or delete on veracious.webhook
    for each row execute function veracious.audit_webhook();

do $$
declare
    signature regprocedure;
begin
    foreach signature in array array['veracious.webhooks_waiting()', 'veracious.audit_webhook()']::regprocedure[] loop
        execute format('revoke execute on function %s from public', signature);
    end loop;
    grant execute on function veracious.webhooks_waiting() to veracious_app;
end $$;
