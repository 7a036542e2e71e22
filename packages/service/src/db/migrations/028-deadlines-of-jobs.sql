set local lock_timeout = '5s';

-- The seconds that each provider of the job may take; null: as many as the operator gives it.
alter table jobs
  add column deadline_seconds integer,
  add constraint a_deadline_of_a_job_is_at_most_a_day check (deadline_seconds between 1 and 86400) not valid;
alter table jobs validate constraint a_deadline_of_a_job_is_at_most_a_day;
