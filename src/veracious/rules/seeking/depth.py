"""How deep a store is searched, and how its two answers, by meaning and by words, become one order.

score = near_weight / (rank_offset + rank by vectors) + told_weight / (rank_offset + rank by words)     an absent rank adds nothing
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DepthDials:
    """How far each part of a search looks."""

    ef_search: int = 100  # candidates the vector index keeps in sight; 40–400; recall and time rise with it
    scan_at_most: int = 40_000  # vectors looked at under a filter before the search gives up; 20,000–200,000; pgvector's default is 20,000
    each: int = 100  # best of each finder that are joined, at least the limit asked for; 50–200; a guess
    triples_at_most: int = 500  # triples in reach that are scored, fewest hops first; 100–5,000; a guess
    near_weight: float = 1.0  # of the rank by vectors; 0–3; moves with `told_weight`, only their ratio counts
    told_weight: float = 1.0  # of the rank by words; 0–3; moves with `near_weight`, only their ratio counts
    rank_offset: float = 15.0  # added to each rank, so that first places do not decide alone; 1–100; claims_train, below Cormack's 60


def joined(near_rank: int | None, told_rank: int | None, dials: DepthDials) -> float:
    """The score of a passage from its rank in each answer, from 1; none where an answer lacks it.

    Formula: Meaning and words joined. From A §3 names the stores; reciprocal ranks of Cormack et al. 2009.

        score = near_weight / (rank_offset + rank by vectors) + told_weight / (rank_offset + rank by words)      no rank adds nothing

    Dials: near_weight, told_weight, rank_offset of DepthDials.
    """
    near = 0.0 if near_rank is None else dials.near_weight / (dials.rank_offset + near_rank)
    told = 0.0 if told_rank is None else dials.told_weight / (dials.rank_offset + told_rank)
    return near + told
