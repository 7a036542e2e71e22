import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { cleanText } from '../src/outputs/inline.ts'

/** Markdown as GitHub reads it. */
export const readMarkdown = (markdown: string): Root =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })

/** What a reader sees of it. */
export const visibleText = (node: Nodes): string => collapse(textOf(node))

/** A text as far as Markdown can say it: white space is all one. */
export const collapse = (text: string): string => cleanText(text).replaceAll(/\s+/g, ' ').trim()

const textOf = (node: Nodes): string => {
  if (node.type === 'html') return node.value === '<br>' ? ' ' : ''
  if (node.type === 'break') return ' '
  if (node.type === 'image') return node.alt ?? ''
  if ('value' in node) return node.value
  return 'children' in node ? node.children.map(textOf).join('') : ''
}
