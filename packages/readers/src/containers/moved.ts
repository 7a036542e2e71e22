import type { Block, Cell, ChildBlock, Document, OutlineEntry, Page, Table, TextRun } from '@polyparse/document'
import { blockId } from '@polyparse/document'

/**
 * The place of a document in a larger one: the number of pages before it, and its path, which is null for the
 * container's own text.
 */
export type PartPlace = { readonly offset: number; readonly path: string | null }

/** The parts of a document that become parts of another. */
export type MovedParts = Pick<Document, 'pages' | 'tables' | 'pictures' | 'outline' | 'warnings'> &
  Required<Pick<Document, 'fields' | 'comments' | 'attachments'>>

/**
 * Makes the parts of a document those of a larger one. Page numbers and ids count on; a document with a path has it as
 * the title, and its own titles and headings a level deeper. Keeps the pages for which `isKept` holds, by their new
 * numbers.
 */
export const moved = (
  document: Document,
  { offset, path }: PartPlace,
  isKept: (page: number) => boolean,
): MovedParts => {
  const ofKept = <Part extends { readonly page: number }>(parts: readonly Part[]): Part[] =>
    parts.map((part) => ({ ...part, page: part.page + offset })).filter(({ page }) => isKept(page))
  const movePage = (page: Page): Page => {
    const number = page.number + offset
    const blocks = page.blocks.map((block) => moveBlock(block, offset))
    if (path === null) return { ...page, number, blocks }
    const title = page.number === 1 ? [titleBlockOfPath(path, number)] : []
    return { ...page, number, blocks: [...title, ...blocks.map(deeper)] }
  }
  return {
    pages: document.pages.map(movePage).filter(({ number }) => isKept(number)),
    tables: ofKept(document.tables).map((table) => moveTable(table, offset)),
    pictures: ofKept(document.pictures).map((picture) => ({ ...picture, id: moveId(picture.id, offset) })),
    fields: ofKept(document.fields ?? []),
    comments: ofKept(document.comments ?? []).map((comment) => ({
      ...comment,
      ...(comment.block !== undefined && { block: moveId(comment.block, offset) }),
    })),
    attachments: (document.attachments ?? []).map((attachment) => ({
      ...attachment,
      name: path === null ? attachment.name : `${path}/${attachment.name}`,
    })),
    outline:
      path === null
        ? [...document.outline]
        : [{ title: path, level: 1, page: offset + 1 }, ...document.outline.map((entry) => moveEntry(entry, offset))],
    warnings: document.warnings
      .filter(({ code }) => code !== 'page_out_of_range')
      .map((warning) => ({
        ...warning,
        // The sentence may name a page by its number in the document itself.
        message: path === null ? warning.message : `${path}: ${warning.message}`,
        page: (warning.page ?? 1) + offset,
      }))
      .filter(({ page }) => isKept(page)),
  }
}

/** Makes a block with a number before that of the first one, so that the ids of the others stay. */
const titleBlockOfPath = (path: string, page: number): Block => ({
  id: blockId(page, 0),
  type: 'title',
  page,
  bbox: null,
  text: path,
  confidence: 1,
})

const deeper = (block: Block): Block => {
  if (block.type === 'title') return { ...block, type: 'heading', level: 2 }
  return block.type === 'heading' ? { ...block, level: (block.level ?? 2) + 1 } : block
}

/** Moves the number of the page with which ids of blocks, tables and pictures begin: `p2-b3` by 10 is `p12-b3`. */
const moveId = (id: string, offset: number): string =>
  id.replace(/^p(\d+)-/, (_, page: string) => `p${Number(page) + offset}-`)

const moveBlock = (block: Block, offset: number): Block => ({
  ...moveContent(block, offset),
  id: moveId(block.id, offset),
  page: block.page + offset,
  ...(block.continues !== undefined && { continues: moveId(block.continues, offset) }),
})

/** Moves the links, tables and pictures in a block or a cell. */
const moveContent = <Content extends Partial<Pick<Block, 'table' | 'picture' | 'runs' | 'blocks'>>>(
  content: Content,
  offset: number,
): Content => {
  const { table, picture, runs, blocks } = content
  return {
    ...content,
    ...(table !== undefined && { table: moveId(table, offset) }),
    ...(picture !== undefined && { picture: moveId(picture, offset) }),
    ...(runs !== undefined && { runs: runs.map((run) => moveLink(run, offset)) }),
    ...(blocks !== undefined && { blocks: blocks.map((block): ChildBlock => moveContent(block, offset)) }),
  }
}

const moveLink = (run: TextRun, offset: number): TextRun =>
  run.href?.startsWith('#') === true ? { ...run, href: `#${moveId(run.href.slice(1), offset)}` } : run

const moveTable = (table: Table, offset: number): Table => ({
  ...table,
  id: moveId(table.id, offset),
  cells: table.cells.map((cell): Cell => moveContent(cell, offset)),
  ...(table.continues !== undefined && { continues: moveId(table.continues, offset) }),
})

const moveEntry = ({ title, level, page }: OutlineEntry, offset: number): OutlineEntry => ({
  title,
  level: level + 1,
  page: page === null ? null : page + offset,
})
