-- Who may ask: the keys of machines, people with a password and their sessions; the keys of providers that a workspace brings; how many
-- requests somebody has left in this minute.
--
-- Of a key and of a session only a hash is kept: it stands for 256 random bits, which nobody finds by trying. Of a password only what argon2
-- makes of it. The key of a provider is sealed under a secret that is not in the database, and bound to its workspace and provider, so that a
-- row that was moved does not open.

create table veracious.api_key (
    workspace int not null references veracious.workspace on delete cascade,
    id text not null,
    name text not null,
    hash bytea not null unique check (octet_length(hash) = 32),
    scope text not null check (scope in ('read', 'verify', 'write', 'admin')),
    made_at timestamptz not null,
    used_at timestamptz,
    ends_at timestamptz,
    revoked_at timestamptz,
    primary key (workspace, id)
);

create table veracious.person (
    workspace int not null references veracious.workspace on delete cascade,
    name text not null,
    password text not null,
    rank text not null check (rank in ('reader', 'reviewer', 'admin')),
    made_at timestamptz not null,
    primary key (workspace, name)
);

create table veracious.session (
    hash bytea primary key check (octet_length(hash) = 32),
    workspace int not null,
    person text not null,
    csrf text not null,
    ends_at timestamptz not null,
    foreign key (workspace, person) references veracious.person on delete cascade
);
create index session_person on veracious.session (workspace, person);

create table veracious.provider_key (
    workspace int not null references veracious.workspace on delete cascade,
    provider text not null check (provider in ('tavily', 'brave', 'factcheck', 'endpoint')),
    sealed bytea not null,
    nonce bytea not null,
    set_at timestamptz not null,
    primary key (workspace, provider)
);

-- Not logged: after a fall of the server every bucket is full again, and no request waits for the disk.
create unlogged table veracious.rate (
    workspace int not null references veracious.workspace on delete cascade,
    actor text not null,
    tokens float8 not null,
    at timestamptz not null,
    primary key (workspace, actor)
);

do $$
declare
    named text;
begin
    foreach named in array array['api_key', 'person', 'session', 'provider_key', 'rate'] loop
        execute format('alter table veracious.%I enable row level security', named);
        execute format('alter table veracious.%I force row level security', named);
        execute format('create policy own on veracious.%I to veracious_app
            using (workspace = (select veracious.here())) with check (workspace = (select veracious.here()))', named);
        execute format('create policy keeper on veracious.%I to %I using (true) with check (true)', named, current_user);
        execute format('grant select, insert on veracious.%I to veracious_app', named);
    end loop;
end $$;
-- What a key allows cannot be changed, nor a key be made unseen: it is revoked, and stays in the list.
grant update (revoked_at) on veracious.api_key to veracious_app;
grant update (password), delete on veracious.person to veracious_app;
grant delete on veracious.session to veracious_app;
grant update (sealed, nonce, set_at), delete on veracious.provider_key to veracious_app;
grant update (tokens, at) on veracious.rate to veracious_app;

-- A key and a session are looked up before their workspace is known. These tell of the one whose hash is given, and of nobody without it.
-- A key that has ended or was revoked is not there; that one was used is written down once an hour.
create function veracious.key_find(wanted bytea, moment timestamptz)
    returns table (workspace text, id text, scope text, ends_at timestamptz) language sql security definer
    set search_path = pg_catalog, veracious as $$
    update veracious.api_key k set used_at = moment
    where k.hash = wanted and k.revoked_at is null and (k.ends_at is null or k.ends_at > moment)
        and (k.used_at is null or k.used_at <= moment - interval '1 hour');
    select w.name, k.id, k.scope, k.ends_at
    from veracious.api_key k join veracious.workspace w on w.id = k.workspace
    where k.hash = wanted and k.revoked_at is null and (k.ends_at is null or k.ends_at > moment)
$$;

create function veracious.session_find(wanted bytea)
    returns table (workspace text, person text, rank text, csrf text, ends_at timestamptz) language sql stable security definer
    set search_path = pg_catalog, veracious as $$
    select w.name, s.person, p.rank, s.csrf, s.ends_at
    from veracious.session s join veracious.person p on p.workspace = s.workspace and p.name = s.person
    join veracious.workspace w on w.id = s.workspace
    where s.hash = wanted
$$;

-- The number of a workspace, if there is one of exactly this name. `enter` would make it, and whoever signs in makes none by a wrong name.
create function veracious.workspace_find(wanted text) returns int language sql stable security definer
    set search_path = pg_catalog, veracious as $$ select w.id from veracious.workspace w where w.name = wanted $$;

-- How full a bucket is at a moment: it holds as many as a minute allows, and fills evenly. What was noted more than a minute ago is full, and
-- so is what was noted more than a minute ahead, by a clock that was wrong.
create function veracious.refilled(tokens float8, noted timestamptz, most float8, moment timestamptz) returns float8
    language sql immutable parallel safe as $$
    select case when abs(extract(epoch from moment - noted)) >= 60 then most
        else least(most, tokens + most * greatest(0, extract(epoch from moment - noted)::float8) / 60) end
$$;

do $$
declare
    signature regprocedure;
begin
    for signature in select oid::regprocedure from pg_proc where pronamespace = 'veracious'::regnamespace
            and proname in ('key_find', 'session_find', 'workspace_find', 'refilled') loop
        execute format('revoke execute on function %s from public', signature);
        execute format('grant execute on function %s to veracious_app', signature);
    end loop;
end $$;
