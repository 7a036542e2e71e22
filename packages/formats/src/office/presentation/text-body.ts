import type { TextRun } from '@polyparse/document'
import { highlightOfHex, textInFont } from '@polyparse/engine'
import { type FlowBlock, flowText } from '../../flow/flow.ts'
import { type LetterCase, textInCase } from '../../flow/letter-case.ts'
import { childOf, elementsIn, findFirst, textOfElement, type XmlElement } from '../../xml/element.ts'
import { isMonospaced } from '../office-text.ts'
import { formulasIn } from '../../mathematics/office-math.ts'
import { type PackagePart, targetOfRelationship } from '../package/relationships.ts'
import { createNumbers } from './numbers.ts'
import { bulletIn, letterCaseIn, type ParagraphStyles } from './text-styles.ts'

/** The paragraphs of a text body: list items where they have a bullet or a number. */
export const textBodyBlocks = (
  body: XmlElement | undefined,
  part: PackagePart,
  styles: ParagraphStyles,
): FlowBlock[] => {
  const numbers = createNumbers()
  return elementsIn(body, 'a:p').flatMap((paragraph): FlowBlock[] => {
    const properties = childOf(paragraph, 'a:pPr')
    const depth = depthOfParagraph(paragraph)
    const text = flowText(textBodyStretches(paragraph, part, styles))
    if (text.text.trim() === '') return []
    const displayed = displayedFormulas(paragraph)
    if (displayed.length > 0) return displayed
    const bullet = bulletIn(properties) ?? styles.bulletAt(depth)
    if (bullet === null || bullet.name === 'a:buNone') {
      numbers.interrupt(depth)
      return [{ type: 'paragraph', ...text }]
    }
    return [{ type: 'list_item', level: depth + 1, ...numbers.next(bullet, depth), ...text }]
  })
}

/** The depth, from 0. */
const depthOfParagraph = (paragraph: XmlElement): number =>
  Math.min(Math.max(Number.parseInt(childOf(paragraph, 'a:pPr')?.attributes['lvl'] ?? '0', 10) || 0, 0), 8)

/** The formulas of a paragraph that has nothing else; none of any other. */
const displayedFormulas = (paragraph: XmlElement): FlowBlock[] => {
  const isPlain = elementsIn(paragraph).some((child) => textOfElement(childOf(child, 'a:t')).trim() !== '')
  if (isPlain || findFirst(paragraph, 'm:oMathPara') === undefined) return []
  return formulasIn(paragraph).map((text) => ({ type: 'formula', text }))
}

/** The text of a paragraph of DrawingML in stretches of one look. */
export const textBodyStretches = (
  paragraph: XmlElement,
  part: PackagePart,
  { letterCaseAt }: ParagraphStyles,
): TextRun[] => {
  const letterCase = letterCaseAt(depthOfParagraph(paragraph))
  return elementsIn(paragraph).flatMap((child): TextRun[] => {
    if (child.name === 'a:br') return [{ text: '\n' }]
    if (child.name === 'a:r' || child.name === 'a:fld') return [shownPptxRun(child, part, letterCase)]
    return formulasIn(child).flatMap((text, index) => [
      ...(index === 0 ? [] : [{ text: ' ' }]),
      { text, formula: true },
    ])
  })
}

/** Characters of the private use area are in the font for symbols. */
const shownPptxRun = (run: XmlElement, part: PackagePart, letterCase: LetterCase | undefined): TextRun => {
  const properties = childOf(run, 'a:rPr')
  const fontOf = (name: string): string | undefined => childOf(properties, name)?.attributes['typeface']
  const written = textOfElement(childOf(run, 'a:t'))
  const text = textInCase(written, letterCaseIn(properties) ?? letterCase, properties?.attributes['lang'])
  const symbols = fontOf('a:sym')
  const shown = text.replaceAll(/[\uF020-\uF0FF]+/g, (part) => textInFont(part, symbols))
  return { text: textInFont(shown, fontOf('a:latin')), ...lookOfPptxRun(properties, part) }
}

const lookOfPptxRun = (properties: XmlElement | undefined, part: PackagePart): Omit<TextRun, 'text'> => {
  const attributes = properties?.attributes ?? {}
  const raised = Number.parseInt(attributes['baseline'] ?? '0', 10)
  const href = linkOf(childOf(properties, 'a:hlinkClick'), part)
  const highlight = highlightOfHex(childOf(properties, 'a:highlight', 'a:srgbClr')?.attributes['val'])
  return {
    ...(isTruePptxTextAttribute(attributes['b']) && { bold: true }),
    ...(isTruePptxTextAttribute(attributes['i']) && { italic: true }),
    ...(raised > 0 && { superscript: true }),
    ...(raised < 0 && { subscript: true }),
    ...(isSet(attributes['strike'], 'noStrike') && { strikethrough: true }),
    ...(isSet(attributes['u'], 'none') && href === undefined && { underline: true }),
    ...(highlight !== undefined && { highlight }),
    ...(isMonospaced(childOf(properties, 'a:latin')?.attributes['typeface']) && { code: true }),
    ...(href !== undefined && { href }),
  }
}

/** The address of a link, or a place in the document: the part of the slide that it leads to. */
const linkOf = (link: XmlElement | undefined, part: PackagePart): string | undefined => {
  const target = targetOfRelationship(part, link?.attributes['r:id'])
  if (target === undefined) return undefined
  if (target.external) return target.target
  return target.kind === 'slide' ? `#${target.target}` : undefined
}

const isTruePptxTextAttribute = (value: string | undefined): boolean => value === '1' || value === 'true'

const isSet = (value: string | undefined, none: string): boolean => value !== undefined && value !== none
