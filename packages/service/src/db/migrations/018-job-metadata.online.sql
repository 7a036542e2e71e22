-- Jobs are looked for by their labels.
create index concurrently if not exists jobs_by_metadata on jobs using gin (metadata jsonb_path_ops)
  where metadata is not null;
