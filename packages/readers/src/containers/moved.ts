import type { Block, Cell, ChildBlock, Document, OutlineEntry, Page, Table, TextRun } from '@polyparse/document'
import { blockId } from '@polyparse/document'

/**
 * Where a document comes in the one that it becomes part of: how many pages are before it, and its path there, which is
 * null for the container's own text.
 */
export type PartPlace = { readonly offset: number; readonly path: string | null }

/** The parts of a document that become parts of another. */
export type MovedParts = Pick<Document, 'pages' | 'tables' | 'pictures' | 'outline' | 'warnings'> &
  Required<Pick<Document, 'fields' | 'comments' | 'attachments'>>

/**
 * The parts of a document as parts of a larger one: with page numbers and ids that count on, and, where it has a path,
 * with that as the title and its own titles and headings a level deeper. Only the pages for which `isKept` holds, by their new numbers.
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
        // The sentence may name a page, which is one of the document itself.
        message: path === null ? warning.message : `${path}: ${warning.message}`,
        page: (warning.page ?? 1) + offset,
      }))
      .filter(({ page }) => isKept(page)),
  }
}

/** Its number is before that of the first block, so that the ids of the others stay those of the page. */
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

/** Ids begin with the number of their page, which those of blocks, tables and pictures have in common. */
const moveId = (id: string, offset: number): string =>
  id.replace(/^p(\d+)-/, (_, page: string) => `p${Number(page) + offset}-`)

const moveBlock = (block: Block, offset: number): Block => ({
  ...moveContent(block, offset),
  id: moveId(block.id, offset),
  page: block.page + offset,
  ...(block.continues !== undefined && { continues: moveId(block.continues, offset) }),
})

/** What a block or a cell says, with its links, and the tables and pictures in it. */
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
