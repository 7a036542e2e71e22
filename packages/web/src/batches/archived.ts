import type { ArchivedDocument } from '../archive/archived-document.ts'
import { messageOfError } from '../api/message-of.ts'
import { readMessages } from '../language/messages.ts'
import type { DocumentRow } from './rows.ts'

/** The documents of a batch for its archive, in the order in which they are shown. */
export const archivedOf = (rows: readonly DocumentRow[]): ArchivedDocument[] =>
  rows.map((row) => ({
    id: row.id,
    name: row.name,
    path: row.path,
    providers: row.job?.providers ?? null,
    problem: problemOfDocumentRow(row),
  }))

const problemOfDocumentRow = ({ job, upload }: DocumentRow): string | null => {
  const { failed, notYet } = readMessages().archive
  if (job?.status === 'complete') return null
  if (job?.status === 'failed') return failed(job.errorCode?.replaceAll('_', ' ') ?? null)
  return upload?.state === 'failed' ? messageOfError(upload.error) : notYet
}
