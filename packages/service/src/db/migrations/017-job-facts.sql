set local lock_timeout = '5s';

alter table jobs
  -- Why the job failed, for programs; null if it has not, or if an earlier version ended it.
  add column error_code text,
  -- The caller's own labels.
  add column metadata jsonb,
  -- The pages that were read; in a comparison, the most that a provider has read.
  add column page_count integer;

alter table runs add column page_count integer;
