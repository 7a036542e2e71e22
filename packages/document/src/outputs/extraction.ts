import type { ExtractedFieldType } from '../extraction-model.ts'
import type { Document } from '../model.ts'
import type { ExtractionValue } from './values.ts'

/** The schema that was filled; nothing where none was given, as by who renders a document without the service. */
export const extraction = ({ extraction: filled }: Document): ExtractionValue => {
  if (filled === undefined) return { data: {}, evidence: [], usage: {} }
  const { data, evidence, model, usage, comparison } = filled
  return {
    data: { ...data },
    evidence: evidence.map((entry) => ({ ...entry, from: [...entry.from] })),
    ...(model !== undefined && { model }),
    usage: { ...usage },
    ...(comparison !== undefined && {
      comparison: {
        models: comparison.models.map(({ data: own, usage: used, ...entry }) => ({
          ...entry,
          usage: { ...used },
          ...(own !== undefined && { data: { ...own } }),
        })),
        fields: comparison.fields.map(({ proved, values, ...entry }) => ({
          ...entry,
          proved: [...proved],
          values: values.map((value) => ({ ...value, from: [...value.from] })),
        })),
        ...(comparison.types !== undefined && { types: comparison.types.map(plainFieldType) }),
      },
    }),
  }
}

const plainFieldType = ({ enum: listed, ...type }: ExtractedFieldType) => ({
  ...type,
  ...(listed !== undefined && { enum: [...listed] }),
})
