-- What an account has stored is summed in this index alone.
create index concurrently if not exists jobs_storing on jobs (account_id) include (source_size, result_size, completed_at)
  where completed_at is null or result_path is not null;
