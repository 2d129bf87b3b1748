-- Articles are analysed as jobs, and what a job tells has named fields beside its words.
--
-- To go back: delete from veracious.job where kind = 'article'; make job_kind_check as 0011 left it;
-- alter table veracious.job_event drop column fields.

alter table veracious.job drop constraint job_kind_check;
alter table veracious.job add constraint job_kind_check check (kind in ('verification', 'check', 'answer', 'ingest', 'article'));
alter table veracious.job_event add column fields json not null default '{}';
