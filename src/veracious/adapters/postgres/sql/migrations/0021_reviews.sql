-- What people say of verdicts, and what readers say of those that were published. Who may say what, and as whom.
--
-- To go back: docs/howto/go-back-a-version.md.

-- An entry is only added: the application may neither change nor erase one. With its record it goes, since a reason may say what stood there.
create table veracious.review_entry (
    workspace int not null,
    record text not null,
    number int not null check (number > 0),
    place bigint generated always as identity,
    at timestamptz not null,
    person text not null check (person <> ''),
    act text not null check (act in ('signed', 'changed', 'returned', 'withdrawn', 'published', 'unpublished')),
    digest text not null,
    was text not null check (was in ('supported', 'refuted', 'mixed', 'not_enough_evidence')),
    became text check (became in ('supported', 'refuted', 'mixed', 'not_enough_evidence')),
    why text not null default '' check (length(why) <= 2000),
    primary key (workspace, record, number),
    foreign key (workspace, record) references veracious.record on delete cascade
);
create index review_entry_place on veracious.review_entry (workspace, place);

create table veracious.feedback (
    workspace int not null,
    number bigint generated always as identity,
    record text not null,
    at timestamptz not null,
    text text not null check (length(text) between 1 and 2000),
    closed_at timestamptz,
    closed_by text not null default '',
    note text not null default '' check (length(note) <= 2000),
    primary key (workspace, number),
    foreign key (workspace, record) references veracious.record on delete cascade
);
create index feedback_record on veracious.feedback (workspace, record);
create index feedback_at on veracious.feedback (workspace, at);

do $$
declare
    named text;
begin
    foreach named in array array['review_entry', 'feedback'] loop
        execute format('alter table veracious.%I enable row level security', named);
        execute format('alter table veracious.%I force row level security', named);
        execute format('create policy own on veracious.%I to veracious_app
            using (workspace = (select veracious.here())) with check (workspace = (select veracious.here()))', named);
        execute format('create policy keeper on veracious.%I to %I using (true) with check (true)', named, current_user);
        execute format('grant select, insert on veracious.%I to veracious_app', named);
    end loop;
end $$;
grant update (closed_at, closed_by, note) on veracious.feedback to veracious_app;

-- Each entry stands in the list of changes, without its reason, which is erased with the record.
alter table veracious.audit_entry drop constraint audit_entry_action_check;
alter table veracious.audit_entry add constraint audit_entry_action_check check (action in ('key_made', 'key_revoked', 'provider_key_set',
    'provider_key_removed', 'role_given', 'role_changed', 'role_removed', 'rating_set', 'rating_removed', 'retention_changed', 'webhook_set',
    'webhook_removed', 'verdict_signed', 'verdict_changed', 'verdict_returned', 'verdict_withdrawn', 'verdict_published', 'verdict_unpublished'));

create function veracious.audit_review() returns trigger language plpgsql security definer set search_path = pg_catalog, veracious as $$
declare
    who text := coalesce(nullif(current_setting('veracious.actor', true), ''), 'database:' || session_user);
begin
    insert into veracious.audit_entry (workspace, actor, action, subject, before, after)
        values (new.workspace, who, 'verdict_' || new.act, new.record, new.was, coalesce(new.became, ''));
    return null;
end $$;
revoke execute on function veracious.audit_review() from public;
create trigger audit after insert on veracious.review_entry for each row execute function veracious.audit_review();

-- Whoever hands claims in need not be let to sign them.
alter table veracious.api_key drop constraint api_key_scope_check;
alter table veracious.api_key add constraint api_key_scope_check check (scope in ('read', 'verify', 'write', 'review', 'admin', 'operator'));
alter table veracious.person drop constraint person_rank_check;
alter table veracious.person add constraint person_rank_check check (rank in ('reader', 'checker', 'reviewer', 'admin'));
