import type { ExtractionValue } from '@polyparse/document/schema'

type Evidence = ExtractionValue['evidence'][number]

const evidenceFor = (path: string, value: Evidence['value'], isFound: boolean, more: Partial<Evidence>): Evidence => ({
  path,
  value,
  status: isFound ? 'found' : 'not_found',
  page: isFound ? 1 : null,
  bbox: null,
  text: isFound ? String(value) : null,
  confidence: isFound ? 0.9 : 0,
  from: [],
  ...more,
})

/** What was proposed for single values, and found on no page. */
export type Unproven = { readonly unproven: string | number }

const isUnproven = (value: unknown): value is Unproven =>
  typeof value === 'object' && value !== null && 'unproven' in value

/** An extraction of this data, all of it found but for what is null or unproven. `more` is of the evidence, by pointer. */
export const extractionOf = (
  data: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, Partial<Evidence>>> = {},
): ExtractionValue => {
  const evidence: Evidence[] = []
  const walk = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => walk(item, `${path}/${index}`))
    const given = isUnproven(value) ? value.unproven : value
    if (typeof given === 'object' && given !== null)
      return Object.fromEntries(Object.entries(given).map(([name, member]) => [name, walk(member, `${path}/${name}`)]))
    const isScalar = typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean'
    const isFound = isScalar && !isUnproven(value)
    evidence.push(evidenceFor(path, isScalar ? given : null, isFound, more[path] ?? {}))
    return isFound ? given : null
  }
  const filled = Object.fromEntries(Object.entries(data).map(([name, member]) => [name, walk(member, `/${name}`)]))
  return { data: filled, evidence, usage: {} }
}
