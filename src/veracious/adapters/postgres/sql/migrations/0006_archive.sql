-- Records of runs, the tapes they are replayed from, the blobs on those tapes, and the chain that tells what was erased from what was altered.
--
-- Everything here belongs to one workspace. A record, its tape and its blobs can be erased; a link of the chain cannot, nor changed: the
-- application may only add one. It holds no content, only a commitment that says nothing without the salt, which goes with the record.

alter table veracious.workspace add column tape_days int default 90 check (tape_days > 0);
grant update (tape_days) on veracious.workspace to veracious_app;

create table veracious.blob (
    workspace int not null references veracious.workspace on delete cascade,
    digest text not null,
    packed bytea not null,
    mark text not null,
    used_at timestamptz not null,
    primary key (workspace, digest)
);
alter table veracious.blob alter column packed set storage external;

create table veracious.tape (
    workspace int not null references veracious.workspace on delete cascade,
    run text not null,
    port text not null,
    asked text not null,
    answered text not null,
    mark text not null,
    made_at timestamptz not null,
    primary key (workspace, run, port, asked)
);
create index tape_answered on veracious.tape (workspace, answered);

create table veracious.record (
    workspace int not null references veracious.workspace on delete cascade,
    id text not null,
    body bytea not null,
    envelope bytea not null,
    salt bytea not null,
    primary key (workspace, id)
);

create table veracious.chain (
    workspace int not null references veracious.workspace on delete cascade,
    number int not null,
    event text not null check (event in ('kept', 'expired', 'erased')),
    record text not null,
    at timestamptz not null,
    commitment text not null,
    previous text,
    hash text not null,
    primary key (workspace, number)
);
create index chain_record on veracious.chain (workspace, record);

do $$
declare
    named text;
begin
    foreach named in array array['blob', 'tape', 'record', 'chain'] loop
        execute format('alter table veracious.%I enable row level security', named);
        execute format('alter table veracious.%I force row level security', named);
        execute format('create policy own on veracious.%I to veracious_app
            using (workspace = (select veracious.here())) with check (workspace = (select veracious.here()))', named);
        execute format('create policy keeper on veracious.%I to %I using (true) with check (true)', named, current_user);
        execute format('grant select, insert on veracious.%I to veracious_app', named);
        if named <> 'chain' then
            execute format('grant delete on veracious.%I to veracious_app', named);
        end if;
    end loop;
end $$;
grant update (used_at) on veracious.blob to veracious_app;
