import { parse as parseCsv } from 'csv-parse/sync'
import { type FlowBlock, paragraphOf, tableBlock } from '../../flow/flow.ts'
import { type MarkupCell, placeFlowCells } from '../../flow/place-cells.ts'
import { written } from '../../flow/writer.ts'
import { markupCell } from '../../flow/held.ts'
import type { LightweightPlace } from '../lightweight/lightweight-blocks.ts'
import type { AsciidocContext } from './asciidoc-context.ts'
import { type Intent } from './intent.ts'

/** Columns that a table may have. */
const maxColumns = 200
/** Copies that one cell may ask for. */
const maxCopies = 1_000

type AsciidocCell = {
  readonly source: string
  readonly rowSpan: number
  readonly columnSpan: number
  readonly style: string
}

type ReadBlocks = (lines: readonly string[], place: LightweightPlace, context: AsciidocContext) => void

/** A table between `|===`: cells begin with a bar, in front of which spans and styles may be written. */
export const readAsciidocTable = (
  lines: readonly string[],
  separator: string,
  intent: Intent,
  place: LightweightPlace,
  context: AsciidocContext,
  readBlocks: ReadBlocks,
): void => {
  const isCsv = separator !== '|' || /^(?:csv|dsv|tsv)$/.test(intent.named.get('format') ?? '')
  const stated = columnsOf(intent.named.get('cols') ?? '')
  const rows = isCsv
    ? valuesIn(lines, separator, intent)
    : rowsIn(cellsIn(lines, intent.named.get('separator') ?? '|'), stated || firstRowOf(lines))
  const isHeaded = intent.options.has('header') || (!intent.options.has('noheader') && isFirstApart(lines))
  const styles = stylesOf(intent.named.get('cols') ?? '')
  const blocksIn = ({ source, style }: AsciidocCell, column: number): readonly FlowBlock[] =>
    (style || styles[column]) === 'a'
      ? written((writer) => readBlocks(source.split('\n'), { writer, list: 0, depth: place.depth + 1 }, context))
      : paragraphsIn(source, context)
  const cells = rows.map((row, index) =>
    row.map((cell, column): MarkupCell => ({
      ...markupCell(blocksIn(cell, column), index === 0 && isHeaded),
      header: index === 0 && isHeaded,
      rowSpan: cell.rowSpan,
      columnSpan: cell.columnSpan,
    })),
  )
  const caption = context
    .readInline(intent.title)
    .map(({ text }) => text)
    .join('')
  const table = placeFlowCells(cells, caption)
  if (table !== null) place.writer.push(tableBlock(table))
}

const paragraphsIn = (source: string, { readInline }: AsciidocContext): FlowBlock[] =>
  source.split(/\n\n+/).map((paragraph) => paragraphOf(readInline(paragraph.replaceAll('\n', ' ').trim())))

/** The number of columns that `cols` states, as `"1,2"` or `"3*"`; 0 where it states none. */
const columnsOf = (source: string): number =>
  Math.min(
    source === ''
      ? 0
      : source
          .split(/[,;]/)
          .reduce((sum, column) => sum + (Number.parseInt(/^\s*(\d{1,4})\*/.exec(column)?.[1] ?? '1', 10) || 1), 0),
    maxColumns,
  )

/** The styles of columns: `a` for those with blocks in their cells. */
const stylesOf = (source: string): string[] =>
  source.split(/[,;]/).flatMap((column) => {
    const times = Math.min(Number.parseInt(/^\s*(\d{1,4})\*/.exec(column)?.[1] ?? '1', 10) || 1, maxColumns)
    return Array.from({ length: times }, () => /([a-z])\s*$/.exec(column)?.[1] ?? '')
  })

/** The first line is the header where a blank line is behind it and none in front. */
const isFirstApart = (lines: readonly string[]): boolean =>
  (lines[0] ?? '') !== '' && lines[1] === '' && lines.length > 2

const specification = /(?:(\d{1,4})?(?:\.(\d{1,4}))?\+|(\d{1,4})\*)?[<^>]?(?:\.[<^>])?([adehlmsv])?$/

const cellsIn = (lines: readonly string[], separator: string): AsciidocCell[] => {
  const bar = separator.slice(0, 1) || '|'
  const cells: AsciidocCell[] = []
  let source = ''
  let spec: RegExpExecArray | null = null
  let isOpen = false
  const end = (): void => {
    const copies = Math.min(Number(spec?.[3] ?? 1), maxCopies)
    const cell = {
      source: source.trim(),
      columnSpan: Number(spec?.[1] ?? 1),
      rowSpan: Number(spec?.[2] ?? 1),
      style: spec?.[4] ?? '',
    }
    if (isOpen) for (let copy = 0; copy < copies; copy += 1) cells.push(cell)
  }
  for (const line of lines) {
    const parts = line.split(bar)
    for (const [index, part] of parts.entries()) {
      // The word in front of a bar specifies the next cell.
      const isEscaped = part.endsWith('\\')
      const isLast = index === parts.length - 1
      const word = isLast ? '' : (/(?:^|\s)(\S{0,20})$/.exec(part)?.[1] ?? null)
      const next = word === null || word === '' ? null : specification.exec(word)
      const isSpec = next !== null && next[0] === word
      source +=
        isSpec && word !== null
          ? part.slice(0, part.length - word.length)
          : isEscaped && !isLast
            ? part.slice(0, -1) + bar
            : part
      if (isLast || isEscaped) continue
      end()
      spec = isSpec ? next : null
      source = ''
      isOpen = true
    }
    source += '\n'
  }
  end()
  return cells
}

/** The number of cells in the first line that has any. */
const firstRowOf = (lines: readonly string[]): number =>
  Math.min(
    cellsIn(lines.filter((line) => line.includes('|')).slice(0, 1), '|').reduce(
      (sum, { columnSpan }) => sum + columnSpan,
      0,
    ) || 1,
    maxColumns,
  )

/** Cells in rows of a number of columns, of which cells that span rows above have some. */
const rowsIn = (cells: readonly AsciidocCell[], columnCount: number): AsciidocCell[][] => {
  const rows: AsciidocCell[][] = []
  /** Columns that rows to come have already. */
  const taken: number[] = []
  let open: AsciidocCell[] = []
  let width = 0
  const free = (): number => columnCount - (taken[rows.length] ?? 0)
  for (const cell of cells) {
    open.push(cell)
    width += cell.columnSpan
    for (let down = 1; down < Math.min(cell.rowSpan, maxCopies); down += 1)
      taken[rows.length + down] = (taken[rows.length + down] ?? 0) + cell.columnSpan
    if (width < free()) continue
    rows.push(open)
    open = []
    width = 0
    while (free() <= 0 && (taken[rows.length] ?? 0) > 0) rows.push([])
  }
  return open.length > 0 ? [...rows, open] : rows
}

const valuesIn = (lines: readonly string[], separator: string, { named }: Intent): AsciidocCell[][] => {
  const format = named.get('format')
  const delimiter =
    named.get('separator') ?? (format === 'tsv' ? '\t' : format === 'dsv' || separator === ':' ? ':' : ',')
  try {
    const records: string[][] = parseCsv(lines.join('\n'), {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
    return records.map((fields) => fields.map((source) => ({ source, rowSpan: 1, columnSpan: 1, style: '' })))
  } catch {
    return lines.map((source) => [{ source, rowSpan: 1, columnSpan: 1, style: '' }])
  }
}
