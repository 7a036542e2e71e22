-- Workers take runs from their own table, where the queue of version 9 had a message for each.
alter table runs
  -- Where it is worked on next: what fetches a source mostly waits, and has slots of its own.
  add column slot text not null default 'run',
  -- From when on a worker may take it; for one that a worker has, when its lease ends. Without it there is nothing to
  -- do, or something else has to happen first.
  add column due_at timestamptz,
  -- Since when a worker has it, or when that worker last renewed its lease; null while none has it.
  add column leased_at timestamptz,
  -- Counts leases, and fences what the holder of one does with it.
  add column lease integer not null default 0,
  add constraint slot_is_known check (slot in ('run', 'fetch')) not valid;

-- Version 9 sends a message for every run that has none, and would take runs from workers of this version.
insert into chores (name, due_at) values ('stalled runs', 'infinity')
  on conflict (name) do update set due_at = 'infinity';
