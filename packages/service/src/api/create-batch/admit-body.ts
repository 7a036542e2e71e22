import { limits } from '@polyparse/contract'
import type { FastifyRequest } from 'fastify'
import { findBatchByKey } from '../../jobs/batches.ts'
import { callerOf } from '../authenticate.ts'
import { type Intake, whileAdmitted } from '../create-job/accept.ts'
import { readIdempotencyKey } from '../create-job/headers.ts'
import { refuseAnnounced } from '../create-job/receive.ts'
import { keptSince } from '../kept-since.ts'
import type { ApiParts } from '../parts.ts'
import { requireCapacity } from '../require-capacity.ts'

/**
 * Has the body of a batch read. One that is larger than that of a job, or may be, is admitted as an upload meanwhile, and is not
 * read at all if there is no capacity for what it asks for; a replay asks for none.
 * @throws {ProblemError} as for any upload.
 */
export const admitBody = async <Result>(
  parts: ApiParts,
  { capacity, admitUpload }: Intake,
  request: FastifyRequest,
  read: () => Promise<Result>,
): Promise<Result> => {
  const key = readIdempotencyKey(request.raw, limits.batchKeyLength)
  if (isSmallBatchBody(request) || 'error' in key) return read()
  refuseAnnounced(request, limits.batchBodyBytes)
  const caller = callerOf(request)
  const known = await findBatchByKey(parts.database, caller.accountId, key.key, keptSince(parts))
  if (known === null) await requireCapacity(parts, capacity, caller)
  return whileAdmitted(admitUpload(caller.accountId), read)
}

const isSmallBatchBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= limits.jsonBodyBytes
