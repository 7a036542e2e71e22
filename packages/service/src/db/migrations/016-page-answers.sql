set local lock_timeout = '5s';

-- What a provider has answered about single pages, as JSON, for as long as the run goes on: a page with an answer is not
-- asked about again.
create table page_answers (
  run_id uuid not null references runs (id) on delete cascade,
  page integer not null check (page > 0),
  answer text not null,
  primary key (run_id, page)
);
