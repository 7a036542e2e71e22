import type { JobDraft } from '../request/job-draft.ts'

export type Language = 'curl' | 'typescript' | 'python'
export type Sample = { readonly language: Language; readonly label: string; readonly code: string }

/** The job that a sample creates, and the service it runs on. */
export type Sampled = JobDraft & { readonly baseUrl: string }
