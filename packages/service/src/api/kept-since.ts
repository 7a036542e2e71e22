import { recordsBefore, type RecordsBefore, retentionOf } from '../jobs/record-retention.ts'
import type { ApiParts } from './parts.ts'

/** Records whose retention is over now are gone for every caller, even if they have not been deleted yet. */
export const keptSince = ({ clock, settings }: Pick<ApiParts, 'clock' | 'settings'>): RecordsBefore =>
  recordsBefore(clock(), retentionOf(settings))
