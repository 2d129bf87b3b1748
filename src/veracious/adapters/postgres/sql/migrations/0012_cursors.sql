-- Pages of a list cost the same wherever they stand: each order of a list has an index of its own.
--
-- To go back: drop index veracious.chain_kept, veracious.job_listed, veracious.document_listed; drop function veracious.service_secret();
-- drop table veracious.service. Cursors that were told before are refused then, and whoever holds one begins at the first page.

create index chain_kept on veracious.chain (workspace, number) where event = 'kept';
create index job_listed on veracious.job (workspace, kind, made_at desc, id collate "C" desc);
create index document_listed on veracious.document (generation, id);

-- What the service signs with. It is the same for all processes, and known to nobody outside.
create table veracious.service (
    only_one boolean primary key default true check (only_one),
    secret bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);
insert into veracious.service default values;

create function veracious.service_secret() returns bytea language sql stable security definer set search_path = pg_catalog, veracious as $$
    select secret from veracious.service
$$;
revoke execute on function veracious.service_secret() from public;
grant execute on function veracious.service_secret() to veracious_app;
