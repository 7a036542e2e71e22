set local lock_timeout = '5s';

-- Where the files of images are: in the result, or at an address of their own. Then they follow the body in storage, and
-- result_etag is HASH.SIZE, with the size of the body.
alter table jobs
  add column images text not null default 'inline',
  add constraint images_are_inline_or_a_reference check (images in ('inline', 'reference')) not valid;
