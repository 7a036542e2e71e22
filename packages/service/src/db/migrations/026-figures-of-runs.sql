set local lock_timeout = '5s';

-- What a run that was read has cost, in millionths of a US dollar, and how its provider judges the text, 0–1; null where
-- that is not known.
alter table runs
  add column cost bigint constraint cost_of_a_run_is_not_negative check (cost >= 0),
  add column quality real constraint quality_is_a_share check (quality between 0 and 1);
