import { itemAt } from '@polyparse/document/items'

/** The marks of OTSL, in which models write tables: cells with and without content, and those that go on to the left, up or both. */
const otslMarkPattern = /<(fcel|ecel|ched|rhed|srow|lcel|ucel|xcel|nl)>/

/**
 * @example isOtsl('<otsl><fcel>a<nl></otsl>') // true
 */
export const isOtsl = (text: string): boolean => /<(?:fcel|ecel)>/.test(text)

type OtslCell = { readonly mark: string; readonly text: string }

/**
 * https://arxiv.org/abs/2305.03393; a grid in which each place has a cell or goes on from a neighbour.
 * @example otslToHtml('<fcel>a<fcel>b<nl>') // '<table><tr><td>a</td><td>b</td></tr></table>'
 */
export const otslToHtml = (text: string): string => {
  const [, ...parts] = text.split(otslMarkPattern)
  const rows: OtslCell[][] = [[]]
  for (let at = 0; at < parts.length; at += 2) {
    const mark = itemAt(parts, at)
    if (mark === 'nl') rows.push([])
    else rows.at(-1)?.push({ mark, text: itemAt(parts, at + 1).trim() })
  }
  const written = rows.flatMap((row, number) => {
    const cells = row.flatMap((cell, column) => htmlOfOtslCell(rows, { cell, row: number, column }))
    return row.length === 0 ? [] : [`<tr>${cells.join('')}</tr>`]
  })
  return `<table>${written.join('')}</table>`
}

const htmlOfOtslCell = (
  rows: readonly (readonly OtslCell[])[],
  { cell, row, column }: { readonly cell: OtslCell; readonly row: number; readonly column: number },
): string[] => {
  if (cell.mark === 'lcel' || cell.mark === 'ucel' || cell.mark === 'xcel') return []
  const across = countWhile((step) => rows[row]?.[column + step]?.mark === 'lcel')
  const down = countWhile((step) => rows[row + step]?.[column]?.mark === 'ucel')
  const spans = `${across > 1 ? ` colspan="${across}"` : ''}${down > 1 ? ` rowspan="${down}"` : ''}`
  const tag = cell.mark === 'ched' || cell.mark === 'rhed' ? 'th' : 'td'
  return [`<${tag}${spans}>${cell.text}</${tag}>`]
}

/** One more than for how many steps it holds. */
const countWhile = (holds: (step: number) => boolean): number => {
  let count = 1
  while (holds(count)) count += 1
  return count
}
