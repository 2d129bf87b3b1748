"""A verdict in the forms that people take away: a table, a text with footnotes, the record, and what search engines read."""
