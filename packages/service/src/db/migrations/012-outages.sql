-- What a run needs to survive an outage of the service's own parts.
alter table runs
  -- A process has the answer to a submit and cannot record it yet: before this time its outcome is not unknown.
  add column answer_expected_until timestamptz,
  -- Failures that are the service's own and that time mends. They are not limited, so they are counted apart.
  add column outages integer not null default 0,
  -- An upload to the vendor whose outcome has not been recorded began at this time.
  add column uploading_at timestamptz;
