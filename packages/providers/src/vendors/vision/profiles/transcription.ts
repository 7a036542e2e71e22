/** The instructions for a model about what to write of a page, and what to leave out. */
export const transcriptionRules = [
  'Write down all of its text, exactly as it is printed, in the order in which a person reads it, in its own language.',
  'Use # for headings, - for items of lists, ☑ and ☐ for boxes to tick, and HTML tables where cells span.',
  'Write formulas as LaTeX between dollar signs, and a picture as ![what it shows](picture).',
  'Leave out running heads and page numbers. Add nothing: no comment, no summary, no code fence around the page.',
].join('\n')
