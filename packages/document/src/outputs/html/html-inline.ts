import type { InlineText } from '../inline.ts'

const tags = {
  bold: 'strong',
  italic: 'em',
  strikethrough: 's',
  underline: 'u',
  superscript: 'sup',
  subscript: 'sub',
} as const

/**
 * Styled text; its line ends are `<br>`.
 * @example inlineHtml([{ kind: 'text', text: 'a\nb' }]) // 'a<br>b'
 */
export const inlineHtml = (inlines: readonly InlineText[]): string => inlines.map(inlineNode).join('')

const inlineNode = (inline: InlineText): string => {
  if ('text' in inline) return textNode[inline.kind](lines(inline.text))
  const content = inlineHtml(inline.children)
  if (inline.kind === 'ruby') return `<ruby>${content}<rt>${lines(inline.reading)}</rt></ruby>`
  if (inline.kind === 'highlight')
    return `<mark style="background-color: ${escapeHtml(inline.color)}">${content}</mark>`
  if (inline.kind === 'link') return `<a href="${escapeHtml(inline.address)}">${content}</a>`
  return `<${tags[inline.kind]}>${content}</${tags[inline.kind]}>`
}

const textNode = {
  text: (html: string) => html,
  code: (html: string) => `<code>${html}</code>`,
  formula: (html: string) => `<code class="language-math">${html}</code>`,
} as const

const lines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')

const outputHtmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Text as it can be in an element or a quoted attribute; control characters, which HTML forbids, are left out.
 * @example escapeHtml('a < b & "c"') // 'a &lt; b &amp; &quot;c&quot;'
 */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[\p{Cc}--[\t\n]]/gv, '').replaceAll(/[&<>"']/g, (character) => outputHtmlEntities[character] ?? '')

/** Decided by the first letter that has a direction, as for plain text (UAX #9, rule P2). */
const rightToLeft =
  /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/**
 * The attribute of an element whose text runs from right to left.
 * @example direction('שלום') // ' dir="rtl"'
 */
export const direction = (text: string): string => (rightToLeft.test(text) ? ' dir="rtl"' : '')
