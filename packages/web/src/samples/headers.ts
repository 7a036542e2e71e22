import { uploadHeaders } from '../request/upload-headers.ts'
import type { Sampled } from './sample.ts'

/** What describes the job of an upload, but for the key and the idempotency key. */
export const headersOf = (
  { filename, mediaType }: { readonly filename: string; readonly mediaType: string },
  parameters: Sampled['parameters'],
): [string, string][] => Object.entries(uploadHeaders({ name: filename, type: mediaType }, parameters))
