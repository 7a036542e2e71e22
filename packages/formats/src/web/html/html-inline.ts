import type { TextRun } from '@polyparse/document'
import { defaultHighlight, highlightOfHex } from '@polyparse/engine'
import { type LetterCase, letterCaseOfTransform } from '../../flow/letter-case.ts'
import { declares } from './declarations.ts'
import { attribute, type HtmlElement, isTextNode } from './nodes.ts'

export type HtmlLook = Omit<TextRun, 'text'>

const htmlElementLooks: Readonly<Record<string, HtmlLook>> = {
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
  s: { strikethrough: true },
  strike: { strikethrough: true },
  del: { strikethrough: true },
  u: { underline: true },
  ins: { underline: true },
  mark: { highlight: defaultHighlight },
}

/** The style inside an element, given the style around it, in which text that the element strikes out is struck. */
export const lookInside = (element: HtmlElement, around: HtmlLook, ofLink: (href: string) => string): HtmlLook => {
  const href = element.tagName === 'a' ? safeHref(attribute(element, 'href')) : null
  return applyInlineStyle(
    { ...around, ...htmlElementLooks[element.tagName], ...(href !== null && { href: ofLink(href) }) },
    attribute(element, 'style') ?? '',
  )
}

/** The look with what the element's own style adds to it, or takes away. */
const applyInlineStyle = (look: HtmlLook, style: string): HtmlLook => {
  if (style === '') return look
  const { bold, italic, ...others } = look
  const weight = /font-weight\s*:\s*(\w+)/i.exec(style)?.[1]?.toLowerCase()
  const slant = /font-style\s*:\s*(\w+)/i.exec(style)?.[1]?.toLowerCase()
  const highlight = highlightOfHex(/background(?:-color)?\s*:\s*(#[\da-f]{6})\b/i.exec(style)?.[1])
  const isBold = weight === undefined ? bold === true : weight.startsWith('bold') || Number(weight) >= 600
  const isItalic = slant === undefined ? italic === true : slant === 'italic' || slant === 'oblique'
  return {
    ...others,
    ...(isBold && { bold: true }),
    ...(isItalic && { italic: true }),
    ...(declares(style, 'text-decoration', 'underline') && look.href === undefined && { underline: true }),
    ...(highlight !== undefined && { highlight }),
    ...(/vertical-align\s*:\s*super/i.test(style) && { superscript: true }),
    ...(/vertical-align\s*:\s*sub\b/i.test(style) && { subscript: true }),
  }
}

/** The first font of an element, given the font around it. */
export const fontInside = (element: HtmlElement, around: string | undefined): string | undefined => {
  const [, styled] = /font-family\s*:\s*([^;,]{1,100})/i.exec(attribute(element, 'style') ?? '') ?? []
  const face = element.tagName === 'font' ? attribute(element, 'face')?.split(',', 1)[0] : undefined
  return (styled ?? face ?? around)?.replaceAll(/['"]/g, '').trim()
}

/** The letters in which an element shows its text, given those around it. */
export const letterCaseInside = (element: HtmlElement, around: LetterCase | undefined): LetterCase | undefined => {
  const [, styled] = /text-transform\s*:\s*([a-z]+)/i.exec(attribute(element, 'style') ?? '') ?? []
  return styled === undefined ? around : letterCaseOfTransform(styled.toLowerCase())
}

/** Lengths of a style in points. Those of a font are measured in one of 12 points. */
const pointsOfUnit: Readonly<Record<string, number>> = {
  px: 0.75,
  pt: 1,
  mm: 2.835,
  cm: 28.35,
  in: 72,
  em: 12,
  rem: 12,
}
/** Tells whether an element is the large first letter of a word. */
const isInitial = ({ childNodes }: HtmlElement, style: string): boolean => {
  const [only, ...others] = childNodes
  return (
    only !== undefined &&
    others.length === 0 &&
    isTextNode(only) &&
    /^\s*\p{L}\s*$/u.test(only.value) &&
    /\b(?:float|font-size)\s*:/i.test(style)
  )
}

/**
 * Returns the distances, in points, by which the own style of an element sets its text apart from the text before and
 * after it.
 */
export const gapsAround = (element: HtmlElement): { readonly before: number; readonly after: number } => {
  const style = attribute(element, 'style') ?? ''
  const gaps = { before: 0, after: 0 }
  if (element.tagName === 'sub' || element.tagName === 'sup' || isInitial(element, style)) return gaps
  const margins = style.matchAll(
    /(?:margin|padding)-(left|right)\s*:\s*(\d{0,6}(?:\.\d{0,6})?)(px|pt|mm|cm|in|r?em)\b/gi,
  )
  for (const [, side = '', length, unit = ''] of margins) {
    const points = Number(length) * (pointsOfUnit[unit.toLowerCase()] ?? Number.NaN)
    const place = side.toLowerCase() === 'left' ? 'before' : 'after'
    if (points > gaps[place]) gaps[place] = points
  }
  return gaps
}

/**
 * An address that can be followed; scripts and data are none.
 * @example safeHref('javascript:alert(1)') // null
 */
export const safeHref = (href: string | null): string | null => {
  const address = (href ?? '').replaceAll(/[\p{Cc}\s]/gu, '')
  return address === '' || /^(?:javascript|data|vbscript):/i.test(address) ? null : address
}
