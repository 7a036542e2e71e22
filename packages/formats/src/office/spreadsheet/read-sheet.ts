import { maxCells } from '../../flow/flow.ts'
import { childOf, elementsIn, textOfElement, type XmlElement } from '../../xml/element.ts'
import { readElements } from '../../xml/read-xml.ts'
import type { Relationship } from '../package/relationships.ts'
import { type PlaceRange, inPlaceRanges } from '../sheet/place-ranges.ts'
import type { SheetCell } from '../sheet/sheet-cell.ts'
import { placeOfCellName, rangeOf } from './cell-names.ts'
import { hrefOfFormula, type SheetLink, linked, linkOfCell, withLinks } from './spreadsheet-links.ts'
import { richRuns, richText, unescapeXlsxText } from './rich-text.ts'
import type { Workbook } from './workbook.ts'

/** A control of a program on a sheet: the shape that shows it, and the relationship to its part. */
export type ProgramControl = { readonly shape: string; readonly relationship: string }

export type SheetContents = {
  /** The cells in order of rows. */
  readonly cells: readonly SheetCell[]
  /** The ids of the relationships to its drawings. */
  readonly drawings: readonly string[]
  /** The controls of programs that float over it. */
  readonly programs: readonly ProgramControl[]
  /** The number of cells with text that are hidden and left out. */
  readonly hidden: number
  /** The number of formulas that have no value in the file. */
  readonly uncomputed: number
  readonly complete: boolean
}

type XlsxSheetContent = {
  cells: SheetCell[]
  drawings: string[]
  programs: ProgramControl[]
  hidden: number
  uncomputed: number
  complete: boolean
}

type XlsxSheetSource = {
  readonly bytes: Uint8Array
  readonly workbook: Workbook
  readonly related: readonly Relationship[]
  readonly includeHidden: boolean
}

/** The cells of a sheet as they are shown, row by row; `budget` is how many more may be read. */
export const readSheet = (
  { bytes, workbook, related, includeHidden }: XlsxSheetSource,
  budget: { cells: number },
): SheetContents => {
  const found: XlsxSheetContent = {
    cells: [],
    drawings: [],
    programs: [],
    hidden: 0,
    uncomputed: 0,
    complete: true,
  }
  const hiddenColumns: PlaceRange[] = []
  let isHiddenColumn: ((column: number) => boolean) | null = null
  let previousRow = -1

  const takeRow = (row: XmlElement): void => {
    // Columns are said before the first row.
    isHiddenColumn ??= inPlaceRanges(hiddenColumns)
    const at = Number.parseInt(row.attributes['r'] ?? '', 10) - 1
    previousRow = Number.isNaN(at) ? previousRow + 1 : at
    const rowHidden = isTrueXlsxAttribute(row.attributes['hidden'])
    let column = -1
    for (const cell of elementsIn(row, 'x:c')) {
      column = placeOfCellName(cell.attributes['r'])?.column ?? column + 1
      const formula = formulaWithoutValue(cell)
      if (formula !== null) found.uncomputed += 1
      const text = formula ?? cellText(cell, workbook)
      if (text === '') continue
      if (!includeHidden && (rowHidden || isHiddenColumn(column))) found.hidden += 1
      else if (budget.cells <= 0) found.complete = false
      else {
        budget.cells -= 1
        found.cells.push(styleXlsxCell(cell, { row: previousRow, column, rowSpan: 1, columnSpan: 1, text }, workbook))
      }
    }
  }

  const merges: string[] = []
  const links: SheetLink[] = []
  const menus: string[] = []
  readElements(bytes, partsOfSheet, (element) => {
    const { name, attributes } = element
    if (name === 'x:row') takeRow(element)
    else if (name === 'x:drawing') found.drawings.push(attributes['r:id'] ?? '')
    else if (name === 'x:control')
      found.programs.push({ shape: attributes['shapeId'] ?? '', relationship: attributes['r:id'] ?? '' })
    else if (name === 'x:dataValidation' || name === 'x14:dataValidation') menus.push(...placesOfMenu(element))
    else if (name === 'x:hyperlinks')
      for (const link of elementsIn(element, 'x:hyperlink').flatMap((one) => linkOfCell(one, related))) links.push(link)
    else if (name === 'x:mergeCells')
      for (const merge of elementsIn(element, 'x:mergeCell')) merges.push(merge.attributes['ref'] ?? '')
    else
      for (const { attributes: column } of elementsIn(element, 'x:col'))
        if (isTrueXlsxAttribute(column['hidden']))
          hiddenColumns.push({ from: Number(column['min']) - 1, to: Number(column['max']) })
  })
  const cells = withLinks(applyXlsxMerges(found.cells, merges), links)
  return { ...found, cells: withChoices(cells, menus, new Set(merges)) }
}

