import { type TextRun, type Warning, warning } from '@polyparse/document'
import { cellContent } from '../../flow/content.ts'
import { type FlowBlock, type FlowComment, flowText } from '../../flow/flow.ts'
import { elementsIn, findAll, type XmlElement } from '../../xml/element.ts'
import { sheetBlocks } from '../sheet/sheet-blocks.ts'
import { type PlaceRange, inPlaceRanges } from '../sheet/place-ranges.ts'
import { cellName, sheetAnchor, type SheetCell } from '../sheet/sheet-cell.ts'
import { annotationsOf } from './annotation.ts'
import type { OpenDocumentContext } from './opendocument-context.ts'
import { frameBlocks } from './frames.ts'
import { openDocumentFormula, plainOpenDocumentValue } from './opendocument-values.ts'
import { readOpenDocumentInline } from './opendocument-inline.ts'
import { count } from './opendocument-table.ts'

/** Repeated cells or rows with content; a longer run is a filled column, of which the rest is told to be left out. */
const maxRepeats = 1000

/** The warning for a sheet with a longer run of the same cells. */
export const repeatedCellsOmitted = (sheet: number): Warning =>
  warning(
    'table_truncated',
    `Cells of sheet ${sheet} are repeated more than ${maxRepeats} times; the rest of them was left out.`,
    sheet,
  )
const farthest = 2 ** 24

export type SheetResult = {
  readonly blocks: readonly FlowBlock[]
  readonly comments: readonly FlowComment[]
  readonly complete: boolean
  /** The number of formulas that have no value in the file. */
  readonly uncomputed: number
  /** True if a run of the same cell or row is longer than what is read of it. */
  readonly shortened: boolean
}

type OdsCellContent = Pick<SheetCell, 'text' | 'runs'>

/** A sheet under its name, its cells as they are shown. */
export const readOpenDocumentSheet = (
  sheet: XmlElement,
  context: OpenDocumentContext,
  budget: { cells: number },
): SheetResult => {
  const cells: SheetCell[] = []
  const frames: FlowBlock[] = []
  const isStruck = struckCells(sheet, context)
  const isHiddenColumn = inPlaceRanges(context.includeHidden ? [] : hiddenColumnsOf(sheet))
  let complete = true
  let uncomputed = 0
  let shortened = false
  let row = 0

  const comments: FlowComment[] = []

  const take = (content: OdsCellContent, place: Omit<SheetCell, keyof OdsCellContent>): void => {
    if (budget.cells <= 0) complete = false
    else {
      budget.cells -= 1
      cells.push({ ...place, ...content })
    }
  }
  for (const element of findAll(sheet, 'table:table-row')) {
    const rows = count(element, 'table:number-rows-repeated', farthest)
    const rowHidden = !context.includeHidden && isHiddenOdsRowOrColumn(element)
    let column = 0
    for (const cell of elementsIn(element)) {
      const columns = count(cell, 'table:number-columns-repeated', farthest)
      const written =
        cell.name === 'table:table-cell'
          ? contentOfOdsCell(cell, context, isStruck(cell, element, column))
          : { text: '' }
      const formula = written.text === '' && hasNoOdsValue(cell) ? openDocumentFormula(cell) : ''
      if (formula !== '') uncomputed += 1
      const content = formula === '' ? written : { text: formula }
      const { text } = content
      for (const frame of elementsIn(cell, 'draw:frame'))
        for (const block of frameBlocks(frame, context)) frames.push(block)
      for (const comment of annotationsOf(cell)) comments.push({ ...comment, anchor: cellName(row, column) })
      if (text !== '' && (rowHidden || isHiddenColumn(column))) context.omitted.hidden = true
      else if (text !== '') {
        shortened ||= rows > maxRepeats || columns > maxRepeats
        for (let down = 0; down < Math.min(rows, maxRepeats); down += 1)
          for (let right = 0; right < Math.min(columns, maxRepeats); right += 1)
            take(content, {
              row: row + down,
              column: column + right,
              rowSpan: count(cell, 'table:number-rows-spanned', farthest),
              columnSpan: count(cell, 'table:number-columns-spanned', farthest),
            })
      }
      column += columns
    }
    row += rows
  }
  const shapes = elementsIn(sheet, 'table:shapes').flatMap((one) => elementsIn(one, 'draw:frame'))
  const drawn = shapes.flatMap((frame) => frameBlocks(frame, context))
  const name = sheet.attributes['table:name'] ?? ''
  const heading: FlowBlock[] = name === '' ? [] : [{ type: 'heading', level: 1, text: name }]
  const inOrder = cells.toSorted((a, b) => a.row - b.row || a.column - b.column)
  const [first, ...more] = [...heading, ...sheetBlocks(inOrder), ...frames, ...drawn]
  const blocks = first === undefined ? [] : [{ ...first, anchors: [sheetAnchor(name)] }, ...more]
  return { blocks, comments, complete, uncomputed, shortened }
}

