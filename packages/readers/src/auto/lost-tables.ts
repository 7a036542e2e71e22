import type { Block, Word } from '@polyparse/document'
import { maxOf, minOf } from '@polyparse/engine'
import { pairwise } from '@polyparse/document/items'
import { lostTableLimits as limits } from './parameters.ts'
import { flowOf, type StructureDoubt } from './structure-doubt.ts'
import { lineHeight, linesOfWords } from './white.ts'

/**
 * What a page has of tables that were not found: a caption that names one without a table or a picture near it, and lines of text in
 * columns, which in a form are labels.
 */
export const lostTables = (blocks: readonly Block[], isForm: boolean): StructureDoubt[] => {
  const flow = flowOf(blocks)
  return flow.flatMap((block, index) => {
    if (block.table !== undefined || !textTypes.has(block.type)) return []
    if (tableCaption.test(block.text)) {
      const near = flow.slice(Math.max(0, index - limits.maxAway), index + limits.maxAway + 1)
      if (!near.some(({ type }) => type === 'table' || type === 'picture' || type === 'code'))
        return [{ block, reason: 'a caption names a table, but none was found beside it' }]
    }
    const isHeader = !isForm && block.type === 'paragraph' && linesOfWords(block.words ?? []).some(isInColumns)
    return isHeader ? [{ block, reason: 'a line of text is in columns' }] : []
  })
}

const textTypes: ReadonlySet<string> = new Set<Block['type']>(['paragraph', 'caption', 'list_item'])

/** With a mark after the number, which a sentence that refers to the table lacks. */
const tableCaption =
  /^(?:table|tabelle|tab\.|tableau|tabla|cuadro|tabella|tabela|quadro|tabel)\s*(?:\d[\d.-]*|[IVXLC]+)\s*[.:–—]/iu

/** Tells whether a line has several wide whites that are not even, as those of a justified line are. */
const isInColumns = (line: readonly Word[]): boolean => {
  const height = lineHeight(line)
  const whites = pairwise(line).map(([left, right]) => right.bbox[0] - left.bbox[2])
  const wide = whites.filter((white) => white > height * limits.minWhite)
  return wide.length >= limits.minWhites && maxOf(whites) > minOf(whites) * limits.minUnevenness
}
