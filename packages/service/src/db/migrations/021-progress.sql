set local lock_timeout = '5s';

-- How many pages the attempt that goes on has read, and how many it is to read, where its provider says so meanwhile.
alter table runs
  add column pages_done integer not null default 0 constraint pages_done_is_a_count check (pages_done >= 0),
  add column pages_total integer constraint pages_total_is_a_count check (pages_total >= 0);
