import type { List, ListItem } from '../list-items.ts'
import { inlineMarkdown } from './inline.ts'
import { hardBreak, paragraphLines } from './lines.ts'

/** Lists that follow each other. What would make one of two that are not is a comment between them. */
export const listsMarkdown = (lists: readonly List[]): string => {
  let markdown = ''
  for (const [index, list] of lists.entries()) {
    const before = lists[index - 1]
    if (before !== undefined) markdown += isSameKind(before, list) ? '\n\n<!-- -->\n\n' : '\n'
    markdown += listMarkdown(list)
  }
  return markdown
}

const isSameKind = (a: List, b: List): boolean => a.numbering?.delimiter === b.numbering?.delimiter

const listMarkdown = ({ numbering, items }: List): string =>
  items
    .map((item, index) =>
      itemMarkdown(item, numbering === null ? '-' : `${numbering.start + index}${numbering.delimiter}`),
    )
    .join('\n')

const itemMarkdown = ({ content, lists }: ListItem, marker: string): string => {
  const text = paragraphLines(inlineMarkdown(content)).join(hardBreak)
  const inner = text + (lists.length === 0 ? '' : gapBefore(lists, text) + listsMarkdown(lists))
  return inner === '' ? marker : `${marker} ${indent(inner, marker.length + 1)}`
}

/** A list that does not begin with 1 can follow a paragraph only after a blank line. */
const gapBefore = ([first]: readonly List[], text: string): string =>
  text === '' ? '' : first?.numbering === null || first?.numbering.start === 1 ? '\n' : '\n\n'

const indent = (text: string, width: number): string => text.replaceAll(/\n(?!\n)/g, `\n${' '.repeat(width)}`)
