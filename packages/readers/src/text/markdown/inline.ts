import type { TextRun } from '@polyparse/document'
import type { Parent, PhrasingContent, Root } from 'mdast'

/** Addresses of reference links by their identifier. */
export type Definitions = ReadonlyMap<string, string>

export const definitionsOf = ({ children }: Root): Definitions =>
  new Map(children.flatMap((node) => (node.type === 'definition' ? [[node.identifier, node.url]] : [])))

type Look = Omit<TextRun, 'text'>

/** Inline content as stretches of one style; a picture is its alternative text. */
export const stretchesOf = (nodes: readonly PhrasingContent[], definitions: Definitions, look: Look = {}): TextRun[] =>
  nodes.flatMap((node) => stretch(node, definitions, look))

const stretch = (node: PhrasingContent, definitions: Definitions, look: Look): TextRun[] => {
  if ('children' in node) return stretchesOf(node.children, definitions, { ...look, ...lookOf(node, definitions) })
  if (node.type === 'text') return [{ text: node.value.replaceAll('\n', ' '), ...look }]
  if (node.type === 'inlineCode') return [{ text: node.value, ...look, code: true }]
  if (node.type === 'break') return [{ text: '\n', ...look }]
  if (node.type === 'footnoteReference') return [{ text: node.label ?? node.identifier, ...look, superscript: true }]
  if (node.type === 'html' && /^<br\s*\/?>$/i.test(node.value)) return [{ text: '\n', ...look }]
  // What is left is HTML, whose tags are dropped.
  return 'alt' in node ? [{ text: node.alt ?? '', ...look }] : []
}

/** What an element adds to the look of its content. */
const lookOf = (node: Extract<PhrasingContent, Parent>, definitions: Definitions): Look => {
  if (node.type === 'strong') return { bold: true }
  if (node.type === 'emphasis') return { italic: true }
  const href = node.type === 'link' ? node.url : node.type === 'linkReference' ? definitions.get(node.identifier) : null
  return typeof href === 'string' ? { href } : {}
}
