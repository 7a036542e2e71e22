import type { Asked } from '../request/asked.ts'

export type Language = 'curl' | 'typescript' | 'python'
export type Sample = { readonly language: Language; readonly label: string; readonly code: string }

/** The job that a sample is to show, and the service it is for. */
export type Sampled = Asked & { readonly baseUrl: string }
