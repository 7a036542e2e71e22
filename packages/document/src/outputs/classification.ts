import type { Document } from '../model.ts'
import type { ClassificationValue } from './values.ts'

/** The labels that were given; nothing where none were asked for, as by who renders a document without the service. */
export const classification = ({ classification: given }: Document): ClassificationValue => {
  if (given === undefined) return { ranges: [], usage: {} }
  const { ranges, model, usage } = given
  return {
    ranges: ranges.map(({ pages, evidence, ...range }) => ({
      ...range,
      pages: [...pages],
      evidence: evidence.map((place) => ({ ...place })),
    })),
    ...(model !== undefined && { model }),
    usage: { ...usage },
  }
}
