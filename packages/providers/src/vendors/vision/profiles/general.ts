import type { Profile } from '../profile.ts'
import { transcriptionRules } from './transcription.ts'

/** Asks models that were not made for documents. */
export const general: Profile = {
  id: 'general',
  models: 'any model that sees pictures and writes Markdown',
  prompt: [
    'Convert this page of a document to Markdown.',
    transcriptionRules,
    'If the page is empty, write nothing.',
  ].join('\n'),
  longestSide: 1600,
  maxTokens: 8192,
  temperature: 0,
  answer: 'markdown',
}
