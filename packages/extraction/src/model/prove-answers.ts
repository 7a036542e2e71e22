import type { Extraction, ExtractionEvidence } from '@polyparse/document'
import type { LabelIndex } from '../labels/labels.ts'
import { type ProvenData, type ProofOptions, proveData } from '../proof/prove.ts'
import type { IndexedReading } from '../reading/indexed-reading.ts'
import type { ObjectSchema } from '../schema/extraction-schema.ts'
import { mergeAnswers } from './merge-answers.ts'

/** Answers about portions, proved together. */
export type ProvenAnswers = Pick<Extraction, 'data' | 'evidence'> &
  Pick<ProvenData, 'omitted' | 'unproven'> & {
    /** The pointers of values of which portions say different things that are all on the pages. */
    readonly disputed: readonly string[]
  }

/** The confidence of a disputed value at most: callers look at values below .7. */
const disputedConfidence = 0.6

/**
 * Brings together what was answered about the portions of a document, and looks for every value on its pages. Where portions
 * differ, the value that is proved best is taken, and is doubted if others are proved too.
 */
export const proveAnswers = (
  schema: ObjectSchema,
  answers: readonly unknown[],
  reading: IndexedReading,
  labels: LabelIndex,
  options: ProofOptions,
): ProvenAnswers => {
  const disputed: string[] = []
  const rivals = answers.length > 1 ? rivalsIn(schema, answers, reading, labels) : new Map<string, Rival[]>()
  const data = mergeAnswers(schema, answers, (path, values) => {
    const [best, ...others] = (rivals.get(path) ?? []).toSorted((one, other) => other.confidence - one.confidence)
    if (best === undefined) return values.find((value) => value !== null && value !== undefined) ?? null
    if (others.some(({ value, isFound }) => isFound && value !== best.value)) disputed.push(path)
    return best.value
  })
  const proven = proveData(schema, data, reading, labels, options)
  const doubted = new Set(disputed)
  return {
    ...proven,
    evidence: proven.evidence.map((entry) =>
      doubted.has(entry.path) ? { ...entry, confidence: Math.min(entry.confidence, disputedConfidence) } : entry,
    ),
    disputed,
  }
}

type Rival = Pick<ExtractionEvidence, 'value' | 'confidence'> & { readonly isFound: boolean }

/** Different values of one pointer that are looked at. */
const maxRivals = 8

/** Returns by pointer what the answers say outside of arrays, each proved by itself; only where they differ. */
const rivalsIn = (
  schema: ObjectSchema,
  answers: readonly unknown[],
  reading: IndexedReading,
  labels: LabelIndex,
): Map<string, Rival[]> => {
  const scalars = withoutArrays(schema)
  const said = new Map<string, readonly unknown[]>()
  mergeAnswers(scalars, answers, (path, values) => {
    const different = [...new Set(values.filter((value) => value !== null && value !== undefined))].slice(0, maxRivals)
    if (different.length > 1) said.set(path, different)
    return null
  })
  const rounds = [...said.values()].reduce((most, { length }) => Math.max(most, length), 0)
  const rivals = new Map<string, Rival[]>()
  for (let round = 0; round < rounds; round += 1) {
    const data = mergeAnswers(scalars, answers, (path) => said.get(path)?.[round] ?? null)
    const { evidence } = proveData(scalars, data, reading, labels, { unproven: 'null' })
    for (const { path, value, confidence, status } of evidence) {
      if (value === null) continue
      const rival = { value, confidence, isFound: status === 'found' }
      rivals.set(path, [...(rivals.get(path) ?? []), rival])
    }
  }
  return rivals
}

const withoutArrays = (schema: ObjectSchema): ObjectSchema => ({
  ...schema,
  properties: schema.properties.flatMap(({ name, schema: part }) =>
    part.kind === 'array' ? [] : [{ name, schema: part.kind === 'object' ? withoutArrays(part) : part }],
  ),
})
