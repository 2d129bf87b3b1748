-- What is remembered beside evidence: addresses that were read, and what a workspace thinks of sources.

create table veracious.page (
    form text primary key,
    status text not null check (status in ('seen', 'extracted', 'failed')),
    stage text not null,
    digest text,
    trouble text not null default '',
    seen_at timestamptz not null,
    read_at timestamptz
);

create table veracious.page_claim (
    workspace int not null references veracious.workspace on delete cascade,
    form text not null references veracious.page on delete cascade,
    claim text not null,
    primary key (workspace, form, claim)
);

create table veracious.source_override (
    workspace int not null references veracious.workspace on delete cascade,
    domain text not null,
    credibility real check (credibility between 0 and 1),
    tier text not null,
    primary key (workspace, domain)
);
