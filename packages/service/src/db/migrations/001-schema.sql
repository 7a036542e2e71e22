create table accounts (
  id uuid primary key,
  name text not null constraint account_names_are_unique unique,
  created_at timestamptz not null,
  -- Whether what people say about disputes is kept beside comparisons: for as long as the result, or until the job is erased.
  judgements text not null default 'off'
    constraint judgements_of_an_account_are_kept_in_one_way check (judgements in ('off', 'with_result', 'kept'))
);

create table keys (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  name text not null,
  -- The first characters of the key, for people to tell keys apart.
  prefix text not null,
  -- SHA-256 of the whole key; the key itself is stored nowhere.
  hash bytea not null constraint key_hashes_are_unique unique,
  -- What the key may be used for; null: everything.
  scopes text[] constraint a_restricted_key_has_a_scope check (cardinality(scopes) > 0),
  -- Limits of its own; null: none.
  requests_per_minute integer constraint some_request_is_allowed check (requests_per_minute > 0),
  pages_per_day integer constraint some_page_is_allowed check (pages_per_day > 0),
  created_at timestamptz not null,
  expires_at timestamptz,
  -- When a rotated key stops being valid, unless it expires before.
  retires_at timestamptz,
  disabled_at timestamptz,
  last_used_at timestamptz
);

-- Browsers that are signed in.
create table sessions (
  id uuid not null,
  -- SHA-256 of the secret in the cookie, which is stored nowhere.
  hash bytea not null,
  -- Null for an operator who has no account.
  account_id uuid references accounts (id) on delete cascade,
  role text not null,
  -- Who the identity provider says it is; null for a sign-in by link.
  person text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,

  constraint session_ids_are_unique primary key (id),
  constraint session_hashes_are_unique unique (hash),
  constraint hash_of_a_session_is_a_sha256 check (octet_length(hash) = 32),
  constraint role_of_a_session_is_known check (role in ('operator', 'member')),
  constraint a_member_has_an_account check (role = 'operator' or account_id is not null)
);

create index sessions_by_expiry on sessions (expires_at);

-- Links that sign a browser in once: the sign-in removes the row.
create table sign_in_links (
  hash bytea not null,
  account_id uuid not null references accounts (id) on delete cascade,
  role text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,

  constraint sign_in_link_hashes_are_unique primary key (hash),
  constraint hash_of_a_sign_in_link_is_a_sha256 check (octet_length(hash) = 32),
  constraint role_of_a_sign_in_link_is_known check (role in ('operator', 'member'))
);

create index sign_in_links_by_expiry on sign_in_links (expires_at);

-- An account's own keys for vendors.
create table provider_keys (
  account_id uuid not null references accounts (id) on delete cascade,
  provider text not null,
  -- The adapter that the key is for: the id of the provider may be bound to another one meanwhile.
  adapter text not null,
  -- Encrypted with a key that is not in the database.
  sealed bytea not null,
  ending text not null,
  created_at timestamptz not null,

  constraint an_account_has_one_key_for_a_provider primary key (account_id, provider)
);

-- Schemas for extractions, by the names that accounts give them. A job has a copy of the version that it fills.
create table extraction_schemas (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  created_at timestamptz not null,
  -- Since when no new job may refer to it.
  archived_at timestamptz,

  constraint schema_names_belong_to_one_account unique (account_id, name)
);

create table extraction_schema_versions (
  schema_id uuid not null references extraction_schemas (id) on delete cascade,
  version integer not null constraint versions_of_schemas_count_from_one check (version > 0),
  -- As text, because the order of its properties is that of the values.
  schema text not null,
  description text,
  created_at timestamptz not null,

  constraint a_schema_has_each_version_once primary key (schema_id, version)
);

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

