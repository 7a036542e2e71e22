/**
 * Selects the blobs that jobs and their runs need: `path`, `kind` (`source`, `result`, `reading` or `page_images`), and where they are
 * known `size`, `hash` (SHA-256 in base64url) or `sha256` (in hex), and whether one is recorded as `damaged`. `which` says
 * of which jobs, as a condition on a column with their ids.
 *
 * A source is needed as long as a run is open. After that it may be deleted before the job ends, so a job that is about
 * to end may refer to one that is gone.
 */
export const selectNamedBlobs = (which: (column: string) => string): string => `
  select source_path as path, 'source' as kind, source_size as size, null as hash, source_sha256 as sha256,
    false as damaged
  from jobs
  where ${which('id')} and source_path is not null
    and exists (select 1 from runs where job_id = jobs.id and ended_at is null)
  union all
  select result_path, 'result', result_size, result_etag, null, result_damaged_at is not null from jobs
  where ${which('id')} and result_path is not null
  union all
  select result_path, 'result', result_size, result_etag, null, false from runs
  where ${which('job_id')} and result_path is not null
  union all
  select reading_path, 'reading', null, null, null, false from runs
  where ${which('job_id')} and reading_path is not null
  union all
  select path, 'page_images', size, null, null, false from page_images
  where ${which('job_id')} and size is not null`
