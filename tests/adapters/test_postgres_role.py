"""The application's role is held by the server itself, whatever is asked in its name."""

import psycopg
import pytest

from tests.adapters.two_workspaces import OWN_TABLES, TABLES, TwoWorkspaces


def test_nobody_sees_what_is_shared_and_nothing_else(world: TwoWorkspaces) -> None:
    with psycopg.connect(world.addresses.app) as connection:
        for standing in (None, "", "0", "-1", "2147483647"):
            if standing is not None:
                connection.execute("select set_config('veracious.workspace', %s, true)", (standing,))
            for table in TABLES:
                found = connection.execute(f"select workspace from veracious.{table}".encode()).fetchall()  # noqa: S608
                assert set(found) == {(None,)}, (standing, table)
            for table in (*OWN_TABLES, "workspace"):
                assert connection.execute(f"select from veracious.{table}".encode()).rowcount == 0


@pytest.mark.parametrize("standing", ["alpha", "1 or true", "99999999999999"])
def test_a_standing_that_is_no_number_sees_nothing_at_all(standing: str, world: TwoWorkspaces) -> None:
    with psycopg.connect(world.addresses.app) as connection:
        connection.execute("select set_config('veracious.workspace', %s, true)", (standing,))
        with pytest.raises(psycopg.DataError):
            connection.execute("select from veracious.document")


FORBIDDEN = """
alter table veracious.document disable row level security
alter table veracious.document no force row level security
alter table veracious.document owner to veracious_app
alter table veracious.document add column open int
alter table veracious.workspace disable row level security
drop policy shared_or_own on veracious.document
alter policy shared_or_own on veracious.document using (true)
create policy open on veracious.document using (true)
drop table veracious.document
drop table veracious.document_0
truncate veracious.document
truncate veracious.document_0
create trigger spy after insert on veracious.document for each row execute function suppress_redundant_updates_trigger()
create temp table child () inherits (veracious.page)
create table veracious.document_9999 partition of veracious.document for values in (9999)
create table veracious.mine ()
create table public.mine ()
create schema mine
select * from veracious.document_0
select * from veracious.passage_0
select * from veracious.posting_0
select * from veracious.frequency_0
select * from veracious.tally_0
select * from veracious.triple_0
insert into veracious.tally_0 values (0, 1, 1, 1, 1, 1)
delete from veracious.document_0
update veracious.document set workspace = null
update veracious.passage set workspace = null
update veracious.generation set state = 'live'
insert into veracious.generation (workspace, collection, part) values (1, 'documents', 0)
delete from veracious.generation
insert into veracious.workspace (name) values ('mine')
update veracious.workspace set name = 'mine'
delete from veracious.workspace
update veracious.chain set event = 'erased'
delete from veracious.chain
insert into veracious.audit_entry (workspace, actor, action, subject) values (1, 'x', 'key_made', 'x')
update veracious.audit_entry set actor = 'x'
delete from veracious.audit_entry
truncate veracious.audit_entry
select veracious.audit_note()
select veracious.audit_review()
update veracious.review_entry set why = 'x'
update veracious.review_entry set person = 'x'
delete from veracious.review_entry
truncate veracious.review_entry
update veracious.feedback set text = 'x'
delete from veracious.feedback
truncate veracious.chain
update veracious.record set body = 'x'
update veracious.record_line set number = 7
delete from veracious.record_line
update veracious.record_term set term = 7
delete from veracious.record_term
insert into veracious.record_unlisted (workspace, record) values (1, 'x')
update veracious.batch set worst_micros = 0
update veracious.batch_row set refused = ''
delete from veracious.batch_row
update veracious.tape set answered = 'x'
update veracious.blob set packed = 'x'
update veracious.allowance set money_micros = null
update veracious.allowance set jobs_at_once = 1000000
update veracious.allowance set requests_a_minute = null
update veracious.allowance set actor = 'other'
insert into veracious.allowance (workspace, actor, month, money_micros) values (1, '', now(), 1)
delete from veracious.allowance
select veracious.allow_key('', 1000000000, 1000, 1000, '2026-03-01')
update veracious.job set request = 'x'
update veracious.job set queue = 'x'
update veracious.job set actor = 'x'
update veracious.job set held_micros = 0
update veracious.job set priority = 0
update veracious.job set seconds = 1000000
update veracious.job set made_at = now()
update veracious.job_event set told = 'x'
delete from veracious.job_event
update veracious.idempotency set body = 'x'
update veracious.executor set version = 'x'
update veracious.refresh set collection = 'x'
update veracious.refresh set made_at = now()
update veracious.page set form = 'x'
update veracious.page set stage = 'x'
delete from veracious.page
update veracious.page_claim set claim = 'x'
select nextval('veracious.generation_id_seq')
select nextval('veracious.workspace_id_seq')
select veracious.jobs_waiting('0')
select secret from veracious.service
update veracious.service set secret = 'x'
truncate dbos.workflow_status
create trigger spy after insert on dbos.workflow_status for each row execute function suppress_redundant_updates_trigger()
insert into dbos.dbos_migrations values (1000)
update dbos.dbos_migrations set version = 0
delete from dbos.dbos_migrations
create table dbos.mine ()
drop table dbos.workflow_status
select veracious.part_make(9999)
select veracious.alone(1)
create or replace function veracious.here() returns int language sql as 'select 1'
alter function veracious.here() owner to veracious_app
drop function veracious.here()
grant all on veracious.document_0 to veracious_app
alter role veracious_app bypassrls
alter role veracious_app superuser
create role mine
set role postgres
set role plain_owner
set session authorization postgres
set session_replication_role = replica
alter system set row_security = off
copy veracious.document to program 'cat'
copy veracious.document_0 to stdout
select pg_read_file('PG_VERSION')
select * from public.veracious_migration
select * from pg_authid
"""


