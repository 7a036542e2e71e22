-- What is done in the background by one process at a time, whichever comes first.
create table chores (
  name text primary key,
  -- Nobody begins it before; whoever does it moves this on for as long as it takes.
  due_at timestamptz not null,
  -- How far it has come, in its own words.
  position jsonb
);

-- When the deletion was last tried in vain: one that always fails is not to keep the others waiting.
alter table deletions add column tried_at timestamptz;

create index deletions_by_turn on deletions (coalesce(tried_at, requested_at));
