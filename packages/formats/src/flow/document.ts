import {
  type Attachment,
  type Block,
  blockId,
  type Comment,
  type Document,
  type DocumentMetadata,
  type OutlineEntry,
  type Page,
  type Table,
  type Warning,
} from '@polyparse/document'
import type { EngineRequest } from '@polyparse/engine'
import { implausibleText } from './implausible.ts'
import { type FlowContent, createContents } from './finish-contents.ts'
import type { FlowBlock, FlowPage } from './flow.ts'
import { fieldsOfFlowPage } from './flow-fields.ts'
import { createLinks } from './flow-links.ts'
import { createPictures } from './flow-pictures.ts'
import { selectPages } from '@polyparse/engine'

/** A document of pages without layout: slides, sheets, chapters. */
export type FlowOfBlocks = {
  /** The selected pages, as `selectPages` returns them. */
  readonly pages: readonly FlowPage[]
  /** The number of pages of the document. */
  readonly pageCount: number
  readonly metadata: Omit<DocumentMetadata, 'documentPageCount'>
  /** Made of the headings where the document has none of its own. */
  readonly outline?: readonly OutlineEntry[]
  readonly attachments?: readonly Attachment[]
  readonly warnings?: readonly Warning[]
  /** The result of the format's library, where there is one. */
  readonly raw?: unknown
}

/** The parts of a document beside its text. */
type Beside = Pick<FlowOfBlocks, 'attachments'> & Pick<FlowPage, 'comments'>

/**
 * The document of a flow without pages: it has one page, whose blocks have ids and no boxes, and an outline made of its
 * headings. Picture files are kept as the request asks, 64 MiB of them at most; a warning `image_omitted` counts those
 * that were left out.
 *
 * @throws {EngineFailure} `page_out_of_range` when the request asks for other pages only.
 */
export const flowDocument = async (
  blocks: readonly FlowBlock[],
  metadata: FlowOfBlocks['metadata'],
  request: EngineRequest,
  warnings: readonly Warning[] = [],
  { comments = [], attachments = [] }: Beside = {},
): Promise<Document> => {
  const selected = selectPages(request, 1)
  const pages = [{ number: 1, blocks, comments }]
  const flow = { pages, pageCount: 1, metadata, warnings: [...selected.warnings, ...warnings] }
  return flowPages({ ...flow, ...(attachments.length > 0 && { attachments }) }, request)
}

/** The document of a flow with pages: ids count on each page, boxes are null, links lead to blocks by their ids. */
export const flowPages = async (flow: FlowOfBlocks, request: EngineRequest): Promise<Document> => {
  const tables: Table[] = []
  const comments: Comment[] = []
  const pictures = createPictures(request)
  const links = createLinks()
  const warnings: Warning[] = []

  const isRunning = ({ type }: FlowBlock): boolean => type === 'page_header' || type === 'page_footer'
  // Headers and footers are kept if a document, such as letter paper, has no other text.
  const keepRunningText = request.keepRunningText || flow.pages.every(({ blocks }) => blocks.every(isRunning))

  const finishPage = ({ number, blocks, hidden, comments: beside = [] }: FlowPage): Page => {
    const finish = createContents(number, {
      tables,
      takePicture: (picture, alternative) => pictures.take(picture, alternative, number),
      warn: (warning) => warnings.push(warning),
    })
    const finished: Block[] = []
    for (const block of blocks) {
      const content = finish(block, null)
      if (content === null) continue
      const id = blockId(number, finished.length + 1)
      links.add(block.anchors ?? [], id)
      finished.push({ id, page: number, bbox: null, ...shownAs(content, keepRunningText) })
      for (const comment of block.comments ?? []) comments.push({ ...comment, page: number, block: id })
    }
    for (const comment of beside) comments.push({ ...comment, page: number })
    const page = { number, width: null, height: null, rotation: 0, blocks: finished } as const
    return { ...page, ...(hidden === true && { hidden }) }
  }

  const pages = flow.pages.map(finishPage)
  const finished = await pictures.finish()
  const fields = flow.pages.flatMap(fieldsOfFlowPage)
  return {
    metadata: { ...flow.metadata, documentPageCount: flow.pageCount },
    pages: pages.map((page) => ({ ...page, blocks: page.blocks.map(links.resolve) })),
    tables: tables.map((table) => ({ ...table, cells: table.cells.map(links.resolve) })),
    pictures: finished.pictures,
    outline: flow.outline ?? flow.pages.flatMap(outlineOfFlowPage),
    ...(fields.length > 0 && { fields }),
    ...(comments.length > 0 && { comments }),
    ...(flow.attachments !== undefined && { attachments: flow.attachments }),
    warnings: [...(flow.warnings ?? []), ...warnings, ...implausibleText(flow.pages), ...finished.warnings],
    ...(request.raw && { raw: flow.raw ?? { pages: flow.pages.map(withoutFiles) } }),
  }
}

const shownAs = (block: FlowContent, keepRunningText: boolean): FlowContent =>
  keepRunningText && (block.type === 'page_header' || block.type === 'page_footer')
    ? { ...block, type: 'paragraph' }
    : block

/** Drops the picture files, which are in the document itself. */
const withoutFiles = ({ number, blocks }: FlowPage) => ({
  number,
  blocks: blocks.map(({ picture, ...block }) =>
    picture === undefined ? block : { ...block, bytes: picture.data.length },
  ),
})

const outlineOfFlowPage = ({ number, blocks }: FlowPage): OutlineEntry[] =>
  blocks
    .filter(({ type, text }) => (type === 'title' || type === 'heading') && text !== '')
    .map(({ text, level }) => ({ title: text, level: level ?? 1, page: number }))
