import type { Block, Document } from '@polyparse/document'
import { labelOf, labelScore } from '../labels/labels.ts'
import type { ArraySchema } from '../schema/extraction-schema.ts'
import { columnsOf, tokensOfText } from './array-columns.ts'

/** The items of a list whose title is the name of the array, of arrays of one text each. */
export const listBelow = (name: string, array: ArraySchema, { pages }: Pick<Document, 'pages'>): unknown[] => {
  const columns = columnsOf(array)
  const [column] = columns ?? []
  if (column === undefined || columns?.length !== 1 || column.leaf.type !== 'string') return []
  const label = labelOf(name, { title: '', description: '' })
  const blocks = pages.flatMap((page) => page.blocks)
  const starts = blocks.flatMap((block, index) => (isTitle(block) && isNamed(label, block.text) ? [index] : []))
  const [start] = starts
  if (start === undefined || starts.length > 1) return []
  const items: string[] = []
  for (const block of blocks.slice(start + 1)) {
    if (block.type === 'page_header' || block.type === 'page_footer') continue
    if (block.type !== 'list_item') break
    items.push(block.text)
  }
  return items.map((text) => (column.name === '' ? text : { [column.name]: text }))
}

const isTitle = ({ type, text }: Block): boolean =>
  type === 'heading' || type === 'title' || (type === 'paragraph' && text.length < 80)

const isNamed = (label: ReturnType<typeof labelOf>, text: string): boolean => {
  const tokens = tokensOfText(text)
  return tokens.length <= label.groups.length + 1 && labelScore(label, tokens) >= 0.9
}
