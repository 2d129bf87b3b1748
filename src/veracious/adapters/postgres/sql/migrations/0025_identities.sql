-- People whom a provider of sign-ins lets in: an administrator adds them by their e-mail address, or by the provider's own name for them. Once
-- somebody has come with that address, the name counts, and the address never again: it may be given to somebody else.
--
-- To go back: docs/howto/go-back-a-version.md.

create table veracious.identity (
    workspace int not null,
    person text not null,
    email text not null check (length(email) <= 320),
    issuer text not null check (length(issuer) <= 2000),
    subject text not null check (length(subject) <= 255),
    primary key (workspace, person),
    foreign key (workspace, person) references veracious.person on delete cascade,
    check ((issuer = '') = (subject = '')),
    check (email <> '' or subject <> '')
);
create unique index identity_email on veracious.identity (workspace, email) where email <> '';
create unique index identity_subject on veracious.identity (workspace, issuer, subject) where subject <> '';

alter table veracious.identity enable row level security;
alter table veracious.identity force row level security;
create policy own on veracious.identity to veracious_app
    using (workspace = (select veracious.here())) with check (workspace = (select veracious.here()));
grant select, insert on veracious.identity to veracious_app;
grant update (issuer, subject) on veracious.identity to veracious_app;
do $$
begin
    execute format('create policy keeper on veracious.identity to %I using (true) with check (true)', current_user);
end $$;
