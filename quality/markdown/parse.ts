import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

/** Markdown with GitHub's additions, as a tree. */
export const parseMarkdown = (markdown: string): Root =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })

/** The plain text of a node: line breaks become spaces, tags and pictures nothing, notes their marks. */
export const plainText = (node: Nodes): string => {
  if (node.type === 'break') return ' '
  if (node.type === 'html') return /^<br\b/i.test(node.value) ? ' ' : ''
  if (node.type === 'footnoteReference') return node.identifier
  if (node.type === 'image') return ''
  if ('value' in node) return node.value
  return 'children' in node ? node.children.map(plainText).join('') : ''
}
