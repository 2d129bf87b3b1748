"""The ledger suite: how well the engine tells what documents carry of an answer."""