/** Tells of a cell, with its row and the number of its column, whether its style strikes out its text. */
const struckCells = (
  sheet: XmlElement,
  { styles }: OpenDocumentContext,
): ((cell: XmlElement, row: XmlElement, column: number) => boolean) => {
  const isStruckStyle = (name: string | undefined): boolean => styles.find('table-cell', name).strikethrough === true
  const isStruckColumn = inPlaceRanges(
    columnRangesOf(sheet, ({ attributes }) => isStruckStyle(attributes['table:default-cell-style-name'])),
  )
  return (cell, row, column) => {
    const style = cell.attributes['table:style-name'] ?? row.attributes['table:default-cell-style-name']
    return style === undefined ? isStruckColumn(column) : isStruckStyle(style)
  }
}

const contentOfOdsCell = (cell: XmlElement, context: OpenDocumentContext, isStruck: boolean): OdsCellContent => {
  const around = isStruck ? { strikethrough: true } : {}
  const paragraphs = elementsIn(cell, 'text:p').map((paragraph): FlowBlock => {
    const { stretches } = readOpenDocumentInline(paragraph, context, around)
    return { type: 'paragraph', ...flowText(stretches.map(withSheetLink)) }
  })
  if (paragraphs.length === 0) {
    const value = plainOpenDocumentValue(cell)
    return { text: value, ...(isStruck && { runs: [{ text: value, ...around }] }) }
  }
  const { text, runs } = cellContent(paragraphs)
  return { text: text.trim(), ...(runs !== undefined && { runs }) }
}

const hasNoOdsValue = ({ attributes }: XmlElement): boolean =>
  attributes['office:value-type'] === undefined && attributes['calcext:value-type'] === undefined

/** Links lead to cells of sheets, such as `#Sales.B7` or `#'My sheet'.A1`; here to the sheet. */
const withSheetLink = (run: TextRun): TextRun => {
  const [, quoted, plain] = /^#\$?(?:'((?:[^']|'')+)'|([^'.]+))(?:\.|$)/.exec(run.href ?? '') ?? []
  const name = quoted?.replaceAll("''", "'") ?? plain
  return name === undefined ? run : { ...run, href: `#${sheetAnchor(name)}` }
}

const isHiddenOdsRowOrColumn = ({ attributes }: XmlElement): boolean =>
  /^(?:collapse|filter)$/.test(attributes['table:visibility'] ?? '')

const hiddenColumnsOf = (sheet: XmlElement): PlaceRange[] => columnRangesOf(sheet, isHiddenOdsRowOrColumn)

const columnRangesOf = (sheet: XmlElement, isMeant: (column: XmlElement) => boolean): PlaceRange[] => {
  let column = 0
  return findAll(sheet, 'table:table-column', 'table:table-row').flatMap((element) => {
    if (element.name !== 'table:table-column') return []
    const from = column
    column += count(element, 'table:number-columns-repeated', farthest)
    return isMeant(element) ? [{ from, to: column }] : []
  })
}
