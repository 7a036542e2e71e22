import type { JudgedPart } from './judged-parts.ts'

/** The parts of a document that were judged, and its pages with `low_confidence`. */
export type JudgedDocument = {
  readonly id: string
  readonly pages: number
  readonly parts: readonly JudgedPart[]
  readonly doubted: ReadonlySet<number>
}

const bounds = [0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 1.01]
const sure = 0.95
const doubtful = 0.9

/** Tabulates how many texts and cells are right, and how many numbers wrong, by confidence; and what low_confidence finds. */
export const reliabilityTable = (documents: readonly JudgedDocument[]): string => {
  const parts = documents.flatMap((document) => document.parts)
  const kinds = (['text', 'cell'] as const).flatMap((kind) =>
    bounds.slice(0, -1).map((from, index) => {
      const to = bounds[index + 1] ?? 1
      const within = parts.filter((part) => part.kind === kind && part.confidence >= from && part.confidence < to)
      return line(`${kind} ${from} – ${Math.min(1, to)}`, within)
    }),
  )
  const surest = parts.filter(({ confidence }) => confidence >= sure)
  const unsure = parts.filter(({ confidence }) => confidence < doubtful)
  return [
    `${documents.length} documents`,
    'confidence          right       of         wrong numbers',
    ...kinds,
    line(`at least ${sure}`, surest),
    `${percent(surest.length, parts.length)} of all are at least ${sure} sure`,
    `${wrongNumbers(unsure)} of ${wrongNumbers(parts)} wrong numbers are below ${doubtful}`,
    pagesLine(documents),
  ].join('\n')
}

/** A line for each part with a wrong number that is not below .9. */
export const wrongNumbersIn = (documents: readonly JudgedDocument[]): string =>
  documents
    .flatMap(({ id, parts }) =>
      parts
        .filter((part) => part.wrongNumbers > 0 && part.confidence >= doubtful)
        .map(({ kind, page, confidence, text }) => `${id} page ${page} ${kind} ${confidence} ${text.slice(0, 120)}`),
    )
    .join('\n')

const pagesLine = (documents: readonly JudgedDocument[]): string => {
  const pages = documents.reduce((sum, document) => sum + document.pages, 0)
  const wrong = documents.map(({ parts }) => new Set(parts.filter(({ right }) => !right).map(({ page }) => page)))
  const doubted = documents.reduce((sum, document) => sum + document.doubted.size, 0)
  const both = documents.reduce(
    (sum, document, index) => sum + [...document.doubted].filter((page) => wrong[index]?.has(page)).length,
    0,
  )
  const all = wrong.reduce((sum, { size }) => sum + size, 0)
  return `${doubted} of ${pages} pages have low_confidence, ${both} of the ${all} with something wrong among them`
}

const line = (name: string, parts: readonly JudgedPart[]): string => {
  const right = parts.filter((part) => part.right).length
  const share = parts.length === 0 ? '' : percent(right, parts.length)
  return `${name.padEnd(16)}${String(right).padStart(9)}${String(parts.length).padStart(9)}${share.padStart(9)}${String(wrongNumbers(parts)).padStart(6)}`
}

const wrongNumbers = (parts: readonly JudgedPart[]): number => parts.reduce((sum, part) => sum + part.wrongNumbers, 0)

const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`
