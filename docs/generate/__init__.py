"""Pages of the reference that are made from the code, so that they cannot say anything else."""
