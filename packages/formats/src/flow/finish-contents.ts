import {
  type Block,
  type Box,
  type Cell,
  type ChildBlock,
  type Table,
  tableId,
  type Warning,
} from '@polyparse/document'
import { type FlowBlock, type FlowPicture, type FlowTable, markupTableTruncated, withoutEntered } from './flow.ts'

/** The contents of a block, without its place on the page. */
export type FlowContent = ChildBlock & Pick<Block, 'blocks'>

type Sinks = {
  /** The tables of the document so far. */
  readonly tables: Table[]
  /** The id of a picture in its block; nothing where it cannot be read, null where there is to be no block. */
  readonly takePicture: (picture: FlowPicture, alternative: string) => Pick<Block, 'picture'> | null
  readonly warn: (warning: Warning) => void
}

/**
 * Makes blocks of one page of those of a flow: its tables and pictures, those inside of cells and items too, become
 * ids. A block is null where its picture is left out.
 */
export const createContents = (page: number, { tables, takePicture, warn }: Sinks) => {
  let tableCount = 0

  const finishTable = ({ cells, truncated, ...table }: FlowTable, bbox: Box | null): string => {
    if (truncated === true) warn(markupTableTruncated(page))
    tableCount += 1
    const id = tableId(page, tableCount)
    const place = tables.length
    const empty = { ...table, id, page, bbox, cells: [] }
    tables.push(empty)
    tables[place] = { ...empty, cells: cells.map(finishCell) }
    return id
  }

  const finishCell = ({ blocks, runs, ...own }: FlowTable['cells'][number]): Cell => {
    const cell = { ...own, ...withoutEntered(runs) }
    return blocks === undefined ? cell : { ...cell, blocks: finishChildren(blocks) }
  }

  const finishChildren = (blocks: readonly FlowBlock[]): ChildBlock[] =>
    blocks.flatMap((block) => {
      const content = finishOwn(block, null)
      return content === null ? [] : [content]
    })

  const finishOwn = (block: FlowBlock, bbox: Box | null): ChildBlock | null => {
    const { table, picture, runs, blocks: _blocks, anchors: _anchors, comments: _comments, ...own } = block
    const content = { ...own, ...withoutEntered(runs) }
    if (table !== undefined) return { ...content, table: finishTable(table, bbox) }
    const shown = picture === undefined ? {} : takePicture(picture, content.text)
    return shown === null ? null : { ...content, ...shown }
  }

  return (block: FlowBlock, bbox: Box | null): FlowContent | null => {
    const content = finishOwn(block, bbox)
    if (content === null || block.blocks === undefined) return content
    return { ...content, blocks: finishChildren(block.blocks) }
  }
}