create table jobs (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  -- The key that created the job; null if none did.
  key_id uuid,
  batch_id uuid,
  -- That of its entry in the request, from 0.
  batch_position integer,
  idempotency_key text not null,
  -- SHA-256 of the canonical request, in hex.
  fingerprint text not null,

  operation text not null constraint operation_is_known check (operation in ('parse', 'compare')),
  outputs text[] not null,
  pages integer[],
  include_raw boolean not null,
  -- May hold secrets such as a document's password: emptied when the job ends.
  provider_options jsonb not null,
  -- Who is asked, one after the other, when the provider of a parse job fails. Their runs are made when it comes to that;
  -- each has a lower position than the one before, so the first in order is always the one that counts.
  fallback text[],
  -- The seconds that each provider of the job may take; null: as many as the operator gives it.
  deadline_seconds integer
    constraint a_deadline_of_a_job_is_at_most_a_day check (deadline_seconds between 1 and 86400),
  -- The schema that is to be filled from the document, and how, as JSON; as text, because its order matters.
  extraction text,
  classification text,
  -- Where the files of images are: in the result, or at an address of their own. Then they follow the body in storage.
  images text not null default 'inline'
    constraint images_are_inline_or_a_reference check (images in ('inline', 'reference')),
  -- Whether images of the pages are kept with the result. They follow the body in storage, as the files of images do.
  page_images boolean not null default false,
  -- Whether pages can be had before the end of the job, as they are read.
  provisional_pages boolean not null default false,
  -- The caller's own labels.
  metadata jsonb,
  -- Where the end of the job is announced. It may carry a token of its owner's: in no answer and in no log.
  webhook_url text,
  -- Where its result is still to be delivered: from an output, or `job` for all of it, to a URL, which may carry a token.
  deliver jsonb,
  -- The trace that the creation of the job belongs to (W3C Trace Context): its runs, in whichever process, go on with it.
  traceparent text,
  tracestate text,

  source_url text,
  source_filename text,
  -- The filename of a source at a URL, as its server suggests it or as its path ends.
  fetched_filename text,
  -- As declared or inferred, what is recorded and fingerprinted.
  source_media_type text,
  source_path text,
  source_size bigint,
  source_sha256 text,
  -- As told by the bytes; set when the source is at hand and sniffed.
  detected_media_type text,
  prepared_at timestamptz,

  status text not null constraint status_is_known check (status in ('queued', 'running', 'complete', 'failed')),
  -- Why the job failed, for programs and for people.
  error_code text,
  error text,
  result_path text,
  result_size bigint,
  -- The hash of the body, and where files follow it `HASH.SIZE`, with the size of the body.
  result_etag text,
  -- When the stored result was found to be missing or damaged.
  result_damaged_at timestamptz,
  -- The pages that were read; in a comparison, the most that a provider has read.
  page_count integer,
  -- Whether the job had provider options, which are dropped at its end.
  options_dropped boolean not null default false,
  -- How often the ended job was run again because its caller asked for it. Fences what is written about the job as a
  -- whole, as the attempt fences what is written about a run.
  retries integer not null default 0,
  -- When that was last asked for.
  retried_at timestamptz,

  created_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,

  constraint idempotency_keys_belong_to_one_account unique (account_id, idempotency_key),
  constraint jobs_belong_to_batches foreign key (batch_id) references batches (id) on delete set null,
  constraint source_is_a_url_or_an_upload check ((source_url is null) <> (source_filename is null)),
  constraint completed_only_at_the_end check ((completed_at is not null) = (status in ('complete', 'failed'))),
  constraint error_only_when_failed check (error is null or status = 'failed'),
  constraint result_only_when_complete check (result_path is null or status = 'complete'),
  constraint running_has_started check (status <> 'running' or started_at is not null),
  constraint no_source_after_the_end check (completed_at is null or source_path is null),
  constraint no_options_after_the_end check (completed_at is null or provider_options = '{}')
)
-- Rows are changed a few times soon after they are made: with room beside them the indexes need not be.
with (fillfactor = 80);

