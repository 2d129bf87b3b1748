"""What each command shows to people."""
