import type { Block, Box, Document, Table } from '@polyparse/document'
import { itemAt } from '@polyparse/document/items'
import { foldText, tokensOfFolded } from '../values/fold.ts'
import { markupValues } from './markup.ts'
import { areSurelyNotes, noteFinder } from './note-references.ts'
import { recordsOfPage } from './records.ts'

/** A text that may be the label of the one beside or below it. */
export type LabelledText = {
  readonly label: readonly string[]
  /** Words of what the label is in, such as the elements around an element. */
  readonly context?: readonly string[]
  readonly value: string
  /** The certainty that the two belong together, 0–1. */
  readonly bond: number
}

type PairDocument = Pick<Document, 'pages' | 'tables' | 'fields'>

/** Tokens of a label at most: longer texts are sentences. */
const maxLabelTokens = 9
const maxValueLength = 200
/** Pairs of one document; others are left out. */
const maxPairs = 200_000

/** All texts of a document with what is where their label would be. */
export const labelledTexts = (document: PairDocument): LabelledText[] => {
  const pairs: LabelledText[] = []
  const add = (labelText: string, valueText: string, bond: number): void => {
    const value = valueText.trim()
    if (pairs.length >= maxPairs || value === '' || value.length > maxValueLength || labelText.length > 120) return
    const label = tokensOfFolded(foldText(labelText)).map(({ text }) => text)
    if (label.length > 0 && label.length <= maxLabelTokens) pairs.push({ label, value, bond })
  }
  for (const { label, value, kind } of document.fields ?? [])
    if (kind !== 'checkbox' && kind !== 'radio') add(label, value, kind === 'pair' ? 0.9 : 1)
  for (const { path, value } of markupValues(document)) {
    const last = path.at(-1)
    // Repeated elements have a value each: those are rows.
    if (last === undefined || path.some(({ isRepeated }) => isRepeated) || value.length > maxValueLength) continue
    pairs.push({ label: last.words, context: path.slice(1, -1).flatMap(({ words }) => words), value, bond: 1 })
  }
  const tables = new Map(document.tables.map((table) => [table.id, table]))
  for (const page of document.pages) {
    const segments = new Map(page.blocks.map((block) => [block, segmentsOf(block)]))
    const isNote = noteFinder([...segments.values()].flat())
    for (const [block, ofBlock] of segments) {
      const table = tables.get(block.table ?? '')
      if (table !== undefined) addOfTable(table, add)
      else addOfText(block.text, add)
      addOfSegments(
        ofBlock.filter((segment) => !isNote(segment)),
        add,
      )
    }
    addOfNeighbours(page.blocks, add)
    for (const { label, amounts } of recordsOfPage(page)) if (amounts[0] !== undefined) add(label, amounts[0], 0.9)
  }
  return pairs
}

type Add = (label: string, value: string, bond: number) => void

const addOfText = (text: string, add: Add): void => {
  for (const line of text.split('\n')) {
    const [label, ...rest] = line.split(/:\s+/)
    if (rest.length === 1 && label !== undefined) add(label, rest[0] ?? '', 0.95)
    for (const [, name = '', value = ''] of line.matchAll(/"(\w{1,60})" ?: ?"?([^",{}[\]]{1,200})/g))
      add(name.replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replaceAll('_', ' '), value, 0.9)
  }
}

const addOfTable = ({ cells, columnCount }: Table, add: Add): void => {
  const at = new Map(cells.map((cell) => [`${cell.row} ${cell.column}`, cell]))
  const endsAt = new Map(cells.map((cell) => [`${cell.row} ${cell.column + cell.columnSpan}`, cell]))
  const bodyTexts = Map.groupBy(
    cells.filter(({ header }) => !header),
    ({ column }) => column,
  )
  const notes = new Set(
    [...bodyTexts].flatMap(([column, of]) => (areSurelyNotes(of.map(({ text }) => text)) ? [column] : [])),
  )
  const leftOf = (row: number, column: number): (typeof cells)[number] | undefined => {
    const left = endsAt.get(`${row} ${column}`)
    return left !== undefined && notes.has(left.column) ? leftOf(row, left.column) : left
  }
  // Two columns, or two pairs of them, without a header are labels and values.
  const isForm = (columnCount === 2 || columnCount === 4) && !cells.some(({ header, row }) => header && row === 0)
  for (const cell of cells) {
    const lines = cell.text.split('\n')
    const [first = '', ...rest] = lines
    if (rest.length > 0) add(first, rest.join('\n'), 0.8)
    addOfText(cell.text, add)
    if (notes.has(cell.column)) continue
    const left = leftOf(cell.row, cell.column)
    if (left !== undefined) add(left.text, cell.text, left.text.trim().endsWith(':') ? 1 : isForm ? 0.95 : 0.85)
    const above = at.get(`${cell.row - 1} ${cell.column}`)
    if (above !== undefined) add(above.text, cell.text, above.header ? 0.9 : 0.8)
  }
}

