import type { ContentWord } from '../page-content.ts'
import { isLabel, isValue } from './labels.ts'
import type { Pair } from './pairs.ts'
import { labelAbove as limits } from './parameters.ts'
import { segmentsOf, type Segment } from './segments.ts'

/*
 * Finds labels in small type above their values, as forms have them in boxes and in rows. Small type above larger type
 * is a label only where it is so at several places: a single line may be a date line, or the header of a table.
 */

/** The pairs of a page with the label above, in rows from the top. */
export const pairsAbove = (words: readonly ContentWord[]): Pair[] => {
  const rows = segmentsOf(words)
  const candidates = rows.flatMap((row, index) =>
    row.flatMap((label): Pair[] => {
      const value = valueBelow(label, rows, index)
      return value === null ? [] : [{ label, value }]
    }),
  )
  const seen = countStyles(rows.flat().map(styleOf))
  const paired = countStyles(candidates.map(({ label }) => styleOf(label)))
  return candidates.filter(({ label }) => {
    const style = styleOf(label)
    const pairs = paired.get(style) ?? 0
    return pairs >= limits.minPairs && pairs >= (seen.get(style) ?? 0) * limits.minShare
  })
}

const valueBelow = (label: Segment, rows: readonly Segment[][], index: number): Segment | null => {
  if (!isLabel(label) || isBelowItsOwn(label, rows, index)) return null
  for (const [offset, row] of rows.slice(index + 1, index + 1 + limits.maxRows).entries()) {
    const value = row.find((other) => isAligned(label, other))
    if (value === undefined) continue
    const step = value.baseline - label.baseline
    const isNext = step > value.size * limits.minStep && step < value.size * limits.maxStep
    const isSmaller = label.size <= value.size * limits.maxLabelSize
    if (!isNext || !isSmaller || !isValue(value) || isFormValueContinued({ label, value }, rows, index + 1 + offset))
      return null
    return value
  }
  return null
}

/** Tells whether the line above is of the same style, so that the label is a line of a text. */
const isBelowItsOwn = (label: Segment, rows: readonly Segment[][], index: number): boolean =>
  rows
    .slice(Math.max(0, index - limits.maxRows), index)
    .flat()
    .some(
      (other) =>
        styleOf(other) === styleOf(label) &&
        hasSegmentOverlap(other, label) &&
        label.baseline - other.baseline < label.size * limits.maxPitch,
    )

/** Tells whether the next line is of the value's size: the value is the start of a text, or of columns of a table. */
const isFormValueContinued = ({ label, value }: Pair, rows: readonly Segment[][], index: number): boolean => {
  const row = rows[index] ?? []
  const labels = rows
    .slice(index + 1, index + 1 + limits.maxRows)
    .flat()
    .filter((other) => styleOf(other) === styleOf(label))
  const below = rows
    .slice(index + 1, index + 1 + limits.maxRows)
    .flat()
    .filter((other) => other.size > value.size * limits.maxLabelSize)
  const isText = below.some(
    (other) => hasSegmentOverlap(value, other) && other.baseline - value.baseline < value.size * limits.maxPitch,
  )
  const columns = below.filter(
    (other) =>
      other.baseline - value.baseline < value.size * limits.maxTableStep &&
      row.some((one) => isAligned(one, other)) &&
      !labels.some((one) => one.baseline < other.baseline && isAligned(one, other)),
  )
  return isText || (columns.length > 1 && columns.some((other) => isAligned(value, other)))
}

const isAligned = (label: Segment, value: Segment): boolean =>
  Math.abs(label.box[0] - value.box[0]) < limits.tolerance || Math.abs(label.box[2] - value.box[2]) < limits.tolerance

const hasSegmentOverlap = (a: Segment, b: Segment): boolean =>
  Math.min(a.box[2], b.box[2]) > Math.max(a.box[0], b.box[0])

const styleOf = ({ size, words }: Segment): string =>
  `${Math.round(size * 2)} ${words[0]?.font ?? ''} ${words[0]?.color ?? 0}`

const countStyles = (texts: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}
