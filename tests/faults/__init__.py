"""What happens when processes are killed, servers fall over and things must be gone."""
