import type { ExtractionAgreement } from '@polyparse/contract'
import type { FieldComparison } from '@polyparse/document/schema'
import { fieldMatching } from '../parameters.ts'
import type { ProviderReading } from '../reading.ts'
import { compareFields } from './compare-fields.ts'

/**
 * Compares what one schema was filled with from several readings, value by value; null where it was filled from fewer than two. Of too many
 * values those are left out last on which the readings differ.
 */
export const extractionAgreement = (readings: readonly ProviderReading[]): ExtractionAgreement | null => {
  const filled = readings.flatMap(({ provider, reading: { extraction } }) =>
    extraction === undefined ? [] : [{ by: provider, extraction }],
  )
  if (filled.length < 2) return null
  const { fields: all } = compareFields(filled)
  const omitted = Math.max(0, all.length - fieldMatching.maxListedFields)
  const ranked = omitted === 0 ? all : all.toSorted((one, other) => ranks[one.agreement] - ranks[other.agreement])
  const listed = new Set(ranked.slice(0, fieldMatching.maxListedFields))
  const fields = all.filter((field) => listed.has(field))
  return { fields: fields.map(plainField), omittedFieldCount: omitted }
}

const plainField = ({ proved, values, ...field }: FieldComparison): ExtractionAgreement['fields'][number] => ({
  ...field,
  proved: [...proved],
  values: values.map((value) => ({ ...value, from: [...value.from] })),
})

const ranks = { disputed: 0, partial: 1, agreed: 2, empty: 3 } as const
