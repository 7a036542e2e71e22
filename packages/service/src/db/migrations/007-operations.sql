-- The trace that the creation of a job belongs to (W3C Trace Context): its runs, in whichever process, go on with it.
alter table jobs
  add column traceparent text,
  add column tracestate text;

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
