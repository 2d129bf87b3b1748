"""Small trained models that run here, on the processor, without a network."""
