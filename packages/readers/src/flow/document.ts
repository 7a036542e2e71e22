import {
  type Block,
  blockId,
  type Document,
  type Metadata,
  type OutlineEntry,
  type Page,
  type Table,
  tableId,
  type Warning,
} from '@polyparse/document'
import type { EngineRequest } from '../engine.ts'
import type { FlowBlock, FlowPage } from './flow.ts'
import { createPictures } from './pictures.ts'
import { selectPages } from '../select-pages.ts'

/** A document of pages without layout: slides, sheets, chapters. */
export type Flow = {
  /** The selected pages, as `selectPages` returns them. */
  readonly pages: readonly FlowPage[]
  /** How many pages the document has. */
  readonly pageCount: number
  readonly metadata: Omit<Metadata, 'documentPageCount'>
  /** Made of the headings where the document has none of its own. */
  readonly outline?: readonly OutlineEntry[]
  readonly warnings?: readonly Warning[]
  /** The result of the format's library, where there is one. */
  readonly raw?: unknown
}

/**
 * The document of a flow without pages: it has one page, whose blocks have ids and no boxes, and an outline made of its
 * headings. Picture files are kept as the request asks, 64 MiB of them at most; a warning `image_omitted` counts those
 * that were left out.
 *
 * @throws {EngineFailure} `page_out_of_range` when the request asks for other pages only.
 */
export const flowDocument = async (
  blocks: readonly FlowBlock[],
  metadata: Flow['metadata'],
  request: EngineRequest,
  warnings: readonly Warning[] = [],
): Promise<Document> => {
  const selected = selectPages(request, 1)
  const pages = [{ number: 1, blocks }]
  return flowPages({ pages, pageCount: 1, metadata, warnings: [...selected.warnings, ...warnings] }, request)
}

/** The document of a flow with pages: ids count on each page, boxes are null. */
export const flowPages = async (flow: Flow, request: EngineRequest): Promise<Document> => {
  const tables: Table[] = []
  const pictures = createPictures(request)

  const finishPage = ({ number, blocks }: FlowPage): Page => {
    let tableCount = 0
    const finished: Block[] = []
    for (const { table, picture, ...block } of blocks) {
      const place = { id: blockId(number, finished.length + 1), page: number, bbox: null }
      if (table !== undefined) {
        tableCount += 1
        const id = tableId(number, tableCount)
        tables.push({ ...table, id, page: number, bbox: null })
        finished.push({ ...place, ...block, table: id })
      } else if (picture === undefined) finished.push({ ...place, ...shownAs(block, request) })
      else {
        const shown = pictures.take(picture, block.text, number)
        if (shown !== null) finished.push({ ...place, ...block, ...shown })
      }
    }
    return { number, width: null, height: null, rotation: 0, blocks: finished }
  }

  const pages = flow.pages.map(finishPage)
  const finished = await pictures.finish()
  return {
    metadata: { ...flow.metadata, documentPageCount: flow.pageCount },
    pages,
    tables,
    pictures: finished.pictures,
    outline: flow.outline ?? flow.pages.flatMap(outlineOf),
    warnings: [...(flow.warnings ?? []), ...finished.warnings],
    ...(request.raw && { raw: flow.raw ?? { pages: flow.pages.map(withoutFiles) } }),
  }
}

const shownAs = (block: Omit<FlowBlock, 'table' | 'picture'>, { keepRunningText }: EngineRequest): typeof block =>
  keepRunningText && (block.type === 'page_header' || block.type === 'page_footer')
    ? { ...block, type: 'paragraph' }
    : block

/** Without the picture files, which are in the document itself. */
const withoutFiles = ({ number, blocks }: FlowPage) => ({
  number,
  blocks: blocks.map(({ picture, ...block }) =>
    picture === undefined ? block : { ...block, bytes: picture.data.length },
  ),
})

const outlineOf = ({ number, blocks }: FlowPage): OutlineEntry[] =>
  blocks
    .filter(({ type, text }) => (type === 'title' || type === 'heading') && text !== '')
    .map(({ text, level }) => ({ title: text, level: level ?? 1, page: number }))
