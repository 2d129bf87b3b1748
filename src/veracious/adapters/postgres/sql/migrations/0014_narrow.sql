-- The application's role may do what its statements do, and no more: it lifts no limit of a workspace, changes nothing of a job but how far
-- it is, and takes nothing out of a list that is only added to.
--
-- To go back: grant select, insert, update, delete on veracious.allowance, veracious.job, veracious.job_event, veracious.idempotency,
-- veracious.executor, veracious.page, veracious.page_claim to veracious_app; grant update on veracious.refresh to veracious_app;
-- drop policy finished on veracious.job; drop function veracious.allow_key(text, bigint, int, int, date).

-- What a workspace may use is said by the owner. Of a key the application says it, by a function; what was used it counts.
revoke insert, update, delete on veracious.allowance from veracious_app;
grant insert (workspace, actor, month, held_micros, jobs) on veracious.allowance to veracious_app;
grant update (month, spent_micros, held_micros, jobs) on veracious.allowance to veracious_app;

create function veracious.allow_key(who text, money bigint, at_once int, a_minute int, since date) returns void language plpgsql
    security definer set search_path = pg_catalog, veracious as $$
begin
    if veracious.here() is null or who = '' then
        raise exception 'what a workspace may use is said by the owner of the schema' using errcode = 'insufficient_privilege';
    end if;
    insert into veracious.allowance (workspace, actor, money_micros, jobs_at_once, requests_a_minute, month)
        values (veracious.here(), who, money, at_once, a_minute, since)
        on conflict (workspace, actor) do update
        set money_micros = excluded.money_micros, jobs_at_once = excluded.jobs_at_once, requests_a_minute = excluded.requests_a_minute;
end $$;
revoke execute on function veracious.allow_key(text, bigint, int, int, date) from public;
grant execute on function veracious.allow_key(text, bigint, int, int, date) to veracious_app;

-- Of a job that was handed in nothing changes but how far it is; only a finished one is erased.
revoke update on veracious.job from veracious_app;
grant update (state, executor, version, tries, begun_at, until, outcome, cause, spent_micros, has_record, finished_at, cancelling)
    on veracious.job to veracious_app;
create policy finished on veracious.job as restrictive for delete to veracious_app using (state = 'finished');
revoke update, delete on veracious.job_event from veracious_app;
revoke update on veracious.idempotency from veracious_app;
revoke update on veracious.executor from veracious_app;
grant update (seen_at) on veracious.executor to veracious_app;
revoke update on veracious.refresh from veracious_app;
grant update (state, begun_at, ended_at, generation, pages, money_micros, reason, cause) on veracious.refresh to veracious_app;

-- What was read of the web is noted, and how it ended; it is not unread.
revoke update, delete on veracious.page from veracious_app;
grant update (status, digest, trouble, read_at) on veracious.page to veracious_app;
revoke update on veracious.page_claim from veracious_app;

-- Numbers are drawn by functions of the owner; nobody asks what waits any more.
revoke usage on sequence veracious.generation_id_seq, veracious.workspace_id_seq from veracious_app;
revoke execute on function veracious.jobs_waiting(interval) from veracious_app;
