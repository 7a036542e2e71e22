-- How far a run of a provider that is asked over the network has come. Between its steps nobody holds the run: it is
-- `waiting`, and a delayed message is on its way.
alter table runs
  -- submitting: the request may have left, and no answer has been recorded. submitted: the vendor works, or has worked.
  add column remote_step text
    constraint remote_step_is_known check (remote_step in ('submitting', 'submitted')),
  -- Told to the vendor with every submit of the same work, for those that tell repetitions by it.
  add column remote_token uuid,
  -- Counts the submits that may have reached the vendor, and names the one whose answer is awaited.
  add column submissions integer not null default 0,
  add column submitting_at timestamptz,
  -- What the vendor calls an uploaded document, and the work on it.
  add column remote_upload jsonb,
  add column remote_reference jsonb,
  -- Before this time a message finds nothing to do: the one that does is on its way.
  add column remote_due_at timestamptz,
  add column remote_deadline_at timestamptz,
  add constraint reference_only_when_submitted check ((remote_reference is not null) = (remote_step is not distinct from 'submitted')),
  add constraint submitting_since_when check (remote_step is distinct from 'submitting' or submitting_at is not null);

create index runs_at_vendors on runs (provider) where remote_step is not null and ended_at is null;

-- What vendors keep of ours. A row comes with the reference it is about and goes when the vendor has deleted what it
-- names; it outlives its run, whose end is what makes it due.
create table vendor_traces (
  id uuid primary key,
  run_id uuid not null,
  provider text not null,
  reference jsonb not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null
);

create index vendor_traces_of_a_run on vendor_traces (run_id);
create index vendor_traces_due on vendor_traces (next_attempt_at);
