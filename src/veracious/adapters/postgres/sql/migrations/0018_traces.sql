-- A job carries the span of the request that it came with to the worker that runs it, so that both are in one trace.

alter table veracious.job add column traceparent text not null default '' check (length(traceparent) <= 55);
