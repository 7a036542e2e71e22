-- What a run of a compare job keeps of its document so that it can be compared with those of the others.
alter table runs
  add column reading_path text,
  add constraint reading_only_when_parsed check (reading_path is null or status = 'parsed');
