-- Which providers there are is known to the program; the store takes any that is a plain name.
alter table veracious.provider_key drop constraint provider_key_provider_check;
alter table veracious.provider_key add constraint provider_key_provider_check check (provider ~ '^[a-z][a-z0-9_]{0,39}$');
