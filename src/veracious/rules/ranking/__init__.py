"""Candidates to the few that count: scored, penalised, admitted, reranked, each step explained."""
