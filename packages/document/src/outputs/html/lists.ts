import { textOfInline } from '../inline.ts'
import type { List, ListItem } from '../list-items.ts'
import { direction } from './direction.ts'
import { inlineHtml } from './inline.ts'

export const listsHtml = (lists: readonly List[]): string => lists.map(listHtml).join('\n')

const listHtml = ({ numbering, items }: List): string => {
  const content = items.map(itemHtml).join('\n')
  if (numbering === null) return `<ul>\n${content}\n</ul>`
  return `<ol${numbering.start === 1 ? '' : ` start="${numbering.start}"`}>\n${content}\n</ol>`
}

const itemHtml = ({ content, lists }: ListItem): string =>
  `<li${direction(textOfInline(content))}>${inlineHtml(content)}${lists.length === 0 ? '' : `\n${listsHtml(lists)}\n`}</li>`
