import { uploadHeaders } from '../request/upload-headers.ts'
import type { Sampled } from './sample.ts'

/** The headers that describe an upload, without the API key and the idempotency key. */
export const headersOf = (
  { filename, mediaType }: { readonly filename: string; readonly mediaType: string },
  parameters: Sampled['parameters'],
): [string, string][] => Object.entries(uploadHeaders({ name: filename, type: mediaType }, parameters))
