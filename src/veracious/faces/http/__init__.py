"""The service over HTTP: `app.make` puts it together, and every module here is one topic of it."""
