-- A run that was begun before goes ahead of those that wait for their turn.
create index concurrently if not exists runs_due on runs (slot, due_at) where due_at is not null and attempt > 0;
create index concurrently if not exists runs_due_by_turn on runs (slot, turn nulls first) where due_at is not null and attempt = 0;

alter table runs validate constraint slot_is_known;
