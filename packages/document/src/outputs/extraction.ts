import type { Document } from '../model.ts'
import type { ExtractionValue } from './values.ts'

/** The schema that was filled; nothing where none was given, as by who renders a document without the service. */
export const extraction = ({ extraction: filled }: Document): ExtractionValue => {
  if (filled === undefined) return { data: {}, evidence: [], usage: {} }
  const { data, evidence, model, usage } = filled
  return {
    data: { ...data },
    evidence: evidence.map((entry) => ({ ...entry, from: [...entry.from] })),
    ...(model !== undefined && { model }),
    usage: { ...usage },
  }
}