@pytest.mark.parametrize("text", FORBIDDEN.strip().splitlines())
def test_the_applications_role_cannot(text: str, world: TwoWorkspaces) -> None:
    with psycopg.connect(world.addresses.app, autocommit=True) as connection:
        connection.execute("select set_config('veracious.workspace', '1', false)")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(text.encode())


def test_a_job_that_is_not_finished_cannot_be_erased(world: TwoWorkspaces) -> None:
    aim = world.held("alpha")
    with psycopg.connect(world.addresses.app) as connection:
        connection.execute("select set_config('veracious.workspace', %s, true)", (str(aim.number),))
        assert connection.execute("select from veracious.job where state <> 'finished'").rowcount > 0
        connection.execute("delete from veracious.job")
        assert connection.execute("select from veracious.job where state <> 'finished'").rowcount > 0
        assert connection.execute("select from veracious.job where state = 'finished'").rowcount == 0
        connection.rollback()


def test_row_security_cannot_be_turned_off(world: TwoWorkspaces) -> None:
    """The setting does not open anything: it makes every question fail that row security would bear on."""
    for table in (*TABLES, *OWN_TABLES, "workspace"):
        with psycopg.connect(world.addresses.app) as connection:
            connection.execute("set row_security = off")
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(f"select * from veracious.{table}".encode())  # noqa: S608


def test_every_table_with_a_workspace_is_walled_for_its_owner_too(world: TwoWorkspaces) -> None:
    walled = """
        select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace'
        where c.relnamespace = 'veracious'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
            and c.relrowsecurity and c.relforcerowsecurity"""
    with psycopg.connect(world.addresses.owner) as owner:
        found = {name for (name,) in owner.execute(walled.encode()).fetchall()}
        able = owner.execute("select rolsuper or rolbypassrls from pg_roles where rolname = 'veracious_app'").fetchone()
        granted = owner.execute(
            "select relname from pg_class where relnamespace = 'veracious'::regnamespace and relispartition"
            " and has_table_privilege('veracious_app', oid, 'select, insert, update, delete, truncate, references, trigger')"
        ).fetchall()
    assert found == {*TABLES, *OWN_TABLES}
    assert able == (False,)
    assert granted == []


def test_a_function_of_ones_own_is_not_shown_what_is_anothers(world: TwoWorkspaces) -> None:
    """One that is cheaper than the wall, and tells what it is given, is asked after the wall all the same."""
    aim = world.held("alpha")
    spy = """
        create function pg_temp.spy(told text) returns boolean language plpgsql cost 0.0000001 as
        $$ begin if told ~ 'beta' then raise exception 'told %', told; end if; return true; end $$"""
    with psycopg.connect(world.addresses.app) as connection:
        connection.execute("select set_config('veracious.workspace', %s, true)", (str(aim.number),))
        connection.execute(spy.encode())
        for table, column in (
            ("document", "name"),
            ("passage", "text"),
            ("page_claim", "claim"),
            ("page", "stage"),
            ("source_override", "domain"),
        ):
            found = connection.execute(f"select from veracious.{table} where pg_temp.spy({column})".encode())
            assert found.rowcount > 0


def test_what_the_planner_knows_of_columns_is_not_told(world: TwoWorkspaces) -> None:
    with psycopg.connect(world.addresses.owner, autocommit=True) as owner:
        owner.execute("analyze veracious.document, veracious.passage, veracious.source_override")
        assert owner.execute("select from pg_stats where schemaname = 'veracious' and tablename ~ '^document'").rowcount > 0
    with psycopg.connect(world.addresses.app) as connection:
        assert connection.execute("select from pg_stats where schemaname = 'veracious'").rowcount == 0
