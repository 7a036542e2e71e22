export { createClient, type Client, type ClientOptions, type ReadJob, type Source } from './client.ts'
export { ProblemError, UnexpectedAnswerError, UnreachableError } from './errors.ts'
export { followJob, type EndedJob, type JobListener } from './follow-job.ts'
export { uploadHeaders, urlBody, type JobQuery } from './job-query.ts'
