set local lock_timeout = '5s';

-- Of a run that was read: how many warnings its result has, how many pages its reader is not sure of, and which of them it
-- is least sure of; null where that is not known.
alter table runs
  add column warning_count integer constraint warnings_of_a_run_are_a_count check (warning_count >= 0),
  add column doubted_page_count integer constraint doubted_pages_are_a_count check (doubted_page_count >= 0),
  add column worst_page integer constraint the_worst_page_is_a_page check (worst_page > 0);
