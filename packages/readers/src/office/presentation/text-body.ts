import type { TextRun } from '@polyparse/document'
import { type FlowBlock, flowText } from '../../flow/flow.ts'
import { childOf, elementsIn, textOf, type XmlElement } from '../../xml/element.ts'
import { formatListNumber } from '../../flow/list-number.ts'
import { isMonospaced } from '../office-text.ts'
import { formulasIn } from '../../mathematics/office-math.ts'
import { type Part, targetOf } from '../package/relationships.ts'
import { type BulletAt, bulletIn } from './text-styles.ts'

/** The paragraphs of a text body: list items where they have a bullet or a number. */
export const bodyBlocks = (body: XmlElement | undefined, part: Part, bulletAt: BulletAt): FlowBlock[] => {
  const numbers: number[] = []
  return elementsIn(body, 'a:p').flatMap((paragraph): FlowBlock[] => {
    const properties = childOf(paragraph, 'a:pPr')
    const depth = Math.min(Math.max(Number.parseInt(properties?.attributes['lvl'] ?? '0', 10) || 0, 0), 8)
    const text = flowText(stretchesOf(paragraph, part))
    if (text.text.trim() === '') return []
    const bullet = bulletIn(properties) ?? bulletAt(depth)
    numbers.length = depth + 1
    if (bullet === null || bullet.name === 'a:buNone') {
      numbers[depth] = 0
      return [{ type: 'paragraph', ...text }]
    }
    return [{ type: 'list_item', level: depth + 1, marker: markerOf(bullet, numbers, depth), ...text }]
  })
}

const markerOf = ({ name, attributes }: XmlElement, numbers: number[], depth: number): string => {
  if (name !== 'a:buAutoNum') {
    numbers[depth] = 0
    return '•'
  }
  const count = (numbers[depth] ?? 0) + 1
  numbers[depth] = count
  const value = count - 1 + (Number.parseInt(attributes['startAt'] ?? '1', 10) || 1)
  const type = attributes['type'] ?? 'arabicPeriod'
  const format = Object.keys(formats).find((start) => type.startsWith(start)) ?? ''
  const number = formatListNumber(value, formats[format] ?? 'decimal')
  if (type.endsWith('ParenBoth')) return `(${number})`
  return type.endsWith('ParenR') ? `${number})` : type.endsWith('Plain') ? number : `${number}.`
}

const formats: Readonly<Record<string, string>> = {
  alphaLc: 'lowerLetter',
  alphaUc: 'upperLetter',
  romanLc: 'lowerRoman',
  romanUc: 'upperRoman',
}

/** The text of a paragraph of DrawingML in stretches of one look. */
export const stretchesOf = (paragraph: XmlElement, part: Part): TextRun[] =>
  elementsIn(paragraph).flatMap((child): TextRun[] => {
    if (child.name === 'a:br') return [{ text: '\n' }]
    if (child.name === 'a:r' || child.name === 'a:fld')
      return [{ text: textOf(childOf(child, 'a:t')), ...lookOf(childOf(child, 'a:rPr'), part) }]
    return formulasIn(child).flatMap((text, index) => [...(index === 0 ? [] : [{ text: ' ' }]), { text, code: true }])
  })

const lookOf = (properties: XmlElement | undefined, part: Part): Omit<TextRun, 'text'> => {
  const attributes = properties?.attributes ?? {}
  const raised = Number.parseInt(attributes['baseline'] ?? '0', 10)
  const link = targetOf(part, childOf(properties, 'a:hlinkClick')?.attributes['r:id'])
  return {
    ...(isTrue(attributes['b']) && { bold: true }),
    ...(isTrue(attributes['i']) && { italic: true }),
    ...(raised > 0 && { superscript: true }),
    ...(raised < 0 && { subscript: true }),
    ...(isMonospaced(childOf(properties, 'a:latin')?.attributes['typeface']) && { code: true }),
    ...(link?.external === true && { href: link.target }),
  }
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'
