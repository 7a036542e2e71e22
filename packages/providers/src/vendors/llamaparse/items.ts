import { type Box, union } from '@polyparse/document'
import { blocksOfMarkdown, inlineOf, tableOf, tableOfRows } from '@polyparse/formats/markup'
import type { AnswerBlock, AnswerPicture } from '../../answer.ts'
import { nonEmpty, placedTable } from '../../answer-blocks.ts'
import type { LlamaParseItem } from './llamaparse-answer-shape.ts'

/** The picture file of this name. */
export type FindItemImage = (filename: string) => AnswerPicture

/** The blocks of an item; several if it contains other items. */
export const llamaParseBlocks = (item: LlamaParseItem, findFile: FindItemImage): AnswerBlock[] => {
  const box = boxOfLlamaParseItem(item)
  const text = item.value ?? item.text ?? ''
  switch (kindOfLlamaParseItem(item)) {
    case 'heading':
      return nonEmpty({ type: 'heading', level: levelOf(item), box, ...headline(item, text) })
    case 'list':
      return blocksOfLlamaParseList(item, 1, box)
    case 'table':
      return blocksOfLlamaParseTable(item, box)
    case 'image':
      return [{ type: 'picture', text: (item.caption ?? '').trim(), box, picture: findFile(item.url ?? '') }]
    case 'code':
      return nonEmpty({ type: 'code', text: text.replace(/\n$/, ''), box })
    case 'link':
      return nonEmpty({
        type: 'paragraph',
        text,
        box,
        ...(text !== '' && item.url && { runs: [{ text, href: item.url }] }),
      })
    case 'header':
      return runningText(item, 'page_header', box, findFile)
    case 'footer':
      return runningText(item, 'page_footer', box, findFile)
    default:
      return blocksOfLlamaParseText(item, text, box)
  }
}

/** The types of the SDK leave `type` open; then the other members show the kind. */
const kindOfLlamaParseItem = ({ type, rows, items, level, url, caption }: LlamaParseItem): string => {
  if (typeof type === 'string') return type
  if (Array.isArray(rows)) return 'table'
  if (Array.isArray(items)) return 'list'
  if (typeof level === 'number') return 'heading'
  if (typeof url === 'string') return typeof caption === 'string' ? 'image' : 'link'
  return 'text'
}

/** Points from the top left; several if it is in several places. */
const boxOfLlamaParseItem = ({ bbox }: LlamaParseItem): Box | null =>
  union(
    (bbox ?? []).flatMap(({ x, y, w, h }): Box[] =>
      typeof x === 'number' && typeof y === 'number' && typeof w === 'number' && typeof h === 'number'
        ? [[x, y, x + w, y + h]]
        : [],
    ),
  )

const levelOf = ({ level }: LlamaParseItem): number => Math.min(6, Math.max(1, Math.round(level ?? 1)))

/** The Markdown of an item has its styles; if it is not a single block of text, the plain text is used. */
const textOfLlamaParseItem = ({ md }: LlamaParseItem, text: string): Pick<AnswerBlock, 'text' | 'runs'> => {
  const [only, ...others] = blocksOfMarkdown(md ?? '')
  if (only === undefined || others.length > 0 || only.table !== undefined || only.type === 'code') return { text }
  return { text: only.text, ...(only.runs !== undefined && { runs: only.runs }) }
}

const headline = ({ md }: LlamaParseItem, text: string): Pick<AnswerBlock, 'text' | 'runs'> => {
  const inline = inlineOf(md ?? '')
  return inline.text === '' ? { text } : inline
}

const blocksOfLlamaParseText = (item: LlamaParseItem, text: string, box: Box | null): AnswerBlock[] => {
  const blocks = blocksOfMarkdown(item.md ?? '')
  const [only] = blocks
  if (blocks.length > 1) return blocks.map((block) => ({ ...block, box }))
  if (only?.type === 'paragraph' && only.text !== '')
    return [{ ...textOfLlamaParseItem(item, text), type: 'paragraph', box }]
  return nonEmpty({ type: 'paragraph', text: text === '' ? (only?.text ?? '') : text, box })
}

const maxListDepth = 50

/** An entry without a place of its own is somewhere in the box of its list. */
const blocksOfLlamaParseList = (
  { items, ordered, md }: LlamaParseItem,
  level: number,
  around: Box | null,
): AnswerBlock[] => {
  if (level > maxListDepth) return []
  const first = Number(/^\s*(\d{1,9})[.)]/.exec(md ?? '')?.[1] ?? 1)
  let count = 0
  return (items ?? []).flatMap((item): AnswerBlock[] => {
    const box = boxOfLlamaParseItem(item) ?? around
    if (kindOfLlamaParseItem(item) === 'list') return blocksOfLlamaParseList(item, level + 1, box)
    count += 1
    const marker = ordered === true ? `${first + count - 1}.` : '•'
    return nonEmpty({ type: 'list_item', level, marker, box, ...textOfLlamaParseItem(item, item.value ?? '') })
  })
}

const blocksOfLlamaParseTable = (
  { html, rows, merged_into_page: mergedInto }: LlamaParseItem,
  box: Box | null,
): AnswerBlock[] => {
  const table = tableOf(html ?? '') ?? tableOfRows(rows ?? [])
  // A table that was joined to one of an earlier page is there.
  if (table.cells.length === 0 || (typeof mergedInto === 'number' && (rows ?? []).length === 0)) return []
  return [placedTable(table, { box })]
}

const runningText = (
  { items, md }: LlamaParseItem,
  type: 'page_header' | 'page_footer',
  box: Box | null,
  findFile: FindItemImage,
): AnswerBlock[] => {
  const blocks = (items ?? []).flatMap((item) => llamaParseBlocks(item, findFile))
  if (blocks.length === 0) return nonEmpty({ type, text: (md ?? '').trim(), box })
  return blocks.map((block): AnswerBlock => {
    const placed = { ...block, box: block.box ?? box }
    if (block.picture !== undefined || block.table !== undefined) return placed
    const { level: _level, marker: _marker, ...text } = placed
    return { ...text, type }
  })
}
