import type { Metadata } from '@polyparse/document'
import { attribute, descendants, rawText, type Element, type Parent } from './nodes.ts'

type Known = Partial<Pick<Metadata, 'title' | 'author' | 'subject' | 'keywords' | 'language'>>

/** What the head says of the document. */
export const headOf = (root: Parent): Known => {
  const found: Record<string, string> = {}
  const add = (name: string, value: string | null): void => {
    const text = (value ?? '').replaceAll(/\s+/g, ' ').trim()
    if (text !== '' && found[name] === undefined) found[name] = text
  }
  for (const element of descendants(root)) {
    if (element.tagName === 'body') break
    if (element.tagName === 'html') add('language', attribute(element, 'lang'))
    if (element.tagName === 'title') add('title', rawText(element))
    if (element.tagName === 'meta') addMeta(element, add)
  }
  return found
}

const names = new Map([
  ['author', 'author'],
  ['description', 'subject'],
  ['keywords', 'keywords'],
])

const addMeta = (element: Element, add: (name: string, value: string | null) => void): void => {
  const name = names.get((attribute(element, 'name') ?? '').toLowerCase())
  if (name !== undefined) add(name, attribute(element, 'content'))
}
