import type { Document } from '@polyparse/document'
import { wordsOfName } from '../labels/labels.ts'

/** An element of markup with text, and the elements that it is in, from the outermost; each with the number of its occurrence. */
export type MarkupValue = { readonly path: readonly MarkupStep[]; readonly value: string }
export type MarkupStep = {
  readonly name: string
  readonly words: readonly string[]
  readonly occurrence: number
  readonly isRepeated: boolean
}

/** Characters of markup that are read, and levels that are followed. */
const maxCharacters = 5_000_000
const maxLevels = 64

type OpenStep = {
  name: string
  words: readonly string[]
  occurrence: number
  isRepeated: boolean
  children: Map<string, OpenStep[]>
}

/** The texts of XML that a reader has left as it is. */
export const markupValues = ({ pages }: Pick<Document, 'pages'>): MarkupValue[] => {
  const values: MarkupValue[] = []
  let count = 0
  for (const block of pages.flatMap((page) => page.blocks)) {
    if (block.type !== 'code' || !block.text.startsWith('<') || block.text.length > maxCharacters) continue
    const root: OpenStep = { name: '', words: [], occurrence: 0, isRepeated: false, children: new Map() }
    const stack: OpenStep[] = [root]
    let text = ''
    for (const [, close = '', name = '', , isEmpty = '', plain] of block.text.matchAll(
      /<(\/?)([\w.:-]+)([^<>]*?)(\/?)>|([^<>]+)|[<>]/g,
    )) {
      if (plain !== undefined) text = plain.trim()
      else if (close !== '') {
        if (text !== '' && stack.length > 1) values.push({ path: stack.slice(1), value: decodeMarkup(text) })
        text = ''
        if (stack.at(-1)?.name === name) stack.pop()
      } else if (name !== '') {
        text = ''
        const parent = stack.at(-1) ?? root
        if (stack.length > maxLevels) break
        count += 1
        const siblings = parent.children.get(name) ?? []
        const step: OpenStep = {
          name,
          words: wordsOfName(name.replace(/^.*:/, '')),
          occurrence: count,
          isRepeated: siblings.length > 0,
          children: new Map(),
        }
        for (const sibling of siblings) sibling.isRepeated = true
        siblings.push(step)
        parent.children.set(name, siblings)
        if (isEmpty === '') stack.push(step)
      }
    }
  }
  return values
}

const decodeMarkup = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
