"""Evidence on PostgreSQL: a private server on a laptop, any server elsewhere, one schema."""
