"""Pages of HTML: the report one can send, and the seed of the web pages."""
