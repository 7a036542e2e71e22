set local lock_timeout = '5s';

-- Jobs that were created together, and are announced together when all have ended.
create table batches (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  idempotency_key text not null,
  fingerprint text not null,
  total integer not null constraint a_batch_has_jobs check (total > 0),
  -- It may carry a token of its owner's: in no answer and in no log.
  webhook_url text,
  created_at timestamptz not null,
  completed_at timestamptz,
  -- The announcement, as in webhook_deliveries.
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  delivered_at timestamptz,
  failure text,

  constraint batch_keys_belong_to_one_account unique (account_id, idempotency_key),
  constraint only_a_complete_batch_is_announced check (next_attempt_at is null or completed_at is not null)
);

create index batches_under_way on batches (id) where completed_at is null;
create index batch_announcements_due on batches (next_attempt_at) where next_attempt_at is not null;

-- Its position is that of its entry in the request, from 0.
alter table jobs
  add column batch_id uuid,
  add column batch_position integer,
  add constraint jobs_belong_to_batches foreign key (batch_id) references batches (id) on delete set null not valid;
