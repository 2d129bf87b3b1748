-- The role of a person can be changed, and the list of changes says, too, who erased a record and who set a limit.
--
-- To go back: docs/howto/go-back-a-version.md.

grant update (rank) on veracious.person to veracious_app;

alter table veracious.audit_entry drop constraint audit_entry_action_check;
alter table veracious.audit_entry add constraint audit_entry_action_check check (action in ('key_made', 'key_revoked', 'provider_key_set',
    'provider_key_removed', 'role_given', 'role_changed', 'role_removed', 'rating_set', 'rating_removed', 'retention_changed', 'webhook_set',
    'webhook_removed', 'verdict_signed', 'verdict_changed', 'verdict_returned', 'verdict_withdrawn', 'verdict_published', 'verdict_unpublished',
    'record_erased', 'limit_set'));

-- What is left of an erased record is its name: the chain keeps that, too.
create function veracious.audit_erasure() returns trigger language plpgsql security definer set search_path = pg_catalog, veracious as $$
begin
    insert into veracious.audit_entry (workspace, actor, action, subject)
        values (new.workspace, coalesce(nullif(current_setting('veracious.actor', true), ''), 'database:' || session_user), 'record_erased',
            new.record);
    return null;
end $$;
revoke execute on function veracious.audit_erasure() from public;
create trigger audit after insert on veracious.chain for each row when (new.event = 'erased') execute function veracious.audit_erasure();

-- Limits as the list of changes has them. Money is kept in millionths.
create function veracious.limits_named(money bigint, at_once int, a_minute int, text_bytes bigint) returns text language sql immutable
    set search_path = pg_catalog as $$
    select coalesce(nullif(concat_ws(', ', 'money ' || trim_scale(money / 1000000.0), 'jobs ' || at_once, 'requests ' || a_minute,
        'text ' || text_bytes), ''), 'no limit')
$$;
revoke execute on function veracious.limits_named(bigint, int, int, bigint) from public;

-- A row is made when somebody first spends something, too: then no limit was set.
create function veracious.audit_limit() returns trigger language plpgsql security definer set search_path = pg_catalog, veracious as $$
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
revoke execute on function veracious.audit_limit() from public;
create trigger audit after insert on veracious.allowance for each row
    when (new.money_micros is not null or new.jobs_at_once is not null or new.requests_a_minute is not null or new.text_bytes is not null)
    execute function veracious.audit_limit();
create trigger audit_changed after update of money_micros, jobs_at_once, requests_a_minute, text_bytes on veracious.allowance for each row
    when (old.money_micros is distinct from new.money_micros or old.jobs_at_once is distinct from new.jobs_at_once
        or old.requests_a_minute is distinct from new.requests_a_minute or old.text_bytes is distinct from new.text_bytes)
    execute function veracious.audit_limit();
