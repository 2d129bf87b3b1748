"""The adapters, each by itself."""
