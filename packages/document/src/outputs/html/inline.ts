import type { Inline } from '../inline.ts'
import { escapeHtml } from './escape.ts'

const tags = { bold: 'strong', italic: 'em', superscript: 'sup', subscript: 'sub' } as const

/** Styled text; its line ends are `<br>`. */
export const inlineHtml = (inlines: readonly Inline[]): string => inlines.map(inlineNode).join('')

const inlineNode = (inline: Inline): string => {
  if ('text' in inline) return inline.kind === 'code' ? `<code>${lines(inline.text)}</code>` : lines(inline.text)
  const content = inlineHtml(inline.children)
  if (inline.kind === 'link') return `<a href="${escapeHtml(inline.address)}">${content}</a>`
  return `<${tags[inline.kind]}>${content}</${tags[inline.kind]}>`
}

const lines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')
