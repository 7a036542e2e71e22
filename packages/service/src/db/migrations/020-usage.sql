set local lock_timeout = '5s';

alter table keys
  -- What the key may be used for; null: everything.
  add column scopes text[] constraint a_restricted_key_has_a_scope check (cardinality(scopes) > 0),
  -- Limits of its own; null: none.
  add column requests_per_minute integer constraint some_request_is_allowed check (requests_per_minute > 0),
  add column pages_per_day integer constraint some_page_is_allowed check (pages_per_day > 0);

-- The key that created the job; null if an earlier version did.
alter table jobs add column key_id uuid;

-- What providers have read. A run that has been read adds a row, and from time to time those that differ in nothing but
-- their numbers become one: the sum is what counts. It is no part of a job, as what was read stays read when the job is
-- erased.
create table usage (
  account_id uuid not null,
  key_id uuid,
  -- In UTC, of the end of the run.
  day date not null,
  provider text not null,
  jobs integer not null constraint a_row_counts_jobs check (jobs > 0),
  pages bigint not null constraint pages_are_not_negative check (pages >= 0),
  -- In millionths of a US dollar.
  cost bigint not null constraint cost_is_not_negative check (cost >= 0)
);

create index usage_of_an_account on usage (account_id, day);
create index usage_by_age on usage (day);
