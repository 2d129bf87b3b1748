-- What refreshes of shared collections came to. They belong to no workspace, as what they fill does. While one runs, what it may use at most
-- stands where afterwards stands what it used: one that is killed is charged with that.
create table veracious.refresh (
    id text primary key,
    collection text not null check (collection in ('current_affairs', 'static', 'web')),
    state text not null check (state in ('asked', 'running', 'refreshed', 'unchanged', 'failed')),
    made_at timestamptz not null,
    begun_at timestamptz,
    ended_at timestamptz,
    generation int,
    pages int not null default 0,
    money_micros bigint not null default 0,
    reason text not null default '',
    cause text not null default ''
);
create index refresh_newest on veracious.refresh (collection, made_at desc);
create index refresh_begun on veracious.refresh (begun_at);
grant select, insert, update on veracious.refresh to veracious_app;