/** The parts of a sheet that are read. */
const partsOfSheet = new Set([
  'x:row',
  'x:cols',
  'x:mergeCells',
  'x:drawing',
  'x:hyperlinks',
  'x:control',
  'x:dataValidation',
  'x14:dataValidation',
])

/** The places whose values are chosen from a menu, by a rule or its extension (ISO/IEC 29500-1, 18.3.1.32; MS-XLSX 2.3.2). */
const placesOfMenu = (rule: XmlElement): string[] => {
  const { type, showDropDown, sqref } = rule.attributes
  // The attribute says the contrary of its name.
  if (type !== 'list' || isTrueXlsxAttribute(showDropDown)) return []
  return (sqref ?? textOfElement(childOf(rule, 'xm:sqref'))).split(/\s+/)
}

/** Cells with menus of their own say what was chosen; those of a whole column are data. */
const withChoices = (
  cells: readonly SheetCell[],
  places: readonly string[],
  merges: ReadonlySet<string>,
): readonly SheetCell[] => {
  const single = places.filter((place) => !place.includes(':') || merges.has(place))
  if (single.length === 0) return cells
  const chosen = new Set(single.map((place) => rangeOf(place)?.from).map((from) => `${from?.row} ${from?.column}`))
  return cells.map((cell) =>
    chosen.has(`${cell.row} ${cell.column}`)
      ? { ...cell, runs: (cell.runs ?? [{ text: cell.text }]).map((run) => ({ ...run, entered: 'choice' as const })) }
      : cell,
  )
}

/** The formula of a cell for which the program that wrote the file has left no value; null for any other cell. */
const formulaWithoutValue = (cell: XmlElement): string | null => {
  const formula = childOf(cell, 'x:f')
  if (formula === undefined || childOf(cell, 'x:is') !== undefined) return null
  const value = childOf(cell, 'x:v')
  // An empty text is a value, too.
  if (value !== undefined && (cell.attributes['t'] === 'str' || textOfElement(value).trim() !== '')) return null
  const text = textOfElement(formula).trim()
  return text === '' ? '' : `=${text}`
}

export const cellBudget = (): { cells: number } => ({ cells: maxCells })

const isTrueXlsxAttribute = (value: string | undefined): boolean => value === '1' || value === 'true'

const cellText = (cell: XmlElement, { texts, runs, formats, since1904, cellFormats }: Workbook): string => {
  const { t: type = 'n', s: style = '0' } = cell.attributes
  const own = formats[Number(style)]
  const code = own === undefined ? 'General' : own
  if (type === 'inlineStr') return cellFormats.text(richText(childOf(cell, 'x:is')), code)
  const value = textOfElement(childOf(cell, 'x:v')).trim()
  if (value === '') return ''
  if (type === 's') {
    const text = texts[Number(value)] ?? ''
    return runs.has(Number(value)) ? text : cellFormats.text(text, code)
  }
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type === 'str') return cellFormats.text(unescapeXlsxText(value).trim(), code)
  if (type !== 'n') return value
  const number = Number(value)
  return Number.isNaN(number) ? value : cellFormats.number(number, code, since1904)
}

/** A cell with the styles of its text, and the link that its formula makes. */
const styleXlsxCell = (cell: XmlElement, found: SheetCell, { runs, struck }: Workbook): SheetCell => {
  const { t: type, s: style = '0' } = cell.attributes
  const isStruck = struck.length > 0 && struck[Number(style)] === true
  const isShared = type === 's' && runs.size > 0
  const own = isShared
    ? runs.get(Number(textOfElement(childOf(cell, 'x:v'))))
    : type === 'inlineStr'
      ? richRuns(childOf(cell, 'x:is'))
      : undefined
  // Nearly all cells are a value alone.
  const formula = cell.children.length > 1 ? childOf(cell, 'x:f') : undefined
  const href = formula === undefined ? null : hrefOfFormula(textOfElement(formula))
  if (own === undefined && !isStruck && href === null) return found
  const stretches = (own ?? [{ text: found.text }]).map((run) => (isStruck ? { ...run, strikethrough: true } : run))
  return href === null ? { ...found, runs: stretches } : linked({ ...found, runs: stretches }, href)
}

/** The cells at the top left of merged ranges reach over them. */
const applyXlsxMerges = (cells: readonly SheetCell[], ranges: readonly string[]): SheetCell[] => {
  const spans = new Map(
    ranges.flatMap((text): [string, Pick<SheetCell, 'rowSpan' | 'columnSpan'>][] => {
      const range = rangeOf(text)
      if (range === null) return []
      const { from, to } = range
      const span = { rowSpan: to.row - from.row + 1, columnSpan: to.column - from.column + 1 }
      return [[`${from.row} ${from.column}`, span]]
    }),
  )
  if (spans.size === 0) return [...cells]
  return cells.map((cell) => ({ ...cell, ...spans.get(`${cell.row} ${cell.column}`) }))
}
