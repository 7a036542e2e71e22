import type { Profile } from '../profile.ts'

/** For models that were not made for documents. */
export const general: Profile = {
  id: 'general',
  models: 'any model that sees pictures and writes Markdown',
  prompt: [
    'Convert this page of a document to Markdown.',
    'Write down all of its text, exactly as it is printed, in the order in which a person reads it, in its own language.',
    'Use # for headings, - for items of lists, ☑ and ☐ for boxes to tick, and HTML tables where cells span.',
    'Write formulas as LaTeX between dollar signs, and a picture as ![what it shows](picture).',
    'Leave out running heads and page numbers. Add nothing: no comment, no summary, no code fence around the page.',
    'If the page is empty, write nothing.',
  ].join('\n'),
  longestSide: 1600,
  maxTokens: 8192,
  temperature: 0,
  answer: 'markdown',
}
