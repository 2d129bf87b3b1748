-- Right after an ingest the planner still takes a new generation for an empty one, and would look up every word in all words of it.
alter function veracious.fold(int) set enable_nestloop = off;
