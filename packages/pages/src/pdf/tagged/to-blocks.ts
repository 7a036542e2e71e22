import { union } from '@polyparse/document'
import { layOut } from '../../layout/lay-out.ts'
import type { TextLine } from '../../layout/layout-lines.ts'
import { markerOf } from '../../language/list-markers.ts'
import type { ContentWord, PageContent } from '../../layout/page-content.ts'
import { isCode } from '../../layout/paragraphs.ts'
import { type DraftBlock, textOfBlock } from '../../paged/draft.ts'
import { insertBlocks } from '../../paged/insert-blocks.ts'
import { columnsOfTagged } from './tagged-lines.ts'
import type { TaggedPiece } from './piece.ts'
import { margins, programs } from './parameters.ts'
import { maxOf, minOf } from '@polyparse/engine'

/** A piece as a block, or as one block for each column that it runs through. Typewritten text is not code. */
export const toBlocks = ({ type, words, level, marker, table }: TaggedPiece, isTypewritten: boolean): DraftBlock[] => {
  const columns = columnsOfTagged(words)
  if (table !== undefined) {
    const lines = columns.flat()
    const box = union(lines.map((line) => line.box))
    return box === null ? [] : [{ type, box, lines, table, known: true }]
  }
  const all = columns.flat()
  const isProgram =
    !isTypewritten && type === 'paragraph' && all.every(isCode) && (all.length > 1 || hasProgramLength(all))
  return columns.flatMap((lines, column): DraftBlock[] => {
    const box = union(lines.map((line) => line.box))
    if (box === null) return []
    const item = type === 'list_item' ? listItemOfTaggedLines(lines, column === 0 ? (marker ?? null) : '') : { lines }
    return [
      {
        type: isProgram ? 'code' : type,
        box,
        ...item,
        ...(level !== undefined && { level }),
        known: true,
      },
    ]
  })
}

/** Takes the label of the tree, or else the marker at the start of the text. */
const listItemOfTaggedLines = (
  lines: readonly TextLine[],
  label: string | null,
): Pick<DraftBlock, 'lines' | 'marker'> => {
  const [first, ...rest] = lines
  if (label === '' || first === undefined) return { lines }
  if (label !== null) return { lines, marker: label.replaceAll(/\p{Co}/gu, '•') }
  const found = markerOf(first)
  if (found === null) return { lines }
  const words = first.words.slice(1)
  const box = union(words.map((word) => word.box)) ?? first.box
  return { lines: [{ ...first, box, words }, ...rest], marker: found.text.replaceAll(/\p{Co}/gu, '•') }
}

/** A word or two in letters of one width are a name, not a program. */
const hasProgramLength = (lines: readonly TextLine[]): boolean =>
  lines.some(({ words }) => words.length >= programs.minWords)

/**
 * The blocks of the tree, with the text that it does not cover in between. Beyond all tagged text, at the edge of the
 * page, that is a header or footer, which are not part of the tree.
 */
export const withUntagged = (
  blocks: readonly DraftBlock[],
  words: readonly ContentWord[],
  { page, hasHeadings }: { readonly page: PageContent; readonly hasHeadings: boolean },
): readonly DraftBlock[] => {
  if (words.length === 0) return blocks
  const first = minOf(blocks.map(({ box }) => box[1]))
  const last = maxOf(blocks.map(({ box }) => box[3]))
  const left = layOut({ ...page, words, rules: [], fills: [] }).blocks
  const headers: DraftBlock[] = []
  const footers: DraftBlock[] = []
  const others: DraftBlock[] = []
  for (const block of left) {
    // Leaders and lines of dashes are drawing, not text.
    if (block.table === undefined && !/[\p{L}\p{N}\p{S}]/u.test(textOfBlock(block))) continue
    const { box, lines } = block
    if (box[3] <= first + margins.slack && box[3] < page.height * margins.share)
      headers.push({ type: 'page_header', box, lines })
    else if (box[1] >= last - margins.slack && box[1] > page.height * (1 - margins.share)) {
      footers.push({ type: 'page_footer', box, lines })
    } else others.push(block.type === 'paragraph' && hasHeadings ? { ...block, known: true } : block)
  }
  return [...headers, ...insertBlocks(blocks, others), ...footers]
}
