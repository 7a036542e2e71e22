-- "Trace" is OpenTelemetry's word. Processes of the version before go on under the old name, through a view that can be
-- written to as the table could.
set local lock_timeout = '5s';

alter table vendor_traces rename to vendor_artifacts;
alter index vendor_traces_pkey rename to vendor_artifacts_pkey;
alter index vendor_traces_of_a_run rename to vendor_artifacts_of_a_run;
alter index vendor_traces_due rename to vendor_artifacts_due;

create view vendor_traces as
  select id, run_id, provider, reference, attempts, next_attempt_at from vendor_artifacts;