type Segment = { readonly text: string; readonly bbox: Box }

/** Words of a line that are close to each other. */
const segmentsOf = ({ words = [] }: Block): Segment[] => {
  const segments: { words: string[]; bbox: Box }[] = []
  let last: { words: string[]; bbox: Box } | undefined
  for (const { text, bbox } of words) {
    const height = bbox[3] - bbox[1]
    const shared = last === undefined ? 0 : Math.min(last.bbox[3], bbox[3]) - Math.max(last.bbox[1], bbox[1])
    const gap = last === undefined ? 0 : bbox[0] - last.bbox[2]
    const goesOn = last !== undefined && shared > 0.5 * height && gap > -height && gap < 0.9 * height
    if (last !== undefined && goesOn && !last.words.at(-1)?.endsWith(':')) {
      last.words.push(text)
      last.bbox = [
        last.bbox[0],
        Math.min(last.bbox[1], bbox[1]),
        Math.max(last.bbox[2], bbox[2]),
        Math.max(last.bbox[3], bbox[3]),
      ]
    } else {
      last = { words: [text], bbox: [...bbox] }
      segments.push(last)
    }
  }
  return segments.map(({ words: texts, bbox }) => ({ text: texts.join(' '), bbox }))
}

/** Adds segments that are in a line before, or with the same left edge above another. */
const addOfSegments = (segments: readonly Segment[], add: Add): void => {
  for (const [index, segment] of segments.entries())
    for (const other of segments.slice(index + 1, index + 25)) {
      const height = segment.bbox[3] - segment.bbox[1]
      const isRight = Math.abs(other.bbox[1] - segment.bbox[1]) < 0.5 * height && other.bbox[0] >= segment.bbox[2] - 1
      const below = other.bbox[1] - segment.bbox[3]
      const isBelow =
        Math.abs(other.bbox[0] - segment.bbox[0]) < 0.8 * height && below > -0.3 * height && below < 1.2 * height
      if (isRight) {
        add(segment.text, other.text, segment.text.endsWith(':') ? 1 : 0.85)
        break
      }
      if (isBelow) add(segment.text, other.text, 0.75)
    }
}

/** Blocks of one or two lines whose neighbour is to the right or below. */
const addOfNeighbours = (blocks: readonly Block[], add: Add): void => {
  const small = blocks.filter(
    ({ text, table, bbox }) => table === undefined && bbox !== null && text.length < maxValueLength,
  )
  for (const [index, { text, bbox }] of small.entries()) {
    if (bbox === null || text.length > 80) continue
    for (const other of [...small.slice(Math.max(0, index - 3), index), ...small.slice(index + 1, index + 12)]) {
      if (other.bbox === null) continue
      const height = Math.min(bbox[3] - bbox[1], 20)
      const isRight = Math.abs(other.bbox[1] - bbox[1]) < 0.6 * height && other.bbox[0] >= bbox[2] - 1
      const below = other.bbox[1] - bbox[3]
      const isBelow = Math.abs(other.bbox[0] - bbox[0]) < height && below > -0.3 * height && below < 1.2 * height
      const [firstLine = ''] = other.text.split('\n')
      if (isRight) add(text, firstLine, text.endsWith(':') ? 1 : 0.85)
      else if (isBelow) add(text, firstLine, 0.75)
    }
    const next = small[index + 1]
    if (text.endsWith(':') && next !== undefined) add(text, itemAt(next.text.split('\n'), 0), 0.8)
  }
}
