"""Trust to verdict: exact quotes, conflicts, truth, confidence, guards, aggregation, belief, calibration."""
