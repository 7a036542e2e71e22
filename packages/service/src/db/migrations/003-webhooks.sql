-- Where the end of the job is announced. It may carry a token of its owner's: in no answer and in no log.
alter table jobs add column webhook_url text;

create table webhook_secrets (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  -- As it is given out, `whsec_…`: signing needs the key itself, so a hash will not do.
  secret text not null,
  created_at timestamptz not null,
  -- When a secret that was rotated stops being signed with.
  retires_at timestamptz
);

create unique index one_current_webhook_secret on webhook_secrets (account_id) where retires_at is null;

-- One for each ended job with a webhook. It is due while it has a next attempt; without one it is delivered or given up.
create table webhook_deliveries (
  job_id uuid primary key references jobs (id) on delete cascade,
  account_id uuid not null references accounts (id),
  -- Counts every start and fences what is written of its outcome.
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  delivered_at timestamptz,
  -- Why the last attempt failed, for the operator.
  failure text,

  constraint nothing_is_due_once_delivered check (delivered_at is null or next_attempt_at is null)
);

create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where next_attempt_at is not null;
