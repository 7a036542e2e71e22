import { html } from '@polyparse/document/html'
import { markdown } from '@polyparse/document/markdown'
import type { BlockValue, DocumentContents, TableValue } from '@polyparse/document/schema'
import type { ResultReading } from './reading.ts'
import { toTsv } from './tsv.ts'

/* Blocks of a reading as they are copied, written as the outputs of the document are, without its running headers and footers. */

type Tables = Pick<ResultReading, 'tables'>

const isPageHeaderOrFooter = ({ type }: BlockValue): boolean => type === 'page_header' || type === 'page_footer'

export const asMarkdown = (blocks: readonly BlockValue[], reading: Tables): string =>
  `${markdown(contentsOfBlocks(blocks, reading))}\n`

export const asHtml = (blocks: readonly BlockValue[], reading: Tables): string =>
  `${html(contentsOfBlocks(blocks, reading))}\n`

/** Tables as they are, and a row of one cell for everything else. */
export const asTsv = (blocks: readonly BlockValue[], { tables }: Tables): string =>
  copied(blocks)
    .map((block) => {
      const table = block.table === undefined ? undefined : tables.get(block.table)
      return block.text === '' && table === undefined ? '' : toTsv(table?.rows ?? [[block.text]])
    })
    .join('')

/** One block that is chosen is copied whatever it is. */
const copied = (blocks: readonly BlockValue[]): readonly BlockValue[] => {
  const [only] = blocks
  if (blocks.length !== 1 || only === undefined) return blocks.filter((block) => !isPageHeaderOrFooter(block))
  return [isPageHeaderOrFooter(only) ? { ...only, type: 'paragraph' } : only]
}

/** The blocks as pages of a document. It has no files, so an image is the text that describes it. */
const contentsOfBlocks = (blocks: readonly BlockValue[], { tables }: Tables): DocumentContents => ({
  pages: [...Map.groupBy(copied(blocks), ({ page }) => page)].map(([number, own]) => ({
    number,
    width: null,
    height: null,
    rotation: 0,
    blocks: own,
  })),
  tables: [...tables.values()].map(tableOfTableValue),
})

const tableOfTableValue = ({ rows, cells, markdown: _markdown, html: _html, ...table }: TableValue) => ({
  ...table,
  rowCount: rows.length,
  columnCount: Math.max(0, ...rows.map((row) => row.length)),
  cells,
})
