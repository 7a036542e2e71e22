import type { Block, Cell, Document, Metadata, OutlineEntry, Run, Table } from '../document/model.ts'
import type { EngineRequest } from './engine.ts'
import { blockId, tableId } from './make-id.ts'
import { selectPages } from './select-pages.ts'

/** A block of a format without pages or places: text flows. */
export type FlowBlock = Pick<Block, 'type' | 'text' | 'level' | 'marker' | 'runs'> & { readonly table?: FlowTable }

export type FlowTable = {
  readonly caption?: string
  readonly rowCount: number
  readonly columnCount: number
  readonly cells: readonly Cell[]
}

/** The document of a flow: one page, no boxes, an outline made of its headings. */
export const flowDocument = (
  blocks: readonly FlowBlock[],
  metadata: Omit<Metadata, 'documentPageCount'>,
  request: EngineRequest,
): Document => {
  const { warnings } = selectPages(request, 1)
  const tables: Table[] = []
  const finished = blocks.map(({ table: flowTable, ...block }, index): Block => {
    const place = { id: blockId(1, index + 1), page: 1, bbox: null }
    if (flowTable === undefined) return { ...place, ...block }
    const table = { ...flowTable, id: tableId(1, tables.length + 1), page: 1, bbox: null }
    tables.push(table)
    return { ...place, ...block, table: table.id }
  })
  return {
    metadata: { ...metadata, documentPageCount: 1 },
    pages: [{ number: 1, width: null, height: null, rotation: 0, blocks: finished }],
    tables,
    pictures: [],
    outline: outlineOf(blocks),
    warnings,
    ...(request.raw && { raw: { blocks } }),
  }
}

const outlineOf = (blocks: readonly FlowBlock[]): OutlineEntry[] =>
  blocks
    .filter(({ type, text }) => (type === 'title' || type === 'heading') && text !== '')
    .map(({ text, level }) => ({ title: text, level: level ?? 1, page: 1 }))

export const textOfCells = ({ rowCount, cells }: FlowTable): string =>
  Array.from({ length: rowCount }, (_, row) =>
    cells
      .filter((cell) => cell.row === row)
      .map(({ text }) => text)
      .join('\t'),
  ).join('\n')

/** Text and runs of a block from its stretches: white space collapsed, neighbours of one look joined. */
export const flowText = (stretches: readonly Run[]): Pick<Block, 'text' | 'runs'> => {
  const runs: Run[] = []
  for (const { text: raw, ...look } of stretches) {
    const before = runs.at(-1)
    const collapsed = raw.replaceAll(/[^\S\n]+/g, ' ')
    const text = before === undefined || /\s$/.test(before.text) ? collapsed.replace(/^ +/, '') : collapsed
    if (text === '') continue
    if (before !== undefined && isSameLook(before, look)) runs.splice(-1, 1, { ...before, text: before.text + text })
    else runs.push({ text, ...look })
  }
  const last = runs.pop()
  if (last !== undefined && last.text.trimEnd() !== '') runs.push({ ...last, text: last.text.trimEnd() })
  const text = runs.map((run) => run.text).join('')
  return { text, ...(runs.some((run) => Object.keys(run).length > 1) && { runs }) }
}

const isSameLook = (a: Run, b: Omit<Run, 'text'>): boolean =>
  a.bold === b.bold &&
  a.italic === b.italic &&
  a.code === b.code &&
  a.superscript === b.superscript &&
  a.subscript === b.subscript &&
  a.href === b.href
