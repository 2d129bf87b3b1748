"""How the files in `weights/` were made, runnable; not part of any distribution."""
