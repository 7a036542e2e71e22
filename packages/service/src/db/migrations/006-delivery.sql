-- The order in which waiting runs are taken up: by `turn`, which goes up with what an account has waiting, so that one
-- with little is not behind one with much. A run of a version that knew no turns has none, and goes first.
alter table runs
  add column account_id uuid references accounts (id),
  -- Those of one account that wait for each other: its parses, or its compares.
  add column lane text,
  add column turn integer,
  -- Of a provider that may be at work a limited number of times. parked: there was no room, and no message is on its
  -- way. held: room is kept, and a message is on its way. taken: at work, as long as the run is.
  add column place text constraint place_is_known check (place in ('parked', 'held', 'taken'));

-- Runs that were never begun, whose room is not the question yet.
create index runs_by_turn on runs (turn) where attempt = 0 and status = 'waiting' and turn is not null;
create index runs_of_a_lane on runs (account_id, lane, turn)
  where attempt = 0 and status = 'waiting' and turn is not null;
create index runs_with_a_place on runs (provider) where ended_at is null and place in ('held', 'taken');
create index runs_parked on runs (provider, turn) where ended_at is null and place = 'parked';

-- Rows are changed a few times soon after they are made: with room beside them the indexes need not be.
alter table jobs set (fillfactor = 80);
alter table runs set (fillfactor = 70);
