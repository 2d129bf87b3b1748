-- Why a workspace rates a source as it does, who said so, and when. Of what was said before, these are not known.
--
-- To go back: docs/howto/go-back-a-version.md.

alter table veracious.source_override
    add column reason text not null default '' check (length(reason) <= 500),
    add column said_by text not null default '' check (length(said_by) <= 200),
    add column said_at timestamptz;
