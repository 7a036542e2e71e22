create table accounts (
  id uuid primary key,
  name text not null constraint account_names_are_unique unique,
  created_at timestamptz not null
);

create table keys (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  name text not null,
  -- The first characters of the key, for people to tell keys apart.
  prefix text not null,
  -- SHA-256 of the whole key; the key itself is stored nowhere.
  hash bytea not null constraint key_hashes_are_unique unique,
  created_at timestamptz not null,
  expires_at timestamptz,
  -- When a rotated key stops being valid, unless it expires before.
  retires_at timestamptz,
  disabled_at timestamptz,
  last_used_at timestamptz
);

create table jobs (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  idempotency_key text not null,
  -- SHA-256 of the canonical request, in hex.
  fingerprint text not null,
  operation text not null constraint operation_is_known check (operation in ('parse', 'compare')),
  outputs text[] not null,
  pages integer[],
  include_raw boolean not null,
  -- May hold secrets such as a document's password: emptied when the job ends.
  provider_options jsonb not null,

  source_url text,
  source_filename text,
  -- As declared or inferred, what is recorded and fingerprinted.
  source_media_type text,
  source_path text,
  source_size bigint,
  source_sha256 text,
  -- As told by the bytes; set when the source is at hand and sniffed.
  detected_media_type text,
  prepared_at timestamptz,

  status text not null constraint status_is_known check (status in ('queued', 'running', 'complete', 'failed')),
  error text,
  result_path text,
  result_size bigint,
  result_etag text,

  created_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,

  constraint idempotency_keys_belong_to_one_account unique (account_id, idempotency_key),
  constraint source_is_a_url_or_an_upload check ((source_url is null) <> (source_filename is null)),
  constraint completed_only_at_the_end check ((completed_at is not null) = (status in ('complete', 'failed'))),
  constraint error_only_when_failed check (error is null or status = 'failed'),
  constraint result_only_when_complete check (result_path is null or status = 'complete'),
  constraint running_has_started check (status <> 'running' or started_at is not null),
  constraint no_source_after_the_end check (completed_at is null or source_path is null),
  constraint no_options_after_the_end check (completed_at is null or provider_options = '{}')
);

create index jobs_of_an_account on jobs (account_id, id desc);
create index jobs_unfinished on jobs (created_at) where completed_at is null;
create index jobs_with_result on jobs (completed_at) where result_path is not null;
create index jobs_by_age on jobs (created_at);

create table runs (
  id uuid primary key,
  job_id uuid not null references jobs (id) on delete cascade,
  position integer not null,
  provider text not null,
  status text not null
    constraint run_status_is_known check (status in ('waiting', 'working', 'parsed', 'failed', 'unsupported')),
  -- Counts every start and fences every later write: only the latest attempt may end the run.
  attempt integer not null default 0,
  -- Attempts that ended in a transient failure, and attempts whose process died.
  failures integer not null default 0,
  deaths integer not null default 0,
  -- When the provider was first asked; preparing the source comes before.
  started_at timestamptz,
  ended_at timestamptz,
  error_code text,
  error_message text,
  result_path text,
  result_size bigint,
  result_etag text,

  constraint one_run_per_position unique (job_id, position),
  constraint one_run_per_provider unique (job_id, provider),
  constraint ended_only_at_the_end check ((ended_at is not null) = (status in ('parsed', 'failed', 'unsupported'))),
  constraint run_error_only_when_failed check ((error_message is not null) = (status = 'failed')),
  constraint run_result_only_when_parsed check (result_path is null or status = 'parsed')
);

-- Blobs that are to go, kept until their deletion has succeeded.
create table deletions (
  path text primary key,
  requested_at timestamptz not null
);