create index jobs_of_an_account on jobs (account_id, id desc);
create index jobs_unfinished on jobs (created_at) where completed_at is null;
create index jobs_with_result on jobs (completed_at) where result_path is not null;
create index jobs_by_age on jobs (created_at);
create index jobs_of_batches on jobs (batch_id, batch_position) where batch_id is not null;
-- Jobs are looked for by their labels.
create index jobs_by_metadata on jobs using gin (metadata jsonb_path_ops) where metadata is not null;
-- What an account has stored is summed in this index alone.
create index jobs_storing on jobs (account_id) include (source_size, result_size, completed_at)
  where completed_at is null or result_path is not null;

-- One provider that works on one job.
create table runs (
  id uuid primary key,
  job_id uuid not null references jobs (id) on delete cascade,
  position integer not null,
  account_id uuid not null references accounts (id),
  provider text not null,
  -- The pages that it is to read, of which an earlier run of the job is not sure; null for a run that reads what the job
  -- asks for. Empty for a run that reads none, and has a model fill the schema of the job. The outcome of the job stays
  -- that of the earlier run.
  pages integer[],

  status text not null
    constraint run_status_is_known check (status in ('waiting', 'working', 'parsed', 'failed', 'unsupported')),
  -- Counts every start and fences every later write: only the latest attempt may end the run.
  attempt integer not null default 0,
  -- Attempts that ended in a transient failure, and attempts whose process died.
  failures integer not null default 0,
  deaths integer not null default 0,
  -- Failures that are the service's own and that time mends. They are not limited, so they are counted apart.
  outages integer not null default 0,
  -- When the provider was first asked; preparing the source comes before.
  started_at timestamptz,
  ended_at timestamptz,

  -- Those of one account that wait for each other: its parses, or its compares.
  lane text not null,
  -- Of a provider that works on a limited number of runs at a time. blocked: there was no free place, and the run is not
  -- due. reserved: a place is kept, and the run is due. taken: the provider works on the run, as long as the worker does.
  place text constraint place_is_known check (place in ('blocked', 'reserved', 'taken')),
  -- Where it is worked on next: what fetches a source mostly waits, and has slots of its own.
  slot text not null default 'run' constraint slot_is_known check (slot in ('run', 'fetch')),
  -- From when on a worker may take it; for one that a worker has, when its lease ends. Without it there is nothing to
  -- do, or something else has to happen first.
  due_at timestamptz,
  -- Since when a worker has it, or when that worker last renewed its lease; null while none has it.
  leased_at timestamptz,
  -- Counts leases, and fences what the holder of one does with it.
  lease integer not null default 0,

  -- How far a run of a provider that is asked over the network has come. Between its steps nobody holds the run: it is
  -- `waiting`, and due again later.
  -- submitting: the request may have left, and no answer has been recorded. submitted: the vendor works, or has worked.
  remote_step text constraint remote_step_is_known check (remote_step in ('submitting', 'submitted')),
  -- The adapter that has asked the vendor, which alone understands its references: the id of a provider may be bound to
  -- another one meanwhile.
  remote_adapter text,
  -- Whether the vendor was asked with the account's own key, which alone may follow up on that.
  account_key boolean,
  -- Told to the vendor with every submit of the same work, for those that tell repetitions by it.
  remote_token uuid,
  -- Counts the submits that may have reached the vendor, and names the one whose answer is awaited.
  submissions integer not null default 0,
  submitting_at timestamptz,
  -- An upload to the vendor whose outcome has not been recorded began at this time.
  uploading_at timestamptz,
  -- What the vendor calls an uploaded document, and the work on it.
  remote_upload jsonb,
  remote_reference jsonb,
  -- Before this time there is nothing to do.
  remote_due_at timestamptz,
  remote_deadline_at timestamptz,
  -- A process has the answer to a submit and cannot record it yet: before this time its outcome is not unknown.
  answer_expected_until timestamptz,
  -- How many pages the attempt that goes on has read, and how many it is to read, where its provider says so meanwhile.
  pages_done integer not null default 0 constraint pages_done_is_a_count check (pages_done >= 0),
  pages_total integer constraint pages_total_is_a_count check (pages_total >= 0),

  error_code text,
  error_message text,
  result_path text,
  result_size bigint,
  result_etag text,
  -- What a run of a compare job keeps of its document so that it can be compared with those of the others.
  reading_path text,
  -- Of a run that was read; null where it is not known.
  page_count integer,
  -- In millionths of a US dollar.
  cost bigint constraint cost_of_a_run_is_not_negative check (cost >= 0),
  -- How its provider judges the text, 0–1.
  quality real constraint quality_is_a_share check (quality between 0 and 1),
  warning_count integer constraint warnings_of_a_run_are_a_count check (warning_count >= 0),
  -- The pages that its reader is not sure of, and which of them it is least sure of.
  doubted_page_count integer constraint doubted_pages_are_a_count check (doubted_page_count >= 0),
  worst_page integer constraint the_worst_page_is_a_page check (worst_page > 0),

  constraint one_run_per_position unique (job_id, position),
  constraint ended_only_at_the_end check ((ended_at is not null) = (status in ('parsed', 'failed', 'unsupported'))),
  constraint run_error_only_when_failed check ((error_message is not null) = (status = 'failed')),
  constraint run_result_only_when_parsed check (result_path is null or status = 'parsed'),
  constraint reading_only_when_parsed check (reading_path is null or status = 'parsed'),
  constraint reference_only_when_submitted
    check ((remote_reference is not null) = (remote_step is not distinct from 'submitted')),
  constraint submitting_since_when check (remote_step is distinct from 'submitting' or submitting_at is not null)
)
with (fillfactor = 70);

