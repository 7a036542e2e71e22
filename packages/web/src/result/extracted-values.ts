import { pointerSegments } from '@polyparse/compare/fields'
import type { ExtractionValue } from '@polyparse/document/schema'

type Evidence = ExtractionValue['evidence'][number]

/** One value of an extraction, with its place. */
export type ExtractedValue = Pick<Evidence, 'path' | 'status' | 'page' | 'bbox' | 'confidence'> & {
  /** The name of its place in the data for people: `items 2 · amount`. */
  readonly name: string
  /** The value in the data as text; empty for null. */
  readonly text: string
  /** A value that was proposed for it, is nowhere on the pages, and is not in the data. */
  readonly unproven: string | null
  /** The value as it is printed. */
  readonly printed: string | null
}

/** The values of an array: a row an item, in each the values in the order of the columns. */
export type ExtractedTable = {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (ExtractedValue | null)[])[]
}

export type ExtractedParts = {
  /** Outside of arrays, in the order of the schema. */
  readonly single: readonly ExtractedValue[]
  readonly tables: readonly ExtractedTable[]
}

/** Below this confidence somebody should look at a value; docs/use/extraction.md says the same. */
const doubtedBelow = 0.7

/** Why a value should be looked at, or that it need not be. */
export type ExtractedDoubt = 'doubted' | 'missing' | 'none'

export const doubtOfValue = ({ status, confidence }: ExtractedValue): ExtractedDoubt =>
  status === 'not_found' ? 'missing' : confidence < doubtedBelow ? 'doubted' : 'none'

const doubtRanks: Readonly<Record<ExtractedDoubt, number>> = { doubted: 0, missing: 1, none: 2 }

/** The doubtful ones first, the least sure of them before the others; then those that are missing; the rest as it is. */
export const doubtfulFirst = (values: readonly ExtractedValue[]): ExtractedValue[] =>
  values.toSorted((one, other) => {
    const [doubt, otherDoubt] = [doubtOfValue(one), doubtOfValue(other)]
    if (doubt !== otherDoubt) return doubtRanks[doubt] - doubtRanks[otherDoubt]
    return doubt === 'doubted' ? one.confidence - other.confidence : 0
  })

/** The values of the data, those of arrays as tables; an array in an item of another is a table of its own. */
export const extractedParts = ({ data, evidence }: ExtractionValue): ExtractedParts => {
  const single: ExtractedValue[] = []
  const tables = new Map<string, { columns: Set<string>; items: Map<string, Map<string, ExtractedValue>> }>()
  for (const entry of evidence) {
    const { steps, datum } = followPath(entry.path, data)
    const value = extractedValue(entry, nameOfSteps(steps), datum)
    const last = steps.findLastIndex(({ isItem }) => isItem)
    const item = steps[last]
    if (item === undefined) single.push(value)
    else {
      const name = nameOfSteps(steps.slice(0, last))
      const column = nameOfSteps(steps.slice(last + 1))
      const table = tables.get(name) ?? { columns: new Set(), items: new Map() }
      tables.set(name, table)
      table.columns.add(column)
      const row = table.items.get(item.name) ?? new Map<string, ExtractedValue>()
      table.items.set(item.name, row.set(column, value))
    }
  }
  return {
    single,
    tables: [...tables].map(([name, { columns, items }]) => ({
      name,
      columns: [...columns],
      rows: [...items.values()].map((row) => [...columns].map((column) => row.get(column) ?? null)),
    })),
  }
}

/** All values, those outside of arrays first. */
export const allExtracted = ({ single, tables }: ExtractedParts): ExtractedValue[] => [
  ...single,
  ...tables.flatMap(({ rows }) => rows.flatMap((row) => row.filter((value) => value !== null))),
]

const extractedValue = (entry: Evidence, name: string, datum: unknown): ExtractedValue => {
  const { path, value, status, page, bbox, text: printed, confidence } = entry
  const text = textOfDatum(datum)
  const unproven = status === 'not_found' && text === '' ? textOfDatum(value) : ''
  return { path, name, status, page, bbox, confidence, text, unproven: unproven === '' ? null : unproven, printed }
}

/**
 * A value of a schema as text; empty for null.
 * @example textOfDatum(48317) // '48317'
 */
export const textOfDatum = (datum: unknown): string =>
  typeof datum === 'string' ? datum : typeof datum === 'number' || typeof datum === 'boolean' ? String(datum) : ''

/** The table as a grid of texts, under the names of its columns. */
export const gridOfExtracted = ({ name, columns, rows }: ExtractedTable): string[][] => [
  columns.map((column) => (column === '' ? name : column)),
  ...rows.map((row) => row.map((value) => value?.text ?? '')),
]

type PathStep = { readonly name: string; readonly isItem: boolean }

/** Follows a pointer (RFC 6901). The data says which steps are items of arrays: an object may have a property `2025`. */
const followPath = (path: string, data: unknown): { readonly steps: readonly PathStep[]; readonly datum: unknown } => {
  const steps: PathStep[] = []
  let inside: unknown = data
  for (const name of pointerSegments(path)) {
    steps.push({ name, isItem: Array.isArray(inside) })
    inside = isRecord(inside) && Object.hasOwn(inside, name) ? inside[name] : undefined
  }
  return { steps, datum: inside }
}

/**
 * Returns the name of a value's place for people: `items 2 · amount`.
 * @example nameOfField('/items/1/amount', { items: [{ amount: 1 }, { amount: 2 }] }) // 'items 2 · amount'
 */
export const nameOfField = (path: string, data: unknown): string => nameOfSteps(followPath(path, data).steps)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const nameOfSteps = (steps: readonly PathStep[]): string =>
  steps.reduce(
    (text, { name, isItem }) =>
      isItem ? `${text} ${Number(name) + 1}`.trimStart() : text === '' ? name : `${text} · ${name}`,
    '',
  )
