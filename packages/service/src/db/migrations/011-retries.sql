set local lock_timeout = '5s';

alter table jobs
  -- How often the ended job was run again because its caller asked for it. Fences what is written about the job as a
  -- whole, as the attempt fences what is written about a run.
  add column retries integer not null default 0,
  -- When that was last asked for.
  add column retried_at timestamptz,
  -- Whether the job had provider options, which are dropped at its end; null if an earlier version ended it.
  add column options_dropped boolean,
  -- When the stored result was found to be missing or damaged.
  add column result_damaged_at timestamptz;
