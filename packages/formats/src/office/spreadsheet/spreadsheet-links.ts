import type { TextRun } from '@polyparse/document'
import type { XmlElement } from '../../xml/element.ts'
import type { Relationship } from '../package/relationships.ts'
import { sheetAnchor, type SheetCell } from '../sheet/sheet-cell.ts'
import { type CellRange, rangeOf } from './cell-names.ts'

/** A link of a range of cells, with its target. */
export type SheetLink = { readonly range: CellRange; readonly href: string }

/** The link of an element `hyperlink`: out of the document, or to a sheet of it. */
export const linkOfCell = ({ attributes }: XmlElement, related: readonly Relationship[]): SheetLink[] => {
  const range = rangeOf(attributes['ref'] ?? '')
  const target = related.find(({ id, external }) => external && id === attributes['r:id'])?.target
  const { location = '' } = attributes
  const href = target === undefined ? placeHref(location) : location === '' ? target : `${target}#${location}`
  return range === null || href === null ? [] : [{ range, href }]
}

/**
 * The address that a formula links to, if it says it as text: `HYPERLINK("https://…", "Name")`.
 * @example hrefOfFormula('HYPERLINK("https://example.com", "Name")') // 'https://example.com'
 */
export const hrefOfFormula = (formula: string): string | null => {
  const address = /^\s*HYPERLINK\(\s*"([^"]+)"/i.exec(formula)?.[1]
  return address === undefined ? null : address.startsWith('#') ? placeHref(address.slice(1)) : address
}

/** Returns the link to a place such as `'My sheet'!A1`; names that the document defines lead nowhere. */
const placeHref = (location: string): string | null => {
  const name = sheetOfReference(location.replace(/^#/, ''))
  return name === null ? null : `#${sheetAnchor(name)}`
}

/**
 * The name of the sheet in a reference such as `'My sheet'!A1`, or null where it names none.
 * @example sheetOfReference("'My sheet'!A1") // 'My sheet'
 */
export const sheetOfReference = (reference: string): string | null => {
  const [, quoted, plain] = /^(?:'((?:[^']|'')+)'|([^'!]+))!/.exec(reference) ?? []
  return quoted?.replaceAll("''", "'") ?? plain ?? null
}

/** The cells with the links of the ranges in which they are. */
export const withLinks = (cells: readonly SheetCell[], links: readonly SheetLink[]): readonly SheetCell[] => {
  if (links.length === 0) return cells
  const single = new Map<string, string>()
  const wide: SheetLink[] = []
  for (const link of links) {
    const { from, to } = link.range
    if (from.row === to.row && from.column === to.column) single.set(`${from.row} ${from.column}`, link.href)
    else if (wide.length < mostRanges) wide.push(link)
  }
  return cells.map((cell) => {
    const href = single.get(`${cell.row} ${cell.column}`) ?? wide.find(({ range }) => isCellInRange(cell, range))?.href
    return href === undefined ? cell : linked(cell, href)
  })
}

/** Links of several cells, each of which is looked for in each cell; nearly all links are of one. */
const mostRanges = 100

const isCellInRange = ({ row, column }: SheetCell, { from, to }: CellRange): boolean =>
  row >= from.row && row <= to.row && column >= from.column && column <= to.column

/** A link is underlined because it is a link. */
export const linked = (cell: SheetCell, href: string): SheetCell => ({
  ...cell,
  runs: (cell.runs ?? [{ text: cell.text }]).map((run): TextRun => {
    const { underline: _, ...look } = run
    return { ...look, href }
  }),
})
