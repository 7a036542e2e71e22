create index concurrently if not exists jobs_of_batches on jobs (batch_id, batch_position) where batch_id is not null;
