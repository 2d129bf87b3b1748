-- Who may see what. The application's role owns nothing; every table holds it to its workspace, and the owner too.

create function veracious.here() returns int language sql stable parallel safe
    as $$ select nullif(current_setting('veracious.workspace', true), '')::int $$;

do $$
declare
    named text;
begin
    if not exists (select from pg_roles where rolname = 'veracious_app') then
        create role veracious_app login nosuperuser nobypassrls nocreatedb nocreaterole noinherit;
    end if;
    foreach named in array array['generation', 'document', 'passage', 'posting', 'frequency', 'tally', 'triple'] loop
        execute format('alter table veracious.%I enable row level security', named);
        execute format('alter table veracious.%I force row level security', named);
        execute format('create policy shared_or_own on veracious.%I to veracious_app
            using (workspace is null or workspace = (select veracious.here()))
            with check (workspace is null or workspace = (select veracious.here()))', named);
        execute format('grant select, insert, delete on veracious.%I to veracious_app', named);
    end loop;
    foreach named in array array['page_claim', 'source_override'] loop
        execute format('alter table veracious.%I enable row level security', named);
        execute format('alter table veracious.%I force row level security', named);
        execute format('create policy own on veracious.%I to veracious_app
            using (workspace = (select veracious.here())) with check (workspace = (select veracious.here()))', named);
        execute format('grant select, insert, update, delete on veracious.%I to veracious_app', named);
    end loop;
end $$;

alter table veracious.workspace enable row level security;
alter table veracious.workspace force row level security;
create policy own on veracious.workspace to veracious_app using (id = (select veracious.here()));
grant select on veracious.workspace to veracious_app;
grant update (kept_days) on veracious.workspace to veracious_app;
grant select, insert, update, delete on veracious.page to veracious_app;
revoke insert, delete on veracious.generation from veracious_app;
grant usage on schema veracious to veracious_app;
grant usage on all sequences in schema veracious to veracious_app;