-- One that reads, and one that has its model fill the schema.
create unique index one_run_per_provider on runs (job_id, provider, coalesce(cardinality(pages) = 0, false));

-- A run that was begun before goes ahead of those that have yet to begin, which wait in lanes: an account gets on by its
-- clock, and its runs by the age of their jobs.
create index runs_due on runs (slot, due_at) where due_at is not null and attempt > 0;
create index runs_of_a_lane on runs (slot, account_id, lane, job_id, position) where due_at is not null and attempt = 0;
create index runs_with_a_place on runs (provider) where ended_at is null and place in ('reserved', 'taken');
create index runs_blocked on runs (provider, account_id, job_id, position) where ended_at is null and place = 'blocked';
create index runs_at_vendors on runs (provider) where remote_step is not null and ended_at is null;

-- What a provider has answered about single pages, as JSON, for as long as the run goes on: a page with an answer is not
-- asked about again.
create table page_answers (
  run_id uuid not null references runs (id) on delete cascade,
  page integer not null check (page > 0),
  answer text not null,
  primary key (run_id, page)
);

-- Links that show the result of a job to whoever has them.
create table shares (
  id uuid primary key,
  -- SHA-256 of the token in the link, which is stored nowhere.
  hash bytea not null,
  job_id uuid not null references jobs (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,

  constraint share_hashes_are_unique unique (hash),
  constraint hash_of_a_share_is_a_sha256 check (octet_length(hash) = 32)
);

create index shares_of_a_job on shares (job_id);
create index shares_by_expiry on shares (expires_at);

-- What people say is printed where something else was read: the corrections of a job, a layer beside its result.
create table corrections (
  job_id uuid primary key references jobs (id) on delete cascade,
  -- Another with every change: who changes them names the one that they know.
  revision uuid not null,
  -- Each with its place, what was read, what is printed, who says so and when, with its members in this order.
  entries json not null
);

-- What people say about the disputes of a comparison. They may outlive the record of the job, so they name their account
-- themselves.
create table judgements (
  job_id uuid primary key,
  account_id uuid not null references accounts (id),
  -- Another with every change: who changes them names the one that they know.
  revision uuid not null,
  -- The judged document, with its members in this order.
  document json not null
);

create index judgements_of_an_account on judgements (account_id, job_id);

-- Single pages as the attempt that goes on has read them, serialized documents, of jobs whose callers want them before the
-- end. Those of an earlier attempt are replaced, and nobody reads them until then; all go when the job has ended.
create table read_pages (
  run_id uuid not null references runs (id) on delete cascade,
  page integer not null check (page > 0),
  attempt integer not null,
  document bytea not null,
  primary key (run_id, page)
);

-- The images of the pages of a job, in one blob, which is kept for a shorter time than its result. A row is there before its
-- blob, and whatever takes away the row or gives it another blob has the blob deleted.
create table page_images (
  job_id uuid primary key references jobs (id) on delete cascade,
  path text not null,
  -- Of the whole blob; null until that is stored.
  size bigint,

  constraint blobs_of_page_images_have_one_job unique (path)
);

create function request_deletion_of_page_images() returns trigger language plpgsql as $$
begin
  insert into deletions (path, requested_at) values (old.path, now()) on conflict do nothing;
  return null;
end
$$;

create trigger deletion_of_page_images after delete or update of path on page_images
  for each row execute function request_deletion_of_page_images();

-- What vendors keep of ours. A row comes with the reference it is about and goes when the vendor has deleted what it
-- names; it outlives its run, whose end is what makes it due.
create table vendor_artifacts (
  id uuid primary key,
  run_id uuid not null,
  provider text not null,
  adapter text,
  -- The account whose key deletes it; null: the operator's does.
  account_id uuid,
  reference jsonb not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null
);

create index vendor_artifacts_of_a_run on vendor_artifacts (run_id);
create index vendor_artifacts_due on vendor_artifacts (next_attempt_at);

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

create table webhook_secrets (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  -- As it is given out, `whsec_…`, or encrypted where there are keys for that: signing needs the secret itself, so a hash
  -- will not do.
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

-- One for each URL that takes the result of a complete job; as in webhook_deliveries.
create table result_deliveries (
  job_id uuid not null references jobs (id) on delete cascade,
  target text not null,
  account_id uuid not null references accounts (id),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  delivered_at timestamptz,
  failure text,

  primary key (job_id, target),
  constraint no_result_is_due_once_delivered check (delivered_at is null or next_attempt_at is null)
);

create index result_deliveries_due on result_deliveries (next_attempt_at) where next_attempt_at is not null;

-- Who did what to which account, key or job: written before it is done, so that nothing is done unseen, and completed
-- afterwards. It refers to nothing, because it outlives what it is about, and holds no secrets.
create table audit_entries (
  id uuid primary key,
  at timestamptz not null,
  action text not null,
  outcome text not null default 'unknown'
    constraint audit_outcome_is_known check (outcome in ('done', 'refused', 'failed', 'unknown')),
  actor text not null constraint audit_actor_is_known check (actor in ('admin_token', 'session', 'key', 'command')),
  actor_id text,
  actor_name text,
  address text,
  request_id text,
  account text,
  target text,
  details jsonb not null
);

create index audit_entries_by_time on audit_entries (at);

-- Blobs that are to go, kept until their deletion has succeeded.
create table deletions (
  path text primary key,
  requested_at timestamptz not null,
  -- When it was last tried in vain: one that always fails is not to keep the others waiting.
  tried_at timestamptz
);

create index deletions_by_turn on deletions (coalesce(tried_at, requested_at));

-- What is done in the background by one process at a time, whichever comes first.
create table chores (
  name text primary key,
  -- Nobody begins it before; whoever does it moves this on for as long as it takes.
  due_at timestamptz not null,
  -- How far it has come, in its own words.
  position jsonb
);

-- What all processes tell of the database, counted by one of them for all.
create table figures (
  only_row boolean primary key default true constraint figures_are_one_row check (only_row),
  -- When somebody last began to count.
  begun_at timestamptz not null default '-infinity',
  -- Of the last count that came to its end.
  counted_at timestamptz,
  figures jsonb
);

insert into figures default values;

-- The latest time that was seen here: a clock that shows less has gone back.
create table clock (
  id integer primary key default 1 constraint there_is_one_clock check (id = 1),
  seen_at timestamptz not null default now()
);

insert into clock default values;
