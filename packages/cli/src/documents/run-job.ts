import { pathToFileURL } from 'node:url'
import type { JobRequest } from '@polyparse/client'
import { CompleteJob, RunProgress, StatusEvent } from '@polyparse/contract'
import { Check } from '@polyparse/document/typebox/value'
import type { JobListener } from './display.ts'
import type { DocumentSource } from './document-source.ts'
import type { ServiceClient } from '../service/service-client.ts'

/**
 * The result of a new job. When the command ends before the job does, the job is erased, unless it has a key of its own.
 * @throws {DocumentError} when the document cannot be read or the job fails
 */
export const runJob = async (
  service: ServiceClient,
  source: DocumentSource,
  request: JobRequest,
  { onStatus, onRun, idempotencyKey }: JobListener & { readonly idempotencyKey?: string | undefined },
): Promise<CompleteJob> => {
  const document = 'url' in source ? source.url : pathToFileURL(source.path)
  const job = await service.call(({ jobs }) =>
    jobs.run(document, request, {
      filename: source.filename,
      idempotencyKey,
      onProgress: (event) => {
        if (Check(StatusEvent, event)) onStatus(event.status)
        if (Check(RunProgress, event)) onRun(event)
      },
    }),
  )
  // All of it is shown, or written to files.
  if (!Check(CompleteJob, job)) throw service.notOurs()
  return job
}
