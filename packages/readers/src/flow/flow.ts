import type { Block, Cell } from '@polyparse/document'

/** A block of a format without places on a page: text flows. */
export type FlowBlock = Pick<Block, 'type' | 'text' | 'level' | 'marker' | 'runs'> & {
  readonly table?: FlowTable
  readonly picture?: FlowPicture
}

export type FlowTable = {
  readonly caption?: string
  readonly rowCount: number
  readonly columnCount: number
  readonly cells: readonly Cell[]
}

/** A picture as it lies in the document; the block's text is its alternative text. */
export type FlowPicture = { readonly data: Uint8Array }

export type FlowPage = { readonly number: number; readonly blocks: readonly FlowBlock[] }

/** A table as a block, its text that of its cells. */
export const tableBlock = (table: FlowTable): FlowBlock => ({ type: 'table', text: textOfCells(table), table })

export const textOfCells = ({ rowCount, cells }: Pick<FlowTable, 'rowCount' | 'cells'>): string => {
  const rows = Array.from({ length: rowCount }, (): string[] => [])
  for (const { row, text } of cells) rows[row]?.push(text)
  return rows.map((texts) => texts.join('\t')).join('\n')
}
