-- The latest time that was seen here: a clock that shows less has gone back.
create table clock (
  id integer primary key default 1 constraint there_is_one_clock check (id = 1),
  seen_at timestamptz not null default now()
);

insert into clock default values;
