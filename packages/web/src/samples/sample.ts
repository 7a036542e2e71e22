import type { JobDraft } from '../request/job-draft.ts'
import { uploadHeaders } from '../request/upload-headers.ts'

export type Language = 'curl' | 'typescript' | 'python'
export type CodeSample = { readonly language: Language; readonly label: string; readonly code: string }

/** The job that a sample creates, and the service it runs on. */
export type Sampled = JobDraft & { readonly baseUrl: string }

/** The headers that describe an upload, without the API key and the idempotency key. */
export const headersOfSample = (
  { filename, mediaType }: { readonly filename: string; readonly mediaType: string },
  parameters: Sampled['parameters'],
): [string, string][] => Object.entries(uploadHeaders({ name: filename, type: mediaType }, parameters))
