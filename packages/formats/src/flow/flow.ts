import {
  type Block,
  type Cell,
  type Comment,
  type Field,
  type TextRun,
  type Warning,
  warning,
} from '@polyparse/document'

/** The kind of an answer in a form: text that was entered, an entry that was chosen, or a box that is ticked or not. */
export type EnteredKind = Exclude<Field['kind'], 'pair'>

/** A stretch of the text of a flow. */
export type FlowRun = TextRun & {
  readonly entered?: EnteredKind
  /** The name of what was entered, which is not shown. */
  readonly title?: string
}

/** A block of a format without a layout: text flows, and no block has a place on a page. */
export type FlowBlock = Pick<Block, 'type' | 'text' | 'level' | 'marker' | 'numbering'> & {
  readonly runs?: readonly FlowRun[]
  readonly table?: FlowTable
  readonly picture?: FlowPicture
  /** The same text as blocks; see `holding` and `cellContent`. */
  readonly blocks?: readonly FlowBlock[]
  /** Names by which links inside the document lead here: `#name`. */
  readonly anchors?: readonly string[]
  readonly comments?: readonly FlowComment[]
}

/** A reviewer's remark beside a block. */
export type FlowComment = Omit<Comment, 'page' | 'block'>

/** A table of a flow: its cells at their rows and columns, from 0. */
export type FlowTable = {
  readonly caption?: string
  readonly rowCount: number
  readonly columnCount: number
  readonly cells: readonly FlowCell[]
  /** True if cells were left out because there are too many. */
  readonly truncated?: boolean
}

export type FlowCell = Omit<Cell, 'blocks' | 'runs'> & Pick<FlowBlock, 'runs' | 'blocks'>

/** A picture as stored in the document; the block's text is its alternative text. */
export type FlowPicture = { readonly data: Uint8Array }

/** Returns the picture at an address in markup, or null when it is not available. */
export type FindPicture = (address: string) => FlowPicture | null

/** A slide, sheet or chapter, or the only page of a format without pages. */
export type FlowPage = {
  readonly number: number
  readonly blocks: readonly FlowBlock[]
  readonly hidden?: boolean
  /** Beside the page as a whole. */
  readonly comments?: readonly FlowComment[]
}

/** A block of the type `table`; its text is that of the cells: rows on lines, cells separated by tabs. */
export const tableBlock = (table: FlowTable): FlowBlock => ({ type: 'table', text: textOfCells(table), table })

/**
 * The texts of cells: rows on lines, cells separated by tabs.
 * @example textOfCells({ rowCount: 1, cells: [{ row: 0, text: 'a' }, { row: 0, text: 'b' }] }) // 'a\tb'
 */
export const textOfCells = ({ rowCount, cells }: Pick<FlowTable, 'rowCount' | 'cells'>): string => {
  const rows = Array.from({ length: rowCount }, (): string[] => [])
  for (const { row, text } of cells) rows[row]?.push(text)
  return rows.map((texts) => texts.join('\t')).join('\n')
}

/** Text and runs of a block from its stretches: white space is collapsed, neighbours of one style are joined. */
export const flowText = (stretches: readonly FlowRun[]): Pick<FlowBlock, 'text' | 'runs'> => {
  const runs: FlowRun[] = []
  // Not the whole run: to look at the end of a text that grows would copy it each time.
  let written = ' '
  for (const { text: raw, ...look } of stretches) {
    const before = runs.at(-1)
    const collapsed = raw.replaceAll(/[^\S\n]+/g, ' ')
    const text = /\s$/.test(written) ? collapsed.replace(/^ +/, '') : collapsed
    if (text === '') continue
    written = text
    if (before !== undefined && isSameRunLook(before, look)) runs.splice(-1, 1, { ...before, text: before.text + text })
    else runs.push({ text, ...look })
  }
  const last = runs.pop()
  if (last !== undefined && last.text.trimEnd() !== '') runs.push({ ...last, text: last.text.trimEnd() })
  const text = runs.map((run) => run.text).join('')
  return { text, ...(runs.some((run) => Object.keys(run).length > 1) && { runs }) }
}

/** Runs as a document has them, which says nothing of what was entered. */
export const withoutEntered = (runs: readonly FlowRun[] | undefined): { readonly runs?: readonly TextRun[] } => {
  if (runs === undefined || runs.every(({ entered }) => entered === undefined))
    return runs === undefined ? {} : { runs }
  const shown: TextRun[] = []
  for (const { entered: _entered, title: _title, text, ...look } of runs) {
    const before = shown.at(-1)
    if (before !== undefined && isSameRunLook(before, look))
      shown.splice(-1, 1, { ...before, text: before.text + text })
    else shown.push({ text, ...look })
  }
  return shown.some((run) => Object.keys(run).length > 1) ? { runs: shown } : {}
}

/** A paragraph of these stretches. */
export const paragraphOf = (stretches: readonly FlowRun[]): FlowBlock => ({ type: 'paragraph', ...flowText(stretches) })

const runLookKeys = [
  'bold',
  'italic',
  'code',
  'superscript',
  'subscript',
  'strikethrough',
  'underline',
  'highlight',
  'formula',
  'ruby',
  'href',
  'entered',
  'title',
] as const satisfies readonly (keyof FlowRun)[]

const isSameRunLook = (a: FlowRun, b: Omit<FlowRun, 'text'>): boolean =>
  runLookKeys.every((look) => a[look] === b[look])

/**
 * Table cells of a document that are read; more are data, not a document, and would exhaust the memory of a process.
 */
export const maxCells = 500_000

/** Columns of a table of markup. Spans are numbers in the source: without a limit, two of them would be any number of cells. */
export const maxColumns = 1000

/** The warning for a document, or one of its pages, with more cells than `maxCells`. */
export const tableTruncated = (page?: number): Warning =>
  warning('table_truncated', `The document has more than ${maxCells} table cells; the rest was left out.`, page)

/** The warning for a page with a table of markup of which cells were left out. */
export const markupTableTruncated = (page: number): Warning =>
  warning(
    'table_truncated',
    `A table has more than ${maxCells} cells or ${maxColumns} columns; the rest was left out.`,
    page,
  )
