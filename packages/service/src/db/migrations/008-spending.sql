-- Who is asked, one after the other, when the provider of a parse job fails. Their runs are made when it comes to that;
-- each has a lower position than the one before, so the first in order is always the one that counts, also to a version
-- that knows of one run for a parse.
alter table jobs add column fallback text[];

-- What vendors who charge were asked for: one row for each submit that they may have taken. It is no part of its job, as
-- what was spent stays spent when the job is erased.
create table spending (
  run_id uuid not null,
  submission integer not null,
  job_id uuid not null,
  account_id uuid not null,
  provider text not null,
  -- In UTC, of the submit.
  day date not null,
  -- As expected when it was submitted, and as the vendor has read once that is known.
  pages integer not null,
  -- In millionths of a US dollar, by the price that was known.
  cost bigint not null,
  primary key (run_id, submission)
);

create index spending_of_an_account on spending (account_id, day);
create index spending_of_a_job on spending (job_id);
create index spending_by_age on spending (day);
