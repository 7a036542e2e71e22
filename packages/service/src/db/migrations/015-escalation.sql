set local lock_timeout = '5s';

-- The pages that a run is to read, of which an earlier run of the job is not sure; null for a run that reads what the job
-- asks for. The outcome of the job stays that of the earlier
-- run, also to a version that does not know of this one.
alter table runs add column pages integer[];
