-- Who changed keys, roles, ratings of sources and how long things are kept stands in a list that is only added to, by the database itself;
-- and how long the oldest job of a queue has waited is told to those who keep the service going. A job knows the request it came with.
--
-- To go back: drop function veracious.audit_note() cascade; drop function veracious.queue_ages(); drop table veracious.audit_entry;
-- alter table veracious.job drop column request_id.

create table veracious.audit_entry (
    workspace int not null references veracious.workspace on delete cascade,
    number bigint generated always as identity,
    at timestamptz not null default clock_timestamp(),
    actor text not null,
    action text not null check (action in ('key_made', 'key_revoked', 'provider_key_set', 'provider_key_removed', 'role_given', 'role_changed',
        'role_removed', 'rating_set', 'rating_removed', 'retention_changed')),
    subject text not null,
    before text not null default '',
    after text not null default '',
    primary key (workspace, number)
);
alter table veracious.audit_entry enable row level security;
alter table veracious.audit_entry force row level security;
create policy own on veracious.audit_entry to veracious_app using (workspace = (select veracious.here()));
grant select on veracious.audit_entry to veracious_app;
do $$
begin
    execute format('create policy keeper on veracious.audit_entry to %I using (true) with check (true)', current_user);
end $$;

-- The application says in `veracious.actor` who asks. Rows that go with their workspace are no change of anybody's.
create function veracious.audit_note() returns trigger language plpgsql security definer set search_path = pg_catalog, veracious as $$
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
revoke execute on function veracious.audit_note() from public;

create trigger audit after insert on veracious.api_key for each row execute function veracious.audit_note();
create trigger audit_revoked after update of revoked_at on veracious.api_key for each row
    when (old.revoked_at is null and new.revoked_at is not null) execute function veracious.audit_note();
create trigger audit after insert or update or delete on veracious.provider_key for each row execute function veracious.audit_note();
create trigger audit after insert or update of rank or delete on veracious.person for each row execute function veracious.audit_note();
create trigger audit after insert or update or delete on veracious.source_override for each row execute function veracious.audit_note();
create trigger audit after update of kept_days, tape_days on veracious.workspace for each row execute function veracious.audit_note();

-- How long the oldest job that nobody has begun has waited, for those who watch the service.
create function veracious.queue_ages() returns table (queue text, seconds double precision) language sql stable security definer
    set search_path = pg_catalog, veracious as $$
    select j.queue, extract(epoch from greatest(interval '0', now() - min(j.made_at)))::double precision
    from veracious.job j where j.state = 'queued' group by 1
$$;
revoke execute on function veracious.queue_ages() from public;
grant execute on function veracious.queue_ages() to veracious_app;

-- The request that a job came with, for the log of whoever runs it.
alter table veracious.job add column request_id text not null default '' check (length(request_id) <= 64);
