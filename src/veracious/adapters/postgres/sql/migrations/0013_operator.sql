-- A key of an operator sees what the whole service does; that of a workspace, whatever it allows there, does not.
--
-- To go back: revoke the keys of operators, delete their rows as the owner, and set the old check again, without 'operator'.

alter table veracious.api_key drop constraint api_key_scope_check;
alter table veracious.api_key add constraint api_key_scope_check check (scope in ('read', 'verify', 'write', 'admin', 'operator'));
