-- Jobs: what was handed in, how far it is, what is told of it on the way; what a workspace and its keys may use; which workers live.
--
-- A job and its record have the same name. Who works for all workspaces, a worker that looks for jobs whose worker is gone, sees no more
-- of them than the functions at the end tell: names and states, never what was asked.

create table veracious.job (
    workspace int not null references veracious.workspace on delete cascade,
    id text not null,
    kind text not null check (kind in ('verification', 'check', 'answer')),
    state text not null default 'queued' check (state in ('queued', 'running', 'finished')),
    queue text not null,
    priority int not null default 0,
    actor text not null default '',
    request bytea not null,
    seconds real not null,
    held_micros bigint not null default 0 check (held_micros >= 0),
    spent_micros bigint not null default 0 check (spent_micros >= 0),
    outcome text not null default '',
    cause text not null default '',
    has_record boolean not null default false,
    cancelling boolean not null default false,
    version text not null default '',
    executor text not null default '',
    tries int not null default 0,
    made_at timestamptz not null,
    begun_at timestamptz,
    finished_at timestamptz,
    until timestamptz,
    primary key (workspace, id),
    check ((state = 'finished') = (finished_at is not null)),
    check ((state = 'finished') = (outcome <> ''))
);
create index job_newest on veracious.job (workspace, made_at desc, id desc);
create index job_unfinished on veracious.job (state, executor) where state <> 'finished';

create table veracious.job_event (
    workspace int not null,
    job text not null,
    number int not null check (number > 0),
    kind text not null,
    told text not null,
    at timestamptz not null,
    primary key (workspace, job, number),
    foreign key (workspace, job) references veracious.job on delete cascade
);

-- The row with an empty actor is the workspace's own; a key has one more, and both must have room.
create table veracious.allowance (
    workspace int not null references veracious.workspace on delete cascade,
    actor text not null default '',
    money_micros bigint check (money_micros >= 0),
    jobs_at_once int check (jobs_at_once >= 0),
    requests_a_minute int check (requests_a_minute > 0),
    month date not null default date_trunc('month', now() at time zone 'utc')::date,
    spent_micros bigint not null default 0 check (spent_micros >= 0),
    held_micros bigint not null default 0 check (held_micros >= 0),
    jobs int not null default 0 check (jobs >= 0),
    primary key (workspace, actor)
);

create table veracious.idempotency (
    workspace int not null references veracious.workspace on delete cascade,
    actor text not null,
    key text not null,
    body text not null,
    job text not null,
    at timestamptz not null,
    primary key (workspace, actor, key)
);
create index idempotency_at on veracious.idempotency (workspace, at);

do $$
declare
    named text;
begin
    foreach named in array array['job', 'job_event', 'allowance', 'idempotency'] loop
        execute format('alter table veracious.%I enable row level security', named);
        execute format('alter table veracious.%I force row level security', named);
        execute format('create policy own on veracious.%I to veracious_app
            using (workspace = (select veracious.here())) with check (workspace = (select veracious.here()))', named);
        execute format('create policy keeper on veracious.%I to %I using (true) with check (true)', named, current_user);
        execute format('grant select, insert, update, delete on veracious.%I to veracious_app', named);
    end loop;
end $$;

-- A worker is of no workspace, and says nothing of any.
create table veracious.executor (
    id text primary key,
    version text not null,
    began_at timestamptz not null default now(),
    seen_at timestamptz not null default now()
);
grant select, insert, update, delete on veracious.executor to veracious_app;

-- Jobs that run nowhere: their worker has not been seen for so long, or was never seen at all.
create function veracious.jobs_orphaned(silent interval)
    returns table (workspace text, id text, queue text, version text, is_spoken boolean) language sql stable security definer
    set search_path = pg_catalog, veracious as $$
    select w.name, j.id, j.queue, j.version,
        exists (select from veracious.executor e where e.version = j.version and e.seen_at > now() - silent)
    from veracious.job j join veracious.workspace w on w.id = j.workspace
    where j.state = 'running' and not exists (select from veracious.executor e where e.id = j.executor and e.seen_at > now() - silent)
$$;

-- Jobs that were handed in and wait: those of the last moments may still be on their way into the queue.
create function veracious.jobs_waiting(since interval)
    returns table (workspace text, id text, queue text, priority int) language sql stable security definer
    set search_path = pg_catalog, veracious as $$
    select w.name, j.id, j.queue, j.priority
    from veracious.job j join veracious.workspace w on w.id = j.workspace
    where j.state = 'queued' and j.made_at < now() - since order by j.made_at
$$;

-- Of the jobs a worker has, those that somebody wants ended.
create function veracious.jobs_cancelling(worker text) returns table (workspace text, id text) language sql stable security definer
    set search_path = pg_catalog, veracious as $$
    select w.name, j.id from veracious.job j join veracious.workspace w on w.id = j.workspace
    where j.state = 'running' and j.executor = worker and j.cancelling
$$;

-- How many jobs stand where, for those who watch the service.
create function veracious.jobs_counted() returns table (queue text, state text, jobs bigint) language sql stable security definer
    set search_path = pg_catalog, veracious as $$
    select j.queue, j.state, count(*) from veracious.job j where j.state <> 'finished' group by 1, 2
$$;

-- The workspaces there are, for whoever sees to it that nothing is kept longer than they say.
create function veracious.jobs_workspaces() returns table (workspace text) language sql stable security definer
    set search_path = pg_catalog, veracious as $$
    select w.name from veracious.workspace w order by w.name
$$;

do $$
declare
    signature regprocedure;
begin
    for signature in select oid::regprocedure from pg_proc where pronamespace = 'veracious'::regnamespace and proname like 'jobs\_%' loop
        execute format('revoke execute on function %s from public', signature);
        execute format('grant execute on function %s to veracious_app', signature);
    end loop;
end $$;
