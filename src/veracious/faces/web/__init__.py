"""The pages of the service, for people with a browser: to check a claim, to watch it being checked, to read what came of it."""
