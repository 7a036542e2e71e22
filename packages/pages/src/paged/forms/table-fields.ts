import { union } from '@polyparse/document'
import type { DraftCell, DraftTable } from '../draft.ts'
import { type FoundField, withoutLeader } from './found-field.ts'
import { formFieldParameters as limits } from './parameters.ts'

/** The rows of a table of labels and values: two columns, or several times two, without a header. */
export const tableFields = ({ rowCount, columnCount, cells }: DraftTable): FoundField[] => {
  if (columnCount % 2 !== 0 || columnCount > limits.maxColumns || cells.some(({ header }) => header)) return []
  const pairs = cells.flatMap((label): [DraftCell, DraftCell][] => {
    if (label.column % 2 !== 0 || label.columnSpan > 1 || !isLabel(label.text)) return []
    const value = cells.find(({ row, column }) => row === label.row && column === label.column + 1)
    return value === undefined || value.text.trim() === '' ? [] : [[label, value]]
  })
  const rows = new Set(pairs.map(([{ row }]) => row))
  const labels = new Set(pairs.map(([{ text }]) => text))
  if (rows.size < rowCount * limits.minRowShare || labels.size < pairs.length || !areOfForm(pairs)) return []
  return pairs.map(([label, value]) => ({
    kind: 'pair',
    label: withoutLeader(label.text),
    value: value.text,
    box: union([label.box, value.box].filter((box) => box !== null)),
  }))
}

/** Tells whether labels have colons, or values differ in kind: those of a column of data are alike. */
const areOfForm = (pairs: readonly (readonly [DraftCell, DraftCell])[]): boolean => {
  const colons = pairs.filter(([{ text }]) => /[:：]$/u.test(text.trim()))
  const shapes = new Set(pairs.map(([, { text }]) => shapeOfFieldValue(text)))
  const words = pairs.reduce((sum, [, { text }]) => sum + text.split(/\s+/u).length, 0)
  return (
    pairs.length > 0 &&
    (colons.length >= pairs.length * limits.minColonShare ||
      (shapes.size >= pairs.length * limits.minShapeShare && words <= pairs.length * limits.maxMeanWords))
  )
}

/** `12 May 2025` and `3 June 2024` have one shape. */
const shapeOfFieldValue = (text: string): string =>
  text
    .replaceAll(/\p{L}+/gu, 'a')
    .replaceAll(/\p{N}+/gu, '9')
    .replaceAll(/(?:9[.,'’]?)+/gu, '9')

const isLabel = (text: string): boolean => /\p{L}{2}/u.test(text) && text.split(/\s+/u).length <= limits.maxLabelWords
