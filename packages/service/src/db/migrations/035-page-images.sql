set local lock_timeout = '5s';

-- Whether images of the pages are kept with the result. They follow the body in storage, as the files of images do.
alter table jobs add column page_images boolean not null default false;
