"""Pages of HTML that one can send: the report of a record, and the ledger of an answer."""
