import type { TextRun } from '@polyparse/document'
import { attribute, type Element } from './nodes.ts'

export type Look = Omit<TextRun, 'text'>

const looks: Readonly<Record<string, Look>> = {
  b: { bold: true },
  strong: { bold: true },
  i: { italic: true },
  em: { italic: true },
  cite: { italic: true },
  var: { italic: true },
  code: { code: true },
  kbd: { code: true },
  samp: { code: true },
  tt: { code: true },
  sup: { superscript: true },
  sub: { subscript: true },
}

/** The style inside an element, given the style around it. */
export const lookInside = (element: Element, around: Look): Look => {
  const href = element.tagName === 'a' ? safeAddress(attribute(element, 'href')) : null
  return { ...around, ...looks[element.tagName], ...(href !== null && { href }) }
}

/** An address that can be followed; scripts and data are none. */
export const safeAddress = (href: string | null): string | null => {
  const address = (href ?? '').replaceAll(/[\p{Cc}\s]/gu, '')
  return address === '' || /^(?:javascript|data|vbscript):/i.test(address) ? null : address
}
